package command

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// disagreement is a comparison in which sat takes four times as long, claims a
// worse score at stage 2, and runs out of time in stage 3.
func disagreement() engineResult {
	stage := func(k, tp int, ms time.Duration, proved bool) learner.Stage {
		return learner.Stage{K: k, Elapsed: ms * time.Millisecond, Concept: dl.Top{}, Confusion: interp.Confusion{TP: tp, FN: 4 - tp, TN: 1}, Proved: proved}
	}
	search := []learner.Stage{stage(1, 2, 1, true), stage(2, 4, 2, true), stage(3, 4, 5, true)}
	sat := []learner.Stage{stage(1, 2, 4, true), stage(2, 3, 8, true), stage(3, 3, 90, false)}
	return engineResult{name: "zoo", positives: 4, negatives: 1, comparison: benchmarks.Comparison{Runs: []benchmarks.Run{
		{Engine: "search", Fitting: learner.Fitting{Stages: search}},
		{Engine: "sat", Fitting: learner.Fitting{Stages: sat}, TimeUp: true},
	}}}
}

func TestEnginesText(t *testing.T) {
	var b bytes.Buffer
	e := engineBench{program: &program{}}
	e.cfg.Timeout = time.Minute
	late := engineResult{name: "late", comparison: benchmarks.Comparison{Runs: []benchmarks.Run{{Engine: "search", TimeUp: true}, {Engine: "sat", Err: errors.New("out of luck")}}}}
	r := e.report([]engineResult{disagreement(), late, {err: errors.New("problem x: gone")}})
	r.interrupted = true
	if err := r.write(&b, "text"); err != nil {
		t.Fatal(err)
	}
	got := strings.Join(strings.Fields(b.String()), " ")
	for _, line := range []string{
		"problem k engine seconds ratio correct examples score size proved agree",
		"zoo 1 search 0.0010 1.00 3 5 0.600 1 true yes",
		"zoo 1 sat 0.0040 4.00 3 5 0.600 1 true yes",
		"zoo 2 search 0.0020 1.00 5 5 1.000 1 true no",
		"zoo 3 sat 0.0900 18.00 4 5 0.800 1 false -",
		"zoo all search 0.0030 1.00 - 5 - - - -",
		"zoo all sat 0.0120 4.00 - 5 - - - -",
		"zoo: sat: the time was up after 1m0s, in stage 3",
		"zoo: stage 2: the engines prove different things: search 5/5 with size 1, sat 4/5 with size 1",
		"late: search: the time was up after 1m0s, before the first stage late: sat: out of luck",
		"problem x: gone",
		"interrupted: these are the results so far",
	} {
		if !strings.Contains(got, line) {
			t.Errorf("no %q in\n%s", line, b.String())
		}
	}
}

func TestComparisonError(t *testing.T) {
	agreed := disagreement()
	agreed.comparison.Runs[1] = agreed.comparison.Runs[0]
	failed := agreed
	failed.comparison.Runs = []benchmarks.Run{agreed.comparison.Runs[0], {Engine: "sat", Err: errors.New("out of luck")}}
	tests := []struct {
		name    string
		results []engineResult
		want    string // of the error
	}{
		{"agreed", []engineResult{agreed}, ""},
		{"disagreement", []engineResult{agreed, disagreement()}, "problem zoo: the engines prove different things at stage 2: search 5/5 with size 1, sat 4/5 with size 1"},
		{"failed", []engineResult{failed}, "problem zoo: engine sat: out of luck"},
		{"unread", []engineResult{{name: "x", err: errors.New("problem x: gone")}}, "problem x: gone"},
		{"several", []engineResult{failed, disagreement(), agreed}, "problem zoo: engine sat: out of luck (and 1 error more)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := comparisonError(tt.results)
			if tt.want == "" {
				if err != nil {
					t.Errorf("error %q, want none", err)
				}
				return
			}
			if err == nil || err.Error() != tt.want || exitCode(context.Background(), err) != exitFailed {
				t.Errorf("error %v, want %q with exit code 1", err, tt.want)
			}
		})
	}
}
