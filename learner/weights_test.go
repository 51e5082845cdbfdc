package learner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/threshold"
)

// copies returns the problem with copies of the structure in place of weights. There are as
// many copies as the largest weight; an example of weight w is an example in w of them. No
// concept of any language distinguishes an individual from its copies.
func copies(t *testing.T, p interp.Problem) interp.Problem {
	t.Helper()
	s := p.Structure
	sig := s.Signature()
	most := slices.Max(slices.Concat(p.PosWeights, p.NegWeights, []int{1}))
	iri := func(a interp.Individual, i int) string { return fmt.Sprintf("%s/%d", s.IRI(a), i) }
	var b interp.Builder
	for _, c := range sig.Atoms() {
		if name, ok := c.(dl.Name); ok {
			b.Name(name.IRI)
		}
	}
	for i := range most {
		for a := range interp.Individual(s.Len()) {
			b.Individual(iri(a, i))
		}
		for id, c := range sig.Atoms() {
			for member := range s.Atom(interp.ConceptID(id)).EachSet() {
				a := interp.Individual(member)
				switch c := c.(type) {
				case dl.Name:
					b.AddName(c.IRI, iri(a, i))
				case dl.Compare:
					b.AddValue(c.Feature, iri(a, i), c.Value)
				}
			}
		}
		for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
			b.Role(sig.Role(r).IRI)
			s.EachSource(r, func(a interp.Individual, successors []interp.Individual) {
				for _, c := range successors {
					b.AddRole(sig.Role(r).IRI, iri(a, i), iri(c, i))
				}
			})
		}
		for f, feature := range sig.Features() {
			b.Feature(feature)
			s.EachValued(interp.FeatureID(f), func(a interp.Individual, ranks []uint32) {
				for _, rank := range ranks {
					b.AddValue(feature, iri(a, i), s.Values(interp.FeatureID(f))[rank])
				}
			})
		}
	}
	copied := func(examples []interp.Individual, weight func(int) int) (iris []string) {
		for k, a := range examples {
			for i := range weight(k) {
				iris = append(iris, iri(a, i))
			}
		}
		return iris
	}
	q := dltest.Labelled(t, &b, copied(p.Pos, p.PosWeight), copied(p.Neg, p.NegWeight))
	q.MaxDepth = p.MaxDepth
	q.Removed = p.Removed
	q.Hidden = p.Hidden
	return q
}

// TestWeightsAreCopies: a weighted problem has, at every stage, the best score and the
// ceiling of the problem with copies, for every engine and number of workers, with and
// without the quotient.
func TestWeightsAreCopies(t *testing.T) {
	testsize.SkipShort(t)
	engines := []Engine{SAT{}, SAT{Workers: 2}, SAT{NoQuotient: true}, Search{}, Search{Workers: 2}}
	weighted := 0
	for seed := range uint64(*problems / 5) {
		p, o := randomTask(t, seed+3_000_000)
		rng := dltest.Rand(seed)
		p.PosWeights, p.NegWeights = drawWeights(rng.IntN, len(p.Pos)), drawWeights(rng.IntN, len(p.Neg))
		if p.Weighted() {
			weighted++
		}
		if p.Structure.Signature().NumRoles() > 0 && o.Thresholds == 0 {
			// The copies include the neighbours of an example, which count towards the
			// entropy.
			o.Thresholds = 3
		}
		// Copies of a neighbour are different individuals, and copies have no texts. An agreement, or an order of
		// two features, of too few examples is left out, and copies are more examples.
		o.Language &^= dl.Values | dl.WithPresence | dl.WithTexts | dl.WithAgree | dl.WithLess
		o.MaxSize = min(o.MaxSize, 4)
		q := copies(t, p)
		o.Engine = Search{}
		want, err := Learn(context.Background(), q, o)
		require.That(t, err == nil || errors.Is(err, ErrNoFitting), "%v", err)
		for _, o.Engine = range engines {
			where := fmt.Sprintf("seed %d, %s, %s, %#v", seed, o.Language, o.Score, o.Engine)
			got, err := Learn(context.Background(), p, o)
			require.That(t, err == nil || errors.Is(err, ErrNoFitting), "%s: %v", where, err)
			require.That(t, o.Score.Compare(got.Ceiling.Confusion, want.Ceiling.Confusion) == 0,
				"%s: ceiling %+v, with copies %+v", where, got.Ceiling.Confusion, want.Ceiling.Confusion)
			require.That(t, len(got.Stages) == len(want.Stages) && got.Size == want.Size && got.Optimal == want.Optimal,
				"%s: %d stages to size %d, optimal %v; with copies %d to %d, %v", where, len(got.Stages), got.Size, got.Optimal,
				len(want.Stages), want.Size, want.Optimal)
			for i, s := range got.Stages {
				require.That(t, o.Score.Compare(s.Confusion, want.Stages[i].Confusion) == 0 &&
					s.Thresholds == want.Stages[i].Thresholds,
					"%s, stage %d: %+v by %#v, with copies %+v by %#v", where, i+1, s.Confusion, s.Concept, want.Stages[i].Confusion,
					want.Stages[i].Concept)
			}
		}
	}
	check.That(t, weighted >= *problems/10, "only %d weighted problems", weighted)
}

// TestWeightsCountValues: an example's own values count by its weight, like those of its
// copies; values farther away count once.
func TestWeightsCountValues(t *testing.T) {
	near, far := 0, 0
	for seed := range uint64(testsize.Rounds(400)) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng,
			dltest.Config{
				Individuals:  10,
				Roles:        rng.IntN(2)*3 - 1,
				Features:     2,
				ValueDensity: 0.3,
				Positives:    2,
				Negatives:    2,
				Weights:      3,
			},
		)
		values := func(p interp.Problem) []threshold.Feature {
			o := Options{}.withDefaults()
			scale := require.Value(newScale(context.Background(), &p, o, interp.NewSpace(&p, o.Language).Roles))(t)
			return scale.features
		}
		plain := p
		plain.PosWeights, plain.NegWeights = nil, nil
		got := values(p)
		once := values(plain)
		copied := values(copies(t, p))
		for f := range got {
			at := false // an example
			p.Structure.EachValued(interp.FeatureID(f), func(a interp.Individual, _ []uint32) {
				at = at || slices.Contains(p.Pos, a) || slices.Contains(p.Neg, a)
			})
			want := once[f]
			if at && p.Structure.Signature().NumRoles() == 0 {
				want = copied[f]
				near++
			} else if at {
				continue
			}
			if len(want.Values) > 0 && !at {
				far++
			}
			require.That(t, slices.Equal(got[f].Pos, want.Pos) && slices.Equal(got[f].Neg, want.Neg),
				"seed %d: %v and %v, want %v and %v", seed, got[f].Pos, got[f].Neg, want.Pos, want.Neg)
		}
	}
	check.That(t, near >= 40 && far >= 20, "%d features at examples, %d around them", near, far)
}

// drawWeights returns weights up to 3, or now and then none.
func drawWeights(below func(int) int, n int) []int {
	if below(5) == 0 {
		return nil
	}
	w := make([]int, n)
	for i := range w {
		w[i] = 1 + below(3)
	}
	return w
}

// TestHugeWeights: near the bound on weights, both engines find the optimum of complete
// enumeration.
func TestHugeWeights(t *testing.T) {
	for seed := range uint64(testsize.Rounds(*problems / 10)) {
		_, o := randomTask(t, seed)
		o.Score = interp.Score(seed % 3)
		o.MaxSize = min(o.MaxSize, 4)
		p := dltest.Problem(dltest.Rand(seed), dltest.Config{Individuals: 8, Features: -1, Weights: interp.MaxWeight / 8})
		for _, o.Engine = range []Engine{SAT{}, Search{}} {
			where := fmt.Sprintf("seed %d, %s, %s, %s", seed, o.Language, o.Score, o.Engine.Name())
			f, err := Learn(context.Background(), p, o)
			require.That(t, err == nil || errors.Is(err, ErrNoFitting), "%s: %v", where, err)
			last := f.Stages[len(f.Stages)-1]
			best := compareStage(t, where, referenceProblem(t, p, o), o, last)
			require.That(t, f.Concept == nil || f.Confusion == last.Confusion && (!f.Optimal || f.Size == best.Size),
				"%s: %+v by %#v, reference %+v by %#v", where, f.Confusion, f.Concept, best.Confusion, best.Concept)
		}
	}
}

// TestExactIgnoresWeights: exact fitting has the same result with and without weights.
func TestExactIgnoresWeights(t *testing.T) {
	fits := 0
	for seed := range uint64(testsize.Rounds(*problems / 10)) {
		p, o := randomTask(t, seed+4_000_000)
		o.Mode = Exact
		o.Engine = Search{} // of two concepts of one size, the engine that is first says one
		var with, without Fitting
		for i, f := range []*Fitting{&without, &with} {
			p.PosWeights, p.NegWeights = nil, nil
			if i == 1 {
				rng := dltest.Rand(seed)
				p.PosWeights, p.NegWeights = drawWeights(rng.IntN, len(p.Pos)), drawWeights(rng.IntN, len(p.Neg))
			}
			var err error
			*f, err = Learn(context.Background(), p, o)
			require.That(t, err == nil || errors.Is(err, ErrNoFitting), "%v", err)
		}
		require.That(t, with.Concept == without.Concept && with.Optimal == without.Optimal,
			"seed %d: %#v with weights, %#v without", seed, with.Concept, without.Concept)
		if with.Concept != nil {
			fits++
		}
	}
	check.That(t, fits != 0, "nothing was fitted")
}

// TestWeightsDecide: weights change the result of one problem, for every score.
func TestWeightsDecide(t *testing.T) {
	var b interp.Builder
	for _, a := range []string{"p1", "p2"} {
		b.AddName("Some", a)
	}
	b.AddName("Rare", "p3")
	for _, a := range []string{"n1", "n2"} {
		b.AddName("Rare", a)
	}
	b.Individual("n3")
	p := dltest.Labelled(t, &b, []string{"p1", "p2", "p3"}, []string{"n1", "n2", "n3"})
	names := dl.WithAnd // names alone
	for _, test := range []struct {
		weights []int // of the positives
		want    string
		tp, fp  int
	}{{nil, "Some", 2, 0}, {[]int{1, 1, 20}, "Rare", 20, 2}} {
		p.PosWeights = test.weights
		for _, score := range []interp.Score{interp.Accuracy, interp.F1, interp.Balanced} {
			for _, engine := range []Engine{SAT{}, Search{}} {
				f := require.Value(
					Learn(context.Background(), p, Options{Language: names, MaxSize: 1, Score: score, Engine: engine}))(t)
				check.That(t, f.Concept == (dl.Name{IRI: test.want}) && f.Confusion.TP == test.tp && f.Confusion.FP == test.fp,
					"weights %v, %s, %s: %#v, %+v", test.weights, score, engine.Name(), f.Concept, f.Confusion)
			}
		}
	}
	p.PosWeights = []int{1, 1}
	_, err := Learn(context.Background(), p, Options{})
	check.That(t, err != nil, "2 weights for 3 examples are not an error")
}
