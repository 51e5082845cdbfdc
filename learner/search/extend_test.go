package search

import (
	"context"
	"fmt"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

// TestSessionChangesNothing: stage by stage, with numbers and thresholds that
// grow or stay, a session ends with the same score, size, proof and description
// as searches that know nothing of each other; 1 and 2 workers with the same
// concept. On structures that enumeration cannot do, and where places stay that
// others are exchanged under.
func TestSessionChangesNothing(t *testing.T) {
	ctx := context.Background()
	kept, partly := 0, 0
	for seed := range uint64(*problems / 10) {
		task := larger(t, seed+6_000_000, 7)
		rng := dltest.Rand(seed)
		l := randomLimits(rng)
		if rng.IntN(2) == 0 {
			l = quick
		}
		task.Exact = rng.IntN(5) == 0
		growing := rng.IntN(3) == 0
		thresholds := task.Space.Thresholds
		var one, two Session
		var have, have2 dl.Concept
		var before *runner
		for k := 1; k <= task.MaxSize; k++ {
			where := fmt.Sprintf("seed %d, %s, %s, exact %v, stage %d, growing %v, %+v", seed, task.Space.Language, task.Score, task.Exact, k, growing, l)
			stage := task
			stage.MinSize, stage.MaxSize = k, k
			if growing {
				stage.MinSize = 1
				stage.Space.MaxNumber = k / 2
				stage.Space.Thresholds = make([][]dl.Value, len(thresholds))
				for f, values := range thresholds {
					stage.Space.Thresholds[f] = values[:min(len(values), k/2)]
				}
			}
			var described [3][3]int
			settle := func(i int, l limits, have *dl.Concept, run func(context.Context, Task, int64, limits) (dl.Concept, bool, error)) interp.Confusion {
				stage := stage
				stage.Describe = func(reached, individuals, names int) { described[i] = [3]int{reached, individuals, names} }
				if *have != nil {
					stage.Best, stage.Have = classified(t, task.Problem, *have), true
				}
				judge(t, where, &stage)
				c, proved, err := run(ctx, stage, 1<<30, l)
				if err != nil || !proved {
					t.Fatalf("%s: proved %v, %v", where, proved, err)
				}
				if c != nil {
					*have = c
				}
				if *have == nil {
					return interp.Confusion{}
				}
				return classified(t, task.Problem, *have)
			}
			fresh := have
			want := settle(0, l, &fresh, run)
			got := settle(1, l, &have, one.run)
			other := l
			other.workers = 1 + l.workers%2
			settle(2, other, &have2, two.run)
			switch {
			case (have == nil) != (fresh == nil) || have != nil && (task.Score.Compare(got, want) != 0 || dl.Size(have) != dl.Size(fresh)):
				t.Fatalf("%s: %+v by %#v, fresh %+v by %#v", where, got, have, want, fresh)
			case have != have2:
				t.Fatalf("%s: %d workers settle on %#v, %d on %#v", where, l.workers, have, other.workers, have2)
			case described[0] != described[1]:
				t.Fatalf("%s: described as %v, fresh %v", where, described[1], described[0])
			case task.Space.MaxDepth > 0 && have != nil && dl.Depth(have) > task.Space.MaxDepth:
				t.Fatalf("%s: %#v is too deep", where, have)
			}
			now := one.about(stage.Space).part(nil).run
			if now == before && now.st.depth > 1 {
				kept++
				if len(now.st.root.former) > 0 || len(now.st.layers[1][0].former) > 0 {
					partly++
				}
			}
			before = now
			if task.Exact && have != nil {
				break
			}
		}
	}
	if kept < *problems/20 || partly < *problems/100 {
		t.Errorf("%d stages were kept with roles, %d of them partly", kept, partly)
	}
}
