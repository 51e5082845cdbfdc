package learner

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/search"
)

// Select says which of the best concepts of all sizes approximate fitting
// returns. The larger a concept may be, the better it fits the examples, and the
// less that says about others (the paper, Section 4: bounded fitting generalises
// because it prefers small concepts).
type Select uint8

// The ways to select. docs/generalisation.md compares them.
const (
	// SelectScore takes the best score, and of those the smallest concept.
	SelectScore Select = iota
	// SelectOccam takes the size with the least bound on the error that is to be
	// expected of other examples (occam). A concept without errors stays.
	SelectOccam
	// SelectMDL takes the shortest description of the examples' labels
	// (mdl).
	SelectMDL
	// SelectCV takes the size that does best in a cross-validation within the
	// examples, which takes half of the time.
	SelectCV
)

var selectNames = []string{"score", "occam", "mdl", "cv"}

// SelectNames are the names that [ParseSelect] knows.
func SelectNames() []string { return slices.Clone(selectNames) }

// String is the name of the way.
func (s Select) String() string {
	if int(s) < len(selectNames) {
		return selectNames[s]
	}
	return "unknown"
}

// ParseSelect is the way of that name.
func ParseSelect(name string) (Select, error) {
	if i := slices.Index(selectNames, strings.ToLower(name)); i >= 0 {
		return Select(i), nil
	}
	return 0, fmt.Errorf("unknown selection %q: choose one of %s", name, strings.Join(selectNames, ", "))
}

// selects reports whether there is something to select.
func (o Options) selects() bool { return o.Mode == Approx && !o.Optimal && o.Select != SelectScore }

// choose makes the concept of one of the stages the fitting's.
func (l *run) choose(ctx context.Context) error {
	f := &l.fitting
	if !l.o.selects() || f.Confusion.Correct() == f.Confusion.Total() {
		return nil
	}
	var costs []float64 // of the stages
	switch l.o.Select {
	case SelectMDL:
		costs = l.costs(l.mdl)
	case SelectCV:
		var err error
		if costs, err = l.crossValidate(ctx); err != nil || costs == nil {
			return err
		}
	case SelectOccam:
		costs = l.costs(l.occam)
	}
	best := -1
	for i, s := range f.Stages {
		if s.Concept != nil && (best < 0 || costs[i] < costs[best]) {
			best = i
		}
	}
	// Later stages that found nothing better prove more of the same concept.
	for best+1 < len(f.Stages) && f.Stages[best+1].Proved && dl.Size(f.Stages[best+1].Concept) == dl.Size(f.Stages[best].Concept) &&
		l.o.Score.Compare(f.Stages[best+1].Confusion, f.Stages[best].Confusion) == 0 {
		best++
	}
	chosen := f.Stages[best]
	f.Chosen, f.Concept, f.Confusion = best, chosen.Concept, chosen.Confusion
	f.Optimal = !slices.ContainsFunc(f.Stages[:best+1], func(s Stage) bool { return !s.Proved })
	return nil
}

// Reselect is the fitting with the concept that another selection takes from the
// same stages, which must be of a search with SelectOccam or SelectMDL on the same
// problem, so that classifications are counted. It does not search, so that o.Select
// must not be SelectCV. Solutions stay.
func (f Fitting) Reselect(p interp.Problem, o Options) (Fitting, error) {
	if o.Select == SelectCV {
		return f, errors.New("a cross-validation cannot be made up for")
	}
	if f.Concept == nil {
		return f, nil
	}
	l := &run{p: &p, o: o.withDefaults(), fitting: f}
	l.fitting.Chosen = len(f.Stages) - 1
	last := f.Stages[l.fitting.Chosen]
	l.fitting.Concept, l.fitting.Confusion = last.Concept, last.Confusion
	if o.Select == SelectScore {
		l.fitting.Optimal = !slices.ContainsFunc(f.Stages, func(s Stage) bool { return !s.Proved })
	} else if err := l.choose(context.Background()); err != nil {
		return f, err
	}
	l.fitting.Size, l.fitting.Depth = dl.Size(l.fitting.Concept), dl.Depth(l.fitting.Concept)
	return l.fitting, nil
}

// costs are what the rule makes of each stage with a concept.
func (l *run) costs(rule func(error float64, bits float64) float64) []float64 {
	counts := l.counts()
	costs := make([]float64, len(l.fitting.Stages))
	for i, s := range l.fitting.Stages {
		if s.Concept != nil {
			// F1 has no error that is a share of the examples; 1-F1 behaves like one.
			costs[i] = rule(1-l.o.Score.Of(s.Confusion), bitsOf(counts, dl.Size(s.Concept)))
		}
	}
	return costs
}

// occam bounds the error that is to be expected of further examples. Concepts of
// size k classify n examples in D(k) ways (Stage.Classifications); by Chernoff's
// bound for each of them, with probability 1-δ none of them has an error e on all
// examples and ê on these n with
//
//	kl(ê ‖ e) > (ln D(k) + ln(2√n/δ)) / n
//
// where kl is the relative entropy of two coins (Langford, Tutorial on Practical
// Prediction Theory, JMLR 6, 2005, with D(k) in the place of the number of
// concepts; the appendix of the paper counts those, for Theorem 6). The rule is
// the least such e. Without errors it grows like ln D(k)/n, with many like its
// root.
func (l *run) occam(err, bits float64) float64 {
	n := float64(len(l.p.Pos) + len(l.p.Neg))
	const delta = 0.05
	budget := (bits*math.Ln2 + math.Log(2*math.Sqrt(n)/delta)) / n
	low, high := err, 1.0
	for range 50 { // halving: 2⁻⁵⁰
		if middle := (low + high) / 2; relativeEntropy(err, middle) > budget {
			high = middle
		} else {
			low = middle
		}
	}
	return low
}

// relativeEntropy is kl(p ‖ q), in nats, for p ≤ q < 1.
func relativeEntropy(p, q float64) float64 {
	term := func(x, y float64) float64 {
		if x <= 0 {
			return 0
		}
		return x * math.Log(x/y)
	}
	return term(p, q) + term(1-p, 1-q)
}

// mdl is the length in bits of a message that tells the labels of n examples: one
// of D(k) classifications, and which of the examples are exceptions to it. The
// first part counts 0.85 times: classifications that a good concept makes are
// more likely than others.
func (l *run) mdl(err, bits float64) float64 {
	n := float64(len(l.p.Pos) + len(l.p.Neg))
	const share = 0.85
	return share*bits + log2Binomial(n, math.Round(n*err))
}

// log2Binomial is the logarithm of n over k.
func log2Binomial(n, k float64) float64 {
	lg := func(x float64) float64 { v, _ := math.Lgamma(x + 1); return v }
	return (lg(n) - lg(k) - lg(n-k)) / math.Ln2
}

// counts are D(1), D(2), … as far as they were counted.
func (l *run) counts() []int {
	var out []int
	for _, s := range l.fitting.Stages {
		if s.Classifications == 0 {
			break
		}
		out = append(out, s.Classifications)
	}
	return out
}

// bitsOf is log₂ D(k). Where it was not counted, it goes on as it grew over the
// last two sizes: over two, because many languages have new concepts at every
// other size only.
func bitsOf(counts []int, k int) float64 {
	if len(counts) == 0 {
		return float64(k) // each node is a choice at least
	}
	at := func(i int) float64 { return math.Log2(float64(counts[i])) }
	last := len(counts) - 1
	if k-1 <= last {
		return at(k - 1)
	}
	slope := 1.0
	if before := max(last-2, 0); before < last {
		slope = (at(last) - at(before)) / float64(last-before)
	}
	return at(last) + slope*float64(k-1-last)
}

// Counting is to take little of the time of the search: a tenth of a second for a
// stage, and no stage after countSizes, from where the numbers are continued as
// they grew.
const (
	countSteps = 1_000_000
	countSizes = 5
)

// count counts the classifications of stage k, if the selection asks for them
// and those of the stages before could be counted.
func (l *run) count(ctx context.Context, k int, space interp.Space) error {
	if !l.o.selects() || l.o.Select == SelectCV || k > countSizes || len(l.counts()) < k-1 {
		return nil
	}
	counts, err := search.Distinct(ctx, l.p, space, k, countSteps)
	if err == nil && len(counts) == k {
		l.fitting.Stages[k-1].Classifications = counts[k-1]
	}
	return err
}

// innerFolds are those of the cross-validation within the examples.
const innerFolds = 5

// crossValidate is 1 less the score of each stage's size on all inner test parts
// together; nil if there are too few examples.
func (l *run) crossValidate(ctx context.Context) ([]float64, error) {
	n := min(innerFolds, len(l.p.Pos)+len(l.p.Neg))
	split, err := folds.Stratified(*l.p, n, 1)
	if err != nil {
		return nil, nil //nolint:nilerr // too few examples to select by
	}
	stages := l.fitting.Stages
	pooled := make([]interp.Confusion, len(stages))
	for i := range n {
		train, test := split.Split(*l.p, i)
		o := l.o
		o.Select, o.Solutions, o.MaxSize, o.Progress = SelectScore, 1, stages[len(stages)-1].K, nil
		within, cancel := share(ctx, n-i)
		f, err := Learn(within, train, o)
		cancel()
		if f.Concept == nil { // not even the first stage
			return nil, err
		}
		tested := interp.Confusion{}
		for k := range stages {
			if k < len(f.Stages) && f.Stages[k].Concept != nil {
				x, err := l.eval.Extension(f.Stages[k].Concept)
				if err != nil {
					return nil, err
				}
				tested = test.Classify(x)
			}
			pooled[k].TP += tested.TP
			pooled[k].FN += tested.FN
			pooled[k].TN += tested.TN
			pooled[k].FP += tested.FP
		}
	}
	costs := make([]float64, len(stages))
	for k := range stages {
		costs[k] = 1 - l.o.Score.Of(pooled[k])
	}
	return costs, nil
}

// share is the context with one part of the time that is left.
func share(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/time.Duration(parts))
}
