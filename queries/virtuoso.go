package queries

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/genus-kg/genus/learner/dl"
)

var looseOrderRule = Rule{
	Dialect: LooseOrder, Name: "loose-order", Right: false,
	Probe: probePrologue + `ASK { VALUES ?v { true } FILTER(isNumeric(?v)) }`,
}

// virtuoso is Virtuoso 7. It orders terms of all types, so that a date is ≥ 3, and takes
// booleans for numbers. Its optimizer makes many patterns wrong together.
type virtuoso struct{ engine }

// allRows is the LIMIT of a subselect without a limit. It keeps Virtuoso from merging the
// subselect with its surroundings, or from evaluating it again for every outer row.
const allRows = 1_000_000_000

// limit is empty beside VALUES, where merging is right.
func (virtuoso) limit(t *translator) string {
	if t.values != "" {
		return ""
	}
	return fmt.Sprintf("LIMIT %d\n", allRows)
}

// given puts VALUES into a subselect beside a path of several steps: otherwise Virtuoso
// crashes on a union of counts, of which one has such a path before it.
func (virtuoso) given(t *translator, values string) string {
	if !t.chained {
		return values
	}
	return allOf(root, values)
}

// listed puts a union into a subselect: otherwise Virtuoso counts and orders the solutions
// of each branch, and ignores a MINUS after the union.
func (virtuoso) listed(t *translator) string {
	if !strings.Contains(t.pattern, "UNION") {
		return t.pattern
	}
	return allOf(root, t.pattern)
}

func allOf(variables, pattern string) string {
	return fmt.Sprintf("{\nSELECT DISTINCT %s\nWHERE {\n%s}\nLIMIT %d\n}\n", variables, pattern, allRows)
}

// nestsValues is false because Virtuoso evaluates from the outside in, and VALUES inside
// would make its answers wrong.
func (virtuoso) nestsValues() bool { return false }

// subclasses has a subselect because Virtuoso drops members of subclasses if another
// pattern beside the path binds the individual.
func (virtuoso) subclasses(v, path string) string { return allOf(v, path) }

// beforePath has a subselect: after a union Virtuoso finds nothing by a path.
func (virtuoso) beforePath(v, union string) string { return standard{}.beforePath(v, union) }

func (virtuoso) repeatsStatements() bool { return true }

// minus changes a MINUS that Virtuoso evaluates wrongly: it gets a subselect with a LIMIT.
// Where that is not enough, the query has an OPTIONAL that must not match, which takes
// longer: beside VALUES, where Virtuoso ignores another MINUS, for counts of successors, and
// beside a path of several steps, whose ends it combines in all ways unless the MINUS has
// nothing but triples.
func (e virtuoso) minus(t *translator, g *group, c safe, v string) {
	if o, ok := c.(nominals); ok {
		e.otherThan(t, g, o, v)
		return
	}
	n := t.contents(c)
	mixes := t.chained && n != contents{}
	if !n.breaksMinus() && !(g.given && excludesNominals(c)) && !mixes {
		e.engine.minus(t, g, c, v)
		return
	}
	head := comment("not: " + t.describe(c.concept()))
	if s, ok := c.(some); ok && s.n == 2 && t.isFlat(s) {
		g.minus = append(g.minus, head+e.pairMinus(t, s, v))
		return
	}
	if !g.given && !mixes && n.unions == 0 && !n.counted && !n.unbound {
		inner := t.innerGroup(v, false, true)
		c.add(t, inner, v)
		g.minus = append(g.minus, head+"MINUS "+allOf(v, inner.String()))
		return
	}
	g.sealed = true // otherwise Virtuoso may ignore filters before the OPTIONAL
	g.minus = append(g.minus, head+e.optionalMinus(t, c, v))
}

// pairMinus returns a MINUS with two different successors, which Virtuoso finds much
// faster than it counts. For more than two, a high-degree node would have too many
// combinations.
func (virtuoso) pairMinus(t *translator, s some, v string) string {
	inner := t.innerGroup(v, false, true)
	first := t.addSuccessor(inner, s, v, "")
	second := t.addSuccessor(inner, s, v, "")
	inner.filters = append(inner.filters, fmt.Sprintf("FILTER(%s != %s)\n", first, second))
	return "MINUS {\n" + inner.String() + "}\n"
}

// optionalMinus returns an OPTIONAL that must not match. It has no COUNT(*), because
// Virtuoso would then ignore a MINUS between unions.
func (virtuoso) optionalMinus(t *translator, e safe, v string) string {
	inner := t.innerGroup(v, false, true)
	s, restricted := e.(some)
	if !restricted || s.n == 1 {
		found := t.newVariable("excluded")
		e.add(t, inner, v)
		matches := allOf(fmt.Sprintf("%s (1 AS %s)", v, found), inner.String())
		return fmt.Sprintf("OPTIONAL %sFILTER(!BOUND(%s))\n", matches, found)
	}
	n := t.newVariable("count")
	w := t.addSuccessor(inner, s, v, "")
	counts := fmt.Sprintf("SELECT %s (COUNT(DISTINCT %s) AS %s)\nWHERE {\n%s}\nGROUP BY %[1]s\n", v, w, n, inner)
	return fmt.Sprintf("OPTIONAL {\n%s}\nFILTER(!BOUND(%s) || %[2]s < %d)\n", counts, n, s.n)
}

// contents counts the parts of a pattern that Virtuoso evaluates wrongly in combination.
type contents struct {
	counted, unbound              bool // a count of successors; a nominal that does not replace its variable
	subselects, negations, unions int
}

// breaksMinus reports whether Virtuoso evaluates a MINUS with these parts wrongly. It does
// with a count of successors, or a nominal that does not replace its variable. It also
// ignores a MINUS beside two subselects of subclasses, one and a MINUS, a union and either
// of these, or two unions.
func (n contents) breaksMinus() bool {
	return n.counted || n.unbound || n.unions > 1 || n.subselects > 1 ||
		n.subselects > 0 && n.negations > 0 || n.unions > 0 && n.subselects+n.negations > 0
}

// excludesNominals reports whether e is a conjunction that excludes nominals and something
// else. Beside VALUES, Virtuoso then evaluates MINUS { e } wrongly.
func excludesNominals(e safe) bool {
	c, ok := e.(all)
	return ok && slices.ContainsFunc(c.neg, is[nominals])
}

func (t *translator) contents(e safe) (n contents) {
	for _, part := range parts(e) {
		n = n.with(t.contents(part))
	}
	return n.with(t.ownContents(e))
}

// with returns the contents of two expressions together.
func (n contents) with(c contents) contents {
	n.counted = n.counted || c.counted
	n.unbound = n.unbound || c.unbound
	n.subselects += c.subselects
	n.negations += c.negations
	n.unions += c.unions
	return n
}

// ownContents returns the contents of e without those of its parts.
func (t *translator) ownContents(e safe) (n contents) {
	subselect := 1
	if t.o.Vocabulary.NoClosure {
		subselect = 0
	}
	switch e := e.(type) {
	case class:
		n.subselects = subselect
	case entailed:
		n.subselects = subselect * (1 + len(e.others))
		n.unions++
	case value:
		if len(t.o.Axioms.features(e.c.Feature)) > 1 {
			n.unions++
		}
	case valued:
		n.counted = e.n > 1
		if properties, inverses := t.properties(e.feature); len(properties)+len(inverses) > 1 {
			n.unions++
		}
	case less:
		if len(t.o.Axioms.features(e.c.F))+len(t.o.Axioms.features(e.c.G)) > 2 {
			n.unions++
		}
	case agree:
		n.unions++ // two edges to one variable, perhaps by unions
	case reflexive:
		n.unions++
	case all:
		n.negations = len(e.neg)
		n.unbound = slices.ContainsFunc(e.pos, is[nominals])
	case either:
		n.unbound = slices.ContainsFunc(e.of, is[nominals])
		n.unions++
	case some:
		n.negations = len(e.neg)
		n.counted = e.n > 1
		n.unbound = slices.ContainsFunc(e.pos, is[nominals]) && !t.isFlat(e)
		if !t.o.Axioms.oneStep(e.role) {
			n.unions++
		}
	}
	return n
}

// oneOf filters v, because Virtuoso loses VALUES that are alone in a branch of a union or
// before a MINUS. If nothing else binds v, any triple does, and also beside a path of
// several steps, where Virtuoso may ignore a filter. It may also ignore a filter beside the
// VALUES of given individuals, so the others are removed from these.
func (e virtuoso) oneOf(t *translator, g *group, o nominals, v string) {
	switch {
	case g.given && v == root:
		t.given = slices.DeleteFunc(t.given, func(iri string) bool { return !slices.Contains(o.iris, iri) })
	case g.given:
		t.filterNominals(g, o, e.isTerm(t, o, v))
	case g.binds(v) && !t.chained:
		t.filterNominals(g, o, e.isSpelled(t, o, v))
	default:
		either{[]safe{o}}.add(t, g, v)
	}
}

func (virtuoso) otherThan(t *translator, g *group, o nominals, v string) {
	if g.given && v == root { // as in oneOf
		t.given = slices.DeleteFunc(t.given, func(iri string) bool { return slices.Contains(o.iris, iri) })
		return
	}
	t.filterNominals(g, o, t.differs(o, v))
}

// isTerm compares v with the individuals, a single one twice: otherwise Virtuoso finds no
// solutions for a pattern after an OPTIONAL about v.
func (virtuoso) isTerm(t *translator, o nominals, v string) string {
	return fmt.Sprintf("%s IN (%s)", v, repeatSingle(o, t.iris(o.iris, ", "), ", "))
}

// isSpelled compares the spelling of v with those of the individuals, so that Virtuoso
// does not detect constants: with a MINUS it would lose v, beside a union it fails to
// compile the query (SP031), and with a count beside a union it crashes.
func (virtuoso) isSpelled(t *translator, o nominals, v string) string {
	spellings := joinTexts(o.iris, ", ", func(iri string) string {
		if strings.ContainsFunc(iri, func(r rune) bool { return r > unicode.MaxASCII }) {
			return "STR(" + t.iri(iri) + ")" // the same letters in a string are different ones
		}
		return t.quote(iri)
	})
	return fmt.Sprintf("isIRI(%s) && STR(%[1]s) IN (%s)", v, repeatSingle(o, spellings, ", "))
}

// branches makes two branches of nominals, as the subject and as the object of a triple,
// because Virtuoso evaluates a union of the two inside the union wrongly.
func (virtuoso) branches(parts []safe) (out []safe) {
	for _, e := range parts {
		if o, ok := e.(nominals); ok {
			out = append(out, mentioned{o, false}, mentioned{o, true})
		} else {
			out = append(out, e)
		}
	}
	return out
}

// mentioned is the set of those of the individuals that are the subject (or, if object is
// set, the object) of some triple.
type mentioned struct {
	nominals
	object bool
}

func (e mentioned) add(t *translator, g *group, v string) {
	p := t.newVariable("p")
	subject, object := v, t.newVariable("o")
	if e.object {
		subject, object = object, v
	}
	// The other end may be a literal. With a filter on it, Virtuoso would lose v.
	g.atoms = append(g.atoms, atom{text: fmt.Sprintf("%s %s %s .\n", subject, p, object), subject: v})
	t.filterNominals(g, e.nominals, virtuoso{}.isTerm(t, e.nominals, v))
}

// branch does nothing: a union needs no braces.
func (virtuoso) branch(*translator, *group, safe) {}

// path writes a path of several steps as a subselect: one step, and any number after it.
// On a path with + Virtuoso omits the way back to its beginning, and fails if the
// beginning is not bound. A union of such paths is in a subselect, too: otherwise VALUES
// before it would get lost.
func (e virtuoso) path(t *translator, a atom, steps []step) atom {
	if !slices.ContainsFunc(steps, func(s step) bool { return s.repeated }) {
		return e.engine.path(t, a, steps)
	}
	a.filtered = true
	a.text = joinTexts(steps, " UNION ", func(s step) string {
		if s.repeated {
			return e.chain(t, a, s)
		}
		return t.triple(a, s)
	}) + "\n"
	if len(steps) > 1 {
		a.text = allOf(strings.Join(variablesOf(a), " "), a.text)
	}
	return a
}

func (virtuoso) chain(t *translator, a atom, s step) string {
	t.chained = true
	step := t.pathOf(s)
	const middle = "?step"
	ends, begins := variablesOf(a), middle
	if !isIndividual(a.subject) {
		begins = a.subject + " " + middle
	}
	first := allOf(begins, fmt.Sprintf("%s %s %s .\n", a.subject, step, middle))
	rest := fmt.Sprintf("%s %s %s .\n", middle, repeatPath(step, "*"), a.object)
	if isIndividual(a.object) { // otherwise Virtuoso may find nothing, from one plan or another
		rest = allOf(middle, rest)
	}
	chain := allOf(strings.Join(ends, " "), first+rest+noLiterals(ends))
	if !s.optional {
		return chain
	}
	// No step: only where there is a step (addSuccessor).
	other := t.newVariable("other")
	itself := fmt.Sprintf(
		"{\n%s %s %s .\nBIND(%[1]s AS %[4]s)\n} UNION {\n%[3]s %[2]s %[4]s .\nFILTER(!isLiteral(%[4]s))\nBIND(%[4]s AS "+
			"%[1]s)\n}\n",
		a.subject, step, other, a.object)
	return allOf(strings.Join(ends, " "), chain+" UNION "+itself)
}

func variablesOf(a atom) []string {
	return slices.DeleteFunc([]string{a.subject, a.object}, isIndividual)
}

func (e virtuoso) guard(t *translator, n numberTest) []string {
	guard := append(e.engine.guard(t, n), fmt.Sprintf("isNumeric(%s)", n.w))
	if n.boolean {
		guard = append(guard, fmt.Sprintf("DATATYPE(%s) != %s", n.w, t.xsd(dl.Boolean)))
	}
	return guard
}

// compare has no =, which would put the literal in the variable's place, and true is 1.
func (e virtuoso) compare(op dl.Op, w, literal string) string {
	if op == dl.Equal {
		return e.engine.compare(dl.GreaterEq, w, literal) + " && " + e.engine.compare(dl.LessEq, w, literal)
	}
	return e.engine.compare(op, w, literal)
}

// onlyIf evaluates no cast that fails: Virtuoso would abort the query.
func (virtuoso) onlyIf(test, condition string) string {
	return fmt.Sprintf("IF(%s, %s, false)", test, condition)
}

// exact returns the tightest bound that Virtuoso does not round.
func (virtuoso) exact(t *translator, x number) []string {
	digits, _ := x.r.FloatPrec()
	text, ok := x.r.FloatString(digits), true
	if x.isLong() {
		v, _ := dl.NewValue(dl.Double, text)
		return []string{t.literal(v)}
	}
	if digits > fractionDigits {
		text, ok = x.decimalBound(fractionDigits)
	}
	if !ok {
		return nil
	}
	return []string{text}
}

// bound returns the number of a float as a double: Virtuoso takes a small float in a query,
// such as 1e-20, for 0.
func (e virtuoso) bound(c dl.Compare, kind dl.Kind) (v dl.Value, ok bool) {
	v, ok = e.engine.bound(c, kind)
	f := float64(float32(v.Float()))
	if !ok || kind != dl.Float || f == 0 || math.IsInf(f, 0) {
		return v, ok
	}
	v, err := dl.NewValue(dl.Double, strconv.FormatFloat(f, 'E', -1, 64))
	return v, err == nil
}

// ordersUTC is false because Virtuoso takes -0044 for a year after 1999.
func (virtuoso) ordersUTC() bool { return false }
