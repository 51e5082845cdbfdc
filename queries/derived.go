package queries

import (
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Derived symbols (package dl) as patterns:
//
//	(∃f)                 a triple, with any value
//	(≥n f)               a subselect that counts the distinct values
//	(f starts s), …      a triple and a filter, which a value passes that is a string or
//	                     has a language
//	(f < g)              see less.go
//	(r ≐ s)              two edges to one variable; (r ≐ s*) is (r ≐ s⁺), or r leads back
//	∃r⁺.C, ∃r*.C         a path. ?x r* ?y would match all terms if nothing else bound the
//	                     two, so ∃r*.C is C ⊔ ∃r⁺.C where C cannot be listed.

// valued is the set of individuals with at least n ≥ 1 distinct values of the feature.
type valued struct {
	n       int
	below   int // there are fewer than this number; 0: there may be any number
	feature string
}

// agree is the set of individuals with a common successor by the two roles, neither of
// which is r*.
type agree struct{ c dl.Agree }

// reflexive is the set of individuals that are their own successors.
type reflexive struct{ role dl.Role }

func (e agree) concept() dl.Concept { return e.c }
func (e valued) concept() dl.Concept {
	least := dl.AtLeastValues(e.n, e.feature)
	if e.below == 0 {
		return least
	}
	return dl.And{L: least, R: dl.Not{C: dl.AtLeastValues(e.below, e.feature)}}
}

func (e reflexive) concept() dl.Concept {
	return dl.Agree{R: e.role, S: dl.Itself}
}

// agreement returns the expression of an agreement.
func (n *normalizer) agreement(c dl.Agree) (safe, bool) {
	if c.R.Closure == dl.Star {
		c.R, c.S = c.S, c.R
	}
	switch {
	case c.R.Closure == dl.Star:
		return nothing{}, true
	case c.S == dl.Itself:
		return reflexive{c.R}, false
	case c.S.Closure == dl.Star:
		c.S.Closure = dl.Plus
		return either{[]safe{agree{c}, reflexive{c.R}}}, false
	}
	return agree{c}, false
}

// closure returns the expression of a restriction with a closure: ≥n R.C or, if negated is
// set, ≥n R.¬C.
func (n *normalizer) closure(number int, role dl.Role, c dl.Concept, negated bool) (safe, bool) {
	if role.Closure != dl.Star || number > 1 {
		return n.restriction(number, role, c, negated), false
	}
	e, complement := n.concept(c)
	plus := role
	plus.Closure = dl.Plus
	if complement == negated && !n.noZeroSteps {
		if is[nothing](e) {
			return e, false
		}
		return n.restriction(number, role, c, negated), false
	}
	// C or ¬C itself, or one step and more.
	return n.either(e, complement != negated, n.restriction(1, plus, c, negated))
}

// either returns the union of an expression, or of its complement, and another expression.
func (n *normalizer) either(c safe, notC bool, d safe) (safe, bool) {
	e, complement := meet(c, !notC, d, true)
	return e, !complement
}

// add adds a triple with any value; or a count.
func (e valued) add(t *translator, g *group, v string) {
	head := comment(t.describe(e.concept()))
	if e.n == 1 {
		properties, roles := t.properties(e.feature)
		if len(roles) == 0 {
			w := t.newVariable(e.feature)
			text, _ := t.valueOf(v, properties, w, "")
			g.atoms = append(g.atoms,
				atom{text: head + text, subject: v, depth: g.depth[v], estimate: t.o.Statistics.anyOf(properties)})
			return
		}
		t.addBranches(g, []safe{subjectsOf{properties}, linked{roles}}, v, t.describe(e.concept())+":")
		return
	}
	begins := g.canBegin(v)
	inner := t.innerGroup(v, !begins, g.nonLiteral[v] || !begins && g.isNonLiteral(v))
	w := t.newVariable(e.feature)
	inner.atoms = append(inner.atoms, atom{text: t.anyValue(e.feature, v, w), subject: v})
	g.addBlock(t.numbered(e, v, inner, w), v, begins)
}

// properties returns the properties whose values count for the feature, and the roles whose successors do,
// but no literals: what inverse properties imply is about individuals.
func (t *translator) properties(feature string) (properties []string, roles []dl.Role) {
	properties = t.o.Axioms.features(feature)
	for _, r := range t.o.Axioms.roles(dl.Role{IRI: feature}) {
		if r.Inverse || !slices.Contains(properties, r.IRI) {
			roles = append(roles, r)
		}
	}
	return properties, roles
}

// anyValue returns the pattern that w is a value of the feature at v, literal or not.
func (t *translator) anyValue(feature, v, w string) string {
	if t.o.Vocabulary.Classes {
		return t.required(v, feature, w)
	}
	role := dl.Role{IRI: feature}
	properties := t.o.Axioms.features(feature)
	if t.o.Axioms.oneStep(role) && len(properties) == 1 && t.redirects(role) {
		return t.resolve(v, feature, w)
	}
	if t.o.Axioms.oneStep(role) && len(properties) == 1 {
		text, _ := t.valueOf(v, properties, w, "")
		return text
	}
	literals, individuals := newGroup(v, false), newGroup(v, false)
	filter := fmt.Sprintf("FILTER(isLiteral(%s))\n", w)
	text, left := t.valueOf(v, properties, w, filter)
	literals.atoms = append(literals.atoms, atom{text: text, subject: v})
	if left != "" {
		literals.filters = append(literals.filters, left)
	}
	individuals.atoms = append(individuals.atoms, t.edge(v, t.o.Axioms.roles(role), w))
	if t.redirects(role) {
		individuals.minus = append(individuals.minus, t.noRedirect(w))
	}
	return fmt.Sprintf("{\n%s} UNION {\n%s}\n", literals, individuals)
}

// textFilter returns the condition that w is a string or a text in a language, and
// satisfies the condition.
func (t *translator) textFilter(c dl.Compare, w string) string {
	s := t.quote(c.Value.Lexical())
	if c.Op == dl.Lang {
		return fmt.Sprintf("LANGMATCHES(LANG(%s), %s)", w, s)
	}
	isText := fmt.Sprintf("(DATATYPE(%s) = %s || LANG(%[1]s) != \"\")", w, t.xsd(dl.String))
	switch c.Op {
	case dl.Starts:
		return fmt.Sprintf("%s && STRSTARTS(STR(%s), %s)", isText, w, s)
	case dl.Ends:
		return fmt.Sprintf("%s && STRENDS(STR(%s), %s)", isText, w, s)
	}
	return fmt.Sprintf("%s && REGEX(STR(%s), %s, \"i\")", isText, w, t.quote(dl.WordPattern(c.Value.Lexical())))
}

// add adds an edge by each role to a common successor.
func (e agree) add(t *translator, g *group, v string) {
	if t.o.Vocabulary.Classes {
		t.fail(fmt.Errorf("%w: no query about classes compares the values of two roles", ErrOptions))
	}
	w := t.newVariable(e.c.R.IRI)
	g.depth[w] = g.depth[v] + 1
	head := comment(t.describe(e.c))
	for _, r := range []dl.Role{e.c.R, e.c.S} {
		a := t.edge(v, t.o.Axioms.roles(r), w)
		a.text, head = head+a.text, ""
		a.estimate = t.o.Statistics.role(r.IRI)
		a.depth = g.depth[w]
		g.atoms = append(g.atoms, a)
		t.onlyResolved(g, some{n: 1, role: r}, v, w)
	}
}

// add compares the successor with v in a filter: some engines do not evaluate a path from a
// variable to itself.
func (e reflexive) add(t *translator, g *group, v string) {
	w := t.newVariable(e.role.IRI)
	g.depth[w] = g.depth[v] + 1
	a := t.edge(v, t.o.Axioms.roles(e.role), w)
	a.text = comment(t.describe(e.concept())) + a.text
	a.estimate, a.depth = t.o.Statistics.role(e.role.IRI), g.depth[w]
	g.atoms = append(g.atoms, a)
	g.filters = append(g.filters, fmt.Sprintf("FILTER(%s = %s)\n", v, w))
}
