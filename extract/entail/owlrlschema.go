package entail

import (
	"strconv"

	"github.com/knakk/rdf"
)

// rlSchema is the axioms of a graph, as the rules of OWL 2 RL need them.
type rlSchema struct {
	super         map[int][]int // by class: superclasses, equivalent ones, the parts of an intersection, its unions
	parts         map[int][]int // by class: the intersections that it is a part of
	intersections map[int][]int
	oneOf         map[int][]int

	above, inverse, domain, rng               map[int][]int // by property
	transitive, functional, inverseFunctional map[int]bool
	chains                                    map[int][]chain    // by each of their links
	keys                                      map[int][]classKey // by each of their properties
	keyed                                     map[int][]classKey // by class

	on, restrictions, fillers map[int][]restriction // by property, by node, by filler
}

type chain struct {
	property int
	links    []int
}

type classKey struct {
	class      int
	properties []int
}

// restriction is an owl:Restriction. The filler of a cardinality is its class.
type restriction struct {
	node, property, filler, n int
	kind                      string
}

// readSchema takes the axioms from the triples.
func (e *engine) readSchema() {
	m := func() map[int][]int { return map[int][]int{} }
	e.rlSchema = rlSchema{
		super: m(), parts: m(), intersections: m(), oneOf: m(), above: m(), inverse: m(), domain: m(), rng: m(),
		transitive: map[int]bool{}, functional: map[int]bool{}, inverseFunctional: map[int]bool{},
		chains: map[int][]chain{}, keys: map[int][]classKey{}, keyed: map[int][]classKey{},
		on: map[int][]restriction{}, restrictions: map[int][]restriction{}, fillers: map[int][]restriction{},
	}
	link := func(to map[int][]int, predicate string, both bool) {
		for _, t := range e.with[e.iri(predicate)] {
			to[t[0]] = append(to[t[0]], t[2])
			if both {
				to[t[2]] = append(to[t[2]], t[0])
			}
		}
	}
	link(e.super, rdfs+"subClassOf", false)
	link(e.super, owl+"equivalentClass", true)
	link(e.above, SubPropertyOf, false)
	link(e.above, owl+"equivalentProperty", true)
	link(e.inverse, InverseOf, true)
	link(e.domain, Domain, false)
	link(e.rng, Range, false)
	flag := func(class string, set map[int]bool) {
		for _, p := range e.subjects[[2]int{e.typ, e.iri(class)}] {
			set[p] = true
		}
	}
	symmetric := map[int]bool{}
	flag(Symmetric, symmetric)
	for p := range symmetric {
		e.inverse[p] = append(e.inverse[p], p)
	}
	flag(owl+"TransitiveProperty", e.transitive)
	flag(owl+"FunctionalProperty", e.functional)
	flag(owl+"InverseFunctionalProperty", e.inverseFunctional)
	e.readLists()
	e.readRestrictions()
}

func (e *engine) readLists() {
	for _, t := range e.with[e.iri(owl+"intersectionOf")] {
		list := e.list(t[2])
		e.intersections[t[0]] = list
		for _, c := range list {
			e.parts[c] = append(e.parts[c], t[0])
			e.super[t[0]] = append(e.super[t[0]], c)
		}
	}
	for _, t := range e.with[e.iri(owl+"unionOf")] {
		for _, c := range e.list(t[2]) {
			e.super[c] = append(e.super[c], t[0])
		}
	}
	for _, t := range e.with[e.iri(owl+"oneOf")] {
		e.oneOf[t[0]] = e.list(t[2])
	}
	for _, t := range e.with[e.iri(owl+"propertyChainAxiom")] {
		c := chain{t[0], e.list(t[2])}
		done := map[int]bool{}
		for _, p := range c.links {
			if !done[p] {
				done[p] = true
				e.chains[p] = append(e.chains[p], c)
			}
		}
	}
	for _, t := range e.with[e.iri(owl+"hasKey")] {
		if k := (classKey{t[0], e.list(t[2])}); len(k.properties) > 0 {
			e.keyed[k.class] = append(e.keyed[k.class], k)
			for _, p := range k.properties {
				e.keys[p] = append(e.keys[p], k)
			}
		}
	}
}

// list is the members of an RDF list.
func (e *engine) list(node int) (items []int) {
	first, rest := e.iri(rdf1+"first"), e.iri(rdf1+"rest")
	for seen := map[int]bool{}; !seen[node] && len(e.objects[[2]int{node, first}]) > 0; {
		seen[node] = true
		items = append(items, e.objects[[2]int{node, first}][0])
		next := e.objects[[2]int{node, rest}]
		if len(next) == 0 {
			break
		}
		node = next[0]
	}
	return items
}

func (e *engine) readRestrictions() {
	object := func(node int, predicate string) (int, bool) {
		found := e.objects[[2]int{node, e.iri(predicate)}]
		if len(found) == 0 {
			return 0, false
		}
		return found[0], true
	}
	for _, t := range e.with[e.iri(owl+"onProperty")] {
		for _, kind := range []string{"someValuesFrom", "allValuesFrom", "hasValue", "maxCardinality", "maxQualifiedCardinality"} {
			filler, ok := object(t[0], owl+kind)
			if !ok {
				continue
			}
			r := restriction{node: t[0], property: t[2], filler: filler, kind: kind}
			if literal, is := e.terms[filler].(rdf.Literal); is && kind != "hasValue" {
				n, err := strconv.Atoi(literal.String())
				if err != nil {
					continue
				}
				r.n, r.filler = n, e.thing
				if class, ok := object(t[0], owl+"onClass"); ok {
					r.filler = class
				}
			}
			e.on[r.property] = append(e.on[r.property], r)
			e.restrictions[r.node] = append(e.restrictions[r.node], r)
			if kind == "someValuesFrom" || kind == "maxQualifiedCardinality" {
				e.fillers[r.filler] = append(e.fillers[r.filler], r)
			}
		}
	}
}
