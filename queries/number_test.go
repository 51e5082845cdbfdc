package queries

import (
	"math/big"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
)

func TestDecimalBounds(t *testing.T) {
	for _, tt := range []struct {
		numerator, denominator int64
		op                     dl.Op
		want                   string
	}{
		{1, 3, dl.GreaterEq, "0.333333333333334"},
		{1, 3, dl.LessEq, "0.333333333333333"},
		{1, 3, dl.Equal, ""},
		{-1, 3, dl.GreaterEq, "-0.333333333333333"},
		{-1, 3, dl.LessEq, "-0.333333333333334"},
		{5, 4, dl.LessEq, "1.25"},
		{3000, 1, dl.Equal, "3000"},
	} {
		x := number{dl.Compare{Op: tt.op}, big.NewRat(tt.numerator, tt.denominator)}
		if got, ok := x.decimal(false); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s %s: got %q, want %q", tt.op, x.r, got, tt.want)
		}
	}
}
