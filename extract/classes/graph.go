package classes

import (
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/extract/graph"
)

// classes returns the stated classes of individuals.
func (s *search) classes(ctx context.Context, individuals []string) (map[string][]string, error) {
	return s.objects(ctx, graph.Out, individuals, s.vocabulary.Type)
}

// superclasses returns the direct superclasses.
func (s *search) superclasses(ctx context.Context, classes []string) (map[string][]string, error) {
	above, err := s.objects(ctx, graph.Superclasses, classes, nil)
	if err != nil || !s.vocabulary.RDFS {
		return above, err
	}
	equivalent, err := s.objects(ctx, graph.Out, classes, []string{equivalentClass})
	for class, others := range equivalent {
		above[class] = append(above[class], others...)
	}
	return above, err
}

// objects returns the IRIs in the statements of the terms, by term. It returns nothing for a
// term about which the graph does not answer.
func (s *search) objects(ctx context.Context, kind graph.Kind,
	terms, properties []string) (map[string][]string, error) {
	statements, err := graph.StatementsOf(ctx, s.graph, kind, terms, properties, 0)
	found := make(map[string][]string, len(terms))
	for _, term := range terms {
		for _, r := range statements[term].Rows {
			if !graph.IsLiteral(r) {
				found[term] = append(found[term], r.Value)
			}
		}
	}
	return found, err
}

// members returns at most maxMembers individuals with the stated class that can be examples.
func (s *search) members(ctx context.Context, class string) ([]string, error) {
	if s.learnable == nil {
		return graph.SubjectsOf(ctx, s.graph, class, s.vocabulary.Type, maxMembers)
	}
	members, err := graph.SubjectsOf(ctx, s.graph, class, s.vocabulary.Type, math.MaxInt)
	members = slices.DeleteFunc(members, func(iri string) bool { return !s.learnable(iri) })
	return members[:min(len(members), maxMembers)], err
}

// subclasses returns direct subclasses, at most maxMembers.
func (s *search) subclasses(ctx context.Context, class string) ([]string, error) {
	properties := s.vocabulary.SubClass
	if s.vocabulary.RDFS {
		properties = append(slices.Clone(properties), equivalentClass)
	}
	return graph.SubjectsOf(ctx, s.graph, class, properties, maxMembers)
}

const equivalentClass = graph.OWL + "equivalentClass"
