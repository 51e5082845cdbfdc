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
)

var (
	overloaded = &connector.StatusError{Status: 503}
	background = context.Background()
)

// TestGateGrowsAndShrinks: from one request at a time to as many as allowed, and
// to half of that when the endpoint is busy.
func TestGateGrowsAndShrinks(t *testing.T) {
	g := connector.NewLimiter(4, 0)
	// room is how many enter without waiting.
	room := func() int {
		n := 0
		for {
			ctx, cancel := context.WithTimeout(background, time.Hour)
			in := make(chan error, 1)
			go func() { in <- g.Enter(ctx) }()
			synctest.Wait()
			select {
			case err := <-in:
				cancel()
				if err != nil {
					t.Fatal(err)
				}
				n++
				continue
			default:
			}
			cancel()
			if err := <-in; !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			for range n {
				g.Leave()
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
			{[]error{nil}, 2},
		} {
			for _, err := range step.errs {
				g.Ended(background, err)
			}
			if got := room(); got != step.want {
				t.Errorf("after %v: %d at a time, want %d", step.errs, got, step.want)
			}
		}
	})
}

// TestGatePassesTurnsOn: whoever waits comes in when another leaves, and nobody
// else.
func TestGatePassesTurnsOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := connector.NewLimiter(1, 0)
		var inside, most atomic.Int64
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() {
				ctx, cancel := context.WithTimeout(background, time.Duration(1+i%7)*time.Second)
				defer cancel()
				if g.Enter(ctx) != nil {
					return
				}
				most.Store(max(most.Load(), inside.Add(1)))
				time.Sleep(300 * time.Millisecond)
				inside.Add(-1)
				g.Leave()
			})
		}
		wg.Wait()
		if most.Load() != 1 || inside.Load() != 0 {
			t.Errorf("%d at a time, %d left", most.Load(), inside.Load())
		}
		if err := g.Enter(background); err != nil { // no turn was lost
			t.Error(err)
		}
	})
}

// TestGateCircuit: ten failures in a row, then rest, then one who tries.
func TestGateCircuit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := connector.NewLimiter(0, 0)
		for i := range 10 {
			if err := g.Begin(background, "http://e/"); err != nil {
				t.Fatalf("refused after %d failures: %v", i, err)
			}
			g.Ended(background, &connector.StatusError{Status: 400}) // says nothing about the endpoint
			g.Ended(background, overloaded)
			gone, cancel := context.WithCancel(background)
			cancel()
			g.Ended(gone, overloaded) // the caller's doing
		}
		refused := func() bool {
			t.Helper()
			err := g.Begin(background, "http://e/")
			var broken *connector.BrokenError
			if errors.As(err, &broken) {
				if !errors.Is(err, connector.ErrUnreachable) || errors.Is(err, connector.ErrTimeout) || broken.Failures < 10 {
					t.Errorf("%v", err)
				}
				checkLine(t, err, "http://e/", "requests in a row failed")
			}
			return err != nil
		}
		if !refused() {
			t.Fatal("asked while the circuit is open")
		}
		time.Sleep(31 * time.Second)
		if refused() {
			t.Fatal("nobody may try")
		}
		if !refused() {
			t.Fatal("two may try")
		}
		g.Ended(background, overloaded)
		if !refused() {
			t.Fatal("asked after the trial failed")
		}
		time.Sleep(31 * time.Second)
		if refused() {
			t.Fatal("nobody may try again")
		}
		g.Ended(background, nil)
		for range 2 {
			if refused() {
				t.Error("refused after a success")
			}
		}
	})
}

// TestGateErrors: no more failures a minute than allowed.
func TestGateErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := connector.NewLimiter(0, 5)
		began := time.Now()
		var at []time.Duration
		for range 12 {
			if err := g.Begin(background, ""); err != nil {
				t.Fatal(err)
			}
			at = append(at, time.Since(began))
			g.Ended(background, &connector.StatusError{Status: 400})
			time.Sleep(time.Second)
		}
		for i := 5; i < len(at); i++ {
			if at[i]-at[i-5] <= time.Minute {
				t.Errorf("failures %d to %d within %s", i-5, i, at[i]-at[i-5])
			}
		}
		if at[4] > 5*time.Second || at[11] > 3*time.Minute {
			t.Errorf("waited without need: %v", at)
		}
		for range 5 {
			g.Ended(background, overloaded)
		}
		ctx, cancel := context.WithTimeout(background, time.Second)
		defer cancel()
		if err := g.Begin(ctx, ""); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
	})
}

// TestRequestsAtATime and the rate hold on the wire, repeats included.
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
			if _, err := c.Select(background, query); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if most.Load() > 3 {
		t.Errorf("%d at a time", most.Load())
	}
}

func TestRateIsTheHosts(t *testing.T) {
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
			for range 3 {
				if _, err := c.Select(background, query); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	// Requests may come late, but not more of them than the rate allows.
	if took := at[len(at)-1].Sub(at[0]); len(at) != 7 || took < 6*20*time.Millisecond-15*time.Millisecond {
		t.Errorf("%d requests in %s", len(at), took)
	}
}

// TestSeldomFaults: what a working endpoint sends now and then is asked for again.
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
				if _, err := c.Select(background, query); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := c.Select(background, query); err == nil {
				t.Error("no error")
			}
			if seen() != 6 {
				t.Errorf("%d requests, want 6", seen())
			}
		})
	}
}
