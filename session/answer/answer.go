package answer

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/session/source"
)

// A Task is what to learn, and what to do on the way.
type Task struct {
	Examples extract.Examples
	// Asked are the individuals of the questions so far. Those among the examples are
	// answers, not examples that somebody picked; of the others the user does not know
	// whether they belong.
	Asked   []string
	Options learner.Options
	// Ask, if not nil, answers the question of the ranking: whether the individual belongs
	// to what is meant. It is called until the ranking is sure or Ask returns ErrEnough,
	// before anything is shown.
	Ask func(context.Context, *Ranking) (intent.Truth, error)
	// Show, if not nil, receives the first answer as soon as it stands, and each time that
	// more is known about it. Running of the result says what is still to come.
	Show func(*Result)
	// Confirm runs the query at the examples.
	Confirm bool
}

// ErrEnough is the error of Task.Ask that ends the questions.
var ErrEnough = errors.New("no more questions")

// Confirms reports whether the settings want the query to run at the examples.
func (s Worker) Confirms() bool { return s.Source.Slow() || s.Config.Confirm }

// Answer does the whole work on a task, in this order:
//
//	look → ranking: shown → confirmation: shown → question: shown → extraction → search and proof
//
// The ranking needs few requests of an endpoint, the extraction many. What was shown is not
// taken back: if the extraction or the search fails or is interrupted, the result is the
// first answer, and its Unproved says why it has no proof. Where nothing is ranked, the
// extraction comes first.
//
// Examples that are redirects are replaced. An error means that there is no answer, or that
// the user has to correct the examples or the concepts to start from.
func (s Worker) Answer(ctx context.Context, t Task) (*Result, error) {
	start := time.Now()
	r, err := source.FollowRedirects(ctx, s.Use, t.Examples, func(ex extract.Examples) (*Result, error) {
		t.Examples = ex
		return s.answer(ctx, t)
	})
	if err != nil {
		return nil, err
	}
	r.Elapsed = time.Since(start)
	return r, nil
}

func (s Worker) answer(ctx context.Context, t Task) (*Result, error) {
	m, ex, err := s.meant(ctx, t)
	if err != nil {
		return nil, err
	}
	t.Examples = ex
	ctx = s.Limit(ctx) // the user's answers take as long as they take
	var first *Result
	if m != nil && (t.Show != nil || s.Source.Slow()) {
		if m, first, err = s.firstAnswer(ctx, m, t); err != nil {
			return nil, err
		}
	}
	r, err := s.proved(ctx, m, first, t)
	if err != nil {
		return nil, err
	}
	if r != first && r.Written() && !r.Interrupted && t.Confirm && !r.takeVerdict(first) {
		s.confirmAndShow(ctx, r, 0, t)
	}
	r.Running = 0
	return r, nil
}

// meant starts the ranking of the task, nil if nothing is ranked, and asks the questions. It
// returns the examples with the answers.
func (s Worker) meant(ctx context.Context, t Task) (*Meant, extract.Examples, error) {
	if !s.CanRank(t.Examples) {
		return nil, t.Examples, nil
	}
	m, err := s.resume(ctx, t.Examples, extract.NewList(t.Asked).IRIs)
	if err != nil || t.Ask == nil {
		return m, t.Examples, err
	}
	if _, err := s.looked(ctx, m, t.Examples); err != nil { // no question about unknown examples
		return nil, t.Examples, err
	}
	if err := s.askAll(ctx, m, t.Ask); err != nil {
		return nil, t.Examples, err
	}
	ex, err := extract.NewExamples(m.Examples())
	return m, ex, err
}

// askAll asks until the ranking is sure or the answer is ErrEnough.
func (s Worker) askAll(ctx context.Context, m *Meant,
	answer func(context.Context, *Ranking) (intent.Truth, error)) error {
	for {
		r, err := m.Rank(ctx)
		if err != nil {
			return err
		}
		if r.Question == nil {
			for _, note := range r.Notes {
				s.Reporter.Note("note: %s", note)
			}
			return nil
		}
		is, err := answer(ctx, r)
		switch {
		case errors.Is(err, ErrEnough):
			return nil
		case err != nil:
			return err
		}
		if err := m.Answer(ctx, r.Question.Individual, is); err != nil {
			return err
		}
	}
}

// proved returns the result of the extraction and the search, or the first answer if one of
// these fails or is interrupted.
func (s Worker) proved(ctx context.Context, m *Meant, first *Result, t Task) (*Result, error) {
	if first != nil && ctx.Err() != nil {
		return first.withoutProof(ctx, ctx.Err()), nil
	}
	s.Proving = first != nil
	var r *Result
	p, err := s.problemOf(ctx, m, t)
	if err == nil {
		r, err = s.prove(ctx, p, m, t.Options)
	}
	switch {
	case first == nil, errors.Is(err, extract.ErrUnknownExample), errors.Is(err, learner.ErrStart):
		return r, err
	case err != nil:
		return first.withoutProof(ctx, err), nil
	case r.Interrupted:
		return first.withoutProof(ctx, ctx.Err()), nil
	case r.Fitting.Concept == nil:
		return first.withoutProof(ctx, r.Err), nil
	}
	return r, nil
}

func (s Worker) problemOf(ctx context.Context, m *Meant, t Task) (*source.Problem, error) {
	if s.onlyRanked(m, t) {
		return s.looked(ctx, m, t.Examples)
	}
	return s.problemWith(ctx, t.Examples, m)
}

// withoutProof returns the first answer as the result. err says why there is no proof.
func (r *Result) withoutProof(ctx context.Context, err error) *Result {
	r.Unproved, r.Interrupted = err, ctx.Err() != nil
	if r.Interrupted {
		r.Fitting.End = learner.EndInterrupted
		if r.Verdict != nil && r.ConfirmErr != nil { // the confirmation was interrupted
			r.Verdict, r.ConfirmErr = nil, nil
		}
	}
	return r
}

// takeVerdict takes over what the endpoint said about the first answer. It reports whether
// the query and the examples are the same.
func (r *Result) takeVerdict(first *Result) bool {
	if first == nil || first.Verdict == nil || first.ConfirmErr != nil || first.Query != r.Query ||
		!slices.Equal(first.Problem.Examples.All(), r.Problem.Examples.All()) {
		return false
	}
	v, err := expectations(r.Problem, first.Verdict.URL, r.Fitting.Concept, r.expectedMembers())
	if err != nil {
		return false
	}
	v.NotRun = first.Verdict.NotRun
	for i, j := range first.Verdict.Examples {
		v.Examples[i].Query = j.Query
	}
	r.Verdict = &v
	r.Others = first.Others
	r.OthersErr = first.OthersErr
	return true
}
