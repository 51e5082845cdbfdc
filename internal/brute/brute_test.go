package brute

import (
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

func correct(c interp.Confusion) float64 { return float64(c.Correct()) }

func TestExactTable(t *testing.T) {
	r, inv := dl.Role{IRI: "r"}, dl.Role{IRI: "r", Inverse: true}
	chain := dltest.ABox(t, "r(a, b) r(b, c) A(c)")
	fan := dltest.ABox(t, "r(a, x) r(a, y) r(b, x)")
	for _, test := range []struct {
		name     string
		p        interp.Problem
		language dl.Language
		size     int
		want     dl.Concept // nil if none
	}{
		{"a name", dltest.Labelled(t, chain, []string{"c"}, []string{"a", "b"}), 0, 1, dl.Name{IRI: "A"}},
		{"two steps", dltest.Labelled(t, chain, []string{"a"}, []string{"b", "c"}), dl.WithExists, 3,
			dl.Exists{Role: r, C: dl.Exists{Role: r, C: dl.Name{IRI: "A"}}}},
		{"no inverse", dltest.Labelled(t, chain, []string{"b"}, []string{"c"}), dl.WithExists | dl.WithInverse, 2,
			dl.Exists{Role: r, C: dl.Name{IRI: "A"}}},
		{"inverse", dltest.Labelled(t, chain, []string{"b", "c"}, []string{"a"}),
			dl.WithExists | dl.WithTop | dl.WithInverse, 2, dl.Exists{Role: inv, C: dl.Top{}}},
		{"inverse not in the language", dltest.Labelled(t, chain, []string{"b", "c"}, []string{"a"}),
			dl.WithExists | dl.WithTop, 0, nil},
		{"a number", dltest.Labelled(t, fan, []string{"a"}, []string{"b"}), dl.WithAtLeast | dl.WithTop, 2,
			dl.AtLeast{N: 2, Role: r, C: dl.Top{}}},
		{"at most 0", dltest.Labelled(t, fan, []string{"x"}, []string{"a"}), dl.WithAtMost | dl.WithTop, 2,
			dl.AtMost{N: 0, Role: r, C: dl.Top{}}},
		{"bottom below forall", dltest.Labelled(t, fan, []string{"x"}, []string{"a"}), dl.WithForAll | dl.WithBottom, 2,
			dl.ForAll{Role: r, C: dl.Bottom{}}},
		{"nothing in the language", dltest.Labelled(t, fan, []string{"x"}, []string{"a"}), dl.WithAnd, 0, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, size, found, err := Exact(test.p, Options{Language: test.language, MaxSize: 4, MaxNumber: 2})
			require.NoError(t, err)
			check.That(t, c == test.want && size == test.size && found == (test.want != nil),
				"got %v of size %d, found %v; want %v of size %d", c, size, found, test.want, test.size)
		})
	}
}

func TestRemovals(t *testing.T) {
	chain := dltest.ABox(t, "r(a, b) r(b, c) A(c)")
	r, inv := dl.Role{IRI: "r"}, dl.Role{IRI: "r", Inverse: true}
	for _, test := range []struct {
		name    string
		removed []dl.Role
		size    int // 0: none
	}{
		{"all roles", nil, 2}, // ∀r⁻.⊥
		{"without r⁻", []dl.Role{inv}, 3},
		{"without r", []dl.Role{r}, 2},
		{"without roles", []dl.Role{r, inv}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := dltest.Labelled(t, chain, []string{"a"}, []string{"b", "c"})
			for _, r := range test.removed {
				p.Removed = append(p.Removed, interp.Removal{Role: r})
			}
			c, size, _, err := Exact(p, Options{Language: dl.ALCQIF, MaxSize: 4, MaxNumber: 1})
			require.That(t, err == nil && size == test.size, "got %v of size %d, %v; want size %d", c, size, err, test.size)
			if c == nil {
				return
			}
			dl.Walk(c, func(c dl.Concept) bool {
				r, ok := dl.RoleOf(c)
				check.That(t, !ok || !slices.Contains(test.removed, r), "%v uses a removed role", c)
				return true
			})
		})
	}
}

// TestDepth: ∃r.∃r.⊤ is the smallest, ∃r.(A ⊓ B) the smallest of depth 1.
func TestDepth(t *testing.T) {
	s := dltest.ABox(t, "r(a, b) r(b, c) r(e, f) A(b) B(b) A(c) B(f)")
	p := dltest.Labelled(t, s, []string{"a"}, []string{"b", "c", "e", "f"})
	for _, test := range []struct{ bound, size, depth int }{{0, 3, 2}, {2, 3, 2}, {1, 4, 1}} {
		p.MaxDepth = test.bound
		c, size, found, err := Exact(p, Options{Language: dl.WithAnd | dl.WithExists | dl.WithTop, MaxSize: 4})
		check.That(t, err == nil && found && size == test.size && dl.Depth(c) == test.depth,
			"bound %d: %v of size %d, %v; want size %d, depth %d", test.bound, c, size, err, test.size, test.depth)
	}
}

// TestShallowWitnessIsKept: ∃r.∃r.⊤ and the larger ∃r.(A ⊓ B) both hold at a; with depth 2,
// only the larger one fits below one more role.
func TestShallowWitnessIsKept(t *testing.T) {
	s := dltest.ABox(t, "r(a, b) r(b, c) r(e, f) A(b) B(b) A(c) B(f) s(p, a) s(q, b) s(t, e)")
	p := dltest.Labelled(t, s, []string{"p"}, []string{"q", "t"})
	for maxDepth, want := range map[int]int{1: 0, 2: 5, 3: 4} {
		p.MaxDepth = maxDepth
		c, size, _, err := Exact(p, Options{Language: dl.WithAnd | dl.WithExists | dl.WithTop, MaxSize: 6})
		check.That(t, err == nil && size == want && (c == nil || dl.Depth(c) == maxDepth),
			"depth %d: %v of size %d, %v; want size %d", maxDepth, c, size, err, want)
	}
}

func TestFeatures(t *testing.T) {
	b := dltest.ABox(t, "f(a, 0) f(b, 10) f(c, 20) g(a, true) g(b, false)")
	data := dl.WithDataAtLeast | dl.WithDataAtMost
	le := func(v int64) dl.Concept { return dl.Compare{Feature: "f", Op: dl.LessEq, Value: dl.Int(v)} }
	isG := dl.Compare{Feature: "g", Op: dl.Equal, Value: dl.Bool(true)}
	for _, test := range []struct {
		name       string
		language   dl.Language
		thresholds map[string][]dl.Value
		removed    []interp.Removal
		pos, neg   []string
		want       dl.Concept
	}{
		{"boolean", 0, nil, nil, []string{"a"}, []string{"b", "c"}, isG},
		{"boolean removed", 0, nil, []interp.Removal{{Feature: "g"}}, []string{"a"}, []string{"b", "c"}, nil},
		{"false is no atom", 0, nil, nil, []string{"b"}, []string{"a", "c"}, nil},
		{"all values", data, nil, nil, []string{"a", "b"}, []string{"c"}, le(10)},
		{"only at least", dl.WithDataAtLeast, nil, nil, []string{"a", "b"}, []string{"c"}, nil},
		{"given thresholds", data, map[string][]dl.Value{"f": {dl.Int(15)}}, nil, []string{"a", "b"}, []string{"c"},
			le(15)},
		{"thresholds that do not help", data, map[string][]dl.Value{"f": {dl.Int(5)}}, nil, []string{"a", "b"},
			[]string{"c"}, nil},
		{"no thresholds", data, map[string][]dl.Value{}, nil, []string{"a", "b"}, []string{"c"}, nil},
		{"feature removed", data, nil, []interp.Removal{{Feature: "f"}}, []string{"a", "b"}, []string{"c"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := dltest.Labelled(t, b, test.pos, test.neg)
			p.Removed = test.removed
			c, _, _, err := Exact(p, Options{Language: test.language, MaxSize: 1, Thresholds: test.thresholds})
			check.That(t, err == nil && c == test.want, "got %v, %v; want %v", c, err, test.want)
		})
	}
}

// all returns every concept of size k, without any optimisation.
func all(o Options, leaves []dl.Concept, roles []dl.Role, k int) []dl.Concept {
	if k == 1 {
		return leaves
	}
	var cs []dl.Concept
	add := func(m dl.Language, c dl.Concept) {
		if o.Language.Has(m) {
			cs = append(cs, c)
		}
	}
	for _, d := range all(o, leaves, roles, k-1) {
		add(dl.WithNot, dl.Not{C: d})
		for _, r := range roles {
			add(dl.WithExists, dl.Exists{Role: r, C: d})
			add(dl.WithForAll, dl.ForAll{Role: r, C: d})
			for n := 1; n <= o.MaxNumber; n++ {
				add(dl.WithAtLeast, dl.AtLeast{N: n, Role: r, C: d})
			}
			for n := 0; n <= o.MaxNumber; n++ {
				add(dl.WithAtMost, dl.AtMost{N: n, Role: r, C: d})
			}
		}
	}
	for i := 1; i < k-1; i++ {
		for _, c := range all(o, leaves, roles, i) {
			for _, d := range all(o, leaves, roles, k-1-i) {
				add(dl.WithAnd, dl.And{L: c, R: d})
				add(dl.WithOr, dl.Or{L: c, R: d})
			}
		}
	}
	return cs
}

// TestAgainstFullEnumeration: observational equivalence loses nothing.
func TestAgainstFullEnumeration(t *testing.T) {
	for seed := range uint64(120) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng,
			dltest.Config{Individuals: 5, Names: 1, Roles: 1, Features: -1, Booleans: -1, Nominals: rng.IntN(2)})
		p.MaxDepth = rng.IntN(3)
		o := Options{Language: dl.Language(rng.Uint32()) & dl.All, MaxSize: 4, MaxNumber: rng.IntN(3)}
		e := newEnumerator(p, o)
		got := require.Value(Best(p, o, correct))(t)
		best, found := 0, false
		for k := 1; k <= o.MaxSize; k++ {
			for _, c := range all(o, e.leaves, e.roles, k) {
				if p.MaxDepth > 0 && dl.Depth(c) > p.MaxDepth {
					continue
				}
				x := require.Value(e.w.extension(c))(t)
				best, found = max(best, classify(p, x).Correct()), true
			}
			b := got.Best[k]
			require.That(t, found == (b.Concept != nil) && (!found || b.Confusion.Correct() == best),
				"seed %d, size %d, language %v, depth %d: best %d, want %d", seed, k, o.Language, p.MaxDepth, b.Confusion.Correct(),
				best)
		}
	}
}

func TestErrors(t *testing.T) {
	s := require.Value(dltest.ABox(t, "A(a)").Build(t.Context()))(t)
	if _, _, _, err := Exact(interp.Problem{Structure: s}, Options{MaxSize: 1}); err == nil {
		t.Error("no error for a problem without examples")
	}
	for _, c := range []dl.Concept{nil, dl.Not{}, dl.And{L: dl.Top{}}} {
		x, err := Extension(s, c)
		check.That(t, err != nil, "%#v: extension %v, want an error", c, x)
	}
}
