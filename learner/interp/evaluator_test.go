package interp_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/brute"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

var (
	nameA = dl.Name{IRI: "A"}
	roleR = dl.Role{IRI: "r"}
)

func members(t testing.TB, e *interp.Evaluator, s *interp.Structure, c dl.Concept) []string {
	t.Helper()
	x, err := e.Extension(c)
	require.That(t, err == nil, "%v: %v", c, err)
	iris := []string{}
	for a := range x.EachSet() {
		iris = append(iris, s.IRI(interp.Individual(a)))
	}
	return iris
}

// spoil replaces some leaves of c by concepts with symbols that the structure does not
// have, and with numbers and values that dltest does not make.
func spoil(t testing.TB, rng *rand.Rand, c dl.Concept) dl.Concept {
	feature := func(name string) string { return dltest.Namespace + name }
	role := dl.Role{IRI: []string{"unknown", feature("r0")}[rng.IntN(2)], Inverse: rng.IntN(2) == 0}
	return dl.MapLeaves(c, func(leaf dl.Concept) dl.Concept {
		if rng.IntN(3) > 0 {
			return leaf
		}
		odd := []dl.Concept{
			dl.Name{IRI: "unknown"},
			dl.Compare{Feature: "unknown", Op: dl.GreaterEq, Value: dl.Int(0)},
			dl.Compare{Feature: "unknown", Op: dl.Equal, Value: dl.Bool(true)},
			dl.Compare{Feature: feature("b0"), Op: dl.Equal, Value: dl.Bool(false)},
			dl.Compare{Feature: feature("b0"), Op: dl.GreaterEq, Value: dl.Bool(false)},
			dl.Compare{Feature: feature("f0"), Op: dl.LessEq, Value: dl.Bool(true)},
			dl.Compare{Feature: feature("f0"), Op: dl.Equal, Value: dl.Bool(true)},
			dl.Compare{Feature: feature("f0"), Op: dl.Equal, Value: dl.Int(1)},
			dl.Compare{Feature: feature("s0"), Op: dl.GreaterEq, Value: dl.Str("a")},
			dl.Compare{Feature: "unknown", Op: dl.Equal, Value: dl.Str("a")},
			dl.Nominal{IRI: "unknown"},
			dl.Has("unknown"), dl.Has(feature("r0")), dl.AtLeastValues(2, feature("f0")),
			dl.Compare{Feature: feature("r0"), Op: dl.Lang, Value: dl.Str("en")},
			dl.Agree{R: role, S: dl.Role{IRI: feature("r0"), Closure: dl.Star}},
			dl.Exists{Role: dl.Role{IRI: "unknown", Closure: dl.Star}, C: leaf},
			dl.Exists{Role: role, C: leaf}, dl.ForAll{Role: role, C: leaf},
			dl.AtLeast{N: rng.IntN(5), Role: role, C: leaf}, dl.AtMost{N: rng.IntN(5), Role: role, C: leaf},
		}
		for _, k := range []string{"NaN", "INF", "-INF"} {
			odd = append(odd, dl.Compare{Feature: feature("f0"), Op: dl.Op(rng.IntN(3)), Value: value(t, dl.Double, k)})
		}
		return odd[rng.IntN(len(odd))]
	})
}

// TestEvaluatorAgainstNaiveSemantics compares 8,000 extensions with those of package
// brute. Each evaluator gets several concepts, to test its cache.
func TestEvaluatorAgainstNaiveSemantics(t *testing.T) {
	seen, nontrivial := dl.Language(0), 0
	for seed := range uint64(1000) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng,
			dltest.Config{
				Features: 1 + rng.IntN(2),
				Strings:  rng.IntN(2),
				Texts:    rng.IntN(2),
				Nominals: rng.IntN(2),
				Derived:  3 * rng.IntN(2),
			})
		e := interp.NewEvaluator(s)
		for range 8 {
			c := dltest.Concept(rng, s, dl.All, 1+rng.IntN(12), 4)
			if rng.IntN(2) == 0 {
				c = spoil(t, rng, c)
			}
			seen |= dl.LanguageOf(c)
			want := require.Value(brute.Extension(s, c))(t)
			x := require.Value(e.Extension(c))(t)
			require.That(t, x.Len() == uint(s.Len()), "seed %d: a set of %d for %d individuals", seed, x.Len(), s.Len())
			for a := range want {
				holds, err := e.Holds(c, interp.Individual(a))
				require.That(t, err == nil && holds == want[a] && x.Test(uint(a)) == want[a],
					"seed %d: %v at %s: set %v, Holds %v, %v; want %v", seed, c, s.IRI(interp.Individual(a)), x.Test(uint(a)), holds,
					err, want[a])
			}
			if x.Any() && !x.All() {
				nontrivial++
			}
		}
	}
	check.That(t, seen == dl.All && nontrivial >= 2000,
		"the test is weak: constructors %v, %d concepts tell individuals apart", seen, nontrivial)
}

// TestEvaluatorDAG evaluates concepts that share subtrees, with too many nodes to visit
// as trees, in time proportional to their memory.
func TestEvaluatorDAG(t *testing.T) {
	const n = 300
	s := build(t, func(b *interp.Builder) {
		for i := range n { // a cycle of individuals i0 → i1 → … → i0
			b.AddRole("r", dltest.Namespace+string(rune(0x4e00+i)), dltest.Namespace+string(rune(0x4e00+(i+1)%n)))
		}
		b.AddName("A", dltest.Namespace+string(rune(0x4e00)))
	})
	e := interp.NewEvaluator(s)
	for _, test := range []struct {
		name string
		step func(c dl.Concept) dl.Concept
	}{
		{"one memory", func(c dl.Concept) dl.Concept {
			return dl.And{L: dl.Exists{Role: roleR, C: c}, R: dl.ForAll{Role: roleR, C: c}}
		}},
		{"equal from two memories", func(c dl.Concept) dl.Concept {
			return dl.And{L: dl.AtLeast{N: 1, Role: roleR, C: c}, R: dl.AtLeast{N: 1, Role: roleR, C: c}}
		}},
		{"two operands below", func(c dl.Concept) dl.Concept { return dl.Exists{Role: roleR, C: dl.Or{L: c, R: c}} }},
	} {
		t.Run(test.name, func(t *testing.T) {
			var c dl.Concept = nameA
			for steps := 1; steps <= n; steps++ {
				c = test.step(c)
				if steps%50 != 0 {
					continue
				}
				x := require.Value(e.Extension(c))(t)
				require.That(t, x.Count() == 1 && x.Test(uint((n-steps)%n)), "%d steps before individual 0: %v", steps, x)
			}
		})
	}
}

// TestPaperExample checks Example 1 of Section 2 of the paper: ≤1 child.(height ≥ 140)
// fits {a}, {b}, and no concept without the feature does.
func TestPaperExample(t *testing.T) {
	child := dl.Role{IRI: "child"}
	var b interp.Builder
	for iri, height := range map[string]int64{"a1": 121, "a2": 145, "b1": 152, "b2": 163} {
		b.AddRole("child", iri[:1], iri)
		b.AddValue("height", iri, dl.Int(height))
	}
	p := dltest.Labelled(t, &b, []string{"a"}, []string{"b"})
	c := dl.AtMost{N: 1, Role: child, C: dl.Compare{Feature: "height", Op: dl.GreaterEq, Value: dl.Int(140)}}
	check.Equal(t, dltest.Classify(t, p, c), (interp.Confusion{TP: 1, TN: 1}))
	s := p.Structure
	check.Slice(t, members(t, interp.NewEvaluator(s), s, c), []string{"a", "a1", "a2", "b1", "b2"}, "holds at")
	l := require.Value(dl.ParseLanguage("alcqi"))(t)
	if c, _, found, err := brute.Exact(p, brute.Options{Language: l, MaxSize: 7, MaxNumber: 3}); err != nil || found {
		t.Errorf("%v fits without the feature, %v", c, err)
	}
}

func TestEvaluatorTable(t *testing.T) {
	// One successor of a is stated twice.
	s := dltest.Build(t, `r(a, b) r(a, b) r(a, a) r(b, c) A(b) f(a, 1) f(a, 9) f(b, 5) flag(a, true) flag(b, false)
		t(a, "New York, N.Y."@en-US) t(a, "newish") t(b, "NaN"^^double) u(a, 1) u(a, "1.0"^^decimal)
		u(b, "P1D"^^duration) u(b, c) r2(b, c)`)
	text := func(op dl.Op, v string) dl.Concept { return dl.Compare{Feature: "t", Op: op, Value: dl.Str(v)} }
	plus := func(r dl.Role, closure dl.Closure) dl.Role { r.Closure = closure; return r }
	compare := func(op dl.Op, n int64) dl.Concept { return dl.Compare{Feature: "f", Op: op, Value: dl.Int(n)} }
	flag := func(op dl.Op, x bool) dl.Concept { return dl.Compare{Feature: "flag", Op: op, Value: dl.Bool(x)} }
	unknown := dl.Role{IRI: "s"}
	r2 := dl.Role{IRI: "r2"}
	all := []string{"a", "b", "c"}
	tests := []struct {
		name string
		c    dl.Concept
		want []string
	}{
		{"top", dl.Top{}, all},
		{"bottom", dl.Bottom{}, nil},
		{"exists", dl.Exists{Role: roleR, C: nameA}, []string{"a"}},
		{"inverse", dl.Exists{Role: roleR.Inv(), C: nameA}, []string{"c"}},
		{"forall without successors", dl.ForAll{Role: roleR, C: nameA}, []string{"c"}},
		{"distinct successors", dl.AtLeast{N: 2, Role: roleR, C: dl.Top{}}, []string{"a"}},
		{"no third", dl.AtLeast{N: 3, Role: roleR, C: dl.Top{}}, nil},
		{"at least 0", dl.AtLeast{N: 0, Role: roleR, C: dl.Bottom{}}, all},
		{"at most 1", dl.AtMost{N: 1, Role: roleR, C: dl.Top{}}, []string{"b", "c"}},
		{"at most 0", dl.AtMost{N: 0, Role: roleR, C: nameA}, []string{"b", "c"}},
		{"some value is large", compare(dl.GreaterEq, 6), []string{"a"}},
		{"some value is small", compare(dl.LessEq, 4), []string{"a"}},
		{"both bounds, two values", dl.And{L: compare(dl.GreaterEq, 4), R: compare(dl.LessEq, 6)}, []string{"a", "b"}},
		{"equal", compare(dl.Equal, 5), []string{"b"}},
		{"not, without a value", dl.Not{C: compare(dl.GreaterEq, 6)}, []string{"b", "c"}},
		{"flag", flag(dl.Equal, true), []string{"a"}},
		{"flag false", flag(dl.Equal, false), []string{"b"}},
		{"booleans have no order", dl.Or{L: flag(dl.GreaterEq, false), R: flag(dl.LessEq, true)}, nil},
		{"a value of another family", dl.Compare{Feature: "f", Op: dl.GreaterEq, Value: value(t, dl.GYear, "0001")}, nil},
		{"unknown role, exists", dl.Exists{Role: unknown, C: dl.Top{}}, nil},
		{"unknown role, forall", dl.ForAll{Role: unknown, C: dl.Bottom{}}, all},
		{"unknown inverse, at most", dl.AtMost{N: 0, Role: unknown.Inv(), C: dl.Top{}}, all},
		{"a value of any type", dl.Has("t"), []string{"a", "b"}},
		{"a truth value", dl.Has("flag"), []string{"a", "b"}},
		{"no value", dl.Not{C: dl.Has("u")}, []string{"c"}},
		{"an individual as a value", dl.Has("r2"), []string{"b"}},
		{"two values: of two kinds, a duration and an individual", dl.AtLeastValues(2, "u"), []string{"a", "b"}},
		{"three values", dl.AtLeastValues(3, "u"), nil},
		{"starts", text(dl.Starts, "New"), []string{"a"}},
		{"case counts in starts", text(dl.Starts, "Newi"), nil},
		{"ends", text(dl.Ends, "Y."), []string{"a"}},
		{"word", text(dl.HasWord, "new york"), []string{"a"}},
		{"no word", text(dl.HasWord, "ish"), nil},
		{"a word that ends with a point", text(dl.HasWord, "n.y."), []string{"a"}},
		{"language", text(dl.Lang, "en"), []string{"a"}},
		{"narrower language", text(dl.Lang, "en-us-x"), nil},
		{"any language", text(dl.Lang, "*"), []string{"a"}},
		{"closure", dl.Exists{Role: plus(roleR, dl.Plus), C: nameA}, []string{"a"}},
		{"all of a closure", dl.ForAll{Role: plus(roleR, dl.Plus), C: dl.Not{C: nameA}}, []string{"b", "c"}},
		{"reflexive closure", dl.Exists{Role: plus(roleR, dl.Star), C: nameA}, []string{"a", "b"}},
		{"inverse closure", dl.Exists{Role: plus(roleR.Inv(), dl.Plus), C: nameA}, []string{"c"}},
		{"number in a closure", dl.AtLeast{N: 3, Role: plus(roleR, dl.Star), C: dl.Top{}}, []string{"a"}},
		{"unknown closure", dl.AtMost{N: 1, Role: plus(unknown, dl.Star), C: dl.Top{}}, all},
		{"agreement", dl.Agree{R: roleR, S: r2}, []string{"b"}},
		{"agreement with a closure", dl.Agree{R: plus(roleR, dl.Plus), S: plus(r2.Inv(), dl.Star)}, []string{"a"}},
		{"agreement with something unknown", dl.Agree{R: roleR, S: unknown}, nil},
		{"unknown name", dl.Not{C: dl.Name{IRI: "B"}}, all},
	}
	e := interp.NewEvaluator(s)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			check.Slice(t, members(t, e, s, test.c), test.want, "%v holds at", test.c)
		})
	}
}

func TestEvaluatorRefuses(t *testing.T) {
	e := interp.NewEvaluator(dltest.Build(t, "r(a, b)"))
	bad := map[string]dl.Concept{
		"nil":                   nil,
		"not nil":               dl.Not{},
		"half a pair":           dl.And{L: dl.Top{}},
		"other half":            dl.Or{R: dl.Top{}},
		"nil successor":         dl.Exists{Role: roleR},
		"negative at least":     dl.AtLeast{N: -1, Role: roleR, C: dl.Top{}},
		"negative at most":      dl.AtMost{N: -1, Role: roleR, C: dl.Top{}},
		"no value":              dl.Compare{Feature: "f"},
		"no operator":           dl.Compare{Feature: "f", Op: 3, Value: dl.Int(1)},
		"presence with a value": dl.Compare{Feature: "f", Op: dl.Present, Value: dl.Int(1)},
		"one of many":           dl.Compare{Feature: "f", Op: dl.Many, Value: dl.Int(1)},
		"no language":           dl.Compare{Feature: "f", Op: dl.Lang, Value: dl.Str("e n")},
		"no text":               dl.Compare{Feature: "f", Op: dl.Starts, Value: dl.Str("")},
		"deep":                  dl.Or{L: dl.Top{}, R: dl.ForAll{Role: roleR, C: dl.Not{C: dl.Compare{}}}},
	}
	for range 2 { // the second time from the cache
		for name, c := range bad {
			x, err := e.Extension(c)
			check.That(t, errors.Is(err, interp.ErrNotAConcept) && x == nil, "%s: %v, %v; want ErrNotAConcept", name, x, err)
			check.ErrorIs(t, check.Error(e.Holds(c, 0)), interp.ErrNotAConcept, "%s: Holds", name)
		}
	}
	x, err := e.Extension(dl.Top{})
	check.That(t, err == nil && x.Count() == 2, "after the refusals: %v, %v", x, err)
}

// TestInclusions compares inclusions with adding every member to every class by name, on
// random graphs of classes with cycles, some of them hidden.
func TestInclusions(t *testing.T) {
	for seed := range uint64(500) {
		rng := dltest.Rand(seed)
		n := 1 + rng.IntN(9)
		class := func(i int) string { return fmt.Sprint("C", i) }
		above := make([][]bool, n) // reflexive and transitive
		var b, stated interp.Builder
		for i := range above {
			above[i] = make([]bool, n)
			above[i][i] = true
		}
		for range rng.IntN(2 * n) {
			i, j := rng.IntN(n), rng.IntN(n)
			above[i][j] = true
			b.AddInclusion(class(i), class(j))
		}
		for k := range n {
			for i := range n {
				for j := range n {
					above[i][j] = above[i][j] || above[i][k] && above[k][j]
				}
			}
		}
		hidden := make([]bool, n)
		for i := range n {
			b.Name(class(i))
			if hidden[i] = rng.IntN(4) == 0; hidden[i] {
				b.Hide(class(i))
			} else {
				stated.Name(class(i))
			}
		}
		for range rng.IntN(6) {
			i, a := rng.IntN(n), fmt.Sprint("a", rng.IntN(5))
			b.AddName(class(i), a)
			stated.Individual(a)
			for j := range n {
				if above[i][j] && !hidden[j] {
					stated.AddName(class(j), a)
				}
			}
		}
		got, err1 := b.Build(t.Context())
		want, err2 := stated.Build(t.Context())
		require.NoError(t, errors.Join(err1, err2))
		require.That(t, slices.Equal(got.Signature().Atoms(), want.Signature().Atoms()), "seed %d: names %v, want %v", seed,
			got.Signature().Atoms(), want.Signature().Atoms())
		for i, c := range want.Signature().Atoms() {
			g, w := got.Atom(interp.ConceptID(i)), want.Atom(interp.ConceptID(i))
			require.That(t, g.Equal(w), "seed %d: %v has %s, want %s", seed, c, g, w)
		}
	}
}

// TestInclusionChain checks that the cost of a chain of classes is linear in its length.
// Adding all members by name would take five billion facts.
func TestInclusionChain(t *testing.T) {
	const n = 100_000
	var b interp.Builder
	for i := range n {
		b.AddInclusion(fmt.Sprint("C", i), fmt.Sprint("C", i+1))
		if i > 0 && i < n-10 {
			b.Hide(fmt.Sprint("C", i))
		}
	}
	b.AddName("C0", "a")
	s := require.Value(b.Build(t.Context()))(t)
	id, ok := s.Signature().Atom(dl.Name{IRI: fmt.Sprint("C", n)})
	check.That(t, ok && s.Atom(id).Count() == 1 && len(s.Signature().Atoms()) == 12, "%d names, the last known: %v",
		len(s.Signature().Atoms()), ok)
}

func TestBuildStops(t *testing.T) {
	ctx := check.Ended()
	var b interp.Builder
	b.AddRole("r", "a", "b")
	s, err := b.Build(ctx)
	check.That(t, errors.Is(err, context.Canceled) && s == nil, "a structure %v, error %v", s != nil, err)
}

// TestExtensionWithin: an evaluation over a closure ends with its context, whose error the evaluator does not
// keep.
func TestExtensionWithin(t *testing.T) {
	const n = 3000
	var b interp.Builder
	for i := range n {
		b.AddRole("r", fmt.Sprintf("i%d", i), fmt.Sprintf("i%d", i+1))
	}
	s := require.Value(b.Build(t.Context()))(t)
	plus := dl.Role{IRI: "r", Closure: dl.Plus}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		c    dl.Concept
		want uint
	}{
		{dl.AtLeast{N: 2, Role: plus, C: dl.Top{}}, n - 1},
		{dl.AtMost{N: 3, Role: dl.Role{IRI: "r", Closure: dl.Star}, C: dl.Top{}}, 3},
		{dl.Agree{R: plus, S: dl.Role{IRI: "r", Inverse: true}}, 0},
		{dl.Agree{R: plus, S: dl.Role{IRI: "r"}}, n},
		{dl.Exists{Role: plus, C: dl.Nominal{IRI: "i10"}}, 10},
	} {
		e := interp.NewEvaluator(s)
		_, err := e.ExtensionWithin(ended, tt.c)
		check.That(t, errors.Is(err, context.Canceled), "%v: error %v after the end", tt.c, err)
		_, err = e.ExtensionWithin(ended, nameA)
		check.That(t, err == nil, "%v: error %v of a name: the evaluator goes on with the concept", tt.c, err)
		x, err := e.ExtensionWithin(t.Context(), tt.c)
		check.That(t, err == nil && x.Count() == tt.want, "%v: %d members, error %v; want %d", tt.c, x.Count(), err, tt.want)
	}
}
