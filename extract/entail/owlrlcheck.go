package entail

import (
	"fmt"
	"slices"
	"strings"
)

// contradictions applies the rules whose conclusion is false to a closed graph. The
// restrictions are by node.
func contradictions(g *triples, restrictions map[int][]restriction) []Inconsistency {
	c := &checker{triples: g}
	for _, x := range g.subjects[[2]int{g.typ, g.iri(owl + "Nothing")}] {
		c.report("cls-nothing2", "%s is a member of owl:Nothing", x)
	}
	c.checkProperties()
	for _, t := range g.with[g.iri(owl+"disjointWith")] {
		c.checkDisjoint("cax-dw", t[0], t[2])
	}
	for _, t := range g.with[g.iri(owl+"complementOf")] {
		c.checkDisjoint("cls-com", t[0], t[2])
	}
	c.eachPair("AllDisjointClasses", func(a, b int) { c.checkDisjoint("cax-adc", a, b) })
	different := func(rule string) func(a, b int) {
		return func(a, b int) {
			if a != b && g.known[triple{a, g.sameAs, b}] {
				c.report(rule, "%s and %s are the same and different", min(a, b), max(a, b))
			}
		}
	}
	for _, t := range g.with[g.iri(owl+"differentFrom")] {
		different("eq-diff1")(t[0], t[2])
	}
	c.eachPair("AllDifferent", different("eq-diff2"))
	c.checkRestrictions(restrictions)
	slices.SortStableFunc(c.all, func(a, b Inconsistency) int {
		return strings.Compare(a.Rule+a.Message, b.Rule+b.Message)
	})
	return slices.Compact(c.all)
}

type checker struct {
	*triples
	all []Inconsistency
}

// report adds an inconsistency. format has a %s for each of the terms.
func (c *checker) report(rule, format string, terms ...int) {
	if len(c.all) >= maxInconsistencies {
		return
	}
	names := make([]any, len(terms))
	for i, t := range terms {
		names[i] = spell(c.terms[t])
	}
	c.all = append(c.all, Inconsistency{rule, fmt.Sprintf(format, names...)})
}

func (c *checker) checkDisjoint(rule string, a, b int) {
	for _, x := range c.subjects[[2]int{c.typ, a}] {
		if c.known[triple{x, c.typ, b}] {
			c.report(rule, "%s is a member of %s and of %s, which are disjoint", x, a, b)
		}
	}
}

// eachPair calls visit for every pair of elements in the lists of owl:members and
// owl:distinctMembers of the axioms of a class, such as AllDifferent.
func (c *checker) eachPair(class string, visit func(a, b int)) {
	for _, node := range c.subjects[[2]int{c.typ, c.iri(owl + class)}] {
		for _, predicate := range []string{"members", "distinctMembers"} {
			for _, list := range c.objects[[2]int{node, c.iri(owl + predicate)}] {
				items := c.list(list)
				for i, a := range items {
					for _, b := range items[:i] {
						if c.check(); c.stopped != nil {
							return
						}
						visit(b, a)
					}
				}
			}
		}
	}
}

func (c *checker) checkProperties() {
	for _, p := range c.subjects[[2]int{c.typ, c.iri(owl + "IrreflexiveProperty")}] {
		for _, t := range c.with[p] {
			if t[0] == t[2] {
				c.report("prp-irp", "%s is linked to itself by %s, which is irreflexive", t[0], p)
			}
		}
	}
	for _, p := range c.subjects[[2]int{c.typ, c.iri(owl + "AsymmetricProperty")}] {
		for _, t := range c.with[p] {
			if t[0] <= t[2] && c.known[triple{t[2], p, t[0]}] {
				c.report("prp-asyp", "%s and %s are linked both ways by %s, which is asymmetric", t[0], t[2], p)
			}
		}
	}
	both := func(rule string) func(p, q int) {
		return func(p, q int) {
			for _, t := range c.with[p] {
				if c.known[triple{t[0], q, t[2]}] {
					c.report(rule, "%s and %s are linked by %s and by %s, which are disjoint", t[0], t[2], p, q)
				}
			}
		}
	}
	for _, t := range c.with[c.iri(owl+"propertyDisjointWith")] {
		both("prp-pdw")(t[0], t[2])
	}
	c.eachPair("AllDisjointProperties", both("prp-adp"))
	for target, rule := range map[string]string{"targetIndividual": "prp-npa1", "targetValue": "prp-npa2"} {
		for _, t := range c.with[c.iri(owl+target)] {
			for _, s := range c.objects[[2]int{t[0], c.iri(owl + "sourceIndividual")}] {
				for _, p := range c.objects[[2]int{t[0], c.iri(owl + "assertionProperty")}] {
					if c.known[triple{s, p, t[2]}] {
						c.report(rule, "%s is linked to %s by %s, which is denied", s, t[2], p)
					}
				}
			}
		}
	}
}

// checkRestrictions reports the violations of cardinalities of 0.
func (c *checker) checkRestrictions(byNode map[int][]restriction) {
	for node, of := range byNode {
		for _, r := range of {
			if r.n != 0 || r.kind != "maxCardinality" && r.kind != "maxQualifiedCardinality" {
				continue
			}
			rule := "cls-maxc1"
			switch {
			case r.kind == "maxQualifiedCardinality" && r.filler == c.thing:
				rule = "cls-maxqc2"
			case r.kind == "maxQualifiedCardinality":
				rule = "cls-maxqc1"
			}
			for _, x := range c.subjects[[2]int{c.typ, node}] {
				for _, v := range c.objects[[2]int{x, r.property}] {
					if c.is(v, r.filler) {
						c.report(rule, "%s has %s by %s, and may have none", x, v, r.property)
					}
				}
			}
		}
	}
}
