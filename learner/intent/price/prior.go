package price

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
)

// Prior tells description lengths by how rare roles and values are.
type Prior struct {
	*ask.Knowledge
	Kinds      []dl.Role // closures that lead from a value to what it is a kind of
	OfClasses  bool      // Options.OfClasses
	Features   float64   // log₂ of the number of features around the examples
	Statements dl.Statements
}

// Needs returns the concepts whose members the graph must be asked to count, to tell the description lengths.
func (k *Prior) Needs(cs []dl.Concept) []dl.Concept {
	return k.AsNeeded(func() {
		for _, c := range cs {
			k.Bits(c)
		}
	})
}

// Bits returns the description length of c: the prior is 2^-bits. It grows with the
// operators of c, and with how rare its roles and values are in the graph.
func (k *Prior) Bits(c dl.Concept) float64 {
	switch c := c.(type) {
	case dl.Top:
		return 0
	case dl.Name:
		return priceRoot*k.rarity(c) + 1
	case dl.Nominal:
		return k.Log(ask.Exactly(k.Largest))
	case dl.Compare:
		if c.Op == dl.Present {
			return priceRole*k.rarity(c) + Top
		}
		if c.Op.OnText() {
			return priceText + priceRoot*k.ratio(dl.Has(c.Feature), c)
		}
		return k.comparison(c) + priceRoot*k.rarity(c)/4
	case dl.Agree:
		return priceAgree + k.Role(c.R) + k.Role(c.S)
	case dl.Less:
		return priceAgree + priceRole*(k.rarity(dl.Has(c.F))+k.rarity(dl.Has(c.G)))
	case dl.Not:
		if v, ok := c.C.(dl.Compare); ok && v.Op == dl.Present { // nor does ¬(∃f)
			return priceNot + priceRole*k.rarity(v)
		}
		if e, ok := c.C.(dl.Exists); ok && e.C == dl.Concept(dl.Top{}) { // ¬∃r.⊤ does not pay for ⊤
			return priceNot + k.Role(e.Role)
		}
		return priceNot + k.Bits(c.C)
	case dl.And:
		return k.conjunction(c)
	case dl.Or:
		sides := dl.Disjuncts(c)
		bits := UnionBits(sides)
		for _, d := range sides {
			bits += k.Bits(d)
		}
		return bits
	}
	role, ok := dl.RoleOf(c)
	if !ok { // ⊥
		return Class
	}
	return k.Role(role) + quantifier(c) + k.filler(below(role), dl.Children(c)[0])
}

// conjunction returns the length of the parts of c, and of what joins them: an interval is one part.
func (k *Prior) conjunction(c dl.And) (bits float64) {
	parts := dl.Conjuncts(c)
	for i, part := range parts {
		if second, ok := secondBound(parts[:i], part); ok {
			bits += second
			continue
		}
		bits += k.Bits(part)
		if i == 0 {
			continue
		}
		bits += And
		if not, is := part.(dl.Not); is {
			bits += k.exclusion(unnegated(c, parts[0]), not.C)
		}
	}
	return bits
}

// unnegated returns the conjunction without its negations, which come last; the first part if there are only these.
func unnegated(c dl.And, first dl.Concept) dl.Concept {
	plain := normal.Unnegated(c)
	if _, is := plain.(dl.Not); is {
		return first
	}
	return plain
}

// exclusion returns what C ⊓ ¬D costs beside its parts: people say what is not meant if much of C is in D.
// It asks for no number. If none tells how much is, it takes D for an accident with one member.
func (k *Prior) exclusion(c, d dl.Concept) float64 {
	var all, left ask.Bounds
	k.AsNeeded(func() { all, left = k.Bounds(c), k.Bounds(dl.And{L: c, R: dl.Not{C: d}}) })
	if all.Exact() && left.Exact() {
		return Excluded(k.Log(all), k.Log(ask.Exactly(all.Lower-left.Lower)))
	}
	return Excluded(k.Log(all), k.Together(k.Log(all), d))
}

// Together estimates log₂ of the number of members of C ⊓ D, as if they were independent; 0 if D was not
// counted.
func (k *Prior) Together(members float64, d dl.Concept) float64 {
	b := k.Bounds(d)
	if b.Upper == ask.Unbounded.Upper {
		return 0
	}
	return members + k.Log(b) - k.Log(ask.Exactly(k.Largest))
}

// Excluded returns the price of excluding so many of so many members, both log₂.
func Excluded(members, both float64) float64 { return priceExcluded * max(0, members-max(0, both)) }

// quantifier returns the length of a restriction without its role and filler.
func quantifier(c dl.Concept) float64 {
	switch c := c.(type) {
	case dl.AtLeast:
		return Number * float64(c.N)
	case dl.AtMost:
		return Number*float64(c.N+1) + priceNot
	case dl.ForAll:
		return priceForAll
	}
	return 0
}

// comparison returns the length of a comparison: its feature is one of those around the examples.
func (k *Prior) comparison(c dl.Compare) float64 { return k.Features + bound(c.Value, c.Op) }

// bound returns the length of the value of a comparison.
func bound(v dl.Value, op dl.Op) float64 {
	switch v.Kind() {
	case dl.Boolean:
		return Top
	case dl.String:
		return Class
	}
	return priceDigit * digits(v, op)
}

// Role returns the length of a role: a rare one is longer.
func (k *Prior) Role(r dl.Role) float64 {
	if slices.Contains(k.Kinds, r) {
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
func (k *Prior) filler(with func(dl.Concept) dl.Concept, filler dl.Concept) float64 {
	rarity := func(c dl.Concept) float64 { return k.ratio(with(dl.Top{}), with(c)) }
	switch f := filler.(type) {
	case dl.Top:
		return Top
	case dl.Name:
		if k.OfClasses { // a value like any other
			return priceValue * rarity(f)
		}
		return Class
	case dl.Nominal:
		return priceValue * rarity(f)
	case dl.Compare:
		return k.compared(with, f)
	case dl.Not:
		return priceNot + priceBelow + k.filler(with, f.C)
	case dl.And:
		parts := dl.Conjuncts(f)
		bits, joins := 0.0, 0
		for i, part := range parts {
			if second, ok := secondBound(parts[:i], part); ok {
				bits += second
				continue
			}
			bits += k.filler(with, part)
			joins += min(i, 1)
		}
		isIn := func(c dl.Concept) bool { return k.isInStatement(with, c) } // its parts have prices of their own
		if joins == 0 || slices.ContainsFunc(parts, isIn) {
			return bits
		}
		return bits + (And+priceBelow)*float64(joins)
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
		return Class
	}
	inner := dl.Children(filler)[0]
	if k.Statements.IsSitelink(next.IRI) && next.IRI == dl.ArticleIn { // an article is in one site
		return k.filler(func(c dl.Concept) dl.Concept { return with(dl.Exists{Role: next, C: c}) }, inner)
	}
	if k.isInStatement(with, filler) {
		return k.inStatement(with, next, inner)
	}
	bits := k.Role(next) + quantifier(filler)
	if next.Closure != dl.Star { // the further step of ∃r.∃s*.C is the closure
		bits += Step
	}
	if _, value := inner.(dl.Nominal); value {
		return bits + priceValue*rarity(filler)
	}
	return bits + k.filler(below(next), inner)
}

// compared returns the length of a comparison below a role.
func (k *Prior) compared(with func(dl.Concept) dl.Concept, c dl.Compare) float64 {
	qualifies := k.Statements.Is(c.Feature, dl.Qualifier) || atReifier(with)
	switch {
	case c.Value.Kind() == dl.Boolean:
		return Class
	case qualifies && c.Op == dl.Present:
		return priceQualify + priceRole*k.ratio(with(dl.Top{}), with(c)) + Top
	case qualifies:
		return priceQualify + bound(c.Value, c.Op)
	case c.Feature == dl.QuantityAmount && k.Statements != "":
		return bound(c.Value, c.Op)
	case c.Op == dl.Present || c.Op.OnText():
		return k.Bits(c)
	}
	return k.comparison(c)
}

// isInStatement reports whether the concept, which with returns another one with, is about the value or a qualifier of
// a statement.
func (k *Prior) isInStatement(with func(dl.Concept) dl.Concept, c dl.Concept) bool {
	r, isRole := dl.RoleOf(c)
	v, compares := c.(dl.Compare)
	if compares {
		r.IRI = v.Feature
	}
	return k.Statements.IsInner(r.IRI) || (isRole || compares) && atReifier(with)
}

// atReifier reports whether with returns a concept about the reifiers of statements.
func atReifier(with func(dl.Concept) dl.Concept) bool {
	e, _ := with(dl.Top{}).(dl.Exists)
	_, toValue, reified := dl.ReifiedBy(e.Role.IRI)
	return reified && !toValue && e.C == dl.Concept(dl.Top{})
}

// inStatement returns the length of a step from a statement: its value costs what a direct one does, and a
// qualifier a little more.
func (k *Prior) inStatement(with func(dl.Concept) dl.Concept, next dl.Role, inner dl.Concept) float64 {
	through := func(c dl.Concept) dl.Concept { return with(dl.Exists{Role: next, C: c}) }
	_, isQuantity := k.Statements.PlainOf(next.IRI)
	_, toValue, _ := dl.ReifiedBy(next.IRI)
	switch {
	case next.IRI == dl.QuantityUnit:
		return Top
	case isQuantity:
		return priceQualify + k.filler(through, inner)
	case toValue, k.Statements.Is(next.IRI, dl.ValueOf):
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
func listBits(n int) float64 { return Or + priceSide*float64(n-2) }

// UnionBits returns the price of the operators of a union of these sides: a list of classes, a value of
// one of two roles, or concepts that are not related.
func UnionBits(sides []dl.Concept) float64 {
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
func (k *Prior) rarity(c dl.Concept) float64 {
	b, ok := k.Counted(c)
	if !ok || b.Upper == ask.Unbounded.Upper {
		return 0
	}
	return max(0, math.Log2(float64(k.Largest))-k.Log(b))
}

// ratio returns log₂(members of c / members of d), at least 0, and 0 if nothing is known of
// d.
func (k *Prior) ratio(c, d dl.Concept) float64 {
	many, few := k.Bounds(c), k.Bounds(d)
	if few.Upper == ask.Unbounded.Upper {
		return 0
	}
	return max(0, k.Log(many)-k.Log(few))
}

// Log returns log₂ of a number of members. If only bounds are known it takes the upper
// one, so that no concept is preferred because it could not be counted. Without an
// upper bound it takes the largest count known.
func (k *Prior) Log(b ask.Bounds) float64 {
	n := b.Upper
	if n == ask.Unbounded.Upper {
		n = max(b.Lower, k.Largest)
	}
	return math.Log2(float64(max(n, 1)))
}

// digits returns how many digits it takes to name the value that things are compared with. A number counts its digits
// without leading and trailing zeros, a date counts by how round it is: what is up to 1969 is before 1970.
func digits(v dl.Value, op dl.Op) float64 {
	lex := v.Number()
	if v.IsNumber() {
		mantissa, _, _ := strings.Cut(strings.ToUpper(lex), "E")
		plain := strings.Trim(strings.NewReplacer("-", "", ".", "", "+", "").Replace(mantissa), "0")
		return float64(max(len(plain), 1))
	}
	begins := strings.Contains(lex, "-01-01") || v.Kind() == dl.GYear
	ends := strings.Contains(lex, "-12-31") || v.Kind() == dl.GYear && op == dl.LessEq
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
