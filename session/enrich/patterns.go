package enrich

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/enrich"
)

// Properties of the texts of classes, besides labels.
var (
	synonymProperties = []string{
		"http://www.geneontology.org/formats/oboInOwl#hasExactSynonym", "http://www.w3.org/2004/02/skos/core#altLabel",
	}
	definitionProperties = []string{
		"http://purl.obolibrary.org/obo/IAO_0000115", "http://www.w3.org/2004/02/skos/core#definition",
	}
)

// texts returns the synonyms and the textual definitions of the terms of files.
func (s Enricher) texts(ctx context.Context) (synonyms map[string][]string, definitions map[string]string, err error) {
	data := s.Source.Data()
	synonyms, definitions = map[string][]string{}, map[string]string{}
	if data == nil || data.Stated == nil {
		return synonyms, definitions, nil
	}
	isSynonym := func(p string) bool { return slices.Contains(synonymProperties, p) }
	isText := func(p string) bool { return isSynonym(p) || slices.Contains(definitionProperties, p) }
	err = data.EachTriple(ctx, isText, func(t extract.Triple) {
		if t.Object != 0 {
			return
		}
		subject := data.Facts.Term(t.Subject)
		if isSynonym(t.Property) {
			synonyms[subject] = append(synonyms[subject], t.Lexical)
		} else if definitions[subject] == "" {
			definitions[subject] = t.Lexical
		}
	})
	return synonyms, definitions, err
}

// patterns learns how the classes of the ontology are defined, named and described; none if the individuals are others.
// The error is that of the context.
func (s Enricher) patterns(ctx context.Context, ontology *enrich.Ontology, labels map[string]string,
	synonyms map[string][]string, definitions map[string]string) (*enrich.Patterns, error) {
	if !ontology.OfClasses {
		return enrich.NewPatterns(ctx, nil, nil)
	}
	var classes []enrich.Described
	for _, iri := range s.Source.Data().ClassNames() {
		c := enrich.Described{IRI: iri, Names: synonyms[iri], Definition: definitions[iri], IsUndefined: true,
			Supers: ontology.DirectSupers(iri)}
		if label := labels[iri]; label != "" {
			c.Names = append([]string{label}, c.Names...)
		}
		for _, a := range ontology.StatedOf(iri) {
			_, isName := a.Concept.(dl.Name)
			switch {
			case isName || a.Concept == nil:
			case a.Kind == dl.EquivalentClasses:
				c.Equivalent, c.IsUndefined = append(c.Equivalent, a.Concept), false
			case a.Kind == dl.SubClassOf:
				c.Necessary = append(c.Necessary, a.Concept)
			}
		}
		classes = append(classes, c)
	}
	return enrich.NewPatterns(ctx, classes, ontology.Holds)
}

// withPatterns adds to the result for a class what patterns say of it.
func withPatterns(r *enrich.Result, of *enrich.Patterns) {
	for _, x := range of.Complete(r.Subject) {
		isSame := func(c enrich.Candidate) bool { return c.Kind == x.Kind && c.Concept == x.Concept }
		other := slices.IndexFunc(r.Candidates, func(c enrich.Candidate) bool { return c.Kind == dl.EquivalentClasses })
		switch {
		case slices.ContainsFunc(r.Candidates, isSame):
		case x.Kind != dl.EquivalentClasses:
			r.Candidates = append(r.Candidates, x)
		case other < 0:
			r.Candidates = slices.Insert(r.Candidates, 0, x)
		case r.Candidates[other].Confidence < x.Confidence:
			r.Candidates[other] = x
		}
	}
}
