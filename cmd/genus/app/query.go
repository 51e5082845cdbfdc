package app

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// fetchLabels asks the endpoint for the labels of the terms that have none yet.
// Without an answer they stay without.
func (p *Problem) fetchLabels(ctx context.Context, iris []string) {
	if p.Source.Client == nil {
		return
	}
	var missing []string
	for _, iri := range iris {
		if p.Info.Labels[iri] == "" {
			missing = append(missing, iri)
		}
	}
	if len(missing) > 0 {
		p.Info.Labels = maps.Clone(p.Info.Labels) // other problems share it
		maps.Copy(p.Info.Labels, labelsOf(ctx, p.Source.Client, missing, p))
	}
}

// nominals are the nominals of all concepts of the result. An extraction has asked for
// the labels of all other terms.
func (r *Result) nominals() []string {
	var iris []string
	add := func(c dl.Concept) {
		dl.Walk(c, func(c dl.Concept) bool {
			if o, ok := c.(dl.Nominal); ok {
				iris = append(iris, o.IRI)
			}
			return true
		})
	}
	add(r.Fitting.Concept)
	for _, s := range r.Fitting.Solutions {
		add(s.Concept)
	}
	for _, s := range r.Fitting.Stages {
		if s.Concept != nil {
			add(s.Concept)
		}
	}
	slices.Sort(iris)
	return slices.Compact(iris)
}

// Label is the label of the term if it says more than the end of the IRI does.
func (p *Problem) Label(iri string) string {
	if label := p.Info.Labels[iri]; !strings.HasSuffix(strings.ToLower(iri), strings.ToLower(label)) {
		return OneLine(label)
	}
	return ""
}

// Symbol names a removed role or feature, or what some are left out of, with its
// label.
func (p *Problem) Symbol(r interp.Removal) string {
	name := SymbolOf(r, p.Source.Prefixes)
	if label := p.Label(cmp.Or(r.Feature, r.Role.IRI)); label != "" && r.Values == 0 {
		name += " (" + label + ")"
	}
	return name
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
		Domain:     p.Info.Domain,
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
