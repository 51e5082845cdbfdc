package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// question is what the SPARQL of genus query asks about a concept: all members
// if it is zero.
type question struct {
	ask           string // whether this IRI is a member
	count         bool   // the number of members
	limit, offset int    // a page of them
	showLabels    bool   // with names
}

// The flags of a question.
const (
	askFlag        = "ask"
	countFlag      = "count"
	limitFlag      = "limit"
	offsetFlag     = "offset"
	showLabelsFlag = "show-labels"
)

func (q *question) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&q.ask, askFlag, "", "sparql: ask whether this `IRI` is a member")
	f.BoolVar(&q.count, countFlag, false, "sparql: ask for the number of members")
	f.IntVar(&q.limit, limitFlag, 0, "sparql: ask for `N` members at most; pages are ordered by IRI")
	f.IntVar(&q.offset, offsetFlag, 0, "sparql: skip the first `N` members")
	f.BoolVar(&q.showLabels, showLabelsFlag, false, "sparql: ask for the names of the members, too (see --label, --label-language)")
}

// check refuses flags that do not go together, or not with the form.
func (q *question) check(cmd *cobra.Command, to string) error {
	var given []string
	for _, name := range []string{askFlag, countFlag, limitFlag, offsetFlag, showLabelsFlag} {
		if cmd.Flags().Changed(name) {
			given = append(given, name)
		}
	}
	queryOnly := given
	for _, name := range []string{"anchor", "dialect", "graph"} {
		if cmd.Flags().Changed(name) {
			queryOnly = append(queryOnly, name)
		}
	}
	switch {
	case len(queryOnly) > 0 && to != "sparql" && to != "json":
		return usagef("--%s is about the query: it goes with --to sparql or json, not %s", queryOnly[0], to)
	case len(given) > 1 && (given[0] == askFlag || given[0] == countFlag):
		return usagef("--%s and --%s are different questions: choose one", given[0], given[1])
	case q.ask == "" && cmd.Flags().Changed(askFlag):
		return usagef("--ask: no IRI")
	case q.ask != "" && cmd.Flags().Changed("anchor"):
		return usagef("--ask and --anchor: whether one individual is a member does not depend on an anchor: leave it out")
	case q.limit < 0 || q.limit == 0 && cmd.Flags().Changed(limitFlag):
		return usagef("--limit: %d members: write 1 or more, or leave it out for all", q.limit)
	case q.offset < 0:
		return usagef("--offset: %d members cannot be skipped: write 0 or more", q.offset)
	}
	return nil
}

// sparql is the query that asks the question about c.
func (a *app) sparql(ctx context.Context, q question, c dl.Concept, v vocabulary) (string, error) {
	dialect, err := a.dialect(ctx, nil)
	if err != nil {
		return "", err
	}
	o := queries.Options{
		Prefixes: v.prefixes,
		Vocabulary: queries.Vocabulary{
			Type: v.typing, SubClassOf: v.below, Closure: v.closure, InlinePath: !dialect.Has(queries.LooseOrder),
		},
		Dialect:    dialect,
		Graphs:     a.cfg.Graph,
		Kinds:      v.kinds,
		Statistics: v.statistics,
		Limit:      q.limit,
		Offset:     q.offset,
	}
	if a.cfg.Labels {
		o.Labels = v.labels
	}
	if a.cfg.Anchor != config.Auto && a.cfg.Anchor != config.None {
		if o.Anchor, err = iriFlag("--anchor", a.cfg.Anchor, v.prefixes); err != nil {
			return "", err
		}
	}
	switch {
	case q.count:
		return queries.Count(c, o)
	case q.ask != "":
		individual, err := iriFlag("--ask", q.ask, v.prefixes)
		if err != nil {
			return "", err
		}
		text, err := queries.Ask(c, individual, o)
		return text, usage(err)
	case q.showLabels:
		if o.ShowLabels, err = a.showLabels(); err != nil {
			return "", err
		}
	}
	return queries.Select(c, o)
}

// showLabels are the names to ask for, by the settings.
func (a *app) showLabels() (queries.ShowLabels, error) {
	l := queries.ShowLabels{Languages: a.cfg.LabelLanguage}
	if len(l.Languages) == 0 {
		l.Languages = []string{"en", ""}
	}
	switch len(a.cfg.Label) {
	case 0:
	case 1:
		l.Property = a.cfg.Label[0]
	default:
		return l, usagef("--show-labels: names by one property, and --label gives %d: %s", len(a.cfg.Label), strings.Join(a.cfg.Label, ", "))
	}
	return l, nil
}
