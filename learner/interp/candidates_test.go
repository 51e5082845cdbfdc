package interp_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

func equals(f, s string) dl.Concept {
	return dl.Compare{Feature: f, Op: dl.Equal, Value: dl.Str(s)}
}

// TestCandidates uses five people of two genders. Examples, blank nodes, and what only
// one example reaches or what is too far away are not candidates.
func TestCandidates(t *testing.T) {
	b := dltest.ABox(t, `symbol(female, venus) code(venus, "far") name(female, "F")`)
	for person, gender := range map[string]string{
		"p1": "female",
		"p2": "female",
		"p3": "male",
		"p4": "male",
		"p5": "none",
	} {
		b.AddRole("gender", person, gender)
		b.AddRole("knows", person, "p1")
		b.AddRole("at", person, "_:office")
		b.AddValue("code", person, dl.Str("x"))
		b.AddValue("code", person, dl.Str("only "+person))
		b.AddValue("age", person, dl.Int(30))
	}
	people := dltest.Labelled(t, b, []string{"p1", "p2"}, []string{"p3", "p4", "p5"})
	female := dl.Nominal{IRI: "female"}
	male := dl.Nominal{IRI: "male"}
	venus := dl.Nominal{IRI: "venus"}
	forward := dl.All &^ dl.WithInverse
	for _, test := range []struct {
		name     string
		language dl.Language
		support  int
		limit    int
		depth    int
		removed  interp.Removal
		want     []dl.Concept
		left     string // in the reasons
	}{
		{"depth 1", forward, 2, 9, 1, interp.Removal{},
			[]dl.Concept{equals("code", "only p1"), equals("code", "x"), equals("name", "F"), female, male}, ""},
		{"depth 2", forward, 2, 9, 2, interp.Removal{},
			[]dl.Concept{equals("code", "far"), equals("code", "only p1"), equals("code", "x"), equals("name", "F"), female,
				male, venus}, ""},
		{"any depth", forward &^ dl.WithStrings, 2, 9, 0, interp.Removal{}, []dl.Concept{female, male, venus}, ""},
		{"everybody knows p1", forward &^ dl.WithStrings, 5, 9, 2, interp.Removal{}, []dl.Concept{female}, ""},
		{"no roles", forward &^ dl.WithRoles, 2, 9, 1, interp.Removal{}, []dl.Concept{equals("code", "x")}, ""},
		{"no support needed", forward &^ dl.WithStrings, 0, 9, 1, interp.Removal{},
			[]dl.Concept{female, male, dl.Nominal{IRI: "none"}}, ""},
		{"the best", forward, 2, 1, 1, interp.Removal{}, []dl.Concept{equals("code", "x"), female},
			"1 of 2 nominals are left out: at most 1 are allowed, those nearest to most examples"},
		{"the nearest", forward, 2, 2, 2, interp.Removal{},
			[]dl.Concept{equals("code", "only p1"), equals("code", "x"), female, male}, "1 of 3 nominals are left out"},
		{"a role is removed", forward, 2, 9, 1, interp.Removal{Role: dl.Role{IRI: "gender"}},
			[]dl.Concept{equals("code", "only p1"), equals("code", "x")}, ""},
		{"a feature is removed", forward, 2, 9, 1, interp.Removal{Feature: "code"},
			[]dl.Concept{equals("name", "F"), female, male}, ""},
		{"not in the language", dl.ALCQIF, 2, 9, 1, interp.Removal{}, nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := people
			p.MaxDepth = test.depth
			if test.removed != (interp.Removal{}) {
				p.Removed = []interp.Removal{test.removed}
			}
			got, removed := require.Values(interp.Candidates(t.Context(), &p, test.language,
				interp.Limits{Support: test.support, Values: test.limit}))(t)
			check.That(t, slices.Equal(got, test.want), "got %v, want %v", got, test.want)
			reasons := check.Map(removed, func(r interp.Removal) string { return r.Reason })
			all := strings.Join(reasons, "\n")
			check.That(t, strings.Contains(all, test.left) && (test.left == "") == (all == ""), "reasons %q, want %q", all,
				test.left)
		})
	}
}

// TestCandidatesAreThoseReached compares with one walk per example, also on problems
// with more than 64 examples.
func TestCandidatesAreThoseReached(t *testing.T) {
	for seed := range uint64(60) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{Individuals: 20 + rng.IntN(200), Strings: 1, RoleDensity: 0.3 + rng.Float64(),
			Positives: 10 + rng.IntN(80)})
		p.MaxDepth = rng.IntN(4)
		language := dl.All
		if rng.IntN(2) == 0 {
			language &^= dl.WithInverse
		}
		steps := -1
		if p.MaxDepth > 0 {
			steps = p.MaxDepth
		}
		seen := map[dl.Concept]int{}
		s, examples := p.Structure, slices.Concat(p.Pos, p.Neg)
		for _, e := range examples {
			reach := require.Value(interp.Reach(context.Background(), &interp.Problem{Structure: s, Pos: []interp.Individual{e}},
				interp.NewSpace(&p, language).Roles, steps))(t)
			mine := map[dl.Concept]bool{}
			for i := range reach[len(reach)-1].EachSet() {
				a := interp.Individual(i)
				if !slices.Contains(examples, a) {
					mine[dl.Nominal{IRI: s.IRI(a)}] = true
				}
				for f, feature := range s.Signature().Features() {
					for _, rank := range s.StringRanks(interp.FeatureID(f), a) {
						mine[dl.Compare{Feature: feature, Op: dl.Equal, Value: s.Strings(interp.FeatureID(f))[rank]}] = true
					}
				}
			}
			for c := range mine {
				seen[c]++
			}
		}
		support := 1 + rng.IntN(4)
		got, removed := require.Values(
			interp.Candidates(t.Context(), &p, language, interp.Limits{Support: support, Values: 1000}))(t)
		for _, c := range got {
			require.That(t, seen[c] >= support, "seed %d: %d examples reach %v", seed, seen[c], c)
			delete(seen, c)
		}
		for c, n := range seen {
			require.That(t, n < support, "seed %d: %d examples reach %v, which is not a candidate", seed, n, c)
		}
		require.That(t, len(removed) <= 0, "seed %d: removed %v", seed, removed)
	}
}

func TestWithAtoms(t *testing.T) {
	s := dltest.Build(t, `A(a) r(a, o) f(a, "s")`)
	o := dl.Nominal{IRI: "o"}
	more := require.Value(s.WithAtoms([]dl.Concept{equals("f", "s"), o, o}))(t)
	check.Slice(t, more.Signature().Atoms(), []dl.Concept{dl.Name{IRI: "A"}, equals("f", "s"), o}, "atoms")
	check.That(t, len(s.Signature().Atoms()) == 1 && more.NumFacts() == 3,
		"the structure has changed: atoms %v, %d facts", s.Signature().Atoms(), more.NumFacts())
	id, ok := more.Signature().Atom(o)
	a, _ := s.Lookup("o")
	check.That(t, ok && more.Atom(id).Count() == 1 && more.Atom(id).Test(uint(a)), "{o} holds at %v", more.Atom(id))
	_, err := s.WithAtoms([]dl.Concept{dl.Name{IRI: "B"}})
	check.That(t, err != nil, "a name became an atom")
}

// TestCandidatesStop: when the context has ended, Candidates returns its error.
func TestCandidatesStop(t *testing.T) {
	ctx := check.Ended()
	p := dltest.Problem(dltest.Rand(1), dltest.Config{Individuals: 20, Roles: 2})
	for _, shared := range []int{0, 20} {
		_, _, err := interp.Candidates(ctx, &p, dl.All, interp.Limits{Values: 10, Shared: shared})
		check.That(t, errors.Is(err, context.Canceled), "shared %d: %v", shared, err)
	}
}

// TestWithDerived: a problem gets the derived symbols of its language, of what its examples
// reach and the source has read whole.
func TestWithDerived(t *testing.T) {
	s := dltest.Build(t,
		`r(p, x) r(x, y) r(n, x) s(p, x) s(n, z) t(p, "New Town"@en-GB) t(n, "Old Town") gone(p, "Town") dur(p, "P1D"^^duration)`)
	r, _ := s.Signature().RoleID(dl.Role{IRI: "r"})
	check.Equal(t, fmt.Sprint(s.Chains(r)), "3 0 2 1", "edges, symmetric ones, values, those with a further value:")
	p, _ := s.Lookup("p")
	n, _ := s.Lookup("n")
	problem := interp.Problem{
		Structure: s,
		Pos:       []interp.Individual{p},
		Neg:       []interp.Individual{n},
		Removed:   []interp.Removal{{Feature: "gone"}},
	}
	compare := func(op dl.Op, v string) dl.Concept { return dl.Compare{Feature: "t", Op: op, Value: dl.Str(v)} }
	for _, test := range []struct {
		name       string
		language   dl.Language
		support    int
		incomplete dl.Language
		atoms      []dl.Concept
		roles      int
	}{
		{"nothing", dl.ALCQIF, 1, 0, nil, 4},
		{"presence", dl.WithPresence, 1, 0, []dl.Concept{dl.Has("dur"), dl.Has("t")}, 4},
		{"texts", dl.WithTexts, 1, 0, []dl.Concept{compare(dl.HasWord, "new"), compare(dl.HasWord, "old"),
			compare(dl.HasWord, "town"), compare(dl.Lang, "en")}, 4},
		{"texts of both", dl.WithTexts, 2, 0, []dl.Concept{compare(dl.HasWord, "town")}, 4},
		{"agreement", dl.WithAgree, 1, 0, []dl.Concept{dl.Agree{R: dl.Role{IRI: "r"}, S: dl.Role{IRI: "s"}}}, 4},
		{"closures of what composes", dl.WithClosures | dl.WithExists, 1, 0, nil, 8},
		{"not read", dl.Derived | dl.WithExists, 1, dl.Derived, nil, 4},
	} {
		problem.Incomplete = test.incomplete
		got := require.Value(
			interp.WithDerived(context.Background(), problem, test.language, interp.Limits{Support: test.support, Values: 9}))(t)
		sig := got.Structure.Signature()
		check.That(t, slices.Equal(sig.Atoms(), test.atoms) && sig.NumRoles() == test.roles,
			"%s: atoms %v, %d roles; want %v, %d", test.name, sig.Atoms(), sig.NumRoles(), test.atoms, test.roles)
	}
}
