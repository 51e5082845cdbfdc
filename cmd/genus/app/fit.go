package app

import (
	"context"
	"errors"
	"time"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// MostNodes is the largest concept, as a tree, that is written out. The
// optimal fitting may be far larger.
const MostNodes = 5000

// Fit learns, writes the query and asks the endpoint, if there is one or the
// settings want one, to confirm it. What went wrong after a concept was found is
// in the result.
func (b Session) Fit(ctx context.Context, p *Problem, o learner.Options) (*Result, error) {
	start := time.Now()
	r, err := b.Learn(ctx, p, o)
	if err == nil && r.Written() {
		err = b.Translate(ctx, r)
	}
	if err != nil {
		return nil, err
	}
	if r.Written() && !r.Interrupted && (p.Source.Client != nil || b.Config.Confirm) {
		r.ConfirmErr = b.Ask(ctx, r)
	}
	r.Elapsed = time.Since(start)
	return r, nil
}

// Learn searches for a concept, and no more. That there is none, or none yet, is
// in the result; that nothing could be searched is the error.
func (b Session) Learn(ctx context.Context, p *Problem, o learner.Options) (*Result, error) {
	r := &Result{Problem: p}
	if p.Info.Depth == 0 { // the source was read no edge deep
		o.Language &^= dl.WithRoles | dl.WithInverse
	}
	r.Options = o
	o.Logger = b.Reporter.Logger()
	o.Progress = func(step learner.Progress) { b.Reporter.Stage(step, p.Weighted()) }
	for _, removal := range p.Removed {
		b.Reporter.Note("not used: %s: %s", p.Symbol(removal), removal.Reason)
	}
	limited, cancel := context.WithTimeout(ctx, b.Config.Timeout)
	defer cancel()
	r.Fitting, r.Err = learner.Learn(limited, p.Problem, o)
	for _, removal := range r.Fitting.Removed[min(len(p.Removed), len(r.Fitting.Removed)):] {
		b.Reporter.Note("not used: %s: %s", p.Symbol(removal), removal.Reason)
	}
	r.Interrupted, r.TimeUp = ctx.Err() != nil, limited.Err() != nil
	if r.Fitting.Concept == nil {
		if errors.Is(r.Err, learner.ErrNoFitting) || errors.Is(r.Err, learner.ErrMemory) || limited.Err() != nil {
			return r, nil
		}
		return nil, r.Err
	}
	r.TooLarge = r.Fitting.Size > MostNodes
	return r, nil
}

// Translate writes the query. When the result was interrupted, the dialect is not
// asked for.
func (b Session) Translate(ctx context.Context, r *Result) error {
	p, c := r.Problem, r.Fitting.Concept
	dialect, err := b.Dialect(ctx, p.Source)
	if err != nil && !r.Interrupted {
		return err
	}
	p.fetchLabels(ctx, r.nominals())
	o := p.QueryOptions(c, b.Config.Graph, dialect)
	if o.Anchor, err = b.anchor(p, c); err != nil {
		return err
	}
	r.Anchor, r.query = o.Anchor, o
	r.Query, err = queries.Select(c, o)
	return err
}

// Ask has the endpoint confirm the query, and name members that are no examples.
// For files and databases it is an endpoint inside the process. The result must
// have been translated.
func (b Session) Ask(ctx context.Context, r *Result) error {
	p, c := r.Problem, r.Fitting.Concept
	client, err := p.Source.asker(ctx, b)
	if err != nil {
		return err
	}
	b.Reporter.Progress("confirming", Plural(len(p.Examples.All()), "example"))
	v, err := confirm(ctx, client, c, r.query, &p.Problem)
	r.Verdict = &v
	if err != nil {
		return err
	}
	b.Reporter.Progress("looking for other matches", "")
	if r.Matches, r.MoreMatches, err = matches(ctx, client, c, r.query, p, b.Config.RowCap); err != nil {
		// The concept is confirmed all the same.
		b.Reporter.Note("note: %v", err)
	}
	return nil
}
