package answer

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/session/source"
)

// A Task is what to learn, and what to do on the way.
type Task struct {
	Examples extract.Examples
	// Asked are the individuals of the questions so far. Those among the examples are
	// answers, not examples that somebody picked; of the others the user does not know
	// whether they belong.
	Asked []string
	// Conditions are what the user says of conditions. They count beside the examples.
	Conditions []Requirement
	Options    learner.Options
	// Ask, if not nil, answers the question of the ranking: whether the individual belongs
	// to what is meant. It may judge conditions instead. It is called until the ranking is sure or Ask
	// returns ErrEnough, before anything is shown.
	Ask func(context.Context, *Ranking) (Reply, error)
	// Show, if not nil, receives the first answer as soon as it stands, and each time that
	// more is known about it. Running of the result says what is still to come.
	Show func(*Result)
	// Confirm runs the query at the examples.
	Confirm bool
	// Unasked says that nobody answers questions: an endpoint gets no requests to find one.
	Unasked bool
}

// A Requirement is what the user says of a condition.
type Requirement = intent.Requirement

var modalities = map[string]intent.Modality{
	"must":     intent.Must,
	"not":      intent.MustNot,
	"need_not": intent.NeedNot,
	"likely":   intent.Likely,
	"unknown":  intent.Unsure,
}

// Modalities returns what can be said of a condition, sorted.
func Modalities() []string { return slices.Sorted(maps.Keys(modalities)) }

// NewRequirement returns what the user says of the condition: one of Modalities.
func NewRequirement(c dl.Concept, answer string) (Requirement, error) {
	modality, ok := modalities[answer]
	if !ok {
		return Requirement{}, source.Usagef("unknown answer %q: choose one of %s", answer, strings.Join(Modalities(), ", "))
	}
	return Requirement{Concept: c, Answer: modality}, nil
}

// Draft returns the parts of a draft as conditions that are likely.
func Draft(c dl.Concept) (out []Requirement) {
	for _, part := range dl.Conjuncts(c) {
		out = append(out, Requirement{Concept: part, Answer: intent.Likely})
	}
	return out
}

// answerOf returns what NewRequirement read.
func answerOf(m intent.Modality) string {
	for name, modality := range modalities {
		if modality == m {
			return name
		}
	}
	return ""
}

// A Reply answers a question: whether the individual belongs, or if Conditions or Undo are set, what
// else the user says. Then the same question may come again.
type Reply struct {
	Is         intent.Truth
	Conditions []Requirement
	Undo       bool // takes back the last judgement of conditions
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
	ctx = source.Limit(ctx, s.Config) // the user's answers take as long as they take
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
	if r != first && r.Written() && !r.Interrupted && t.Confirm && !r.takeVerdict(ctx, first) {
		s.confirmAndShow(ctx, r, 0, t)
	}
	r.Running = 0
	return r, nil
}

// meant starts the ranking of the task, nil if nothing is ranked, and asks the questions. It
// returns the examples with the answers.
func (s Worker) meant(ctx context.Context, t Task) (*Meant, extract.Examples, error) {
	if !s.CanRank(t.Examples) {
		what := "words"
		if len(t.Conditions) > 0 {
			what = "conditions"
		}
		if s.Config.Words != "" || len(t.Conditions) > 0 {
			return nil, t.Examples, Unranked(what)
		}
		return nil, t.Examples, nil
	}
	m, err := s.resume(ctx, t.Examples, extract.NewList(t.Asked).IRIs, t.Conditions)
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
	answer func(context.Context, *Ranking) (Reply, error)) error {
	var before [][]Requirement // each judgement
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
		reply, err := answer(ctx, r)
		switch {
		case errors.Is(err, ErrEnough):
			return nil
		case err != nil:
			return err
		case reply.Undo && len(before) == 0:
			s.Reporter.Note("note: there is nothing to take back")
			continue
		case reply.Undo:
			m.Restore(before[len(before)-1])
			before = before[:len(before)-1]
			continue
		case len(reply.Conditions) > 0:
			before = append(before, m.Requirements())
			m.Judge(reply.Conditions...)
			continue
		}
		if err := m.Answer(ctx, r.Question.Individual, reply.Is); err != nil {
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
func (r *Result) takeVerdict(ctx context.Context, first *Result) bool {
	if first == nil || first.Verdict == nil || first.ConfirmErr != nil || first.Query != r.Query ||
		!slices.Equal(first.Problem.Examples.All(), r.Problem.Examples.All()) {
		return false
	}
	v, err := expectations(ctx, r.Problem, first.Verdict.URL, r.Fitting.Concept, r.expectedMembers())
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
	limited, cancel := source.Within(ctx, m.timeout, "ranking what may be meant")
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
	asksAtOnce := m.graph.Ahead() == 0
	if asksAtOnce { // the question takes no time, but an endpoint for the confirmation has to be started
		if m.addQuestion(ctx, ranking); t.Confirm {
			proof |= Confirming
		}
	}
	r, err := s.likeliest(ctx, p, ranking, t)
	if err != nil || r == nil {
		return m, nil, err
	}
	if !asksAtOnce {
		asking := Asking
		if t.Unasked {
			asking = 0
		}
		if s.confirmAndShow(ctx, r, asking|proof, t); ctx.Err() != nil {
			return m, r, nil
		}
		if t.Unasked {
			return firstShown(m, r, proof, t)
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
	return firstShown(m, r, proof, t)
}

// firstShown shows the first answer, before what is still running.
func firstShown(m *Meant, r *Result, running Running, t Task) (*Meant, *Result, error) {
	m.shown = r.Ranking
	if r.Running = running; t.Show != nil && running != 0 {
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
	ranking.Candidates = slices.DeleteFunc(ranking.Candidates,
		func(c intent.Candidate) bool { return m.ComparesUnread(c.Concept) })
	if len(ranking.Candidates) > 0 {
		ranking.Confidence = ranking.Candidates[0].Alone
	}
	return p, ranking, nil
}

// likeliest returns the most likely concept as a result, without what the search may say
// about it; nil if no candidate can be the result.
func (s Worker) likeliest(ctx context.Context, p *source.Problem, ranking *Ranking, t Task) (*Result, error) {
	r := &Result{Problem: p, Options: t.Options, Course: Course{Running: Proving}}
	r.Options.Start = slices.Concat(r.Options.Start, s.Start)
	r.setRanking(ranking)
	var ok bool
	nothing := learner.Fitting{Language: t.Options.Language}
	if r.Fitting, ok = preferLikeliest(nothing, ranking.Ranking, t.Examples, r.Options); !ok {
		return nil, nil
	}
	var err error
	if r.Conflict, err = r.findConflict(); err != nil {
		return nil, err
	}
	return r, s.translate(ctx, r)
}
