package search

import (
	"context"
	"testing"

	"github.com/genus-kg/genus/learner/internal/brute"
	"github.com/genus-kg/genus/learner/interp"
)

// TestDistinct compares with the reference, to which the examples have the
// weights 1, 2, 4, …, so that a confusion tells which of them are in.
func TestDistinct(t *testing.T) {
	counted := 0
	for seed := range uint64(200) {
		task, o := randomTask(t, seed)
		p := *task.Problem
		p.PosWeights, p.NegWeights = powers(len(p.Pos)), powers(len(p.Neg))
		got, err := Distinct(context.Background(), &p, task.Space, o.MaxSize, 1<<40)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != o.MaxSize {
			t.Fatalf("seed %d: %d of %d sizes", seed, len(got), o.MaxSize)
		}
		for k, n := range got {
			o.MaxSize = k + 1
			seen := map[interp.Confusion]bool{}
			if _, err := brute.Best(p, o, func(c interp.Confusion) float64 { seen[c] = true; return 0 }); err != nil {
				t.Fatal(err)
			}
			if n != len(seen) {
				t.Errorf("seed %d: %d classifications up to size %d, want %d", seed, n, k+1, len(seen))
			}
			counted += n
		}
	}
	if counted < 2000 {
		t.Errorf("only %d classifications in all", counted)
	}
}

func powers(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = 1 << i
	}
	return out
}

func TestDistinctStops(t *testing.T) {
	task, o := randomTask(t, 4)
	all, err := Distinct(context.Background(), task.Problem, task.Space, o.MaxSize, 1<<40)
	if err != nil {
		t.Fatal(err)
	}
	few, err := Distinct(context.Background(), task.Problem, task.Space, o.MaxSize, 1)
	if err != nil || len(few) >= len(all) {
		t.Errorf("with one step %v, without a bound %v, error %v", few, all, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Distinct(ctx, task.Problem, task.Space, o.MaxSize, 1<<40); err == nil {
		t.Error("no error from a context that has ended")
	}
}
