package learner

import (
	"context"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

// stopping is Search up to a size, from where every search ends with the error.
type stopping struct {
	from int
	err  error
}

func (stopping) Name() string { return "stopping" }

func (e stopping) Search(ctx context.Context, t Task) (dl.Concept, bool, error) {
	if t.MaxSize >= e.from {
		return nil, false, e.err
	}
	return Search{}.Search(ctx, t)
}

// chain returns a problem whose smallest exact fitting is ∃r.∃r.A, of size 3.
func chain(t *testing.T) interp.Problem {
	t.Helper()
	var b interp.Builder
	for _, e := range [][2]string{{"p", "p1"}, {"p1", "p2"}, {"n", "n1"}, {"n1", "n2"}} {
		b.AddRole("r", e[0], e[1])
	}
	b.AddName("A", "p2")
	return dltest.Labelled(t, &b, []string{"p"}, []string{"n"})
}

// TestEnd checks what a search says about its end: whether all sizes were
// searched, or time was up, and which sizes are refuted.
func TestEnd(t *testing.T) {
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		name    string
		ctx     context.Context
		o       Options
		end     End
		refuted int
		found   bool
	}{
		{"exact, found", context.Background(), Options{Mode: Exact}, EndFound, 2, true},
		{"exact, no concept of the sizes allowed", context.Background(), Options{Mode: Exact, MaxSize: 2}, EndMaxSize, 2, false},
		{"exact, time up", context.Background(), Options{Mode: Exact, Engine: stopping{from: 3, err: context.DeadlineExceeded}}, EndTimeout, 2, false},
		{"exact, interrupted", context.Background(), Options{Mode: Exact, Engine: stopping{from: 2, err: context.Canceled}}, EndInterrupted, 1, false},
		{"interrupted at once", stopped, Options{Mode: Exact}, EndInterrupted, 0, false},
		{"exact, alike", context.Background(), Options{Mode: Exact, MaxDepth: 1}, EndInseparable, 0, false},
		{"approximate, the ceiling", context.Background(), Options{}, EndFound, 3, true},
		{"approximate, all sizes", context.Background(), Options{MaxSize: 2}, EndMaxSize, 2, true},
		{"approximate, time up", context.Background(), Options{Engine: stopping{from: 2, err: context.DeadlineExceeded}}, EndTimeout, 1, true},
		{"the optimal fitting", context.Background(), Options{Optimal: true}, EndFound, 0, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := Learn(test.ctx, chain(t), test.o)
			if f.End != test.end || f.Refuted != test.refuted || (f.Concept != nil) != test.found {
				t.Errorf("%s, %d refuted, %#v, %v; want %s, %d", f.End, f.Refuted, f.Concept, err, test.end, test.refuted)
			}
		})
	}
}
