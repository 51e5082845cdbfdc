package intent

import (
	"errors"

	"github.com/genus-kg/genus/learner/dl"
)

// The prices of what a concept is made of, and of what the examples say of it, in bits
// (logarithms to base 2) unless it says otherwise. The package comment has the model;
// docs/intent.md says how they were chosen.
const (
	priceRole    = 0.6 // per bit of log₂(individuals / members of ∃r.⊤)
	priceInverse = 4.5 // an inverse role
	priceValue   = 0.2 // per bit of log₂(members of ∃r.⊤ / members of ∃r.{o})
	priceOther   = 1   // the same of the rarer side of a union
	priceClass   = 9   // a class as filler
	priceTop     = 2.5 // ⊤ as filler
	priceStep    = 6   // a second step
	priceNumber  = 1   // a number, for each unit of it
	priceDigit   = 5   // a digit of a threshold
	priceRoot    = 0.5 // per bit of log₂(individuals / members) of a class at the root
	priceNot     = 6   // ¬
	priceOr      = 7   // ⊔
	priceAnd     = 3.2 // ⊓
	priceForAll  = 6   // ∀
	priceAlone   = 8   // a side of a union that only one positive speaks for: it may be an error
	priceError   = 10  // an example that is on the wrong side

	heat          = 1.25 // posterior ∝ 2^-(score/heat)
	unseenAtFirst = 0.2  // probability that what was meant is no candidate
	probed        = 0.8  // by what this is multiplied for every answer that the best candidate foretold
)

// Options say what is ranked and when questions end. The zero value is usable.
type Options struct {
	// Language is what candidates may use; zero means dl.All.
	Language dl.Language
	// Sure is the probability at which questions end: that of the first candidate,
	// or that of the foretold answer to any further question; zero means 0.95.
	Sure float64
}

// Errors of a session.
var (
	// ErrNoPositives: a ranking needs at least one positive example.
	ErrNoPositives = errors.New("no positive examples: name two or three things that belong")
	// ErrContradiction: an example cannot be on both sides.
	ErrContradiction = errors.New("the example is on both sides")
)

func (o Options) withDefaults() Options {
	if o.Language == 0 {
		o.Language = dl.All
	}
	if o.Sure == 0 {
		o.Sure = 0.95
	}
	return o
}

// allows reports whether a candidate may be c.
func (o Options) allows(c dl.Concept) bool { return o.Language.Has(dl.LanguageOf(c) &^ dl.WithTop) }
