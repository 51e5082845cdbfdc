package serve

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// An event is a server-sent event.
type event struct {
	id   int
	name string
	data []byte
}

// An eventLog keeps the events of a job for clients that connect late or again. When it
// is full, it drops the oldest progress or phase, or else the oldest note.
type eventLog struct {
	list  []event
	next  int
	ended bool
	news  chan struct{} // closed when there is another event; nil if nobody waits
}

// mostEvents is the largest number of events that are kept of a job.
const mostEvents = 400

func (l *eventLog) add(name string, v any) {
	var b bytes.Buffer
	if err := encode(&b, v); err != nil { // events have no cycles and no infinities
		panic(fmt.Sprintf("event %s: %v", name, err))
	}
	l.next++
	l.list = append(l.list, event{l.next, name, bytes.TrimSpace(b.Bytes())})
	if len(l.list) > mostEvents {
		i := slices.IndexFunc(l.list, func(e event) bool { return e.name == "progress" || e.name == "phase" })
		if i < 0 {
			i = slices.IndexFunc(l.list, func(e event) bool { return e.name == "note" })
		}
		if i >= 0 {
			l.list = slices.Delete(l.list, i, i+1)
		}
	}
	l.wake()
}

func (l *eventLog) wake() {
	if l.news != nil {
		close(l.news)
		l.news = nil
	}
}

// since returns the events after id, and a channel that is closed when there is another
// one; the channel is nil if the log has ended.
func (l *eventLog) since(id int) (list []event, more <-chan struct{}) {
	i, _ := slices.BinarySearchFunc(l.list, id+1, func(e event, id int) int { return e.id - id })
	list = slices.Clone(l.list[i:])
	if l.ended {
		return list, nil
	}
	if l.news == nil {
		l.news = make(chan struct{})
	}
	return list, l.news
}

func (j *job) say(name string, v any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.log.add(name, v)
}

func (j *job) become(state string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.state = state
	j.log.add("state", map[string]any{"state": state})
}

func (j *job) sendResult(ctx context.Context, r *genus.Result) {
	r.Elapsed = time.Since(j.created)
	out := j.learning.Output(ctx, r)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.result = &out
	j.log.add("result", out)
}

func (j *job) end(state string, f *fault) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.state, j.ended = state, time.Now()
	if f != nil && state == failed {
		j.fault = f
		j.log.add("error", map[string]any{"problem": f})
	}
	j.metrics.over(state, j.fault)
	j.log.add("state", map[string]any{"state": state})
	j.log.ended = true
}

// Progress implements genus.Reporter.
func (j *job) Progress(phase, detail string) {
	if detail != "" {
		phase += ": " + detail
	}
	j.say("phase", map[string]any{"text": say.OneLine(phase)})
}

// Note implements genus.Reporter.
func (j *job) Note(format string, args ...any) {
	j.say("note", map[string]any{"text": say.OneLine(fmt.Sprintf(format, args...))})
}

// Logger implements genus.Reporter: warnings are notes.
func (j *job) Logger() *slog.Logger {
	return slog.New(say.LogHandler{
		IsEnabled: func(l slog.Level) bool { return l >= slog.LevelWarn },
		Emit:      func(_ slog.Level, line string) { j.Note("%s", line) },
	})
}

type progressJSON struct {
	Stage   int       `json:"stage" jsonschema:"size of the stage; 0 before the first stage, when best may have any size"`
	Best    *bestJSON `json:"best" jsonschema:"the best concept so far; null if there is none"`
	Correct int       `json:"correct" jsonschema:"number of examples that are classified correctly"`
	Of      int       `json:"of" jsonschema:"number of examples"`
	Proved  bool      `json:"proved" jsonschema:"no concept up to this size is better"`
	Engine  string    `json:"engine" jsonschema:"the engine that searched"`
}

type bestJSON struct {
	DL   string `json:"dl" jsonschema:"in DL syntax"`
	Size int    `json:"size" jsonschema:"number of nodes of the syntax tree"`
}

// Stage implements genus.Reporter.
func (j *job) Stage(p learner.Progress, _ bool) {
	progress := &progressJSON{Stage: p.K, Proved: p.Proved, Engine: j.learning.Session.Settings().Engine}
	if p.Best != nil {
		progress.Best = &bestJSON{syntax.Print(p.Best, syntax.Options{Prefixes: j.src.open.Prefixes()}), dl.Size(p.Best)}
		progress.Correct, progress.Of = p.Confusion.Correct(), p.Confusion.Total()
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.best = progress
	j.log.add("progress", progress)
}
