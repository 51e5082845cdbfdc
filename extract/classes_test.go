package extract

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/source"
)

// TestClassesOutOfReach: superclasses are asked for above the classes of individuals
// within reach, not of one that a role led to which was cut afterwards.
func TestClassesOutOfReach(t *testing.T) {
	w := &world{}
	a, b, c := ex+"a", ex+"b", ex+"c"
	w.role(ex+"r", a, b)
	w.role(ex+"s", a, c)
	w.member(b, ex+"Lost")
	w.member(c, ex+"Kept")
	for i := range 4 {
		w.role(ex+"r", c, fmt.Sprintf("%sd%d", ex, i)) // over the bound, which shows at distance 1
	}
	client, db := w.serve(t), memory(t)
	for _, round := range []string{"first", "again"} { // the second one reads the file
		crawled(t, client, db, []string{a}, CrawlOptions{Bounds: Bounds{Depth: 2, Successors: 3}})
		stored, err := db.SourceByID(t.Context(), 1)
		must(err)
		asked, err := stored.Get(t.Context(), source.CountsSuperclasses, []string{ex + "Kept", ex + "Lost"}, 0)
		must(err)
		if len(asked[ex+"Kept"]) == 0 || len(asked[ex+"Lost"]) != 0 {
			t.Errorf("%s: superclasses asked for: %v", round, asked)
		}
	}
}

// TestHighHierarchy: the superclasses of a high hierarchy are asked for many at once,
// and all are there also where the engine tells too few of them at once, or fails.
func TestHighHierarchy(t *testing.T) {
	const height = 120
	w := &world{}
	w.member(ex+"a", ex+"C0")
	for i := range height {
		w.subclass(fmt.Sprintf("%sC%d", ex, i), fmt.Sprintf("%sC%d", ex, i+1))
	}
	client := w.serve(t)
	for _, tt := range []struct {
		name string
		path func(*http.Request) bool // whether the path is answered
		most int
	}{
		{"paths", func(*http.Request) bool { return true }, 40},
		{"no paths", func(*http.Request) bool { return false }, 2*height + 20},
	} {
		t.Run(tt.name, func(t *testing.T) {
			front := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
				if err := r.ParseForm(); err != nil {
					t.Error(err)
				}
				if strings.Contains(r.Form.Get("query"), ")+") && !tt.path(r) {
					http.Error(out, "no paths here", http.StatusBadRequest)
					return
				}
				res, err := http.PostForm(client.URL(), r.Form)
				if err != nil {
					t.Error(err)
					return
				}
				defer res.Body.Close()
				out.Header().Set("Content-Type", res.Header.Get("Content-Type"))
				_, _ = io.Copy(out, res.Body)
			}))
			defer front.Close()
			c, err := connector.New(connector.Options{URL: front.URL, Retries: -1})
			must(err)
			defer c.Close()
			db := memory(t)
			report := crawled(t, c, db, []string{ex + "a"}, CrawlOptions{Bounds: Bounds{Depth: 1}})
			if report.Requests > tt.most {
				t.Errorf("%d requests for %d levels, want at most %d", report.Requests, height, tt.most)
			}
			stored, err := db.SourceByID(t.Context(), 1)
			must(err)
			last, err := stored.Get(t.Context(), source.CountsSuperclasses, []string{fmt.Sprint(ex, "C", height)}, 0)
			must(err)
			if len(last) != 1 {
				t.Error("the last superclass was not met")
			}
			again := crawled(t, c, db, []string{ex + "a"}, CrawlOptions{Bounds: Bounds{Depth: 1}})
			if tt.path(nil) && again.Requests > 0 {
				t.Errorf("again: %d requests", again.Requests)
			}
		})
	}
}
