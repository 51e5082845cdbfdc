package queries

import (
	"fmt"
	"slices"
	"strings"
)

// translator writes one query.
type translator struct {
	writer
	pattern     string // what has been written
	individuals string // those that the query is about, if there are
	values      string // the VALUES block of ?x, if there are

	excluded []string   // of these, individuals that are not in the concept
	only     [][]string // the concept has no others than are in all of these
}

// add makes the group require that variable v is in e.
func (t *translator) add(g *group, e safe, v string) {
	switch e := e.(type) {
	case nothing: // only at the root
		t.nothing(g)
	case class:
		t.addClass(g, e.iri, v)
	case entailed:
		t.addBranches(g, e.union(), v, t.describe(e.concept())+", stated or entailed:")
	case subjectsOf:
		t.addSubjects(g, e, v)
	case linked:
		t.addLinked(g, e, v)
	case nominals:
		t.addNominals(g, e, v)
	case mentioned:
		t.addMentioned(g, e, v)
	case value:
		t.addValue(g, e.c, v)
	case all:
		t.addAll(g, e.pos, e.neg, v)
	case either:
		t.addUnion(g, e, v)
	case some:
		t.addSome(g, e, v)
	}
}

// allRows is the LIMIT of a subselect that needs none: it keeps Virtuoso from
// merging the subselect with what is around it.
const allRows = 1_000_000_000

// addClass: ?x a zoo:Elephant or, through subclasses, ?x a ?class1 and ?class1
// rdfs:subClassOf* zoo:Elephant; the latter comes first where ?x has no values yet. The
// path ?x a/rdfs:subClassOf* zoo:Elephant means the same, but some engines walk it in
// one direction only, or from all individuals (docs/engines-sparql.md).
func (t *translator) addClass(g *group, iri, v string) {
	m := t.member(iri, v)
	a := atom{text: m.text, class: m.class, opening: m.opening, estimate: t.o.Statistics.class(iri), subject: v, depth: g.depth[v]}
	if m.block != "" {
		g.blocks = append(g.blocks, m.block)
	}
	g.atoms = append(g.atoms, a)
}

// addAnchor restricts v to the class, of which almost all that is left at that
// place are members.
func (t *translator) addAnchor(g *group, iri, v string) {
	if c, ok := t.o.Axioms.class(iri).(entailed); ok {
		t.add(g, c, v)
		return
	}
	m := t.member(iri, v)
	g.last = append(g.last, m.text+m.block)
	if m.class != "" {
		g.filters = append(g.filters, fmt.Sprintf("FILTER(!isLiteral(%s))\n", m.class))
	}
}

// typing is the property of class membership.
func (t writer) typing() string {
	if t.o.Vocabulary.Type == rdfType {
		return "a"
	}
	return t.iri(t.o.Vocabulary.Type)
}

// membership is the text of class membership.
type membership struct {
	text    string
	class   string // the variable of the class, in the text; empty: none, or it is no literal
	opening string // where the individual has no values yet; empty: the same
	block   string // a subselect of the classes that the text is about; empty: none
}

// member writes that v is a member of the class.
func (t writer) member(iri, v string) (m membership) {
	c, typing, head := t.iri(iri), t.typing(), ""
	if t.o.Labels[iri] != "" {
		head = comment(t.label(iri))
	}
	if !t.o.Vocabulary.Closure {
		m.text = fmt.Sprintf("%s%s %s %s .\n", head, v, typing, c)
		return m
	}
	below := t.variable("class")
	triple := fmt.Sprintf("%s %s %s .\n", v, typing, below)
	classes := fmt.Sprintf("%s %s* %s .\n", below, t.iri(t.o.Vocabulary.SubClassOf), c)
	if t.o.listsSubclasses() {
		m.text = head + triple
		m.block = fmt.Sprintf("{\nSELECT DISTINCT %s\nWHERE { %s}\nLIMIT %d\n}\n", below, classes, allRows)
	} else {
		m.text, m.class, m.opening = head+triple+classes, below, head+classes+triple
	}
	return m
}

// addAll adds triples first, then what is counted, then unions: what comes
// later may use what is bound before. What names its individuals comes before
// all that if it can begin, else behind it. It may make a FILTER in what is not
// superfluous.
func (t *translator) addAll(g *group, pos, neg []safe, v string) {
	var simple, triples, counts, unions, named []safe
	for _, c := range pos {
		switch s, restricted := c.(some); {
		case isSimple(c):
			simple = append(simple, c)
		case isNominals(c):
			named = append(named, c)
		case restricted && s.n > 1:
			counts = append(counts, c)
		case restricted:
			triples = append(triples, c)
		default:
			unions = append(unions, c)
		}
	}
	var first []safe
	if len(named) > 0 && !t.o.Dialect.Has(LooseOrder) && g.canBegin(v) {
		first, named = named, nil
	}
	if len(counts) > 0 && (len(triples) == 0 || t.o.apart) && len(unions)+len(first)+len(named) == 0 && g.canBegin(v) {
		// What else v must be is best said where it is counted: a subselect is
		// evaluated on its own.
		t.addCount(g, counts[0].(some), slices.Concat(simple, triples), v)
		simple, triples, counts = nil, nil, counts[1:]
	}
	for _, c := range slices.Concat(first, simple, triples, counts, unions, named) {
		t.add(g, c, v)
	}
	for _, c := range neg {
		t.addMinus(g, c, v)
	}
}

func isSimple(e safe) bool {
	switch e.(type) {
	case class, value:
		return true
	}
	return false
}

func (t *translator) addUnion(g *group, e either, v string) {
	t.addBranches(g, e, v, fmt.Sprintf("any of these %d:", len(t.o.Dialect.spread(e.of))))
}

// addBranches adds a union below a comment.
func (t *translator) addBranches(g *group, e either, v, head string) {
	begins := g.canBegin(v)
	var branches []string
	for _, d := range t.o.Dialect.spread(e.of) {
		inner := newGroup(v, !begins)
		inner.nested, inner.braced = true, t.o.Dialect&(unions|LooseOrder) == unions
		inner.named[v] = g.named[v] || !begins && g.isNamed(v)
		t.add(inner, d, v)
		if t.o.Dialect&(JavaOrder|TextInfinity) == JavaOrder && inner.isTriple() && len(inner.minus) > 0 && t.o.contents(d).counted {
			// RDF4J fails where a subselect is taken away from a triple alone and the
			// union is joined with another that has one.
			inner.blocks = append(inner.blocks, fmt.Sprintf("BIND(true AS %s)\n", t.variable("bound")))
		}
		text := inner.String()
		what := comment(t.describe(d.concept()))
		if _, restricted := d.(some); !restricted && !strings.HasPrefix(text, what) { // some come with the same
			text = what + text
		}
		branches = append(branches, "{\n"+text+"}")
	}
	g.addBlock(comment(head)+strings.Join(branches, " UNION ")+"\n", v, begins)
}

// addSuccessor adds one successor, in the same group, and returns its variable,
// or its IRI if there is only one that it can be. The edge comes with the
// comment.
func (t *translator) addSuccessor(g *group, e some, v, head string) (w string) {
	pos := e.pos
	if iri, rest, ok := t.o.successorByName(e); ok {
		pos = rest
		w = t.iri(iri)
		g.named[w] = true
	} else {
		w = t.variable(e.role.IRI)
	}
	g.depth[w] = g.depth[v] + 1
	a := t.edge(v, t.o.Axioms.roles(e.role), w)
	a.text, a.estimate, a.depth = head+a.text, t.o.Statistics.role(e.role.IRI), g.depth[w]
	g.atoms = append(g.atoms, a)
	if t.o.apart && !isIndividual(w) && slices.ContainsFunc(pos, isRestriction) {
		t.addApart(g, pos, e.neg, w)
	} else {
		t.addAll(g, pos, e.neg, w)
	}
	return w
}

func isRestriction(e safe) bool {
	_, ok := e.(some)
	return ok
}

// addApart is addAll in a subselect of its own. In a chain every individual comes
// once for each way to the end; so each successor counts once, and counting is
// linear in the edges.
func (t *translator) addApart(g *group, pos, neg []safe, w string) {
	begins := g.canBegin(w)
	inner := newGroup(w, false)
	t.addAll(inner, pos, neg, w)
	g.addBlock(fmt.Sprintf("{\nSELECT DISTINCT %s\nWHERE {\n%s}\n%s}\n", w, inner, t.allRows()), w, begins)
}

// allRows is a LIMIT for Virtuoso, which merges a subselect with what is around it;
// well so if that is VALUES.
func (t *translator) allRows() string {
	if t.o.Dialect.Has(LooseOrder) && t.values == "" {
		return fmt.Sprintf("LIMIT %d\n", allRows)
	}
	return ""
}

// addSome: one successor is a triple; more are counted.
func (t *translator) addSome(g *group, e some, v string) {
	if e.n > 1 {
		t.addCount(g, e, nil, v)
	} else {
		t.addSuccessor(g, e, v, comment(t.describe(e.concept())))
	}
}

// addCount counts successors of v, which must also be in all of simple. A
// subselect is linear in the number of edges and counts distinct successors
// however often a triple or a branch of a union gives the same.
func (t *translator) addCount(g *group, e some, simple []safe, v string) {
	begins := g.canBegin(v)
	head := comment(t.describe(e.concept()))
	inner := t.inner(v, !begins, g.named[v] || !begins && g.isNamed(v))
	for _, c := range simple {
		t.add(inner, c, v)
	}
	w := t.addSuccessor(inner, e, v, "")
	g.addBlock(fmt.Sprintf("%s{\nSELECT %s\nWHERE {\n%s}\nGROUP BY %s\nHAVING (COUNT(DISTINCT %s) >= %d)\n%s}\n",
		head, v, inner, v, w, e.n, t.allRows()), v, begins)
}

// addNominals makes v one of the individuals, of whom there are few: VALUES come
// first if they can. Virtuoso (LooseOrder) loses VALUES
// that are alone in a branch of a union, or have a MINUS behind them: there, v
// is filtered, and bound by any triple if nothing else binds it; and where the query
// is about given individuals, those that are none of these are left out of the
// VALUES, for it may not look at a filter beside them.
func (t *translator) addNominals(g *group, e nominals, v string) {
	loose := t.o.Dialect.Has(LooseOrder)
	switch {
	case g.given && loose && v == root:
		t.only = append(t.only, e.iris)
	case g.given:
		t.filterNominals(g, e, v)
	case loose && g.binds(v):
		t.filterSpellings(g, e, v)
	case loose:
		t.addUnion(g, either{[]safe{e}}, v)
	default:
		terms := t.iris(e.iris, " ")
		if g.nested && v == g.about {
			terms = twice(e, terms, " ")
		}
		g.addBlock(t.nominalComment(e)+fmt.Sprintf("VALUES %s { %s }\n", v, terms), v, g.canBegin(v))
	}
}

// addMinus takes e away. The block shares v and no other variable with what is
// around it and binds all that it filters, so MINUS and NOT EXISTS would mean
// the same, and it can be evaluated on its own: engines differ on filters that
// look outside (W3C, SPARQL 1.1 Query, section 8.3).
//
// Where Virtuoso gets that wrong (LooseOrder), what is to be taken away is listed in
// a subselect with a LIMIT; or, where that is not enough, looked for in an OPTIONAL,
// which then must have failed and takes longer. It is not enough beside VALUES: there
// Virtuoso does not look at another MINUS. More successors than one are counted there.
func (t *translator) addMinus(g *group, e safe, v string) {
	if o, ok := e.(nominals); ok {
		t.excludeNominals(g, o, v)
		return
	}
	head := comment("not: " + t.describe(e.concept()))
	if !t.o.Dialect.Has(LooseOrder) || !t.o.needsOptional(e) {
		inner := t.inner(v, false, true)
		t.add(inner, e, v)
		if _, restricted := e.(some); restricted { // which comes with the same comment
			head = ""
		}
		g.minus = append(g.minus, head+"MINUS {\n"+inner.String()+"}\n")
		return
	}
	if s, ok := e.(some); ok && s.n == 2 && t.o.isFlat(s) {
		t.addPairMinus(g, s, v)
		return
	}
	if c := t.o.contents(e); !g.given && c.unions == 0 && !c.counted && !c.unbound {
		inner := t.inner(v, false, true)
		t.add(inner, e, v)
		g.minus = append(g.minus, fmt.Sprintf("%sMINUS {\nSELECT DISTINCT %s\nWHERE {\n%s}\nLIMIT %d\n}\n", head, v, inner, allRows))
		return
	}
	t.addOptionalMinus(g, e, v, head)
}

// addOptionalMinus takes e away by an OPTIONAL that must have failed. A COUNT(*) in it
// would be wrong: with it, Virtuoso does not look at a MINUS whose sides are unions.
func (t *translator) addOptionalMinus(g *group, e safe, v, head string) {
	inner := t.inner(v, false, true)
	s, restricted := e.(some)
	if !restricted || s.n == 1 {
		found := t.variable("excluded")
		t.add(inner, e, v)
		g.minus = append(g.minus, fmt.Sprintf("%sOPTIONAL {\nSELECT DISTINCT %s (1 AS %s)\nWHERE {\n%s}\nLIMIT %d\n}\nFILTER(!BOUND(%[3]s))\n",
			head, v, found, inner, allRows))
		return
	}
	n := t.variable("count")
	w := t.addSuccessor(inner, s, v, "")
	g.minus = append(g.minus, fmt.Sprintf("%sOPTIONAL {\nSELECT %s (COUNT(DISTINCT %s) AS %s)\nWHERE {\n%s}\nGROUP BY %[2]s\n}\nFILTER(!BOUND(%[4]s) || %[4]s < %[6]d)\n",
		head, v, w, n, inner, s.n))
}

// addPairMinus takes away what has two different successors, which Virtuoso
// finds much faster than it counts. For more than two, the number of
// combinations at a hub would be too large.
func (t *translator) addPairMinus(g *group, e some, v string) {
	inner := t.inner(v, false, true)
	first, second := t.addSuccessor(inner, e, v, ""), t.addSuccessor(inner, e, v, "")
	inner.filters = append(inner.filters, fmt.Sprintf("FILTER(%s != %s)\n", first, second))
	g.minus = append(g.minus, comment("not: "+t.describe(e.concept()))+"MINUS {\n"+inner.String()+"}\n")
}

// nothing leaves ?x no values. Constants would not do it everywhere: rdflib heeds no
// FILTER(false), and RDF4J answers a COUNT with no row where it sees that a pattern is
// empty, and Virtuoso with a row without values where all branches of a union are empty.
// No IRI is spelled so, and what has a successor by the role that is empty by
// definition engines can look up.
func (n *names) nothing(g *group) {
	role, o := n.iri(owlNS+"bottomObjectProperty"), n.variable("o")
	g.atoms = append(g.atoms, atom{text: fmt.Sprintf("%s %s %s .\n", root, role, o), subject: root})
	g.filters = append(g.filters, fmt.Sprintf("FILTER(isIRI(%s) && STR(%[1]s) = \"\")\n", o))
}
