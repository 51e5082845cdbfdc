package extract

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
)

// After a short fault of the endpoint, requests become as large as before.
func TestSizesRecover(t *testing.T) {
	var text strings.Builder
	var examples []string
	for i := range 400 {
		iri := fmt.Sprintf("http://example.org/a%d", i)
		examples = append(examples, iri)
		for j := range 20 {
			fmt.Fprintf(&text, "<%s> <http://example.org/p%d> <http://example.org/b%d> .\n", iri, j, (i+j)%50)
		}
	}
	c := engines.StartEmbedded(t, text.String()).Connect(t, connector.Options{})
	o := CrawlOptions{Bounds: Bounds{Depth: 1, Successors: 1000}, Workers: 1, Batch: 100, Rows: 1000}
	crawl := func(c Client) int { return mustCrawl(t, c, memory(t), examples, o).Requests }
	undisturbed := crawl(c)
	var pulls atomic.Int64
	disturbed := crawl(intercepted{c, func(ctx context.Context, q string) (*connector.Table, error) {
		if strings.HasPrefix(q, "SELECT ?s ?p ?o") && pulls.Add(1) <= 5 {
			return nil, &connector.ResultError{Kind: connector.ErrTruncated, Reason: "a cut"}
		}
		return c.Select(ctx, q)
	}})
	t.Logf("%d requests, %d after a fault", undisturbed, disturbed)
	check.That(t, disturbed <= 2*undisturbed, "%d requests after a fault, %d without", disturbed, undisturbed)
}
