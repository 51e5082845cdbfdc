package entail

import (
	"context"
	"fmt"
	"strings"

	"github.com/knakk/rdf"
	"github.com/tggo/goRDFlib/graph"
	"github.com/tggo/goRDFlib/reasoning"
	"github.com/tggo/goRDFlib/term"
)

// reference is RDFS by goRDFlib: the triples that follow from the given ones and
// are not among them, in no order, with those of superclasses.
func reference(ctx context.Context, given []rdf.Triple) ([]rdf.Triple, error) {
	g := graph.NewGraph()
	for _, t := range given {
		if err := add(g, t); err != nil {
			return nil, err
		}
	}
	known := map[string]bool{}
	each(g, func(t term.Triple) { known[keyOfTerm(t)] = true })
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		reasoning.RDFSClosure(g)
		more = turnAround(g)
	}
	var found []rdf.Triple
	var err error
	each(g, func(t term.Triple) {
		if known[keyOfTerm(t)] || err != nil || strings.HasPrefix(t.Predicate.Value(), blank) {
			return // what follows about an anonymous property leads on, and cannot be stated
		}
		var back rdf.Triple
		if back, err = convert(t); err == nil {
			found = append(found, back)
		}
	})
	return found, err
}

// turnAround adds the inverses of what is stated with properties that have one,
// and reports whether any was new.
func turnAround(g *graph.Graph) bool {
	inverses := map[string][]term.URIRef{}
	each(g, func(t term.Triple) {
		s, ok := t.Subject.(term.URIRef)
		o, named := t.Object.(term.URIRef)
		switch {
		case !ok || !named:
		case t.Predicate.Value() == InverseOf:
			inverses[s.Value()] = append(inverses[s.Value()], o)
			inverses[o.Value()] = append(inverses[o.Value()], s)
		case t.Predicate.Value() == Type && o.Value() == Symmetric:
			inverses[s.Value()] = append(inverses[s.Value()], s)
		}
	})
	var turned []term.Triple
	each(g, func(t term.Triple) {
		if o, ok := t.Object.(term.Subject); ok {
			for _, p := range inverses[t.Predicate.Value()] {
				turned = append(turned, term.Triple{Subject: o, Predicate: p, Object: t.Subject})
			}
		}
	})
	before := g.Len()
	for _, t := range turned {
		g.Add(t.Subject, t.Predicate, t.Object)
	}
	return g.Len() > before
}

func each(g *graph.Graph, visit func(term.Triple)) {
	g.Triples(nil, nil, nil)(func(t term.Triple) bool {
		visit(t)
		return true
	})
}

func keyOfTerm(t term.Triple) string {
	return term.TermKey(t.Subject) + " " + term.TermKey(t.Predicate) + " " + term.TermKey(t.Object)
}

func add(g *graph.Graph, t rdf.Triple) error {
	s, ok := toTerm(t.Subj).(term.Subject)
	o := toTerm(t.Obj)
	if !ok || o == nil {
		return fmt.Errorf("reasoning: not a triple: %v", t)
	}
	g.Add(s, term.NewURIRefUnsafe(t.Pred.String()), o)
	return nil
}

func toTerm(t rdf.Term) term.Term {
	switch t := t.(type) {
	case rdf.IRI:
		return term.NewURIRefUnsafe(t.String())
	case rdf.Blank:
		return term.NewURIRefUnsafe(blank + t.String())
	case rdf.Literal:
		if t.Lang() != "" {
			return term.NewLiteral(t.String(), term.WithLang(t.Lang()))
		}
		return term.NewLiteral(t.String(), term.WithDatatype(term.NewURIRefUnsafe(t.DataType.String())))
	}
	return nil
}

func convert(t term.Triple) (out rdf.Triple, err error) {
	s, err := fromTerm(t.Subject)
	if err != nil {
		return out, err
	}
	o, err := fromTerm(t.Object)
	if err != nil {
		return out, err
	}
	p, err := rdf.NewIRI(t.Predicate.Value())
	subject, ok := s.(rdf.Subject)
	object, is := o.(rdf.Object)
	if !ok || !is || err != nil {
		return out, fmt.Errorf("reasoning: not a triple: %s %s %s", t.Subject.N3(), t.Predicate.N3(), t.Object.N3())
	}
	return rdf.Triple{Subj: subject, Pred: p, Obj: object}, nil
}

func fromTerm(t term.Term) (rdf.Term, error) {
	switch t := t.(type) {
	case term.URIRef:
		if label, ok := strings.CutPrefix(t.Value(), blank); ok {
			return rdf.NewBlank(label)
		}
		return rdf.NewIRI(t.Value())
	case term.Literal:
		if t.Language() != "" {
			return rdf.NewLangLiteral(t.Lexical(), t.Language())
		}
		datatype, err := rdf.NewIRI(t.Datatype().Value())
		return rdf.NewTypedLiteral(t.Lexical(), datatype), err
	}
	return nil, fmt.Errorf("reasoning: %s is not a term of RDF 1.1", t.N3())
}
