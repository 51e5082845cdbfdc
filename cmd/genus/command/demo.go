package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
)

// demoProblem is the problem of the demo: the example of the paper's introduction.
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
		Long: `Demo serves a small knowledge graph about elephants over HTTP on this machine,
extracts the surroundings of a few of them into a database, learns what they have
in common, and confirms the query on the endpoint.`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("mode") {
				a.cfg.Mode = learner.Exact.String() // a concept fits, and exact finds it sooner
			}
			return runDemo(cmd.Context(), a)
		},
	}
	a.bind(cmd, nil, []config.Group{config.Learning}, "format", "out", "quiet", "verbose")
	showFirst(cmd, "prefer", "language", "max-size", "timeout", "format", "out", "quiet", "verbose")
	return cmd
}

func runDemo(ctx context.Context, a *program) error {
	start := time.Now()
	o, err := a.cfg.Learner()
	if err != nil {
		return genus.Usage(err)
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
	choice, err := genus.Elephants(dir)
	if err != nil {
		return err
	}
	a.cfg.Data, a.cfg.Prefix = choice.Data, append(a.cfg.Prefix, choice.Prefix...)
	s := a.session()
	s.Config.Cache = filepath.Join(dir, "demo.db")
	s.Reporter = genus.Silent{}
	if s.Source, err = s.OpenServed(ctx); err != nil {
		return err
	}
	s.Reporter = a.status
	defer s.Source.Close()
	a.status.Note("serving the elephants on %s", s.Source.Client.URL())
	a.status.Note("examples: %d of %s, and %d that are not", len(ex.Pos), demoProblem.story, len(ex.Neg))
	return (&learning{program: a}).answer(ctx, s, genus.Task{Examples: ex, Options: o, Confirm: true}, start)
}
