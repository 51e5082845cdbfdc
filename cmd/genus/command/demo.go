package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/builtin"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/session/source"
)

// demoNames are three animals, of whom the demo means the elephants that live in Lakeview Zoo.
var demoNames = []string{"Vari", "Jashi", "Mogo"}

// demoMeant asks whether an individual is one of them.
const demoMeant = `PREFIX zoo: <` + elephants.Namespace + `> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
ASK { <%s> zoo:livesIn zoo:Lakeview ; a/rdfs:subClassOf* zoo:Elephant }`

// demoProblem is the problem of the demo's proof: the example of the paper's introduction.
var demoProblem = struct {
	story    string
	pos, neg []string
}{
	story: "the male elephants that weigh at least three tonnes or have at least two daughters",
	pos:   elephants.Positives,
	neg:   elephants.Negatives,
}

func demoCommand(a *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Learn from a built-in example, over an HTTP endpoint inside the process",
		Long: `Demo serves a small knowledge graph about elephants over HTTP on this machine. It
names three of them, answers the questions itself, and shows the definition with
its query, which the endpoint confirms. Then it finds and proves the smallest
concept for 30 examples. With flags for the search or the output, it does only that.`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("mode") {
				a.cfg.Mode = learner.Exact.String() // a concept fits, and exact finds it sooner
			}
			first := true // with the questions
			cmd.Flags().Visit(func(f *pflag.Flag) { first = first && (f.Name == "quiet" || f.Name == "verbose") })
			return runDemo(cmd.Context(), a, first)
		},
	}
	a.bind(cmd, nil, []config.Group{config.Learning}, "format", "out", "quiet", "verbose")
	showFirst(cmd, "prefer", "language", "max-size", "timeout", "format", "out", "quiet", "verbose")
	return cmd
}

func runDemo(ctx context.Context, a *program, first bool) error {
	start := time.Now()
	o, err := a.cfg.Learner()
	if err != nil {
		return source.Usage(err)
	}
	ex, err := extract.NewExamples(demoProblem.pos, demoProblem.neg)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "genus-demo-")
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file, err := builtin.Elephants.WriteFile(dir)
	if err != nil {
		return err
	}
	a.cfg.Data, a.cfg.Prefix = []string{file}, append(a.cfg.Prefix, builtin.Elephants.Prefix...)
	c := a.cfg
	c.Cache = filepath.Join(dir, "demo.db")
	open, err := genus.Open(ctx, c, genus.Options{Version: programVersion(), Serve: true})
	if err != nil {
		return err
	}
	defer open.Close()
	s := open.Reporting(a.status)
	a.status.Note("serving the elephants on %s", s.Use().Source.Endpoint().URL())
	if first && a.cfg.Format == "text" && a.cfg.Out == "" { // the environment may set them
		if err := a.demoQuestions(ctx, s, o, start); err != nil {
			return err
		}
		fmt.Fprintln(a.stdout)
		start = time.Now()
	}
	a.status.Note("a proof: %d examples of %s, and %d that are not", len(ex.Pos), demoProblem.story, len(ex.Neg))
	return (&learning{program: a}).answer(ctx, s, genus.Task{Examples: ex, Options: o, Confirm: true}, start)
}

// demoQuestions learns from three names, and answers the questions as somebody would who means
// the elephants that live in Lakeview Zoo.
func (a *program) demoQuestions(ctx context.Context, s genus.Session, o learner.Options, start time.Time) error {
	var pos []string
	for _, name := range demoNames {
		pos = append(pos, elephants.Namespace+name)
	}
	ex, err := extract.NewExamples(pos, nil)
	if err != nil || !s.Work().CanRank(ex) {
		return err
	}
	a.status.Note("examples: %s", strings.Join(demoNames, ", "))
	l := &learning{program: a}
	return l.answer(ctx, s, genus.Task{Examples: ex, Options: o, Confirm: true,
		Ask: func(ctx context.Context, r *genus.Ranking) (genus.Reply, error) {
			is, err := s.Use().Source.Endpoint().Ask(ctx, fmt.Sprintf(demoMeant, r.Question.Individual))
			if err != nil {
				return genus.Reply{}, err
			}
			if !a.cfg.Quiet {
				l.showAnswerSoFar(s, r)
				l.showIndividual(s, r)
				fmt.Fprintf(l.stderr, "the demo answers: %s\n", yesNo(is))
			}
			if is {
				return genus.Reply{Is: intent.Yes}, nil
			}
			return genus.Reply{Is: intent.No}, nil
		}}, start)
}
