package optimal_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/brute"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/optimal"
)

// languages returns the languages of the table that have the boolean operations.
func languages() []dl.Language {
	var out []dl.Language
	for _, name := range dl.LanguageNames() {
		if l, err := dl.ParseLanguage(name); err == nil && l.Has(dl.WithNot) {
			out = append(out, l)
		}
	}
	return out
}

// task returns a random problem and a space of such a language. Every fifth language has
// random constructors, with ¬ and one of ⊓ and ⊔.
func task(seed uint64) (interp.Problem, interp.Space, *rand.Rand) {
	rng := dltest.Rand(seed)
	ls := languages()
	l := ls[seed%uint64(len(ls))]
	if seed%5 == 4 {
		l = dl.Language(rng.Uint32())&dl.ALCQIF | dl.WithNot | []dl.Language{dl.WithAnd, dl.WithOr}[rng.IntN(2)]
	}
	c := dltest.Config{
		Individuals: 3 + rng.IntN(20),
		Names:       1 + rng.IntN(2),
		NameDensity: 0.3 * rng.Float64(),
		Features:    1 - 2*rng.IntN(2),
		Booleans:    1 - 2*rng.IntN(2),
		RoleDensity: 0.4 + 2*rng.Float64(),
		Labels:      dltest.Labels(rng.IntN(4)),
	}
	if rng.IntN(3) == 0 {
		l |= dl.Language(rng.Uint32()) & dl.Additions
		c.Nominals, c.Strings, c.Texts, c.Derived = 1+rng.IntN(3), rng.IntN(2), rng.IntN(2), rng.IntN(2)
	}
	p := dltest.Problem(rng, c)
	sp := interp.NewSpace(&p, l)
	sp.MaxNumber = rng.IntN(4) - 1
	for _, f := range interp.Features(&p, l) {
		sp.Thresholds[f] = p.Structure.Values(f)
		if rng.IntN(2) == 0 {
			sp.Thresholds[f] = slices.DeleteFunc(slices.Clone(sp.Thresholds[f]), func(dl.Value) bool { return rng.IntN(2) == 0 })
		}
	}
	if rng.IntN(4) == 0 {
		sp.Roles = slices.DeleteFunc(sp.Roles, func(interp.RoleID) bool { return rng.IntN(3) == 0 })
	}
	if rng.IntN(2) == 0 {
		sp.MaxDepth = 1 + rng.IntN(3)
	}
	return p, sp, rng
}

func classes(t *testing.T, p *interp.Problem, sp interp.Space) func(interp.Individual) uint32 {
	t.Helper()
	depth := bisim.Unbounded
	if sp.MaxDepth > 0 {
		depth = sp.MaxDepth
	}
	levels := require.Value(bisim.Compute(context.Background(), p.Structure, sp, depth, sp.MaxNumber, nil))(t)
	return func(a interp.Individual) uint32 { return levels.Class(levels.Depth(), a) }
}

// TestFitReachesTheCeiling is Theorem 2: for any language, numbers, thresholds, depth and
// score, the concept is in the space and has the best score possible, by the evaluator and,
// if its tree is small enough, by the naive semantics.
func TestFitReachesTheCeiling(t *testing.T) {
	imperfect, deep := 0, 0
	n := testsize.Choose(300, 1500)
	for seed := range uint64(n) {
		p, sp, _ := task(seed)
		class := classes(t, &p, sp)
		eval := interp.NewEvaluator(p.Structure)
		for _, score := range []interp.Score{interp.Accuracy, interp.F1, interp.Balanced} {
			where := fmt.Sprintf("seed %d, %s, %s, depth %d, numbers to %d", seed, sp.Language, score, sp.MaxDepth, sp.MaxNumber)
			want := bisim.CeilingOf(&p, class, score).Confusion
			c, err := optimal.Fit(context.Background(), p, sp, score)
			if errors.Is(err, optimal.ErrEmptySpace) && len(sp.Atoms) == 0 {
				continue
			}
			require.That(t, err == nil, "%s: %v", where, err)
			dltest.CheckSpace(t, where, p.Structure, sp, c)
			x, err := eval.Extension(c)
			require.That(t, err == nil, "%s: %v", where, err)
			got := p.Classify(x)
			require.That(t, got == want, "%s: %+v, want %+v", where, got, want)
			if dl.Size(c) < 100_000 {
				naive := require.Value(brute.Extension(p.Structure, c))(t)
				for a, in := range naive {
					require.That(t, in == x.Test(uint(a)), "%s: the semantics disagree at %d", where, a)
				}
			}
			if want.Correct() < want.Total() {
				imperfect++
			}
			if dl.Depth(c) > 1 {
				deep++
			}
		}
	}
	check.That(t, imperfect >= n/3 && deep >= n/4, "only %d problems without a perfect concept, %d with deep concepts",
		imperfect, deep)
}

// TestClassesAreTheCoarsest: for any two individuals of different classes, a concept of the
// space separates them. (A test of package bisim checks that no concept separates
// individuals of one class.)
func TestClassesAreTheCoarsest(t *testing.T) {
	pairs := 0
	for seed := range uint64(250) {
		p, sp, rng := task(seed)
		class := classes(t, &p, sp)
		eval := interp.NewEvaluator(p.Structure)
		for range 25 {
			a, b := interp.Individual(rng.IntN(p.Structure.Len())), interp.Individual(rng.IntN(p.Structure.Len()))
			if class(a) == class(b) {
				continue
			}
			c := require.Value(
				optimal.Fit(context.Background(), interp.Problem{Structure: p.Structure, Pos: []interp.Individual{a},
					Neg: []interp.Individual{b}}, sp, interp.Accuracy))(t)
			dltest.CheckSpace(t, fmt.Sprintf("seed %d", seed), p.Structure, sp, c)
			x := require.Value(eval.Extension(c))(t)
			require.That(t, x.Test(uint(a)) && !x.Test(uint(b)), "seed %d, %s: %#v does not tell %d from %d", seed, sp.Language,
				c, a, b)
			pairs++
		}
	}
	check.That(t, pairs >= 2500, "only %d pairs", pairs)
}

// ladder returns a problem with individuals good and bad on each level. Both have
// r-successors gb and bg; good also has gg. Their names state whether the s- and the
// t-successor is the good or the bad individual of the level below. So ∃r.(∃s.C ⊓ ∃t.C)
// separates good from bad, if C does on the level below.
func ladder(t *testing.T, levels int) interp.Problem {
	t.Helper()
	var b interp.Builder
	b.AddName("A", "good0")
	b.Individual("bad0")
	for i := 1; i <= levels; i++ {
		name := func(s string, i int) string { return fmt.Sprintf("%s%d", s, i) }
		side := map[byte]string{'g': name("good", i-1), 'b': name("bad", i-1)}
		for _, pair := range []string{"gg", "gb", "bg"} {
			b.AddRole("r", name("good", i), name(pair, i))
			if pair != "gg" {
				b.AddRole("r", name("bad", i), name(pair, i))
			}
			b.AddRole("s", name(pair, i), side[pair[0]])
			b.AddRole("t", name(pair, i), side[pair[1]])
		}
	}
	return dltest.Labelled(t, &b, []string{fmt.Sprintf("good%d", levels)}, []string{fmt.Sprintf("bad%d", levels)})
}

func TestDAGIsPolynomialWhereTheTreeIsExponential(t *testing.T) {
	alc, _ := dl.ParseLanguage("alc")
	before := 0
	for _, levels := range []int{100, 200, 400} {
		p := ladder(t, levels)
		c := require.Value(optimal.Fit(context.Background(), p, interp.NewSpace(&p, alc), interp.Accuracy))(t)
		got := dltest.Classify(t, p, c)
		require.That(t, got.Correct() == 2, "%d levels: %+v", levels, got)
		check.That(t, dl.Size(c) == math.MaxInt, "%d levels: tree of %d nodes", levels, dl.Size(c))
		exponential := new(big.Int).Lsh(big.NewInt(1), uint(levels))
		check.That(t, optimal.TreeSize(c).Cmp(exponential) >= 0, "%d levels: tree of %v nodes", levels, optimal.TreeSize(c))
		dag := dl.DAGSize(c)
		check.That(t, dag <= 20*levels && (before <= 0 || dag <= 2*before+10),
			"%d levels: DAG of %d nodes, %d for half of the levels", levels, dag, before)
		before = dag
	}
}

func TestTreeSize(t *testing.T) {
	for seed := range uint64(200) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{})
		c := dltest.Concept(rng, s, dl.ALCQIF, 1+rng.IntN(30), 3)
		got := optimal.TreeSize(c)
		require.That(t, got.Cmp(big.NewInt(int64(dl.Size(c)))) == 0, "%#v: %v, want %d", c, got, dl.Size(c))
	}
}

func TestFitErrors(t *testing.T) {
	p, sp, _ := task(0)
	for _, name := range []string{"el", "eli", "fl0", "elu"} {
		sp.Language, _ = dl.ParseLanguage(name)
		var lang *optimal.LanguageError
		_, err := optimal.Fit(context.Background(), p, sp, interp.Accuracy)
		check.That(t, errors.As(err, &lang) && lang.Language == sp.Language, "%s: err = %v", name, err)
	}
	sp.Language = dl.ALCQIF
	ctx := check.Ended()
	_, err := optimal.Fit(ctx, p, sp, interp.Accuracy)
	check.That(t, errors.Is(err, context.Canceled), "cancelled: err = %v", err)
	_, err = optimal.Fit(context.Background(), interp.Problem{Structure: p.Structure}, sp, interp.Accuracy)
	check.That(t, errors.Is(err, interp.ErrNoPositives), "no examples: err = %v", err)
}

// TestFitIsDeterministic: the same problem gives the same concept.
func TestFitIsDeterministic(t *testing.T) {
	for seed := range uint64(50) {
		p, sp, _ := task(seed)
		c, err := optimal.Fit(context.Background(), p, sp, interp.F1)
		if err != nil {
			continue
		}
		d := require.Value(optimal.Fit(context.Background(), p, sp, interp.F1))(t)
		var table dl.Table
		require.That(t, table.ID(c) == table.ID(d), "seed %d: two concepts", seed)
	}
}
