package command

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/source"
)

func whyCommand(a *program) *cobra.Command {
	var table exampleFlags
	cmd := &cobra.Command{
		Use: "why 'CONCEPT' [NAME|IRI|@FILE...] (--endpoint URL | --data FILE... | --db FILE) " +
			"[--pos FILE --neg FILE | ...]",
		Short: "Explain why individuals belong to a concept, or why not",
		Long: `Why evaluates a concept at individuals, and shows the parts of the concept that
decide: whether each holds, and what the data says about it. Without names it
explains the examples. From an endpoint it reads only what the concept needs.
CONCEPT may be - for stdin or @FILE, as for genus query.`,
		Example:           `  genus why 'ex:Male and ex:hasChild some Thing' ex:abe ex:eve --data family.ttl`,
		Args:              conceptAndNames,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			named := len(args) > 1
			if err := a.takeExamples(cmd, args[1:], table); err != nil {
				return err
			}
			if !hasExamples(a.cfg.ExamplesConfig) {
				return source.Usagef(
					"no individuals: name them after the concept, before the flags, or give examples, such as --pos FILE",
				)
			}
			ctx, cancel := a.timed(cmd)
			defer cancel()
			return runWhy(ctx, a, args[0], named)
		},
	}
	a.bindLook(cmd, &table)
	showFirst(cmd, "endpoint", "data", "db", "preset", "contact", "pos", "neg", "depth", "format", "out", "prefix",
		"quiet")
	return cmd
}

// runWhy explains the examples, and says whether the concept is right about them unless they
// are only named.
func runWhy(ctx context.Context, a *program, text string, named bool) error {
	s, q, x, err := a.lookAt(ctx, text)
	if err != nil {
		return err
	}
	defer s.Close()
	in := api.WhyInput{About: q, Examples: x}
	if named {
		in.Individuals, in.Examples = slices.Concat(x.Pos, x.Neg), api.Examples{}
	}
	out, err := api.Why(ctx, s, in)
	if err != nil {
		return err
	}
	return a.deliverForm(out, func(to *page) {
		to.problem, to.prefixes = out.Problem, out.Problem.PrefixesOf(out.Task)
		to.explanations(out.Task, out.Explanations)
	})
}

// explanations writes a paragraph for each individual.
func (p *page) explanations(c dl.Concept, list []genus.Explanation) {
	p.sentence(p.problem.English(c))
	p.entryIn(bold, "Concept", p.text(c, p.prefixes))
	for _, x := range list {
		verdict := "is one of them"
		if !x.Member {
			verdict = "is not one of them"
		}
		if x.Correct != nil && !*x.Correct {
			verdict += ", but is a " + sides[*x.Positive] + " example"
		}
		p.printf("\n%s %s\n", p.individual(x.IRI), verdict)
		for _, r := range x.Why {
			p.printf("  %-4s %s: %s\n", yesNo(r.Holds), r.Labelled, r.Text)
		}
	}
}
