package enrich

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Defaults of [Options].
const (
	DefaultConfidence = 0.9
	DefaultMinMembers = 3
	DefaultTimeout    = 30 * time.Second
)

const (
	mostExamples   = 400 // of either side in the first round of a definition
	mostCounter    = 100 // counterexamples of either side that a round adds
	rounds         = 4
	mostConditions = 10
	mostElsewhere  = 0.5 // share of others for which a condition may hold
	mostNamed      = 20  // exceptions that are named
	fewestPairs    = 10  // subjects from which anything is concluded about a property
	fewestExpected = 3   // common members of siblings, if they were independent
	surely         = 0.99
)

// Input is an ontology with its individuals.
type Input struct {
	// Problem has the structure, the role depth and the removals; its examples are
	// not looked at.
	Problem interp.Problem
	// Among are the individuals that count; empty means all that have a class.
	Among []interp.Individual
	// Superclasses are the direct superclasses of a class, as stated.
	Superclasses map[string][]string
	// Stated are the axioms of the ontology, but for superclasses with a name.
	Stated []dl.Axiom
}

// Options say what is proposed. The zero value is the default everywhere.
type Options struct {
	Learner    learner.Options // for definitions; its Mode and Score are replaced
	Timeout    time.Duration   // for the definition of a class; 0 means DefaultTimeout
	MinMembers int             // of a class; 0 means DefaultMinMembers
	Confidence float64         // of all but definitions; 0 means DefaultConfidence
}

// Candidate is an axiom with its evidence.
type Candidate struct {
	dl.Axiom
	Support    int      // individuals (pairs, for Inverse and Symmetric) that it is about and holds for
	Of         int      // individuals that it is about
	Confidence float64  // from 0 to 1, see the package comment
	Elsewhere  float64  // of a condition
	Exceptions []string // the first that it is about and does not hold for
	Extra      int      // non-members that a definition holds for
	Extras     []string // the first of them
	Size       int      // of Concept
	Proved     bool     // no smaller definition is as good on the examples learned from
}

// Result is what is proposed for one class or property.
type Result struct {
	Subject    string
	Property   bool
	Members    int // of the class, or pairs of the property
	Candidates []Candidate
	Unmet      []Candidate // stated axioms that the data does not bear out
	Note       string      // why something is missing
	Elapsed    time.Duration
}

// Ontology is an Input that is prepared for proposals.
type Ontology struct {
	Input
	o      Options
	h      *hierarchy
	in     interp.Set                  // U
	names  map[string]interp.ConceptID // classes
	has    [][]interp.ConceptID        // the classes of an individual
	stated map[string][]dl.Axiom       // by subject
	gone   map[interp.Removal]bool     // roles and features, without reasons
}

// New prepares the ontology.
func New(in Input, o Options) *Ontology {
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	o.MinMembers = cmp.Or(o.MinMembers, DefaultMinMembers)
	o.Confidence = cmp.Or(o.Confidence, DefaultConfidence)
	s := in.Problem.Structure
	e := &Ontology{
		Input: in, o: o, in: s.NewSet(), names: map[string]interp.ConceptID{}, has: make([][]interp.ConceptID, s.Len()),
		stated: map[string][]dl.Axiom{}, gone: map[interp.Removal]bool{},
	}
	for i, c := range s.Signature().Atoms() {
		name, ok := c.(dl.Name)
		if !ok {
			continue
		}
		id := interp.ConceptID(i)
		e.names[name.IRI] = id
		for _, a := range interp.Members(s.Atom(id)) {
			e.has[a] = append(e.has[a], id)
		}
	}
	for a := range e.has {
		if len(in.Among) == 0 && len(e.has[a]) > 0 {
			e.in.Set(uint(a))
		}
	}
	for _, a := range in.Among {
		e.in.Set(uint(a))
	}
	for _, x := range in.Stated {
		e.stated[x.Subject] = append(e.stated[x.Subject], x)
	}
	for _, r := range in.Problem.Removed {
		e.gone[interp.Removal{Role: r.Role, Feature: r.Feature}] = true
	}
	e.removeTwins()
	e.h = newHierarchy(e.names, in.Superclasses)
	return e
}

// Classes are the classes with enough members, sorted.
func (e *Ontology) Classes() []string {
	var out []string
	for iri := range e.names {
		if e.members(iri).Count() >= uint(e.o.MinMembers) {
			out = append(out, iri)
		}
	}
	slices.Sort(out)
	return out
}

// Properties are the roles and features that occur, sorted.
func (e *Ontology) Properties() []string {
	sig := e.Problem.Structure.Signature()
	out := slices.Clone(sig.Features())
	for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
		out = append(out, sig.Role(r).IRI)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// removeTwins takes inverse roles out of the language that are, in the data, the
// same as a role with a name: hasChild⁻ beside hasParent.
func (e *Ontology) removeTwins() {
	sig := e.Problem.Structure.Signature()
	e.Problem.Removed = slices.Clone(e.Problem.Removed)
	for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
		for s := r; int(s) < sig.NumRoles(); s += 2 {
			there, n := e.turned(r, s)
			back, m := e.turned(s, r)
			if n > 0 && there == n && back == m {
				e.Problem.Removed = append(e.Problem.Removed,
					interp.Removal{Role: sig.Role(r.Inv()), Reason: "it is " + sig.Role(s).IRI}, interp.Removal{Role: sig.Role(s.Inv()), Reason: "it is " + sig.Role(r).IRI})
				break
			}
		}
	}
}

// Has reports whether the class is one of the ontology.
func (e *Ontology) Has(class string) bool {
	_, ok := e.names[class]
	return ok
}

// members is M.
func (e *Ontology) members(class string) interp.Set {
	id, ok := e.names[class]
	if !ok {
		return e.Problem.Structure.NewSet()
	}
	return e.Problem.Structure.Atom(id).Intersection(e.in)
}

// Class proposes axioms for a class. When the context ends, the result has what was
// found; its error is that of the context.
func (e *Ontology) Class(ctx context.Context, class string) (Result, error) {
	start := time.Now()
	c := e.newSubject(class)
	r := Result{Subject: class, Members: int(c.members.Count())}
	if r.Members < e.o.MinMembers {
		r.Note = "too few members"
		return r, nil
	}
	var err error
	if r.Unmet, err = c.unmet(); err != nil {
		return r, err
	}
	if c.others.None() {
		r.Note = "every individual that has a class is a member: nothing tells members from others"
	} else {
		if r.Candidates, err = c.conditions(ctx); err != nil {
			return r, err
		}
		d, why, err := c.definition(ctx)
		if err != nil {
			return r, err
		}
		if r.Note = why; d != nil {
			r.Candidates = slices.Insert(r.Candidates, 0, *d)
		}
	}
	r.Candidates = append(r.Candidates, c.disjoint()...)
	r.Elapsed = time.Since(start)
	return r, ctx.Err()
}

// subject is a class at work.
type subject struct {
	*Ontology
	class   string
	members interp.Set // M
	context interp.Set // S
	others  interp.Set // S \ M; U \ M if that is empty
	genus   []string   // the superclasses whose members S is; none: U
	hidden  []string
	eval    *interp.Evaluator
}

func (e *Ontology) newSubject(class string) *subject {
	c := &subject{Ontology: e, class: class, members: e.members(class), eval: interp.NewEvaluator(e.Problem.Structure)}
	c.hidden = e.h.related(class)
	c.context = e.in.Clone()
	for _, super := range e.h.direct[class] {
		x := e.members(super)
		if x.Count() < e.in.Count() {
			c.genus = append(c.genus, super)
			c.context.InPlaceIntersection(x)
		}
	}
	if c.others = c.context.Difference(c.members); c.others.None() {
		c.context, c.genus = e.in.Clone(), nil
		c.others = c.context.Difference(c.members)
	}
	return c
}

// extension is that of the concept within U.
func (c *subject) extension(d dl.Concept) (interp.Set, error) {
	x, err := c.eval.Extension(d)
	if err != nil {
		return nil, err
	}
	return x.Intersection(c.in), nil
}

// first are the IRIs of the first individuals of the set.
func (e *Ontology) first(x interp.Set) (iris []string) {
	for a, ok := x.NextSet(0); ok && len(iris) < mostNamed; a, ok = x.NextSet(a + 1) {
		iris = append(iris, e.Problem.Structure.IRI(interp.Individual(a)))
	}
	return iris
}

// holding is a candidate about the individuals of a set, that holds for those in x.
func (e *Ontology) holding(axiom dl.Axiom, about, x interp.Set) Candidate {
	c := Candidate{Axiom: axiom, Of: int(about.Count()), Support: int(about.IntersectionCardinality(x))}
	if axiom.Concept != nil {
		c.Size = dl.Size(axiom.Concept)
	}
	c.Exceptions = e.first(about.Difference(x))
	c.Confidence = share(c.Support, c.Of)
	return c
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}
