package benchmarks

import "testing"

// TestPublishedResultsAreWhole: every tool has every problem once, with scores
// between 0 and 1 and sizes from 1.
func TestPublishedResultsAreWhole(t *testing.T) {
	all, err := PublishedResults()
	if err != nil {
		t.Fatal(err)
	}
	tools, problems, seen := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, r := range all {
		tools[r.Tool]++
		problems[r.Problem]++
		if key := r.Tool + r.Problem; seen[key] {
			t.Errorf("%s twice", key)
		} else {
			seen[key] = true
		}
		for _, s := range []Statistic{r.Accuracy, r.F1} {
			if s.Mean <= 0 || s.Mean > 1 || s.Deviation < 0 || s.Deviation > 0.5 {
				t.Errorf("%s on %s: %v", r.Tool, r.Problem, s)
			}
		}
		if r.Size.Mean < 1 {
			t.Errorf("%s on %s: size %v", r.Tool, r.Problem, r.Size.Mean)
		}
	}
	if len(tools) != 5 || len(problems) != 8 || len(all) != 40 {
		t.Errorf("%d results of %d tools on %d problems", len(all), len(tools), len(problems))
	}
}

func TestPaperTables(t *testing.T) {
	for number, rows := range map[int]int{2: 18, 3: 12, 4: 40, 5: 12} {
		if got, err := PaperTable(number); err != nil || len(got) != rows {
			t.Errorf("table %d: %d rows, error %v; want %d", number, len(got), err, rows)
		}
	}
	if _, err := PaperTable(7); err == nil {
		t.Error("there is no table 7")
	}
}
