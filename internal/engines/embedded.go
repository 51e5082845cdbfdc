package engines

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector/embedded"
)

// StartEmbedded serves N-Triples in the process of the test until it ends.
func StartEmbedded(t testing.TB, ntriples string) Engine {
	t.Helper()
	e, err := embedded.StartNTriples(t.Context(), strings.NewReader(ntriples), embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return Engine{Name: "embedded", Endpoint: e.URL()}
}
