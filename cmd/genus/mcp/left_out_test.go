package mcp_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
)

// A concept that names a property which is left out of proposals has the same members in every tool, over files and
// over an endpoint.
func TestLeftOutProperty(t *testing.T) {
	const ns = "http://ex.org/"
	path := filepath.Join(t.TempDir(), "data.ttl")
	require.NoError(t, os.WriteFile(path, []byte(`@prefix : <http://ex.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
		:a a :T ; rdfs:seeAlso :d . :b a :T ; rdfs:seeAlso :d . :c a :T ; :q :d .`), 0o600))
	endpoint := engines.StartEmbedded(t, engines.NTriples(t, path)).Endpoint
	concept := "<http://www.w3.org/2000/01/rdf-schema#seeAlso> some owl:Thing"
	for door, flags := range map[string]map[string][]string{"files": {"data": {path}}, "endpoint": {"endpoint": {endpoint}}} {
		t.Run(door, func(t *testing.T) {
			c := serve(t, flags)
			matches := must[api.MatchesOutput](t, c, "matches", map[string]any{"concept": concept, "pos": []string{ns + "a"}})
			check.That(t, len(matches.Matches) == 1 && matches.Matches[0].IRI == ns+"b", "matches %+v", matches)
			verified := must[api.VerifyOutput](t, c, "verify", map[string]any{"concept": concept, "pos": []string{ns + "a", ns + "b"}, "neg": []string{ns + "c"}})
			check.Equal(t, verified.Score.FP+verified.Score.FN, 0, "wrong examples")
			predicted := must[api.PredictOutput](t, c, "predict", map[string]any{"concept": concept, "iris": []string{ns + "b", ns + "c"}})
			check.That(t, len(predicted.Explanations) == 2 && predicted.Explanations[0].Member && !predicted.Explanations[1].Member, "predict %+v", predicted)
		})
	}
}
