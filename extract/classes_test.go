package extract

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/check"
)

// TestClassesOutOfReach: a crawl asks for superclasses of the classes of individuals
// within reach only, not of an individual to which only a dropped role leads.
func TestClassesOutOfReach(t *testing.T) {
	w := &world{}
	a := ex + "a"
	b := ex + "b"
	c := ex + "c"
	w.role(ex+"r", a, b)
	w.role(ex+"s", a, c)
	w.member(b, ex+"Lost")
	w.member(c, ex+"Kept")
	for i := range 4 {
		w.role(ex+"r", c, fmt.Sprintf("%sd%d", ex, i)) // over the bound, which shows at distance 1
	}
	client, db := w.serve(t), memory(t)
	for _, round := range []string{"first", "again"} { // the second reads the database
		mustCrawl(t, client, db, []string{a}, CrawlOptions{Bounds: Bounds{Depth: 2, Successors: 3}})
		stored, err := db.SourceByID(t.Context(), 1)
		must(err)
		asked, err := stored.Get(t.Context(), graph.CountsSuperclasses, []string{ex + "Kept", ex + "Lost"}, 0)
		must(err)
		check.That(t, len(asked[ex+"Kept"]) != 0 && len(asked[ex+"Lost"]) == 0, "%s: superclasses asked for: %v", round, asked)
	}
}

// TestHighHierarchy: a crawl asks for many superclasses of a high hierarchy at once, and
// finds all of them even if the engine fails on property paths.
func TestHighHierarchy(t *testing.T) {
	const height = 120
	w := &world{}
	w.member(ex+"a", ex+"C0")
	for i := range height {
		w.subclass(fmt.Sprintf("%sC%d", ex, i), fmt.Sprintf("%sC%d", ex, i+1))
	}
	client := w.serve(t)
	for _, tt := range []struct {
		name  string
		paths bool // the engine answers property paths
		most  int
	}{
		{"paths", true, 40},
		{"no paths", false, 2*height + 20},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := intercepted{client, func(ctx context.Context, query string) (*connector.Table, error) {
				if strings.Contains(query, ")+") && !tt.paths {
					return nil, &connector.StatusError{URL: client.URL(), Status: http.StatusBadRequest}
				}
				return client.Select(ctx, query)
			}}
			db := memory(t)
			report := mustCrawl(t, c, db, []string{ex + "a"}, CrawlOptions{Bounds: Bounds{Depth: 1}})
			check.That(t, report.Requests <= tt.most, "%d requests for %d levels, want at most %d", report.Requests, height, tt.most)
			stored, err := db.SourceByID(t.Context(), 1)
			must(err)
			last, err := stored.Get(t.Context(), graph.CountsSuperclasses, []string{fmt.Sprint(ex, "C", height)}, 0)
			must(err)
			check.That(t, len(last) == 1, "the last superclass was not met")
			again := mustCrawl(t, c, db, []string{ex + "a"}, CrawlOptions{Bounds: Bounds{Depth: 1}})
			check.That(t, !tt.paths || again.Requests <= 0, "again: %d requests", again.Requests)
		})
	}
}
