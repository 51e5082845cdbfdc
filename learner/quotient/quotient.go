package quotient

import (
	"context"
	"math"

	"github.com/genus-kg/genus/learner/interp"
)

// None is the node of an individual that the reduced structure does not need.
const None = interp.Individual(math.MaxUint32)

// Options are for [Quotient]. The zero value is the default.
type Options struct {
	// Everywhere preserves the concepts of the space at all individuals. By
	// default only the examples count, which makes the rest coarser the
	// further away it is and drops what they cannot see.
	Everywhere bool
}

// Reduction is a smaller problem with the same solutions.
type Reduction struct {
	// Problem has the same signature, with the same identifiers, and the facts
	// of the space's atoms, roles and features only. An example on either side
	// stands for one or more of the original problem, and its weight there is the
	// sum of theirs. One that stands for positives and negatives is on both sides,
	// which [interp.Problem.Validate] does not allow: see Examples.
	//
	// Only concepts of the space mean in it what they mean in the original,
	// thresholds and numbers included: its features have values that satisfy the
	// same comparisons with the thresholds of the space, not all values that
	// occurred.
	Problem interp.Problem
	// Examples are the examples of the reduced problem with the weights of the
	// positives and negatives that they stand for, in the order of the
	// original examples.
	Examples []Example
	// Node is, by individual of the original structure, the individual of the
	// reduced one that agrees with it on the space, or None.
	Node []interp.Individual
	// Origin is, by individual of the reduced structure, an individual of the
	// original one whose atoms and values it has.
	Origin []interp.Individual
}

// Example is an individual of a reduced problem.
type Example struct {
	Individual interp.Individual
	Pos, Neg   int // the weights of the positives and the negatives it stands for
}

// Classify counts how a set of individuals of the reduced structure classifies
// the original examples.
func (r *Reduction) Classify(x interp.Set) interp.Confusion {
	var c interp.Confusion
	for _, e := range r.Examples {
		if x.Test(uint(e.Individual)) {
			c.TP += e.Pos
			c.FP += e.Neg
		} else {
			c.FN += e.Pos
			c.TN += e.Neg
		}
	}
	return c
}

// Quotient replaces the problem by one over classes of individuals, with
// copies where numbers need them (the paper, Section 5.3 and Lemma 2): every
// concept of the space holds at an individual if and only if it holds at its
// node. Numbers are those up to sp.MaxNumber, all if it is [Unbounded]; the role
// depth is up to sp.MaxDepth, any if it is 0.
//
// Inverse roles with numbers need more copies than the paper's, who treats an
// inverse as another role, because here the two directions have to agree; see
// the comment in copies.go.
func Quotient(ctx context.Context, p interp.Problem, sp interp.Space, o Options) (*Reduction, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	g := &grouping{p: &p, s: p.Structure, sp: sp, limit: Counted(sp.Language, sp.MaxNumber), everywhere: o.Everywhere}
	if g.limit == 0 {
		g.sp.Roles = nil
	}
	if err := g.find(ctx); err != nil {
		return nil, err
	}
	links := g.links()
	copies, err := g.copies(ctx, links)
	if err != nil {
		return nil, err
	}
	return g.build(ctx, links, copies)
}
