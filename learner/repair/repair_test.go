package repair_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/repair"
)

// stopAt ends its context before a distance is searched for the nth time.
func stopAt(ctx context.Context, distance, n int) (context.Context, func(int)) {
	ctx, cancel := context.WithCancel(ctx)
	return ctx, func(d int) {
		if d == distance {
			if n--; n == 0 {
				cancel()
			}
		}
	}
}

// One individual has all three conditions, so that a repair takes three edits. A search that is
// interrupted returns the repair of the narrower search, which is proved nearest only if the
// smaller distances were searched before.
func TestInterrupted(t *testing.T) {
	b := new(interp.Builder)
	for i := range 8 {
		a := fmt.Sprintf("a%d", i)
		b.AddRole("q", a, "u")
		for bit := range 3 {
			if i>>bit&1 == 1 {
				b.AddRole(fmt.Sprintf("r%d", bit), a, "v")
			}
		}
	}
	p := dltest.Labelled(t, b, []string{"a7"}, []string{"a3", "a5", "a6"})
	given := dl.Exists{Role: dl.Role{IRI: "q"}, C: dl.Top{}}
	sp := dltest.FullSpace(&p, dl.ALCQIF|dl.WithNominals, 3)
	sp.MaxDepth = 2
	whole := require.Value(
		repair.Search(t.Context(), repair.Task{Problem: &p, Concept: given, Space: sp, MaxDistance: 5}))(t)
	require.That(t, whole.Proved() && whole.Repairs[0].Distance == 3, "got %+v", whole)
	for _, at := range []struct {
		distance, n int
		proved      bool
	}{{0, 1, false}, {1, 1, false}, {2, 1, false}, {2, 2, false}, {3, 2, true}} {
		ctx, progress := stopAt(t.Context(), at.distance, at.n)
		got, err := repair.Search(ctx, repair.Task{Problem: &p, Concept: given, Space: sp, MaxDistance: 5,
			Progress: progress})
		found := len(got.Repairs) > 0 || at.distance == 2 && at.n == 1 // then the narrow search itself is interrupted
		check.That(t, errors.Is(err, context.Canceled) && found && got.Proved() == at.proved && (len(got.Repairs) == 0 ||
			got.Incomplete), "stopped at %d, %d: got %d repairs, proved %v, %v", at.distance, at.n, len(got.Repairs),
			got.Proved(), err)
	}
}

// The nominal of an example is no repair, and a role with many successors of one individual is
// not inserted there, which the result says.
func TestLimits(t *testing.T) {
	b := new(interp.Builder)
	for i := range 10 {
		b.AddRole("r", "hub", fmt.Sprintf("x%d", i))
	}
	b.AddRole("r", "other", "x1")
	p := dltest.Labelled(t, b, []string{"hub"}, []string{"other"})
	sp := dltest.FullSpace(&p, dl.ALCQIF|dl.WithNominals, 3)
	sp.MaxDepth = 1
	task := repair.Task{Problem: &p, Concept: dl.Top{}, Space: sp, MaxDistance: 2}
	got := require.Value(repair.Search(t.Context(), task))(t)
	check.That(t, got.Proved() && got.Repairs[0].Distance == 1 && len(got.LeftOut) <= 0, "got %+v", got)
	task.MaxSuccessors = 5
	got = require.Value(repair.Search(t.Context(), task))(t)
	check.That(t, len(got.Repairs) <= 0 && got.Excluded == 2 && len(got.LeftOut) == 1 && got.LeftOut[0].Successors == 10,
		"got %+v", got)
}

// Two individuals with the same successors are alike, unless the language has a constructor for what
// differs. Then no distance is searched.
func TestAlike(t *testing.T) {
	b := new(interp.Builder)
	for i, a := range []string{"a", "b"} {
		for j := range 2 + i {
			b.AddRole("r", a, fmt.Sprint(a, j))
			b.AddRole("s", fmt.Sprint(a, j), "hub")
			b.AddValue("f", fmt.Sprint(a, j), dl.Int(int64(j)))
		}
	}
	p := dltest.Labelled(t, b, []string{"a"}, []string{"b"})
	const alc = dl.ALCQIF &^ (dl.WithInverse | dl.WithAtLeast | dl.WithAtMost | dl.WithDataAtLeast | dl.WithDataAtMost)
	r := func(c dl.Concept) dl.Concept { return dl.Exists{Role: dl.Role{IRI: "r"}, C: c} }
	for name, tt := range map[string]struct {
		language dl.Language
		depth    int
		given    dl.Concept
		alike    bool
	}{
		"alc":                   {alc, 3, dl.Top{}, true},
		"numbers":               {alc | dl.WithAtLeast, 3, dl.Top{}, false},
		"numbers, not so deep":  {alc | dl.WithAtLeast, 0, dl.Top{}, true},
		"features":              {alc | dl.WithDataAtLeast, 3, dl.Top{}, false},
		"nominals":              {alc | dl.WithNominals, 3, dl.Top{}, false},
		"a name that was given": {alc, 3, r(dl.Nominal{IRI: "a0"}), false},
		"another name":          {alc, 3, r(dl.Nominal{IRI: "hub"}), true},
	} {
		sp := dltest.FullSpace(&p, tt.language, 3)
		sp.MaxDepth = tt.depth
		searched := false
		task := repair.Task{Problem: &p, Concept: tt.given, Space: sp, MaxDistance: 4,
			Progress: func(int) { searched = true }}
		got := require.Value(repair.Search(t.Context(), task))(t)
		alike := len(got.Alike) == 1
		check.That(t, alike == tt.alike && searched != alike && (len(got.Repairs) > 0) != alike, "%s: got %+v, searched %v",
			name, got, searched)
	}
}
