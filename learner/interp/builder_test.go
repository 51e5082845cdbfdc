package interp_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

var value = dltest.Value

func build(t testing.TB, facts ...func(*interp.Builder)) *interp.Structure {
	t.Helper()
	var b interp.Builder
	for _, f := range facts {
		f(&b)
	}
	return require.Value(b.Build(t.Context()))(t)
}

// randomFacts returns facts of all sorts, with repetitions, as calls of a builder.
func randomFacts(t testing.TB, rng *rand.Rand) []func(*interp.Builder) {
	draw := func(letter string, n int) string { return fmt.Sprint(letter, rng.IntN(n)) }
	values := []dl.Value{dl.Int(1), value(t, dl.Decimal, "1"), value(t, dl.Double, "1"), dl.Int(2),
		value(t, dl.Double, "0.1"), value(t,
			dl.Decimal, "0.1"), value(t, dl.GYear, "2000"), value(t, dl.Date, "2000-01-01"), value(t, dl.Double,
			"NaN"), dl.Bool(true), dl.Bool(false), value(t, dl.Float, "INF"), dl.Str("s"), dl.Str("t"), dl.Str("")}
	var facts []func(*interp.Builder)
	for range 5 + rng.IntN(60) {
		a := draw("a", 8)
		b := draw("a", 8)
		f := draw("f", 3)
		v := values[rng.IntN(len(values))]
		c, r := draw("A", 3), draw("r", 3)
		fact := []func(*interp.Builder){func(x *interp.Builder) { x.AddName(c, a) },
			func(x *interp.Builder) { x.AddRole(r, a, b) }, func(x *interp.Builder) { x.AddValue(f, a, v) },
			func(x *interp.Builder) { x.Individual(a) },
			func(x *interp.Builder) { x.Name(c); x.Role(r); x.Feature(f) }}[rng.IntN(5)]
		for range 1 + rng.IntN(2) {
			facts = append(facts, fact)
		}
	}
	return facts
}

func TestBuilderOrderDoesNotMatter(t *testing.T) {
	for seed := range uint64(300) {
		rng := dltest.Rand(seed)
		facts := randomFacts(t, rng)
		want := build(t, facts...)
		rng.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
		got := build(t, facts...)
		require.That(t, reflect.DeepEqual(got, want), "seed %d: the order of %d facts matters", seed, len(facts))
		twice := build(t, append(facts, facts...)...)
		require.That(t, reflect.DeepEqual(twice, want), "seed %d: facts stated twice make a difference", seed)
	}
}

func TestBuilderGoesOn(t *testing.T) {
	var b interp.Builder
	b.AddRole("r", "a", "b")
	b.AddValue("f", "a", dl.Int(2))
	first := require.Value(b.Build(t.Context()))(t)
	b.AddRole("r", "a", "0") // sorts before the others
	b.AddValue("f", "a", dl.Int(1))
	b.AddName("A", "a")
	second := require.Value(b.Build(t.Context()))(t)
	check.That(t, first.Len() == 2 && first.NumFacts() == 2 && len(first.Signature().Atoms()) == 0 &&
		len(first.Values(0)) == 1,
		"the first structure changed: %d individuals, %d facts", first.Len(), first.NumFacts())
	check.That(t, second.Len() == 3 && second.NumFacts() == 5,
		"the second structure: %d individuals, %d facts; want 3, 5", second.Len(), second.NumFacts())
}

// TestDomain: a concept that only excludes has the individuals of the domain as members, and a concept
// has others only by what it requires.
func TestDomain(t *testing.T) {
	var b interp.Builder
	b.AddName("A", "a")
	b.Individual("b")
	b.EndDomain()
	b.AddRole("p", "a", "statement")
	s := require.Value(b.Build(t.Context()))(t)
	p := dl.Role{IRI: "p"}
	for _, test := range []struct {
		c              dl.Concept
		members, whole uint
	}{
		{dl.Top{}, 2, 3},
		{dl.Not{C: dl.Name{IRI: "A"}}, 1, 2},
		{dl.ForAll{Role: p, C: dl.Bottom{}}, 1, 2},
		{dl.AtMost{N: 0, Role: p, C: dl.Top{}}, 1, 2},
		{dl.Exists{Role: p, C: dl.Not{C: dl.Name{IRI: "A"}}}, 1, 1},
		{dl.Exists{Role: p.Inv(), C: dl.Top{}}, 1, 1},
	} {
		e := interp.NewEvaluator(s)
		members, extension := require.Value(e.Members(test.c))(t), require.Value(e.Extension(test.c))(t)
		check.That(t, members.Count() == test.members && extension.Count() == test.whole,
			"%v: %d members of %d; want %d of %d", test.c,
			members.Count(), extension.Count(), test.members, test.whole)
	}
}

// TestStructureInvariants checks that identifiers are dense and sorted, that both directions
// of a role agree, that successors and ranks are sorted without repetition, and that all
// ways to read the structure agree.
func TestStructureInvariants(t *testing.T) {
	for seed := range uint64(300) {
		s := build(t, randomFacts(t, dltest.Rand(seed))...)
		sig := s.Signature()
		facts := 0
		for a := range interp.Individual(s.Len()) {
			got, ok := s.Lookup(s.IRI(a))
			require.That(t, ok && got == a, "seed %d: Lookup(%q) = %d, %v; want %d", seed, s.IRI(a), got, ok, a)
			require.That(t, a <= 0 || s.IRI(a-1) < s.IRI(a), "seed %d: individual %q not in order", seed, s.IRI(a))
		}
		for i, c := range sig.Atoms() {
			id, ok := sig.Atom(c)
			require.That(t, ok && int(id) == i, "seed %d: Atom(%v) = %d, %v; want %d", seed, c, id, ok, i)
			facts += int(s.Atom(id).Count())
		}
		for r := range interp.RoleID(sig.NumRoles()) {
			role := sig.Role(r)
			if id, ok := sig.RoleID(role); !ok || id != r || role.Inverse != (r%2 == 1) || sig.Role(r.Inv()) != role.Inv() {
				t.Fatalf("seed %d: role %d is %v, number %d, %v", seed, r, role, id, ok)
			}
			require.That(t, r <= 1 || sig.Role(r-2).IRI < role.IRI, "seed %d: role %v not in order", seed, role)
			sources, most := []interp.Individual(nil), 0
			for a := range interp.Individual(s.Len()) {
				successors := s.Successors(r, a)
				require.That(t, increasing(successors), "seed %d: successors %v not sorted or not distinct", seed, successors)
				if len(successors) > 0 {
					sources = append(sources, a)
				}
				most = max(most, len(successors))
				if !role.Inverse {
					facts += len(successors)
				}
				for b := range interp.Individual(s.Len()) {
					require.That(t, slices.Contains(successors, b) == slices.Contains(s.Successors(r.Inv(), b), a),
						"seed %d: %v(%d, %d) and its inverse disagree", seed, role, a, b)
				}
			}
			require.That(t, slices.Equal(s.Sources(r), sources) && s.MaxSuccessors(r) == most,
				"seed %d: sources %v and most %d, want %v and %d", seed, s.Sources(r), s.MaxSuccessors(r), sources, most)
			s.EachSource(r, func(a interp.Individual, successors []interp.Individual) {
				require.That(t, len(sources) != 0 && sources[0] == a && slices.Equal(successors, s.Successors(r, a)),
					"seed %d: EachSource visits %d with %v, want %v next", seed, a, successors, sources)
				sources = sources[1:]
			})
			require.That(t, len(sources) <= 0, "seed %d: EachSource left out %v", seed, sources)
		}
		for i, name := range sig.Features() {
			f, ok := sig.FeatureID(name)
			require.That(t, ok && int(f) == i && (i <= 0 || sig.Features()[i-1] < name),
				"seed %d: FeatureID(%q) = %d, %v", seed, name, f, ok)
			values, texts := s.Values(f), s.Strings(f)
			for i, v := range texts {
				require.That(t, v.Kind() == dl.String && (i <= 0 || texts[i-1].Lexical() < v.Lexical()),
					"seed %d: strings %v not in order", seed, texts)
			}
			require.That(t, slices.Equal(dl.SortValues(values), values), "seed %d: values %v not in order", seed, values)
			for _, kind := range []struct {
				values []dl.Value
				each   func(interp.FeatureID, func(interp.Individual, []uint32))
				ranks  func(interp.FeatureID, interp.Individual) []uint32
			}{{values, s.EachValued, s.Ranks}, {texts, s.EachString, s.StringRanks}} {
				used := map[uint32]bool{}
				visited := 0
				valued := 0
				kind.each(f, func(a interp.Individual, ranks []uint32) {
					visited++
					require.That(t, slices.Equal(ranks, kind.ranks(f, a)) && len(ranks) != 0 && increasing(ranks),
						"seed %d: ranks %v, %v", seed, ranks, kind.ranks(f, a))
					for _, rank := range ranks {
						used[rank] = true
					}
					facts += len(ranks)
				})
				for a := range interp.Individual(s.Len()) {
					valued += min(len(kind.ranks(f, a)), 1)
				}
				require.That(t, visited == valued && len(used) == len(kind.values),
					"seed %d: visited %d of %d; %d of %d values used", seed, visited, valued, len(used), len(kind.values))
			}
		}
		require.That(t, s.NumFacts() == facts, "seed %d: NumFacts = %d, want %d", seed, s.NumFacts(), facts)
	}
}

func increasing[T ~uint32](xs []T) bool {
	for i := 1; i < len(xs); i++ {
		if xs[i-1] >= xs[i] {
			return false
		}
	}
	return true
}

func TestAddValue(t *testing.T) {
	b := dltest.ABox(t, `f(a, "3"^^double) f(a, 3) f(b, "3.0"^^decimal) f(b, 5) g(c, "NaN"^^double) flag(e, false)`)
	b.AddValue("h", "d", dl.Value{})
	s := require.Value(b.Build(t.Context()))(t)
	sig := s.Signature()
	got, want := sig.Features(), []string{"f", "g", "h"}
	check.That(t, slices.Equal(got, want), "features %v, want %v: booleans are atoms", got, want)
	check.Slice(t, s.Values(0), []dl.Value{dl.Int(3), dl.Int(5)}, "values")
	check.That(t, s.Len() == 5 && s.NumFacts() == 4, "%d individuals, %d facts; want 5, 4", s.Len(), s.NumFacts())
	id, ok := sig.Atom(dl.Compare{Feature: "flag", Op: dl.Equal, Value: dl.Bool(false)})
	e, _ := s.Lookup("e")
	check.That(t, ok && s.Atom(id).Test(uint(e)), "flag = false is not an atom or does not hold")
}

func TestEmptyStructure(t *testing.T) {
	s := build(t)
	check.That(t, s.Len() == 0 && s.NumFacts() == 0 && s.Signature().NumRoles() == 0,
		"%d individuals, %d facts, %d roles", s.Len(), s.NumFacts(), s.Signature().NumRoles())
	for _, c := range []dl.Concept{dl.Top{}, dl.Not{C: dl.Bottom{}}, dl.ForAll{Role: dl.Role{IRI: "r"}, C: dl.Bottom{}}} {
		x, err := interp.NewEvaluator(s).Extension(c)
		check.That(t, err == nil && !x.Any(), "%v: %v, %v", c, x, err)
	}
}

// TestRolesOf: the roles of an individual are those by which it has successors.
func TestRolesOf(t *testing.T) {
	for seed := range uint64(50) {
		s := dltest.Problem(dltest.Rand(seed), dltest.Config{Individuals: 20, Roles: 4}).Structure
		for a := range interp.Individual(s.Len()) {
			var want []interp.RoleID
			for r := range interp.RoleID(s.Signature().NumRoles()) {
				if len(s.Successors(r, a)) > 0 {
					want = append(want, r)
				}
			}
			got := s.RolesOf(a)
			require.That(t, slices.Equal(got, want), "seed %d: individual %d has the roles %v, want %v", seed, a, got, want)
		}
	}
}
