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
	if id, ok := sig.FeatureID(iri); ok && !e.removed[interp.Removal{Feature: iri}] {
		e.feature(id, &r)
	}
	if id, ok := sig.RoleID(dl.Role{IRI: iri}); ok && !e.removed[interp.Removal{Role: sig.Role(id)}] &&
		!e.removed[interp.Removal{Role: sig.Role(id.Inv())}] {
		e.role(id, &r)
	}
	r.Elapsed = time.Since(start)
	return r, ctx.Err()
}

// endOf returns the individuals with an r-successor, those with exactly one, and the
// number of pairs.
func (e *Ontology) endOf(r interp.RoleID) (all, single interp.Set, pairs int) {
	s := e.Problem.Structure
	all, single = s.NewSet(), s.NewSet()
	s.EachSource(r, func(a interp.Individual, successors []interp.Individual) {
		if len(e.Among) > 0 && !e.in.Test(uint(a)) {
			return // it may have successors that are not known
		}
		pairs += len(successors)
		if all.Set(uint(a)); len(successors) == 1 {
			single.Set(uint(a))
		}
	})
	return all, single, pairs
}

// A facet is an axiom that a property may have: its kind, the individuals at the end that
// it is about, and those with exactly one partner. single is nil if the axiom gives them
// a class.
type facet struct {
	kind          dl.AxiomKind
	about, single interp.Set
}

func (e *Ontology) role(id interp.RoleID, r *Result) {
	subjects, one, pairs := e.endOf(id)
	objects, oneBack, _ := e.endOf(id.Inv())
	r.Members += pairs
	facets := []facet{
		{dl.PropertyDomain, subjects, nil}, {dl.PropertyRange, objects, nil},
		{dl.FunctionalProperty, subjects, one}, {dl.InverseFunctionalProperty, objects, oneBack},
	}
	proposed := facets
	if e.twins[r.Subject] { // that the inverse is functional is said of the inverse
		proposed = facets[:3]
	}
	e.propose(r, proposed, false)
	e.inverses(id, r)
	e.checkStated(r, facets)
}

func (e *Ontology) feature(id interp.FeatureID, r *Result) {
	s := e.Problem.Structure
	values := map[interp.Individual]int{}
	count := func(a interp.Individual, ranks []uint32) {
		if len(e.Among) == 0 || e.in.Test(uint(a)) { // of others some values are not known
			values[a] += len(ranks)
		}
	}
	s.EachValued(id, count)
	s.EachString(id, count)
	subjects, one := s.NewSet(), s.NewSet()
	for a, n := range values {
		r.Members += n
		if subjects.Set(uint(a)); n == 1 {
			one.Set(uint(a))
		}
	}
	facets := []facet{{dl.PropertyDomain, subjects, nil}, {dl.FunctionalProperty, subjects, one}}
	e.propose(r, facets, true)
	e.checkStated(r, facets)
}

// propose adds axioms of the kinds that the ontology does not state for the property.
func (e *Ontology) propose(r *Result, facets []facet, isFeature bool) {
	for _, f := range facets {
		if f.about.Count() < FewestPairs ||
			slices.ContainsFunc(e.stated[r.Subject], func(a dl.Axiom) bool { return a.Kind == f.kind }) {
			continue
		}
		a := dl.Axiom{Kind: f.kind, Subject: r.Subject, Feature: isFeature}
		if f.single == nil {
			r.Candidates = append(r.Candidates, e.proposeClass(a, f.about)...)
		} else if c := e.newCandidate(a, f.about, f.single); c.Confidence >= nearlyAll {
			r.Candidates = append(r.Candidates, c)
		}
	}
}

// checkStated adds the stated axioms about the property: those that the data contradicts, and those that it fits.
func (e *Ontology) checkStated(r *Result, facets []facet) {
	eval := interp.NewEvaluator(e.Problem.Structure)
	for _, a := range e.stated[r.Subject] {
		i := slices.IndexFunc(facets, func(f facet) bool { return f.kind == a.Kind })
		if i < 0 || facets[i].about.None() {
			continue
		}
		x := facets[i].single
		if x == nil {
			var err error
			if x, err = eval.Extension(a.Concept); err != nil {
				continue // genus cannot evaluate it
			}
		}
		r.addStated(e.newCandidate(a, facets[i].about, x))
	}
}

// proposeClass proposes the class with the fewest members that nearly all individuals of
// the set have, but not all individuals of U; none if there is no such class. Of a class
// and a subclass with the same members it proposes the subclass.
func (e *Ontology) proposeClass(a dl.Axiom, about interp.Set) (best []Candidate) {
	s := e.Problem.Structure
	enough := uint(math.Ceil(e.o.Confidence * float64(about.Count())))
	fewest := e.in.Count()
	for id, c := range s.Signature().Atoms() {
		name, ok := c.(dl.Name)
		if !ok {
			continue
		}
		x := s.Atom(interp.ConceptID(id))
		n := x.IntersectionCardinality(e.in)
		isNarrower := n < fewest || n == fewest && best != nil && e.h.up[name.IRI][best[0].Concept.(dl.Name).IRI]
		if isNarrower && x.IntersectionCardinality(about) >= enough {
			a.Concept = name
			best, fewest = []Candidate{e.newCandidate(a, about, x)}, n
		}
	}
	return best
}

// inverses proposes the property that has nearly the same pairs the other way round. The
// first of two properties in order proposes the axiom.
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
		there, n := e.countInverted(id, other)
		back, m := e.countInverted(other, id)
		c := Candidate{Axiom: a, Support: there + back, Of: n + m, Confidence: min(share(there, n), share(back, m))}
		if min(n, m) >= FewestPairs && c.Confidence >= e.o.Confidence {
			r.Candidates = append(r.Candidates, c)
		}
	}
}
