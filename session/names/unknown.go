package names

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// An UnknownName is a class, property or individual that is in no statement of the source.
// Nearest is the most similar name of the same kind that the source has, or empty. Extracted
// reports that only what was extracted was looked at.
type UnknownName struct {
	IRI       string `json:"iri" jsonschema:"IRI"`
	Nearest   string `json:"nearest" jsonschema:"the most similar name of that kind that the source has, or empty"`
	Extracted bool   `json:"extracted,omitempty" jsonschema:"only what was extracted into the database was looked at"`
}

// Text says that the name is unknown, with names shortened by the prefixes.
func (u UnknownName) Text(p syntax.Prefixes) string {
	text := p.Shorten(u.IRI) + " is in no statement"
	if u.Extracted {
		text += source.ThatWasExtracted
	}
	if u.Nearest != "" {
		text += "; " + p.Shorten(u.Nearest) + " is"
	}
	return text
}

// UnknownNames returns the names of the concept that are in no statement of the source,
// and warns about them. p is the problem that the concept is about, or nil. One request
// asks an endpoint for all names that were not extracted for p; an error is one of that
// request.
func (s Finder) UnknownNames(ctx context.Context, c dl.Concept, p *source.Problem) ([]UnknownName, error) {
	e := dl.EntitiesOf(c)
	names := source.Names{Classes: e.Classes, Properties: e.Properties(), Individuals: e.Individuals}
	isKnown, err := s.knownNames(ctx, slices.Concat(names.Classes, names.Properties, names.Individuals), p)
	if err != nil {
		return nil, err
	}
	for _, list := range []*[]string{&names.Classes, &names.Properties, &names.Individuals} {
		*list = slices.DeleteFunc(*list, isKnown)
	}
	if len(names.Classes)+len(names.Properties)+len(names.Individuals) == 0 {
		return []UnknownName{}, nil
	}
	has := s.sourceNames(ctx, p)
	unknown := []UnknownName{}
	for _, kind := range []struct{ names, has []string }{
		{names.Classes, has.Classes}, {names.Properties, has.Properties}, {names.Individuals, has.Individuals},
	} {
		for _, iri := range kind.names {
			unknown = append(unknown, UnknownName{iri, nearestName(iri, kind.has), source.ExtractedOnly(s.Use)})
		}
	}
	for _, u := range unknown {
		s.Reporter.Note("warning: %s", u.Text(s.Source.Prefixes()))
	}
	return unknown, nil
}

// knownNames returns a function that reports which of the names are in statements of the
// source, or follow from such.
func (s Finder) knownNames(ctx context.Context, names []string, p *source.Problem) (func(iri string) bool, error) {
	known := map[string]bool{}
	data, _ := s.Source.Describe()
	if p != nil {
		data = p.Writing(nil)
	}
	for _, iri := range names { // reasoning may have derived them
		_, class := data.Statistics.Members[iri]
		_, property := data.Statistics.Properties[iri]
		// Values such as true are not in the statistics.
		known[iri] = class || property || len(data.Kinds[iri]) > 0 || dl.IsUnknownValue(iri)
		if p != nil && !known[iri] {
			_, known[iri] = p.Structure.Lookup(iri)
		}
	}
	names = slices.DeleteFunc(slices.Clone(names), func(iri string) bool { return known[iri] })
	reified := map[string][]string{} // properties of reifiers by that of their statements: no triple states them
	for i, iri := range names {
		if of, _, ok := dl.ReifiedBy(iri); ok {
			names[i], reified[of] = of, append(reified[of], iri)
		}
	}
	g, err := source.Graph(ctx, s.Use)
	if err != nil || len(names) == 0 {
		return func(iri string) bool { return known[iri] }, err
	}
	stated, err := graph.StatedTerms(ctx, g, names)
	if err != nil {
		return nil, fmt.Errorf("which names are in statements: %w", err)
	}
	maps.Copy(known, stated)
	for of, properties := range reified {
		for _, iri := range properties {
			known[iri] = stated[of]
		}
	}
	return func(iri string) bool { return known[iri] }, nil
}

// sourceNames returns the names of files and databases. Of an endpoint it returns those
// of the problem, and those that its examples are stated to have.
func (s Finder) sourceNames(ctx context.Context, p *source.Problem) source.Names {
	if all, known := s.Source.Names(); known || p == nil {
		return all
	}
	data := p.Writing(nil).Statistics
	has := source.Names{
		Classes:    slices.Sorted(maps.Keys(data.Members)),
		Properties: slices.Sorted(maps.Keys(data.Properties)),
	}
	for a := range p.Structure.Len() {
		has.Individuals = append(has.Individuals, p.Structure.IRI(interp.Individual(a)))
	}
	more := s.statedAt(ctx, p.Examples.All())
	return source.Names{
		Classes:     append(has.Classes, more.Classes...),
		Properties:  append(has.Properties, more.Properties...),
		Individuals: append(has.Individuals, more.Individuals...),
	}
}

// Bounds on what is read to find the name that was meant.
const (
	mostReadExamples   = 10
	mostReadStatements = 1000 // with one property, that point to an example
)

// statedAt returns names in the statements of the endpoint about the individuals, or
// about some of them.
func (s Finder) statedAt(ctx context.Context, individuals []string) (found source.Names) {
	typing := s.Config.Vocabulary().WithDefaults().Type
	individuals, _ = source.FirstOf(individuals, mostReadExamples)
	s.Only = nil // the name may be like one that the concept does not have
	g, err := source.Graph(ctx, s.Use)
	for _, kind := range []graph.Kind{graph.Out, graph.In} {
		var stated map[string]graph.Statements
		if err == nil {
			stated, err = graph.StatementsOf(ctx, g, kind, individuals, nil, mostReadStatements)
		}
		if err != nil {
			s.Reporter.Detail("which names the examples have: %s", say.OneLine(err.Error()))
			break
		}
		for _, iri := range individuals {
			for _, r := range stated[iri].Rows {
				found.Properties = append(found.Properties, r.Property)
				switch {
				case graph.IsLiteral(r):
				case kind == graph.Out && r.Property == typing:
					found.Classes = append(found.Classes, r.Value)
				default:
					found.Individuals = append(found.Individuals, r.Value)
				}
			}
		}
	}
	return found
}

// nearestName returns the IRI whose name is most similar to that of unknown; empty if none is
// similar. The namespace counts only among equal names. A difference in digits alone is no
// similarity: Q42 is not Q43 misspelt.
func nearestName(unknown string, all []string) string {
	name := LocalName(unknown)
	namespace := strings.TrimSuffix(unknown, name)
	byName := map[string]string{}
	var names []string
	for _, other := range all {
		n := LocalName(other)
		if n == "" || n != name && withoutDigits(n) == withoutDigits(name) {
			continue
		}
		if _, has := byName[n]; !has {
			names = append(names, n)
		} else if strings.TrimSuffix(other, n) != namespace {
			continue
		}
		byName[n] = other
	}
	return byName[say.Nearest(name, names)]
}

func withoutDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, s)
}
