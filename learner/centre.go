package learner

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/threshold"
)

// centreFitting centres the thresholds of the fitting's concept, if
// Options.Midpoints is set.
func (l *run) centreFitting() error {
	if !l.o.Midpoints || l.fitting.Concept == nil || l.centred == l.fitting.Concept {
		return nil
	}
	c, err := centreThresholds(l.p, l.scale.features, l.fitting.Concept)
	if err == nil {
		l.fitting.Concept, l.centred = c, c
	}
	return err
}

// Centre moves the thresholds of a concept to the middle of their gaps, as [Learn] does
// for its own concepts with Options.Midpoints.
func Centre(ctx context.Context, p interp.Problem, o Options, c dl.Concept) (dl.Concept, error) {
	scale, err := newScale(ctx, &p, o.withDefaults(), interp.NewSpace(&p, o.Language).Roles)
	if err != nil {
		return nil, err
	}
	return centreThresholds(&p, scale.features, c)
}

// centreThresholds moves each threshold of the concept, one after the other, to the
// middle of the gap in which the concept classifies every example the same. The gap may
// be wider than that between two neighbouring values, because the rest of the concept
// decides some examples. The middle of a wide gap generalises better than its edge
// (compare the margin of a linear classifier). The size and the classification stay the
// same.
func centreThresholds(p *interp.Problem, features []threshold.Feature, c dl.Concept) (dl.Concept, error) {
	j := newJudge(p, features)
	if err := j.setReference(c); err != nil {
		return nil, err
	}
	for i, leaf := range dl.Leaves(c) {
		if comparison, ok := leaf.(dl.Compare); ok {
			c = j.centreLeaf(c, i, comparison)
		}
	}
	return c, j.err
}

// centreLeaf returns the concept with the threshold of its leaf i in the middle of the
// gap.
func (j *judge) centreLeaf(c dl.Concept, i int, leaf dl.Compare) dl.Concept {
	with := func(v dl.Value) dl.Concept {
		moved := leaf
		moved.Value = v
		return dl.WithLeaf(c, i, moved)
	}
	f, ok := j.signature.FeatureID(leaf.Feature)
	if !ok || !leaf.Op.IsOrder() {
		return c
	}
	var values []dl.Value // those of the threshold's family
	for _, v := range j.features[f].Values {
		if _, ok := v.Cmp(leaf.Value); ok {
			values = append(values, v)
		}
	}
	// A cut is the number of values below it. If two cuts classify the examples the
	// same, so do all cuts between them, because the comparison occurs once.
	cut := sort.Search(len(values), func(at int) bool {
		o, _ := values[at].Cmp(leaf.Value)
		return o > 0 || o == 0 && leaf.Op == dl.GreaterEq
	})
	if cut == 0 || cut == len(values) {
		return c
	}
	agreesAt := func(cut int) bool {
		v := values[cut-1]
		if leaf.Op == dl.GreaterEq {
			v = values[cut]
		}
		return j.agrees(with(v))
	}
	low := 1 + sort.Search(cut-1, func(at int) bool { return agreesAt(1 + at) })
	high := cut + sort.Search(len(values)-1-cut, func(at int) bool { return !agreesAt(cut + 1 + at) })
	v, ok := dl.Between(values[low-1], values[high])
	if !ok || !j.agrees(with(v)) {
		return c
	}
	return with(v)
}

// judge compares how concepts classify examples.
type judge struct {
	features  []threshold.Feature // by FeatureID
	signature *interp.Signature
	eval      *interp.Evaluator
	examples  []interp.Individual
	in        []bool // whether the reference holds, by example
	err       error  // the first error; after it nothing agrees
}

func newJudge(p *interp.Problem, features []threshold.Feature) *judge {
	return &judge{
		features:  features,
		signature: p.Structure.Signature(),
		eval:      interp.NewEvaluator(p.Structure),
		examples:  slices.Concat(p.Pos, p.Neg),
	}
}

func (j *judge) setReference(c dl.Concept) error {
	j.in, j.err = j.classify(c)
	return j.err
}

// agrees reports whether c classifies every example as the reference does.
func (j *judge) agrees(c dl.Concept) bool {
	if j.err != nil {
		return false
	}
	in, err := j.classify(c)
	j.err = err
	return err == nil && slices.Equal(in, j.in)
}

// classify returns whether the concept holds, by example.
func (j *judge) classify(c dl.Concept) ([]bool, error) {
	x, err := j.eval.Extension(c)
	if err != nil {
		return nil, fmt.Errorf("moving thresholds: %w", err)
	}
	in := make([]bool, len(j.examples))
	for i, a := range j.examples {
		in[i] = x.Test(uint(a))
	}
	return in, nil
}

// avoidable are the sets of constructors that makePlainer tries to avoid. Each includes
// the one before it.
var avoidable = []dl.Language{dl.WithAtLeast | dl.WithAtMost, dl.WithAtLeast | dl.WithAtMost | dl.WithForAll}

// makePlainer replaces a concept that fits all examples by one that is no larger
// and has no number restrictions and no ∀, if there is one. Among concepts of one
// size that fit, such concepts generalise better. When the context ends, it keeps
// the concept that it has.
func (l *run) makePlainer(ctx context.Context) error {
	f := &l.fitting
	if f.Confusion.Correct() != f.Confusion.Total() {
		return nil
	}
	var plainest dl.Concept
	for _, without := range avoidable {
		if !dl.LanguageOf(f.Concept).Any(without) {
			continue
		}
		c, err := l.findFitting(ctx, l.o.Language&^without, dl.Size(f.Concept))
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if c == nil { // so no concept avoids the larger set
			break
		}
		plainest = c
	}
	if plainest == nil {
		return nil
	}
	f.Concept = plainest
	err := l.centreFitting()
	f.Concept = l.simplifyConcept(f.Concept)
	f.Stages[f.Chosen].Concept = f.Concept
	return err
}

// findFitting returns a concept of the language that fits all examples and has at
// most the size, with the thresholds of the chosen stage and without number
// restrictions; nil if there is none.
func (l *run) findFitting(ctx context.Context, language dl.Language, size int) (dl.Concept, error) {
	space := interp.NewSpace(l.p, language)
	space.Thresholds = l.scale.thresholds(l.fitting.Stages[l.fitting.Chosen].K)
	c, _, err := l.o.Engine.Search(ctx, Task{
		Problem: l.p, Space: space, MinSize: 1, MaxSize: size, Exact: true, Score: l.o.Score, Bound: l.fitting.Confusion,
		Found: func(c dl.Concept) (interp.Confusion, error) { return l.eval.Classify(l.p, c) },
	})
	return c, err
}
