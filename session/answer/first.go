package answer

import (
	"context"
	"errors"
	"slices"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/session/source"
)

// Running is what is still to come after a result was shown.
type Running uint8

// What may be running. Asking looks for the next question.
const (
	Confirming Running = 1 << iota
	Asking
	Proving
)

var runningNames = []string{"confirmation", "question", "proof"}

// Names returns the names of what is running.
func (r Running) Names() []string {
	names := []string{}
	for i, name := range runningNames {
		if r&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// firstAnswer ranks, and shows the most likely concept before and after its query is
// confirmed, and again with the next question. The search for a question finds candidates,
// too. If one of these is the most likely one then, it is shown and confirmed in the same way.
//
// The result is nil if no candidate can be it. The ranking may take as much time and memory
// as the search. If it takes more and there are negatives, firstAnswer returns no ranking
// either, and the search goes on without it.
func (s Worker) firstAnswer(ctx context.Context, m *Meant, t Task) (*Meant, *Result, error) {
	limited, cancel := source.Within(ctx, s.Config.Timeout, "ranking what may be meant")
	defer cancel()
	p, ranking, err := s.lookAndRank(limited, m, t)
	err = source.NamingLimit(limited, err)
	tooMuch := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, learner.ErrMemory)
	switch {
	case tooMuch && len(t.Examples.Neg) > 0 && ctx.Err() == nil:
		s.Reporter.Note("nothing is ranked: %v", err)
		return nil, nil, nil
	case err != nil:
		return m, nil, err
	}
	proof := Proving
	if s.onlyRanked(m, t) {
		proof = 0
	}
	_, inMemory := m.graph.(*intent.Memory)
	if inMemory { // the question takes no time, but an endpoint for the confirmation has to be started
		if m.addQuestion(ctx, ranking); t.Confirm {
			proof |= Confirming
		}
	}
	r, err := s.likeliest(ctx, p, ranking, t)
	if err != nil || r == nil {
		return m, nil, err
	}
	if !inMemory {
		if s.confirmAndShow(ctx, r, Asking|proof, t); ctx.Err() != nil {
			return m, r, nil
		}
		asked := *ranking
		if m.addQuestion(ctx, &asked); ctx.Err() != nil {
			return m, r, nil
		}
		again, err := s.likeliest(ctx, p, &asked, t)
		switch {
		case err != nil || again == nil:
			return m, r, err
		case again.Fitting.Concept == r.Fitting.Concept:
			r.setRanking(&asked)
		default:
			r = again
			s.confirmAndShow(ctx, r, proof, t)
		}
	}
	m.shown = r.Ranking
	if r.Running = proof; t.Show != nil && proof != 0 {
		t.Show(r)
	}
	return m, r, nil
}

// onlyRanked reports whether the ranking is all that is to be done at an endpoint: without
// negatives every concept fits, so there is nothing to search for and to prove.
func (s Worker) onlyRanked(m *Meant, t Task) bool {
	return m != nil && m.read == nil && len(t.Examples.Neg) == 0
}

// confirmAndShow confirms the result, and shows it before and after that. then is what runs
// after it.
func (s Worker) confirmAndShow(ctx context.Context, r *Result, then Running, t Task) {
	show := func(running Running) {
		if r.Running = running; t.Show != nil {
			t.Show(r)
		}
	}
	if !t.Confirm {
		show(then)
		return
	}
	show(then | Confirming)
	r.ConfirmErr = s.Confirm(ctx, r)
	if ctx.Err() != nil { // the result is kept without what the endpoint said so far
		r.Verdict, r.ConfirmErr = nil, nil
		return
	}
	if then != 0 {
		show(then)
	}
}

func (s Worker) lookAndRank(ctx context.Context, m *Meant, t Task) (*source.Problem, *Ranking, error) {
	p, err := s.looked(ctx, m, t.Examples)
	if err != nil {
		return nil, nil, err
	}
	ranking, err := m.rankOnly(ctx)
	if err != nil {
		return p, nil, err
	}
	ranking.Candidates = slices.DeleteFunc(ranking.Candidates, func(c intent.Candidate) bool { return m.ComparesUnread(c.Concept) })
	if len(ranking.Candidates) > 0 {
		ranking.Confidence = ranking.Candidates[0].Alone
	}
	return p, ranking, nil
}

// likeliest returns the most likely concept as a result, without what the search may say
// about it; nil if no candidate can be the result.
func (s Worker) likeliest(ctx context.Context, p *source.Problem, ranking *Ranking, t Task) (*Result, error) {
	r := &Result{Problem: p, Options: t.Options, Course: Course{Running: Proving}}
	r.setRanking(ranking)
	var ok bool
	nothing := learner.Fitting{Language: t.Options.Language}
	if r.Fitting, ok = preferLikeliest(nothing, ranking.Ranking, t.Examples, t.Options); !ok {
		return nil, nil
	}
	var err error
	if r.Conflict, err = r.findConflict(); err != nil {
		return nil, err
	}
	return r, s.translate(ctx, r)
}
