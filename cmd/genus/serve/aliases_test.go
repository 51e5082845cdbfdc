package serve

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

// TestAliases: over HTTP and in reconciliation a thing is found by any of its names, in files and at endpoints alike,
// and its preferred label is shown.
func TestAliases(t *testing.T) {
	const text = `@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
		@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
		@prefix o: <http://www.geneontology.org/formats/oboInOwl#> .
		:a1 a :Animal ; rdfs:label "zebra"@en ; skos:altLabel "striped horse"@en ; :eats :g .
		:a2 a :Animal ; skos:prefLabel "emu"@en ; skos:altLabel "big bird"@en ; :eats :g .
		:a3 a :Animal ; rdfs:label "gnu" ; o:hasExactSynonym "wildebeest" ; :eats :h .
		:g rdfs:label "grass" . :h rdfs:label "herbs" .`
	labels := map[string]string{"striped horse": "zebra", "big bird": "emu", "wildebeest": "gnu"}
	typed := slices.Sorted(maps.Keys(labels))
	file := testfiles.Write(t, "names.ttl", text)
	x := start(t, map[string][]string{"data": {file}}, "")
	for where, id := range map[string]string{
		"file": x.upload("names.ttl", text).ID, "endpoint": x.endpoint(engines.ServeFile(t, file).URL()).ID,
	} {
		path := "/api/sources/" + id
		for name, label := range labels {
			search := path + "/search?q=" + url.QueryEscape(name)
			found := call[api.SearchOutput](x, http.StatusOK, "GET", search, nil).Individuals
			check.That(t, len(found) == 1 && found[0].Label == label, "%s, search %s: %+v", where, name, found)
		}
		names := map[string]any{"names": typed}
		named := call[api.NamesOutput](x, http.StatusOK, "POST", path+"/names", names).Names.Names
		require.That(t, len(named) == len(typed), "%s, names: %+v", where, named)
		for _, n := range named {
			check.That(t, n.Accepted != nil && n.Accepted.Label == labels[n.Text], "%s, names: %+v", where, n)
		}
	}
	form := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	query := url.Values{"queries": {`{"q0": {"query": "Striped Horse"}}`}}.Encode()
	check.Contains(t, x.status(http.StatusOK, "POST", "/reconcile", query, form), `"id":"http://e/a1","name":"zebra"`)
}
