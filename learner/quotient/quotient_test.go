package quotient_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/internal/brute"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/quotient"
)

// task draws a problem and a space: every language of the table in turn,
// every ninth time a random set of constructors; with and without a bound on
// the depth, all thresholds or some, all roles or some.
func task(seed uint64) (interp.Problem, interp.Space, *rand.Rand) {
	rng := dltest.Rand(seed)
	names := dl.LanguageNames()
	language, err := dl.ParseLanguage(names[seed%uint64(len(names))])
	if err != nil {
		panic(err)
	}
	if seed%9 == 8 {
		language = dl.Language(rng.Uint32())&dl.ALCQIF | dl.WithTop
	}
	c := dltest.Config{
		Individuals: 3 + rng.IntN(22), Names: 1 + rng.IntN(2), NameDensity: 0.3, Features: 1 - 2*rng.IntN(2), Booleans: 1 - 2*rng.IntN(2),
		RoleDensity: 0.4 + 2*rng.Float64(), Positives: rng.IntN(4), Negatives: rng.IntN(4),
	}
	if rng.IntN(3) == 0 {
		language |= dl.Language(rng.Uint32()) & dl.Values
		c.Nominals, c.Strings = 1+rng.IntN(3), rng.IntN(2)
	}
	p := dltest.Problem(rng, c)
	sp := fullSpace(p.Structure, language, 1+rng.IntN(3))
	for f := range sp.Thresholds {
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
	if rng.IntN(5) == 0 {
		sp.MaxNumber = quotient.Unbounded
	}
	return p, sp, rng
}

// regular draws a problem with much to merge: kinds of individuals, and between
// two kinds edges round robin, so that each of one kind has as many successors as
// the next and the other kind has about as many predecessors, or all with all.
func regular(rng *rand.Rand) interp.Problem {
	var b interp.Builder
	kinds := 2 + rng.IntN(4)
	size := make([]int, kinds)
	name := func(k, i int) string { return fmt.Sprintf("%s%c%02d", dltest.Namespace, 'a'+k, i) }
	for k := range size {
		size[k] = 1 + rng.IntN(12)
		for i := range size[k] {
			b.Individual(name(k, i))
			if k%3 == 0 {
				b.AddName(dltest.Namespace+"A0", name(k, i))
			}
		}
	}
	for r := range 2 {
		role := fmt.Sprintf("%sr%d", dltest.Namespace, r)
		b.Role(role)
		for from := range kinds {
			for to := range kinds {
				if rng.IntN(3) > 0 {
					continue
				}
				each := 1 + rng.IntN(min(4, size[to]))
				if rng.IntN(4) == 0 {
					each = size[to]
				}
				for i := range size[from] {
					for j := range each {
						b.AddRole(role, name(from, i), name(to, (i*each+j)%size[to]))
					}
				}
			}
		}
	}
	p := interp.Problem{Structure: build(&b)}
	order := rng.Perm(p.Structure.Len())
	for i, a := range order[:min(len(order), 2+rng.IntN(4))] {
		if i%2 == 0 {
			p.Pos = append(p.Pos, interp.Individual(a))
		} else {
			p.Neg = append(p.Neg, interp.Individual(a))
		}
	}
	return p
}

// within turns a random concept into one of the space, or reports that it
// cannot: comparisons get thresholds of the space, everything else is as it is.
func within(rng *rand.Rand, s *interp.Structure, sp interp.Space, c dl.Concept) (dl.Concept, bool) {
	ok := sp.MaxDepth == 0 || dl.Depth(c) <= sp.MaxDepth
	var visit func(c dl.Concept) dl.Concept
	visit = func(c dl.Concept) dl.Concept {
		if role, is := dl.RoleOf(c); is {
			id, _ := s.Signature().RoleID(role)
			ok = ok && slices.Contains(sp.Roles, id)
		}
		switch c := c.(type) {
		case dl.Compare:
			if c.Op == dl.Equal {
				_, is := s.Signature().Atom(c)
				ok = ok && is
				return c
			}
			f, _ := s.Signature().FeatureID(c.Feature)
			values := sp.Thresholds[f]
			if len(values) == 0 {
				ok = false
				return c
			}
			c.Value = values[rng.IntN(len(values))]
			return c
		case dl.Nominal:
			_, is := s.Signature().Atom(c)
			ok = ok && is
		case dl.Not:
			return dl.Not{C: visit(c.C)}
		case dl.And:
			return dl.And{L: visit(c.L), R: visit(c.R)}
		case dl.Or:
			return dl.Or{L: visit(c.L), R: visit(c.R)}
		case dl.Exists:
			return dl.Exists{Role: c.Role, C: visit(c.C)}
		case dl.ForAll:
			return dl.ForAll{Role: c.Role, C: visit(c.C)}
		case dl.AtLeast:
			return dl.AtLeast{N: c.N, Role: c.Role, C: visit(c.C)}
		case dl.AtMost:
			return dl.AtMost{N: c.N, Role: c.Role, C: visit(c.C)}
		}
		return c
	}
	c = visit(c)
	return c, ok
}

// TestQuotientPreservesConcepts is Lemma 2 of the paper for all languages:
// every concept of the space holds at an individual if and only if it holds at
// its node, by the evaluator and by the naive semantics, and classifies the
// examples alike.
func TestQuotientPreservesConcepts(t *testing.T) {
	concepts, smaller, bounded, paired, merged := 0, 0, 0, 0, 0
	for seed := range uint64(3000) {
		p, sp, rng := task(seed)
		if rng.IntN(2) == 0 {
			p = regular(rng)
			old := sp
			sp = fullSpace(p.Structure, old.Language, old.MaxNumber)
			sp.MaxDepth = old.MaxDepth
		}
		everywhere := rng.IntN(2) == 0
		where := fmt.Sprintf("seed %d, %s, depth %d, numbers to %d, everywhere %v", seed, sp.Language, sp.MaxDepth, sp.MaxNumber, everywhere)
		q, err := quotient.Quotient(context.Background(), p, sp, quotient.Options{Everywhere: everywhere})
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		s := q.Problem.Structure
		if s.Len() > p.Structure.Len() && (!sp.Language.Has(dl.WithInverse) || sp.MaxNumber >= 0 && sp.Language.Any(dl.WithAtLeast|dl.WithAtMost) && everywhere) {
			t.Fatalf("%s: %d individuals became %d", where, p.Structure.Len(), s.Len())
		}
		if s.Len() < p.Structure.Len() {
			smaller++
			if sp.Language.Has(dl.WithInverse|dl.WithAtLeast) && everywhere {
				merged++
			}
		}
		if !slices.Equal(s.Signature().Atoms(), p.Structure.Signature().Atoms()) || s.Signature().NumRoles() != p.Structure.Signature().NumRoles() {
			t.Fatalf("%s: another signature", where)
		}
		before, after := interp.NewEvaluator(p.Structure), interp.NewEvaluator(s)
		for range 40 {
			most := sp.MaxNumber
			if most == quotient.Unbounded {
				most = 5
			}
			c := dltest.Concept(rng, p.Structure, sp.Language, 1+rng.IntN(9), most)
			if c == nil {
				continue
			}
			c, ok := within(rng, p.Structure, sp, c)
			if !ok {
				continue
			}
			concepts++
			if sp.MaxDepth > 0 && dl.Depth(c) == sp.MaxDepth {
				bounded++
			}
			if sp.Language.Has(dl.WithInverse | dl.WithAtLeast) {
				paired++
			}
			x, err := before.Extension(c)
			if err != nil {
				t.Fatal(err)
			}
			y, err := after.Extension(c)
			if err != nil {
				t.Fatal(err)
			}
			// Nominals and strings are atoms of the quotient, and not what the
			// names of its individuals and their values say.
			byName := dl.LanguageOf(c).Any(dl.Values)
			naive, err := brute.Extension(s, c)
			if err != nil {
				t.Fatal(err)
			}
			for a, node := range q.Node {
				isExample := slices.Contains(p.Pos, interp.Individual(a)) || slices.Contains(p.Neg, interp.Individual(a))
				if node == quotient.None {
					if everywhere || isExample {
						t.Fatalf("%s: individual %d is gone", where, a)
					}
					continue
				}
				if !everywhere && !isExample {
					continue
				}
				if x.Test(uint(a)) != y.Test(uint(node)) || !byName && naive[node] != y.Test(uint(node)) {
					t.Fatalf("%s: %#v at %d is %v, at its node %d %v", where, c, a, x.Test(uint(a)), node, y.Test(uint(node)))
				}
			}
			if got, want := q.Classify(y), p.Classify(x); got != want {
				t.Fatalf("%s: the reduced examples are classified %+v, the original ones %+v", where, got, want)
			}
			if got, want := q.Problem.Classify(y), p.Classify(x); got != want {
				t.Fatalf("%s: the reduced problem classifies %+v, the original one %+v", where, got, want)
			}
		}
	}
	if concepts < 40_000 || bounded < 4000 || paired < 4000 || smaller < 1800 || merged < 50 {
		t.Errorf("only %d concepts, %d at the largest depth, %d with numbers and inverses, %d of the structures smaller, %d in spite of numbers and inverses",
			concepts, bounded, paired, smaller, merged)
	}
}

// TestQuotientFarFromTheExamples is about sparse graphs with one example on each
// side, where most individuals are far away and few levels count for them.
func TestQuotientFarFromTheExamples(t *testing.T) {
	alci, _ := dl.ParseLanguage("alci")
	for seed := range uint64(2000) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{
			Individuals: 8 + rng.IntN(20), Names: 1, NameDensity: 0.2, Features: -1, Booleans: -1, Roles: 1 + rng.IntN(2),
			RoleDensity: 0.5 + 0.7*rng.Float64(), Positives: 1, Negatives: 1,
		})
		sp := fullSpace(p.Structure, alci, 0)
		sp.MaxDepth = 2 + rng.IntN(4)
		q, err := quotient.Quotient(context.Background(), p, sp, quotient.Options{})
		if err != nil {
			t.Fatal(err)
		}
		// In the union of both structures, an example and its node are of one
		// class at the level of the depth: no concept at all tells them apart.
		var b interp.Builder
		for i, s := range []*interp.Structure{p.Structure, q.Problem.Structure} {
			for a := range interp.Individual(s.Len()) {
				iri := func(a interp.Individual) string { return fmt.Sprint(i, " ", s.IRI(a)) }
				b.Individual(iri(a))
				for id, c := range s.Signature().Atoms() {
					if s.Atom(interp.ConceptID(id)).Test(uint(a)) {
						b.AddName(c.(dl.Name).IRI, iri(a))
					}
				}
				for r := interp.RoleID(0); int(r) < s.Signature().NumRoles(); r += 2 {
					for _, to := range s.Successors(r, a) {
						b.AddRole(s.Signature().Role(r).IRI, iri(a), iri(to))
					}
				}
			}
		}
		both := build(&b)
		levels, err := quotient.Compute(context.Background(), both, fullSpace(both, alci, 0), sp.MaxDepth, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range append(p.Pos, p.Neg...) {
			x, _ := both.Lookup("0 " + p.Structure.IRI(a))
			y, _ := both.Lookup("1 " + q.Problem.Structure.IRI(q.Node[a]))
			if level, apart := levels.Apart(x, y); apart {
				t.Fatalf("seed %d: depth %d: the example %s and its node %s are apart at level %d", seed, sp.MaxDepth, both.IRI(x), both.IRI(y), level)
			}
		}
	}
}

// TestQuotientIsThePapers compares the number of individuals with the
// definition in Section 5.3 of the paper (with one copy for those that it
// forgets: classes without predecessors).
func TestQuotientIsThePapers(t *testing.T) {
	for seed := range uint64(300) {
		p, _, rng := task(seed)
		language, _ := dl.ParseLanguage([]string{"alc", "alcq", "alcf", "alcqf"}[rng.IntN(4)])
		sp := fullSpace(p.Structure, language, quotient.Unbounded)
		levels, err := quotient.Compute(context.Background(), p.Structure, sp, quotient.Unbounded, quotient.Unbounded, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for c := range levels.Count(levels.Depth()) {
			copies := 1
			for _, r := range sp.Roles {
				for b := range interp.Individual(p.Structure.Len()) {
					n := 0
					for _, a := range p.Structure.Successors(r, b) {
						if levels.Class(levels.Depth(), a) == uint32(c) {
							n++
						}
					}
					if !language.Has(dl.WithAtLeast) {
						n = min(n, 1)
					}
					copies = max(copies, n)
				}
			}
			want += copies
		}
		q, err := quotient.Quotient(context.Background(), p, sp, quotient.Options{Everywhere: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := q.Problem.Structure.Len(); got != want {
			t.Fatalf("seed %d, %s: %d individuals, want %d", seed, language, got, want)
		}
		for i, a := range q.Origin {
			node := q.Node[a]
			if i == int(node) && levels.Class(levels.Depth(), q.Origin[node]) != levels.Class(levels.Depth(), a) {
				t.Fatalf("seed %d: node %d of %d is of another class", seed, node, a)
			}
		}
	}
}

// TestQuotientWithInversesAndNumbers: a thousand people born in one of two
// cities. With numbers up to 2 three citizens of each city look like five
// hundred, and everyone still has one birthplace.
func TestQuotientWithInversesAndNumbers(t *testing.T) {
	var b interp.Builder
	for i := range 1000 {
		person, city := fmt.Sprintf("p%d", i), fmt.Sprintf("c%d", i%2)
		b.AddName("Person", person)
		b.AddRole("born", person, city)
		if i%2 == 0 {
			b.AddName("Big", city)
		}
	}
	s := build(&b)
	p := interp.Problem{Structure: s}
	x, _ := s.Lookup("p0")
	y, _ := s.Lookup("p1")
	p.Pos, p.Neg = []interp.Individual{x}, []interp.Individual{y}
	for _, test := range []struct {
		language  string
		maxNumber int
		want      int
	}{
		{"alci", 0, 4},       // two cities, one citizen each
		{"alcq", 2, 4},       // nobody is the successor of anybody but the cities
		{"alcqi", 2, 8},      // three citizens each
		{"alcqi", 499, 1002}, // 500 look like 500 or more
		{"alcqi", quotient.Unbounded, 1002},
	} {
		l, _ := dl.ParseLanguage(test.language)
		q, err := quotient.Quotient(context.Background(), p, fullSpace(s, l, test.maxNumber), quotient.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := q.Problem.Structure.Len(); got != test.want {
			t.Errorf("%s with numbers up to %d: %d individuals, want %d", test.language, test.maxNumber, got, test.want)
		}
	}
}

func TestQuotientErrors(t *testing.T) {
	p, sp, _ := task(6)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := quotient.Quotient(ctx, p, sp, quotient.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: err = %v", err)
	}
	if _, err := quotient.Quotient(context.Background(), interp.Problem{Structure: p.Structure}, sp, quotient.Options{}); !errors.Is(err, interp.ErrNoPositives) {
		t.Errorf("no examples: err = %v", err)
	}
}
