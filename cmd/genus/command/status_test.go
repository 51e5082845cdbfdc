package command

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector"
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
			s.progress("a", "1")
			s.progress("a", "2") // the same phase: not again so soon
			s.progress("b", "")
			s.note("note")
			s.detail("more")
			log := s.logger().With(slog.String("k", "v"))
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
	s.progress("phase", strings.Repeat("x", 100))
	s.note("done")
	s.clear() // nothing is left to clear
	want := eraseLn + "phase: xxxxxxxxxxx…" + eraseLn + "done\n"
	if got := b.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// instant answers at once.
type instant struct{ asked int }

func (c *instant) Select(context.Context, string) (*connector.Table, error) {
	c.asked++
	return &connector.Table{}, nil
}
func (c *instant) Ask(context.Context, string) (bool, error) { c.asked++; return true, nil }
func (c *instant) URL() string                               { return "http://127.0.0.1/" }

func TestPace(t *testing.T) {
	inner := &instant{}
	c := pace(inner, 50)
	start := time.Now()
	for range 3 {
		if _, err := c.Select(context.Background(), ""); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Ask(context.Background(), ""); err != nil {
			t.Fatal(err)
		}
	}
	if took := time.Since(start); took < 95*time.Millisecond || inner.asked != 6 {
		t.Errorf("6 requests at 50 per second: %d in %s", inner.asked, took)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := pace(&instant{}, 0.001).Select(ctx, ""); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	slow := pace(&instant{}, 0.001)
	if _, err := slow.Select(context.Background(), ""); err != nil {
		t.Fatal(err)
	}
	if _, err := slow.Select(ctx, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting in a context that has ended: %v", err)
	}
	if pace(inner, 0) != inner {
		t.Error("a client without a limit is wrapped")
	}
}
