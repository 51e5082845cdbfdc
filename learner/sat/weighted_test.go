package sat

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

// recorder counts variables and clauses.
type recorder struct{ vars, clauses int }

func (r *recorder) NewVar() Lit {
	r.vars++
	return Lit(r.vars)
}

func (r *recorder) Add(...Lit) { r.clauses++ }

// inputsOf returns random inputs, sometimes with a literal twice or negated.
func inputsOf(rng *rand.Rand, g *Gophersat, n int, most int64) (distinct []Lit, inputs []Weighted) {
	for range n {
		x := g.NewVar()
		distinct = append(distinct, x)
		if rng.IntN(3) == 0 {
			x = x.Not()
		}
		inputs = append(inputs, Weighted{x, 1 + rng.Int64N(most)})
		if rng.IntN(5) == 0 {
			inputs = append(inputs, Weighted{x, 1 + rng.Int64N(most)})
		}
	}
	return distinct, inputs
}

// weigh returns the weight of the inputs that are true in a row of the truth table.
func weigh(distinct []Lit, inputs []Weighted, row int) (sum int64) {
	for _, x := range inputs {
		for i, y := range distinct {
			if y == x.Lit && row>>i&1 == 1 || y == x.Lit.Not() && row>>i&1 == 0 {
				sum += x.Weight
			}
		}
	}
	return sum
}

func totalOf(inputs []Weighted) (total int64) {
	for _, x := range inputs {
		total += x.Weight
	}
	return total
}

var mosts = []int64{1, 3, 20, 1_000_000_000_000}

func TestLessThan(t *testing.T) {
	for seed := range uint64(testsize.Rounds(testsize.Choose(120, 600))) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var g Gophersat
		distinct, inputs := inputsOf(rng, &g, rng.IntN(7), mosts[seed%4])
		factor := 1 + rng.Int64N(3)
		for i := range inputs {
			inputs[i].Weight *= factor
		}
		bound := rng.Int64N(totalOf(inputs)+2*factor) - factor + 1
		EncodeLessThan(&g, inputs, bound)
		for row := range 1 << len(distinct) {
			want := weigh(distinct, inputs, row) < bound
			got := truth(t, &g, distinct, row)
			require.That(t, got == want, "seed %d: %d < %d is %v", seed, weigh(distinct, inputs, row), bound, got)
		}
	}
}

// TestLessThanStaysSmall: the clauses grow with the bits of the weights.
func TestLessThanStaysSmall(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	c := &recorder{}
	var inputs []Weighted
	for range 100 {
		inputs = append(inputs, Weighted{c.NewVar(), 1 + rng.Int64N(1<<50)})
	}
	EncodeLessThan(c, inputs, totalOf(inputs)/3)
	// the pairs of 100 bits, and of 100 bits and carries, at each of 50 places
	check.That(t, c.clauses != 0 && c.clauses <= 50*20_000, "%d clauses", c.clauses)
}

// TestLessThanOfEqualWeights: equal weights need as many clauses as weights of 1.
func TestLessThanOfEqualWeights(t *testing.T) {
	clauses := func(weight int64) int {
		c := &recorder{}
		var inputs []Weighted
		for range 100 {
			inputs = append(inputs, Weighted{c.NewVar(), weight})
		}
		EncodeLessThan(c, inputs, 20*weight)
		return c.clauses
	}
	check.Equal(t, clauses(1), clauses(7))
}

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
	return require.Value(fixed.Solve(context.Background()))(t)
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
					require.That(t, got == (weight(row) <= i), "%d inputs up to %d, row %b, output %d forbidden: %v", n, m, row, i,
						got)
				}
			}
		}
	}
}
