package price

// The constants of the model, in bits (logarithms to base 2) unless a comment says
// otherwise. The package comment has the model; docs/intent.md says how they were chosen.
const (
	priceRole      = 0.6 // per bit of log₂(individuals / members of ∃r.⊤)
	priceInverse   = 4.5 // an inverse role
	priceValue     = 0.2 // per bit of log₂(members of ∃r.⊤ / members of ∃r.{o})
	priceOther     = 1   // the same for the sides of a list but the most frequent one
	priceSide      = 3   // each side of a list from the third on
	priceBelow     = 3   // ⊓ or ¬ below a role, beside its own price
	Class          = 9   // a class as filler
	Top            = 2.5 // ⊤ as filler
	Step           = 6   // a second step
	priceClosure   = 4   // any number of steps
	priceKinds     = 5   // a value with its subclasses: a closure of ask.Kinds and its role together
	priceText      = 9   // a condition on texts, and priceRoot per bit of log₂(members of (∃f) / members)
	priceAgree     = 10  // two roles with a common value
	Number         = 1   // per unit of the number of ≥n or ≤n
	priceDigit     = 5   // per digit of a threshold
	priceWidth     = 4   // the width of an interval if it is a power of ten, such as a decade
	priceRoot      = 0.5 // per bit of log₂(individuals / members) of a class at the root
	priceNot       = 6   // ¬
	priceExcluded  = 0.5 // per bit of log₂(members of C / members of C ⊓ D), for C ⊓ ¬D
	Or             = 7   // ⊔
	priceTwice     = 3   // ⊔ of two roles with the same filler
	priceUnrelated = 6   // ⊔ of concepts with different roles, beside Or
	And            = 3.2 // ⊓
	priceForAll    = 6   // ∀
	priceAlone     = 8   // a side of a union that only one positive speaks for: it may be an error
	Wrong          = 10  // an example on the wrong side, unless the examples are noisy
	priceQualify   = 3   // a qualifier of a statement
	priceNoise     = 30  // the examples are noisy
	Chance         = 4   // nothing explains the examples

	leastMeant = 8   // members: a concept with fewer counts as if it had so many
	Heat       = 1.5 // posterior ∝ 2^-(score/Heat)
)
