package queries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// root is the variable whose values are the answers.
const root = "?x"

// add adds a pattern without solutions; it is only at the root. A constant would not do:
// rdflib ignores FILTER(false); if RDF4J detects that a pattern is empty, its COUNT has no
// row; if all branches of a union are empty, the COUNT of Virtuoso has a row without a
// value. So the filter requires an empty IRI, and the triple a role that is empty by
// definition, which engines can look up.
func (nothing) add(t *translator, g *group, v string) {
	role, o := t.iri(dl.BottomRole), t.newVariable("o")
	g.atoms = append(g.atoms, atom{text: fmt.Sprintf("%s %s %s .\n", v, role, o), subject: v})
	g.filters = append(g.filters, fmt.Sprintf("FILTER(isIRI(%s) && STR(%[1]s) = \"\")\n", o))
}

// add adds ?x a zoo:Elephant or, with subclasses, ?x a ?class1 and ?class1
// rdfs:subClassOf* zoo:Elephant; the latter comes first if ?x has no values yet. The
// path ?x a/rdfs:subClassOf* zoo:Elephant means the same, but some engines walk it in
// one direction only, or from all individuals.
func (e class) add(t *translator, g *group, v string) {
	a, block := t.membership(e.iri, v)
	a.depth = g.depth[v]
	if block != "" {
		g.blocks = append(g.blocks, block)
	}
	g.atoms = append(g.atoms, a)
}

// addAnchor adds class membership at the end of the group, because almost all solutions
// so far are members.
func (t *translator) addAnchor(g *group, iri, v string) {
	if c, ok := t.o.Axioms.class(iri).(entailed); ok {
		c.add(t, g, v)
		return
	}
	a, block := t.membership(iri, v)
	g.last = append(g.last, a.text+block)
	if a.class != "" {
		g.filters = append(g.filters, fmt.Sprintf("FILTER(!isLiteral(%s))\n", a.class))
	}
}

func (t *translator) typing() string {
	if t.o.Vocabulary.Type == rdfType {
		return "a"
	}
	return t.iri(t.o.Vocabulary.Type)
}

// membership returns the pattern that v is a member of the class, and a subselect of the
// classes in it, which may be empty.
func (t *translator) membership(iri, v string) (a atom, block string) {
	a = atom{subject: v, estimate: t.o.Statistics.class(iri)}
	head := ""
	if t.o.Labels[iri] != "" {
		head = comment(t.label(iri))
	}
	if t.o.Vocabulary.Classes {
		a.text = head + t.subsumed(v, iri)
		return a, ""
	}
	c, typing := t.iri(iri), t.typing()
	if t.o.Vocabulary.NoClosure {
		a.text = fmt.Sprintf("%s%s %s %s .\n", head, v, typing, c)
		return a, ""
	}
	below := t.newVariable("class")
	triple := fmt.Sprintf("%s %s %s .\n", v, typing, below)
	classes := fmt.Sprintf("%s %s* %s .\n", below, t.iri(t.o.Vocabulary.SubClassOf), c)
	if block = t.engine.subclasses(below, classes); block != "" {
		a.text = head + triple
		return a, block
	}
	a.text = head + triple + classes
	a.opening = head + classes + triple
	a.class = below
	return a, ""
}

func (e all) add(t *translator, g *group, v string) { t.addAll(g, e.pos, e.neg, v) }

// addAll adds the conditions pos and the negations neg. Triples come first, then counts,
// then unions, because later parts may use variables bound before. Nominals come first
// if the group can begin with them, otherwise last.
func (t *translator) addAll(g *group, pos, neg []safe, v string) {
	var first, simple, triples, counts, unions, named, tests []safe
	pos, neg = joinNumbers(pos, neg)
	for _, c := range pos {
		switch c := c.(type) {
		case class, value, agree, less:
			simple = append(simple, c)
		case nominals:
			named = append(named, c)
		case unknown:
			tests = append(tests, c)
		case some:
			if c.n > 1 {
				counts = append(counts, c)
			} else {
				triples = append(triples, c)
			}
		case valued:
			if c.n > 1 {
				unions = append(unions, c)
			} else {
				simple = append(simple, c)
			}
		default:
			unions = append(unions, c)
		}
	}
	if len(named) > 0 && t.engine.nestsValues() && g.canBegin(v) {
		first, named = named, nil
	}
	others := len(unions) + len(first) + len(named) + len(tests)
	if len(counts) > 0 && (len(triples) == 0 || t.o.subselects) && others == 0 && g.canBegin(v) {
		// The other conditions on v go into the subselect with the count, because
		// engines evaluate a subselect by itself.
		t.addCount(g, counts[0].(some), slices.Concat(simple, triples), v)
		simple, triples = nil, nil
		counts = counts[1:]
	}
	for _, c := range slices.Concat(first, simple, triples, counts, unions, named, tests) {
		c.add(t, g, v)
	}
	for _, c := range neg {
		if u, is := c.(unknown); is {
			u.test(t, g, v, "!(", ")")
		} else {
			t.engine.minus(t, g, c, v)
		}
	}
}

// add adds a filter, after a triple if nothing else in the group binds v.
func (e unknown) add(t *translator, g *group, v string) {
	if !g.binds(v) {
		s, p := t.newVariable("s"), t.newVariable("p")
		g.atoms = append(g.atoms, atom{text: fmt.Sprintf("%s %s %s .\n", s, p, v), subject: s, object: v})
	}
	e.test(t, g, v, "", "")
}

// test adds the condition that v is unknown, between two texts.
func (e unknown) test(t *translator, g *group, v, before, after string) {
	test := fmt.Sprintf("isBlank(%s) || STRSTARTS(STR(%[1]s), %s)", v, t.quote(e.namespace))
	g.filters = append(g.filters, comment(t.describe(e.concept()))+"FILTER("+before+test+after+")\n")
}

func (e either) add(t *translator, g *group, v string) {
	branches := t.engine.branches(e.of)
	t.addBranches(g, branches, v, fmt.Sprintf("any of these %d:", len(branches)))
}

func (e entailed) add(t *translator, g *group, v string) {
	t.addBranches(g, e.union().of, v, t.describe(e.concept())+", stated or entailed:")
}

func (t *translator) addBranches(g *group, branches []safe, v, head string) {
	begins := g.canBegin(v)
	union := joinTexts(branches, " UNION ", func(d safe) string {
		inner := newGroup(v, !begins)
		inner.nested = true
		inner.nonLiteral[v] = g.nonLiteral[v] || !begins && g.isNonLiteral(v)
		d.add(t, inner, v)
		t.engine.branch(t, inner, d)
		text, what := inner.String(), comment(t.describe(d.concept()))
		if is[some](d) || strings.HasPrefix(text, what) { // it has the comment
			what = ""
		}
		return "{\n" + what + text + "}"
	})
	g.addBlock(comment(head)+union+"\n", v, begins)
}

// add adds a triple for one successor, or a count for several.
func (e some) add(t *translator, g *group, v string) {
	if e.n > 1 {
		t.addCount(g, e, nil, v)
	} else {
		t.addSuccessor(g, e, v, comment(t.describe(e.concept())))
	}
}

// addSuccessor adds a successor of v with its conditions to the group, and returns the
// variable of the successor, or its IRI if only one is possible. head is the comment.
func (t *translator) addSuccessor(g *group, e some, v, head string) (w string) {
	pos := e.pos
	if iri, rest, ok := t.successorByName(e); ok {
		pos = rest
		w = t.iri(iri)
		g.nonLiteral[w] = true
	} else {
		w = t.newVariable(e.role.IRI)
		// All values of a property of a Wikibase have one type, and a ranking asks about roles that lead to individuals.
		g.nonLiteral[w] = t.o.subselects && t.o.Vocabulary.Statements.Is(e.role.IRI, dl.Direct)
	}
	g.depth[w] = g.depth[v] + 1
	a := t.edgeTo(v, t.o.Axioms.roles(e.role), w, t.takesStated(e))
	a.text = head + a.text
	a.estimate = t.o.Statistics.role(e.role.IRI)
	a.depth = g.depth[w]
	g.atoms = append(g.atoms, a)
	t.onlyNoValues(g, e.role, v, w)
	t.onlyResolved(g, e, v, w)
	t.onlyNarrowest(g, e, v, w)
	if e.n > 1 && e.role.Closure == dl.Star { // two successors need a step, and a path of no steps binds nothing
		step := t.edge(v, t.o.Axioms.roles(e.role.Step()), t.newVariable(e.role.IRI))
		step.estimate, step.depth = a.estimate, a.depth
		g.atoms = append(g.atoms, step)
	}
	if t.o.subselects && !isIndividual(w) && slices.ContainsFunc(pos, is[some]) {
		t.addSubselect(g, pos, e.neg, w)
	} else {
		t.addAll(g, pos, e.neg, w)
	}
	return w
}

// onlyNoValues excludes the other types of statements of a Wikibase, such as their rank: the role
// leads to what has no value only.
func (t *translator) onlyNoValues(g *group, role dl.Role, v, w string) {
	s, class := t.o.Vocabulary.Statements, w
	if role.Inverse {
		class = v
	}
	if s == "" || role.IRI != dl.TypeOfStatement || isIndividual(class) {
		return
	}
	g.filters = append(g.filters,
		fmt.Sprintf("FILTER(STRSTARTS(STR(%s), %s))\n", class, t.quote(s.Property(dl.NoneOf, ""))))
}

// successorByName returns the IRI of the nominal that replaces the variable of the
// successor, as in ?x wdt:P21 wd:Q6581072, so that an engine never scans for it, and the
// other conditions on the successor. Where triples stand between classes, the name of a class
// replaces the variable in the same way. ok is false if no nominal can replace it: there is none
// or several, or the other conditions need a variable.
func (t *translator) successorByName(e some) (iri string, rest []safe, ok bool) {
	if isAlone := e.n == 1 && len(e.pos) == 1 && len(e.neg) == 0; isAlone && t.o.Vocabulary.ClassTriples() &&
		!e.role.Inverse {
		if c, isClass := e.pos[0].(class); isClass {
			return c.iri, nil, true
		}
	}
	at := slices.IndexFunc(e.pos, func(c safe) bool {
		named, ok := c.(nominals)
		return ok && len(named.iris) == 1
	})
	if isAlone := e.role.Closure != dl.NoClosure && len(e.pos) == 1 && len(e.neg) == 0; at < 0 || e.n > 1 ||
		!isAlone && !t.isFlat(e) {
		return "", nil, false
	}
	return e.pos[at].(nominals).iris[0], slices.Delete(slices.Clone(e.pos), at, at+1), true
}

// isFlat reports whether the conditions on the successors are triples and filters only.
func (t *translator) isFlat(e some) bool {
	if len(e.neg) > 0 || !t.o.Axioms.oneStep(e.role) {
		return false
	}
	return !slices.ContainsFunc(e.pos, func(c safe) bool {
		switch c := c.(type) {
		case class:
			return !t.o.Vocabulary.NoClosure && t.engine.subclasses(root, "") != ""
		case value:
			return len(t.o.Axioms.features(c.c.Feature)) > 1
		case nominals:
			return len(c.iris) > 1
		case some:
			return c.n > 1 || !t.isFlat(c)
		}
		return true
	})
}

// addSubselect is addAll in a subselect. Otherwise, a chain would give each individual
// once for every path to the end. With the subselect, each successor counts once, and
// counting is linear in the number of edges.
func (t *translator) addSubselect(g *group, pos, neg []safe, w string) {
	begins := g.canBegin(w)
	inner := newGroup(w, false)
	t.addAll(inner, pos, neg, w)
	g.addBlock(fmt.Sprintf("{\nSELECT DISTINCT %s\nWHERE {\n%s}\n%s}\n", w, inner, t.engine.limit(t)), w, begins)
}

// addCount adds a subselect that counts the successors of v, which must also be in all of
// simple. Its time is linear in the number of edges, and it counts a successor once even
// if several triples or branches of a union give it. Conditions that several successors of v
// may satisfy are in a subselect of their own: otherwise every successor that counts comes once
// with each of them.
func (t *translator) addCount(g *group, e some, simple []safe, v string) {
	begins := g.canBegin(v)
	inner := t.innerGroup(v, !begins, g.nonLiteral[v] || !begins && g.isNonLiteral(v))
	if t.several(simple) {
		once := t.innerGroup(v, inner.known, inner.nonLiteral[v])
		t.addAll(once, simple, nil, v)
		text := fmt.Sprintf("{\nSELECT DISTINCT %s\nWHERE {\n%s}\n%s}\n", v, once, t.engine.limit(t))
		inner.addBlock(text, v, inner.canBegin(v))
	} else {
		t.addAll(inner, simple, nil, v)
	}
	w := t.addSuccessor(inner, e, v, "")
	g.addBlock(t.numbered(e, v, inner, w), v, begins)
}

// several reports whether several successors may satisfy one of the conditions.
func (t *translator) several(cs []safe) bool {
	return slices.ContainsFunc(cs, func(c safe) bool {
		e, ok := c.(some)
		if !ok {
			return false
		}
		_, _, isOne := t.successorByName(e)
		return !isOne
	})
}

func (e nominals) add(t *translator, g *group, v string) { t.engine.oneOf(t, g, e, v) }

func (t *translator) differs(e nominals, v string) string {
	terms := t.iris(e.iris, ", ")
	if len(e.iris) > 1 {
		return fmt.Sprintf("%s NOT IN (%s)", v, terms)
	}
	return fmt.Sprintf("%s != %s", v, terms)
}

func (t *translator) filterNominals(g *group, e nominals, test string) {
	g.filters = append(g.filters, t.nominalComment(e)+"FILTER("+test+")\n")
}

// repeatSingle returns the terms, a single one twice. With a single term engines do more
// than compare: RDF4J replaces the variable also outside the group.
func repeatSingle(e nominals, terms, separator string) string {
	if len(e.iris) == 1 {
		return terms + separator + terms
	}
	return terms
}

func (t *translator) nominalComment(e nominals) string {
	if !slices.ContainsFunc(e.iris, func(iri string) bool { return t.labels[iri] != "" }) {
		return ""
	}
	return comment(t.describe(e.concept()))
}
