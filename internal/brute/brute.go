package brute

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Options describe the concepts to enumerate.
type Options struct {
	Language  dl.Language
	MaxSize   int // the largest dl.Size; at least 1
	MaxNumber int // the largest number in ≥n and ≤n

	// Thresholds are the values v of (f ≥ v) and (f ≤ v), by feature. A nil map means all
	// values of the structure. A feature that a non-nil map lacks has no comparisons.
	Thresholds map[string][]dl.Value
}

// Entry is a best concept with its score.
type Entry struct {
	Concept   dl.Concept // the first of the smallest with this score; nil if there is no concept
	Size      int
	Confusion interp.Confusion
	Score     float64
}

// Result has Best[k] for k = 1..MaxSize: the best among the concepts of size
// at most k. Best[0] is empty.
type Result struct{ Best []Entry }

// Best finds the best concept by the score for every size.
func Best(p interp.Problem, o Options, score func(interp.Confusion) float64) (Result, error) {
	best := make([]Entry, o.MaxSize+1)
	err := each(p, o, func(k int, w witness, c interp.Confusion) bool {
		if value := score(c); best[k].Concept == nil || value > best[k].Score {
			best[k] = Entry{w.c, k, c, value}
		}
		return true
	})
	for k := 1; k <= o.MaxSize; k++ {
		if before := best[k-1]; best[k].Concept == nil || before.Concept != nil && before.Score >= best[k].Score {
			best[k] = before
		}
	}
	return Result{best}, err
}

// Exact finds a smallest concept that holds at all positive and at no negative examples.
// found is false if no concept of size up to o.MaxSize does.
func Exact(p interp.Problem, o Options) (c dl.Concept, size int, found bool, err error) {
	err = each(p, o, func(k int, w witness, confusion interp.Confusion) bool {
		if confusion.FN+confusion.FP == 0 {
			c = w.c
			size = k
			found = true
		}
		return !found
	})
	return c, size, found, err
}

// each visits the concepts by size, until visit returns false.
func each(p interp.Problem, o Options, visit func(size int, w witness, c interp.Confusion) bool) error {
	if err := p.Validate(); err != nil {
		return err
	}
	e := newEnumerator(p, o)
	for k := 1; k <= o.MaxSize; k++ {
		ws, err := e.enumerateNextSize()
		if err != nil {
			return err
		}
		for _, w := range ws {
			if !visit(k, w, classify(p, w.x)) {
				return nil
			}
		}
	}
	return nil
}

func classify(p interp.Problem, x []bool) interp.Confusion {
	var c interp.Confusion
	count := func(examples []interp.Individual, weights []int, in, out *int) {
		for i, a := range examples {
			w := 1
			if weights != nil {
				w = weights[i]
			}
			if x[a] {
				*in += w
			} else {
				*out += w
			}
		}
	}
	count(p.Pos, p.PosWeights, &c.TP, &c.FN)
	count(p.Neg, p.NegWeights, &c.FP, &c.TN)
	return c
}
