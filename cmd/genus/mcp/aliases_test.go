package mcp_test

import (
	"testing"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

// TestAliases: an assistant finds a thing by any of its names, in files and at endpoints alike, and sees its preferred
// label.
func TestAliases(t *testing.T) {
	file := testfiles.Write(t, "names.ttl", `@prefix : <http://e/> .
		@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
		@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix schema: <http://schema.org/> .
		:a1 a :Animal ; rdfs:label "zebra"@en ; skos:altLabel "striped horse"@en .
		:a2 a :Animal ; rdfs:label "yak" ; schema:alternateName "grunting ox" .`)
	for where, flags := range map[string]map[string][]string{
		"file": {"data": {file}}, "endpoint": {"endpoint": {engines.ServeFile(t, file).URL()}},
	} {
		c := serve(t, flags)
		for name, label := range map[string]string{"striped horse": "zebra", "grunting ox": "yak"} {
			found := must[api.SearchOutput](t, c, "search", map[string]any{"name": name}).Individuals
			check.That(t, len(found) == 1 && found[0].Label == label, "%s, search %s: %+v", where, name, found)
			named := must[api.NamesOutput](t, c, "names", map[string]any{"names": []string{name}}).Names.Names
			require.That(t, len(named) == 1 && named[0].Accepted != nil, "%s, names %s: %+v", where, name, named)
			check.Equal(t, named[0].Accepted.Label, label, where+", names "+name)
		}
	}
}
