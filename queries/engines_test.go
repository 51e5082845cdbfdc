package queries

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/learner/dl"
)

// one keeps a real engine for all graphs of a test: it replaces the graph.
func one(e engines.Engine) func(testing.TB, string) endpoint {
	return func(t testing.TB, ntriples string) endpoint {
		t.Helper()
		if err := e.Load(context.Background(), ntriples); err != nil {
			t.Fatal(err)
		}
		return func(ctx context.Context, query string) ([]byte, error) {
			body, err := e.Query(ctx, query)
			if err != nil && strings.Contains(err.Error(), "estimated execution time") {
				// Virtuoso's estimate grows with the nesting, whatever the size
				// of the graph.
				return nil, fmt.Errorf("%w: %w", errRefused, err)
			}
			return body, err
		}
	}
}

func TestEnginesOxigraph(t *testing.T) {
	compare(t, pairs(t, 400), engine{serve: one(engines.StartOxigraph(t, "")), covers: covered})
}

// virtuosoCovers: Virtuoso 7 writes the year -0001 as -001, and it keeps one of
// the two if a feature is both false and 0, or true and 1.
func virtuosoCovers(v dl.Value) bool {
	return covered(v) && v.Kind() != dl.Boolean && !strings.HasPrefix(v.Lexical(), "-000")
}

func TestEnginesVirtuoso(t *testing.T) {
	compare(t, pairs(t, 300), engine{serve: one(engines.StartVirtuoso(t, "")), covers: virtuosoCovers, virtuoso: true})
}
