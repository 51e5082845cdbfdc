package connector_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

// A script is a transport that returns its answers in turn, repeating the last one, and
// records the time of each request. In a synctest bubble the clock is fake and waits are
// exact.
type script struct {
	mu    sync.Mutex
	start time.Time
	at    []time.Duration
	plays []play
}

type play struct {
	status int
	body   string
	header http.Header
	err    error
	hang   bool // until the request ends
}

func newScript(plays ...play) *script { return &script{start: time.Now(), plays: plays} }

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		_, _ = io.Copy(io.Discard, r.Body)
		r.Body.Close()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.plays[min(len(s.at), len(s.plays)-1)]
	if p.hang {
		s.at = append(s.at, time.Since(s.start))
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	s.at = append(s.at, time.Since(s.start))
	if p.err != nil {
		return nil, p.err
	}
	h := http.Header{"Content-Type": {mediaType}}
	maps.Copy(h, p.header)
	return &http.Response{StatusCode: p.status, Header: h, Body: io.NopCloser(strings.NewReader(p.body)), Request: r}, nil
}

// hosts counts the hosts of clients. Each has its own, because clients of a host share their pace.
var hosts atomic.Int64

func hostURL() string { return fmt.Sprintf("http://endpoint%d.test/sparql", hosts.Add(1)) }

func (s *script) client(t *testing.T, o connector.Options) *connector.Client {
	o.URL, o.HTTPClient = hostURL(), &http.Client{Transport: s}
	return client(t, o)
}

func after(v string) http.Header { return http.Header{"Retry-After": {v}} }

var answered = play{status: 200, body: good}

func TestRetryTiming(t *testing.T) {
	reset := &net.OpError{Op: "read", Err: os.NewSyscallError("read", syscall.ECONNRESET)}
	refused := &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	// Bubbles begin at midnight UTC, 1 January 2000.
	date := "Sat, 01 Jan 2000 00:00:37 GMT"
	for _, test := range []struct {
		name  string
		plays []play
		o     connector.Options
		// The earliest and the latest time of each request, in seconds from the start.
		want [][2]float64
		ok   bool
	}{
		{name: "seconds", plays: []play{{status: 429, header: after("7")}, answered}, want: [][2]float64{{0, 0}, {7, 8.75}},
			ok: true},
		{name: "date", plays: []play{{status: 503, header: after(date)}, answered}, want: [][2]float64{{0, 0}, {37, 39}},
			ok: true},
		{name: "date in the past", plays: []play{{status: 503, header: after("Fri, 31 Dec 1999 00:00:00 GMT")}, answered},
			want: [][2]float64{{0, 0}, {0.75, 1.25}}, ok: true},
		{name: "in words", plays: []play{{status: 429, body: "<h1>Too Many Requests</h1> Please retry in 9 seconds."},
			answered}, want: [][2]float64{{0, 0}, {9, 11}}, ok: true},
		{name: "502 and 504 as well", plays: []play{{status: 502, header: after("2")}, {status: 504, header: after("3")},
			answered}, want: [][2]float64{{0, 0}, {2, 2.5}, {5, 6.25}}, ok: true},
		{name: "beyond the limit", plays: []play{{status: 429, header: after("121")}}, want: [][2]float64{{0, 0}}},
		{name: "at the limit", plays: []play{{status: 429, header: after("120")}, answered},
			want: [][2]float64{{0, 0}, {120, 122}}, ok: true},
		{name: "back-off doubles", plays: []play{{status: 503}},
			want: [][2]float64{{0, 0}, {0.75, 1.25}, {2.25, 3.75}, {5.25, 8.75}, {11.25, 18.75}}},
		{name: "no retries", plays: []play{{status: 503}}, o: connector.Options{Retries: -1}, want: [][2]float64{{0, 0}}},
		{name: "one retry", plays: []play{{status: 503}}, o: connector.Options{Retries: 1},
			want: [][2]float64{{0, 0}, {0.75, 1.25}}},
		{name: "reset", plays: []play{{err: reset}, answered}, want: [][2]float64{{0, 0}, {0.75, 1.25}}, ok: true},
		{name: "refused at first", plays: []play{{err: refused}}, want: [][2]float64{{0, 0}}},
		{name: "400", plays: []play{{status: 400, header: after("1")}}, want: [][2]float64{{0, 0}}},
		{name: "401", plays: []play{{status: 401}}, want: [][2]float64{{0, 0}}},
		{name: "403, once more by GET", plays: []play{{status: 403}}, want: [][2]float64{{0, 0}, {0, 0}}},
		{name: "404", plays: []play{{status: 404}}, want: [][2]float64{{0, 0}}},
		{name: "500", plays: []play{{status: 500}}, want: [][2]float64{{0, 0}}},
		{name: "a cut answer", plays: []play{{status: 200, body: goodHead}}, want: [][2]float64{{0, 0}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newScript(test.plays...)
				_, err := s.client(t, test.o).Select(t.Context(), query)
				check.That(t, (err == nil) == test.ok, "error %v", err)
				require.That(t, len(s.at) == len(test.want), "requests at %v, want %v", s.at, test.want)
				for i, w := range test.want {
					at := s.at[i].Seconds()
					check.That(t, at >= w[0] && at <= w[1], "request %d after %gs, want %v", i, at, w)
				}
			})
		})
	}
}

// TestRestart: after a first answer, the client waits for a server that restarts.
func TestRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused := &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
		c := newScript(answered, play{err: refused}, answered).client(t, connector.Options{})
		for range 2 {
			_, err := c.Select(t.Context(), query)
			check.NoError(t, err)
		}
	})
}

// TestPauseIsShared: when the server asks one request to wait, all requests wait.
func TestPauseIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(play{status: 429, header: after("30")}, answered)
		c := s.client(t, connector.Options{})
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * time.Second)
				_, err := c.Select(t.Context(), query)
				check.NoError(t, err)
			})
		}
		wg.Wait()
		require.That(t, len(s.at) == 5, "requests at %v", s.at)
		for _, at := range s.at[1:] {
			check.That(t, at >= 30*time.Second, "a request after %s", at)
		}
	})
}

// TestBanIsRemembered: during a ban longer than maxWait the client sends no request.
func TestBanIsRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScript(play{status: 429, header: after("3600")}, answered)
		c := s.client(t, connector.Options{})
		for range 3 {
			_, err := c.Select(t.Context(), query)
			var e *connector.StatusError
			check.That(t, errors.As(err, &e) && e.RetryAfter == time.Hour, "got %v", err)
		}
		check.That(t, len(s.at) == 1, "%d requests", len(s.at))
		time.Sleep(time.Hour)
		check.NoError(t, check.Error(c.Select(t.Context(), query)), "after the ban")
	})
}

// TestDeadlineBeforeRetryAfter: if the deadline comes before the end of the wait, the
// error comes at once.
func TestDeadlineBeforeRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		began := time.Now()
		_, err := newScript(play{status: 429, header: after("60")}).client(t, connector.Options{}).Select(ctx, query)
		check.That(t, errors.Is(err, connector.ErrRateLimited) && time.Since(began) == 0, "got %v after %s", err,
			time.Since(began))
	})
}

func TestCancelDuringWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(3*time.Second, func() { cancel(errors.New("Ctrl-C")) })
		began := time.Now()
		_, err := newScript(play{status: 429, header: after("60")}).client(t, connector.Options{}).Select(ctx, query)
		check.That(t, err != nil && strings.Contains(err.Error(), "Ctrl-C") && time.Since(began) == 3*time.Second,
			"got %v after %s", err, time.Since(began))
	})
}

func TestRetryAfterHeader(t *testing.T) {
	now := time.Date(2026, 11, 5, 12, 0, 0, 5e8, time.UTC)
	for _, test := range []struct {
		header, body string
		want         time.Duration
	}{
		{"0", "", 0}, {"5", "", 5 * time.Second}, {" 5 ", "", 5 * time.Second}, {"-5", "", 0}, {"soon", "", 0}, {"", "", 0},
		{"Thu, 05 Nov 2026 12:00:10 GMT", "", 10 * time.Second}, // 9.5 s: rounded up
		{"Thursday, 05-Nov-26 12:00:10 GMT", "", 10 * time.Second},
		{"Thu Nov  5 12:00:10 2026", "", 10 * time.Second},
		{"Thu, 05 Nov 2026 11:00:00 GMT", "", 0},
		{"", "Please retry in 9 seconds.", 9 * time.Second},
		{"3", "Please retry in 9 seconds.", 3 * time.Second},
		{"", "Please retry in a while", 0},
	} {
		h := http.Header{}
		if test.header != "" {
			h = after(test.header)
		}
		check.Equal(t, connector.RetryAfter(h, []byte(test.body), now), test.want, "%q %q:", test.header, test.body)
	}
}

func TestContextStopsAtOnce(t *testing.T) {
	for name, h := range map[string]http.HandlerFunc{"silent": silent, "trickle": trickle} {
		t.Run(name, func(t *testing.T) {
			srv, _ := counting(t, h)
			c := client(t, connector.Options{URL: srv.URL})
			for _, stop := range []func() (context.Context, context.CancelFunc, error){
				func() (context.Context, context.CancelFunc, error) {
					ctx, cancel := context.WithCancel(t.Context())
					time.AfterFunc(50*time.Millisecond, cancel)
					return ctx, cancel, context.Canceled
				},
				func() (context.Context, context.CancelFunc, error) {
					ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
					return ctx, cancel, context.DeadlineExceeded
				},
			} {
				ctx, cancel, want := stop()
				began := time.Now()
				_, err := c.Select(ctx, query)
				cancel()
				check.That(t, errors.Is(err, want), "got %v, want %v", err, want)
				checkLine(t, err, c.URL(), "stopped")
				testsize.Prompt(t, time.Since(began), time.Second)
			}
		})
	}
}

// TestUntil: at the time of Until, requests and waits end with its cause, and so do those that
// come later. A wait that would take longer does not begin.
func TestUntil(t *testing.T) {
	over := errors.New("the time is over")
	for name, plays := range map[string][]play{
		"wait between attempts": {answered, {status: 503}},
		"Retry-After":           {answered, {status: 429, header: after("4")}},
		"no answer":             {answered, {hang: true}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				ctx := connector.Until(t.Context(), began.Add(10*time.Second), over)
				ctx = connector.Until(ctx, began.Add(time.Hour), errors.New("later"))
				c := newScript(plays...).client(t, connector.Options{Retries: 100})
				require.Value(c.Select(ctx, query))(t)
				_, err := c.Select(ctx, query)
				if took := time.Since(began); took > 10*time.Second ||
					!errors.Is(err, over) && !errors.Is(err, connector.ErrRateLimited) {
					t.Errorf("got %v after %s", err, took)
				}
				time.Sleep(10 * time.Second)
				began = time.Now()
				if _, err := c.Select(ctx, query); err == nil || ctx.Err() != nil || time.Since(began) != 0 {
					t.Errorf("then %v after %s, %v", err, time.Since(began), ctx.Err())
				}
			})
		})
	}
}

// TestMethods: without a method, the client finds one that the endpoint takes, and keeps it.
func TestMethods(t *testing.T) {
	get := func(r *http.Request) int { return map[string]int{http.MethodGet: 200}[r.Method] }
	direct := func(r *http.Request) int {
		return map[string]int{"application/sparql-query": 200, "": 405}[r.Header.Get("Content-Type")]
	}
	for _, tt := range []struct {
		name   string
		takes  func(*http.Request) int
		others int // the status for other requests
		method connector.Method
		want   int // requests for two queries; 0: an error
	}{
		{"GET only, 405", get, 405, "", 3},
		{"GET only, 501", get, 501, "", 3},
		{"GET only, 403", get, 403, "", 3},
		{"GET only, the query is missing", get, 400, "", 3},
		{"forbidden", func(*http.Request) int { return 0 }, 403, "", 0},
		{"GET only, but the user wants POST", get, 405, connector.PostForm, 0},
		{"direct POST only, 415", direct, 415, "", 3},
		{"direct POST only, 405", direct, 405, "", 4},
		{"nothing", func(*http.Request) int { return 0 }, 405, "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			srv, seen := counting(t, func(w http.ResponseWriter, r *http.Request) {
				if status := tt.takes(r); status != 0 {
					reply(status, mediaType, good)(w, r)
					return
				}
				reply(tt.others, "text/plain", "Missing parameter: query")(w, r)
			})
			c := client(t, connector.Options{URL: srv.URL, Method: tt.method})
			for range 2 {
				_, err := c.Select(t.Context(), query)
				require.That(t, (err != nil) == (tt.want == 0), "%v", err)
			}
			check.That(t, tt.want <= 0 || seen() == tt.want, "%d requests, want %d", seen(), tt.want)
		})
	}
}

// TestLength: a request as long as one that was refused for its length is not sent.
func TestLength(t *testing.T) {
	srv, seen := counting(t, func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > 200 {
			reply(413, "text/plain", "")(w, r)
			return
		}
		reply(200, mediaType, good)(w, r)
	})
	c := client(t, connector.Options{URL: srv.URL, Errors: 3})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // a spent budget makes it wait for a minute
	defer cancel()
	for i, long := range []int{300, 300, 400, 250, 20, 260} {
		_, err := c.Select(ctx, query+strings.Repeat("#", long))
		want := long > 200
		check.That(t, errors.Is(err, connector.ErrQueryTooLarge) == want, "%d, %d bytes: %v", i, long, err)
		check.Equal(t, seen(), []int{1, 1, 1, 2, 3, 3}[i], "%d, %d bytes", i, long)
	}
	for status, said := range map[int]string{400: "Request header is too large", 404: "", 414: ""} {
		srv, _ := counting(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet {
				reply(405, "text/plain", "")(w, r)
			} else if len(r.RequestURI) > 2500 {
				reply(status, "text/plain", said)(w, r)
			} else {
				reply(200, mediaType, good)(w, r)
			}
		})
		c := client(t, connector.Options{URL: srv.URL})
		require.Value(c.Select(t.Context(), query))(t)
		for _, long := range []int{3000, 3001} {
			_, err := c.Select(t.Context(), query+strings.Repeat("x", long))
			check.ErrorIs(t, err, connector.ErrQueryTooLarge, "%d", status)
			checkLine(t, err, c.URL(), "queries go to it in the URL, and one of")
		}
	}
}

// TestWithin: the limit of a context ends a request with a TimeoutError.
func TestWithin(t *testing.T) {
	srv, _ := counting(t, silent)
	c := client(t, connector.Options{URL: srv.URL, Timeout: time.Hour, Retries: -1})
	_, err := c.Select(connector.Within(t.Context(), 20*time.Millisecond), query)
	var timeout *connector.TimeoutError
	check.That(t, errors.Is(err, connector.ErrTimeout) && errors.As(err, &timeout) && timeout.Limit == 20*time.Millisecond,
		"got %v", err)
}

func ExampleStatusError() {
	err := error(&connector.StatusError{URL: "https://example.org/sparql", Status: 429, Excerpt: "Too many requests"})
	fmt.Println(errors.Is(err, connector.ErrRateLimited))
	fmt.Println(err)
	// Output:
	// true
	// endpoint https://example.org/sparql: status 429 Too Many Requests; it says: Too many requests
}
