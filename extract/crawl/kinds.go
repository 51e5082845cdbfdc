package crawl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/graph"
)

// askKinds fetches the kinds of the properties that were counted, and excludes the
// properties of an excluded kind. On Wikidata, four of five properties are external
// identifiers.
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
	return s.excludeOfKinds(ctx, ask)
}

// excludeOfKinds excludes those of the properties that are of an excluded kind.
func (s *search) excludeOfKinds(ctx context.Context, ask []string) error {
	e := s.Exclusions
	slices.Sort(ask)
	var excluded []string
	err := s.ask(
		ctx,
		graph.Question{Kind: graph.PropertyKinds, Terms: ask, Phase: "kinds of properties"},
		func(a graph.Answer) error {
			if slices.ContainsFunc(a.Rows, func(r graph.Row) bool { return slices.Contains(e.Kinds, r.Value) }) {
				excluded = append(excluded, a.Term)
			}
			return nil
		},
	)
	s.symbols.Exclude(excluded...)
	return err
}

// mostUnused is how many properties that are left out a warning names.
const mostUnused = 4

// warnWithoutStatements warns about examples that are not the subject of any statement to
// learn from. The source may be the wrong one for them, and know them only as objects.
func (s *search) warnWithoutStatements(st *statements) {
	without := slices.DeleteFunc(slices.Clone(st.terms), func(term string) bool { return st.useful[term] })
	if len(without) == 0 {
		return
	}
	text := graph.Bracketed(without[0])
	if len(without) > 1 {
		text += fmt.Sprintf(" and %d more", len(without)-1)
	}
	var unused []string
	for _, term := range without {
		for _, p := range st.unused[term] {
			if name := graph.Bracketed(p); !slices.Contains(unused, name) && len(unused) < mostUnused {
				unused = append(unused, name)
			}
		}
	}
	switch them := map[bool]string{false: "it", true: "them"}[len(without) > 1]; {
	case len(unused) > 0:
		slices.Sort(unused)
		text += fmt.Sprintf(": what is stated of %s is left out (%s)", them, strings.Join(unused, ", "))
	case len(without) > 1:
		text += ": they are the subjects of no statement"
	default:
		text += ": it is the subject of no statement"
	}
	if s.Elsewhere != "" {
		text += "; " + s.Elsewhere
	}
	s.warn("%s has no statements to learn from about %s", s.Name, text)
}
