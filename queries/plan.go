package queries

import (
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// A plan is the order of the triple patterns of a group, for engines that join in the order
// of the text (Fuseki, goRDFlib) or use the shape of patterns only (Oxigraph). It begins
// with the pattern with the fewest expected solutions. It continues with the connected
// pattern that multiplies them least. No step is a cross product.

// atom is a triple pattern.
type atom struct {
	text     string // with its comments
	class    string // a variable between subject and class that could be a literal; or empty
	opening  string // replaces text if the subject has no values yet; empty: the same
	estimate cardinality
	subject  string // a variable or an individual
	object   string // a variable, an individual, or empty for a class or a value of a feature
	mixed    bool   // a path in both directions: either end can be a literal
	filtered bool   // the text has filters: neither end is a literal
	depth    int    // distance from the root to the farther end
}

// Statistics holds sizes in the graph or in a part of it. They determine the order of
// patterns only, so estimates are enough. Missing sizes are guessed.
type Statistics struct {
	// Individuals is the number of individuals.
	Individuals int

	// Members is the number of members of each class, including those of its subclasses
	// unless the vocabulary has NoClosure.
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

func (s Statistics) anyOf(properties []string) cardinality {
	var sum cardinality
	for _, p := range properties {
		r := s.role(p)
		sum.all += r.all
		sum.perSubject += r.perSubject
		sum.perObject += r.perObject
	}
	return sum
}

func (s Statistics) comparison(c dl.Compare) cardinality {
	f, part := s.role(c.Feature), partInOrder
	if c.Op == dl.Starts || c.Op == dl.Ends || c.Op == dl.HasWord || c.Op == dl.Equal && c.Value.Kind() != dl.Boolean {
		part = partEqual
	}
	return cardinality{all: f.all * part, perSubject: f.perSubject * part}
}

func (g *group) plan() []atom {
	left := slices.Clone(g.atoms)
	bound := map[string]bool{}
	if g.known {
		bound[g.about] = true
	}
	if g.first.text != "" {
		bound[g.first.about] = true
	}
	var out []atom
	for len(left) > 0 {
		best := 0
		for i := range left {
			if left[i].before(left[best], bound) {
				best = i
			}
		}
		a := left[best]
		left = slices.Delete(left, best, best+1)
		if a.opening != "" && !bound[a.subject] {
			a.text, a.class = a.opening, ""
		}
		out = append(out, a)
		for _, end := range []string{a.subject, a.object} {
			if end != "" && !isIndividual(end) {
				bound[end] = true
			}
		}
	}
	return out
}

// before reports whether the plan has a before b, given the variables that have values:
// atoms connected to them first, then those with fewer solutions, then deeper ones.
func (a atom) before(b atom, bound map[string]bool) bool {
	an, aConnected := a.solutions(bound)
	bn, bConnected := b.solutions(bound)
	switch {
	case aConnected != bConnected:
		return aConnected
	case an != bn:
		return an < bn
	case !aConnected:
		return a.depth > b.depth
	}
	return false
}

// solutions returns the estimated number of solutions of the atom for each solution so
// far, and whether the atom is connected to the variables that have values.
func (a atom) solutions(bound map[string]bool) (n float64, connected bool) {
	connected = bound[a.subject] || bound[a.object]
	s, o := bound[a.subject] || isIndividual(a.subject), bound[a.object] || isIndividual(a.object)
	switch {
	case s && o:
		return 0, connected
	case s:
		return a.estimate.perSubject, connected
	case o:
		return a.estimate.perObject, connected
	}
	return a.estimate.all, connected
}

func isIndividual(end string) bool { return end != "" && !strings.HasPrefix(end, "?") }
