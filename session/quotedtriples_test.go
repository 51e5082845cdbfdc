package session

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/session/source"
)

// TestEnginesQuotedTriples: Blazegraph has statements about statements as in RDF-star before RDF 1.2, which genus
// does not read there, and says so. Fuseki 5.6 takes the same form for that of RDF 1.2, and its reifiers are read.
func TestEnginesQuotedTriples(t *testing.T) {
	for _, starter := range engines.All() {
		path, tested := map[string]string{"blazegraph": "/sparql", "fuseki": "/update"}[starter.Name]
		if !tested {
			continue
		}
		t.Run(starter.Name, func(t *testing.T) {
			e := starter.Start(t, "<http://e/a> <http://e/p> <http://e/b> .\n")
			const stated = "INSERT DATA { << <http://e/a> <http://e/p> <http://e/b> >> <http://e/since> 7 }"
			to := e.Endpoint[:strings.LastIndex(e.Endpoint, "/")] + path
			r, err := http.PostForm(to, url.Values{"update": {stated}})
			require.NoError(t, err)
			require.NoError(t, r.Body.Close())
			require.That(t, r.StatusCode < 300, "%s: %s", to, r.Status)
			s, told := openSession(t, func(c *config.Config) { c.Endpoint = e.Endpoint }), &notes{}
			s.use.Reporter = told
			require.Value(source.Dialect(t.Context(), s.use))(t)
			isNote := func(note string) bool { return strings.Contains(note, "<< s p o >>") }
			says := slices.ContainsFunc(told.texts, isNote)
			check.Equal(t, says, starter.Name == "blazegraph", "the notes %q", told.texts)
		})
	}
}
