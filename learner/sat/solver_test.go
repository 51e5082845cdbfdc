package sat

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

func random3SAT(rng *rand.Rand, n, clauses int) [][]Lit {
	out := make([][]Lit, clauses)
	for i := range out {
		for range 3 {
			x := Lit(1 + rng.IntN(n))
			if rng.IntN(2) == 0 {
				x = x.Not()
			}
			out[i] = append(out[i], x)
		}
	}
	return out
}

// solvers are the adapters under test.
var solvers = map[string]func() Solver{
	"gophersat": func() Solver { return &Gophersat{} },
	"gini":      func() Solver { return &Gini{} },
}

// forEachSolver runs a test for every adapter.
func forEachSolver(t *testing.T, test func(t *testing.T, fresh func() Solver)) {
	for name, fresh := range solvers {
		t.Run(name, func(t *testing.T) { test(t, fresh) })
	}
}

func load(g Solver, n int, clauses [][]Lit) Solver {
	for range n {
		g.NewVar()
	}
	for _, c := range clauses {
		g.Add(c...)
	}
	return g
}

// satisfiable reports whether the clauses have a model, by trying all assignments.
func satisfiable(n int, clauses [][]Lit) bool {
	for row := range 1 << n {
		ok := true
		for _, c := range clauses {
			sat := false
			for _, x := range c {
				sat = sat || (row>>(x.Var()-1)&1 == 1) == (x > 0)
			}
			if !sat {
				ok = false
				break
			}
		}
		if ok {
			return true
		}
	}
	return false
}

func TestTruthTables(t *testing.T) { forEachSolver(t, testTruthTables) }

func testTruthTables(t *testing.T, fresh func() Solver) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[bool]int{}
	for i := range 500 {
		n := 3 + rng.IntN(8)
		clauses := random3SAT(rng, n, int(float64(n)*(3+3*rng.Float64())))
		got := require.Value(load(fresh(), n, clauses).Solve(context.Background()))(t)
		want := satisfiable(n, clauses)
		require.That(t, got == want, "formula %d: %v, want %v", i, got, want)
		seen[got]++
	}
	check.That(t, seen[true] >= 50 && seen[false] >= 50, "the formulas are not mixed enough: %v", seen)
}

func TestTrivialFormulas(t *testing.T) { forEachSolver(t, testTrivialFormulas) }

func testTrivialFormulas(t *testing.T, fresh func() Solver) {
	for _, test := range []struct {
		name    string
		vars    int
		clauses [][]Lit
		want    bool
	}{
		{"no variables", 0, nil, true},
		{"no clauses", 3, nil, true},
		{"empty clause", 1, [][]Lit{{}}, false},
		{"one unit", 2, [][]Lit{{2}}, true},
		{"contradicting units", 1, [][]Lit{{1}, {-1}}, false},
		{"tautology", 1, [][]Lit{{1, -1}}, true},
		{"repeated literal", 1, [][]Lit{{1, 1}}, true},
		{"repeated literal against a unit", 1, [][]Lit{{1, 1}, {-1, -1}}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := load(fresh(), test.vars, test.clauses).Solve(context.Background())
			check.That(t, err == nil && got == test.want, "%v, %v; want %v", got, err, test.want)
		})
	}
}

// pigeons returns the pigeonhole formula: n+1 pigeons in n holes, unsatisfiable and
// hard for every solver that learns clauses.
func pigeons(g Solver, n int) Solver {
	in := make([][]Lit, n+1)
	for p := range in {
		for range n {
			in[p] = append(in[p], g.NewVar())
		}
		g.Add(in[p]...)
		for q := range p {
			for h := range n {
				g.Add(in[p][h].Not(), in[q][h].Not())
			}
		}
	}
	return g
}

// TestStops cancels solves that would take hours at random moments:
// each returns within a second and leaves no goroutine.
func TestStops(t *testing.T) { forEachSolver(t, testStops) }

func testStops(t *testing.T, fresh func() Solver) {
	if _, ok := fresh().(*Gophersat); ok && raceDetector {
		t.Skip("gophersat is interrupted by a store that the race detector reports (see the package comment)")
	}
	testsize.EndGoroutines(t)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 15 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(1+rng.IntN(100))*time.Millisecond)
		start := time.Now()
		found, err := pigeons(fresh(), 12).Solve(ctx)
		late := time.Since(start)
		cancel()
		require.That(t, !found && errors.Is(err, context.DeadlineExceeded), "%v, %v", found, err)
		testsize.Prompt(t, late, time.Second)
	}
}

// TestSideBySide solves from several goroutines at once, which corrupts bare
// gophersat.
func TestSideBySide(t *testing.T) { forEachSolver(t, testSideBySide) }

func testSideBySide(t *testing.T, fresh func() Solver) {
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(5, uint64(worker)))
			for range 40 {
				const n = 12
				clauses := random3SAT(rng, n, 50)
				got, err := load(fresh(), n, clauses).Solve(context.Background())
				if err != nil {
					t.Error(err)
					return
				}
				if got != satisfiable(n, clauses) {
					t.Errorf("%v", got)
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestGophersatWaitsForItsTurn ends the wait of a second solve by its context.
func TestGophersatWaitsForItsTurn(t *testing.T) {
	if raceDetector {
		t.Skip("gophersat is interrupted by a store that the race detector reports (see the package comment)")
	}
	busy, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = pigeons(&Gophersat{}, 12).Solve(busy)
	}()
	defer func() { stop(); <-done }()
	time.Sleep(20 * time.Millisecond)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	check.ErrorIs(t, check.Error(pigeons(&Gophersat{}, 2).Solve(ctx)), context.DeadlineExceeded)
	testsize.Prompt(t, time.Since(start), time.Second)
}
