package queries

import (
	"math/big"
	"strings"
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
		if got, ok := x.decimalBound(false); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s %s: got %q, want %q", tt.op, x.r, got, tt.want)
		}
	}
}

// TestNumberBetweenFloats checks that a number nearer to 0 than any float is not equal to
// the float 0.
func TestNumberBetweenFloats(t *testing.T) {
	q, err := Select(dl.Compare{Feature: zoo + "weight", Op: dl.Equal, Value: mustValue(t, dl.Double, "1e-320")},
		Options{Kinds: map[string][]dl.Kind{zoo + "weight": {dl.Float}}})
	if err != nil || strings.Contains(q, `"0.0E0"`) {
		t.Errorf("%v\n%s", err, q)
	}
}
