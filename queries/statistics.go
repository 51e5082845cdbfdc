package queries

import "github.com/genus-kg/genus/learner/dl"

// Statistics holds sizes in the graph or in a part of it. They determine the order of
// patterns only, so estimates are enough. Missing sizes are guessed.
type Statistics struct {
	// Individuals is the number of individuals.
	Individuals int

	// Members is the number of members of each class, including those of its subclasses
	// if the vocabulary has Closure.
	Members map[string]int

	// Properties are the sizes of roles and features.
	Properties map[string]PropertySize
}

// PropertySize is the size of a role or a feature.
type PropertySize struct {
	Facts             int // number of triples
	Subjects, Objects int // number of distinct subjects and objects
}

// The guesses: a class is small, a property is large, and each of its subjects and
// objects has ten facts.
const (
	guessedIndividuals = 1_000_000
	guessedMembers     = 1_000
	guessedFacts       = 1_000_000
	guessedPerThing    = 10
)

// The share of a feature's values that satisfies a comparison.
const (
	partInOrder = 1. / 3
	partEqual   = 1. / 100
)

// cardinality is an estimate of the number of solutions of a triple pattern: in all, for
// one subject, and for one object.
type cardinality struct{ all, perSubject, perObject float64 }

func (s Statistics) class(iri string) cardinality {
	individuals := max(s.Individuals, 1)
	if s.Individuals == 0 {
		individuals = guessedIndividuals
	}
	members, known := s.Members[iri]
	if !known {
		members = guessedMembers
	}
	return cardinality{all: float64(members), perSubject: min(1, float64(members)/float64(individuals))}
}

func (s Statistics) role(iri string) cardinality {
	p, known := s.Properties[iri]
	if !known {
		return cardinality{guessedFacts, guessedPerThing, guessedPerThing}
	}
	facts := float64(p.Facts)
	return cardinality{facts, facts / float64(max(p.Subjects, 1)), facts / float64(max(p.Objects, 1))}
}

// anyOf returns the cardinality of a triple pattern with any of the properties.
func (s Statistics) anyOf(properties []string) cardinality {
	var sum cardinality
	for _, p := range properties {
		r := s.role(p)
		sum.all, sum.perSubject, sum.perObject = sum.all+r.all, sum.perSubject+r.perSubject, sum.perObject+r.perObject
	}
	return sum
}

func (s Statistics) comparison(c dl.Compare) cardinality {
	f, part := s.role(c.Feature), partInOrder
	if c.Op == dl.Equal && c.Value.Kind() != dl.Boolean {
		part = partEqual
	}
	return cardinality{all: f.all * part, perSubject: f.perSubject * part}
}
