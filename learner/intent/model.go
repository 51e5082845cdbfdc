package intent

import (
	"errors"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// The constants of the model, in bits (logarithms to base 2) unless a comment says
// otherwise. The package comment has the model; docs/intent.md says how they were chosen.
const (
	priceRole      = 0.6 // per bit of log₂(individuals / members of ∃r.⊤)
	priceInverse   = 4.5 // an inverse role
	priceValue     = 0.2 // per bit of log₂(members of ∃r.⊤ / members of ∃r.{o})
	priceOther     = 1   // the same for the sides of a list but the most frequent one
	priceSide      = 3   // each side of a list from the third on
	priceBelow     = 3   // ⊓ or ¬ below a role, beside its own price
	priceClass     = 9   // a class as filler
	priceTop       = 2.5 // ⊤ as filler
	priceStep      = 6   // a second step
	priceClosure   = 4   // any number of steps
	priceKinds     = 5   // a value with its subclasses: the closure of Options.SubClassOf and its role together
	priceText      = 9   // a condition on texts, and priceRoot per bit of log₂(members of (∃f) / members)
	priceAgree     = 10  // two roles with a common value
	priceNumber    = 1   // per unit of the number of ≥n or ≤n
	priceDigit     = 5   // per digit of a threshold
	priceWidth     = 4   // the width of an interval if it is a power of ten, such as a decade
	priceRoot      = 0.5 // per bit of log₂(individuals / members) of a class at the root
	priceNot       = 6   // ¬
	priceExcluded  = 0.5 // per bit of log₂(members of C / members of C ⊓ D), for C ⊓ ¬D
	priceOr        = 7   // ⊔
	priceTwice     = 3   // ⊔ of two roles with the same filler
	priceUnrelated = 6   // ⊔ of concepts with different roles, beside priceOr
	priceAnd       = 3.2 // ⊓
	priceForAll    = 6   // ∀
	priceAlone     = 8   // a side of a union that only one positive speaks for: it may be an error
	priceError     = 10  // an example on the wrong side, unless the examples are noisy
	priceQualify   = 3   // a qualifier of a statement
	priceNoise     = 30  // the examples are noisy
	priceChance    = 4   // nothing explains the examples

	leastMeant    = 8    // members: a concept with fewer counts as if it had so many
	heat          = 1.5  // posterior ∝ 2^-(score/heat)
	lessSomething = 0.12 // how often C ⊓ ¬D is meant for some D without a sign of it, relative to C

	lessByNegatives = 5 // so many given negatives halve it
)

// Options restricts the candidates and says when questions end. The zero value is usable.
type Options struct {
	// Language is the language of the candidates; zero means dl.All.
	Language dl.Language
	// Sure ends the questions when the first candidate has this probability and something outside is
	// known; zero means 0.8. Every further answer is predictable if it has 0.95 or this probability.
	Sure float64
	// MaxSize is the largest size of a candidate. Zero means no bound and no beam search;
	// otherwise a beam search adds candidates if the graph is a [Memory] and there are
	// negatives.
	MaxSize int
	// MaxDepth is the largest role depth of a candidate, MaxNumber the largest number
	// in ≥n. Zero means no bound.
	MaxDepth, MaxNumber int
	// Statements is the namespace of a Wikibase, whose qualified roles are candidates. Empty
	// means that there are none.
	Statements dl.Statements
	// SubClassOf is the property from a class to its superclasses. A value with its subclasses is a
	// candidate if the graph is a [Memory] with these pairs. Empty means that there is none.
	SubClassOf string
	// Words are what the user says of what is meant, such as "jazz pianists from the US". Empty means nothing.
	Words string
	// OfClasses: the individuals are classes.
	OfClasses bool
	// Labels are the features that lead to labels. Nearly everything has one of its own: only conditions on the
	// texts of labels are candidates.
	Labels []string
}

// Errors of a session.
var (
	// ErrNoPositives: a ranking needs at least one positive example.
	ErrNoPositives = errors.New("no positive examples: name two or three things that belong")
	// ErrContradiction: an individual is an example already, or is on both sides.
	ErrContradiction = errors.New("the example is on both sides")
)

func (o Options) withDefaults() Options {
	if o.Language == 0 {
		o.Language = dl.All
	}
	if o.Sure == 0 {
		o.Sure = 0.8
	}
	return o
}

// allows reports whether an atom or a chain is in the language of the candidates and within the
// bounds of depth and number.
func (o Options) allows(c dl.Concept) bool {
	if n, ok := c.(dl.AtLeast); ok && o.MaxNumber > 0 && n.N > o.MaxNumber {
		return false
	}
	// A statement with all its parts is one step.
	return o.Language.Has(dl.LanguageOf(c)) && (o.MaxDepth == 0 || o.Statements.Depth(c) <= o.MaxDepth)
}

func (o Options) isLabel(feature string) bool { return slices.Contains(o.Labels, feature) }

// isAboutStatements reports whether the role starts or ends at a statement. It is only used in
// a qualified role.
func (o Options) isAboutStatements(role string) bool {
	part, _, ok := o.Statements.Split(role)
	return ok && part != dl.Direct
}
