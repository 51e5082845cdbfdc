package learner

import (
	"context"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
)

// stoppingEngine is Search for sizes below from; for larger sizes it returns err.
type stoppingEngine struct {
	from int
	err  error
}

func (stoppingEngine) Name() string { return "stopping" }

func (e stoppingEngine) Search(ctx context.Context, t Task) (dl.Concept, bool, error) {
	if t.MaxSize >= e.from {
		return nil, false, e.err
	}
	return Search{}.Search(ctx, t)
}

// TestEnd: the result says why the search ended, and up to which size it is refuted.
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
		{"exact, time up", context.Background(), Options{Mode: Exact, Engine: stoppingEngine{from: 3, err: context.DeadlineExceeded}}, EndTimeout, 2, false},
		{"exact, interrupted", context.Background(), Options{Mode: Exact, Engine: stoppingEngine{from: 2, err: context.Canceled}}, EndInterrupted, 1, false},
		{"interrupted at once", stopped, Options{Mode: Exact}, EndInterrupted, 0, false},
		{"exact, alike", context.Background(), Options{Mode: Exact, MaxDepth: 1}, EndInseparable, 0, false},
		{"approximate, the ceiling", context.Background(), Options{}, EndFound, 3, true},
		{"approximate, all sizes", context.Background(), Options{MaxSize: 2}, EndMaxSize, 2, true},
		{"approximate, time up", context.Background(), Options{Engine: stoppingEngine{from: 2, err: context.DeadlineExceeded}}, EndTimeout, 1, true},
		{"the optimal fitting", context.Background(), Options{Optimal: true}, EndFound, 0, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := Learn(test.ctx, chains(t, 2), test.o)
			if f.End != test.end || f.Refuted != test.refuted || (f.Concept != nil) != test.found {
				t.Errorf("%s, %d refuted, %#v, %v; want %s, %d", f.End, f.Refuted, f.Concept, err, test.end, test.refuted)
			}
		})
	}
}
