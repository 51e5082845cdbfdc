package command

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

func (a *app) learn() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "learn (--endpoint URL | --data FILE... | --db FILE) (--pos FILE --neg FILE | --pos-iri IRI... --neg-iri IRI... | --problem FILE)",
		Short: "Learn a concept from examples and confirm its query on the endpoint",
		Long: `Learn finds the smallest concept that has the positive examples in and the
negative ones out, or the best one if none does, and prints it with an equivalent
SPARQL query. With --endpoint the query is run there, and compared with the
concept on every example. When the time is up, the best concept so far is the
result, marked as not proved.`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.load(cmd); err != nil {
				return err
			}
			return a.runLearn(cmd.Context())
		},
	}
	bind(cmd, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Examples, config.Learning, config.Output, config.Names})
	return cmd
}

// noArgs refuses arguments with a hint: most often a file without its flag.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("unexpected argument %q: see genus %s --help", args[0], cmd.Name())
	}
	return nil
}

func (a *app) runLearn(ctx context.Context) error {
	start := time.Now()
	o, err := a.cfg.Learner()
	if err != nil {
		return usage(err)
	}
	if _, err := a.dialect(ctx, nil); err != nil { // before hours of crawling
		return err
	}
	s, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	if _, _, err := a.named(s.prefixes); err != nil { // better said before learning than behind it
		return err
	}
	r, err := a.fit(ctx, s, o)
	if err != nil {
		return err
	}
	r.elapsed = time.Since(start)
	return a.finish(ctx, r)
}

// finish writes the result; the error says what is wrong with it.
func (a *app) finish(ctx context.Context, r *result) error {
	if err := a.write(r); err != nil {
		return err
	}
	if r.fitting.Concept != nil && !r.options.Optimal && (!r.fitting.Optimal || r.cutShort()) {
		a.status.note("note: %s", r.proof())
	}
	switch {
	case ctx.Err() != nil:
		return context.Canceled
	case r.fitting.Concept == nil:
		return a.notFound(r.learnErr)
	case r.confirmErr != nil:
		return r.confirmErr
	case r.verdict != nil && len(r.verdict.mismatches()) > 0:
		return fmt.Errorf("endpoint %s: not confirmed: query and concept disagree on %s", r.verdict.url, plural(len(r.verdict.mismatches()), "example"))
	}
	return nil
}

// fit learns from the source and asks the endpoint, if there is one, to
// confirm. What went wrong after a concept was found is in the result.
func (a *app) fit(ctx context.Context, s *source, o learner.Options) (*result, error) {
	r := &result{source: s}
	if s.info.Depth == 0 { // the source was read no edge deep
		o.Language &^= dl.WithRoles | dl.WithInverse
	}
	r.options = o
	o.Logger = a.status.logger()
	o.Progress = func(p learner.Progress) {
		a.status.progress(fmt.Sprintf("stage %d", p.K), progressText(p, s.problem.Weighted()))
	}
	for _, removal := range s.problem.Removed {
		a.status.note("not used: %s: %s", symbolOf(removal, s.prefixes), removal.Reason)
	}
	limited, cancel := context.WithTimeout(ctx, a.cfg.Timeout)
	defer cancel()
	r.fitting, r.learnErr = learner.Learn(limited, s.problem, o)
	for _, removal := range r.fitting.Removed[min(len(s.problem.Removed), len(r.fitting.Removed)):] {
		a.status.note("not used: %s: %s", symbolOf(removal, s.prefixes), removal.Reason)
	}
	r.interrupted, r.timeUp = ctx.Err() != nil, limited.Err() != nil
	if r.fitting.Concept == nil {
		if errors.Is(r.learnErr, learner.ErrNoFitting) || limited.Err() != nil {
			return r, nil
		}
		return nil, r.learnErr
	}
	if r.fitting.Size > mostNodes {
		r.tooLarge = true
		return r, nil
	}
	if err := a.translate(ctx, r); err != nil {
		return nil, err
	}
	return r, nil
}

// translate writes the query and has it confirmed, if there is an endpoint.
func (a *app) translate(ctx context.Context, r *result) error {
	s, c := r.source, r.fitting.Concept
	dialect, err := a.dialect(ctx, s.client)
	if err != nil && !r.interrupted {
		return err
	}
	s.nameNominals(ctx, c)
	o := s.queryOptions(c, a.cfg.Graph, dialect)
	if o.Anchor, err = a.anchor(s, c); err != nil {
		return err
	}
	r.anchor = o.Anchor
	if r.query, err = queries.Select(c, o); err != nil {
		return err
	}
	if !r.interrupted && (s.client != nil || a.cfg.Confirm) {
		r.confirmErr = a.ask(ctx, r, o)
	}
	return nil
}

// ask has the endpoint confirm the query, and name members that are no
// examples.
func (a *app) ask(ctx context.Context, r *result, o queries.Options) error {
	client, done, err := r.source.asker(ctx, a)
	if err != nil {
		return err
	}
	defer done()
	a.status.progress("confirming", plural(len(r.source.examples.All()), "example"))
	v, err := confirm(ctx, client, r.fitting.Concept, o, &r.source.problem)
	r.verdict = &v
	if err != nil {
		return err
	}
	a.status.progress("looking for other matches", "")
	if r.matches, r.moreMatches, err = matches(ctx, client, r.fitting.Concept, o, r.source, a.cfg.RowCap); err != nil {
		// The concept is confirmed all the same.
		a.status.note("note: %v", err)
	}
	return nil
}

// mostNodes is the largest concept, as a tree, that is written out. The
// optimal fitting may be far larger.
const mostNodes = 5000

func progressText(p learner.Progress, weighted bool) string {
	if p.Best == nil {
		return "nothing found yet"
	}
	return fmt.Sprintf("%s, size %d", correct(p.Confusion, weighted), dl.Size(p.Best))
}

// notFound is the error after a search without a concept.
func (a *app) notFound(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("nothing found within %s: raise --timeout, or choose a smaller --language", a.cfg.Timeout)
	}
	return err
}
