package dltest

import (
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Labelled returns the problem of what was built with these examples, by IRI. It fails
// the test if there is none.
func Labelled(t testing.TB, b *interp.Builder, pos, neg []string) interp.Problem {
	t.Helper()
	s, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	find := func(iris []string) (list []interp.Individual) {
		for _, iri := range iris {
			a, ok := s.Lookup(iri)
			if !ok {
				t.Fatalf("there is no %s", iri)
			}
			list = append(list, a)
		}
		return list
	}
	return interp.Problem{Structure: s, Pos: find(pos), Neg: find(neg)}
}

// Classify returns how the concept classifies the examples of the problem. It fails the
// test if it is none.
func Classify(t testing.TB, p interp.Problem, c dl.Concept) interp.Confusion {
	t.Helper()
	confusion, err := interp.NewEvaluator(p.Structure).Classify(&p, c)
	if err != nil {
		t.Fatal(err)
	}
	return confusion
}
