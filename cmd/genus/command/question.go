package command

import (
	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
)

// question is what the SPARQL of genus query asks about a concept.
type question struct{ app.Question }

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
	f.StringVar(&q.Ask, askFlag, "", "sparql: ask whether this `IRI` is a member")
	f.BoolVar(&q.Count, countFlag, false, "sparql: ask for the number of members")
	f.IntVar(&q.Limit, limitFlag, 0, "sparql: ask for `N` members at most; pages are ordered by IRI")
	f.IntVar(&q.Offset, offsetFlag, 0, "sparql: skip the first `N` members")
	f.BoolVar(&q.ShowLabels, showLabelsFlag, false, "sparql: ask for the names of the members, too (see --label, --label-language)")
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
		return app.Usagef("--%s is about the query: it goes with --to sparql or json, not %s", queryOnly[0], to)
	case len(given) > 1 && (given[0] == askFlag || given[0] == countFlag):
		return app.Usagef("--%s and --%s are different questions: choose one", given[0], given[1])
	case q.Ask == "" && cmd.Flags().Changed(askFlag):
		return app.Usagef("--ask: no IRI")
	case q.Ask != "" && cmd.Flags().Changed("anchor"):
		return app.Usagef("--ask and --anchor: whether one individual is a member does not depend on an anchor: leave it out")
	case q.Limit < 0 || q.Limit == 0 && cmd.Flags().Changed(limitFlag):
		return app.Usagef("--limit: %d members: write 1 or more, or leave it out for all", q.Limit)
	case q.Offset < 0:
		return app.Usagef("--offset: %d members cannot be skipped: write 0 or more", q.Offset)
	}
	return nil
}
