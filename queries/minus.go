package queries

import (
	"fmt"
	"slices"
)

// addMinus takes e away. The block shares v and no other variable with what is
// around it and binds all that it filters, so MINUS and NOT EXISTS would mean
// the same, and it can be evaluated on its own: engines differ on filters that
// look outside (W3C, SPARQL 1.1 Query, section 8.3).
//
// Where Virtuoso gets that wrong (LooseOrder), what is to be taken away is
// looked for in an OPTIONAL, which then must have failed; more successors than
// one are counted there.
func (t *translator) addMinus(g *group, e safe, v string) error {
	if o, ok := e.(nominals); ok {
		return t.excludeNominals(g, o, v)
	}
	head := comment("not: " + t.describe(e))
	if !t.o.Dialect.Has(LooseOrder) || !t.needsOptional(e) {
		inner := t.inner(v, false, true)
		if err := t.add(inner, e, v); err != nil {
			return err
		}
		if _, restricted := e.(some); restricted { // which comes with the same comment
			head = ""
		}
		g.minus = append(g.minus, head+"MINUS {\n"+inner.String()+"}\n")
		return nil
	}
	if s, ok := e.(some); ok && s.n == 2 && t.isFlat(s) {
		return t.addPairMinus(g, s, v)
	}
	return t.addOptionalMinus(g, e, v, head)
}

// addOptionalMinus takes e away by an OPTIONAL that must have failed. A COUNT(*) in it
// would be wrong: with it, Virtuoso does not look at a MINUS whose sides are unions.
func (t *translator) addOptionalMinus(g *group, e safe, v, head string) error {
	inner := t.inner(v, false, true)
	s, restricted := e.(some)
	if !restricted || s.n == 1 {
		found := t.variable("excluded")
		if err := t.add(inner, e, v); err != nil {
			return err
		}
		g.minus = append(g.minus, fmt.Sprintf("%sOPTIONAL {\nSELECT DISTINCT %s (1 AS %s)\nWHERE {\n%s}\nLIMIT %d\n}\nFILTER(!BOUND(%[3]s))\n",
			head, v, found, inner, allRows))
		return nil
	}
	n := t.variable("count")
	w, err := t.addSuccessor(inner, s, v, "")
	if err != nil {
		return err
	}
	g.minus = append(g.minus, fmt.Sprintf("%sOPTIONAL {\nSELECT %s (COUNT(DISTINCT %s) AS %s)\nWHERE {\n%s}\nGROUP BY %[2]s\n}\nFILTER(!BOUND(%[4]s) || %[4]s < %[6]d)\n",
		head, v, w, n, inner, s.n))
	return nil
}

// addPairMinus takes away what has two different successors, which Virtuoso
// finds much faster than it counts. For more than two, the number of
// combinations at a hub would be too large.
func (t *translator) addPairMinus(g *group, e some, v string) error {
	inner := t.inner(v, false, true)
	first, err := t.addSuccessor(inner, e, v, "")
	if err != nil {
		return err
	}
	second, err := t.addSuccessor(inner, e, v, "")
	if err != nil {
		return err
	}
	inner.filters = append(inner.filters, fmt.Sprintf("FILTER(%s != %s)\n", first, second))
	g.minus = append(g.minus, comment("not: "+t.describe(e))+"MINUS {\n"+inner.String()+"}\n")
	return nil
}

// isFlat reports whether what the successors must be is written as triples and
// filters, and nothing more.
func (t *translator) isFlat(e some) bool {
	if len(e.neg) > 0 || len(t.o.Axioms.roles(e.role)) > 1 {
		return false
	}
	for _, c := range e.pos {
		switch c := c.(type) {
		case class:
			if t.vocab.Closure && !t.vocab.InlinePath {
				return false
			}
		case value:
			if len(t.o.Axioms.features(c.c.Feature)) > 1 {
				return false
			}
		case nominals:
			if len(c.iris) > 1 {
				return false
			}
		case some:
			if c.n > 1 || !t.isFlat(c) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// needsOptional reports whether Virtuoso would get MINUS { e } wrong: somewhere in e
// more than one successor is asked for; or there are two subselects of
// subclasses, or one and something taken away, or a union and either; or there is
// a nominal that is not written in place of its variable.
func (t *translator) needsOptional(e safe) bool {
	var groups, unions bool
	subselects, negations := 0, 0
	var visit func(e safe)
	each := func(lists ...[]safe) {
		for _, c := range slices.Concat(lists...) {
			visit(c)
		}
	}
	visit = func(e safe) {
		switch e := e.(type) {
		case class:
			if t.vocab.Closure && !t.vocab.InlinePath {
				subselects++
			}
		case entailed:
			visit(e.class)
			unions = true
		case value:
			unions = unions || len(t.o.Axioms.features(e.c.Feature)) > 1
		case all:
			negations += len(e.neg)
			groups = groups || slices.ContainsFunc(e.pos, isNominals)
			each(e.pos, e.neg)
		case either:
			unions, groups = true, groups || slices.ContainsFunc(e.of, isNominals)
			each(e.of)
		case some:
			unions = unions || len(t.o.Axioms.roles(e.role)) > 1
			groups = groups || e.n > 1 || slices.ContainsFunc(e.pos, isNominals) && !t.isFlat(e)
			negations += len(e.neg)
			each(e.pos, e.neg)
		}
	}
	visit(e)
	return groups || subselects > 1 || subselects+negations > 1 && subselects > 0 || unions && subselects+negations > 0
}
