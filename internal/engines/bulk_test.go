package engines

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// Virtuoso loads large documents with its bulk loader. It must report the same faults.
func TestEnginesBulkLoader(t *testing.T) {
	const line = "<http://example.org/a> <http://example.org/p> <http://example.org/b> .\n"
	much := strings.Repeat(line, bulky/len(line)+1)
	e := StartVirtuoso(t, "")
	require.NoError(t, e.Load(t.Context(), much))
	body, err := e.Query(t.Context(), "ASK { <http://example.org/a> <http://example.org/p> <http://example.org/b> }")
	check.That(t, err == nil && strings.Contains(string(body), "true"), "%s, %v", body, err)
	err = e.Load(t.Context(), much+"no triples\n")
	check.That(t, err != nil, "broken data gives no error")
	if err := e.Load(t.Context(), much); err != nil { // the error must not remain
		t.Error(err)
	}
}
