package session

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

type countingTransport struct{ n atomic.Int64 }

func (c *countingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	c.n.Add(1)
	return http.DefaultTransport.RoundTrip(r)
}

// A program gives Open its own HTTP client and logger, and answers the questions.
func TestOpen(t *testing.T) {
	url, _ := serveTurtle(t, `@prefix : <http://x.org/> .
		:a a :Cat ; :likes :m . :b a :Cat ; :likes :m . :c a :Cat . :d a :Dog ; :likes :m . :e a :Dog .`)
	var log bytes.Buffer
	transport := &countingTransport{}
	c := config.Default()
	c.Endpoint, c.Prefix = url, []string{"x=http://x.org/"}
	s := require.Value(Open(t.Context(), c, Options{HTTPClient: &http.Client{Transport: transport},
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}))(t)
	defer s.Close()
	if n := transport.n.Load(); n > 2 {
		t.Errorf("Open sent %d requests", n)
	}
	task := require.Value(s.Task([]string{"x:a", "<http://x.org/b>"}, nil))(t)
	asked := 0
	task.Ask = func(_ context.Context, r *answer.Ranking) (intent.Truth, error) {
		if asked++; asked > 1 {
			return intent.Unknown, answer.ErrEnough
		}
		return intent.No, nil
	}
	r := require.Value(s.Answer(t.Context(), task))(t)
	check.That(t, r.English() != "" && strings.Contains(r.Query, "SELECT") && r.Confirmed(), "%q, confirmed %v: %s", r.English(), r.Confirmed(), r.Query)
	check.That(t, asked != 0 && len(r.Problem.Neg) == 1, "%d questions, %d negatives, want the answer as the only one", asked, len(r.Problem.Neg))
	check.That(t, transport.n.Load() != 0, "no request went through the client of the program")
	check.That(t, strings.Contains(log.String(), "level=INFO") && strings.Contains(log.String(), "level=DEBUG"),
		"the log has no notes or no progress: %s", log.String())
	_, err := s.Task([]string{"nothing:a"}, nil)
	check.That(t, source.IsUsage(err), "an unknown prefix: %v", err)
}

func TestOpenWithoutSource(t *testing.T) {
	_, err := Open(t.Context(), config.Default(), Options{})
	check.That(t, source.IsUsage(err) && strings.Contains(err.Error(), "no source"), "%v", err)
}
