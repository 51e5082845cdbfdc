package connector_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// A busyServer is a transport that takes some time for each answer and refuses requests
// beyond its slots. It records when requests began and for how long it worked.
type busyServer struct {
	takes      time.Duration
	slots      int // 0: no limit
	refusal    int // the status of a refusal
	retryAfter string

	mu      sync.Mutex
	running int
	began   []time.Time
	refused int
	texts   []string // of the queries
}

func (s *busyServer) RoundTrip(r *http.Request) (*http.Response, error) {
	text, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	s.began = append(s.began, time.Now())
	s.texts = append(s.texts, string(text))
	if s.slots > 0 && s.running == s.slots {
		s.refused++
		s.mu.Unlock()
		h := http.Header{}
		if s.retryAfter != "" {
			h.Set("Retry-After", s.retryAfter)
		}
		return &http.Response{StatusCode: s.refusal, Header: h, Body: io.NopCloser(strings.NewReader("one at a time")),
			Request: r}, nil
	}
	s.running++
	s.mu.Unlock()
	time.Sleep(s.takes)
	s.mu.Lock()
	s.running--
	s.mu.Unlock()
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {mediaType}},
		Body: io.NopCloser(strings.NewReader(good)), Request: r}, nil
}

// work sends n requests from each of the workers.
func work(t *testing.T, c *connector.Client, workers, n int) {
	t.Helper()
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for range n {
				check.NoError(t, check.Error(c.Select(t.Context(), query)), "a request failed")
			}
		})
	}
	wg.Wait()
}

// TestOneSlot: five workers and a server that takes one request at a time. No request
// fails, and few are refused.
func TestOneSlot(t *testing.T) {
	for _, test := range []struct {
		status     int
		retryAfter string
	}{{429, ""}, {429, "1"}, {503, ""}, {503, "1"}} {
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &busyServer{takes: 200 * time.Millisecond, slots: 1, refusal: test.status, retryAfter: test.retryAfter}
				work(t, clientOf(t, s, connector.Options{Requests: 5}), 5, 40)
				check.That(t, s.refused <= 20, "%d of %d requests were refused", s.refused, len(s.began))
			})
		})
	}
}

// clientOf returns a client of a host of its own.
func clientOf(t *testing.T, s http.RoundTripper, o connector.Options) *connector.Client {
	o.URL, o.HTTPClient = hostURL(), &http.Client{Transport: s}
	return client(t, o)
}

// checkRate checks that at most five requests a second began, besides some at once.
func checkRate(t *testing.T, began []time.Time, atOnce int) {
	t.Helper()
	for i := range began {
		for n, last := range began[i:] {
			d := last.Sub(began[i])
			require.That(t, float64(n+1-atOnce) <= 5*d.Seconds()+0.01, "%d requests within %s", n+1, d)
		}
	}
}

// TestBackground: requests in the background come one by one, and leave to others what a rest
// allows at once.
func TestBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &busyServer{takes: 10 * time.Millisecond}
		c := clientOf(t, s, connector.Options{Requests: 2, Rate: 5})
		ctx, stop := context.WithCancel(connector.Background(t.Context()))
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				for ctx.Err() == nil {
					_, _ = c.Select(ctx, query)
				}
			})
		}
		time.Sleep(20 * time.Second)
		s.mu.Lock()
		alone := slices.Clone(s.began)
		s.mu.Unlock()
		checkRate(t, alone, 1)
		check.That(t, len(alone) >= 99, "%d requests in 20 s", len(alone))
		began := time.Now()
		work(t, c, 1, 10)
		took := time.Since(began)
		check.That(t, took <= 500*time.Millisecond, "10 requests that somebody waits for took %s", took)
		stop()
		wg.Wait()
		checkRate(t, s.began, 26)
	})
}

// TestLoad: the server works for at most half of the time, besides a burst at the start,
// and no longer than that is wasted.
func TestLoad(t *testing.T) {
	for _, test := range []struct {
		takes time.Duration
		n     int
	}{{50 * time.Millisecond, 500}, {time.Second, 100}, {40 * time.Second, 6}} {
		t.Run(test.takes.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &busyServer{takes: test.takes}
				began := time.Now()
				work(t, clientOf(t, s, connector.Options{Requests: 2, Rate: 5, Load: 0.5}), 2, test.n)
				took, processing := time.Since(began), time.Duration(2*test.n)*test.takes
				// The last two requests end before their time is paid.
				limit := took/2 + 20*time.Second + 2*test.takes
				check.That(t, processing <= limit, "%s of processing in %s", processing, took)
				least := max(2*processing, time.Duration(2*test.n)*time.Second/5)
				check.That(t, took <= least+test.takes, "%s for %s of processing in %d requests", took, processing, 2*test.n)
				checkRate(t, s.began, 26)
			})
		})
	}
}

// TestInteractive: a request that a person waits for does not queue behind others, and a
// request that is no longer wanted is not sent.
func TestInteractive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &busyServer{takes: 4 * time.Second}
		c := clientOf(t, s, connector.Options{Requests: 2, Rate: 5, Load: 0.5})
		done := make(chan struct{})
		go func() {
			defer close(done)
			work(t, c, 8, 10)
		}()
		for range 10 {
			time.Sleep(20 * time.Second)
			began := time.Now()
			_, err := c.Select(connector.Interactive(t.Context()), query)
			check.NoError(t, err)
			took := time.Since(began) - s.takes
			check.That(t, took <= 500*time.Millisecond, "it waited for %s", took)
		}
		// Four keystrokes: the first one runs, and each of the others takes the place of the
		// one before.
		var wg sync.WaitGroup
		superseded := func() {}
		for _, text := range []string{"D", "Do", "Dou", "Doug"} {
			superseded()
			ctx, cancel := context.WithCancel(connector.Interactive(t.Context()))
			defer cancel()
			if text != "D" {
				superseded = cancel
			}
			wg.Go(func() { _, _ = c.Select(ctx, "ASK {} # "+text+".") })
			time.Sleep(100 * time.Millisecond)
		}
		wg.Wait()
		<-done
		sent := strings.Join(s.texts, "\n")
		check.That(t, !strings.Contains(sent, "Do.") && !strings.Contains(sent, "Dou.") && strings.Contains(sent, "Doug."),
			"keystrokes that were superseded while they waited were sent, or the last one was not")
	})
}

// TestWaitsAreReported: a wait has its reason, and a request whose turn would come after
// its deadline fails at once.
func TestWaitsAreReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &busyServer{takes: 40 * time.Second}
		c := clientOf(t, s, connector.Options{Requests: 2, Rate: 5, Load: 0.5})
		work(t, c, 1, 1)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		began := time.Now()
		_, err := c.Select(ctx, query)
		var wait *connector.WaitError
		require.That(t, errors.As(err, &wait) && errors.Is(err, connector.ErrRateLimited) && time.Since(began) <= 0,
			"%v after %s", err, time.Since(began))
		checkLine(t, err, c.URL(), "genus uses at most 50 % of the endpoint's time")
		var reported time.Duration
		reporting := connector.ReportWaits(t.Context(), func(d time.Duration, because string) {
			reported = max(reported, d)
			check.That(t, strings.Contains(because, "at most 50 % of the endpoint's time"), "because %s", because)
		})
		check.NoError(t, check.Error(c.Select(reporting, query)))
		waited := time.Since(began) - s.takes
		check.That(t, reported == wait.Wait && waited >= reported, "reported %s and %s, waited %s", wait.Wait, reported,
			waited)
	})
}
