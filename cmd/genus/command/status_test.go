package command

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
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
			s.Progress("a", "2") // too soon for the same phase
			s.Progress("b", "")
			s.Note("note")
			s.Detail("more")
			log := s.Logger().With(slog.String("k", "v"))
			log.Warn("careful")
			log.Info("retry")
			log.Debug("never")
			s.clear()
			check.Equal(t, b.String(), tt.want)
		})
	}
}

// TestLastLineOfAStage checks that the last line of a stage is written, however soon it
// follows.
func TestLastLineOfAStage(t *testing.T) {
	step := func(k, correct int, done bool) learner.Progress {
		return learner.Progress{K: k, Done: done, Best: dl.Top{}, Confusion: interp.Confusion{TP: correct, FN: 148 - correct}}
	}
	steps := []learner.Progress{step(5, 125, false), step(5, 126, false), step(5, 127, false), step(5, 127, true), step(6, 128, false), step(6, 128, true)}
	line := func(k, correct int) string {
		return fmt.Sprintf("stage %d: %d of 148 examples correct, size 1", k, correct)
	}
	for _, test := range []struct {
		name     string
		terminal bool
		want     string
	}{
		{"in a file", false, line(5, 125) + "\n" + line(5, 127) + "\n" + line(6, 128) + "\n"},
		{"on a terminal", true, eraseLn + line(5, 125) + eraseLn + line(5, 127) + eraseLn + line(6, 128)},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			s := newStatus(&b)
			s.terminal = test.terminal
			for _, p := range steps {
				s.Stage(p, false)
			}
			check.Equal(t, b.String(), test.want)
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
	check.Equal(t, b.String(), want)
}
