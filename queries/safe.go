package queries

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// A query can list the individuals that have a class, a value or a neighbour;
// it cannot list those that lack one, except by listing everything. So before
// it is written, a concept is turned into a safe expression, whose extension
// can be listed from facts, or into the complement of one. (Database theory
// calls this domain independence: Abiteboul, Hull, Vianu, Foundations of
// Databases, section 5.3.) It is always possible:
//
//	C ⊓ D, both complements     = ¬(C' ⊔ D')      C ⊔ D, one a complement = ¬(D' ⊓ ¬C)
//	C ⊓ D, one of them          = C minus D'      C ⊔ D, both             = ¬(C' ⊓ D')
//	∀R.C = ¬∃R.¬C               ≤n R.C = ¬(≥n+1 R.C)
//	∃R.C, C a complement        = some R-successor, minus C'
//
// where C' is the safe expression that C is the complement of. Only at the
// root does a complement remain, and only there is the domain needed.
type safe interface {
	concept() dl.Concept // of the same extension, for comments
}

// nothing is ⊥; its complement is ⊤.
type nothing struct{}

// class is a concept name.
type class struct{ iri string }

// nominals are a nominal, or the union of several; at least one.
type nominals struct{ iris []string }

// value is a comparison.
type value struct{ c dl.Compare }

// all is what is in every one of pos and in none of neg; pos is not empty.
type all struct{ pos, neg []safe }

// either is the union; at least two.
type either struct{ of []safe }

// some has at least n ≥ 1 distinct successors by the role that are in all of
// pos and none of neg, where both may be empty.
type some struct {
	n        int
	role     dl.Role
	pos, neg []safe
}

func (nothing) concept() dl.Concept  { return dl.Bottom{} }
func (e class) concept() dl.Concept  { return dl.Name{IRI: e.iri} }
func (e value) concept() dl.Concept  { return e.c }
func (e all) concept() dl.Concept    { return conjunctionOf(e.pos, e.neg) }
func (e either) concept() dl.Concept { return dl.Disj(concepts(e.of, safe.concept)...) }
func (e nominals) concept() dl.Concept {
	return dl.Disj(concepts(e.iris, func(iri string) dl.Concept { return dl.Nominal{IRI: iri} })...)
}

func (e some) concept() dl.Concept {
	if e.n == 1 {
		return dl.Exists{Role: e.role, C: conjunctionOf(e.pos, e.neg)}
	}
	return dl.AtLeast{N: e.n, Role: e.role, C: conjunctionOf(e.pos, e.neg)}
}

func conjunctionOf(pos, neg []safe) dl.Concept {
	negated := func(e safe) dl.Concept { return dl.Not{C: e.concept()} }
	return dl.Conj(append(concepts(pos, safe.concept), concepts(neg, negated)...)...)
}

func concepts[T any](parts []T, concept func(T) dl.Concept) []dl.Concept {
	cs := make([]dl.Concept, len(parts))
	for i, part := range parts {
		cs[i] = concept(part)
	}
	return cs
}

// ErrNotAConcept is returned for the nil interface, a negative number in a
// restriction, an unknown operator and the zero value in a comparison.
var ErrNotAConcept = errors.New("not a concept")

// normal is the safe expression e of which c is the extension, or, if
// complement is true, the complement.
func (a Axioms) normal(c dl.Concept) (e safe, complement bool, err error) {
	n := normalizer{axioms: a}
	e, complement = n.concept(c)
	return e, complement, n.err
}

// normalizer keeps the first error: then what it returns is not to be used.
type normalizer struct {
	axioms Axioms
	err    error
}

func (n *normalizer) concept(c dl.Concept) (e safe, complement bool) {
	switch c := c.(type) {
	case dl.Top:
		return nothing{}, true
	case dl.Bottom:
		return nothing{}, false
	case dl.Name:
		return n.axioms.class(c.IRI), false
	case dl.Nominal:
		return nominals{[]string{c.IRI}}, false
	case dl.Compare:
		return n.comparison(c), false
	case dl.Not:
		e, complement := n.concept(c.C)
		return e, !complement
	case dl.And:
		return n.binary(c.L, c.R, false)
	case dl.Or:
		return n.binary(c.L, c.R, true)
	case dl.Exists:
		return n.restriction(1, c.Role, c.C, false), false
	case dl.ForAll:
		return n.restriction(1, c.Role, c.C, true), true
	case dl.AtLeast:
		if c.N == 0 {
			return nothing{}, true
		}
		return n.restriction(c.N, c.Role, c.C, false), false
	case dl.AtMost:
		return n.restriction(c.N+1, c.Role, c.C, false), true
	}
	return n.fail(""), false
}

// fail is no concept, and why.
func (n *normalizer) fail(format string, args ...any) safe {
	n.err = cmp.Or(n.err, fmt.Errorf("%w"+format, append([]any{ErrNotAConcept}, args...)...))
	return nothing{}
}

// NeedsDomain reports whether the concept only excludes, so that without an
// anchor its query ranges over all individuals of the graph.
func NeedsDomain(c dl.Concept) (bool, error) {
	_, complement, err := Axioms{}.normal(c)
	return complement, err
}

// comparison: NaN is in no relation with anything, and neither is a boolean or
// a string with the operators that need an order.
func (n *normalizer) comparison(c dl.Compare) safe {
	if c.Op > dl.Equal || c.Value == (dl.Value{}) {
		return n.fail(": comparison of %s without an operator or a value", c.Feature)
	}
	if k := c.Value.Kind(); c.Value.IsNaN() || (k == dl.Boolean || k == dl.String) && c.Op != dl.Equal {
		return nothing{}
	}
	return value{c}
}

// binary is C ⊓ D, and by De Morgan's law C ⊔ D, which is ¬(¬C ⊓ ¬D).
func (n *normalizer) binary(l, r dl.Concept, union bool) (safe, bool) {
	c, notC := n.concept(l)
	d, notD := n.concept(r)
	e, complement := meet(c, notC != union, d, notD != union)
	return e, complement != union
}

// meet is the intersection of c and d, each complemented if its flag says so.
func meet(c safe, notC bool, d safe, notD bool) (safe, bool) {
	switch {
	case notC && notD:
		return join(c, d), true
	case notC:
		return without(d, c), false
	case notD:
		return without(c, d), false
	case isNothing(c) || isNothing(d):
		return nothing{}, false
	}
	x, y := conjuncts(c), conjuncts(d)
	pos, some := meetNominals(append(x.pos, y.pos...))
	if !some {
		return nothing{}, false
	}
	return subtractNominals(all{pos, append(x.neg, y.neg...)}), false
}

// join is the union.
func join(c, d safe) safe {
	if isNothing(c) {
		return d
	}
	if isNothing(d) {
		return c
	}
	parts := joinNominals(append(disjuncts(c), disjuncts(d)...))
	if len(parts) == 1 {
		return parts[0]
	}
	return either{parts}
}

// without is c minus d. What d is a union of is taken away one by one.
func without(c, d safe) safe {
	if isNothing(c) || isNothing(d) {
		return c
	}
	x := conjuncts(c)
	return subtractNominals(all{x.pos, append(x.neg, disjuncts(d)...)})
}

func isNothing(c safe) bool {
	_, is := c.(nothing)
	return is
}

func conjuncts(c safe) all {
	if a, ok := c.(all); ok {
		return all{append([]safe(nil), a.pos...), append([]safe(nil), a.neg...)}
	}
	return all{pos: []safe{c}}
}

func disjuncts(c safe) []safe {
	if e, ok := c.(either); ok {
		return append([]safe(nil), e.of...)
	}
	return []safe{c}
}

// restriction is ≥n R.C or, with negated, ≥n R.¬C.
func (n *normalizer) restriction(number int, role dl.Role, c dl.Concept, negated bool) safe {
	if number < 1 {
		return n.fail(": a restriction with a negative number")
	}
	e, complement := n.concept(c)
	s := some{n: number, role: role}
	switch {
	case complement == negated: // the successors are in e
		x := conjuncts(e)
		if isNothing(e) || fewer(x.pos, number) {
			return nothing{}
		}
		s.pos, s.neg = x.pos, x.neg
	case !isNothing(e):
		s.neg = disjuncts(e)
	}
	return s
}

// joinNominals makes one of all the nominals of a union.
func joinNominals(parts []safe) []safe {
	rest, named := splitNominals(parts)
	if len(named) == 0 {
		return rest
	}
	var iris []string
	for _, o := range named {
		for _, iri := range o.iris {
			if !slices.Contains(iris, iri) {
				iris = append(iris, iri)
			}
		}
	}
	return append([]safe{nominals{iris}}, rest...)
}

// meetNominals makes one of all the nominals of a conjunction; ok is false if no
// individual is in all of them.
func meetNominals(parts []safe) (met []safe, ok bool) {
	rest, named := splitNominals(parts)
	if len(named) == 0 {
		return rest, true
	}
	iris := slices.Clone(named[0].iris)
	for _, o := range named[1:] {
		iris = slices.DeleteFunc(iris, func(iri string) bool { return !slices.Contains(o.iris, iri) })
	}
	return append([]safe{nominals{iris}}, rest...), len(iris) > 0
}

// subtractNominals leaves out of the nominals of a conjunction those that it
// excludes, so that no nominal is excluded where others are asked for.
func subtractNominals(c all) safe {
	rest, named := splitNominals(c.pos)
	if len(named) == 1 {
		kept, excluded := splitNominals(c.neg)
		iris := slices.Clone(named[0].iris)
		for _, o := range excluded {
			iris = slices.DeleteFunc(iris, func(iri string) bool { return slices.Contains(o.iris, iri) })
		}
		if len(iris) == 0 {
			return nothing{}
		}
		c = all{append([]safe{nominals{iris}}, rest...), kept}
	}
	if len(c.pos) == 1 && len(c.neg) == 0 {
		return c.pos[0]
	}
	return c
}

func splitNominals(parts []safe) (rest []safe, named []nominals) {
	for _, e := range parts {
		if o, ok := e.(nominals); ok {
			named = append(named, o)
		} else {
			rest = append(rest, e)
		}
	}
	return rest, named
}

// fewer reports whether the nominals among the conditions leave room for fewer
// than n individuals.
func fewer(pos []safe, n int) bool {
	return slices.ContainsFunc(pos, func(e safe) bool {
		o, ok := e.(nominals)
		return ok && len(o.iris) < n
	})
}

func isNominals(e safe) bool {
	_, ok := e.(nominals)
	return ok
}
