package extract

import (
	"fmt"
	"testing"

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
		if _, _, err := Crawl(t.Context(), client, db, []string{a}, CrawlOptions{Bounds: Bounds{Depth: 2, Successors: 3}}); err != nil {
			t.Fatal(err)
		}
		stored, err := db.SourceByID(t.Context(), 1)
		must(err)
		asked, err := stored.Get(t.Context(), source.CountsSuperclasses, []string{ex + "Kept", ex + "Lost"}, 0)
		must(err)
		if len(asked[ex+"Kept"]) == 0 || len(asked[ex+"Lost"]) != 0 {
			t.Errorf("%s: superclasses asked for: %v", round, asked)
		}
	}
}
