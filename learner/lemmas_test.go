package learner

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// A database is the facts of a structure, from which a reduction makes others.
type database struct {
	names  [][2]string // A(a)
	roles  [][3]string // r(a, b)
	values map[[2]string]int
}

func randomDatabase(rng *rand.Rand) database {
	d := database{values: map[[2]string]int{}}
	n := 4 + rng.IntN(5)
	a := func() string { return fmt.Sprint("i", rng.IntN(n)) }
	for range n {
		d.roles = append(d.roles, [3]string{fmt.Sprint("r", rng.IntN(2)), a(), a()})
		if rng.IntN(2) == 0 {
			d.names = append(d.names, [2]string{"A", a()})
		}
		if rng.IntN(2) == 0 { // one value of a feature, as in the paper
			d.values[[2]string{"f", a()}] = rng.IntN(4)
		}
	}
	return d
}

// build builds the database. In both of a pair, all individuals and symbols are declared.
func (d database) build(withValues bool) *interp.Builder {
	var b interp.Builder
	b.Name("A")
	for _, x := range d.names {
		b.AddName(x[0], x[1])
	}
	for _, x := range d.roles {
		b.AddRole(x[0], x[1], x[2])
	}
	for x, v := range d.values {
		if b.Individual(x[1]); withValues {
			b.AddValue(x[0], x[1], dl.Int(int64(v)))
		}
	}
	return &b
}

// sameMembers fails the test unless c has the members in i that d has in j.
func sameMembers(t *testing.T, where string, i, j *interp.Structure, c, d dl.Concept) {
	t.Helper()
	x := require.Value(interp.NewEvaluator(i).Extension(c))(t)
	y := require.Value(interp.NewEvaluator(j).Extension(d))(t)
	for a := range interp.Individual(i.Len()) {
		b, ok := j.Lookup(i.IRI(a))
		require.That(t, ok && x.Test(uint(a)) == y.Test(uint(b)), "%s: %#v and %#v differ at %s", where, c, d, i.IRI(a))
	}
}

// samePairs fails the test unless the languages separate the same pairs of individuals, so
// that a concept fits in i iff one fits in j.
func samePairs(t *testing.T, where string, i, j *interp.Structure, inI, inJ dl.Language) {
	t.Helper()
	levels := func(s *interp.Structure, l dl.Language) *bisim.Levels {
		sp := dltest.FullSpace(&interp.Problem{Structure: s}, l, bisim.Unbounded)
		return require.Value(bisim.Compute(context.Background(), s, sp, s.Len(), bisim.Unbounded, nil))(t)
	}
	x, y := levels(i, inI), levels(j, inJ)
	for a := range interp.Individual(i.Len()) {
		for b := range a {
			_, apart := x.Apart(a, b)
			inJ := func(a interp.Individual) interp.Individual { b, _ := j.Lookup(i.IRI(a)); return b }
			_, other := y.Apart(inJ(a), inJ(b))
			require.That(t, apart == other, "%s: %s and %s: %v, and %v after the reduction", where, i.IRI(a), i.IRI(b), apart,
				other)
		}
	}
}

func build(t *testing.T, b *interp.Builder) *interp.Structure {
	t.Helper()
	return require.Value(b.Build(context.Background()))(t)
}

// TestLemma1Inverse is the first reduction: J has the edges r⁻(b, a) for each r(a, b), and
// C with r⁻ for each inverse of r has the same members.
func TestLemma1Inverse(t *testing.T) {
	alcqif, alcqf := dl.ALCQIF, dl.ALCQIF&^dl.WithInverse
	const inverse = "-"
	for seed := range uint64(testsize.Rounds(testsize.Choose(200, 2000))) {
		rng := dltest.Rand(seed)
		d := randomDatabase(rng)
		i, b := build(t, d.build(true)), d.build(true)
		for _, x := range d.roles {
			b.AddRole(x[0]+inverse, x[2], x[1])
		}
		j := build(t, b)
		there := func(r dl.Role) dl.Role {
			if r.Inverse {
				return dl.Role{IRI: r.IRI + inverse}
			}
			return r
		}
		back := func(r dl.Role) dl.Role {
			if iri, ok := strings.CutSuffix(r.IRI, inverse); ok {
				return dl.Role{IRI: iri, Inverse: true}
			}
			return r
		}
		where := fmt.Sprint("seed ", seed)
		samePairs(t, where, i, j, alcqif, alcqf)
		if c := dltest.Concept(rng, i, alcqif, 1+rng.IntN(8), 3); c != nil {
			sameMembers(t, where, i, j, c, withRoles(c, there))
		}
		if c := dltest.Concept(rng, j, alcqf, 1+rng.IntN(8), 3); c != nil {
			sameMembers(t, where, i, j, withRoles(c, back), c)
		}
	}
}

// withRoles returns c with each role replaced.
func withRoles(c dl.Concept, replace func(dl.Role) dl.Role) dl.Concept {
	c = dl.MapChildren(c, func(d dl.Concept) dl.Concept { return withRoles(d, replace) })
	switch c := c.(type) {
	case dl.Exists:
		c.Role = replace(c.Role)
		return c
	case dl.ForAll:
		c.Role = replace(c.Role)
		return c
	case dl.AtLeast:
		c.Role = replace(c.Role)
		return c
	case dl.AtMost:
		c.Role = replace(c.Role)
		return c
	}
	return c
}

// nameOf is the concept name A_{f≥v}.
func nameOf(v int) string { return fmt.Sprint("f≥", v) }

// withNames is the second reduction: names A_{f≥v} instead of values. As printed, a has the
// name if f(a, v') with v ≥ v'. That is the wrong way round: it must be v' ≥ v.
func (d database) withNames(printed bool) *interp.Builder {
	b := d.build(false)
	for _, v := range d.values {
		b.Name(nameOf(v))
		for x, value := range d.values {
			if printed && v >= value || !printed && value >= v {
				b.AddName(nameOf(v), x[1])
			}
		}
	}
	return b
}

// TestLemma1Features is the second reduction: (f ≥ v) becomes the disjunction of A_{f≥w}
// for w ≥ v, and (f ≤ v) becomes (f ≥ w) ⊓ ¬(f ≥ w') for the least value w and the least
// w' > v.
func TestLemma1Features(t *testing.T) {
	alcqf, alcq := dl.ALCQIF&^dl.WithInverse, dl.ALCQIF&^(dl.WithInverse|dl.WithDataAtLeast|dl.WithDataAtMost)
	for seed := range uint64(testsize.Rounds(testsize.Choose(200, 2000))) {
		rng := dltest.Rand(seed)
		d := randomDatabase(rng)
		i, j := build(t, d.build(true)), build(t, d.withNames(false))
		atLeast := func(v int) dl.Concept {
			var any []dl.Concept
			for _, w := range d.values {
				if w >= v {
					any = append(any, dl.Name{IRI: nameOf(w)})
				}
			}
			return dl.Disj(any...)
		}
		there := func(c dl.Concept) dl.Concept {
			compare, ok := c.(dl.Compare)
			if !ok {
				return c
			}
			for v := range 4 {
				switch compare.Value {
				case dl.Int(int64(v)):
					if compare.Op == dl.GreaterEq {
						return atLeast(v)
					}
					return dl.And{L: atLeast(0), R: dl.Not{C: atLeast(v + 1)}}
				}
			}
			t.Fatalf("value %v", compare.Value)
			return nil
		}
		back := func(c dl.Concept) dl.Concept {
			if name, ok := c.(dl.Name); ok && name.IRI != "A" {
				var v int64
				require.Value(fmt.Sscanf(name.IRI, "f≥%d", &v))(t)
				return dl.Compare{Feature: "f", Op: dl.GreaterEq, Value: dl.Int(v)}
			}
			return c
		}
		where := fmt.Sprint("seed ", seed)
		samePairs(t, where, i, j, alcqf, alcq)
		samePairs(t, where+", as printed", i, build(t, d.withNames(true)), alcqf, alcq)
		if c := dltest.Concept(rng, i, alcqf, 1+rng.IntN(8), 3); c != nil {
			c = dl.MapLeaves(c, func(c dl.Concept) dl.Concept { return withNearestValue(c, 4) })
			sameMembers(t, where, i, j, c, dl.MapLeaves(c, there))
		}
		if c := dltest.Concept(rng, j, alcq, 1+rng.IntN(8), 3); c != nil {
			sameMembers(t, where, i, j, dl.MapLeaves(c, back), c)
		}
	}
}

// withNearestValue replaces a value of a comparison that is not one of 0, …, n - 1.
func withNearestValue(c dl.Concept, n int) dl.Concept {
	if compare, ok := c.(dl.Compare); ok {
		compare.Value = dl.Int(int64(len(compare.Value.Lexical()) % n))
		return compare
	}
	return c
}

// TestLemma1AsPrinted: with the names the wrong way round, the same examples can be fitted,
// but the translation of the proof is wrong: A_{f≥1} does not hold at f(b, 2).
func TestLemma1AsPrinted(t *testing.T) {
	d := database{values: map[[2]string]int{{"f", "a"}: 1, {"f", "b"}: 2}}
	printed := build(t, d.withNames(true))
	x := require.Value(interp.NewEvaluator(printed).Extension(dl.Name{IRI: nameOf(1)}))(t)
	b, _ := printed.Lookup("b")
	check.That(t, !x.Test(uint(b)), "A_{f≥1} holds at b")
}

// quotient returns the ∼-quotient of Section 5.3, in which individual a is ⟨[a], 1⟩. As
// printed, a class has as many copies as the most successors in it that one individual has
// by one role. That is none if nothing leads to it, though the lemma needs ⟨[a], 1⟩.
func quotient(t *testing.T, s *interp.Structure, printed bool) (*interp.Structure, func(interp.Individual) string) {
	t.Helper()
	alcq := require.Value(dl.ParseLanguage("alcq"))(t)
	sp := dltest.FullSpace(&interp.Problem{Structure: s}, alcq, bisim.Unbounded)
	levels := require.Value(bisim.Compute(context.Background(), s, sp, s.Len(), bisim.Unbounded, nil))(t)
	class := func(a interp.Individual) uint32 { return levels.Class(s.Len(), a) }
	copyOf := func(class uint32, i int) string { return fmt.Sprintf("%d/%d", class, i) }
	inClass := func(r interp.RoleID, a interp.Individual) map[uint32]int {
		n := map[uint32]int{}
		for _, b := range s.Successors(r, a) {
			n[class(b)]++
		}
		return n
	}
	sig := s.Signature()
	copies := map[uint32]int{}
	for a := range interp.Individual(s.Len()) {
		if !printed {
			copies[class(a)] = max(copies[class(a)], 1)
		}
		for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
			for c, n := range inClass(r, a) {
				copies[c] = max(copies[c], n)
			}
		}
	}
	var b interp.Builder
	for a := range interp.Individual(s.Len()) {
		for i := 1; i <= copies[class(a)]; i++ {
			from := copyOf(class(a), i)
			b.Individual(from)
			for id, name := range sig.Atoms() {
				b.Name(name.(dl.Name).IRI)
				if s.Atom(interp.ConceptID(id)).Test(uint(a)) {
					b.AddName(name.(dl.Name).IRI, from)
				}
			}
			for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
				for c, n := range inClass(r, a) {
					for j := 1; j <= n; j++ {
						b.AddRole(sig.Role(r).IRI, from, copyOf(c, j))
					}
				}
			}
		}
	}
	return build(t, &b), func(a interp.Individual) string { return copyOf(class(a), 1) }
}

// TestLemma2: an ALCQ concept holds at a iff it holds at ⟨[a], 1⟩ of the quotient. Some
// quotients are smaller; as printed, some lack ⟨[a], 1⟩.
func TestLemma2(t *testing.T) {
	alcq := require.Value(dl.ParseLanguage("alcq"))(t)
	smaller, lacking := 0, 0
	for seed := range uint64(testsize.Rounds(testsize.Choose(200, 2000))) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{Features: -1, Booleans: -1})
		q, copyOf := quotient(t, s, false)
		printed, _ := quotient(t, s, true)
		if q.Len() < s.Len() {
			smaller++
		}
		for range 20 {
			c := dltest.Concept(rng, s, alcq, 1+rng.IntN(8), 3)
			if c == nil {
				continue
			}
			x := require.Value(interp.NewEvaluator(s).Extension(c))(t)
			y := require.Value(interp.NewEvaluator(q).Extension(c))(t)
			for a := range interp.Individual(s.Len()) {
				b, ok := q.Lookup(copyOf(a))
				require.That(t, ok && x.Test(uint(a)) == y.Test(uint(b)), "seed %d: %#v at %s", seed, c, s.IRI(a))
			}
		}
		for a := range interp.Individual(s.Len()) {
			if _, ok := printed.Lookup(copyOf(a)); !ok {
				lacking++
				break
			}
		}
	}
	check.That(t, smaller != 0 && lacking != 0, "%d quotients are smaller, %d lack an individual as printed", smaller,
		lacking)
}
