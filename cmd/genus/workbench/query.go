package workbench

import (
	"context"
	"maps"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// nameNominals asks the endpoint what the individuals of the concept are called:
// the extraction asks for classes, properties and examples only.
func (p *Problem) nameNominals(ctx context.Context, c dl.Concept) {
	var iris []string
	dl.Walk(c, func(c dl.Concept) bool {
		if o, ok := c.(dl.Nominal); ok && p.Info.Labels[o.IRI] == "" {
			iris = append(iris, o.IRI)
		}
		return true
	})
	if p.Source.Client != nil && len(iris) > 0 {
		p.Info.Labels = maps.Clone(p.Info.Labels) // other problems share it
		maps.Copy(p.Info.Labels, labelsOf(ctx, p.Source.Client, iris, p))
	}
}

// QueryOptions are how the concept is written as SPARQL for the source.
func (p *Problem) QueryOptions(c dl.Concept, graphs []string, d queries.Dialect) queries.Options {
	o := queries.Options{
		Dialect:    d,
		Prefixes:   syntax.NewPrefixes(p.Source.Prefixes, syntax.IRIs(c)...),
		Vocabulary: queries.Vocabulary{Closure: !p.Info.Vocabulary.NoClosure, InlinePath: !d.Has(queries.LooseOrder)},
		Kinds:      p.Info.Kinds,
		Zones:      p.Info.Zones,
		Axioms:     p.Info.Axioms,
		Statistics: p.Info.Statistics,
		Labels:     p.Info.Labels,
	}
	if v := p.Info.Vocabulary; len(v.Type) > 0 && len(v.SubClass) > 0 {
		o.Vocabulary.Type, o.Vocabulary.SubClassOf = v.Type[0], v.SubClass[0]
	}
	if p.Source.Client != nil {
		o.Graphs = graphs
	}
	return o
}
