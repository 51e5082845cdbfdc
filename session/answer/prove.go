package answer

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/source"
)

// MostNodes is the largest size of a concept that is printed. The optimal fitting may be
// far larger.
const MostNodes = 5000

// Prove searches for a concept, proves what it can about it, and writes its query. If the
// search finds no concept, the Err of the result says why. An error means that there was no
// search. Prove returns either a result or an error, and a result without a concept has an Err.
func (s Worker) Prove(ctx context.Context, p *source.Problem, o learner.Options) (*Result, error) {
	return s.prove(ctx, p, nil, o)
}

// prove is Prove with a ranking: the result is then the most likely concept. m may be nil.
func (s Worker) prove(ctx context.Context, p *source.Problem, m *Meant, o learner.Options) (*Result, error) {
	if len(p.Neg) == 0 && m == nil {
		return nil, Unranked("no negative examples")
	}
	r := &Result{Problem: p}
	if o.Mode == learner.Exact {
		p.PosWeights, p.NegWeights = nil, nil
	}
	if p.Info.Depth == 0 { // no edges were extracted
		if o.Language &^= dl.WithRoles | dl.WithInverse; o.Language == 0 { // which would mean the default
			return nil, source.Usagef("--constructors: none of them is left without roles, and no edges were extracted")
		}
	}
	o.Start = append(o.Start, s.Start...)
	r.Options = o
	o.Logger = s.Reporter.Logger()
	o.Progress = func(step learner.Progress) { s.Reporter.Stage(step, p.Weighted()) }
	for _, removal := range p.Removed {
		s.Reporter.Note("not used: %s: %s", p.SymbolName(removal), removal.Reason)
	}
	limited, cancel := source.Within(ctx, s.Config.Timeout, "learning")
	defer cancel()
	if len(p.Neg) > 0 {
		if r.Fitting, r.Err = learner.Learn(limited, p.Problem, o); errors.Is(r.Err, learner.ErrStart) {
			return nil, r.Err
		}
		s.nameUnused(ctx, p, &r.Fitting)
		r.without = s.without(ctx, p, r.Fitting.Language, r.Fitting.Removed, r.Depth())
		if errors.Is(r.Err, learner.ErrNoFitting) {
			r.Err = fmt.Errorf("%w%s", r.Err, r.without)
		}
	} else { // every concept fits, so there is nothing to search for
		if o.Shared {
			o.Language &^= dl.WithNominals
		}
		r.Fitting = learner.Fitting{Language: o.Language, Removed: p.Removed}
	}
	if m != nil && !o.Optimal && ctx.Err() == nil {
		if err := r.prefer(ctx, m); err != nil {
			if r.Fitting.Concept == nil {
				return nil, err
			}
			s.Reporter.Note("note: %v", err)
		}
	}
	for _, removal := range r.Fitting.Removed[min(len(p.Removed), len(r.Fitting.Removed)):] {
		s.Reporter.Note("not used: %s: %s", p.SymbolName(removal), removal.Reason)
	}
	r.Interrupted, r.TimeUp = ctx.Err() != nil, limited.Err() != nil
	if r.Fitting.Concept == nil {
		return r.withoutConcept(limited, m)
	}
	if r.TooLarge = r.Fitting.Size > MostNodes; r.TooLarge {
		return r, nil
	}
	var err error
	if r.Conflict, err = r.findConflict(); err != nil {
		return nil, err
	}
	source.FetchLabels(ctx, s.Use, p, r.nominals())
	return r, s.translate(ctx, r)
}

// withoutConcept returns the result of a search that found no concept, with an Err that says why.
// It returns the error itself if the search failed.
func (r *Result) withoutConcept(limited context.Context, m *Meant) (*Result, error) {
	switch {
	case r.Err == nil:
		nothing := cmp.Or(r.Ranking.Apart(r.Problem), "genus found nothing that the positives share")
		if unread := m.unreadReason(); unread != "" {
			nothing += "; not all that is stated about them was read: " + unread
		}
		r.Err = cmp.Or(context.Cause(limited), errors.New(nothing))
	case errors.Is(r.Err, learner.ErrNoFitting), errors.Is(r.Err, learner.ErrMemory), limited.Err() != nil:
	default:
		return nil, r.Err
	}
	return r, nil
}

// translate writes the query of the result. After an interruption it does not ask the
// endpoint for its dialect.
func (s Worker) translate(ctx context.Context, r *Result) error {
	p, c := r.Problem, r.Fitting.Concept
	dialect, err := source.Dialect(ctx, s.Use)
	if err != nil && !r.Interrupted {
		return err
	}
	o := source.QueryOptions(s.Use, p, c, dialect)
	if o.Anchor, err = s.Anchor(ctx, p, c); err != nil {
		return err
	}
	r.Anchor, r.query = o.Anchor, o
	r.Query, err = queries.Select(c, o)
	return err
}
