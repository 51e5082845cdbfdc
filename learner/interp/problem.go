package interp

import (
	"errors"
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
)

// Problem is a fitting problem: a structure and the examples in it, with what
// is known about where the structure is complete.
type Problem struct {
	Structure *Structure
	Pos, Neg  []Individual

	// MaxDepth is the largest role depth at which a concept's truth at the
	// examples in the structure is its truth at the source, because the
	// source was read that many edges deep; 0 means any depth.
	MaxDepth int

	// Removed are the roles (in one direction each) and features whose facts
	// are not complete everywhere within that depth. Learners must not use
	// them.
	Removed []Removal
}

// Removal takes a role (in one direction) or a feature out of the language,
// with the reason for the user.
type Removal struct {
	Role    dl.Role // the role and direction; zero if Feature is set
	Feature string  // the feature; empty if Role is set
	Reason  string  // one line, such as "fan-out of <IRI> is 12,345, over the bound of 1,000"
}

// Errors of [Problem.Validate].
var (
	ErrNoPositives = errors.New("no positive examples")
	ErrNoNegatives = errors.New("no negative examples")
)

// Validate checks that there are examples on both sides, that they are
// individuals of the structure, and that none is on both sides or listed
// twice.
func (p *Problem) Validate() error {
	if p.Structure == nil {
		return errors.New("problem without a structure")
	}
	if len(p.Pos) == 0 {
		return ErrNoPositives
	}
	if len(p.Neg) == 0 {
		return ErrNoNegatives
	}
	side := make(map[Individual]string, len(p.Pos)+len(p.Neg))
	check := func(list []Individual, name string) error {
		for _, a := range list {
			if int(a) >= p.Structure.Len() {
				return fmt.Errorf("%s example %d is not an individual of the structure, which has %d", name, a, p.Structure.Len())
			}
			switch other := side[a]; other {
			case "":
				side[a] = name
			case name:
				return fmt.Errorf("%s is listed twice among the %s examples", p.Structure.IRI(a), name)
			default:
				return fmt.Errorf("%s is both a positive and a negative example", p.Structure.IRI(a))
			}
		}
		return nil
	}
	if err := check(p.Pos, "positive"); err != nil {
		return err
	}
	if err := check(p.Neg, "negative"); err != nil {
		return err
	}
	if p.MaxDepth < 0 {
		return fmt.Errorf("negative role depth %d", p.MaxDepth)
	}
	return nil
}

// Confusion counts how a concept classifies the examples.
type Confusion struct{ TP, FN, TN, FP int }

// Correct is the number of examples on the right side.
func (c Confusion) Correct() int { return c.TP + c.TN }

// Total is the number of examples.
func (c Confusion) Total() int { return c.TP + c.FN + c.TN + c.FP }

// Accuracy is the share of examples on the right side, 0 if there are none.
func (c Confusion) Accuracy() float64 {
	if c.Total() == 0 {
		return 0
	}
	return float64(c.Correct()) / float64(c.Total())
}

// F1 is the harmonic mean of precision and recall, 0 if nothing is found.
func (c Confusion) F1() float64 {
	if c.TP == 0 {
		return 0
	}
	return 2 * float64(c.TP) / float64(2*c.TP+c.FP+c.FN)
}

// Balanced is the mean of the shares of positives and negatives on the right
// side; a side without examples counts 0. It is one division of exact
// integers, so that equal scores are equal numbers.
func (c Confusion) Balanced() float64 {
	p, n := max(c.TP+c.FN, 1), max(c.TN+c.FP, 1)
	return float64(c.TP*n+c.TN*p) / float64(2*p*n)
}

// Classify counts how the set x classifies the examples.
func (p *Problem) Classify(x Set) Confusion {
	var c Confusion
	for _, a := range p.Pos {
		if x.Test(uint(a)) {
			c.TP++
		} else {
			c.FN++
		}
	}
	for _, a := range p.Neg {
		if x.Test(uint(a)) {
			c.FP++
		} else {
			c.TN++
		}
	}
	return c
}
