package connector_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

var (
	overloaded = &connector.StatusError{Status: 503}
	background = context.Background()
)

// TestLimiterAdapts: the number of requests at a time grows from one to the limit, and is
// halved when the endpoint is busy.
func TestLimiterAdapts(t *testing.T) {
	l := connector.NewLimiter(4, 0)
	// free returns how many requests may start without waiting.
	free := func() int {
		n := 0
		for {
			ctx, cancel := context.WithTimeout(background, time.Hour)
			acquired := make(chan error, 1)
			go func() { acquired <- l.Acquire(ctx) }()
			synctest.Wait()
			select {
			case err := <-acquired:
				cancel()
				require.NoError(t, err)
				n++
				continue
			default:
			}
			cancel()
			err := <-acquired
			require.That(t, errors.Is(err, context.Canceled), "%v", err)
			for range n {
				l.Release()
			}
			return n
		}
	}
	synctest.Test(t, func(*testing.T) {
		for _, step := range []struct {
			errs []error
			want int
		}{
			{nil, 1},
			{[]error{nil}, 2},
			{[]error{nil}, 2},
			{[]error{nil}, 3},
			{[]error{nil, nil, nil}, 4},
			{[]error{nil, nil, nil, nil, nil, nil, nil, nil}, 4},
			{[]error{overloaded}, 2},
			{[]error{&connector.StatusError{Status: 400}}, 2},
			{[]error{&connector.TimeoutError{Server: true}, overloaded, overloaded}, 1},
			{[]error{nil}, 1}, // after a refusal, growth takes twice as many answers
			{[]error{nil}, 2},
		} {
			for _, err := range step.errs {
				l.End(background, err)
			}
			check.Equal(t, free(), step.want, "after %v", step.errs)
		}
	})
}

// TestLimiterPassesOn: a waiting request starts when another ends or gives up, and no
// turn is lost.
func TestLimiterPassesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := connector.NewLimiter(1, 0)
		var running, most atomic.Int64
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() {
				ctx, cancel := context.WithTimeout(background, time.Duration(1+i%7)*time.Second)
				defer cancel()
				if l.Acquire(ctx) != nil {
					return
				}
				most.Store(max(most.Load(), running.Add(1)))
				time.Sleep(300 * time.Millisecond)
				running.Add(-1)
				l.Release()
			})
		}
		wg.Wait()
		check.That(t, most.Load() == 1 && running.Load() == 0, "%d at a time, %d still running", most.Load(), running.Load())
		if err := l.Acquire(background); err != nil { // no turn was lost
			t.Error(err)
		}
	})
}

// TestLimiterOrder: a request that comes later does not overtake one that waits.
func TestLimiterOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := connector.NewLimiter(1, 0)
		var started atomic.Int64
		acquire := func() { check.NoError(t, l.Acquire(background)) }
		acquire()
		for range 5 {
			go func() {
				acquire()
				started.Add(1)
				l.Release()
			}()
		}
		synctest.Wait()
		l.Release()
		acquire()
		check.Equal(t, started.Load(), 5, "of 5 requests started")
	})
}

// TestCircuitBreaker: after ten failures in a row no request is sent for a while, then a
// single one.
func TestCircuitBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := connector.NewLimiter(0, 0)
		for i := range 10 {
			require.NoError(t, l.Begin(background, "http://e/"), "refused after %d failures", i)
			l.End(background, &connector.StatusError{Status: 400}) // says nothing about the endpoint
			l.End(background, overloaded)
			cancelled, cancel := context.WithCancel(background)
			cancel()
			l.End(cancelled, overloaded) // the caller ended it
		}
		refused := func() bool {
			t.Helper()
			err := l.Begin(background, "http://e/")
			if broken, ok := errors.AsType[*connector.BrokenError](err); ok {
				check.That(t, errors.Is(err, connector.ErrUnreachable) && !errors.Is(err, connector.ErrTimeout) &&
					broken.Failures >= 10, "%v", err)
				checkLine(t, err, "http://e/", "requests in a row failed")
			}
			return err != nil
		}
		require.That(t, refused(), "the circuit is not open")
		time.Sleep(31 * time.Second)
		require.That(t, !refused(), "no probe is allowed")
		require.That(t, refused(), "two probes are allowed")
		l.End(background, overloaded)
		require.That(t, refused(), "the circuit is not open after the probe failed")
		time.Sleep(31 * time.Second)
		require.That(t, !refused(), "no second probe is allowed")
		l.End(background, nil)
		for range 2 {
			check.That(t, !refused(), "refused after a success")
		}
	})
}

// TestLimiterErrors: there are no more failures per minute than allowed.
func TestLimiterErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := connector.NewLimiter(0, 5)
		began := time.Now()
		var at []time.Duration
		for range 12 {
			require.NoError(t, l.Begin(background, ""))
			at = append(at, time.Since(began))
			l.End(background, &connector.StatusError{Status: 400})
			time.Sleep(time.Second)
		}
		for i := 5; i < len(at); i++ {
			check.That(t, at[i]-at[i-5] > time.Minute, "failures %d to %d within %s", i-5, i, at[i]-at[i-5])
		}
		check.That(t, at[4] <= 5*time.Second && at[11] <= 3*time.Minute, "needless waits: %v", at)
		for range 5 {
			l.End(background, overloaded)
		}
		ctx, cancel := context.WithTimeout(background, time.Second)
		defer cancel()
		check.ErrorIs(t, l.Begin(ctx, ""), context.DeadlineExceeded)
	})
}

// TestRequestsAtATime: a server sees no more requests at a time than allowed, repeats
// included.
func TestRequestsAtATime(t *testing.T) {
	var inside, most, n atomic.Int64
	srv, _ := counting(t, func(w http.ResponseWriter, r *http.Request) {
		most.Store(max(most.Load(), inside.Add(1)))
		time.Sleep(2 * time.Millisecond)
		inside.Add(-1)
		if n.Add(1)%4 == 0 {
			reply(503, "text/plain", "busy")(w, r)
			return
		}
		reply(200, mediaType, good)(w, r)
	})
	c := client(t, connector.Options{URL: srv.URL, Requests: 3, Retries: 30, FirstWait: time.Millisecond})
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			_, err := c.Select(background, query)
			check.NoError(t, err)
		})
	}
	wg.Wait()
	check.That(t, most.Load() <= 3, "%d at a time", most.Load())
}

// TestRateIsPerHost: two clients of a host share its rate.
func TestRateIsPerHost(t *testing.T) {
	var mu sync.Mutex
	var at []time.Time
	srv, _ := counting(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		at = append(at, time.Now())
		first := len(at) == 1
		mu.Unlock()
		if first {
			reply(503, "text/plain", "busy")(w, r)
			return
		}
		reply(200, mediaType, good)(w, r)
	})
	var wg sync.WaitGroup
	for range 2 {
		c := client(t, connector.Options{URL: srv.URL, Rate: 50, FirstWait: time.Microsecond})
		wg.Go(func() {
			for range 140 {
				_, err := c.Select(background, query)
				check.NoError(t, err)
			}
		})
	}
	wg.Wait()
	// Requests may come late, but not more of them than the rate allows: 250 at once.
	took := at[len(at)-1].Sub(at[0])
	check.That(t, len(at) == 281 && took >= 30*20*time.Millisecond-15*time.Millisecond, "%d requests in %s", len(at), took)
}

// TestSeldomFaults: after an answer, two more attempts follow a fault that a working
// endpoint may have once.
func TestSeldomFaults(t *testing.T) {
	for name, bad := range map[string]http.HandlerFunc{
		"web page":  reply(200, "text/html", html),
		"malformed": reply(200, mediaType, goodHead+"oops"),
		"500":       reply(500, "text/plain", "NullPointerException"),
	} {
		t.Run(name, func(t *testing.T) {
			n := 0
			srv, seen := counting(t, func(w http.ResponseWriter, r *http.Request) {
				if n++; n == 2 || n > 3 {
					bad(w, r)
					return
				}
				reply(200, mediaType, good)(w, r)
			})
			c := client(t, connector.Options{URL: srv.URL, FirstWait: time.Millisecond})
			for range 2 {
				require.Value(c.Select(background, query))(t)
			}
			_, err := c.Select(background, query)
			check.That(t, err != nil, "no error")
			check.That(t, seen() == 6, "%d requests, want 6", seen())
		})
	}
}
