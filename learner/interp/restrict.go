package interp

import (
	"math/bits"

	"github.com/genus-kg/genus/learner/dl"
)

// A restriction is what is the same of concepts with a role that are evaluated together.
type restriction struct {
	kind   restrictionKind
	number int
}

type restrictionKind uint8

const (
	someOf restrictionKind = iota
	allOf
	atLeastOf
	atMostOf // as ¬(≥n+1)
)

// restrictionOf returns the restriction of a concept with a role.
func restrictionOf(c dl.Concept) restriction {
	switch c := c.(type) {
	case dl.ForAll:
		return restriction{kind: allOf}
	case dl.AtLeast:
		return restriction{atLeastOf, c.N}
	case dl.AtMost:
		return restriction{atMostOf, c.N}
	}
	return restriction{}
}

// isCounted reports whether restrict counts as far as the number.
func (r restriction) isCounted() bool { return 0 <= r.number && r.number < 1<<7 }

// restrict returns the bits of concepts at an individual from those of their fillers at its successors.
func restrict[T ~uint32](r restriction, successors []T, word func(T) uint64) (out uint64) {
	switch r.kind {
	case someOf:
		for _, b := range successors {
			out |= word(b)
		}
	case allOf:
		out = ^uint64(0)
		for _, b := range successors {
			out &= word(b)
		}
	case atLeastOf:
		out = atLeast(r.number, successors, word)
	case atMostOf:
		out = ^atLeast(r.number+1, successors, word)
	}
	return out
}

// atLeast returns the bits that at least so many of the words have. It counts all bits at once: digits[i] has the
// i-th binary digits of their numbers.
func atLeast[T ~uint32](number int, successors []T, word func(T) uint64) uint64 {
	var digits [8]uint64
	all := digits[:bits.Len(uint(number))]
	more := uint64(0) // more than the digits can count
	for _, b := range successors {
		carry := word(b)
		for i := range all {
			all[i], carry = all[i]^carry, all[i]&carry
		}
		more |= carry
	}
	equal := ^uint64(0)
	for i := len(all) - 1; i >= 0; i-- {
		if number>>i&1 == 1 {
			equal &= all[i]
		} else {
			more |= equal & all[i]
			equal &^= all[i]
		}
	}
	return more | equal
}
