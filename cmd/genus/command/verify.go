package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/answer"
)

func verifyCommand(a *program) *cobra.Command {
	var table exampleFlags
	cmd := &cobra.Command{
		Use: "verify 'CONCEPT' [NAME|IRI|@FILE...] (--endpoint URL | --data FILE... | --db FILE) " +
			"[--pos FILE --neg FILE | ...]",
		Short: "Check that a concept and its query agree on the examples",
		Long: `Verify evaluates a concept at every example, runs its query (on the endpoint;
for files and databases on one inside the process), and compares. The exit code
is 0 if concept and query agree on every example, whether or not it has the right
label, and 1 if not. CONCEPT may be - for stdin or @FILE, as for genus query.`,
		Example:           `  genus verify 'ex:Male and ex:hasChild some Thing' --data family.ttl --pos fathers.txt --neg others.txt`,
		Args:              conceptAndNames,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.takeExamples(cmd, args[1:], table); err != nil {
				return err
			}
			ctx, cancel := a.timed(cmd)
			defer cancel()
			return runVerify(ctx, a, args[0])
		},
	}
	a.bindLook(cmd, &table)
	showFirst(cmd, "endpoint", "data", "db", "preset", "contact", "pos", "neg", "pos-iri", "neg-iri", "problem",
		"format", "out", "prefix", "quiet", "verbose")
	return cmd
}

func runVerify(ctx context.Context, a *program, text string) error {
	s, q, x, err := a.lookAt(ctx, text)
	if err != nil {
		return err
	}
	defer s.Close()
	v, err := api.Verify(ctx, s, api.VerifyInput{About: q, Examples: x})
	if err != nil {
		return err
	}
	err = a.deliverForm(v, func(to *page) {
		to.prefixes = v.Problem.PrefixesOf(v.Task)
		to.verdict(v.Task, v.Verdict, a.cfg.Verbose)
	})
	if err != nil {
		return err
	}
	if len(v.Verdict.Mismatches()) > 0 {
		return errShown
	}
	return nil
}

// verdict writes how many examples are in the concept and in the result of the query, and
// the examples on which they disagree or, if verbose, all.
func (p *page) verdict(c dl.Concept, v genus.Verdict, verbose bool) {
	p.entryIn(bold, "Concept", syntax.Print(c, syntax.Options{Prefixes: p.prefixes, Width: conceptWidth}))
	p.entry("Score", answer.Correct(v.Confusion(), false)+counts(v.Confusion()))
	p.printf("\n")
	t := table{columns: []string{"examples", "in concept", "in query", "disagree"}}
	for _, positive := range []bool{true, false} {
		var all, concept, query, wrong int
		for _, j := range v.Examples {
			if j.Positive == positive {
				all++
				concept += count(j.Concept)
				query += count(j.Query)
				wrong += count(j.Concept != j.Query)
			}
		}
		t.rows = append(t.rows, []any{fmt.Sprintf("%d %s", all, sides[positive]), concept, query, wrong})
	}
	p.textTable(t, 0)
	p.printf("\n")
	shown := v.Mismatches()
	if verbose {
		shown = v.Examples
	}
	for _, j := range shown {
		p.printf("%s  %s: concept %s, query %s\n", sides[j.Positive], p.prefixes.Shorten(j.IRI), yesNo(j.Concept),
			yesNo(j.Query))
	}
	if v.NotRun {
		p.entry("Endpoint", answer.NotRun)
	} else if wrong := len(v.Mismatches()); wrong > 0 {
		p.entryIn(red, "Endpoint",
			fmt.Sprintf("%s does not confirm: query and concept disagree on %s", v.URL, say.Plural(wrong, "example")))
	} else {
		p.entryIn(green, "Endpoint",
			fmt.Sprintf("%s confirms: query and concept agree on %s", v.URL, say.All(len(v.Examples), "example")))
	}
}

var sides = map[bool]string{true: "positive", false: "negative"}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
