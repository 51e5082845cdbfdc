package app

import (
	"context"
	"strings"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// Question is what SPARQL asks about a concept: all members if it is zero.
type Question struct {
	Ask           string // whether this IRI is a member
	Count         bool   // the number of members
	Limit, Offset int    // a page of them
	ShowLabels    bool   // with names
}

// SPARQL is the query that asks the question about c.
func (b Session) SPARQL(ctx context.Context, q Question, c dl.Concept, v Vocabulary) (string, error) {
	dialect, err := b.Dialect(ctx, nil)
	if err != nil {
		return "", err
	}
	o := queries.Options{
		Prefixes: v.Prefixes,
		Vocabulary: queries.Vocabulary{
			Type: v.Typing, SubClassOf: v.Below, Closure: v.Closure, InlinePath: !dialect.Has(queries.LooseOrder),
		},
		Dialect:    dialect,
		Graphs:     b.Config.Graph,
		Kinds:      v.Kinds,
		Axioms:     v.Axioms,
		Domain:     v.Domain,
		Statistics: v.Statistics,
		Limit:      q.Limit,
		Offset:     q.Offset,
	}
	if b.Config.Labels {
		o.Labels = v.Labels
	}
	if b.Config.Anchor != config.Auto && b.Config.Anchor != config.None {
		if o.Anchor, err = IRIFlag("--anchor", b.Config.Anchor, v.Prefixes); err != nil {
			return "", err
		}
	}
	switch {
	case q.Count:
		return queries.Count(c, o)
	case q.Ask != "":
		individual, err := IRIFlag("--ask", q.Ask, v.Prefixes)
		if err != nil {
			return "", err
		}
		text, err := queries.Ask(c, individual, o)
		return text, Usage(err)
	case q.ShowLabels:
		if o.ShowLabels, err = b.showLabels(); err != nil {
			return "", err
		}
	}
	return queries.Select(c, o)
}

// showLabels are the names to ask for, by the settings.
func (b Session) showLabels() (queries.ShowLabels, error) {
	l := queries.ShowLabels{Languages: b.Config.LabelLanguage}
	if len(l.Languages) == 0 {
		l.Languages = []string{"en", ""}
	}
	switch len(b.Config.Label) {
	case 0:
	case 1:
		l.Property = b.Config.Label[0]
	default:
		return l, Usagef("--show-labels: names by one property, and --label gives %d: %s", len(b.Config.Label), strings.Join(b.Config.Label, ", "))
	}
	return l, nil
}
