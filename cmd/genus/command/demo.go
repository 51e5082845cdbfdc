package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/syntax"
)

// demoProblem is what the demo learns: the example of the paper's introduction.
var demoProblem = struct {
	story    string
	pos, neg []string
}{
	story: "the male elephants that weigh at least three tonnes or have at least two daughters",
	pos:   elephants.Positives,
	neg:   elephants.Negatives,
}

func (a *app) demo() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "The main job on a built-in example, over a real HTTP endpoint in the process",
		Long: `Demo serves a small knowledge graph about elephants over HTTP on this machine,
extracts what surrounds a few of them into a database, learns what they have in
common, and confirms the query on the endpoint.`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.load(cmd); err != nil {
				return err
			}
			if !cmd.Flags().Changed("mode") {
				a.cfg.Mode = learner.Exact.String() // some concept fits: finding it is faster than the best
			}
			return a.runDemo(cmd.Context())
		},
	}
	bind(cmd, []config.Group{config.Learning}, "format", "out", "quiet", "verbose")
	return cmd
}

func (a *app) runDemo(ctx context.Context) error {
	start := time.Now()
	o, err := a.cfg.Learner()
	if err != nil {
		return usage(err)
	}
	ex, err := extract.NewExamples(demoProblem.pos, demoProblem.neg)
	if err != nil {
		return err
	}
	client, stop, err := serve(ctx, a, bytes.NewBufferString(elephants.Turtle), rdffile.Turtle)
	if err != nil {
		return err
	}
	defer stop()
	a.status.note("serving the elephants on %s", client.URL())
	a.status.note("examples: %d of %s, and %d that are not", len(ex.Pos), demoProblem.story, len(ex.Neg))

	dir, err := os.MkdirTemp("", "genus-demo-")
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	db, err := store.Open(ctx, filepath.Join(dir, "demo.db"), store.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	a.cfg.Prefix = append(a.cfg.Prefix, elephants.Prefix+"="+elephants.Namespace)
	crawl, err := a.crawlOptions()
	if err != nil {
		return err
	}
	if _, err := a.crawl(ctx, client, db, ex, crawl); err != nil {
		return err
	}
	s := &source{examples: ex, client: client, close: func() {}, prefixes: syntax.Prefixes{elephants.Prefix: elephants.Namespace}}
	if s.problem, s.info, err = extract.Load(ctx, db, ex, extract.LoadOptions{}); err != nil {
		return err
	}
	r, err := a.fit(ctx, s, o)
	if err != nil {
		return err
	}
	r.elapsed = time.Since(start)
	return a.finish(ctx, r)
}
