package queries

import (
	"fmt"
	"slices"
	"strings"
)

// translator writes the pattern of a query.
type translator struct {
	writer
	pattern     string // the result
	individuals string // the terms of the given individuals; may be empty
	values      string // the VALUES block of ?x for given individuals; may be empty

	excluded []string   // given individuals that are not in the concept
	only     [][]string // given individuals that are not in all of these are not in the concept
}

// add adds to the group the condition that v is in e.
func (t *translator) add(g *group, e safe, v string) {
	switch e := e.(type) {
	case nothing: // only at the root
		t.addNothing(g)
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

// allRows is the LIMIT of a subselect without a limit. It keeps Virtuoso from merging the
// subselect with its surroundings.
const allRows = 1_000_000_000

// addClass adds ?x a zoo:Elephant or, with subclasses, ?x a ?class1 and ?class1
// rdfs:subClassOf* zoo:Elephant; the latter comes first if ?x has no values yet. The
// path ?x a/rdfs:subClassOf* zoo:Elephant means the same, but some engines walk it in
// one direction only, or from all individuals (docs/engines-sparql.md).
func (t *translator) addClass(g *group, iri, v string) {
	m := t.membershipOf(iri, v)
	a := atom{text: m.text, class: m.class, opening: m.opening, estimate: t.o.Statistics.class(iri), subject: v, depth: g.depth[v]}
	if m.block != "" {
		g.blocks = append(g.blocks, m.block)
	}
	g.atoms = append(g.atoms, a)
}

// addAnchor adds class membership at the end of the group, because almost all solutions
// so far are members.
func (t *translator) addAnchor(g *group, iri, v string) {
	if c, ok := t.o.Axioms.class(iri).(entailed); ok {
		t.add(g, c, v)
		return
	}
	m := t.membershipOf(iri, v)
	g.last = append(g.last, m.text+m.block)
	if m.class != "" {
		g.filters = append(g.filters, fmt.Sprintf("FILTER(!isLiteral(%s))\n", m.class))
	}
}

// typing returns the property of class membership.
func (t writer) typing() string {
	if t.o.Vocabulary.Type == rdfType {
		return "a"
	}
	return t.iri(t.o.Vocabulary.Type)
}

// membership is a pattern for class membership.
type membership struct {
	text    string
	class   string // the variable of the class, if it could be a literal; else empty
	opening string // the text if the individual has no values yet; empty: the same
	block   string // a subselect of the classes in the text; may be empty
}

// membershipOf returns the pattern that v is a member of the class.
func (t writer) membershipOf(iri, v string) (m membership) {
	c, typing, head := t.iri(iri), t.typing(), ""
	if t.o.Labels[iri] != "" {
		head = comment(t.label(iri))
	}
	if !t.o.Vocabulary.Closure {
		m.text = fmt.Sprintf("%s%s %s %s .\n", head, v, typing, c)
		return m
	}
	below := t.newVariable("class")
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

// addAll adds the conditions pos and the negations neg. Triples come first, then counts,
// then unions, because later parts may use variables bound before. Nominals come first
// if the group can begin with them, otherwise last.
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
	if len(counts) > 0 && (len(triples) == 0 || t.o.subselects) && len(unions)+len(first)+len(named) == 0 && g.canBegin(v) {
		// The other conditions on v go into the subselect with the count, because
		// engines evaluate a subselect by itself.
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

// addBranches adds a union with a comment above it.
func (t *translator) addBranches(g *group, e either, v, head string) {
	begins := g.canBegin(v)
	var branches []string
	for _, d := range t.o.Dialect.spread(e.of) {
		inner := newGroup(v, !begins)
		inner.nested, inner.braced = true, t.o.Dialect&(unions|LooseOrder) == unions
		inner.nonLiteral[v] = g.nonLiteral[v] || !begins && g.isNonLiteral(v)
		t.add(inner, d, v)
		if t.o.Dialect&(JavaOrder|TextInfinity) == JavaOrder && inner.isTriple() && len(inner.minus) > 0 && t.o.contents(d).counted {
			// RDF4J fails if a branch is a triple minus a subselect, and the union is
			// joined with another that has such a branch.
			inner.blocks = append(inner.blocks, fmt.Sprintf("BIND(true AS %s)\n", t.newVariable("bound")))
		}
		text := inner.String()
		what := comment(t.describe(d.concept()))
		if _, restricted := d.(some); !restricted && !strings.HasPrefix(text, what) { // a some has this comment
			text = what + text
		}
		branches = append(branches, "{\n"+text+"}")
	}
	g.addBlock(comment(head)+strings.Join(branches, " UNION ")+"\n", v, begins)
}

// addSuccessor adds a successor of v with its conditions to the group, and returns the
// variable of the successor, or its IRI if only one is possible. head is the comment.
func (t *translator) addSuccessor(g *group, e some, v, head string) (w string) {
	pos := e.pos
	if iri, rest, ok := t.o.successorByName(e); ok {
		pos = rest
		w = t.iri(iri)
		g.nonLiteral[w] = true
	} else {
		w = t.newVariable(e.role.IRI)
	}
	g.depth[w] = g.depth[v] + 1
	a := t.edge(v, t.o.Axioms.roles(e.role), w)
	a.text, a.estimate, a.depth = head+a.text, t.o.Statistics.role(e.role.IRI), g.depth[w]
	g.atoms = append(g.atoms, a)
	if t.o.subselects && !isIndividual(w) && slices.ContainsFunc(pos, isRestriction) {
		t.addSubselect(g, pos, e.neg, w)
	} else {
		t.addAll(g, pos, e.neg, w)
	}
	return w
}

func isRestriction(e safe) bool {
	_, ok := e.(some)
	return ok
}

// addSubselect is addAll in a subselect. Otherwise, a chain would give each individual
// once for every path to the end. With the subselect, each successor counts once, and
// counting is linear in the number of edges.
func (t *translator) addSubselect(g *group, pos, neg []safe, w string) {
	begins := g.canBegin(w)
	inner := newGroup(w, false)
	t.addAll(inner, pos, neg, w)
	g.addBlock(fmt.Sprintf("{\nSELECT DISTINCT %s\nWHERE {\n%s}\n%s}\n", w, inner, t.limitAll()), w, begins)
}

// limitAll returns a LIMIT for Virtuoso, which merges a subselect with its surroundings.
// Beside VALUES that is right.
func (t *translator) limitAll() string {
	if t.o.Dialect.Has(LooseOrder) && t.values == "" {
		return fmt.Sprintf("LIMIT %d\n", allRows)
	}
	return ""
}

// addSome adds a triple for one successor, or a count for several.
func (t *translator) addSome(g *group, e some, v string) {
	if e.n > 1 {
		t.addCount(g, e, nil, v)
	} else {
		t.addSuccessor(g, e, v, comment(t.describe(e.concept())))
	}
}

// addCount adds a subselect that counts the successors of v, which must also be in all of
// simple. Its time is linear in the number of edges, and it counts a successor once even
// if several triples or branches of a union give it.
func (t *translator) addCount(g *group, e some, simple []safe, v string) {
	begins := g.canBegin(v)
	head := comment(t.describe(e.concept()))
	inner := t.innerGroup(v, !begins, g.nonLiteral[v] || !begins && g.isNonLiteral(v))
	for _, c := range simple {
		t.add(inner, c, v)
	}
	w := t.addSuccessor(inner, e, v, "")
	g.addBlock(fmt.Sprintf("%s{\nSELECT %s\nWHERE {\n%s}\nGROUP BY %s\nHAVING (COUNT(DISTINCT %s) >= %d)\n%s}\n",
		head, v, inner, v, w, e.n, t.limitAll()), v, begins)
}

// addNominals adds the condition that v is one of the individuals. There are few, so
// their VALUES come first if possible. Virtuoso (LooseOrder) loses VALUES that are alone
// in a branch of a union or before a MINUS. There the query filters v, and binds it by
// any triple if nothing else binds it. Virtuoso may also ignore a filter beside the
// VALUES of given individuals. So the other individuals are removed from these VALUES.
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
			terms = repeatSingle(e, terms, " ")
		}
		g.addBlock(t.nominalComment(e)+fmt.Sprintf("VALUES %s { %s }\n", v, terms), v, g.canBegin(v))
	}
}

// addMinus adds the condition that v is not in e. The MINUS block shares only v with its
// surroundings and binds all variables that it filters. So MINUS and NOT EXISTS would
// mean the same, and engines can evaluate the block by itself: they disagree about
// filters with outer variables (W3C, SPARQL 1.1 Query, section 8.3).
//
// Where Virtuoso (LooseOrder) evaluates MINUS wrongly, the MINUS has a subselect with a
// LIMIT. Where that is not enough, the query has an OPTIONAL that must not match, which
// takes longer: beside VALUES, where Virtuoso ignores another MINUS, and for counts of
// successors.
func (t *translator) addMinus(g *group, e safe, v string) {
	if o, ok := e.(nominals); ok {
		t.excludeNominals(g, o, v)
		return
	}
	head := comment("not: " + t.describe(e.concept()))
	if !t.o.Dialect.Has(LooseOrder) || !t.o.needsOptional(e) && !(g.given && excludesNominals(e)) {
		inner := t.innerGroup(v, false, true)
		t.add(inner, e, v)
		if _, restricted := e.(some); restricted { // a some has this comment
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
		inner := t.innerGroup(v, false, true)
		t.add(inner, e, v)
		g.minus = append(g.minus, fmt.Sprintf("%sMINUS {\nSELECT DISTINCT %s\nWHERE {\n%s}\nLIMIT %d\n}\n", head, v, inner, allRows))
		return
	}
	t.addOptionalMinus(g, e, v, head)
}

// addOptionalMinus adds the condition that v is not in e as an OPTIONAL that must not
// match. It has no COUNT(*), because Virtuoso would then ignore a MINUS between unions.
func (t *translator) addOptionalMinus(g *group, e safe, v, head string) {
	inner := t.innerGroup(v, false, true)
	s, restricted := e.(some)
	if !restricted || s.n == 1 {
		found := t.newVariable("excluded")
		t.add(inner, e, v)
		g.minus = append(g.minus, fmt.Sprintf("%sOPTIONAL {\nSELECT DISTINCT %s (1 AS %s)\nWHERE {\n%s}\nLIMIT %d\n}\nFILTER(!BOUND(%[3]s))\n",
			head, v, found, inner, allRows))
		return
	}
	n := t.newVariable("count")
	w := t.addSuccessor(inner, s, v, "")
	g.minus = append(g.minus, fmt.Sprintf("%sOPTIONAL {\nSELECT %s (COUNT(DISTINCT %s) AS %s)\nWHERE {\n%s}\nGROUP BY %[2]s\n}\nFILTER(!BOUND(%[4]s) || %[4]s < %[6]d)\n",
		head, v, w, n, inner, s.n))
}

// addPairMinus adds the condition that v does not have two different successors, which
// Virtuoso finds much faster than it counts. For more than two, a high-degree node would
// have too many combinations.
func (t *translator) addPairMinus(g *group, e some, v string) {
	inner := t.innerGroup(v, false, true)
	first, second := t.addSuccessor(inner, e, v, ""), t.addSuccessor(inner, e, v, "")
	inner.filters = append(inner.filters, fmt.Sprintf("FILTER(%s != %s)\n", first, second))
	g.minus = append(g.minus, comment("not: "+t.describe(e.concept()))+"MINUS {\n"+inner.String()+"}\n")
}

// addNothing adds a pattern without solutions. A constant would not do: rdflib ignores
// FILTER(false); if RDF4J detects that a pattern is empty, its COUNT has no row; if all
// branches of a union are empty, the COUNT of Virtuoso has a row without a value. So the
// filter requires an empty IRI, and the triple a role that is empty by definition, which
// engines can look up.
func (n *names) addNothing(g *group) {
	role, o := n.iri(owlNS+"bottomObjectProperty"), n.newVariable("o")
	g.atoms = append(g.atoms, atom{text: fmt.Sprintf("%s %s %s .\n", root, role, o), subject: root})
	g.filters = append(g.filters, fmt.Sprintf("FILTER(isIRI(%s) && STR(%[1]s) = \"\")\n", o))
}
