package say

import (
	"context"
	"fmt"
	"log/slog"
)

// A LogHandler turns each record of the log of libraries into one line. It ignores
// groups: no library here uses them.
type LogHandler struct {
	IsEnabled func(slog.Level) bool
	Emit      func(level slog.Level, line string)
	attrs     string
}

func (h LogHandler) Enabled(_ context.Context, l slog.Level) bool { return h.IsEnabled(l) }

func (h LogHandler) Handle(_ context.Context, r slog.Record) error {
	line := r.Message + h.attrs
	r.Attrs(func(a slog.Attr) bool {
		line += fmt.Sprintf(" %s=%v", a.Key, a.Value)
		return true
	})
	h.Emit(r.Level, line)
	return nil
}

func (h LogHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	for _, a := range attrs {
		h.attrs += fmt.Sprintf(" %s=%v", a.Key, a.Value)
	}
	return h
}

func (h LogHandler) WithGroup(string) slog.Handler { return h }
