package sat

import (
	"context"
	"fmt"
	"testing"
)

// truth solves the clauses with the inputs fixed to a row of the truth table.
func truth(t *testing.T, g *Gophersat, inputs []Lit, row int, more ...Lit) Status {
	t.Helper()
	var fixed []Lit
	for i, x := range inputs {
		if row>>i&1 == 0 {
			x = x.Not()
		}
		fixed = append(fixed, x)
	}
	status, err := g.Solve(context.Background(), append(fixed, more...)...)
	if err != nil {
		t.Fatal(err)
	}
	return status
}

func ones(row int) (n int) {
	for ; row > 0; row &= row - 1 {
		n++
	}
	return n
}

// repeated gives n inputs of which the first also stands at the end, so that
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
					if len(out) != min(m, len(inputs)) {
						t.Fatalf("%d outputs", len(out))
					}
					for row := range 1 << n {
						for i, y := range out {
							if weight(row) > i {
								y = y.Not()
							}
							if truth(t, &g, distinct, row, y) != Unsat {
								t.Fatalf("row %b allows output %d to be wrong", row, i)
							}
						}
						if truth(t, &g, distinct, row) != Sat {
							t.Fatalf("row %b has no model", row)
						}
					}
				})
			}
		}
	}
}
