package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/syntax"
)

// A call is a call of a tool.
type call struct {
	api.Session
	task *task
}

// operation is the call of a tool for an operation.
func operation[In, Out any](
	do func(context.Context, api.Session, In) (Out, error)) func(context.Context, call, In) (Out, error) {
	return func(ctx context.Context, c call, in In) (Out, error) { return do(ctx, c.Session, in) }
}

// tool adds a tool to s, with the schemas of its types. An error of the call is an error of the
// tool, so that the assistant sees it. show writes the result for clients that do not read the
// structured one; nil, or an empty text: as JSON.
func tool[In, Out any](s *Server, name, title, description string, do func(context.Context, call, In) (Out, error),
	show func(Out) string) {
	t := &sdk.Tool{
		Name: name, Title: title, Description: description,
		InputSchema: api.InputSchema[api.In[Where, In]](), OutputSchema: api.OutputSchema[Out](),
		Annotations: &sdk.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: new(bool)},
	}
	sdk.AddTool(s.sdk, t,
		func(ctx context.Context, req *sdk.CallToolRequest,
			in api.In[Where, In]) (_ *sdk.CallToolResult, out Out, err error) {
			if callTimeout := s.callTimeout(); callTimeout > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, callTimeout)
				defer cancel()
			}
			w := newTask(ctx, req)
			defer func() {
				if r := recover(); r != nil {
					err = fmt.Errorf("internal error: %s: please report it with the call at https://github.com/genus-kg/genus/issues",
						say.OneLine(fmt.Sprint(r)))
				}
			}()
			if err := s.enter(ctx, w); err != nil {
				return nil, out, s.explain(ctx, err)
			}
			defer func() { <-s.turns }()
			on, done, err := s.open(ctx, w, in.Where)
			if err != nil {
				return nil, out, s.explain(ctx, err)
			}
			defer done()
			if out, err = do(ctx, call{on, w}, in.Input); err != nil {
				return nil, out, s.explain(ctx, err)
			}
			var text string
			if show != nil {
				text = show(out)
			}
			if text == "" {
				if text, err = content(out); err != nil {
					return nil, out, err
				}
			}
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, out, nil
		})
}

// content returns a result as JSON without indentation, which assistants pay for.
func content(out any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(out)
	return b.String(), err
}

// callTimeout returns the time limit of a whole call: to extract, learn and confirm. It
// is 0 if extracting has no limit.
func (s *Server) callTimeout() time.Duration {
	if s.base.MaxTime == 0 {
		return 0
	}
	return s.base.MaxTime + s.base.Timeout + grace
}

// enter waits until the call may run.
func (s *Server) enter(ctx context.Context, w *task) error {
	select {
	case s.turns <- struct{}{}:
		return nil
	default:
		w.Progress("waiting for other calls", "")
	}
	select {
	case s.turns <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// explain returns the error for the assistant: one line, and a caret below a malformed
// concept.
func (s *Server) explain(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("not done within %s: call again with a smaller depth or max_size, or fewer examples",
			s.callTimeout())
	}
	err = api.ExplainBudget(err)
	text := say.OneLine(err.Error())
	var at *syntax.Error
	if errors.As(err, &at) && strings.TrimSpace(at.Input) != "" {
		text += "\n" + strings.TrimRight(at.Caret(), "\n")
	}
	return errors.New(text)
}
