package mcp_test

import (
	"testing"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
)

// A second question names what the first one named: over an endpoint, too, a property that is left out of proposals
// has values each time.
func TestLeftOutProperty(t *testing.T) {
	const file, b, c = "../testdata/data/left_out.ttl", "http://ex.org/b", "http://ex.org/c"
	endpoint := engines.StartEmbedded(t, engines.NTriples(t, file)).Endpoint
	for _, flags := range []map[string][]string{{"data": {file}}, {"endpoint": {endpoint}}} {
		client := serve(t, flags)
		in := map[string]any{"concept": "rdfs:seeAlso some owl:Thing", "iris": []string{b, c}}
		for range 3 {
			list := must[api.PredictOutput](t, client, "predict", in).Explanations
			check.That(t, len(list) == 2 && list[0].Member && !list[1].Member, "%v: %+v", flags, list)
		}
	}
}
