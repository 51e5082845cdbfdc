package source

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// Labels returns the labels of the IRIs that have one. It asks an endpoint for those
// that were not extracted, and leaves them out if that fails: labels are for reading only.
func Labels(ctx context.Context, s Use, iris []string) map[string]string {
	known, _ := s.Source.Describe()
	return AddLabels(ctx, s, known.Labels, iris)
}

// AddLabels returns the known labels of the IRIs, and those of the source.
func AddLabels(ctx context.Context, s Use, known map[string]string, iris []string) map[string]string {
	found := map[string]string{}
	var missing []string
	for _, iri := range iris {
		if label := known[iri]; label != "" {
			found[iri] = label
		} else {
			missing = append(missing, iri)
		}
	}
	if len(missing) == 0 {
		return found
	}
	maps.Copy(found, s.Source.bestLabels(ctx, s, missing))
	return found
}

// FetchLabels adds the labels of the IRIs that have none yet to those of the problem. It
// reports whether it found some.
func FetchLabels(ctx context.Context, s Use, p *Problem, iris []string) bool {
	iris = slices.DeleteFunc(slices.Clone(iris), func(iri string) bool { return p.Info.Labels[iri] != "" })
	labels := AddLabels(ctx, s, nil, iris)
	if len(labels) == 0 {
		return false
	}
	if p.Info.Labels = maps.Clone(p.Info.Labels); p.Info.Labels == nil { // other problems share it
		p.Info.Labels = labels
	} else {
		maps.Copy(p.Info.Labels, labels)
	}
	return true
}

// Label returns the label of the term, or "" if the IRI ends with it.
func (p *Problem) Label(iri string) string {
	if label := p.Info.Labels[iri]; !strings.HasSuffix(strings.ToLower(iri), strings.ToLower(label)) {
		return say.OneLine(label)
	}
	return ""
}

// SymbolName names a removed role or feature with its label, or the kind of values of which
// some are removed.
func (p *Problem) SymbolName(r interp.Removal) string {
	switch r.Values {
	case dl.WithNominals:
		return "some nominals"
	case dl.WithStrings:
		return "some strings"
	case dl.WithTexts:
		return "some conditions on texts"
	}
	iri := cmp.Or(r.Feature, r.Role.IRI)
	name := p.Prefixes().Shorten(iri)
	if r.Role.Inverse {
		name += "⁻"
	}
	name += r.Role.Closure.String()
	if label := p.Label(iri); label != "" {
		name += " (" + label + ")"
	}
	return name
}

// ShownLabels returns which labels tables and their queries have: those by the label properties of the settings or, if
// these have none, by those that the source uses.
func ShownLabels(ctx context.Context, s Use) queries.ShowLabels {
	v := s.Config.Vocabulary().WithDefaults()
	show := queries.ShowLabels{Languages: v.Languages, Properties: v.Label}
	if len(s.Config.LabelProperty) > 0 {
		return show
	}
	properties, _ := v.Names()
	further := properties[len(v.Label):]
	named := s.namesBy(ctx, further)
	for _, p := range further {
		if named[p] {
			show.Properties = append(slices.Clone(show.Properties), p)
		}
	}
	return show
}

// namesBy reports of each property whether the source names something by it.
func (s Use) namesBy(ctx context.Context, properties []string) map[string]bool {
	named := map[string]bool{}
	if g := s.Source.Graph(); g != nil {
		for _, p := range properties {
			named[p] = g.NamesBy(p)
		}
		return named
	}
	g, err := Graph(ctx, s)
	if err != nil {
		return named
	}
	named, err = graph.StatedTerms(ctx, g, properties)
	if err != nil {
		s.Reporter.Detail("labels by %s: %s", strings.Join(properties, ", "), say.OneLine(err.Error()))
	}
	return named
}

// Lacks says that a path of roles and features leads to nothing.
func (p *Problem) Lacks(path []dl.Role) string {
	var names []string
	for _, r := range slices.Backward(path) {
		name := cmp.Or(say.OneLine(p.Info.Labels[r.IRI]), p.Source.Prefixes().Shorten(r.IRI))
		if r.Inverse {
			name += "⁻"
		}
		names = append(names, name+r.Closure.String())
	}
	return "the data have no " + strings.Join(names, " of the ")
}

// LabelTerms returns the IRIs with their labels.
func LabelTerms(iris []string, labels map[string]string) []Term {
	terms := []Term{}
	for _, iri := range iris {
		terms = append(terms, Term{iri, labels[iri]})
	}
	return terms
}

// FirstOf returns the first entries of a list, at most limit; more reports whether there
// are others.
func FirstOf[T any](list []T, limit int) (first []T, more bool) {
	return list[:min(limit, len(list))], len(list) > limit
}

// A Term is an IRI with its label, empty if it has none.
type Term struct {
	IRI   string `json:"iri" jsonschema:"IRI"`
	Label string `json:"label" jsonschema:"label; empty if there is none"`
}

// Name returns the label of an individual, or its IRI in short.
func (p *Problem) Name(iri string) string {
	return cmp.Or(say.OneLine(p.Info.Labels[iri]), p.Source.Prefixes().Shorten(iri))
}

// English returns the concept in words, with the labels that are known.
func (p *Problem) English(c dl.Concept) string { return syntax.English(c, p.InWords(c)) }

// InWords returns how to put the concept into words.
func (p *Problem) InWords(c dl.Concept) syntax.EnglishOptions {
	return inWords(p.Source, c, p.Info.Labels, p.Info.Vocabulary)
}

// InWords returns how to put a concept over the source into words with these labels.
func InWords(s Use, c dl.Concept, labels map[string]string) syntax.EnglishOptions {
	return inWords(s.Source, c, labels, s.Config.Vocabulary())
}

func inWords(s Source, c dl.Concept, labels map[string]string, v extract.Vocabulary) syntax.EnglishOptions {
	return syntax.EnglishOptions{
		Labels:     labels,
		Prefixes:   s.PrefixesOf(c),
		Nouns:      nounsOf(context.Background(), s),
		SubClassOf: v.SubClassOf,
	}
}
