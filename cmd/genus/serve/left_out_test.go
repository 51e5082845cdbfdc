package serve

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
)

// A concept that names a property which is left out of proposals has the same members in every operation, over
// files and over an endpoint.
func TestLeftOutProperty(t *testing.T) {
	const ns = "http://ex.org/"
	path := filepath.Join(t.TempDir(), "data.ttl")
	require.NoError(t, os.WriteFile(path, []byte(`@prefix : <http://ex.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
		:a a :T ; rdfs:seeAlso :d . :b a :T ; rdfs:seeAlso :d . :c a :T ; :q :d .`), 0o600))
	endpoint := engines.StartEmbedded(t, engines.NTriples(t, path)).Endpoint
	for door, flags := range map[string]map[string][]string{"files": {"data": {path}}, "endpoint": {"endpoint": {endpoint}}} {
		t.Run(door, func(t *testing.T) {
			x := start(t, flags, "")
			about := func(more map[string]any) map[string]any {
				more["source"], more["concept"] = "given", "<http://www.w3.org/2000/01/rdf-schema#seeAlso> some owl:Thing"
				return more
			}
			isIn := map[string]bool{ns + "a": true, ns + "b": true, ns + "c": false}
			members := call[api.MembersOutput](x, http.StatusOK, "POST", "/api/members", about(map[string]any{}))
			check.Equal(t, *members.Total, 2, "members")
			examples := map[string]any{"pos": []string{ns + "a", ns + "b"}, "neg": []string{ns + "c"}}
			verified := call[api.VerifyOutput](x, http.StatusOK, "POST", "/api/verify", about(examples))
			check.That(t, verified.Score.FP+verified.Score.FN == 0 && len(verified.Endpoint.Mismatches) == 0, "verify: %+v, %+v", verified.Score, verified.Endpoint)
			why := call[api.WhyOutput](x, http.StatusOK, "POST", "/api/why", about(map[string]any{"pos": []string{ns + "a", ns + "b"}, "neg": []string{ns + "c"}}))
			predicted := call[api.PredictOutput](x, http.StatusOK, "POST", "/api/predict", about(map[string]any{"iris": []string{ns + "a", ns + "b", ns + "c"}}))
			for _, e := range append(why.Explanations, predicted.Explanations...) {
				check.Equal(t, e.Member, isIn[e.IRI], "%s", e.IRI)
			}
			check.Equal(t, len(why.Explanations)+len(predicted.Explanations), 6, "explanations")
		})
	}
}
