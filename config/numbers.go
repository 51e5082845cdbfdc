package config

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner"
)

// Numbers is the largest number in ≥n and ≤n: a number, or a function of the size
// ([learner.GrowthNames]).
type Numbers string

// Constant returns the number, 0 if it grows with the size.
func (n Numbers) Constant() int {
	number, _, _ := n.limit()
	return number
}

// limit returns the number or, if that is 0, the function.
func (n Numbers) limit() (int, learner.Growth, error) {
	if number, err := strconv.Atoi(string(n)); err == nil && number > 0 {
		return number, 0, nil
	}
	g, err := learner.ParseGrowth(cmp.Or(string(n), "k"))
	if err != nil {
		err = fmt.Errorf("%q is neither a number from 1 nor one of %s", string(n), strings.Join(learner.GrowthNames(), ", "))
	}
	return 0, g, err
}
