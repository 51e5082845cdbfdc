package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/genus-kg/genus/internal/say"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus/learner/syntax"
)

// tool adds a tool to s with typed input and output. refine restricts the schema of the
// input. An error of call is an error of the tool, so that the assistant sees it.
func tool[In, Out any](
	s *Server,
	t *sdk.Tool,
	refine func(*jsonschema.Schema),
	call func(context.Context, *task, In) (Out, error),
) error {
	schema, err := jsonschema.For[In](nil)
	if err != nil {
		return fmt.Errorf("tool %s: %w", t.Name, err)
	}
	refine(schema)
	t.InputSchema = schema
	t.Annotations = &sdk.ToolAnnotations{
		Title:           t.Title,
		ReadOnlyHint:    true,
		IdempotentHint:  true,
		DestructiveHint: ptr(false),
	}
	sdk.AddTool(
		s.sdk,
		t,
		func(ctx context.Context, req *sdk.CallToolRequest, in In) (_ *sdk.CallToolResult, out Out, err error) {
			if callTimeout := s.callTimeout(); callTimeout > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, callTimeout)
				defer cancel()
			}
			w := newTask(ctx, req)
			defer func() {
				if r := recover(); r != nil {
					err = fmt.Errorf(
						"internal error: %s: please report it with the call at https://github.com/genus-kg/genus/issues",
						say.OneLine(fmt.Sprint(r)),
					)
				}
			}()
			if err := s.enter(ctx, w); err != nil {
				return nil, out, s.explain(ctx, err)
			}
			defer func() { <-s.turns }()
			if out, err = call(ctx, w, in); err != nil {
				return nil, out, s.explain(ctx, err)
			}
			shown, err := content(out)
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: shown}}}, out, err
		},
	)
	return nil
}

// content returns the text of a result, for clients that do not read the structured one.
func content(out any) (string, error) {
	if t, ok := out.(interface{ text() string }); ok {
		return t.text(), nil
	}
	var b strings.Builder
	enc := json.NewEncoder(&b) // without indentation, which assistants pay for
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
	text := say.OneLine(err.Error())
	var at *syntax.Error
	if errors.As(err, &at) && strings.TrimSpace(at.Input) != "" {
		text += "\n" + strings.TrimRight(at.Caret(), "\n")
	}
	return errors.New(text)
}

// property returns a property of the input of a tool.
func property(s *jsonschema.Schema, name string) *jsonschema.Schema {
	p := s.Properties[name]
	if p == nil {
		panic("mcp: no property " + name)
	}
	return p
}

// oneOf restricts a property to names.
func oneOf(s *jsonschema.Schema, name string, names []string) {
	p := property(s, name)
	for _, n := range names {
		p.Enum = append(p.Enum, n)
	}
}

// between limits a number.
func between(s *jsonschema.Schema, name string, least, most float64) {
	p := property(s, name)
	p.Minimum, p.Maximum = &least, &most
}

// iriList limits a list of IRIs.
func iriList(s *jsonschema.Schema, name string, least int) {
	p := property(s, name)
	p.Types, p.Type = nil, "array"
	p.MinItems = &least
	p.MaxItems = ptr(maxExamples)
	p.Items.MaxLength = ptr(maxIRI)
}

func text(s *jsonschema.Schema, name string, most int) {
	p := property(s, name)
	p.MinLength, p.MaxLength = ptr(1), &most
}

func ptr[T any](v T) *T { return &v }
