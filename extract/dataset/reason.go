package dataset

import (
	"context"
	"fmt"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/rdffile"
)

// reason adds the triples that follow by RDFS or OWL 2 RL.
func (i *importer) reason(ctx context.Context) error {
	i.dropUnusedAxioms()
	i.Facts.Axioms = propertyAxioms(i.given)
	found, err := i.entailed(ctx)
	if err != nil {
		return err
	}
	named := i.namedAbove()
	var batch rdffile.Batch
	for _, t := range found {
		if t.Pred.String() != entail.Type {
			batch.Add(t)
			continue
		}
		// The vocabulary may have another property than rdf:type. Concepts and queries
		// cannot name an anonymous class, only its superclasses.
		if t.Pred, err = rdf.NewIRI(i.Vocabulary.Type); err != nil {
			return err
		}
		if t.Obj.Type() != rdf.TermBlank {
			batch.Add(t)
			continue
		}
		for _, class := range named(t.Obj) {
			t.Obj = class
			batch.Add(t)
		}
	}
	i.following = triples{facts: i.Facts, id: i.Facts.ID, kinds: slices.Clone(i.triples.kinds)}
	i.following.prepare(batch)()
	i.triples.kinds = slices.Clone(i.following.kinds)
	return nil
}

// dropUnusedAxioms removes from the input of RDFS the axioms that queries do not have, with
// a warning.
func (i *importer) dropUnusedAxioms() {
	if i.Vocabulary.OWLRL {
		return
	}
	symbols := graph.NewSymbols(i.Vocabulary, i.Exclusions)
	if ignored := symbols.Apply(propertyAxioms(i.given)); len(ignored) > 0 {
		i.Warnings = append(i.Warnings, graph.IgnoredAxioms(ignored))
	}
	i.given = slices.DeleteFunc(i.given, func(t rdf.Triple) bool {
		axioms := propertyAxioms([]rdf.Triple{t})
		return len(axioms) > 0 && axioms[0][1] != entail.EquivalentClass &&
			!symbols.Applies(entail.Axiom{Property: axioms[0][0], Predicate: axioms[0][1], Object: axioms[0][2]})
	})
}

// entailed returns the triples that follow. Inconsistencies become warnings.
func (i *importer) entailed(ctx context.Context) ([]rdf.Triple, error) {
	if !i.Vocabulary.OWLRL {
		return entail.RDFS(ctx, i.given)
	}
	found, inconsistencies, err := entail.OWLRL(ctx, i.given)
	for _, x := range inconsistencies {
		i.Warnings = append(i.Warnings, fmt.Sprintf("inconsistent by %s: %s", x.Rule, x.Message))
	}
	return found, err
}

// namedAbove returns a function that maps an anonymous class to its nearest named
// superclasses.
func (i *importer) namedAbove() func(rdf.Object) []rdf.Object {
	above := map[rdf.Object][]rdf.Object{} // of anonymous classes
	for _, t := range i.given {
		if class, ok := t.Subj.(rdf.Blank); ok && t.Obj.Type() != rdf.TermLiteral &&
			t.Pred.String() == i.Vocabulary.SubClassOf {
			above[class] = append(above[class], t.Obj)
		}
	}
	return func(class rdf.Object) []rdf.Object {
		return slices.DeleteFunc(entail.Chain(class, above), func(c rdf.Object) bool { return c.Type() == rdf.TermBlank })
	}
}

// hasRDFSMeaning reports whether the reasoner may use the triple: rdf:type and
// rdfs:subClassOf have a meaning only if the vocabulary has them.
func hasRDFSMeaning(t rdf.Triple, v graph.Vocabulary) bool {
	switch t.Pred.String() {
	case entail.Type:
		return v.Type == entail.Type || t.Obj.String() == entail.Symmetric ||
			t.Obj.String() == entail.Transitive
	case graph.RDFSchema + "subClassOf":
		return v.SubClassOf == graph.RDFSchema+"subClassOf"
	}
	return true
}

// propertyAxioms returns the axioms about properties among the triples, for queries.
func propertyAxioms(triples []rdf.Triple) [][3]string {
	var axioms [][3]string
	for _, t := range triples {
		p, o := t.Pred.String(), t.Obj
		if o.Type() == rdf.TermLiteral {
			continue
		}
		if p == entail.Type && (o.String() == entail.Symmetric || o.String() == entail.Transitive) || isAxiomPredicate(p) {
			axioms = append(axioms, [3]string{nodeName(t.Subj), p, nodeName(o)})
		}
	}
	return axioms
}
