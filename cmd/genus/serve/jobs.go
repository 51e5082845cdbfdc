package serve

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
)

// The states of a job.
const (
	queued    = "queued"
	running   = "running"
	done      = "done"
	failed    = "failed"
	cancelled = "cancelled"
)

// A job learns from one set of examples.
type job struct {
	genus.Silent // details are not sent
	id           string
	src          *source
	session      genus.Session
	learner      learner.Options
	examples     extract.Examples
	asked        []string // individuals of the questions so far
	confirm      bool     // run the query on the endpoint
	cancel       context.CancelFunc
	release      func() // ends the use of the source
	jobState
}

type jobState struct {
	mu      sync.Mutex
	log     eventLog
	state   string
	best    *progressJSON
	result  *genus.DetailedDocument
	fault   *fault
	created time.Time
	ended   time.Time
}

// jobs holds the jobs, and limits how many learn at a time and how many wait.
type jobs struct {
	ctx     context.Context // of the server
	sources *sources
	log     *slog.Logger
	queue   int // jobs that may wait

	mu      sync.Mutex
	list    []*job // the oldest first
	waiting int    // jobs that are not over
	slots   chan struct{}
	closed  bool           // no job is accepted
	work    sync.WaitGroup // accepted jobs that are not over
}

func (s *jobs) find(id string) (*job, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range s.list {
		if j.id == id {
			return j, nil
		}
	}
	return nil, faultf(http.StatusNotFound, "unknown-job", "there is no job %q", id)
}

// enter accepts the job, unless too many wait, and drops old ones.
func (s *jobs) enter(j *job) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return context.Canceled
	}
	if s.waiting >= s.queue+cap(s.slots) {
		return faultf(http.StatusTooManyRequests, "busy", "%d jobs are waiting: try again later", s.queue)
	}
	s.waiting++
	s.work.Add(1)
	s.list = append(s.list, j)
	over := len(s.list) - keptJobs
	s.list = slices.DeleteFunc(s.list, func(j *job) bool {
		if over > 0 && j.isOver() {
			over--
			return true
		}
		return false
	})
	return nil
}

func (s *jobs) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting--
	s.work.Done()
}

// sweep drops jobs that were over long ago.
func (s *jobs) sweep(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = slices.DeleteFunc(s.list, func(j *job) bool {
		j.mu.Lock()
		defer j.mu.Unlock()
		return !j.ended.IsZero() && now.Sub(j.ended) > keepFor
	})
}

func (s *jobs) cancelAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range s.list {
		j.cancel()
	}
}

// close accepts no more jobs, cancels all, and waits until they are over.
func (s *jobs) close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancelAll()
	s.work.Wait()
}

func (j *job) isOver() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return !j.ended.IsZero()
}

// newJob checks the request and returns a job that is not started.
func newJob(ctx context.Context, src *source, q problemInput, options jobOptions) (*job, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	if err := options.check(); err != nil {
		return nil, err
	}
	j := &job{id: newID(), src: src, confirm: options.Confirm == nil || *options.Confirm}
	j.state, j.created = queued, time.Now()
	var err error
	for i, text := range options.Start {
		if options.Start[i], err = src.session(genus.Silent{}).ReplaceLabels(ctx, text); err != nil {
			return nil, genus.Usagef("start: %w", err)
		}
	}
	j.session, j.examples, err = src.session(j).With(genus.Request{Pos: q.Pos, Neg: q.Neg, Options: options.Changes})
	if err != nil {
		return nil, err
	}
	if j.asked, err = genus.Expand(q.Asked, src.open.Prefixes()); err != nil {
		return nil, genus.Usagef("asked: %w", err)
	}
	if len(q.Neg) == 0 && !j.session.CanRank(j.examples) {
		return nil, invalid(
			"no negative examples: name some; positives alone are enough only with prefer: meant, and where the whole source can be counted in",
		)
	}
	j.session = j.session.Bounded(extract.DefaultDepth) // as for an endpoint, because a person waits
	c := j.session.Settings()
	if j.learner, err = c.Learner(); err != nil {
		return nil, genus.Usage(err)
	}
	if c.Strings && src.open.Data() != nil && !src.open.Data().HasStrings() {
		return nil, invalid("strings: this data was extracted without them")
	}
	return j, nil
}

// begin starts the job as soon as there is a slot. The job releases the source when it
// ends.
func (s *jobs) begin(j *job) error {
	ctx, cancel := context.WithCancel(s.ctx)
	j.cancel = cancel
	if err := s.enter(j); err != nil {
		cancel()
		return err
	}
	j.say("state", map[string]any{"state": queued})
	go func() {
		defer s.leave()
		defer cancel()
		defer j.release()
		select {
		case s.slots <- struct{}{}:
			defer func() { <-s.slots }()
			s.run(ctx, j)
		case <-ctx.Done():
			j.end(cancelled, nil)
		}
	}()
	return nil
}

// run learns. It sends the first answer as soon as it stands, and again when more is known.
func (s *jobs) run(ctx context.Context, j *job) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic in a job", "error", p)
			j.end(failed, faultf(http.StatusInternalServerError, "internal", "an error of genus itself; the log has more"))
		}
	}()
	j.become(running)
	ctx = genus.ReportWaits(ctx, j)
	r, err := j.session.Answer(ctx,
		genus.Task{Examples: j.examples, Asked: j.asked, Options: j.learner, Show: j.sendResult, Confirm: j.confirm})
	if err == nil {
		r.Unproved = budgetFault(r.Unproved)
		j.sendResult(r)
		state := done
		if r.Interrupted {
			state = cancelled
		}
		j.end(state, nil)
		return
	}
	state := failed
	if ctx.Err() != nil {
		state = cancelled
	}
	j.end(state, j.src.nameSource(faultOf(budgetFault(err))))
}

// budgetFault replaces the error of an extraction that used up its budget by one that says
// what to do.
func budgetFault(err error) error {
	if errors.Is(err, extract.ErrBudget) {
		return faultf(http.StatusGatewayTimeout, "timeout", "the extraction was %v: learn again to continue it",
			extract.ErrBudget)
	}
	return err
}

type jobJSON struct {
	ID      string                  `json:"id"`
	State   string                  `json:"state"`
	Source  string                  `json:"source"`
	Created time.Time               `json:"created"`
	Seconds float64                 `json:"seconds"`
	Best    *progressJSON           `json:"best"`   // null until there is one
	Result  *genus.DetailedDocument `json:"result"` // null until there is one
	Error   *fault                  `json:"error"`  // null unless the job failed
}

func (j *job) json() jobJSON {
	j.mu.Lock()
	defer j.mu.Unlock()
	end := j.ended
	if end.IsZero() {
		end = time.Now()
	}
	return jobJSON{j.id, j.state, j.src.id, j.created.UTC(), end.Sub(j.created).Seconds(), j.best, j.result, j.fault}
}

func (s *jobs) post(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		problemInput
		Options jobOptions `json:"options"`
	}
	if err := decode(r, &body); err != nil {
		return err
	}
	src, release, err := s.sources.find(body.Source)
	if err != nil {
		return err
	}
	j, err := newJob(r.Context(), src, body.problemInput, body.Options)
	if err == nil {
		j.release = release
		err = s.begin(j)
	}
	if err != nil {
		release()
		return err
	}
	w.Header().Set("Location", "/api/jobs/"+j.id)
	return answer(w, http.StatusAccepted, j.json())
}

func (s *jobs) get(r *http.Request) (any, error) {
	j, err := s.find(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return j.json(), nil
}

// delete cancels the job; the best concept so far is its result.
func (s *jobs) delete(w http.ResponseWriter, r *http.Request) error {
	j, err := s.find(r.PathValue("id"))
	if err != nil {
		return err
	}
	j.cancel()
	return answer(w, http.StatusAccepted, j.json())
}
