package queries

import "slices"

// isFlat reports whether the conditions on the successors are triples and filters only.
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

// needsOptional reports whether Virtuoso evaluates MINUS { e } wrongly. It does if e has
// a count of successors, or a nominal that does not replace its variable. It also
// ignores a MINUS beside two subselects of subclasses, one and a MINUS, a union and
// either of these, or two unions.
func (o Options) needsOptional(e safe) bool {
	c := o.contents(e)
	return c.counted || c.unbound || c.unions > 1 || c.subselects > 1 ||
		c.subselects > 0 && c.negations > 0 || c.unions > 0 && c.subselects+c.negations > 0
}

// excludesNominals reports whether e is a conjunction that excludes nominals and something
// else. Beside VALUES, Virtuoso then evaluates MINUS { e } wrongly.
func excludesNominals(e safe) bool {
	c, ok := e.(all)
	return ok && slices.ContainsFunc(c.neg, isNominals)
}

// contents counts the parts of a pattern that engines evaluate wrongly in combination.
type contents struct {
	counted, unbound              bool // a count of successors; a nominal that does not replace its variable
	subselects, negations, unions int
}

// contents returns the contents of the pattern of e.
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

// contentsOf returns the contents of the pattern of a conjunction.
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

// listsSubclasses reports whether queries list the subclasses of a class in a subselect.
// Virtuoso 7 silently drops members of subclasses if another pattern beside the path
// binds the individual.
func (o Options) listsSubclasses() bool { return o.Vocabulary.Closure && o.Dialect.Has(LooseOrder) }

// successorByName returns the IRI of the nominal that replaces the variable of the
// successor, and the other conditions on the successor. ok is false if no nominal can
// replace it: there is none or several, or the other conditions need a variable.
func (o Options) successorByName(e some) (iri string, rest []safe, ok bool) {
	at := slices.IndexFunc(e.pos, func(c safe) bool {
		named, ok := c.(nominals)
		return ok && len(named.iris) == 1
	})
	if at < 0 || e.n > 1 || !o.isFlat(e) {
		return "", nil, false
	}
	return e.pos[at].(nominals).iris[0], slices.Delete(slices.Clone(e.pos), at, at+1), true
}
