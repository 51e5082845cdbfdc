package mcp

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

// interval is the least time between two notifications about one phase.
const interval = 250 * time.Millisecond

// A task is a running call and its genus.Reporter. It notifies the client of progress, if
// the client asks for that. The notes are in the result.
type task struct {
	source.Silent                 // stdout is for the protocol, and nobody reads logs
	ctx           context.Context // of the call, like the task
	session       *sdk.ServerSession
	token         any

	mu    sync.Mutex
	sent  float64 // notifications so far, because progress has to increase
	phase string
	last  time.Time
}

func newTask(ctx context.Context, req *sdk.CallToolRequest) *task {
	return &task{ctx: ctx, session: req.Session, token: req.Params.GetProgressToken()}
}

func (t *task) Progress(phase, detail string) { t.progress(phase, detail, false) }

// progress notifies the client. It skips a notification that follows another one about
// the same phase too soon, unless it is the last.
func (t *task) progress(phase, detail string, last bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.token == nil || !last && phase == t.phase && time.Since(t.last) < interval {
		return
	}
	t.phase, t.last = phase, time.Now()
	t.sent++
	if detail != "" {
		phase += ": " + detail
	}
	// An error means that the client has left, and the call is about to be cancelled.
	_ = t.session.NotifyProgress(t.ctx, &sdk.ProgressNotificationParams{
		ProgressToken: t.token, Progress: t.sent, Message: say.OneLine(phase),
	})
}

func (t *task) Stage(p learner.Progress, weighted bool) {
	t.progress(answer.StageName(p), answer.StageText(p, weighted), p.Done)
}

// showAnswer notifies the client of the first answer.
func (t *task) showAnswer(r *genus.Result) {
	likely, ok := r.Likely()
	if !ok || r.Running == genus.Confirming || r.Running&genus.Confirming == 0 { // the result, or told before
		return
	}
	t.progress("first answer", fmt.Sprintf("%s (%.0f %% likely); still running: %s",
		r.Problem.English(likely.Concept), likely.Alone*100, strings.Join(r.Running.Names(), ", ")), true)
}
