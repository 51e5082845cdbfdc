package read

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/sparql11"
)

// With Options.Classes, a query about axioms is read as what it says of the classes (queries/terminology.go):
//
//	?x subsumption :C                                        is below :C
//	?x subsumption ?r . ?r owl:onProperty p ;                ?x p ?y
//	   owl:someValuesFrom|owl:hasValue ?y
//	?x rdfs:subClassOf* :C                                   the same, with an assumption
//	?x rdfs:subClassOf [ owl:onProperty p ;                  ?x p ?y . ?y is below :D, with a note: the query finds
//	   owl:someValuesFrom :D ]                               what is stated; by any path of subClassOf and equivalentClass
//	FILTER NOT EXISTS { a value of p that is below ?y }      nothing: only the narrowest values count
//	MINUS { ?x owl:deprecated true }, MINUS { ?x a rdfs:Datatype }, the same of what is
//	equivalent to it, FILTER(isIRI(?x) …)                      nothing: these are no individuals
//
// Any other part is read as it stands. Classes have no other roles from RDF Schema and OWL.

// below leads from a class to all that it is below, in a query that applyAxioms has rewritten. No other query says it.
const below = "urn:genus:below"

// axiomPaths are the paths of such queries, as sparql11 prints them.
var axiomPaths = sync.OnceValue(
	func() (p struct{ below, valueBelow, on, onBelow, value, links, superclass, equivalent, datatype string }) {
		for to, text := range map[*string]string{
			&p.below:      queries.Subsumption,
			&p.valueBelow: "a?/" + queries.Subsumption,
			&p.on:         "owl:onProperty",
			&p.onBelow:    queries.OnProperty,
			&p.value:      queries.RestrictedTo,
			&p.links:      "rdfs:subClassOf|owl:equivalentClass",
			&p.superclass: "rdfs:subClassOf*",
			&p.equivalent: queries.Equivalent,
			&p.datatype:   queries.Equivalent + "/a",
		} {
			q, err := sparql11.ParsePattern("?x "+text+" ?y", withDefaults(nil))
			if err != nil { // a fault of this program
				panic(err)
			}
			*to = q.Where.Elements[0].(*sparql11.Triple).Path.String()
		}
		return p
	})

func isBelow(p *sparql11.Path) bool {
	text := p.String()
	return text == axiomPaths().below || text == axiomPaths().valueBelow
}

// applyAxioms rewrites the group and those within it.
func (r *reader) applyAxioms(g *sparql11.Group) {
	if g.Sub != nil {
		r.applyAxioms(g.Sub.Where)
		return
	}
	dropped := map[sparql11.Element]bool{}
	var added []sparql11.Element
	for i, e := range g.Elements {
		switch e := e.(type) {
		case *sparql11.Triple:
			if t, of := r.applied(e, g, dropped); t != nil {
				g.Elements[i] = t
				added = append(added, of...)
			}
		case *sparql11.Filter:
			if dropped[e] = isClassFilter(e.Expr) || e.Expr.Op == "NOT EXISTS" && isNarrower(e.Expr.Group); !dropped[e] {
				r.applyWithin(e.Expr)
			}
		case *sparql11.Minus:
			r.applyAxioms(e.Group)
			dropped[e] = isNoIndividual(e.Group)
		case *sparql11.Optional:
			r.applyAxioms(e.Group)
		case *sparql11.Union:
			for _, b := range e.Branches {
				if _, ok := r.domain(e); !ok {
					r.applyAxioms(b)
				}
			}
		}
	}
	var kept []sparql11.Element
	for _, e := range g.Elements {
		if !dropped[e] {
			kept = append(kept, e)
		}
	}
	g.Elements = append(kept, added...)
}

func (r *reader) applyWithin(e *sparql11.Expr) {
	if e.Group != nil {
		r.applyAxioms(e.Group)
	}
	for _, a := range e.Args {
		r.applyWithin(a)
	}
}

// applied returns the statement about a class that the triple of a group begins, and what it says of the value; nil
// if it begins none.
func (r *reader) applied(t *sparql11.Triple, g *sparql11.Group,
	dropped map[sparql11.Element]bool) (of *sparql11.Triple, more []sparql11.Element) {
	link := func(subject sparql11.Term, iri string, to sparql11.Term) *sparql11.Triple {
		property := &sparql11.Path{Pos: t.Path.Pos, Op: sparql11.Link, Term: sparql11.Term{Kind: sparql11.IRI, Value: iri}}
		return &sparql11.Triple{Pos: t.Pos, Subject: subject, Path: property, Object: to}
	}
	switch {
	case t.Path.String() == axiomPaths().superclass && t.Object.Kind == sparql11.IRI:
		r.assume(t.Pos, "what is below %s is so by rdfs:subClassOf alone", t.Object)
		return link(t.Subject, r.typing, t.Object), nil
	case isBelow(t.Path) && t.Object.Kind == sparql11.IRI:
		return link(t.Subject, r.typing, t.Object), nil
	case !isBelow(t.Path) && !isAboveByAxioms(t.Path):
		return nil, nil
	}
	x := restrictionOf(t.Object, g)
	if x.on == nil || x.value == nil || x.on.Object.Kind != sparql11.IRI {
		return nil, nil
	}
	for _, part := range x.parts {
		dropped[part] = true
	}
	if !isBelow(t.Path) {
		r.entails = true
		r.note(t.Pos, "is read as what a class requires of %s, whether it states, inherits or entails that", x.on.Object)
	}
	value := x.value.Object
	if value.Kind == sparql11.IRI && x.value.Path.Term.Value == someValuesFrom {
		value = sparql11.Term{Kind: sparql11.Var, Value: fmt.Sprintf("value#%d", t.Pos)}
		more = append(more, link(value, r.typing, x.value.Object))
	}
	return link(t.Subject, x.on.Object.Value, value), more
}

const (
	owlNS          = "http://www.w3.org/2002/07/owl#"
	someValuesFrom = owlNS + "someValuesFrom"
)

// A restriction is what a group says of a node that is one.
type restriction struct {
	on, value *sparql11.Triple
	parts     []*sparql11.Triple // these, and its class
}

func restrictionOf(node sparql11.Term, g *sparql11.Group) (x restriction) {
	for _, e := range g.Elements {
		about, is := e.(*sparql11.Triple)
		if !is || about.Subject != node {
			continue
		}
		switch path := about.Path.String(); {
		case path == axiomPaths().on || path == axiomPaths().onBelow:
			x.on = about
		case path == axiomPaths().value || about.Path.Op == sparql11.Link &&
			(about.Path.Term.Value == someValuesFrom || about.Path.Term.Value == owlNS+"hasValue"):
			x.value = about
		case about.Path.Term.Value != rdfType || about.Object.Value != owlNS+"Restriction":
			continue
		}
		x.parts = append(x.parts, about)
	}
	return x
}

// isAboveByAxioms reports whether the path leads upwards by subclasses and equivalent classes alone.
func isAboveByAxioms(p *sparql11.Path) bool {
	if p.Op == sparql11.Link {
		return p.Term.Value == "http://www.w3.org/2000/01/rdf-schema#subClassOf" || p.Term.Value == owlNS+"equivalentClass"
	}
	isUp := []sparql11.PathOp{sparql11.Seq, sparql11.Alt, sparql11.Star, sparql11.Plus, sparql11.Maybe}
	return slices.Contains(isUp, p.Op) &&
		!slices.ContainsFunc(p.Args, func(a *sparql11.Path) bool { return !isAboveByAxioms(a) })
}

// withoutAxioms refuses a concept about parts of axioms.
func (r *reader) withoutAxioms(at sparql11.Pos, c dl.Concept) {
	for _, role := range dl.Roles(c) {
		if slices.ContainsFunc(queries.SchemaNamespaces(), func(ns string) bool { return strings.HasPrefix(role.IRI, ns) }) {
			r.fail(at, "<%s> is part of an axiom, and no role of classes: write ?x rdfs:subClassOf* C, or the axioms as "+
				"genus query does", role.IRI)
		}
	}
}

// isNarrower reports whether the group is about a value ?n that is narrower than another one, ?y: a restriction to
// ?n . ?n subsumption ?y FILTER(!sameTerm(?n, ?y)) FILTER NOT EXISTS { ?y subsumption ?n }
func isNarrower(g *sparql11.Group) bool {
	if len(g.Elements) != 6 {
		return false
	}
	value, is1 := g.Elements[2].(*sparql11.Triple)
	below, is2 := g.Elements[3].(*sparql11.Triple)
	other, is3 := g.Elements[4].(*sparql11.Filter)
	strictly, is4 := g.Elements[5].(*sparql11.Filter)
	if !is1 || !is2 || !is3 || !is4 || value.Path.String() != axiomPaths().value || value.Object != below.Subject ||
		!isBelow(below.Path) ||
		other.Expr.Op != "!" || strictly.Expr.Op != "NOT EXISTS" || len(strictly.Expr.Group.Elements) != 1 {
		return false
	}
	back, is := strictly.Expr.Group.Elements[0].(*sparql11.Triple)
	return is && isBelow(back.Path) && back.Subject == below.Object && back.Object == below.Subject
}

// isClassFilter reports whether the filter excludes only what is no class: blank nodes and terms of the W3C.
func isClassFilter(e *sparql11.Expr) bool {
	switch {
	case e.Op == "&&":
		return isClassFilter(e.Args[0]) && isClassFilter(e.Args[1])
	case e.Op == "!" && e.Args[0].Op == "STRSTARTS":
		return e.Args[0].Args[0].Op == "STR" && slices.Contains(queries.NoClassNamespaces(), e.Args[0].Args[1].Term.Value)
	}
	return strings.EqualFold(e.Op, "isIRI")
}

// isNoIndividual reports whether the group is about what is deprecated, or a datatype.
func isNoIndividual(g *sparql11.Group) bool {
	if len(g.Elements) == 0 {
		return false
	}
	t, is := g.Elements[0].(*sparql11.Triple)
	if !is {
		return false
	}
	path := t.Path.String()
	switch {
	case len(g.Elements) == 2:
		f, is := g.Elements[1].(*sparql11.Filter)
		return is && path == axiomPaths().equivalent && startsWith(f.Expr, t.Object, dl.XSD)
	case len(g.Elements) > 2:
		return false
	case t.Path.Term.Value == "http://www.w3.org/2002/07/owl#deprecated":
		return t.Object.Value == "true"
	case t.Path.Term.Value == rdfType, path == axiomPaths().datatype:
		return t.Object.Value == "http://www.w3.org/2000/01/rdf-schema#Datatype"
	}
	return false
}

// startsWith reports whether the expression says that the IRI of the term begins with the text.
func startsWith(e *sparql11.Expr, term sparql11.Term, text string) bool {
	return e.Op == "STRSTARTS" && e.Args[0].Op == "STR" && e.Args[0].Args[0].Term == term && e.Args[1].Term.Value == text
}

// isClassDomain reports whether the sides of a union are what is a class, by what is stated of the variable.
func isClassDomain(sides []*sparql11.Group, v string) bool {
	forms := map[string]bool{}
	for _, b := range sides {
		if len(b.Elements) != 1 {
			return false
		}
		t, is := b.Elements[0].(*sparql11.Triple)
		if !is {
			return false
		}
		switch path := t.Path.String(); {
		case t.Subject == variable(v) && t.Object.Kind == sparql11.IRI && t.Path.Term.Value == rdfType:
			forms[t.Object.Value] = true
		case path == axiomPaths().links && t.Subject == variable(v) && t.Object.Kind == sparql11.Var:
			forms["subclass"] = true
		case path == axiomPaths().links && t.Object == variable(v) && t.Subject.Kind == sparql11.Var:
			forms["superclass"] = true
		default:
			return false
		}
	}
	return len(sides) == 4 && len(forms) == 4
}
