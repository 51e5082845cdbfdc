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
// Where Virtuoso gets that wrong (LooseOrder), what is to be taken away is listed in
// a subselect with a LIMIT; or, where that is not enough, looked for in an OPTIONAL,
// which then must have failed and takes longer. It is not enough beside VALUES: there
// Virtuoso does not look at another MINUS. More successors than one are counted there.
func (t *translator) addMinus(g *group, e safe, v string) error {
	if o, ok := e.(nominals); ok {
		return t.excludeNominals(g, o, v)
	}
	head := comment("not: " + t.describe(e))
	if !t.o.Dialect.Has(LooseOrder) || !t.o.needsOptional(e) {
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
	if s, ok := e.(some); ok && s.n == 2 && t.o.isFlat(s) {
		return t.addPairMinus(g, s, v)
	}
	if c := t.o.contents(e); !g.given && c.unions == 0 && !c.counted && !c.unbound {
		inner := t.inner(v, false, true)
		if err := t.add(inner, e, v); err != nil {
			return err
		}
		g.minus = append(g.minus, fmt.Sprintf("%sMINUS {\nSELECT DISTINCT %s\nWHERE {\n%s}\nLIMIT %d\n}\n", head, v, inner, allRows))
		return nil
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
func (o Options) isFlat(e some) bool {
	if len(e.neg) > 0 || !o.Axioms.oneStep(e.role) {
		return false
	}
	for _, c := range e.pos {
		switch c := c.(type) {
		case class:
			if o.listsSubclasses() {
				return false
			}
		case value:
			if len(o.Axioms.features(c.c.Feature)) > 1 {
				return false
			}
		case nominals:
			if len(c.iris) > 1 {
				return false
			}
		case some:
			if c.n > 1 || !o.isFlat(c) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// needsOptional reports whether Virtuoso would get MINUS { e } wrong: somewhere in e
// more than one successor is asked for; or there are two subselects of subclasses, or
// one and something taken away, or a union and either, or two unions, beside which
// it does not look at another MINUS; or there is a nominal that is not written in
// place of its variable.
func (o Options) needsOptional(e safe) bool {
	c := o.contents(e)
	return c.counted || c.unbound || c.unions > 1 || c.subselects > 1 ||
		c.subselects > 0 && c.negations > 0 || c.unions > 0 && c.subselects+c.negations > 0
}

// contents is what the pattern of an expression has that engines get wrong together.
type contents struct {
	counted, unbound              bool // several successors; nominals not in place of a variable
	subselects, negations, unions int
}

// contents counts what is written for e and all within.
func (o Options) contents(e safe) (n contents) {
	switch e := e.(type) {
	case class:
		if o.listsSubclasses() {
			n.subselects = 1
		}
	case entailed:
		n = o.contents(e.class)
		n.subselects *= 1 + len(e.others)
		n.unions++
	case value:
		n.addUnion(len(o.Axioms.features(e.c.Feature)) > 1)
	case all:
		n = o.contentsOf(e.pos, e.neg)
		n.unbound = n.unbound || slices.ContainsFunc(e.pos, isNominals)
	case either:
		n = o.contentsOf(e.of, nil)
		n.unbound = n.unbound || slices.ContainsFunc(e.of, isNominals)
		n.unions++
	case some:
		n = o.contentsOf(e.pos, e.neg)
		n.addUnion(!o.Axioms.oneStep(e.role))
		n.counted = n.counted || e.n > 1
		n.unbound = n.unbound || slices.ContainsFunc(e.pos, isNominals) && !o.isFlat(e)
	}
	return n
}

// contentsOf sums up the contents of the parts of a conjunction.
func (o Options) contentsOf(pos, neg []safe) contents {
	sum := contents{negations: len(neg)}
	for _, e := range slices.Concat(pos, neg) {
		n := o.contents(e)
		sum.counted, sum.unbound = sum.counted || n.counted, sum.unbound || n.unbound
		sum.subselects += n.subselects
		sum.negations += n.negations
		sum.unions += n.unions
	}
	return sum
}

func (n *contents) addUnion(is bool) {
	if is {
		n.unions++
	}
}

// listsSubclasses reports whether the subclasses of a class are listed in a subselect:
// Virtuoso 7 drops members of subclasses without a word where a path meets something
// else that binds the individual.
func (o Options) listsSubclasses() bool { return o.Vocabulary.Closure && o.Dialect.Has(LooseOrder) }
