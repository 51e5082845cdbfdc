package benchmarks

import (
	"testing"

	"github.com/genus-kg/genus/internal/evaluation"
)

// The tables have all their rows. In Table 4, every tool and problem has scores between 0
// and 1 and a size from 1.
func TestPaperTables(t *testing.T) {
	for number, rows := range map[int]int{2: 18, 3: 12, 4: 40, 5: 12} {
		if got, err := PaperTable(number); err != nil || len(got) != rows {
			t.Errorf("table %d: %d rows, error %v; want %d", number, len(got), err, rows)
		}
	}
	if _, err := PaperTable(7); err == nil {
		t.Error("there is no table 7")
	}
	all, err := PublishedResults()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range all {
		seen[r.Tool+r.Problem] = true
		for _, s := range []evaluation.Statistic{r.Accuracy, r.F1} {
			if s.Mean <= 0 || s.Mean > 1 || s.Deviation < 0 || s.Deviation > 0.5 || r.Size.Mean < 1 {
				t.Errorf("%+v", r)
			}
		}
	}
	if len(seen) != 40 {
		t.Errorf("%d pairs of a tool and a problem", len(seen))
	}
}
