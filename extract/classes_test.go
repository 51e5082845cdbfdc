package extract

import (
	"fmt"
	"testing"

	"github.com/genus-kg/genus/extract/store"
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
		if _, err := Crawl(t.Context(), client, db, []string{a}, CrawlOptions{Bounds: Bounds{Depth: 2, Successors: 3}}); err != nil {
			t.Fatal(err)
		}
		s, err := db.Space(t.Context(), 1)
		must(err)
		asked, err := s.AskedFor(t.Context(), store.Super)
		must(err)
		if asked[ex+"Kept"] == 0 || asked[ex+"Lost"] != 0 {
			t.Errorf("%s: superclasses asked for: %v", round, asked)
		}
		ids, err := s.IDs(t.Context(), []string{b})
		must(err)
		classes, err := s.ClassFacts(t.Context())
		must(err)
		lost := false
		for _, f := range classes {
			lost = lost || f[0] == ids[b]
		}
		if !lost {
			t.Error("the class of what is out of reach did not come: the test tests less than it could")
		}
	}
}
