package search

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

// TestTablesWithinMemory: the same tables are complete for any number of workers, also if
// some do not fit into memory, and they stay within the memory.
func TestTablesWithinMemory(t *testing.T) {
	const size = 7
	partial, whole := 0, 0
	for seed := range uint64(*problems / 20) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{
			Individuals: 10 + rng.IntN(40),
			Names:       2,
			Roles:       2 + rng.IntN(2),
			Features:    -1,
			Booleans:    -1,
			RoleDensity: 0.3 + rng.Float64(),
		})
		sp := interp.NewSpace(&p, dl.ALCQIF&^(dl.WithAtLeast|dl.WithAtMost))
		memory := int64(math.Exp(9 + 5*rng.Float64()))
		describe := func(workers int) (string, *tables) {
			ts, err := newTables(context.Background(), &interp.Task{Problem: &p, Space: sp, MaxSize: size},
				interp.NewEvaluator(p.Structure), memory, 100)
			if err != nil {
				t.Fatal(err)
			}
			ts.workers = workers
			text := ""
			for steps := 1000; steps <= 1_000_000; steps *= 10 {
				m := ts.enumerateTo(size, steps)
				text += fmt.Sprintf("%+v: grown %d, overflown %v, truncated %v", m, ts.enumerated.Load(),
					ts.memory.overflowed.Load(), ts.memory.truncated.Load())
				for _, layer := range ts.layers {
					for _, p := range layer {
						text += fmt.Sprintf("; %v %v", p.end, p.outOfMemory)
					}
				}
				text += "\n"
			}
			return text, ts
		}
		one, ts := describe(1)
		for range 2 {
			if more, _ := describe(3); more != one {
				at := 0
				for more[at] == one[at] {
					at++
				}
				t.Fatalf("seed %d, %d bytes: three workers make …%.100s, one makes …%.100s", seed, memory,
					more[max(0, at-50):], one[max(0, at-50):])
			}
		}
		switch {
		case !ts.memory.overflowed.Load():
			whole++
		case !ts.memory.truncated.Load():
			partial++
			if used := ts.memory.used.Load(); used > memory {
				t.Fatalf("seed %d: %d bytes in use, %d allowed", seed, used, memory)
			}
		}
	}
	if partial == 0 || whole == 0 {
		t.Errorf("tables were incomplete %d times, complete %d times", partial, whole)
	}
}
