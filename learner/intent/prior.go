package intent

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// bits returns the description length of c: the prior is 2^-bits. It grows with the
// operators of c, and with how rare its roles and values are in the graph.
func (k *knowledge) bits(c dl.Concept) float64 {
	switch c := c.(type) {
	case dl.Top:
		return 0
	case dl.Name:
		return priceRoot*k.rarity(c) + 1
	case dl.Nominal:
		return k.log(Bounds{k.largest, k.largest})
	case dl.Compare:
		if c.Op == dl.Present {
			return priceRole*k.rarity(c) + priceTop
		}
		if c.Op.OnText() {
			return priceText + priceRoot*k.ratio(dl.Has(c.Feature), c)
		}
		return k.comparison(c) + priceRoot*k.rarity(c)/4
	case dl.Agree:
		return priceAgree + k.role(c.R) + k.role(c.S)
	case dl.Not:
		if v, ok := c.C.(dl.Compare); ok && v.Op == dl.Present { // nor does ¬(∃f)
			return priceNot + priceRole*k.rarity(v)
		}
		if e, ok := c.C.(dl.Exists); ok && e.C == dl.Concept(dl.Top{}) { // ¬∃r.⊤ does not pay for ⊤
			return priceNot + k.role(e.Role)
		}
		return priceNot + k.bits(c.C)
	case dl.And:
		if second, ok := secondBound(c); ok {
			return k.bits(c.L) + second
		}
		bits := priceAnd + k.bits(c.L) + k.bits(c.R)
		if not, is := c.R.(dl.Not); is {
			bits += k.exclusion(unnegated(c.L), not.C)
		}
		return bits
	case dl.Or:
		sides := dl.Disjuncts(c)
		bits := unionBits(sides)
		for _, d := range sides {
			bits += k.bits(d)
		}
		return bits
	}
	role, ok := dl.RoleOf(c)
	if !ok { // ⊥
		return priceClass
	}
	return k.role(role) + quantifier(c) + k.filler(below(role), dl.Children(c)[0])
}

// exclusion returns what C ⊓ ¬D costs beside its parts: people say what is not meant if much of C is in D.
// It asks for no number. If none tells how much is, it takes D for an accident with one member.
func (k *knowledge) exclusion(c, d dl.Concept) float64 {
	lacking := k.lacking
	defer func() { k.lacking = lacking }()
	k.lacking = new([]dl.Concept)
	all, left := k.bounds(c), k.bounds(dl.And{L: c, R: dl.Not{C: d}})
	if all.Exact() && left.Exact() {
		return excluded(k.log(all), k.log(Exactly(all.Lower-left.Lower)))
	}
	return excluded(k.log(all), k.together(k.log(all), d))
}

// together estimates log₂ of the number of members of C ⊓ D, as if they were independent; 0 if D was not
// counted.
func (k *knowledge) together(members float64, d dl.Concept) float64 {
	b := k.bounds(d)
	if b.Upper == Unbounded.Upper {
		return 0
	}
	return members + k.log(b) - k.log(Exactly(k.largest))
}

// excluded returns the price of excluding so many of so many members, both log₂.
func excluded(members, both float64) float64 { return priceExcluded * max(0, members-max(0, both)) }

// quantifier returns the length of a restriction without its role and filler.
func quantifier(c dl.Concept) float64 {
	switch c := c.(type) {
	case dl.AtLeast:
		return priceNumber * float64(c.N)
	case dl.AtMost:
		return priceNumber*float64(c.N+1) + priceNot
	case dl.ForAll:
		return priceForAll
	}
	return 0
}

// comparison returns the length of a comparison: its feature is one of those around the examples.
func (k *knowledge) comparison(c dl.Compare) float64 { return k.features + bound(c.Value) }

// bound returns the length of the value of a comparison.
func bound(v dl.Value) float64 {
	switch v.Kind() {
	case dl.Boolean:
		return priceTop
	case dl.String:
		return priceClass
	}
	return priceDigit * digits(v)
}

// role returns the length of a role: a rare one is longer.
func (k *knowledge) role(r dl.Role) float64 {
	if r == k.kinds {
		return priceKinds
	}
	bits := priceRole * k.rarity(dl.Exists{Role: r.Step(), C: dl.Top{}})
	if r.Inverse {
		bits += priceInverse
	}
	if r.Closure != dl.NoClosure {
		bits += priceClosure
	}
	return bits
}

// below returns a function that returns ∃r.C for C.
func below(r dl.Role) func(dl.Concept) dl.Concept {
	return func(c dl.Concept) dl.Concept { return dl.Exists{Role: r, C: c} }
}

// filler returns the length of a concept below a role; with returns a concept with another one there.
func (k *knowledge) filler(with func(dl.Concept) dl.Concept, filler dl.Concept) float64 {
	rarity := func(c dl.Concept) float64 { return k.ratio(with(dl.Top{}), with(c)) }
	switch f := filler.(type) {
	case dl.Top:
		return priceTop
	case dl.Name:
		if k.ofClasses { // a value like any other
			return priceValue * rarity(f)
		}
		return priceClass
	case dl.Nominal:
		return priceValue * rarity(f)
	case dl.Compare:
		return k.compared(with, f)
	case dl.Not:
		return priceNot + priceBelow + k.filler(with, f.C)
	case dl.And:
		if second, ok := secondBound(f); ok {
			return k.filler(with, f.L) + second
		}
		bits := k.filler(with, f.L) + k.filler(with, f.R)
		if slices.ContainsFunc(dl.Conjuncts(f), k.isInStatement) { // its parts have prices of their own
			return bits
		}
		return priceAnd + priceBelow + bits
	case dl.Or:
		sides := dl.Disjuncts(f)
		bits, all, least := listBits(len(sides)), 0.0, math.Inf(1)
		for _, d := range sides {
			bits, all, least = bits+k.filler(with, d), all+rarity(d), min(least, rarity(d))
		}
		return bits + (priceOther-priceValue)*(all-least) // the most frequent side is a value like any other
	}
	next, ok := dl.RoleOf(filler)
	if !ok {
		return priceClass
	}
	inner := dl.Children(filler)[0]
	if k.statements.IsSitelink(next.IRI) && next.IRI == dl.ArticleIn { // an article is in one site
		return k.filler(func(c dl.Concept) dl.Concept { return with(dl.Exists{Role: next, C: c}) }, inner)
	}
	if k.isInStatement(filler) {
		return k.inStatement(with, next, inner)
	}
	bits := k.role(next) + quantifier(filler)
	if next.Closure != dl.Star { // the further step of ∃r.∃s*.C is the closure
		bits += priceStep
	}
	if _, value := inner.(dl.Nominal); value {
		return bits + priceValue*rarity(filler)
	}
	return bits + k.filler(below(next), inner)
}

// compared returns the length of a comparison below a role.
func (k *knowledge) compared(with func(dl.Concept) dl.Concept, c dl.Compare) float64 {
	qualifies := k.statements.Is(c.Feature, dl.Qualifier)
	switch {
	case c.Value.Kind() == dl.Boolean:
		return priceClass
	case qualifies && c.Op == dl.Present:
		return priceQualify + priceRole*k.ratio(with(dl.Top{}), with(c)) + priceTop
	case qualifies:
		return priceQualify + bound(c.Value)
	case c.Feature == dl.QuantityAmount && k.statements != "":
		return bound(c.Value)
	case c.Op == dl.Present || c.Op.OnText():
		return k.bits(c)
	}
	return k.comparison(c)
}

// isInStatement reports whether the concept is about the value or a qualifier of a statement.
func (k *knowledge) isInStatement(c dl.Concept) bool {
	r, _ := dl.RoleOf(c)
	if v, ok := c.(dl.Compare); ok {
		r.IRI = v.Feature
	}
	return k.statements.IsInner(r.IRI)
}

// inStatement returns the length of a step from a statement: its value costs what a direct one does, and a
// qualifier a little more.
func (k *knowledge) inStatement(with func(dl.Concept) dl.Concept, next dl.Role, inner dl.Concept) float64 {
	through := func(c dl.Concept) dl.Concept { return with(dl.Exists{Role: next, C: c}) }
	_, isQuantity := k.statements.PlainOf(next.IRI)
	switch {
	case next.IRI == dl.QuantityUnit:
		return priceTop
	case isQuantity:
		return priceQualify + k.filler(through, inner)
	case k.statements.Is(next.IRI, dl.ValueOf):
		return k.filler(func(c dl.Concept) dl.Concept {
			if c == dl.Concept(dl.Top{}) {
				return with(c)
			}
			return through(c)
		}, inner)
	}
	return priceQualify + priceRole*k.ratio(with(dl.Top{}), through(dl.Top{})) + k.filler(through, inner)
}

// listBits returns the price of the operators of a union of n sides.
func listBits(n int) float64 { return priceOr + priceSide*float64(n-2) }

// unionBits returns the price of the operators of a union of these sides: a list of classes, a value of
// one of two roles, or concepts that are not related.
func unionBits(sides []dl.Concept) float64 {
	isClass := func(c dl.Concept) bool { _, is := c.(dl.Name); return is }
	l, ok := sides[0].(dl.Exists)
	r, both := sides[1].(dl.Exists)
	switch {
	case slices.IndexFunc(sides, func(c dl.Concept) bool { return !isClass(c) }) < 0:
		return listBits(len(sides))
	case ok && both && len(sides) == 2 && l.C == r.C && l.C != dl.Concept(dl.Top{}):
		return priceTwice
	}
	return listBits(len(sides)) + priceUnrelated
}

// rarity returns log₂(members of the largest concept counted / members of c), and 0 if c
// was not counted.
func (k *knowledge) rarity(c dl.Concept) float64 {
	b, ok := k.counted(c)
	if !ok || b.Upper == Unbounded.Upper {
		return 0
	}
	return max(0, math.Log2(float64(k.largest))-k.log(b))
}

// ratio returns log₂(members of c / members of d), at least 0, and 0 if nothing is known of
// d.
func (k *knowledge) ratio(c, d dl.Concept) float64 {
	many, few := k.bounds(c), k.bounds(d)
	if few.Upper == Unbounded.Upper {
		return 0
	}
	return max(0, k.log(many)-k.log(few))
}

// log returns log₂ of a number of members. If only bounds are known it takes the upper
// one, so that no concept is preferred because it could not be counted. Without an
// upper bound it takes the largest count known.
func (k *knowledge) log(b Bounds) float64 {
	n := b.Upper
	if n == Unbounded.Upper {
		n = max(b.Lower, k.largest)
	}
	return math.Log2(float64(max(n, 1)))
}

// digits returns how many digits it takes to name the value. A number counts its digits
// without leading and trailing zeros, a date counts by how round it is.
func digits(v dl.Value) float64 {
	lex := v.Number()
	if v.IsNumber() {
		mantissa, _, _ := strings.Cut(strings.ToUpper(lex), "E")
		plain := strings.Trim(strings.NewReplacer("-", "", ".", "", "+", "").Replace(mantissa), "0")
		return float64(max(len(plain), 1))
	}
	begins := strings.Contains(lex, "-01-01") || v.Kind() == dl.GYear
	ends := strings.Contains(lex, "-12-31")
	var year int
	if _, err := fmt.Sscanf(lex, "%d", &year); err != nil || !begins && !ends {
		return 6
	}
	if ends {
		year++
	}
	switch {
	case year%100 == 0:
		return 1
	case year%10 == 0:
		return 2
	case year%5 == 0:
		return 2.5
	}
	return 3
}
