package serve

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/session/source"
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
	source.Silent // details are not sent
	id            string
	owner         string // the user who has posted it
	src           *servedSource
	learning      api.Learning
	cancel        context.CancelFunc
	release       func() // ends the use of the source
	metrics       *metrics
	jobState
}

type jobState struct {
	mu      sync.Mutex
	log     eventLog
	state   string
	best    *progressJSON
	result  *api.LearnOutput
	fault   *fault
	created time.Time
	ended   time.Time
}

// jobs holds the jobs, and limits how many learn at a time and how many wait.
type jobs struct {
	ctx     context.Context // of the server
	sources *sources
	log     *slog.Logger
	metrics *metrics
	queue   int // jobs that may wait

	mu      sync.Mutex
	list    []*job // the oldest first
	waiting int    // jobs that are not over
	slots   chan struct{}
	closed  bool           // no job is accepted
	work    sync.WaitGroup // accepted jobs that are not over
}

// find returns a job of the user.
func (s *jobs) find(ctx context.Context, id string) (*job, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range s.list {
		if j.id == id && j.owner == userOf(ctx) {
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
	if own := func(o *job) bool { return o.owner == j.owner && !o.isOver() }; j.owner != "" &&
		count(s.list, own) >= userJobs {
		return busy("%d of your jobs are not over: wait for one of them", userJobs)
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

func count[T any](list []T, is func(T) bool) (n int) {
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}

// unfinished returns the number of jobs that are not over.
func (s *jobs) unfinished() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.waiting
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
func newJob(ctx context.Context, src *servedSource, in api.LearnInput) (*job, error) {
	if in.Options.Confirm == nil {
		confirm := true
		in.Options.Confirm = &confirm
	}
	j := &job{id: newID(), owner: userOf(ctx), src: src}
	j.state, j.created = queued, time.Now()
	s := src.session(ctx, j).Bounded(extract.DefaultDepth) // as for an endpoint, because a person waits
	var err error
	j.learning, err = api.NewLearning(ctx, src.limit(s), in)
	return j, err
}

// begin starts the job as soon as there is a slot. The job releases the source when it
// ends.
func (s *jobs) begin(j *job) error {
	ctx, cancel := context.WithCancel(s.ctx)
	j.cancel, j.metrics = cancel, s.metrics
	if err := s.enter(j); err != nil {
		cancel()
		return err
	}
	j.say("state", map[string]any{"state": queued})
	go func() {
		defer s.leave()
		defer cancel()
		defer j.release()
		if s.take(ctx) != nil {
			j.end(cancelled, nil)
			return
		}
		defer s.free()
		s.metrics.queued.Observe(time.Since(j.created).Seconds())
		s.run(ctx, j)
	}()
	return nil
}

// take waits for a slot, which the caller must free.
func (s *jobs) take(ctx context.Context) error {
	select {
	case s.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *jobs) free() { <-s.slots }

// run learns. It sends the first answer as soon as it stands, and again when more is known.
func (s *jobs) run(ctx context.Context, j *job) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic in a job", "error", p)
			j.end(failed, faultf(http.StatusInternalServerError, "internal", "an error of genus itself; the log has more"))
		}
	}()
	j.become(running)
	ctx = source.ReportWaits(ctx, j)
	r, err := j.learning.Run(ctx, func(r *genus.Result) { j.sendResult(ctx, r) })
	if err == nil {
		r.Unproved = api.ExplainBudget(r.Unproved)
		j.sendResult(ctx, r)
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
	j.end(state, j.src.nameSource(faultOf(err)))
}

type jobJSON struct {
	ID      string           `json:"id" jsonschema:"its id"`
	State   string           `json:"state" enum:"queued,running,done,failed,cancelled" jsonschema:"its state"`
	Source  string           `json:"source" jsonschema:"id of the source"`
	Created time.Time        `json:"created" jsonschema:"when it was posted"`
	Seconds float64          `json:"seconds" jsonschema:"seconds from its creation to its end, or until now"`
	Best    *progressJSON    `json:"best" jsonschema:"the latest progress; null before there is any"`
	Result  *api.LearnOutput `json:"result" jsonschema:"null until there is one"`
	Error   *fault           `json:"error" jsonschema:"why there is no result; null if nothing went wrong"`
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

// Waiting is a request that wants its answer when the job is over.
type Waiting struct {
	Wait int `query:"wait" minimum:"0" maximum:"600" doc:"answer when the job is over, or after this many seconds"`
}

type jobInput struct {
	Waiting
	Body api.In[place, api.LearnInput]
}

type postedJob struct {
	Location string `header:"Location" doc:"URL of the job"`
	Body     jobJSON
}

func (s *jobs) post(ctx context.Context, in *jobInput) (*postedJob, error) {
	src, release, err := s.sources.find(ctx, in.Body.Where.Source)
	if err != nil {
		return nil, err
	}
	j, err := newJob(ctx, src, in.Body.Input)
	if err == nil {
		j.release = release
		err = s.begin(j)
	}
	if err != nil {
		release()
		return nil, err
	}
	j.wait(ctx, time.Duration(in.Wait)*time.Second)
	return &postedJob{"/api/jobs/" + j.id, j.json()}, nil
}

// wait waits until the job is over, but not longer than that.
func (j *job) wait(ctx context.Context, most time.Duration) {
	timer := time.NewTimer(most)
	defer timer.Stop()
	for last := 0; ; {
		j.mu.Lock()
		list, more := j.log.since(last)
		j.mu.Unlock()
		if more == nil {
			return
		}
		if len(list) > 0 {
			last = list[len(list)-1].id
		}
		select {
		case <-more:
		case <-timer.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

type jobAsked struct {
	ByID
	Waiting
}

func (s *jobs) get(ctx context.Context, in *jobAsked) (*found[jobJSON], error) {
	j, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	j.wait(ctx, time.Duration(in.Wait)*time.Second)
	return &found[jobJSON]{j.json()}, nil
}

// delete cancels the job; the best concept so far is its result.
func (s *jobs) delete(ctx context.Context, in *ByID) (*found[jobJSON], error) {
	j, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	j.cancel()
	return &found[jobJSON]{j.json()}, nil
}
