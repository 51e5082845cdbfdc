package enrich

import (
	"cmp"
	"slices"
	"time"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Defaults of [Options].
const (
	DefaultConfidence = 0.9
	DefaultMinMembers = 5
	DefaultTimeout    = 30 * time.Second
	DefaultMaxSize    = 10 // of a definition: nobody accepts larger ones
)

// FewestPairs is the least number of subjects or pairs of a property about which an axiom
// is proposed.
const FewestPairs = 10

const (
	mostExamples   = 400 // of either side in the first round of a definition
	mostCounter    = 100 // counterexamples of either side that a round adds
	rounds         = 4
	mostConditions = 10
	mostElsewhere  = 0.5 // share of others for which a condition may hold
	mostNamed      = 20  // exceptions that are named
	fewestExpected = 3   // expected common members of disjoint siblings, if they were independent
	nearlyAll      = 0.99
)

// An Input is an ontology with its individuals.
type Input struct {
	// Problem has the structure, the role depth and the removals. Its examples are not
	// used.
	Problem interp.Problem
	// Among are the individuals of the universe; empty means all that have a class.
	Among []interp.Individual
	// Superclasses are the direct superclasses of a class, as stated.
	Superclasses map[string][]string
	// Stated are the axioms of the ontology, without inclusions between named classes.
	Stated []dl.Axiom
	// OfClasses: the individuals are the classes.
	OfClasses bool
	// IsSchema reports whether the term is a class, property, ontology or shape of the
	// ontology; nil if none is. Properties that are stated about these describe the
	// ontology itself, such as the file that a class is part of. They are not used.
	IsSchema func(iri string) bool
}

// Options select what is proposed. The zero value stands for the defaults.
type Options struct {
	// Learner is for definitions. Its Mode and Score are replaced; a MaxSize of 0 means
	// DefaultMaxSize.
	Learner    learner.Options
	Timeout    time.Duration // for the definition of a class; 0 means DefaultTimeout
	MinMembers int           // of a class; 0 means DefaultMinMembers
	Confidence float64       // of all axioms but definitions; 0 means DefaultConfidence
	// Negation allows ¬, ∀ and ≤ in definitions. Under the open world no individual is known
	// to be a member of such a class: something may merely not be stated.
	Negation bool
}

// An Ontology is an Input that is prepared for proposals.
type Ontology struct {
	Input
	o         Options
	h         *hierarchy
	in        interp.Set                  // U
	names     map[string]interp.ConceptID // classes
	classesOf [][]interp.ConceptID        // the classes of an individual
	stated    map[string][]dl.Axiom       // by subject
	disjoint  map[[2]string]bool          // stated pairs
	twins     map[string]bool             // properties that have the pairs of one turned around
	removed   map[interp.Removal]bool     // roles and features, without reasons
}

// New prepares the ontology.
func New(in Input, o Options) *Ontology {
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	o.Learner.MaxSize = cmp.Or(o.Learner.MaxSize, DefaultMaxSize)
	o.MinMembers = cmp.Or(o.MinMembers, DefaultMinMembers)
	o.Confidence = cmp.Or(o.Confidence, DefaultConfidence)
	s := in.Problem.Structure
	e := &Ontology{
		Input:     in,
		o:         o,
		in:        s.NewSet(),
		names:     map[string]interp.ConceptID{},
		classesOf: make([][]interp.ConceptID, s.Len()),
		stated:    map[string][]dl.Axiom{},
		removed:   map[interp.Removal]bool{},
		disjoint:  map[[2]string]bool{},
		twins:     map[string]bool{},
	}
	for i, c := range s.Signature().Atoms() {
		name, ok := c.(dl.Name)
		if !ok {
			continue
		}
		id := interp.ConceptID(i)
		e.names[name.IRI] = id
		for _, a := range interp.Members(s.Atom(id)) {
			e.classesOf[a] = append(e.classesOf[a], id)
		}
	}
	for a := range e.classesOf {
		if len(in.Among) == 0 && len(e.classesOf[a]) > 0 && (!in.OfClasses || s.IsClass(interp.Individual(a))) {
			e.in.Set(uint(a))
		}
	}
	for _, a := range in.Among {
		e.in.Set(uint(a))
	}
	for _, x := range in.Stated {
		if n, is := x.Concept.(dl.Name); is && x.Kind == dl.DisjointClasses {
			e.disjoint[[2]string{x.Subject, n.IRI}] = true
		}
		e.stated[x.Subject] = append(e.stated[x.Subject], x)
	}
	e.removeSchema()
	for _, r := range e.Problem.Removed {
		e.removed[interp.Removal{Role: r.Role, Feature: r.Feature}] = true
	}
	e.removeTwins()
	e.h = newHierarchy(e.names, in.Superclasses)
	return e
}

// removeSchema removes the roles and features that are stated about terms of the schema:
// more than a tenth of their subjects are such terms.
func (e *Ontology) removeSchema() {
	if e.IsSchema == nil || e.OfClasses {
		return
	}
	s := e.Problem.Structure
	sig := s.Signature()
	e.Problem.Removed = slices.Clone(e.Problem.Removed)
	const reason = "it describes the ontology, not its individuals"
	terms := s.NewSet()
	for a := range interp.Individual(s.Len()) {
		if e.IsSchema(s.IRI(a)) {
			terms.Set(uint(a))
		}
	}
	for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
		about, all := 0, s.Sources(r)
		for _, a := range all {
			if terms.Test(uint(a)) {
				about++
			}
		}
		if about > len(all)/10 {
			e.Problem.Removed = append(e.Problem.Removed, interp.Removal{Role: sig.Role(r), Reason: reason},
				interp.Removal{Role: sig.Role(r.Inv()), Reason: reason})
		}
	}
	for f, iri := range sig.Features() {
		about, all := 0, 0
		count := func(a interp.Individual, _ []uint32) {
			if all++; terms.Test(uint(a)) {
				about++
			}
		}
		s.EachValued(interp.FeatureID(f), count)
		s.EachString(interp.FeatureID(f), count)
		if about > all/10 {
			e.Problem.Removed = append(e.Problem.Removed, interp.Removal{Feature: iri, Reason: reason})
		}
	}
}

// removeTwins removes inverse roles that have the same pairs as a role with a name, such
// as hasChild⁻ beside hasParent.
func (e *Ontology) removeTwins() {
	sig := e.Problem.Structure.Signature()
	e.Problem.Removed = slices.Clone(e.Problem.Removed)
	for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
		for s := r; int(s) < sig.NumRoles(); s += 2 {
			there, n := e.countInverted(r, s)
			back, m := e.countInverted(s, r)
			if n > 0 && there == n && back == m {
				e.twins[sig.Role(r).IRI], e.twins[sig.Role(s).IRI] = true, true
				e.Problem.Removed = append(
					e.Problem.Removed,
					interp.Removal{
						Role:   sig.Role(r.Inv()),
						Reason: "it is " + sig.Role(s).IRI,
					},
					interp.Removal{Role: sig.Role(s.Inv()), Reason: "it is " + sig.Role(r).IRI},
				)
				break
			}
		}
	}
}

// countInverted returns how many pairs of r are in s the other way round, and the number
// of all pairs of r.
func (e *Ontology) countInverted(r, s interp.RoleID) (found, all int) {
	e.Problem.Structure.EachSource(r, func(a interp.Individual, successors []interp.Individual) {
		back := e.Problem.Structure.Successors(s.Inv(), a)
		for _, b := range successors {
			all++
			for len(back) > 0 && back[0] < b {
				back = back[1:]
			}
			if len(back) > 0 && back[0] == b {
				found++
			}
		}
	})
	return found, all
}

// Has reports whether the ontology has the class.
func (e *Ontology) Has(class string) bool {
	_, ok := e.names[class]
	return ok
}

// Classes returns the classes with enough members, sorted.
func (e *Ontology) Classes() []string {
	var out []string
	for iri := range e.names {
		if e.members(iri).Count() >= uint(e.o.MinMembers) || e.OfClasses && e.isDefined(iri) {
			out = append(out, iri)
		}
	}
	slices.Sort(out)
	return out
}

// Properties returns the roles and features that occur, sorted.
func (e *Ontology) Properties() []string {
	sig := e.Problem.Structure.Signature()
	if e.OfClasses {
		return nil // axioms about classes say nothing of domains, ranges and numbers
	}
	out := slices.Clone(sig.Features())
	for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
		out = append(out, sig.Role(r).IRI)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (e *Ontology) members(class string) interp.Set {
	id, ok := e.names[class]
	if !ok {
		return e.Problem.Structure.NewSet()
	}
	return e.Problem.Structure.Atom(id).Intersection(e.in)
}

func (e *Ontology) states(a dl.Axiom) bool {
	for _, x := range e.stated[a.Subject] {
		x.Feature = a.Feature
		if x == a {
			return true
		}
	}
	return false
}

// StatedOf returns the stated axioms about the class, without inclusions between named classes.
func (e *Ontology) StatedOf(class string) []dl.Axiom { return e.stated[class] }

// DirectSupers returns the nearest superclasses of the class.
func (e *Ontology) DirectSupers(class string) []string { return e.h.direct[class] }

// IsBelow reports whether a class is below another one.
func (e *Ontology) IsBelow(class, super string) bool { return e.h.up[class][super] }

// Holds reports whether the axioms say that the members of the class meet the conjunction of names and restrictions.
func (e *Ontology) Holds(class string, d dl.Concept) bool {
	s := e.Problem.Structure
	a, known := s.Lookup(class)
	return !slices.ContainsFunc(dl.Conjuncts(d), func(part dl.Concept) bool {
		switch part := part.(type) {
		case dl.Name:
			return part.IRI != class && !e.IsBelow(class, part.IRI)
		case dl.Exists:
			filler, isName := part.C.(dl.Name)
			r, used := s.Signature().RoleID(part.Role)
			return !known || !isName || !used || !slices.ContainsFunc(s.Successors(r, a), func(b interp.Individual) bool {
				return s.IRI(b) == filler.IRI || slices.Contains(e.classesOf[b], e.names[filler.IRI])
			})
		}
		return true
	})
}
