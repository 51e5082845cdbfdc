package command

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

func TestStatusLines(t *testing.T) {
	tests := []struct {
		name           string
		quiet, verbose bool
		want           string
	}{
		{"plain", false, false, "a: 1\nb\nnote\nwarning: careful k=v\n"},
		{"verbose", false, true, "a: 1\nb\nnote\nmore\nwarning: careful k=v\nretry k=v\n"},
		{"quiet", true, false, ""},
		{"quiet wins", true, true, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			s := newStatus(&b)
			s.level(tt.quiet, tt.verbose)
			s.Progress("a", "1")
			s.Progress("a", "2") // the same phase: not again so soon
			s.Progress("b", "")
			s.Note("note")
			s.Detail("more")
			log := s.Logger().With(slog.String("k", "v"))
			log.Warn("careful")
			log.Info("retry")
			log.Debug("never")
			s.clear()
			if got := b.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestStatusOnATerminal(t *testing.T) {
	var b bytes.Buffer
	s := newStatus(&b)
	s.terminal, s.width = true, 20
	s.Progress("phase", strings.Repeat("x", 100))
	s.Note("done")
	s.clear() // nothing is left to clear
	want := eraseLn + "phase: xxxxxxxxxxx…" + eraseLn + "done\n"
	if got := b.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
