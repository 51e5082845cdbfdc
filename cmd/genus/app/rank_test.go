package app

import (
	"testing"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
)

// TestMayFitWorse: what fits worse than the best concept of the search is only
// returned if it is more likely meant than not, and never after a start.
func TestMayFitWorse(t *testing.T) {
	start := learner.Options{Start: []dl.Concept{dl.Name{IRI: "A"}}}
	for _, tt := range []struct {
		probability float64
		options     learner.Options
		want        bool
	}{{0.16, learner.Options{}, false}, {0.9, learner.Options{}, true}, {0.9, start, false}} {
		if got := mayFitWorse(intent.Candidate{Probability: tt.probability}, tt.options); got != tt.want {
			t.Errorf("with probability %v and %d concepts to start from: %v", tt.probability, len(tt.options.Start), got)
		}
	}
}
