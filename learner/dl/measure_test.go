package dl_test

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

var (
	nameA = dl.Name{IRI: "A"}
	nameB = dl.Name{IRI: "B"}
	roleR = dl.Role{IRI: "r"}
	f3    = dl.Compare{Feature: "f", Op: dl.GreaterEq, Value: dl.Int(3)}
)

func TestMeasures(t *testing.T) {
	for _, test := range []struct {
		name                 string
		c                    dl.Concept
		size, dagSize, depth int
		language             dl.Language
		smallest             string
	}{
		{"top", dl.Top{}, 1, 1, 0, dl.WithTop, "el"},
		{"bottom", dl.Bottom{}, 1, 1, 0, dl.WithBottom, "alc"},
		{"name", nameA, 1, 1, 0, 0, "el"},
		{"comparison", f3, 1, 1, 0, dl.WithDataAtLeast, "alcf"},
		{"boolean comparison", dl.Compare{Feature: "f", Op: dl.Equal, Value: dl.Bool(true)}, 1, 1, 0, 0, "el"},
		{"nominal", dl.Nominal{IRI: "o"}, 1, 1, 0, dl.WithNominals, "el+nominal"},
		{"string comparison", dl.Compare{Feature: "f", Op: dl.Equal, Value: dl.Str("s")}, 1, 1, 0, dl.WithStrings,
			"el+string"},
		{"successors by name and by string",
			dl.Exists{Role: roleR, C: dl.Or{L: dl.Nominal{IRI: "o"},
				R: dl.Compare{Feature: "f", Op: dl.Equal, Value: dl.Str("s")}}}, 4, 4, 1,
			dl.WithExists | dl.WithOr | dl.WithNominals | dl.WithStrings, "elu+nominal+string",
		},
		{"value present", dl.Not{C: dl.Has("f")}, 2, 2, 0, dl.WithNot | dl.WithPresence, "alc+present"},
		{"several values", dl.AtLeastValues(3, "f"), 1, 1, 0, dl.WithPresence, "el+present"},
		{"word", dl.Compare{Feature: "f", Op: dl.HasWord, Value: dl.Str("a")}, 1, 1, 0, dl.WithTexts, "el+text"},
		{"agreement", dl.Agree{R: roleR.Inv(), S: dl.Role{IRI: "s"}}, 1, 1, 1, dl.WithAgree | dl.WithInverse,
			"eli+agreement"},
		{"closure", dl.Exists{Role: dl.Role{IRI: "r", Closure: dl.Plus}, C: nameA}, 2, 2, 1, dl.WithExists | dl.WithClosures,
			"el+closure"},
		{"not", dl.Not{C: nameA}, 2, 2, 0, dl.WithNot, "alc"},
		{"and", dl.And{L: nameA, R: nameB}, 3, 3, 0, dl.WithAnd, "el"},
		{"or of equals", dl.Or{L: nameA, R: nameA}, 3, 2, 0, dl.WithOr, "elu"},
		{"exists", dl.Exists{Role: roleR, C: nameA}, 2, 2, 1, dl.WithExists, "el"},
		{"inverse exists", dl.Exists{Role: roleR.Inv(), C: nameA}, 2, 2, 1, dl.WithExists | dl.WithInverse, "eli"},
		{"forall", dl.ForAll{Role: roleR, C: nameA}, 2, 2, 1, dl.WithForAll, "fl0"},
		{"at least, whatever the number", dl.AtLeast{N: 100, Role: roleR, C: nameA}, 2, 2, 1, dl.WithAtLeast, "alcq"},
		{"at most with data", dl.AtMost{N: 1, Role: roleR, C: dl.Compare{Feature: "f", Op: dl.LessEq, Value: dl.Int(3)}}, 2,
			2, 1, dl.WithAtMost | dl.WithDataAtMost, "alcqf"},
		{"the elephants of the paper's introduction",
			dl.Conj(nameA, nameB, dl.Or{L: f3, R: dl.AtLeast{N: 2, Role: roleR.Inv(), C: nameB}}), 8, 7, 1,
			dl.WithAnd | dl.WithOr | dl.WithDataAtLeast | dl.WithAtLeast | dl.WithInverse, "alcqif",
		},
		{"depth is the deepest branch",
			dl.And{L: dl.Exists{Role: roleR, C: dl.Not{C: dl.ForAll{Role: roleR, C: nameA}}},
				R: dl.Exists{Role: roleR, C: nameA}}, 7, 6, 2, dl.WithAnd | dl.WithExists | dl.WithForAll | dl.WithNot, "alc",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			check.Equal(t, dl.Size(test.c), test.size, "Size")
			check.Equal(t, dl.DAGSize(test.c), test.dagSize, "DAGSize")
			check.Equal(t, dl.Depth(test.c), test.depth, "Depth")
			check.Equal(t, dl.LanguageOf(test.c), test.language, "LanguageOf")
			check.Equal(t, dl.SmallestLanguage(test.c), test.smallest, "SmallestLanguage")
		})
	}
}

func TestConjDisj(t *testing.T) {
	check.Equal[dl.Concept](t, dl.Conj(), (dl.Top{}), "Conj()")
	check.Equal[dl.Concept](t, dl.Disj(), (dl.Bottom{}), "Disj()")
	check.Equal[dl.Concept](t, dl.Conj(nameA), nameA, "Conj(A)")
	check.Equal[dl.Concept](t, dl.Conj(nameA, nameB, f3), (dl.And{L: nameA, R: dl.And{L: nameB, R: f3}}), "Conj")
	check.Equal[dl.Concept](t, dl.Disj(nameA, nameB, f3), (dl.Or{L: nameA, R: dl.Or{L: nameB, R: f3}}), "Disj")
}

func TestWalkPreorder(t *testing.T) {
	inner := dl.Not{C: nameB}
	c := dl.And{L: dl.Exists{Role: roleR, C: nameA}, R: inner}
	visited := func(below bool) []dl.Concept {
		var cs []dl.Concept
		dl.Walk(c, func(c dl.Concept) bool {
			cs = append(cs, c)
			return below || c != inner
		})
		return cs
	}
	got, want := visited(true), []dl.Concept{c, c.L, nameA, inner, nameB}
	check.That(t, reflect.DeepEqual(got, want), "visited %v, want %v", got, want)
	check.Diff(t, visited(false), []dl.Concept{c, c.L, nameA, inner}, "without going below ¬: visited")
}

// doubled returns a concept whose tree has more than 2^n nodes and whose memory has
// 2n+1: alternately C ⊓ C and ∃r.C.
func doubled(n int) dl.Concept {
	var c dl.Concept = nameA
	for range n {
		c = dl.Exists{Role: roleR, C: dl.And{L: c, R: c}}
	}
	return c
}

// TestDAG checks that the measures of a DAG take time proportional to its memory.
func TestDAG(t *testing.T) {
	check.Equal(t, dl.Size(doubled(20)), 3*(1<<20)-2, "Size")
	c := doubled(2000)
	check.Equal(t, dl.Size(c), math.MaxInt, "Size")
	check.Equal(t, dl.DAGSize(c), 4001, "DAGSize")
	check.Equal(t, dl.Depth(c), 2000, "Depth")
	check.Equal(t, dl.LanguageOf(c), dl.WithAnd|dl.WithExists, "LanguageOf")
	if got := dl.DAGSize(dl.NNF(dl.Not{C: c})); got != 4002 { // and ¬A for A
		t.Errorf("DAGSize of the normal form = %d, want 4002", got)
	}
}

// TestTable checks that equal concepts in different memory have one number, that operands
// have smaller numbers, and that At returns what was numbered.
func TestTable(t *testing.T) {
	var table dl.Table
	byConcept := map[dl.Concept]int{}
	add := func(seed uint64) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{})
		c := dltest.Concept(rng, s, dl.ALCQIF, 1+rng.IntN(8), 3)
		id := table.ID(c)
		old, ok := byConcept[c]
		require.That(t, !ok || old == id, "seed %d: %v has the numbers %d and %d", seed, c, old, id)
		byConcept[c] = id
		got, _ := table.At(id)
		require.That(t, got == c, "seed %d: number %d is %v, want %v", seed, id, got, c)
	}
	for seed := range uint64(300) {
		add(seed)
	}
	n := table.Len()
	for seed := range uint64(300) {
		add(seed)
	}
	check.That(t, table.Len() == n, "the same concepts again: %d numbers, want %d", table.Len(), n)
	all := map[dl.Concept]bool{}
	for id := range n {
		c, operands := table.At(id)
		check.That(t, !all[c], "%v has two numbers", c)
		all[c] = true
		children := dl.Children(c)
		require.That(t, len(operands) == len(children), "%v has %d operands", c, len(operands))
		for i, o := range operands {
			d, _ := table.At(o)
			check.That(t, o < id && d == children[i], "operand %d of %v is number %d, %v", i, c, o, d)
		}
	}
}

func TestSymbols(t *testing.T) {
	r := dl.Exists{Role: roleR}
	atLeast, atMost := dl.Compare{Feature: "f", Op: dl.GreaterEq}, dl.Compare{Feature: "f", Op: dl.LessEq}
	flag := dl.Compare{Feature: "g", Op: dl.Equal, Value: dl.Bool(true)}
	f4 := dl.Compare{Feature: "f", Op: dl.LessEq, Value: dl.Int(4)}
	for _, test := range []struct {
		name string
		c    dl.Concept
		want []dl.Concept
	}{
		{"constants", dl.Or{L: dl.Top{}, R: dl.Not{C: dl.Bottom{}}}, []dl.Concept{dl.Top{}, dl.Bottom{}}},
		{"names once", dl.And{L: nameA, R: dl.Or{L: nameB, R: nameA}}, []dl.Concept{nameA, nameB}},
		{"comparisons by direction", dl.And{L: f3, R: f4}, []dl.Concept{atLeast, atMost}},
		{"a flag with its value", dl.Not{C: flag}, []dl.Concept{flag}},
		{"restrictions by role", dl.And{L: dl.ForAll{Role: roleR, C: nameA}, R: dl.AtMost{N: 3, Role: roleR, C: nameA}},
			[]dl.Concept{r, nameA}},
		{"directions of a role", dl.AtLeast{N: 2, Role: roleR, C: dl.Exists{Role: roleR.Inv(), C: nameA}},
			[]dl.Concept{r, dl.Exists{Role: roleR.Inv()}, nameA}},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := map[dl.Concept]bool{}
			for _, s := range test.want {
				want[s] = true
			}
			got := dl.Symbols(test.c)
			check.That(t, maps.Equal(got, want), "got %v, want %v", got, want)
		})
	}
}

// TestMapLeaves checks that the identity changes nothing, and that numbering the leaves
// keeps the size of the concept and goes from left to right.
func TestMapLeaves(t *testing.T) {
	for seed := range uint64(300) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{Individuals: 5, Names: 2, Roles: 2})
		c := dltest.Concept(rng, s, dl.ALCQIF, 1+rng.IntN(9), 3)
		if c == nil {
			continue
		}
		got := dl.MapLeaves(c, func(leaf dl.Concept) dl.Concept { return leaf })
		require.That(t, got == c, "seed %d: %#v became %#v", seed, c, got)
		n := 0
		numbered := dl.MapLeaves(c, func(dl.Concept) dl.Concept {
			n++
			return dl.Name{IRI: fmt.Sprint(n)}
		})
		next := 0
		dl.Walk(numbered, func(d dl.Concept) bool {
			if name, ok := d.(dl.Name); ok {
				next++
				check.That(t, name.IRI == fmt.Sprint(next), "seed %d: leaf %d of %#v is %s", seed, next, c, name.IRI)
			}
			return true
		})
		check.That(t, next == n && dl.Size(numbered) == dl.Size(c), "seed %d: %#v became %#v", seed, c, numbered)
	}
}
