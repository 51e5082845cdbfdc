package genus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector/embedded"
)

// Indexing a large file takes seconds. After Ctrl-C nobody waits for it.
func TestStartEmbeddedEndsWithTheContext(t *testing.T) {
	var text strings.Builder
	for n := range 100_000 {
		fmt.Fprintf(&text, "<http://example.org/%d> <http://example.org/p> <http://example.org/%d> .\n", n, n+1)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := startEmbedded(ctx, strings.NewReader(text.String()), embedded.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
