package learner_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// makeColoured returns a problem of 40 things with a colour each, and a parent among them.
// Those of the first colour are positive; of the others, the label of one in flip.
func makeColoured(t *testing.T, rng *rand.Rand, flip int) (p interp.Problem, first dl.Concept) {
	t.Helper()
	var b interp.Builder
	var pos, neg []string
	for i := range 40 {
		thing := fmt.Sprint("thing", i)
		colour := rng.IntN(4)
		b.AddName("Thing", thing)
		b.AddRole("colour", thing, fmt.Sprint("colour", colour))
		b.AddRole("parent", thing, fmt.Sprint("thing", rng.IntN(40)))
		if colour == 0 || flip > 0 && rng.IntN(flip) == 0 {
			pos = append(pos, thing)
		} else {
			neg = append(neg, thing)
		}
	}
	for i := range 30 { // no examples: the numbers that a colour is counted by are not those of examples
		b.AddRole("colour", fmt.Sprint("other", i), fmt.Sprint("colour", rng.IntN(4)))
	}
	return dltest.Labelled(t, &b, pos, neg), dl.Exists{Role: dl.Role{IRI: "colour"}, C: dl.Nominal{IRI: "colour0"}}
}

// TestSharedValues: a value that examples share is used by its name, and not by the number
// of things that have it, with and without wrong labels. Things of the examples' kind get no
// nominals.
func TestSharedValues(t *testing.T) {
	for seed := range uint64(testsize.Rounds(20)) {
		p, want := makeColoured(t, rand.New(rand.NewPCG(seed, 1)), int(seed%2)*12)
		f := require.Value(
			learner.Learn(t.Context(), p,
				learner.Options{
					Language: dl.ALCQIF | dl.WithNominals,
					Shared:   true,
					Engine:   learner.Search{},
					MaxSize:  4,
					Select:   learner.SelectMDL,
				}))(t)
		check.That(t, f.Concept == want && f.Optimal && f.Nominals == 4 && f.Language.Has(dl.WithNominals),
			"seed %d: %v, optimal %v, %d nominals, %s", seed, f.Concept, f.Optimal, f.Nominals, f.Language)
	}
}

// TestNoSharedValues: if there are no shared values, the language has no nominals, and the
// result is the same as without Options.Shared.
func TestNoSharedValues(t *testing.T) {
	var b interp.Builder
	for i := range 20 { // everybody's parent is a person
		b.AddRole("parent", fmt.Sprint(i), fmt.Sprint((i*7+3)%20))
		if i%3 == 0 {
			b.AddName("Tall", fmt.Sprint(i))
		}
	}
	p := dltest.Labelled(t, &b, []string{"0", "3", "5"}, []string{"1", "2", "4"})
	o := learner.Options{Engine: learner.Search{}, MaxSize: 4}
	want := require.Value(learner.Learn(t.Context(), p, o))(t)
	o.Language, o.Shared = dl.ALCQIF|dl.WithNominals, true
	got, err := learner.Learn(t.Context(), p, o)
	check.That(t, err == nil && got.Language == dl.ALCQIF && got.Nominals == 0 && got.Concept == want.Concept,
		"%v in %s with %d nominals, want %v; %v", got.Concept, got.Language, got.Nominals, want.Concept, err)
	// What is known from before may use the name of a value that is shared no longer.
	o.Start = []dl.Concept{dl.Exists{Role: dl.Role{IRI: "parent"}, C: dl.Nominal{IRI: "3"}}}
	check.NoError(t, check.Error(learner.Learn(t.Context(), p, o)))
}

// TestHidden: no engine uses a hidden name of a concept or role, even if it would be the smallest fitting.
func TestHidden(t *testing.T) {
	for wanted, test := range map[string]struct {
		add  func(b *interp.Builder, a string)
		size int // of the fitting if nothing is hidden
		uses func(c dl.Concept) bool
	}{
		"concept": {func(b *interp.Builder, a string) { b.AddName("concept", a) }, 1,
			func(c dl.Concept) bool { return dl.Symbols(c)[dl.Name{IRI: "concept"}] }},
		"role": {func(b *interp.Builder, a string) { b.AddRole("role", a, "o") }, 2,
			func(c dl.Concept) bool { return dl.LanguageOf(c).Any(dl.WithRoles) }},
	} {
		var b interp.Builder
		for _, a := range []string{"p1", "p2"} {
			test.add(&b, a)
			b.AddName("Red", a)
			b.AddName("Round", a)
		}
		b.AddName("Red", "n1")
		b.AddName("Round", "n2")
		p := dltest.Labelled(t, &b, []string{"p1", "p2"}, []string{"n1", "n2"})
		p.Hidden = []string{wanted}
		for name, o := range map[string]learner.Options{
			"search": {Engine: learner.Search{}}, "sat": {Engine: learner.SAT{}}, "portfolio": {}, "optimal": {Optimal: true},
		} {
			o.Mode = learner.Exact
			f := require.Value(learner.Learn(t.Context(), p, o))(t)
			check.That(t, !test.uses(f.Concept) && f.Confusion.Correct() == 4 && (o.Optimal || f.Size == 3),
				"%s, %s: %v, size %d", wanted, name, f.Concept, f.Size)
		}
		p.Hidden = nil
		f, err := learner.Learn(t.Context(), p, learner.Options{Mode: learner.Exact})
		check.That(t, err == nil && test.uses(f.Concept) && f.Size == test.size, "%s not hidden: %v, %v", wanted, f.Concept,
			err)
	}
}

// cyclic returns a problem in which every individual lies on cycles of roles and has up to
// ten names, of which some are frequent and most rare. A concept labels the 100 examples;
// one label in ten is inverted.
func cyclic(tb testing.TB, rng *rand.Rand, individuals, names int) interp.Problem {
	tb.Helper()
	individual := func(i int) string { return dltest.Namespace + "i" + strconv.Itoa(i%individuals) }
	name := func(i int) string { return dltest.Namespace + "A" + strconv.Itoa(i) }
	role := func(i int) string { return dltest.Namespace + "r" + strconv.Itoa(i) }
	var b interp.Builder
	for i := range individuals {
		b.AddRole(role(0), individual(i), individual(i+1)) // one cycle through all
		for r := range 3 {
			b.AddRole(role(r), individual(i), individual(rng.IntN(individuals)))
		}
		for range 10 {
			b.AddName(name(int(float64(names)*math.Pow(rng.Float64(), 4))), individual(i))
		}
	}
	s := require.Value(b.Build(context.Background()))(tb)
	target := dl.Exists{Role: dl.Role{IRI: role(0)},
		C: dl.Or{L: dl.Name{IRI: name(0)}, R: dl.Exists{Role: dl.Role{IRI: role(1)}, C: dl.Name{IRI: name(1)}}}}
	x := require.Value(interp.NewEvaluator(s).Extension(target))(tb)
	p := interp.Problem{Structure: s}
	for _, i := range rng.Perm(individuals)[:100] {
		a, _ := s.Lookup(individual(i))
		if x.Test(uint(a)) != (rng.IntN(10) == 0) {
			p.Pos = append(p.Pos, a)
		} else {
			p.Neg = append(p.Neg, a)
		}
	}
	return p
}

// TestDeadlineOnLargeProblem: on a problem that is too large for the time limit, the first
// stages are proved, and the result is the best concept found, not optimal, with the
// evaluator's classification.
func TestDeadlineOnLargeProblem(t *testing.T) {
	p := cyclic(t, dltest.Rand(1), 3000, 300)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	f := require.Value(
		learner.Learn(ctx, p, learner.Options{Language: dl.ALCQIF, MaxSize: 14, Engine: learner.Search{Workers: 2}}))(t)
	require.That(t, f.Concept != nil && !f.Optimal, "%#v, optimal %v", f.Concept, f.Optimal)
	// The proved stages come first. Later ones have concepts found before their stages.
	open := false
	for i, s := range f.Stages {
		check.That(t, !s.Proved || !open, "stage %d of %d is proved, an earlier one is not", i+1, len(f.Stages))
		open = open || !s.Proved
	}
	check.That(t, open, "all stages are proved")
	check.Equal(t, dltest.Classify(t, p, f.Concept), f.Confusion, "%#v is said to classify %+v, and does", f.Concept,
		f.Confusion)
	top := max(len(p.Pos), len(p.Neg))
	check.That(t, f.Confusion.Correct() >= top, "%d right, ⊤ or ⊥ has %d", f.Confusion.Correct(), top)
}

// TestAgreementHasDepth: an agreement of what a role leads to has role depth 2. With less, no engine uses it there:
// what is two steps away was perhaps not read.
func TestAgreementHasDepth(t *testing.T) {
	var b interp.Builder
	for _, x := range []string{"a", "c"} {
		b.AddRole("r", x, x+"1")
		b.AddRole("p", x, "here")
		b.AddRole("q", x, "here")
		b.AddRole("p", x+"1", "here")
	}
	b.AddRole("q", "a1", "here")
	b.AddRole("q", "c1", "there")
	p := dltest.Labelled(t, &b, []string{"a"}, []string{"c"})
	for _, engine := range []learner.Engine{learner.Search{}, learner.SAT{}} {
		o := learner.Options{
			Engine:   engine,
			Mode:     learner.Exact,
			Language: dl.WithExists | dl.WithAnd | dl.WithAgree,
			MaxDepth: 2,
		}
		f := require.Value(learner.Learn(t.Context(), p, o))(t)
		check.That(t, f.Size == 2 && f.Depth == 2 && f.Optimal, "%s: %#v", engine.Name(), f.Concept)
		o.MaxDepth = 1
		f, err := learner.Learn(t.Context(), p, o)
		check.That(t, errors.Is(err, learner.ErrNoFitting) && len(f.Ceiling.Pairs) == 1, "%s: %#v, %v", engine.Name(),
			f.Concept, err)
	}
	optimal := learner.Options{Optimal: true, Language: dl.ALCQIF | dl.WithAgree, MaxDepth: 2}
	f := require.Value(learner.Learn(t.Context(), p, optimal))(t)
	check.That(t, f.Confusion.Correct() == 2 && f.Depth <= 2, "%#v", f.Concept)
}
