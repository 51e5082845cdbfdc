package crawl

import (
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract/source"
)

// askKinds asks of what kind the properties are that were counted, and excludes
// those of an excluded kind. Wikidata says so of its properties: four of five hold
// an external identifier.
func (s *search) askKinds(ctx context.Context, all []*statements) error {
	e := s.Exclusions
	if len(e.Kinds) == 0 {
		return nil
	}
	var ask []string
	for _, l := range loads(all) {
		if s.symbols.Uses(l.property) && !s.kindKnown[l.property] {
			s.kindKnown[l.property] = true
			ask = append(ask, l.property)
		}
	}
	slices.Sort(ask)
	var excluded []string
	err := s.source.Ask(ctx, source.Question{Kind: source.PropertyKinds, Terms: ask, Phase: "kinds of properties"}, func(batch []source.Answer) error {
		for _, a := range batch {
			for _, r := range a.Rows {
				if slices.Contains(e.Kinds, r.Value) {
					excluded = append(excluded, a.Term)
				}
			}
		}
		return nil
	})
	s.symbols.Exclude(excluded...)
	return err
}

// warnOfSilent says which of the examples have no statements of their own to learn
// from: the source may be the wrong one for them, and knows them only because
// something points to them.
func (s *search) warnOfSilent(st *statements) {
	var silent []string
	for _, term := range st.terms {
		if !st.useful[term] {
			silent = append(silent, term)
		}
	}
	if len(silent) == 0 {
		return
	}
	text := source.Bracketed(silent[0])
	if len(silent) > 1 {
		text += fmt.Sprintf(" and %d more", len(silent)-1)
	}
	if s.Elsewhere != "" {
		text += ": " + s.Elsewhere
	}
	s.warn("examples without statements of their own to learn from, at %s: %s", s.Name, text)
}
