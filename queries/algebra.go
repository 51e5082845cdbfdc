package queries

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// A query can list the individuals that have a class, a value or a neighbour. It
// cannot list those that have none, except by listing everything. So the translation
// first turns a concept into a safe expression, whose extension can be listed from
// facts, or into the complement of one. (Database theory calls this domain
// independence: Abiteboul, Hull, Vianu, Foundations of Databases, section 5.3.) This is
// always possible:
//
//	C ⊓ D, both complements     = ¬(C' ⊔ D')      C ⊔ D, one a complement = ¬(D' ⊓ ¬C)
//	C ⊓ D, one of them          = C minus D'      C ⊔ D, both             = ¬(C' ⊓ D')
//	∀R.C = ¬∃R.¬C               ≤n R.C = ¬(≥n+1 R.C)
//	∃R.C, C a complement        = some R-successor, minus C'
//
// where C' is the safe expression whose complement is C. So a complement remains at the
// root only, and only there the query needs the domain.
type safe interface {
	concept() dl.Concept                   // a concept with the same extension, for comments
	add(t *translator, g *group, v string) // adds the condition that v is in it to a pattern
}

// nothing is ⊥; its complement is ⊤.
type nothing struct{}

// class is a concept name.
type class struct{ iri string }

// nominals is the union of one or more nominals.
type nominals struct{ iris []string }

// unknown is the set of unknown values of a Wikibase, which the nominal of the namespace stands for. They
// are blank nodes, or IRIs in the namespace.
type unknown struct{ namespace string }

type value struct{ c dl.Compare }

// all is the intersection of pos minus the union of neg. pos is not empty.
type all struct{ pos, neg []safe }

// either is the union of at least two expressions.
type either struct{ of []safe }

// some is the set of individuals with at least n ≥ 1 distinct successors by the role that
// are in all of pos and none of neg. Here pos may be empty.
type some struct {
	n     int
	below int // there are fewer than this number; 0: there may be any number
	role  dl.Role
	all
}

func (nothing) concept() dl.Concept   { return dl.Bottom{} }
func (e class) concept() dl.Concept   { return dl.Name{IRI: e.iri} }
func (e unknown) concept() dl.Concept { return dl.Nominal{IRI: e.namespace} }
func (e value) concept() dl.Concept   { return e.c }
func (e either) concept() dl.Concept  { return dl.Disj(concepts(e.of, safe.concept)...) }

func (e nominals) concept() dl.Concept {
	return dl.Disj(concepts(e.iris, func(iri string) dl.Concept { return dl.Nominal{IRI: iri} })...)
}

func (e all) concept() dl.Concept {
	negated := func(e safe) dl.Concept { return dl.Not{C: e.concept()} }
	return dl.Conj(append(concepts(e.pos, safe.concept), concepts(e.neg, negated)...)...)
}

func (e some) concept() dl.Concept {
	if e.n == 1 {
		return dl.Exists{Role: e.role, C: e.all.concept()}
	}
	least := dl.AtLeast{N: e.n, Role: e.role, C: e.all.concept()}
	if e.below == 0 {
		return least
	}
	return dl.And{L: least, R: dl.AtMost{N: e.below - 1, Role: e.role, C: least.C}}
}

// entailed is a class with its equivalent classes and evidence.
type entailed struct {
	class
	others []string
	Evidence
}

// subjectsOf is the set of subjects of statements with one of the properties, at least
// one.
type subjectsOf struct{ of []string }

// linked is the set of individuals with a successor by one of the roles, at least one.
type linked struct{ by []dl.Role }

func (e subjectsOf) concept() dl.Concept {
	return dl.Disj(concepts(e.of, func(p string) dl.Concept { return dl.Exists{Role: dl.Role{IRI: p}, C: dl.Top{}} })...)
}

func (e linked) concept() dl.Concept {
	return dl.Disj(concepts(e.by, func(r dl.Role) dl.Concept { return dl.Exists{Role: r, C: dl.Top{}} })...)
}

func parts(e safe) []safe {
	switch e := e.(type) {
	case all:
		return slices.Concat(e.pos, e.neg)
	case some:
		return parts(e.all)
	case either:
		return e.of
	}
	return nil
}

func concepts[T any](parts []T, concept func(T) dl.Concept) []dl.Concept {
	cs := make([]dl.Concept, len(parts))
	for i, part := range parts {
		cs[i] = concept(part)
	}
	return cs
}

// ErrNotAConcept reports the nil interface, a negative number in a restriction, an
// unknown operator or the zero value in a comparison.
var ErrNotAConcept = errors.New("not a concept")

func (o Options) normalize(c dl.Concept) (e safe, complement bool, err error) {
	n := normalizer{axioms: o.Axioms, noZeroSteps: o.Dialect.Has(LooseOrder)}
	e, complement = n.concept(c)
	return e, complement, n.err
}

// normalizer keeps the first error; after an error its results must not be used.
type normalizer struct {
	axioms       Axioms
	mayBeUnknown bool // the concept is about values or qualifiers of statements
	noZeroSteps  bool // the engine needs ∃r*.C without paths of no steps
	err          error
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
		if n.mayBeUnknown && dl.IsUnknownValue(c.IRI) {
			return unknown{c.IRI}, false
		}
		return nominals{[]string{c.IRI}}, false
	case dl.Compare:
		return n.comparison(c), false
	case dl.Agree:
		return n.agreement(c)
	case dl.Less:
		return less{c}, false
	case dl.Not:
		e, complement := n.concept(c.C)
		return e, !complement
	case dl.And:
		return n.binary(c.L, c.R, false)
	case dl.Or:
		return n.binary(c.L, c.R, true)
	case dl.Exists:
		return n.closure(1, c.Role, c.C, false)
	case dl.ForAll:
		e, complement := n.closure(1, c.Role, c.C, true)
		return e, !complement
	case dl.AtLeast:
		if c.N == 0 {
			return nothing{}, true
		}
		return n.closure(c.N, c.Role, c.C, false)
	case dl.AtMost:
		e, complement := n.closure(c.N+1, c.Role, c.C, false)
		return e, !complement
	}
	return n.fail(""), false
}

func (n *normalizer) fail(format string, args ...any) safe {
	n.err = cmp.Or(n.err, fmt.Errorf("%w"+format, append([]any{ErrNotAConcept}, args...)...))
	return nothing{}
}

// comparison returns the expression of c. No value satisfies a comparison with NaN, or
// with ≥ or ≤ and a boolean or string.
func (n *normalizer) comparison(c dl.Compare) safe {
	if err := c.Validate(); err != nil {
		return n.fail(": comparison of %s: %v", c.Feature, err)
	}
	if c.Op == dl.Present || c.Op == dl.Many {
		return valued{n: max(c.N(), 1), feature: c.Feature}
	}
	if c.Op.OnText() {
		return value{c}
	}
	if k := c.Value.Kind(); c.Value.IsNaN() || (k == dl.Boolean || k == dl.String) && c.Op != dl.Equal {
		return nothing{}
	}
	return value{c}
}

// binary returns the expression of C ⊓ D or, if union is set, of C ⊔ D, which is
// ¬(¬C ⊓ ¬D) by De Morgan's law.
func (n *normalizer) binary(l, r dl.Concept, union bool) (safe, bool) {
	c, notC := n.concept(l)
	d, notD := n.concept(r)
	e, complement := meet(c, notC != union, d, notD != union)
	return e, complement != union
}

// meet returns the intersection of c and d, or of their complements if notC or notD is
// set. The second result says whether the result is a complement.
func meet(c safe, notC bool, d safe, notD bool) (safe, bool) {
	switch {
	case notC && notD:
		return join(c, d), true
	case notC:
		return subtract(d, c), false
	case notD:
		return subtract(c, d), false
	case is[nothing](c) || is[nothing](d):
		return nothing{}, false
	}
	x, y := conjuncts(c), conjuncts(d)
	return reduce(all{append(x.pos, y.pos...), append(x.neg, y.neg...)}), false
}

func join(c, d safe) safe {
	if is[nothing](c) {
		return d
	}
	if is[nothing](d) {
		return c
	}
	parts := joinNominals(append(disjuncts(c), disjuncts(d)...))
	if len(parts) == 1 {
		return parts[0]
	}
	return either{parts}
}

func subtract(c, d safe) safe {
	if is[nothing](c) || is[nothing](d) {
		return c
	}
	x := conjuncts(c)
	return reduce(all{x.pos, append(x.neg, disjuncts(d)...)})
}

func conjuncts(c safe) all {
	if a, ok := c.(all); ok {
		return all{slices.Clone(a.pos), slices.Clone(a.neg)}
	}
	return all{pos: []safe{c}}
}

func disjuncts(c safe) []safe {
	if e, ok := c.(either); ok {
		return slices.Clone(e.of)
	}
	return []safe{c}
}

func is[T safe](e safe) bool {
	_, is := e.(T)
	return is
}

// restriction returns the expression of ≥n R.C or, if negated is set, of ≥n R.¬C.
func (n *normalizer) restriction(number int, role dl.Role, c dl.Concept, negated bool) safe {
	if number < 1 {
		return n.fail(": a restriction with a negative number")
	}
	outer := n.mayBeUnknown
	n.mayBeUnknown = !role.Inverse && dl.MayBeUnknown(role.IRI)
	e, complement := n.concept(c)
	n.mayBeUnknown = outer
	s := some{n: number, role: role}
	switch {
	case complement == negated: // the successors are in e
		s.all = conjuncts(e)
		if is[nothing](e) || allowsFewer(s.pos, number) {
			return nothing{}
		}
	case !is[nothing](e):
		s.neg = disjuncts(e)
	}
	return s
}

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

// reduce returns c with all its nominals in one expression. It removes the nominals that c
// also excludes, so that no pattern with nominals excludes nominals.
func reduce(c all) safe {
	if rest, named := splitNominals(c.pos); len(named) > 0 {
		kept, excluded := splitNominals(c.neg)
		iris := slices.DeleteFunc(slices.Clone(named[0].iris), func(iri string) bool {
			has := func(o nominals) bool { return slices.Contains(o.iris, iri) }
			lacks := func(o nominals) bool { return !has(o) }
			return slices.ContainsFunc(named, lacks) || slices.ContainsFunc(excluded, has)
		})
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

func allowsFewer(pos []safe, n int) bool {
	return slices.ContainsFunc(pos, func(e safe) bool {
		o, ok := e.(nominals)
		return ok && len(o.iris) < n || is[unknown](e) && n > 1
	})
}
