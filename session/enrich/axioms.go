package enrich

import (
	"context"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

const (
	rdfNS  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rdfsNS = "http://www.w3.org/2000/01/rdf-schema#"
	owlNS  = "http://www.w3.org/2002/07/owl#"
)

// statedAxioms returns the axioms of the source that genus can express, without
// inclusions between named classes. Of files it returns all, of a database or an endpoint
// those that were extracted for reasoning. terms are the classes, properties, ontologies
// and shapes that files declare.
func (s Enricher) statedAxioms(ctx context.Context) (out []dl.Axiom, terms map[string]bool, err error) {
	data := s.Source.Data()
	if data.Stated != nil {
		schema := schemaGraph{objects: map[string][]rdf.Triple{}, terms: map[string]bool{}, datatypes: map[string]bool{}}
		err = data.EachTriple(ctx, mayBeAxiom, func(t extract.Triple) {
			if triple, err := stated(data, t); err == nil { // else an odd language tag, of no axiom
				schema.add(triple)
			}
		})
		out = schema.axioms()
		place := map[dl.AxiomKind]int{dl.EquivalentClasses: -1} // definitions say more than inclusions
		slices.SortStableFunc(out, func(a, b dl.Axiom) int { return place[a.Kind] - place[b.Kind] })
		return out, schema.terms, err
	}
	for _, t := range data.Facts.Axioms {
		a := dl.Axiom{Kind: statedKinds[t[1]], Subject: t[0]}
		switch a.Kind {
		case "":
			a.Kind = statedKinds[t[2]] // t[0] is a property of that type
		case dl.InverseProperties, subProperty:
			a.Other = t[2]
		default:
			a.Concept = dl.Name{IRI: t[2]}
		}
		if a.Kind != "" {
			out = append(out, a)
		}
	}
	return out, nil, nil
}

// mayBeAxiom reports whether triples with the property may be part of axioms.
func mayBeAxiom(p string) bool {
	return strings.HasPrefix(p, owlNS) || strings.HasPrefix(p, rdfsNS) || p == rdfNS+"type" || p == rdfNS+"first" ||
		p == rdfNS+"rest"
}

// stated returns a triple that a file states.
func stated(data *extract.Data, t extract.Triple) (out rdf.Triple, err error) {
	subject, err := node(data.Facts.Term(t.Subject))
	if err != nil {
		return out, err
	}
	out.Subj = subject.(rdf.Subject)
	if out.Pred, err = rdf.NewIRI(t.Property); err != nil {
		return out, err
	}
	switch {
	case t.Object != 0:
		out.Obj, err = node(data.Facts.Term(t.Object))
	case t.Lang != "":
		out.Obj, err = rdf.NewLangLiteral(t.Lexical, t.Lang)
	default:
		var datatype rdf.IRI
		datatype, err = rdf.NewIRI(t.Datatype)
		out.Obj = rdf.NewTypedLiteral(t.Lexical, datatype)
	}
	return out, err
}

// node returns an IRI or a blank node.
func node(term string) (rdf.Object, error) {
	if label, isBlank := strings.CutPrefix(term, graph.Blank); isBlank {
		return rdf.NewBlank(label)
	}
	return rdf.NewIRI(term)
}

// A schemaGraph holds the triples that may be part of axioms.
type schemaGraph struct {
	triples   []rdf.Triple
	objects   map[string][]rdf.Triple // by blank subject; of data properties, that they are
	terms     map[string]bool         // what is declared as a class, property, ontology or shape
	datatypes map[string]bool         // of these, the datatypes
}

func (g *schemaGraph) add(t rdf.Triple) {
	p := t.Pred.String()
	if equivalent, expression, ok := syntax.DirectDefinition(t); ok {
		g.add(equivalent)
		t = expression
	}
	isType := p == rdfNS+"type"
	if isType && isMetamodel(t.Obj.String()) {
		g.terms[t.Subj.String()] = true
		g.datatypes[t.Subj.String()] = g.datatypes[t.Subj.String()] || syntax.IsDatatypeClass(t.Obj.String())
	}
	switch {
	case isType && !strings.HasPrefix(t.Obj.String(), owlNS) && t.Subj.Type() != rdf.TermBlank:
		return
	case !mayBeAxiom(p):
		return
	}
	g.triples = append(g.triples, t)
	if t.Subj.Type() == rdf.TermBlank || isType && t.Obj.String() == owlNS+"DatatypeProperty" {
		g.objects[t.Subj.String()] = append(g.objects[t.Subj.String()], t)
	}
}

// isMetamodel reports whether the class is one of RDF, RDFS, OWL or SHACL, whose members
// are classes, properties, ontologies and shapes.
func isMetamodel(class string) bool {
	return class != owlNS+"Thing" && class != owlNS+"NamedIndividual" &&
		slices.ContainsFunc([]string{rdfNS, rdfsNS, owlNS, graph.SHACL},
			func(ns string) bool { return strings.HasPrefix(class, ns) })
}

var statedKinds = map[string]dl.AxiomKind{
	rdfsNS + "subPropertyOf":            subProperty,
	owlNS + "TransitiveProperty":        transitive,
	owlNS + "equivalentClass":           dl.EquivalentClasses,
	rdfsNS + "subClassOf":               dl.SubClassOf,
	owlNS + "disjointWith":              dl.DisjointClasses,
	owlNS + "disjointUnionOf":           dl.DisjointUnion,
	rdfsNS + "domain":                   dl.PropertyDomain,
	rdfsNS + "range":                    dl.PropertyRange,
	owlNS + "inverseOf":                 dl.InverseProperties,
	owlNS + "FunctionalProperty":        dl.FunctionalProperty,
	owlNS + "InverseFunctionalProperty": dl.InverseFunctionalProperty,
	owlNS + "SymmetricProperty":         dl.SymmetricProperty,
}

// axioms returns the axioms about named classes and properties. It skips those that genus
// cannot express: they can be neither proposed nor checked.
func (g *schemaGraph) axioms() (out []dl.Axiom) {
	for _, t := range g.triples {
		p, o := t.Pred.String(), t.Obj.String()
		if p == owlNS+"members" && t.Subj.Type() == rdf.TermBlank {
			out = append(out, g.disjointPairs(t)...)
			continue
		}
		if t.Subj.Type() == rdf.TermBlank {
			out = append(out, g.sufficient(t)...)
			continue
		}
		if g.datatypes[t.Subj.String()] {
			continue
		}
		a := dl.Axiom{Kind: statedKinds[p], Subject: t.Subj.String()}
		switch {
		case p == rdfNS+"type":
			a.Kind = statedKinds[o]
		case a.Kind == dl.InverseProperties || a.Kind == subProperty:
			a.Other = o
			if t.Obj.Type() == rdf.TermBlank {
				continue
			}
		case t.Obj.Type() == rdf.TermIRI && a.Kind == dl.SubClassOf:
			continue
		case a.Kind == dl.DisjointUnion:
			a.Concept = dl.Disj(classNames(g.list(t.Obj))...)
		case a.Kind != "":
			if a.Concept = g.concept(t.Obj); a.Concept == nil {
				continue
			}
		}
		if a.Kind != "" {
			out = append(out, a)
		}
	}
	return out
}

// sufficient returns the axiom that the members of a class expression, the blank subject, are in a named class; none if
// the triple is another one, or genus cannot express the concept.
func (g *schemaGraph) sufficient(t rdf.Triple) []dl.Axiom {
	if t.Pred.String() != rdfsNS+"subClassOf" || t.Obj.Type() != rdf.TermIRI {
		return nil
	}
	node, _ := t.Subj.(rdf.Object) // a blank node is one, too
	c := g.concept(node)
	if c == nil {
		return nil
	}
	return []dl.Axiom{{Kind: dl.Sufficient, Subject: t.Obj.String(), Concept: c}}
}

// concept reads a class expression; nil if genus cannot express it.
func (g *schemaGraph) concept(o rdf.Object) dl.Concept {
	const owner = "urn:genus:class"
	subject, err := rdf.NewIRI(owner)
	if err != nil {
		return nil
	}
	predicate, err := rdf.NewIRI(owlNS + "equivalentClass")
	if err != nil {
		return nil
	}
	needed := []rdf.Triple{{Subj: subject, Pred: predicate, Obj: o}}
	seen := map[string]bool{}
	for i := 0; i < len(needed); i++ {
		node := needed[i].Obj
		if isProperty := needed[i].Pred.String() == owlNS+"onProperty"; (isProperty || node.Type() == rdf.TermBlank) &&
			!seen[node.String()] {
			seen[node.String()] = true
			needed = append(needed, g.objects[node.String()]...)
		}
	}
	c, err := syntax.ReadOWL(needed, owner)
	if err != nil {
		return nil
	}
	return c
}

// disjointPairs returns an axiom for each pair of classes of an owl:AllDisjointClasses. t
// is its owl:members triple.
func (g *schemaGraph) disjointPairs(t rdf.Triple) (out []dl.Axiom) {
	node := g.objects[t.Subj.String()]
	if !slices.ContainsFunc(node, func(x rdf.Triple) bool { return x.Obj.String() == owlNS+"AllDisjointClasses" }) {
		return nil
	}
	classes := g.list(t.Obj)
	for i, a := range classes {
		for _, b := range classes[i+1:] {
			out = append(out, dl.Axiom{Kind: dl.DisjointClasses, Subject: a, Concept: dl.Name{IRI: b}})
		}
	}
	return out
}

// list returns the IRIs in a list.
func (g *schemaGraph) list(of rdf.Term) (iris []string) {
	seen := map[string]bool{}
	for of.Type() == rdf.TermBlank && !seen[of.String()] {
		node := g.objects[of.String()]
		seen[of.String()] = true
		for _, x := range node {
			switch x.Pred.String() {
			case rdfNS + "first":
				if x.Obj.Type() == rdf.TermIRI {
					iris = append(iris, x.Obj.String())
				}
			case rdfNS + "rest":
				of = x.Obj
			}
		}
	}
	return iris
}

func classNames(iris []string) (out []dl.Concept) {
	for _, iri := range iris {
		out = append(out, dl.Name{IRI: iri})
	}
	return out
}
