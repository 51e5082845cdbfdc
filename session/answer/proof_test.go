package answer

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// Without a concept, an exact search says up to which size it refuted all.
func TestRefuted(t *testing.T) {
	stages := []learner.Stage{{K: 1, MaxNumber: 1, Proved: true}, {K: 2, MaxNumber: 2, Proved: true}, {K: 3, MaxNumber: 3}}
	for _, tt := range []struct {
		name    string
		mode    learner.Mode
		fitting learner.Fitting
		depth   int
		want    string
	}{
		{"time up", learner.Exact, learner.Fitting{Language: dl.ALCQIF, End: learner.EndTimeout, Refuted: 2, Stages: stages, Chosen: 2}, 0,
			"no concept of size up to 2 fits all the examples, in the language alcqif with numbers up to 2, any role depth"},
		{"thresholds", learner.Exact, learner.Fitting{Language: dl.WithDataAtLeast, End: learner.EndTimeout, Refuted: 1, Stages: []learner.Stage{{K: 1, Thresholds: 4, Proved: true}}}, 0,
			"no concept of size up to 1 fits all the examples, in the language data-at-least with up to 4 thresholds per feature"},
		{"nothing refuted", learner.Exact, learner.Fitting{Language: dl.ALCQIF, End: learner.EndTimeout, Stages: stages[2:]}, 0, ""},
		{"alike", learner.Exact, learner.Fitting{Language: dl.ALCQIF, End: learner.EndInseparable}, 1,
			"no concept of any size fits all the examples, in the language alcqif with role depth up to 1"},
		{"found", learner.Exact, learner.Fitting{Language: dl.ALCQIF, Solution: learner.Solution{Concept: dl.Top{}}, Refuted: 2, Stages: stages}, 0, ""},
		{"approximate", learner.Approx, learner.Fitting{Language: dl.ALCQIF, Refuted: 2, Stages: stages}, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := Result{Problem: &source.Problem{}, Options: learner.Options{Mode: tt.mode, MaxDepth: tt.depth},
				Fitting: tt.fitting}
			check.Equal(t, r.Refuted(), tt.want)
		})
	}
}

// A result that fits better than the concept of the search, which --select mdl chose for its size,
// is not said to have a smaller or a better one beside it.
func TestProofOfABetterResult(t *testing.T) {
	r := Result{Problem: &source.Problem{Problem: interp.Problem{Neg: []interp.Individual{0}}},
		Options: learner.Options{Score: interp.Accuracy, Select: learner.SelectMDL},
		Fitting: learner.Fitting{
			Solution: learner.Solution{Concept: dl.Top{}, Size: 3, Confusion: interp.Confusion{TP: 3, FP: 1, TN: 2}},
		}, Smallest: &learner.Solution{Concept: dl.Top{}, Size: 1, Confusion: interp.Confusion{TP: 3, FP: 2, TN: 1}}}
	check.Equal(t, r.Proof(), "no: the search chooses a concept with a worse score (--select mdl); this one is more likely meant")
}

// A proof up to a size says so if the search of larger sizes was cut short.
func TestProofOfASearchCutShort(t *testing.T) {
	best, perfect := interp.Confusion{TP: 3, FP: 1, TN: 2}, interp.Confusion{TP: 3, TN: 3}
	stage := func(k int, proved bool, c interp.Confusion) learner.Stage {
		return learner.Stage{K: k, Proved: proved, Concept: dl.Top{}, Confusion: c}
	}
	for _, tt := range []struct {
		name        string
		last        learner.Stage
		end         learner.End
		interrupted bool
		timeUp      bool
		want        string // the end of it; empty: nothing was cut short
	}{
		{"to the largest size", stage(4, true, best), learner.EndInterrupted, false, false, ""},
		{"interrupted when all sizes were done", stage(4, true, best), learner.EndInterrupted, true, true, ""},
		{"interrupted within a stage", stage(3, false, best), learner.EndInterrupted, true, true,
			"; interrupted at size 3"},
		{"interrupted between two stages", stage(3, true, best), learner.EndInterrupted, true, true,
			"; interrupted after size 3"},
		{"the time was up between two stages", stage(3, true, best), learner.EndInterrupted, false, true,
			"; the time was up after size 3"},
		{"no memory between two stages", stage(3, true, best), learner.EndMemory, false, false,
			"; the memory limit was reached after size 3"},
		{"interrupted before two concepts were searched for",
			learner.Stage{K: 9, Concept: dl.Top{}, Confusion: best, Skipped: true}, learner.EndInterrupted, true, false,
			"; interrupted after size 1"},
		{"nothing better is possible", stage(3, true, perfect), learner.EndInterrupted, true, true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := Result{
				Problem: &source.Problem{
					Problem: interp.Problem{Neg: []interp.Individual{0}},
				}, Course: Course{Interrupted: tt.interrupted, TimeUp: tt.timeUp},
				Options: learner.Options{MaxSize: 4, Score: interp.Accuracy},
				Fitting: learner.Fitting{Solution: learner.Solution{Concept: dl.Top{}, Optimal: true, Confusion: best}, End: tt.end,
					Ceiling: bisim.Ceiling{Confusion: perfect}, Stages: []learner.Stage{stage(1, true, best), tt.last}},
			}
			proof := r.Proof()
			_, end, _ := strings.Cut(proof, "in the language ")
			check.That(t, strings.HasPrefix(proof, "proved: ") && end == tt.want && r.CutShort() == (tt.want != ""),
				"%q, cut short: %t; want an end %q", proof, r.CutShort(), tt.want)
			r.Smallest = &learner.Solution{}
			ranked := r.Proof()
			check.That(t, strings.HasSuffix(ranked, "more likely meant"+tt.want), "ranked: %q, want an end %q", ranked, tt.want)
		})
	}
}
