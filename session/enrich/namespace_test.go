package enrich

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

// Proposals are about the ontology's own terms, without an owl:Ontology that says what these are.
func TestOwnNamespaces(t *testing.T) {
	s := open(t, testfiles.Write(t, "x.ttl",
		"<http://x/a> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://x/b> ."))
	const brick, other = "http://e/schema/Brick#A http://e/schema/Brick#B http://e/schema/Brick#C http://e/schema/Brick#D ", "http://www.w3.org/2004/02/skos/core#Concept"
	for _, tt := range []struct{ names, want string }{
		{brick + other, brick},
		{brick + "http://e/schema/Brick/ref#R http://e/schema/BrickTag#T http://e/schema/Brick/S " + other,
			brick + "http://e/schema/Brick/ref#R http://e/schema/BrickTag#T http://e/schema/Brick/S"},
		{brick + "http://e/schema/Brickyard#Y", brick},
		// many are as large
		{"http://e/a#A http://e/a#B http://e/b/A http://e/b/B " + other,
			"http://e/a#A http://e/a#B http://e/b/A http://e/b/B " + other},
		// a host says nothing
		{"http://e/A http://e/B http://e/C http://e/D http://e/x/E", "http://e/A http://e/B http://e/C http://e/D"},
		{"http://purl.obolibrary.org/obo/PATO_1 http://purl.obolibrary.org/obo/PATO_2 " +
			"http://purl.obolibrary.org/obo/PATO_3 http://purl.obolibrary.org/obo/PATO_4 http://purl.obolibrary.org/obo/RO_1",
			"http://purl.obolibrary.org/obo/PATO_1 http://purl.obolibrary.org/obo/PATO_2 " +
				"http://purl.obolibrary.org/obo/PATO_3 http://purl.obolibrary.org/obo/PATO_4"},
		{"a b urn:c", "a b urn:c"},
	} {
		names := strings.Fields(tt.names)
		got, _ := require.Values(s.own(t.Context(), names, nil, names))(t)
		check.Equal(t, strings.Join(got, " "), strings.Join(strings.Fields(tt.want), " "), "%s", tt.names)
	}
}

// The header of the ontology says what its own terms are, and its imports what they are not, whatever there is more of.
func TestOwnByHeader(t *testing.T) {
	const obo = "http://purl.obolibrary.org/obo/"
	for _, tt := range []struct {
		name              string
		count             map[string]int
		headers, imported []string
		want              string
	}{
		{"few own terms", map[string]int{obo + "CL": 10, obo + "GO": 100}, []string{obo + "cl.owl"}, nil, obo + "CL"},
		{"an edit file", map[string]int{obo + "CL": 10, obo + "GO": 100}, []string{obo + "cl/cl-edit.owl"}, nil, obo + "CL"},
		{"and what continues", map[string]int{"http://e/o#": 10, "http://e/o/part#": 2, "http://e/p#": 50},
			[]string{"http://e/o.owl"}, nil, "http://e/o# http://e/o/part#"},
		{"an import", map[string]int{"http://e/o#": 10, "http://e/p#": 50}, []string{"http://e/x"}, []string{"http://e/p"},
			"http://e/o#"},
		{"an IRI that no term continues", map[string]int{"http://e/resource/": 10, "http://e/p#": 1},
			[]string{"http://e/ontology/o.owl"}, nil, "http://e/resource/"},
		{"nearly none continues it", map[string]int{"http://e/o#": 1, "http://e/resource/": 100}, []string{"http://e/o"}, nil,
			"http://e/resource/"},
	} {
		isOwn := ownNamespaces(tt.count, tt.headers, tt.imported)
		var got []string
		for _, ns := range slices.Sorted(maps.Keys(isOwn)) {
			if isOwn[ns] {
				got = append(got, ns)
			}
		}
		check.Equal(t, strings.Join(got, " "), tt.want, tt.name)
	}
}
