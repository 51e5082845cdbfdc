package queries

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

// A bound is the tightest: it is on the right side of the number, and the next
// one towards the number is not.
func TestFloatBounds(t *testing.T) {
	testsize.Check(t, 40, func(t *rapid.T) {
		x := number{r: big.NewRat(rapid.Int64().Draw(t, "numerator"), rapid.Int64Min(1).Draw(t, "denominator"))}
		for _, size := range []struct {
			bits int
			kind dl.Kind
		}{{32, dl.Float}, {64, dl.Double}} {
			above, _ := x.float(dl.GreaterEq, size.bits)
			below, _ := x.float(dl.LessEq, size.bits)
			_, equal := x.float(dl.Equal, size.bits)
			a, b := new(big.Rat).SetFloat64(above), new(big.Rat).SetFloat64(below)
			if a.Cmp(x.r) < 0 || b.Cmp(x.r) > 0 || equal != (a.Cmp(b) == 0) {
				t.Fatalf("%s lies between %g and %g in %d bits, equal: %t", x.r, below, above, size.bits, equal)
			}
			middle := new(big.Rat).Mul(new(big.Rat).Add(a, b), big.NewRat(1, 2))
			between, exact := middle.Float64()
			if size.bits == 32 {
				f, e := middle.Float32()
				between, exact = float64(f), e
			}
			if !equal && exact && between != above && between != below {
				t.Fatalf("%g is nearer to %s than %g and %g", between, x.r, below, above)
			}
		}
	})
}

func TestDecimalBounds(t *testing.T) {
	third := number{r: big.NewRat(1, 3)}
	for _, tt := range []struct {
		x    number
		op   dl.Op
		want string
	}{
		{third, dl.GreaterEq, "0.333333333333334"},
		{third, dl.LessEq, "0.333333333333333"},
		{third, dl.Equal, ""},
		{number{r: big.NewRat(-1, 3)}, dl.GreaterEq, "-0.333333333333333"},
		{number{r: big.NewRat(-1, 3)}, dl.LessEq, "-0.333333333333334"},
		{number{r: big.NewRat(5, 4)}, dl.LessEq, "1.25"},
		{number{r: big.NewRat(3000, 1)}, dl.Equal, "3000"},
	} {
		if got, ok := tt.x.decimal(tt.op, false); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s %s: got %q, want %q", tt.op, tt.x.r, got, tt.want)
		}
	}
}
