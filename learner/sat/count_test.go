package sat

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/require"
)

// truth reports whether the clauses have a model in which the inputs have the values of a
// row of the truth table and the literals more are true.
func truth(t *testing.T, g *Gophersat, inputs []Lit, row int, more ...Lit) bool {
	t.Helper()
	fixed := &Gophersat{formula{vars: g.vars, clauses: slices.Clone(g.clauses)}}
	for i, x := range inputs {
		if row>>i&1 == 0 {
			x = x.Not()
		}
		fixed.Add(x)
	}
	for _, x := range more {
		fixed.Add(x)
	}
	found := require.Value(fixed.Solve(context.Background()))(t)
	return found
}

func ones(row int) (n int) {
	for ; row > 0; row &= row - 1 {
		n++
	}
	return n
}

// repeated returns n inputs. If twice is set, the first one occurs again at the end, so that
// it counts twice.
func repeated(g *Gophersat, n int, twice bool) (distinct, inputs []Lit, weight func(row int) int) {
	for range n {
		distinct = append(distinct, g.NewVar())
	}
	inputs = distinct
	if twice && n > 0 {
		inputs = append(append([]Lit(nil), distinct...), distinct[0])
	}
	return distinct, inputs, func(row int) int {
		if twice {
			return ones(row) + row&1
		}
		return ones(row)
	}
}

func TestCounterIsAnEquivalence(t *testing.T) {
	for n := 0; n <= 5; n++ {
		for m := 1; m <= n+1; m++ {
			for _, twice := range []bool{false, true} {
				t.Run(fmt.Sprintf("n=%d m=%d twice=%v", n, m, twice), func(t *testing.T) {
					var g Gophersat
					distinct, inputs, weight := repeated(&g, n, twice)
					out := EncodeCount(&g, inputs, m)
					require.That(t, len(out) == min(m, len(inputs)), "%d outputs", len(out))
					for row := range 1 << n {
						for i, y := range out {
							if weight(row) > i {
								y = y.Not()
							}
							require.That(t, !truth(t, &g, distinct, row, y), "row %b allows output %d to be wrong", row, i)
						}
						require.That(t, truth(t, &g, distinct, row), "row %b has no model", row)
					}
				})
			}
		}
	}
}

// TestCountForbidsWhatIsOver: without exact, to forbid output i allows exactly the rows with
// at most i true inputs.
func TestCountForbidsWhatIsOver(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for m := 1; m <= n+1; m++ {
			var g Gophersat
			distinct, inputs, weight := repeated(&g, n, m%2 == 0)
			out := encodeCount(&g, inputs, m, false)
			require.That(t, len(out) == min(m, len(inputs)), "%d inputs up to %d: %d outputs", n, m, len(out))
			for row := range 1 << n {
				for i, y := range out {
					got := truth(t, &g, distinct, row, y.Not())
					require.That(t, got == (weight(row) <= i), "%d inputs up to %d, row %b, output %d forbidden: %v", n, m, row, i, got)
				}
			}
		}
	}
}
