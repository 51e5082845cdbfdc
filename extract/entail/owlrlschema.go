package entail

import (
	"strconv"

	"github.com/knakk/rdf"
)

type rlSchema struct {
	classAxioms
	propertyAxioms
	restrictionIndex
}

type classAxioms struct {
	super         map[int][]int // superclasses: stated ones, equivalent classes, parts of an intersection, unions
	parts         map[int][]int // the intersections of which it is a part
	intersections map[int][]int // the parts of an intersection
	oneOf         map[int][]int // the members of an enumeration
	keyed         map[int][]classKey
}

type propertyAxioms struct {
	above, inverse, domain, rng               map[int][]int
	transitive, functional, inverseFunctional map[int]bool
	chains                                    map[int][]chain    // by each of their links
	keys                                      map[int][]classKey // by each of their properties
}

type restrictionIndex struct{ on, restrictions, fillers map[int][]restriction }

// A chain is an axiom that a sequence of links implies a property.
type chain struct {
	property int
	links    []int
}

// A classKey is an owl:hasKey axiom.
type classKey struct {
	class      int
	properties []int
}

// A restriction is an owl:Restriction. The filler of a cardinality is its class, and n its
// number.
type restriction struct {
	node, property, filler, n int
	kind                      string
}

func readSchema(g *triples, rdfsOnly bool) rlSchema {
	m := func() map[int][]int { return map[int][]int{} }
	s := rlSchema{
		classAxioms{super: m(), parts: m(), intersections: m(), oneOf: m(), keyed: map[int][]classKey{}},
		propertyAxioms{
			above: m(), inverse: m(), domain: m(), rng: m(),
			transitive: map[int]bool{}, functional: map[int]bool{}, inverseFunctional: map[int]bool{},
			chains: map[int][]chain{}, keys: map[int][]classKey{},
		},
		restrictionIndex{on: map[int][]restriction{}, restrictions: map[int][]restriction{},
			fillers: map[int][]restriction{}},
	}
	link := func(to map[int][]int, predicate string, both bool) {
		for _, t := range g.with[g.iri(predicate)] {
			to[t[0]] = append(to[t[0]], t[2])
			if both {
				to[t[2]] = append(to[t[2]], t[0])
			}
		}
	}
	link(s.above, SubPropertyOf, false)
	link(s.above, Equivalent, true)
	link(s.inverse, InverseOf, true)
	link(s.domain, Domain, false)
	link(s.rng, Range, false)
	flag := func(class string, set map[int]bool) {
		for _, p := range g.subjects[[2]int{g.typ, g.iri(class)}] {
			set[p] = true
		}
	}
	symmetric := map[int]bool{}
	flag(Symmetric, symmetric)
	for p := range symmetric {
		s.inverse[p] = append(s.inverse[p], p)
	}
	flag(Transitive, s.transitive)
	if rdfsOnly {
		return s
	}
	link(s.super, rdfs+"subClassOf", false)
	link(s.super, EquivalentClass, true)
	flag(owl+"FunctionalProperty", s.functional)
	flag(owl+"InverseFunctionalProperty", s.inverseFunctional)
	s.readLists(g)
	s.readRestrictions(g)
	return s
}

func (s *rlSchema) readLists(g *triples) {
	for _, t := range g.with[g.iri(owl+"intersectionOf")] {
		list := g.list(t[2])
		s.intersections[t[0]] = list
		for _, c := range list {
			s.parts[c] = append(s.parts[c], t[0])
			s.super[t[0]] = append(s.super[t[0]], c)
		}
	}
	for _, t := range g.with[g.iri(owl+"unionOf")] {
		for _, c := range g.list(t[2]) {
			s.super[c] = append(s.super[c], t[0])
		}
	}
	for _, t := range g.with[g.iri(owl+"oneOf")] {
		s.oneOf[t[0]] = g.list(t[2])
	}
	for _, t := range g.with[g.iri(owl+"propertyChainAxiom")] {
		c := chain{t[0], g.list(t[2])}
		done := map[int]bool{}
		for _, p := range c.links {
			if !done[p] {
				done[p] = true
				s.chains[p] = append(s.chains[p], c)
			}
		}
	}
	for _, t := range g.with[g.iri(owl+"hasKey")] {
		if k := (classKey{t[0], g.list(t[2])}); len(k.properties) > 0 {
			s.keyed[k.class] = append(s.keyed[k.class], k)
			for _, p := range k.properties {
				s.keys[p] = append(s.keys[p], k)
			}
		}
	}
}

func (s *rlSchema) readRestrictions(g *triples) {
	object := func(node int, predicate string) (int, bool) {
		found := g.objects[[2]int{node, g.iri(predicate)}]
		if len(found) == 0 {
			return 0, false
		}
		return found[0], true
	}
	for _, t := range g.with[g.iri(owl+"onProperty")] {
		for _, kind := range []string{"someValuesFrom", "allValuesFrom", "hasValue", "maxCardinality",
			"maxQualifiedCardinality"} {
			filler, ok := object(t[0], owl+kind)
			if !ok {
				continue
			}
			r := restriction{node: t[0], property: t[2], filler: filler, kind: kind}
			if literal, is := g.terms[filler].(rdf.Literal); is && kind != "hasValue" {
				n, err := strconv.Atoi(literal.String())
				if err != nil {
					continue
				}
				r.n, r.filler = n, g.thing
				if class, ok := object(t[0], owl+"onClass"); ok {
					r.filler = class
				}
			}
			s.on[r.property] = append(s.on[r.property], r)
			s.restrictions[r.node] = append(s.restrictions[r.node], r)
			if kind == "someValuesFrom" || kind == "maxQualifiedCardinality" {
				s.fillers[r.filler] = append(s.fillers[r.filler], r)
			}
		}
	}
}
