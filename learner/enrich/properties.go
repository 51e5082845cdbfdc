package enrich

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Property proposes axioms for a role or feature.
func (e *Ontology) Property(ctx context.Context, iri string) (Result, error) {
	start := time.Now()
	r := Result{Subject: iri, Property: true}
	sig := e.Problem.Structure.Signature()
	if id, ok := sig.FeatureID(iri); ok && !e.gone[interp.Removal{Feature: iri}] {
		e.feature(id, &r)
	}
	if id, ok := sig.RoleID(dl.Role{IRI: iri}); ok && !e.gone[interp.Removal{Role: sig.Role(id)}] && !e.gone[interp.Removal{Role: sig.Role(id.Inv())}] {
		e.role(id, &r)
	}
	r.Elapsed = time.Since(start)
	return r, ctx.Err()
}

// end is the individuals at one end of a property, and those with one partner only.
func (e *Ontology) end(r interp.RoleID) (all, single interp.Set, pairs int) {
	s := e.Problem.Structure
	all, single = s.NewSet(), s.NewSet()
	s.EachSource(r, func(a interp.Individual, successors []interp.Individual) {
		if len(e.Among) > 0 && !e.in.Test(uint(a)) {
			return // it is not known whether these are all
		}
		pairs += len(successors)
		if all.Set(uint(a)); len(successors) == 1 {
			single.Set(uint(a))
		}
	})
	return all, single, pairs
}

func (e *Ontology) role(id interp.RoleID, r *Result) {
	subjects, one, pairs := e.end(id)
	objects, oneBack, _ := e.end(id.Inv())
	r.Members = pairs
	e.propose(r, e.class(dl.Axiom{Kind: dl.PropertyDomain, Subject: r.Subject}, subjects))
	e.propose(r, e.class(dl.Axiom{Kind: dl.PropertyRange, Subject: r.Subject}, objects))
	e.propose(r, e.single(dl.Axiom{Kind: dl.FunctionalProperty, Subject: r.Subject}, subjects, one))
	e.propose(r, e.single(dl.Axiom{Kind: dl.InverseFunctionalProperty, Subject: r.Subject}, objects, oneBack))
	e.inverses(id, r)
	e.unmet(r, subjects, objects, one, oneBack)
}

func (e *Ontology) feature(id interp.FeatureID, r *Result) {
	s := e.Problem.Structure
	subjects, one := s.NewSet(), s.NewSet()
	each := func(a interp.Individual, ranks []uint32) {
		r.Members += len(ranks)
		if subjects.Set(uint(a)); len(ranks) == 1 {
			one.Set(uint(a))
		}
	}
	s.EachValued(id, each)
	s.EachString(id, each)
	e.propose(r, e.class(dl.Axiom{Kind: dl.PropertyDomain, Subject: r.Subject, Feature: true}, subjects))
	e.propose(r, e.single(dl.Axiom{Kind: dl.FunctionalProperty, Subject: r.Subject, Feature: true}, subjects, one))
	e.unmet(r, subjects, nil, one, nil)
}

// propose adds the candidate, if there is one and nothing of its kind is stated.
func (e *Ontology) propose(r *Result, c *Candidate) {
	if c != nil && !slices.ContainsFunc(e.stated[r.Subject], func(a dl.Axiom) bool { return a.Kind == c.Kind }) {
		r.Candidates = append(r.Candidates, *c)
	}
}

// unmet adds the stated axioms about the property that the data does not bear out.
func (e *Ontology) unmet(r *Result, subjects, objects, one, oneBack interp.Set) {
	eval := interp.NewEvaluator(e.Problem.Structure)
	for _, a := range e.stated[r.Subject] {
		about, x := subjects, one
		switch a.Kind {
		case dl.PropertyRange:
			about = objects
		case dl.InverseFunctionalProperty:
			about, x = objects, oneBack
		case dl.PropertyDomain, dl.FunctionalProperty:
		default:
			continue
		}
		if a.Concept != nil {
			var err error
			if x, err = eval.Extension(a.Concept); err != nil {
				continue // it is no concept of genus
			}
		}
		if about == nil || about.None() {
			continue
		}
		if c := e.holding(a, about, x); c.Confidence < 1 {
			r.Unmet = append(r.Unmet, c)
		}
	}
}

// class proposes the class with the fewest members that nearly all individuals of
// the set have, and not everything has.
func (e *Ontology) class(a dl.Axiom, about interp.Set) *Candidate {
	s := e.Problem.Structure
	var best *Candidate
	fewest := e.in.Count()
	for id, c := range s.Signature().Atoms() {
		name, ok := c.(dl.Name)
		if !ok {
			continue
		}
		x := s.Atom(interp.ConceptID(id))
		if n := x.IntersectionCardinality(e.in); n < fewest && e.holds(x, about) {
			a.Concept = name
			found := e.holding(a, about, x)
			best, fewest = &found, n
		}
	}
	return best
}

func (e *Ontology) holds(x, about interp.Set) bool {
	n := about.Count()
	return n >= fewestPairs && x.IntersectionCardinality(about) >= uint(math.Ceil(e.o.Confidence*float64(n)))
}

// single proposes that all individuals of the set have one partner only.
func (e *Ontology) single(a dl.Axiom, about, one interp.Set) *Candidate {
	c := e.holding(a, about, one)
	if about.Count() < fewestPairs || c.Confidence < surely {
		return nil
	}
	return &c
}

// inverses proposes the property that has nearly all pairs turned around, and no
// others. Of two the one that comes first proposes it.
func (e *Ontology) inverses(id interp.RoleID, r *Result) {
	s := e.Problem.Structure
	sig := s.Signature()
	for other := interp.RoleID(0); int(other) < sig.NumRoles(); other += 2 {
		name := sig.Role(other).IRI
		a := dl.Axiom{Kind: dl.InverseProperties, Subject: r.Subject, Other: name}
		switch {
		case name < r.Subject, e.states(a), e.states(dl.Axiom{Kind: dl.InverseProperties, Subject: name, Other: r.Subject}):
			continue
		case name == r.Subject:
			a = dl.Axiom{Kind: dl.SymmetricProperty, Subject: r.Subject}
			if e.states(a) {
				continue
			}
		}
		there, n := e.turned(id, other)
		back, m := e.turned(other, id)
		c := Candidate{Axiom: a, Support: there + back, Of: n + m, Confidence: min(share(there, n), share(back, m))}
		if min(n, m) >= fewestPairs && c.Confidence >= e.o.Confidence {
			r.Candidates = append(r.Candidates, c)
		}
	}
}
