package sat

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/genus-kg/genus/internal/testsize"
)

// recorder counts variables and clauses.
type recorder struct{ vars, clauses int }

func (r *recorder) NewVar() Lit {
	r.vars++
	return Lit(r.vars)
}

func (r *recorder) Add(...Lit) { r.clauses++ }

// inputsOf draws inputs, now and then with a literal twice or negated.
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

// weigh returns what the inputs weigh that a row of the truth table makes true.
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

func TestTotalizerForbidsWhatIsOver(t *testing.T) {
	for seed := range uint64(testsize.Choose(80, 400)) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var g Gophersat
		distinct, inputs := inputsOf(rng, &g, rng.IntN(6), mosts[seed%4])
		total := totalOf(inputs)
		cut := 1 + rng.Int64N(total+1)
		out := NewTotalizer(inputs, cut, math.MaxInt).Encode(&g)
		for i, y := range out {
			if i > 0 && y.Value <= out[i-1].Value || y.Value > cut {
				t.Fatalf("seed %d: values of %v, cut %d", seed, out, cut)
			}
		}
		if len(out) > 0 && out[len(out)-1].Value != min(total, cut) || total > 0 && len(out) == 0 {
			t.Fatalf("seed %d: %v of %d, cut %d", seed, out, total, cut)
		}
		for row := range 1 << len(distinct) {
			weight := min(weigh(distinct, inputs, row), cut)
			attained := weight == 0
			for _, y := range out {
				want := Sat
				if weight >= y.Value {
					want = Unsat
				}
				if got := truth(t, &g, distinct, row, y.Lit.Not()); got != want {
					t.Fatalf("seed %d: weight %d with the output %d forbidden: %v, want %v", seed, weight, y.Value, got, want)
				}
				attained = attained || y.Value == weight
			}
			if !attained {
				t.Fatalf("seed %d: the sum %d has no output in %v", seed, weight, out)
			}
		}
	}
}

// TestTotalizerOfUnits: with weights 1, or all the same, it is the totalizer cut
// off at m, in which a node has a clause for every pair of numbers of inputs on
// its left and right that sum up to its outputs or fewer, or of which one is 0,
// and one less than outputs for their order.
func TestTotalizerOfUnits(t *testing.T) {
	var clauses func(n, m int) int
	clauses = func(n, m int) int {
		if n < 2 {
			return 0
		}
		l, r, out := n/2, n-n/2, min(n, m)
		pairs := 0
		for i := 0; i <= min(l, m); i++ {
			for j := 0; j <= min(r, m); j++ {
				if i+j > 0 && (i == 0 || j == 0 || i+j <= out) {
					pairs++
				}
			}
		}
		return clauses(l, m) + clauses(r, m) + pairs + out - 1
	}
	for n := range 30 {
		for m := 1; m <= n+1; m++ {
			for _, weight := range []int64{1, 6} {
				var inputs []Weighted
				for i := range n {
					inputs = append(inputs, Weighted{Lit(i + 1), weight})
				}
				c := recorder{vars: n}
				out := NewTotalizer(inputs, int64(m)*weight, math.MaxInt).Encode(&c)
				if len(out) != min(n, m) || c.clauses != clauses(n, m) {
					t.Errorf("%d inputs of weight %d up to %d: %d outputs, %d clauses, want %d", n, weight, m, len(out), c.clauses, clauses(n, m))
				}
			}
		}
	}
}

// TestTotalizerKnowsItsSize: it is refused before it grows, not after.
func TestTotalizerKnowsItsSize(t *testing.T) {
	var inputs []Weighted
	for i := range 60 { // all sets have different sums
		inputs = append(inputs, Weighted{Lit(i + 1), 1 << i})
	}
	if NewTotalizer(inputs, math.MaxInt64, 1<<20) != nil {
		t.Error("2⁶⁰ sums are not too many")
	}
	if NewTotalizer(inputs, 3, 1<<20) == nil {
		t.Error("3 sums are too many")
	}
	for _, limit := range []int{1, 10, 100, 1000, 10_000} {
		c := recorder{vars: 60}
		if x := NewTotalizer(inputs[:8], math.MaxInt64, limit); x != nil {
			if x.Encode(&c); c.clauses > 2*limit {
				t.Errorf("%d clauses, limit %d", c.clauses, limit)
			}
		}
	}
}

func TestLessThan(t *testing.T) {
	for seed := range uint64(testsize.Choose(120, 600)) {
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
			want := Unsat
			if weigh(distinct, inputs, row) < bound {
				want = Sat
			}
			if got := truth(t, &g, distinct, row); got != want {
				t.Fatalf("seed %d: %d < %d is %v, want %v", seed, weigh(distinct, inputs, row), bound, got, want)
			}
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
	if c.clauses == 0 || c.clauses > 50*20_000 { // the pairs of 100 bits, and of 100 bits and carries, at each of 50 places
		t.Errorf("%d clauses", c.clauses)
	}
}
