package dl_test

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

func TestSimplify(t *testing.T) {
	a := dl.Name{IRI: "A"}
	b := dl.Name{IRI: "B"}
	r := dl.Role{IRI: "r"}
	not := func(c dl.Concept) dl.Concept { return dl.Not{C: c} }
	atMost := func(n int, c dl.Concept) dl.Concept { return dl.AtMost{N: n, Role: r, C: c} }
	atLeast := func(n int, c dl.Concept) dl.Concept { return dl.AtLeast{N: n, Role: r, C: c} }
	some := func(c dl.Concept) dl.Concept { return dl.Exists{Role: r, C: c} }
	all := func(c dl.Concept) dl.Concept { return dl.ForAll{Role: r, C: c} }
	top, bottom := dl.Concept(dl.Top{}), dl.Concept(dl.Bottom{})
	for _, test := range []struct {
		name      string
		language  dl.Language
		maxNumber int
		in, want  dl.Concept
	}{
		{"at most 3 negated", dl.ALCQIF, 0, not(atMost(3, top)), atLeast(4, top)},
		{"at least 4 negated", dl.ALCQIF, 0, not(atLeast(4, a)), atMost(3, a)},
		{"without at least", dl.ALCQIF &^ dl.WithAtLeast, 0, not(atMost(3, top)), not(atMost(3, top))},
		{"without larger numbers", dl.ALCQIF, 3, not(atMost(3, top)), not(atMost(3, top))},
		{"with numbers of its own", dl.ALCQIF, 2, not(atMost(3, atLeast(4, a))), atLeast(4, atLeast(4, a))},
		{"not bottom", dl.ALCQIF, 0, not(bottom), top},
		{"not bottom without top", dl.ALCQIF &^ dl.WithTop, 0, not(bottom), not(bottom)},
		{"not top", dl.ALCQIF, 0, not(top), bottom},
		{"double negation", dl.ALCQIF, 0, not(not(a)), a},
		{"no successor", dl.ALCQIF, 0, not(some(a)), atMost(0, a)},
		{"no successor in alc", dl.ALCQIF &^ (dl.WithAtMost | dl.WithAtLeast), 0, not(some(top)), all(bottom)},
		{"negation stays where it costs as much", dl.ALCQIF &^ (dl.WithAtMost | dl.WithAtLeast), 0, not(some(a)),
			not(some(a))},
		{"not all", dl.ALCQIF, 0, not(all(not(a))), some(a)},
		{"at most none negated", dl.ALCQIF, 0, not(atMost(0, a)), some(a)},
		{"at most none negated, without exists", dl.ALCQIF &^ dl.WithExists, 0, not(atMost(0, a)), atLeast(1, a)},
		{"de Morgan", dl.ALCQIF, 0, dl.Or{L: not(a), R: not(b)}, not(dl.And{L: a, R: b})},
		{"de Morgan backwards", dl.ALCQIF, 0, not(dl.And{L: not(a), R: not(b)}), dl.Or{L: a, R: b}},
		{"a superfluous operand", dl.ALCQIF, 0, dl.And{L: a, R: all(top)}, a},
		{"a contradiction", dl.ALCQIF, 0, some(dl.And{L: a, R: not(a)}), bottom},
		{"as it is", dl.ALCQIF, 0, dl.And{L: b, R: all(a)}, dl.And{L: b, R: all(a)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			check.Equal(t, dl.Simplify(test.in, test.language, test.maxNumber), test.want)
		})
	}
}

// TestSimplifyIsEquivalent compares random concepts with what they become.
func TestSimplifyIsEquivalent(t *testing.T) {
	changed := 0
	for seed := range uint64(5000) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{})
		language := dl.Language(rng.Uint32()) & dl.ALCQIF
		c := dltest.Concept(rng, s, language, 1+rng.IntN(9), 3)
		if c == nil {
			continue
		}
		used := dl.LanguageOf(c)
		allowed, most := used|dl.Language(rng.Uint32())&dl.ALCQIF, rng.IntN(5)
		got := dl.Simplify(c, allowed, most)
		eval := interp.NewEvaluator(s)
		want, err1 := eval.Extension(c)
		is, err2 := eval.Extension(got)
		require.That(t, err1 == nil && err2 == nil, "%v %v", err1, err2)
		switch {
		case !is.Equal(want):
			t.Fatalf("seed %d: %#v became %#v, which is not equivalent", seed, c, got)
		case dl.Size(got) > dl.Size(c) || dl.Depth(got) > dl.Depth(c):
			t.Fatalf("seed %d: %#v became %#v, which is larger or deeper", seed, c, got)
		case !allowed.Has(dl.LanguageOf(got)):
			t.Fatalf("seed %d: %#v became %#v, which is not in %s", seed, c, got, allowed)
		case dl.Simplify(got, allowed, most) != got:
			t.Fatalf("seed %d: %#v became %#v, which becomes something else", seed, c, got)
		}
		if got != c {
			changed++
		}
	}
	check.That(t, changed >= 500, "only %d concepts changed", changed)
}

func TestNNFTable(t *testing.T) {
	not := func(c dl.Concept) dl.Concept { return dl.Not{C: c} }
	for _, test := range []struct {
		name    string
		c, want dl.Concept
	}{
		{"name", nameA, nameA},
		{"not name", not(nameA), not(nameA)},
		{"not not", not(not(nameA)), nameA},
		{"not top", not(dl.Top{}), dl.Bottom{}},
		{"not bottom", not(dl.Bottom{}), dl.Top{}},
		{"not comparison", not(f3), not(f3)},
		{"not nominal", not(dl.Nominal{IRI: "o"}), not(dl.Nominal{IRI: "o"})},
		{"de Morgan", not(dl.And{L: nameA, R: not(nameB)}), dl.Or{L: not(nameA), R: nameB}},
		{"de Morgan, or", not(dl.Or{L: nameA, R: nameB}), dl.And{L: not(nameA), R: not(nameB)}},
		{"exists", not(dl.Exists{Role: roleR, C: nameA}), dl.ForAll{Role: roleR, C: not(nameA)}},
		{"forall", not(dl.ForAll{Role: roleR, C: not(nameA)}), dl.Exists{Role: roleR, C: nameA}},
		{"at least 0", not(dl.AtLeast{N: 0, Role: roleR, C: nameA}), dl.Bottom{}},
		{"at least 1", not(dl.AtLeast{N: 1, Role: roleR, C: nameA}), dl.AtMost{N: 0, Role: roleR, C: nameA}},
		{"at most 0", not(dl.AtMost{N: 0, Role: roleR, C: nameA}), dl.AtLeast{N: 1, Role: roleR, C: nameA}},
		{"the inner concept keeps its sign", not(dl.AtMost{N: 2, Role: roleR, C: not(not(nameA))}),
			dl.AtLeast{N: 3, Role: roleR, C: nameA}},
	} {
		t.Run(test.name, func(t *testing.T) { check.Equal(t, dl.NNF(test.c), test.want, "NNF(%v)", test.c) })
	}
}

// TestNNFProperty checks that the normal form is equivalent, has ¬ only before leaves, is not deeper, and is its own
// normal form.
func TestNNFProperty(t *testing.T) {
	for seed := range uint64(2000) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{})
		c := dltest.Concept(rng, s, dl.All, 1+rng.IntN(14), 3)
		if rng.IntN(2) == 0 {
			c = dl.Not{C: dl.Or{L: c, R: dl.AtLeast{N: 0, Role: roleR, C: c}}} // numbers that dltest does not make
		}
		d := dl.NNF(c)
		dl.Walk(d, func(e dl.Concept) bool {
			if not, ok := e.(dl.Not); ok {
				require.That(t, len(dl.Children(not.C)) <= 0, "seed %d: ¬ in front of %v in NNF(%v)", seed, not.C, c)
			}
			return true
		})
		require.That(t, dl.NNF(d) == d, "seed %d: NNF(%v) = %v changes again", seed, c, d)
		require.That(t, dl.Depth(d) <= dl.Depth(c), "seed %d: NNF(%v) is deeper", seed, c)
		eval := interp.NewEvaluator(s)
		x := require.Value(eval.Extension(c))(t)
		y := require.Value(eval.Extension(d))(t)
		require.That(t, x.Equal(y), "seed %d: %v holds at %v, its normal form %v at %v", seed, c, x, d, y)
	}
}

// TestPreferPresence: only ∃f.⊤ and the like of features become presence.
func TestPreferPresence(t *testing.T) {
	f, g := dl.Role{IRI: "f"}, dl.Role{IRI: "g"}
	tests := []struct {
		name     string
		in, want dl.Concept
	}{
		{"exists", dl.Exists{Role: f, C: dl.Top{}}, dl.Has("f")},
		{"none", dl.ForAll{Role: f, C: dl.Bottom{}}, dl.Not{C: dl.Has("f")}},
		{"at least", dl.AtLeast{N: 2, Role: f, C: dl.Top{}}, dl.AtLeastValues(2, "f")},
		{"at least none", dl.AtLeast{N: 0, Role: f, C: dl.Top{}}, dl.Top{}},
		{"at most, inside", dl.Exists{Role: g, C: dl.AtMost{N: 0, Role: f, C: dl.Top{}}},
			dl.Exists{Role: g, C: dl.Not{C: dl.Has("f")}}},
		{"inverse", dl.Exists{Role: f.Inv(), C: dl.Top{}}, dl.Exists{Role: f.Inv(), C: dl.Top{}}},
		{"with a condition", dl.Exists{Role: f, C: dl.Has("h")}, dl.Exists{Role: f, C: dl.Has("h")}},
		{"role", dl.Exists{Role: g, C: dl.Top{}}, dl.Exists{Role: g, C: dl.Top{}}},
	}
	for _, test := range tests {
		check.Equal(t, dl.PreferPresence(test.in, func(p string) bool { return p == "f" }), test.want, "%s", test.name)
	}
}

// TestPreferClasses: a value of the property to classes is a class.
func TestPreferClasses(t *testing.T) {
	a, b, above := dl.Nominal{IRI: "a"}, dl.Nominal{IRI: "b"}, dl.Role{IRI: "sub", Closure: dl.Star}
	value := func(c dl.Concept) dl.Concept { return dl.Exists{Role: dl.Role{IRI: "type"}, C: c} }
	classes := dl.Or{L: dl.Name{IRI: "a"}, R: dl.Name{IRI: "b"}}
	for _, test := range []struct{ in, want dl.Concept }{
		{dl.Not{C: value(a)}, dl.Not{C: dl.Name{IRI: "a"}}},
		{value(dl.Or{L: a, R: dl.Exists{Role: above, C: b}}), classes},
		{value(dl.Top{}), value(dl.Top{})},
		{dl.Exists{Role: above, C: a}, dl.Exists{Role: above, C: a}},
	} {
		got, found := dl.PreferClasses(test.in, "type", "sub")
		check.That(t, got == test.want && found == (test.in != test.want), "%v: %v, %v", test.in, got, found)
	}
}

const wd = dl.Statements("http://www.wikidata.org/prop/")

// mayor is "held the position mayor from 2000 on".
func mayor() dl.Concept {
	start := dl.Compare{Feature: wd.Property(dl.Qualifier, "P580"), Op: dl.GreaterEq, Value: dl.Int(2000)}
	return dl.Qualified{
		Statements: wd,
		Property:   "P39",
		Value:      []dl.Concept{dl.Nominal{IRI: "mayor"}},
		Qualifiers: []dl.Concept{start},
	}.Concept()
}

func TestQualifiedOf(t *testing.T) {
	c := mayor()
	q, ok := dl.QualifiedOf(c)
	check.That(t, ok && q.Statements == wd && q.Property == "P39" && len(q.Value) == 1 && len(q.Qualifiers) == 1 &&
		q.Concept() == c,
		"%v is read as %+v, %v", c, q, ok)
	direct := dl.Exists{Role: dl.Role{IRI: wd.Property(dl.Direct, "P39")}, C: dl.Nominal{IRI: "mayor"}}
	other := dl.Exists{
		Role: dl.Role{IRI: wd.Property(dl.Claim, "P39")},
		C:    dl.Exists{Role: dl.Role{IRI: wd.Property(dl.ValueOf, "P26")}, C: dl.Top{}},
	}
	for _, c := range []dl.Concept{direct, other, dl.Top{}, dl.Not{C: c},
		dl.Exists{Role: dl.Role{IRI: "r"}, C: dl.Top{}}} {
		q, ok := dl.QualifiedOf(c)
		check.That(t, !ok, "%v is read as %+v", c, q)
	}
}

// TestWithoutDeprecated: only what leads to statements changes, and it stays a concept about the
// statements that are not deprecated.
func TestWithoutDeprecated(t *testing.T) {
	claim, direct := dl.Role{IRI: wd.Property(dl.Claim, "P39")}, dl.Role{IRI: wd.Property(dl.Direct, "P39")}
	deprecated := dl.Exists{Role: dl.Role{IRI: dl.StatementRank}, C: dl.Nominal{IRI: dl.DeprecatedRank}}
	a, value := dl.Name{IRI: "A"}, dl.Role{IRI: wd.Property(dl.ValueOf, "P39")}
	for _, test := range []struct{ c, want dl.Concept }{
		{dl.Exists{Role: direct, C: a}, dl.Exists{Role: direct, C: a}},
		{dl.Exists{Role: claim, C: dl.Top{}}, dl.Exists{Role: claim, C: dl.Not{C: deprecated}}},
		{dl.AtMost{N: 1, Role: claim, C: a}, dl.AtMost{N: 1, Role: claim, C: dl.And{L: a, R: dl.Not{C: deprecated}}}},
		{dl.ForAll{Role: claim, C: a}, dl.ForAll{Role: claim, C: dl.Or{L: deprecated, R: a}}},
		{dl.Exists{Role: value, C: a}, dl.And{L: dl.Exists{Role: value, C: a}, R: dl.Not{C: deprecated}}},
		{dl.Exists{Role: claim, C: dl.Exists{Role: value, C: a}},
			dl.Exists{Role: claim, C: dl.And{L: dl.Exists{Role: value, C: a}, R: dl.Not{C: deprecated}}}},
		{dl.Not{C: dl.Exists{Role: value.Inv(), C: a}},
			dl.Not{C: dl.Exists{Role: value.Inv(), C: dl.And{L: a, R: dl.Not{C: deprecated}}}}},
	} {
		check.Equal(t, wd.WithoutDeprecated(test.c), test.want, "%v becomes", test.c)
		check.Equal(t, dl.Statements("").WithoutDeprecated(test.c), test.c, "without statements %v becomes", test.c)
	}
}

func TestStatementNames(t *testing.T) {
	if !wd.IsNode("http://www.wikidata.org/entity/statement/Q2-1") || !wd.IsNode("http://www.wikidata.org/value/1") ||
		wd.IsNode("http://www.wikidata.org/entity/Q2") || dl.Statements("").IsNode("entity/statement/1") {
		t.Error("IsNode")
	}
	for iri, want := range map[string]bool{
		"http://commons.wikimedia.org/wiki/Special:FilePath/A.jpg": true, "https://ml.wikipedia.org/": true,
		"http://www.wikidata.org/entity/Q2": false, "http://www.wikidata.org/prop/novalue/P1": false, "_:b1": false,
		"http://www.wikidata.org/entity/statement/Q2-1": false, "http://wiki.example.org/entity/Q1": false,
	} {
		if got := wd.NamesNothing(iri); got != want {
			t.Errorf("NamesNothing(%s) = %t", iri, got)
		}
	}
	for p, want := range map[string]string{
		wd.Property(dl.Claim, "P1"):     wd.Property(dl.Direct, "P1"),
		wd.Property(dl.Qualifier, "P1"): wd.Property(dl.Direct, "P1"),
		wd.Property("reference/", "P1"): wd.Property("reference/", "P1"),
		"http://example.org/p":          "http://example.org/p",
	} {
		check.Equal(t, dl.DirectProperty(p), want, "the direct property of %s", p)
	}
}
