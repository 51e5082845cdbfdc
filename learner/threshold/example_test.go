package threshold_test

import (
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/threshold"
)

// Some values of a feature become thresholds: few for small concepts, and more for larger
// ones.
func Example() {
	var f threshold.Feature
	for v := range 16 {
		f.Values = append(f.Values, dl.Int(int64(v)))
	}
	show := func(name string, values []dl.Value) {
		fmt.Print(name)
		for _, v := range values {
			fmt.Print(" ", v.Lexical())
		}
		fmt.Println()
	}
	show("three:", f.Choose(3))
	for k := range 3 {
		show(fmt.Sprintf("size %d:", k+1), f.Refine(k+1))
	}
	// Output:
	// three: 4 8 12
	// size 1: 2 4 8 12
	// size 2: 1 2 4 6 8 10 12 14
	// size 3: 1 2 3 4 5 6 7 8 9 10 12 14
}
