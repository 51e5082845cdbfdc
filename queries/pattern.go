package queries

import (
	"fmt"
	"slices"
	"strings"
)

// translator writes one query.
type translator struct {
	writer
	pattern     patternText // what has been written
	individuals patternText // those that the query is about, if there are
	values      string      // the VALUES block of ?x, if there are

	excluded []string   // of these, individuals that are not in the concept
	only     [][]string // the concept has no others than are in all of these
}

// add makes the group require that variable v is in e.
func (t *translator) add(g *group, e safe, v string) error {
	switch e := e.(type) {
	case nothing: // only at the root
		return t.nothing(g)
	case class:
		return t.addClass(g, e.iri, v)
	case entailed:
		return t.addBranches(g, e.union(), v, t.describe(e)+", stated or entailed:")
	case subjectsOf:
		return t.addSubjects(g, e, v)
	case linked:
		return t.addLinked(g, e, v)
	case nominals:
		return t.addNominals(g, e, v)
	case mentioned:
		return t.addMentioned(g, e, v)
	case value:
		return t.addValue(g, e.c, v)
	case all:
		return t.addAll(g, e.pos, e.neg, v)
	case either:
		return t.addUnion(g, e, v)
	case some:
		return t.addSome(g, e, v)
	}
	return fmt.Errorf("%w: %T", ErrNotAConcept, e)
}

// allRows is the LIMIT of a subselect that needs none: it keeps Virtuoso from
// merging the subselect with what is around it.
const allRows = 1_000_000_000

// addClass: ?x a zoo:Elephant or, through subclasses, ?x a ?class1 and ?class1
// rdfs:subClassOf* zoo:Elephant; the latter comes first where ?x has no values yet. The
// path ?x a/rdfs:subClassOf* zoo:Elephant means the same, but some engines walk it in
// one direction only, or from all individuals (docs/engines-sparql.md).
func (t *translator) addClass(g *group, iri, v string) error {
	m, err := t.member(iri, v)
	if err != nil {
		return err
	}
	a := atom{text: m.text, class: m.class, opening: m.opening, estimate: t.o.Statistics.class(iri), subject: v, depth: g.depth[v]}
	if m.block != "" {
		g.blocks = append(g.blocks, m.block)
	}
	g.atoms = append(g.atoms, a)
	return nil
}

// addAnchor restricts v to the class, of which almost all that is left at that
// place are members.
func (t *translator) addAnchor(g *group, iri, v string) error {
	if c, ok := t.o.Axioms.class(iri).(entailed); ok {
		return t.add(g, c, v)
	}
	m, err := t.member(iri, v)
	if err != nil {
		return err
	}
	g.last = append(g.last, m.text+m.block)
	if m.class != "" {
		g.filters = append(g.filters, fmt.Sprintf("FILTER(!isLiteral(%s))\n", m.class))
	}
	return nil
}

// typing is the property of class membership.
func (t writer) typing() (string, error) {
	if t.o.Vocabulary.Type == rdfType {
		return "a", nil
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
func (t writer) member(iri, v string) (m membership, err error) {
	c, err := t.iri(iri)
	if err != nil {
		return m, err
	}
	typing, err := t.typing()
	if err != nil {
		return m, err
	}
	head := ""
	if t.o.Labels[iri] != "" {
		head = comment(t.label(iri))
	}
	if !t.o.Vocabulary.Closure {
		m.text = fmt.Sprintf("%s%s %s %s .\n", head, v, typing, c)
		return m, nil
	}
	sub, err := t.iri(t.o.Vocabulary.SubClassOf)
	if err != nil {
		return m, err
	}
	below := t.variable("class")
	triple := fmt.Sprintf("%s %s %s .\n", v, typing, below)
	classes := fmt.Sprintf("%s %s* %s .\n", below, sub, c)
	if t.o.listsSubclasses() {
		m.text = head + triple
		m.block = fmt.Sprintf("{\nSELECT DISTINCT %s\nWHERE { %s}\nLIMIT %d\n}\n", below, classes, allRows)
	} else {
		m.text, m.class, m.opening = head+triple+classes, below, head+classes+triple
	}
	return m, nil
}

// addAll adds triples first, then what is counted, then unions: what comes
// later may use what is bound before. What names its individuals comes before
// all that if it can begin, else behind it. It may make a FILTER in what is not
// superfluous.
func (t *translator) addAll(g *group, pos, neg []safe, v string) error {
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
		if err := t.addCount(g, counts[0].(some), slices.Concat(simple, triples), v); err != nil {
			return err
		}
		simple, triples, counts = nil, nil, counts[1:]
	}
	for _, c := range slices.Concat(first, simple, triples, counts, unions, named) {
		if err := t.add(g, c, v); err != nil {
			return err
		}
	}
	for _, c := range neg {
		if err := t.addMinus(g, c, v); err != nil {
			return err
		}
	}
	return nil
}

func isSimple(e safe) bool {
	switch e.(type) {
	case class, value:
		return true
	}
	return false
}

func (t *translator) addUnion(g *group, e either, v string) error {
	return t.addBranches(g, e, v, fmt.Sprintf("any of these %d:", len(t.o.Dialect.spread(e.of))))
}

// addBranches adds a union below a comment.
func (t *translator) addBranches(g *group, e either, v, head string) error {
	begins := g.canBegin(v)
	var branches []string
	for _, d := range t.o.Dialect.spread(e.of) {
		inner := newGroup(v, !begins)
		inner.nested, inner.braced = true, t.o.Dialect&(unions|LooseOrder) == unions
		inner.named[v] = g.named[v] || !begins && g.isNamed(v)
		if err := t.add(inner, d, v); err != nil {
			return err
		}
		if t.o.Dialect&(JavaOrder|TextInfinity) == JavaOrder && inner.isTriple() && len(inner.minus) > 0 && t.o.contents(d).counted {
			// RDF4J fails where a subselect is taken away from a triple alone and the
			// union is joined with another that has one.
			inner.blocks = append(inner.blocks, fmt.Sprintf("BIND(true AS %s)\n", t.variable("bound")))
		}
		text := inner.String()
		what := comment(t.describe(d))
		if _, restricted := d.(some); !restricted && !strings.HasPrefix(text, what) { // some come with the same
			text = what + text
		}
		branches = append(branches, "{\n"+text+"}")
	}
	g.addBlock(comment(head)+strings.Join(branches, " UNION ")+"\n", v, begins)
	return nil
}

// addSuccessor adds one successor, in the same group, and returns its variable,
// or its IRI if there is only one that it can be. The edge comes with the
// comment.
func (t *translator) addSuccessor(g *group, e some, v, head string) (w string, err error) {
	pos := e.pos
	if iri, rest, ok := t.o.successorByName(e); ok {
		pos = rest
		if w, err = t.iri(iri); err != nil {
			return "", err
		}
		g.named[w] = true
	} else {
		w = t.variable(e.role.IRI)
	}
	g.depth[w] = g.depth[v] + 1
	a, err := t.edge(v, t.o.Axioms.roles(e.role), w)
	if err != nil {
		return "", err
	}
	a.text, a.estimate, a.depth = head+a.text, t.o.Statistics.role(e.role.IRI), g.depth[w]
	g.atoms = append(g.atoms, a)
	if t.o.apart && !isIndividual(w) && slices.ContainsFunc(pos, isRestriction) {
		return w, t.addApart(g, pos, e.neg, w)
	}
	return w, t.addAll(g, pos, e.neg, w)
}

func isRestriction(e safe) bool {
	_, ok := e.(some)
	return ok
}

// addApart is addAll in a subselect of its own. In a chain every individual comes
// once for each way to the end; so each successor counts once, and counting is
// linear in the edges.
func (t *translator) addApart(g *group, pos, neg []safe, w string) error {
	begins := g.canBegin(w)
	inner := newGroup(w, false)
	if err := t.addAll(inner, pos, neg, w); err != nil {
		return err
	}
	g.addBlock(fmt.Sprintf("{\nSELECT DISTINCT %s\nWHERE {\n%s}\n%s}\n", w, inner, t.allRows()), w, begins)
	return nil
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
func (t *translator) addSome(g *group, e some, v string) error {
	if e.n > 1 {
		return t.addCount(g, e, nil, v)
	}
	_, err := t.addSuccessor(g, e, v, comment(t.describe(e)))
	return err
}

// addCount counts successors of v, which must also be in all of simple. A
// subselect is linear in the number of edges and counts distinct successors
// however often a triple or a branch of a union gives the same.
func (t *translator) addCount(g *group, e some, simple []safe, v string) error {
	begins := g.canBegin(v)
	head := comment(t.describe(e))
	inner := t.inner(v, !begins, g.named[v] || !begins && g.isNamed(v))
	for _, c := range simple {
		if err := t.add(inner, c, v); err != nil {
			return err
		}
	}
	w, err := t.addSuccessor(inner, e, v, "")
	if err != nil {
		return err
	}
	g.addBlock(fmt.Sprintf("%s{\nSELECT %s\nWHERE {\n%s}\nGROUP BY %s\nHAVING (COUNT(DISTINCT %s) >= %d)\n%s}\n",
		head, v, inner, v, w, e.n, t.allRows()), v, begins)
	return nil
}
