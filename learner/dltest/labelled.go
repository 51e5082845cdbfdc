package dltest

import (
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Labelled returns the problem with the builder's structure and the examples with these
// IRIs. It fails the test if the structure cannot be built or lacks an IRI.
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

// FullSpace returns the space of all symbols of the problem, with every value as a
// threshold.
func FullSpace(p *interp.Problem, l dl.Language, maxNumber int) interp.Space {
	sp := interp.NewSpace(p, l)
	sp.MaxNumber = maxNumber
	for _, f := range interp.Features(p, l) {
		sp.Thresholds[f] = p.Structure.Values(f)
	}
	return sp
}

// Classify returns the concept's classification of the examples of the problem. It fails
// the test if the evaluator refuses the concept.
func Classify(t testing.TB, p interp.Problem, c dl.Concept) interp.Confusion {
	t.Helper()
	confusion, err := interp.NewEvaluator(p.Structure).Classify(&p, c)
	if err != nil {
		t.Fatal(err)
	}
	return confusion
}
