package entail

import (
	"context"

	"github.com/knakk/rdf"
)

// An Inconsistency is a contradiction in a graph.
type Inconsistency struct {
	Rule    string // the rule of OWL 2 RL/RDF, such as cax-dw
	Message string
}

const maxInconsistencies = 100

// OWLRL returns the triples that follow from the given ones by the rules of OWL 2 RL/RDF
// (OWL 2 Profiles, Section 4.3, Tables 4 to 8) and are not among them, in the order in
// which they are found. It also returns the inconsistencies. The rules are
//
//	eq-sym eq-trans eq-rep-s eq-rep-o eq-diff1
//	prp-dom prp-rng prp-fp prp-ifp prp-irp prp-symp prp-asyp prp-trp prp-spo1
//	prp-spo2 prp-eqp1 prp-eqp2 prp-pdw prp-inv1 prp-inv2 prp-key prp-npa1 prp-npa2
//	cls-nothing2 cls-int1 cls-int2 cls-uni cls-com cls-svf1 cls-svf2 cls-avf cls-hv1
//	cls-hv2 cls-maxc1 cls-maxc2 cls-maxqc1 to cls-maxqc4 cls-oo
//	cax-sco cax-eqc1 cax-eqc2 cax-dw cax-adc
//
// It does not apply the rules that derive axioms from axioms (Table 9, whose consequences
// for individuals follow by the other rules), those about datatypes, and those that hold
// for every term. It uses triples with an anonymous property, members of anonymous classes
// and x owl:sameAs x, but does not return them.
func OWLRL(ctx context.Context, given []rdf.Triple) ([]rdf.Triple, []Inconsistency, error) {
	e := &engine{triples: newTriples(given, true)}
	found, err := e.entailed(ctx)
	if err != nil {
		return nil, nil, err
	}
	inconsistencies := contradictions(e.triples, e.restrictions)
	return found, inconsistencies, e.stopped
}

// An engine computes the closure of a graph. It applies the rules to each triple once,
// together with all triples before it. So they are applied to every pair of triples, when
// it comes to the later one.
type engine struct {
	*triples
	rlSchema
	rdfs bool // apply only the rules of RDFS
}

// entailed computes the closure. It returns the triples that were added, except those that
// RDF cannot state or that OWLRL leaves out.
func (e *engine) entailed(ctx context.Context) ([]rdf.Triple, error) {
	given := len(e.all)
	// If an axiom follows, the rules must be applied to all triples again.
	for schema := -1; schema != e.schemaTriples; {
		schema = e.schemaTriples
		e.rlSchema = readSchema(e.triples, e.rdfs)
		if err := e.close(ctx); err != nil {
			return nil, err
		}
	}
	var found []rdf.Triple
	for _, t := range e.all[given:] {
		s, subject := e.terms[t[0]].(rdf.Subject)
		p, property := e.terms[t[1]].(rdf.IRI)
		o, object := e.terms[t[2]].(rdf.Object)
		anonymous := t[1] == e.typ && e.terms[t[2]].Type() == rdf.TermBlank && !e.rdfs
		if subject && property && object && !anonymous && (t[1] != e.sameAs || t[0] != t[2]) {
			found = append(found, rdf.Triple{Subj: s, Pred: p, Obj: o})
		}
	}
	return found, nil
}

const contextEvery = 1 << 10

// close applies the rules to all triples, including those that it adds.
func (e *engine) close(ctx context.Context) error {
	for class, members := range e.oneOf { // cls-oo
		for _, x := range members {
			e.add(x, e.typ, class)
		}
	}
	e.ended = ctx.Err
	for i := 0; i < len(e.all); i++ {
		if i%contextEvery == 0 && e.stopped == nil {
			e.stopped = ctx.Err()
		}
		if e.stopped != nil {
			return e.stopped
		}
		t := e.all[i]
		e.applyProperty(t)
		if e.rdfs {
			continue
		}
		e.applyEquality(t)
		e.applyRestrictions(t)
		if t[1] == e.typ {
			e.applyClass(t[0], t[2])
		}
	}
	return ctx.Err()
}

// applyEquality applies eq-sym, eq-trans, eq-rep-s and eq-rep-o.
func (e *engine) applyEquality(t triple) {
	s := t[0]
	p := t[1]
	o := t[2]
	if p == e.sameAs {
		e.add(o, p, s)
		for _, other := range e.of[s] {
			e.add(o, other[1], other[2])
		}
		for _, other := range e.to[s] {
			e.add(other[0], other[1], o)
		}
		return
	}
	for _, same := range e.objects[[2]int{s, e.sameAs}] {
		e.add(same, p, o)
	}
	for _, same := range e.objects[[2]int{o, e.sameAs}] {
		e.add(s, p, same)
	}
}

func (e *engine) applyProperty(t triple) {
	s := t[0]
	p := t[1]
	o := t[2]
	for _, q := range e.above[p] { // prp-spo1, prp-eqp1, prp-eqp2
		e.derive(triple{s, q, o}, e.chained[t])
	}
	for _, q := range e.inverse[p] { // prp-inv1, prp-inv2, prp-symp
		e.derive(triple{o, q, s}, e.chained[t])
	}
	for _, c := range e.domain[p] { // prp-dom
		e.add(s, e.typ, c)
	}
	for _, c := range e.rng[p] { // prp-rng
		e.add(o, e.typ, c)
	}
	if e.transitive[p] {
		e.extendChains(t)
	}
	if e.functional[p] { // prp-fp
		for _, other := range e.objects[[2]int{s, p}] {
			e.addSame(o, other)
		}
	}
	if e.inverseFunctional[p] { // prp-ifp
		for _, other := range e.subjects[[2]int{p, o}] {
			e.addSame(s, other)
		}
	}
	for _, c := range e.chains[p] { // prp-spo2, with t at each position of the chain
		for i, q := range c.links {
			if q == p {
				for _, from := range e.follow([]int{s}, c.links[:i], true) {
					for _, to := range e.follow([]int{o}, c.links[i+1:], false) {
						e.add(from, c.property, to)
					}
				}
			}
		}
	}
	for _, k := range e.keys[p] { // prp-key
		for _, other := range e.subjects[[2]int{p, o}] {
			e.addSameByKey(k, s, other)
		}
	}
}

// extendChains applies prp-trp. It extends a chain at its end by a step, and a step at its
// beginning by the chains that lead there. A step is a triple that does not itself follow
// from a chain: otherwise a triple would be found once for every node between its ends.
func (e *engine) extendChains(t triple) {
	s := t[0]
	p := t[1]
	o := t[2]
	for _, next := range e.objects[[2]int{o, p}] {
		if !e.chained[triple{o, p, next}] && !(e.rdfs && e.terms[next].Type() == rdf.TermLiteral) {
			e.derive(triple{s, p, next}, true)
		}
	}
	if !e.chained[t] && !(e.rdfs && e.terms[o].Type() == rdf.TermLiteral) {
		for _, before := range e.subjects[[2]int{p, s}] {
			e.derive(triple{before, p, o}, true)
		}
	}
}

// derive adds a triple. chained tells whether it follows from a chain.
func (e *engine) derive(t triple, chained bool) {
	if e.add(t[0], t[1], t[2]) && chained {
		e.chained[t] = true
	}
}

func (e *engine) addSame(x, y int) {
	if x != y && e.terms[x].Type() != rdf.TermLiteral && e.terms[y].Type() != rdf.TermLiteral {
		e.add(x, e.sameAs, y)
		e.add(y, e.sameAs, x)
	}
}

// addSameByKey adds that two members of a class are the same if they share a value of each
// property of the key.
func (e *engine) addSameByKey(k classKey, x, y int) {
	if x == y || e.stopped != nil || !e.is(x, k.class) || !e.is(y, k.class) {
		return
	}
	for _, p := range k.properties {
		shared := false
		for _, v := range e.objects[[2]int{x, p}] {
			shared = shared || e.known[triple{y, p, v}]
		}
		if !shared {
			return
		}
	}
	e.addSame(x, y)
}

// follow returns the nodes that a chain of links reaches from the nodes. If back is true, it
// follows the chain from its end to its beginning.
func (e *engine) follow(nodes []int, links []int, back bool) []int {
	for i := range links {
		link := links[i]
		if back {
			link = links[len(links)-1-i]
		}
		var next []int
		seen := map[int]bool{}
		for _, x := range nodes {
			step := e.objects[[2]int{x, link}]
			if back {
				step = e.subjects[[2]int{link, x}]
			}
			for _, y := range step {
				if !seen[y] {
					seen[y] = true
					next = append(next, y)
				}
			}
		}
		nodes = next
	}
	return nodes
}

func (e *engine) applyRestrictions(t triple) {
	s := t[0]
	p := t[1]
	o := t[2]
	for _, r := range e.on[p] {
		switch r.kind {
		case "someValuesFrom": // cls-svf1, cls-svf2
			if e.is(o, r.filler) {
				e.add(s, e.typ, r.node)
			}
		case "hasValue": // cls-hv2
			if o == r.filler {
				e.add(s, e.typ, r.node)
			}
		default:
			if e.is(s, r.node) {
				e.applyRestriction(r, s)
			}
		}
	}
}

func (e *engine) applyRestriction(r restriction, x int) {
	values := e.objects[[2]int{x, r.property}]
	switch r.kind {
	case "allValuesFrom": // cls-avf
		for _, v := range values {
			e.add(v, e.typ, r.filler)
		}
	case "hasValue": // cls-hv1
		e.add(x, r.property, r.filler)
	case "maxCardinality", "maxQualifiedCardinality": // cls-maxc2, cls-maxqc3, cls-maxqc4
		if r.n != 1 {
			return
		}
		for i, v := range values {
			if e.stopped != nil {
				return
			}
			for _, w := range values[:i] {
				if e.is(v, r.filler) && e.is(w, r.filler) {
					e.addSame(v, w)
				}
			}
		}
	}
}

func (e *engine) applyClass(x, class int) {
	for _, c := range e.super[class] { // cax-sco, cax-eqc1, cax-eqc2, cls-int2, cls-uni
		e.add(x, e.typ, c)
	}
	for _, i := range e.parts[class] { // cls-int1
		in := true
		for _, c := range e.intersections[i] {
			in = in && e.is(x, c)
		}
		if in {
			e.add(x, e.typ, i)
		}
	}
	for _, r := range e.restrictions[class] {
		e.applyRestriction(r, x)
	}
	for _, r := range e.fillers[class] { // the triple of the property came first
		for _, s := range e.subjects[[2]int{r.property, x}] {
			if r.kind == "someValuesFrom" { // cls-svf1
				e.add(s, e.typ, r.node)
			} else if e.is(s, r.node) { // cls-maxqc3
				e.applyRestriction(r, s)
			}
		}
	}
	for _, k := range e.keyed[class] { // prp-key
		for _, v := range e.objects[[2]int{x, k.properties[0]}] {
			for _, other := range e.subjects[[2]int{k.properties[0], v}] {
				e.addSameByKey(k, x, other)
			}
		}
	}
}
