package price

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/interp"
)

// A user can judge conditions as well as individuals: all that are meant satisfy D, none does, or D is no part of
// what is meant. "None does" is the same as all satisfying ¬D. A judgement may be wrong, as an example may be, so it
// costs a candidate bits and rules none out:
//
//	all satisfy D     Broken if C has members outside D; D as a part of C costs no bits, because the user said it
//	D is likely       the same with priceDoubted: D is a part of a draft that somebody wrote from words alone
//	D is no part      Broken if a part of C says D, priceNeedless if all members of C only happen to be in D;
//	                  priceAlike if a part asks for another value of the properties of D, which may be as accidental
//
// A judgement also proposes: D is a condition of the search whether examples show it or not, and the best
// conjunctions become candidates with what must be and without what need not be.
const (
	Broken        = 20
	priceDoubted  = 6
	priceNeedless = 5
	priceAlike    = 3
)

// Required holds the judgements of the user.
type Required struct {
	k    *Prior
	All  []ask.Requirement
	Must []demand
	Free []dl.Concept // need not be
	free []string     // the properties of each of these
}

// A demand is a conjunct that must be, in the form of the search.
type demand struct {
	Concept dl.Concept
	Price   float64    // bits for a candidate that breaks it
	set     interp.Set // its members, nil where the graph has to be asked about them
}

// Read sorts the judgements.
func (q *Required) Read() {
	q.Must, q.Free, q.free = nil, nil, nil
	for _, r := range q.All {
		if r.Answer == ask.NeedNot {
			c := normal.Of(r.Concept)
			q.Free, q.free = append(q.Free, c), append(q.free, normal.PropertiesOf(c))
		}
		price := float64(Broken)
		if r.Answer == ask.Likely {
			price = priceDoubted
		}
		for _, c := range Demanded(r) {
			if i := q.place(c); i >= 0 {
				q.Must[i].Price = max(q.Must[i].Price, price)
			} else {
				set, _ := q.k.Extension(c)
				q.Must = append(q.Must, demand{c, price, set})
			}
		}
	}
}

// Demanded returns the conjuncts that must be, in the form of the search.
func Demanded(r ask.Requirement) []dl.Concept {
	switch c := normal.Of(r.Concept); r.Answer {
	case ask.Must, ask.Likely:
		return dl.Conjuncts(c)
	case ask.MustNot:
		return dl.Conjuncts(normal.Of(normal.Complement(c)))
	}
	return nil
}

// place returns the place of the conjunct in must, -1 if it is not there.
func (q *Required) place(c dl.Concept) int {
	return slices.IndexFunc(q.Must, func(d demand) bool { return d.Concept == c })
}

// Entails reports whether all members of c are in d.
func (q *Required) Entails(c, d dl.Concept) ask.Truth {
	if normal.Says(c, d) {
		return ask.Yes
	}
	x, isKnown := q.k.Extension(c)
	y, areKnown := q.k.Extension(d)
	if isKnown && areKnown {
		if y.IsSuperSet(x) {
			return ask.Yes
		}
		return ask.No
	}
	all, both := q.k.Bounds(c), q.k.Bounds(normal.Conjunction(c, d))
	switch {
	case all.Exact() && both == all:
		return ask.Yes
	case both.Upper < all.Lower:
		return ask.No
	}
	return ask.Unknown
}

// Bits returns what the judgements add to the score of a concept.
func (q *Required) bits(c dl.Concept) (bits float64) {
	if len(q.Must)+len(q.Free) == 0 {
		return 0
	}
	parts := dl.Conjuncts(c)
	for _, d := range q.Must {
		switch {
		case slices.Contains(parts, d.Concept):
			bits -= q.k.Bits(d.Concept)
		case q.Entails(c, d.Concept) != ask.Yes:
			bits += d.Price
		}
	}
	for _, d := range q.Free {
		switch {
		case normal.Says(c, d):
			bits += Broken
		case q.Entails(c, d) == ask.Yes:
			bits += priceNeedless
		}
	}
	for _, part := range parts {
		if q.place(part) < 0 {
			bits += q.alike(part)
		}
	}
	return bits
}

// alike returns the price of the likeness of the condition to what need not be. A wider condition is not like it, nor
// a negation: the examples do not show these by accident.
func (q *Required) alike(c dl.Concept) (bits float64) {
	if _, is := c.(dl.Not); is || len(q.Free) == 0 {
		return 0
	}
	of := normal.PropertiesOf(c)
	for i, d := range q.Free {
		if of != "" && of == q.free[i] && !normal.Implies(d, c) && !normal.Implies(c, d) {
			bits += priceAlike
		}
	}
	return bits
}

// Outweighed returns how many judgements the concept contradicts.
func (q *Required) Outweighed(c dl.Concept) (n int) {
	for _, d := range q.Must {
		if d.Price == Broken && q.Entails(c, d.Concept) == ask.No {
			n++
		}
	}
	for _, d := range q.Free {
		if normal.Says(c, d) {
			n++
		}
	}
	return n
}

// Price returns the bits of a condition of the search. What the user said costs nothing.
func (q *Required) Price(c dl.Concept, bits float64) float64 {
	switch {
	case q.place(c) >= 0:
		return 0
	case slices.ContainsFunc(q.Free, func(d dl.Concept) bool { return normal.Implies(c, d) }):
		return bits + Broken
	}
	return bits + q.alike(c)
}

// Meets returns what must be that the condition says, as a set of the first 64 places of must. The search needs no
// more: the score of what it finds counts all.
func (q *Required) Meets(c dl.Concept) (met uint64) {
	for i, d := range q.Must[:min(len(q.Must), 64)] {
		if normal.Implies(c, d.Concept) {
			met |= 1 << i
		}
	}
	return met
}

// Broken returns the price of what must be that is not met: set has the members, met what parts say.
func (q *Required) Broken(set []uint64, met uint64) (bits float64) {
	for i, d := range q.Must[:min(len(q.Must), 64)] {
		if met>>i&1 == 1 || d.set != nil && isWithin(set, d.set.Words()) {
			continue
		}
		bits += d.Price
	}
	return bits
}

func isWithin(set, of []uint64) bool {
	for i, word := range set {
		if i < len(of) {
			word &^= of[i]
		}
		if word != 0 {
			return false
		}
	}
	return true
}

// Split returns what must be, without the negations or only these.
func (q *Required) Split() (plain, not []dl.Concept) {
	for _, d := range q.Must {
		if _, is := d.Concept.(dl.Not); is {
			not = append(not, d.Concept)
		} else {
			plain = append(plain, d.Concept)
		}
	}
	return plain, not
}
