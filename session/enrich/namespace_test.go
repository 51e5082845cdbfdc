package enrich

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/testfiles"
)

// Proposals are about the ontology's own terms, without an owl:Ontology that says what these are.
func TestOwnNamespaces(t *testing.T) {
	s := open(t, testfiles.Write(t, "x.ttl", "<http://x/a> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://x/b> ."))
	const brick, other = "http://e/schema/Brick#A http://e/schema/Brick#B http://e/schema/Brick#C http://e/schema/Brick#D ", "http://www.w3.org/2004/02/skos/core#Concept"
	for _, tt := range []struct{ names, want string }{
		{brick + other, brick},
		{brick + "http://e/schema/Brick/ref#R http://e/schema/BrickTag#T http://e/schema/Brick/S " + other, brick + "http://e/schema/Brick/ref#R http://e/schema/BrickTag#T http://e/schema/Brick/S"},
		{brick + "http://e/schema/Brickyard#Y", brick},
		{"http://e/a#A http://e/a#B http://e/b/A http://e/b/B " + other, "http://e/a#A http://e/a#B http://e/b/A http://e/b/B " + other}, // many are as large
		{"http://e/A http://e/B http://e/C http://e/D http://e/x/E", "http://e/A http://e/B http://e/C http://e/D"},                      // a host says nothing
		{"http://purl.obolibrary.org/obo/PATO_1 http://purl.obolibrary.org/obo/PATO_2 http://purl.obolibrary.org/obo/PATO_3 http://purl.obolibrary.org/obo/PATO_4 http://purl.obolibrary.org/obo/RO_1",
			"http://purl.obolibrary.org/obo/PATO_1 http://purl.obolibrary.org/obo/PATO_2 http://purl.obolibrary.org/obo/PATO_3 http://purl.obolibrary.org/obo/PATO_4"},
		{"a b urn:c", "a b urn:c"},
	} {
		names := strings.Fields(tt.names)
		got, _ := s.own(names, nil, names)
		check.Equal(t, strings.Join(got, " "), strings.Join(strings.Fields(tt.want), " "), "%s", tt.names)
	}
}
