package command

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/session/source"
)

// translations are the values of genus query --to.
var translations = []string{"sparql", "dl", "manchester", "turtle", "shacl", "text", "json"}

// translation is genus query.
type translation struct {
	*program
	api.QueryInput
	offset  int
	to      string
	members memberFlags
	named   bool // the command line names the source
}

func queryCommand(a *program) *cobra.Command {
	t := translation{program: a}
	cmd := &cobra.Command{
		Use:   "query 'CONCEPT' [--to " + strings.Join(translations, "|") + "]",
		Short: "Translate a concept, or list its members; no endpoint needed",
		Long: `Query reads a concept in DL or Manchester syntax, with operators as signs or as
words, or a SPARQL query, and writes it in another form. CONCEPT may be - for
stdin, or @FILE for a file: OWL in Turtle, RDF/XML or N-Triples, by the name of
the file (.ttl .owl .rdf .xml .nt), or else a concept or query as on the command
line.

Names are <IRI>s, or short ones with --prefix p=IRI; --prefix =IRI is the
namespace of names without a colon. With --data or --db the prefixes of the data
apply, too; --labels writes labels in place of names (dl, manchester, text); OWL
and SHACL compare only with the datatypes that the data has; and SPARQL begins
with the rarest class or property. turtle defines a class, shacl a node shape:
--as names it.

SPARQL asks for all members; --limit and --offset select a page of them,
--show-labels adds their names, --columns values of properties, --order puts them in
the order of one, --count asks for their number, and --ask whether one IRI is a
member. --members writes all members with their labels and columns to a file, a row each; with --long the rows of the
query. --anchor restricts the query to a class, and is the target of the shape,
--dialect adapts it to an engine.`,
		Example: `  genus query 'Elephant ⊓ (weight ≥ 3000)' --prefix =http://example.org/zoo#
  genus query 'Elephant and (>=2 childOf^-.Female)' --data zoo.ttl --to manchester
  genus query 'Elephant and (inverse childOf min 2 Female)' --data zoo.ttl --count
  genus query 'Elephant and Male' --data zoo.ttl --members males.csv --columns weight`,
		Args:              oneConcept,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := t.check(cmd); err != nil {
				return err
			}
			if cmd.Flags().Changed("offset") {
				t.Offset = &t.offset
			}
			t.named = slices.ContainsFunc([]string{"endpoint", "data", "db"}, cmd.Flags().Changed)
			t.Columns, t.Group, t.Order = t.members.columns, t.members.group, t.members.order
			ctx, cancel := t.timed(cmd)
			defer cancel()
			return t.run(ctx, args[0])
		},
	}
	cmd.Flags().StringVar(&t.to, "to", "sparql", "`FORM` to write: "+strings.Join(translations, ", "))
	offer(cmd, "to", translations)
	f := cmd.Flags()
	inputFlags(f, &t.QueryInput, "ask", "count", "limit", "show_labels")
	f.IntVar(&t.offset, "offset", 0,
		"sparql: skip the first `N` members, ordered by IRI; 0 for the first page of several")
	t.members.bind(cmd)
	a.addConceptFlags(cmd)
	a.bind(cmd, nil, []config.Group{config.Names, config.Source, config.Endpoint}, "type", "subclass", "reasoning",
		"individuals", "label-property",
		"label-language", "graph", "dialect", "preset", "anchor", "as", "labels", "out", "timeout")
	f.Lookup("timeout").Usage = "time limit for reading the source and listing the members; without it, none"
	showFirst(cmd, "to", "prefix", "data", "db", "labels", "as", "anchor", "count", "ask", "limit",
		"show-labels", "endpoint", "members", "out")
	return cmd
}

// questionFlags are the flags about what the SPARQL query asks.
var questionFlags = []string{"ask", "count", "limit", "offset", "show-labels", "columns", "group", "order", "members"}

// check refuses flags that contradict each other or the form.
func (t *translation) check(cmd *cobra.Command) error {
	isGiven := cmd.Flags().Changed
	given := slices.DeleteFunc(slices.Clone(questionFlags), func(name string) bool { return !isGiven(name) })
	if t.to != "sparql" && t.to != "json" {
		for _, name := range slices.Concat(questionFlags, []string{"anchor", "dialect", "graph"}) {
			isTarget := name == "anchor" && t.to == "shacl" // of the shape
			if isGiven(name) && !isTarget {
				return source.Usagef("--%s is about the query: it goes with --to sparql or json, not %s", name, t.to)
			}
		}
	}
	return t.checkQuestion(given, isGiven)
}

// checkQuestion refuses flags about the question, of which some are given, that contradict each
// other.
func (t *translation) checkQuestion(given []string, isGiven func(name string) bool) error {
	switch {
	case len(given) > 1 && (given[0] == "ask" || given[0] == "count"):
		return source.Usagef("--%s and --%s are different questions: choose one", given[0], given[1])
	case t.members.file != "" && (isGiven("limit") && t.members.order == "" || isGiven("offset")):
		return source.Usagef("--members writes all members: leave out --limit and --offset, " +
			"or write the first ones with --order and --limit")
	case t.Ask == "" && isGiven("ask"):
		return source.Usagef("--ask: no IRI")
	case t.Ask != "" && isGiven("anchor"):
		return source.Usagef(
			"--ask and --anchor: whether one individual is a member does not depend on an anchor: leave it out",
		)
	case t.Limit < 0 || t.Limit == 0 && isGiven("limit"):
		return source.Usagef("--limit: %d members: write 1 or more, or leave it out for all", t.Limit)
	case t.offset < 0:
		return source.Usagef("--offset: %d members cannot be skipped: write 0 or more", t.offset)
	}
	return nil
}

// oneConcept checks that there is exactly one argument.
func oneConcept(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return source.Usagef("no concept: put it in quotes after genus %s, before the flags", cmd.Name())
	case len(args) > 1:
		return source.Usagef("unexpected argument %q: put the concept in quotes", args[1])
	}
	return nil
}

func (t translation) run(ctx context.Context, text string) error {
	if !slices.Contains(translations, t.to) {
		return source.Usagef("--to: unknown form %q: choose one of %s", t.to, strings.Join(translations, ", "))
	}
	s := t.session()
	if err := t.members.check(); err != nil {
		return err
	}
	if flag := t.needsData(); flag != "" {
		if t.checkSource() != nil {
			return source.Usagef("--%s needs data: give --data FILE..., --db FILE or --endpoint URL", flag)
		}
		open, err := genus.Open(ctx, t.cfg, t.options())
		if err != nil {
			return err
		}
		s = *open
		defer s.Close()
	}
	own, err := source.OwnPrefixes(s.Settings())
	if err == nil && s.Use().Source != nil {
		own = s.Prefixes()
	}
	if err != nil {
		return err
	}
	if t.About, err = t.about(ctx, text, own); err != nil {
		return err
	}
	t.Labels = t.cfg.Labels
	if t.members.file != "" {
		t.members.first = t.Limit
		query, err := t.members.write(ctx, api.On(s), api.MembersInput{About: t.About})
		if err != nil {
			return err
		}
		return t.deliver([]byte(strings.TrimRight(query, "\n") + "\n"))
	}
	form := map[string]string{"json": "", "dl": "english", "manchester": "english", "text": "english"}
	if to, other := form[t.to]; !other {
		t.To = []string{t.to}
	} else if to != "" {
		t.To = []string{to}
	}
	out, err := api.Query(ctx, api.On(s), t.QueryInput)
	if err != nil {
		return err
	}
	return t.write(s, out)
}

// needsData returns a flag that needs data, or "labels" if data was named, otherwise "".
func (t translation) needsData() string {
	switch {
	case t.asked.Strict:
		return "strict"
	case t.members.file != "":
		return "members"
	case t.named || t.cfg.Labels:
		return "labels"
	}
	return ""
}

// write writes the concept in the form of the flags.
func (t translation) write(s genus.Session, out api.QueryOutput) error {
	text, err := out.SPARQL+out.Turtle+out.SHACL, out.Failed
	switch t.to {
	case "json":
		if err == nil {
			return t.deliverJSON(out)
		}
	case "dl", "manchester", "text":
		text, err = s.Notation().Form(t.to, out.Task, out.Writing)
	}
	if err != nil {
		return err
	}
	return t.deliver([]byte(strings.TrimRight(text, "\n") + "\n"))
}
