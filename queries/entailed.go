package queries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// entailed is a class with its equivalent classes and evidence.
type entailed struct {
	class
	others []string
	Evidence
}

// subjectsOf is the set of subjects of statements with one of the properties, at least
// one.
type subjectsOf struct{ of []string }

// linked is the set of individuals with a successor by one of the roles, at least one.
type linked struct{ by []dl.Role }

func (e subjectsOf) concept() dl.Concept {
	return dl.Disj(concepts(e.of, func(p string) dl.Concept { return dl.Exists{Role: dl.Role{IRI: p}, C: dl.Top{}} })...)
}

func (e linked) concept() dl.Concept {
	return dl.Disj(concepts(e.by, func(r dl.Role) dl.Concept { return dl.Exists{Role: r, C: dl.Top{}} })...)
}

// union returns the union that the entailed class is.
func (e entailed) union() either {
	parts := []safe{e.class}
	for _, c := range e.others {
		parts = append(parts, class{c})
	}
	return either{append(parts, e.parts()...)}
}

// parts returns the expressions of the evidence, at most two.
func (e Evidence) parts() (parts []safe) {
	if len(e.Subjects) > 0 {
		parts = append(parts, subjectsOf{e.Subjects})
	}
	if len(e.Roles) > 0 {
		parts = append(parts, linked{e.Roles})
	}
	return parts
}

// addSubjects adds ?x zoo:weight|zoo:height ?weight1.
func (t *translator) addSubjects(g *group, e subjectsOf, v string) {
	text, _ := t.valueTriple(v, e.of, t.newVariable(e.of[0]), "")
	g.atoms = append(g.atoms, atom{text: text, subject: v, depth: g.depth[v], estimate: t.o.Statistics.anyOf(e.of)})
}

// addLinked adds ?x zoo:childOf|^zoo:parentOf ?childOf1.
func (t *translator) addLinked(g *group, e linked, v string) {
	w := t.newVariable(e.by[0].IRI)
	g.depth[w] = g.depth[v] + 1
	// One statement is enough, even with a transitive role.
	stated := t.writer
	stated.o.Axioms.Transitive = nil
	a := stated.edge(v, e.by, w)
	properties := make([]string, len(e.by))
	for i, r := range e.by {
		properties[i] = r.IRI
	}
	a.estimate, a.depth = t.o.Statistics.anyOf(properties), g.depth[w]
	g.atoms = append(g.atoms, a)
}

// unions is the rule for which alternatives are written as unions with their filters
// inside. Blazegraph sometimes fails with a ClassCastException on a path with
// alternatives, and on a group that consists of a union and a filter. Virtuoso gets
// unions, too.
const unions = TextInfinity

// valueTriple returns the pattern that w is a value of v by one of the properties, and
// the part of the filter that the pattern does not include.
func (t writer) valueTriple(v string, properties []string, w, filter string) (text, left string) {
	if len(properties) == 1 || !t.o.Dialect.Has(unions) {
		return fmt.Sprintf("%s %s %s .\n", v, t.iris(properties, "|"), w), filter
	}
	return joinTexts(properties, " UNION ", func(p string) string {
		return fmt.Sprintf("{\n%s %s %s .\n%s}", v, t.iri(p), w, filter)
	}) + "\n", ""
}

// edge returns the pattern that w is a successor of v by one of the roles, written in the
// direction of the first role's property. For a transitive role it is a path of one or
// more steps by its roles.
func (t writer) edge(v string, roles []dl.Role, w string) atom {
	a := atom{subject: v, object: w}
	asked, turned := roles[0].IRI, roles[0].Inverse
	if turned {
		a.subject, a.object = w, v
	}
	a.mixed = slices.ContainsFunc(roles, func(r dl.Role) bool { return r.Inverse != turned })
	roles = t.o.Axioms.dropSteps(roles)
	chains := slices.ContainsFunc(roles, func(r dl.Role) bool { return t.o.Axioms.Transitive[r.IRI] })
	path, branches := make([]string, len(roles)), make([]string, len(roles))
	for i, r := range roles {
		path[i] = t.step(r, turned)
		if t.o.Axioms.Transitive[r.IRI] {
			if t.o.Axioms.ThroughLiterals[r.IRI] {
				t.fail(fmt.Errorf("no query for <%s>: %w", asked, ErrThroughLiteral))
			}
			steps := joinTexts(t.o.Axioms.roles(r), "|", func(s dl.Role) string { return t.step(s, turned) })
			path[i] = repeatPath(steps, "+")
			branches[i] = t.chain(a, steps)
			continue
		}
		branches[i] = fmt.Sprintf("{\n%s %s %s .\n%s}", a.subject, path[i], a.object, notLiterals(a))
		if iri, inverse := strings.CutPrefix(path[i], "^"); inverse {
			branches[i] = fmt.Sprintf("{\n%s %s %s .\n%s}", a.object, iri, a.subject, notLiterals(atom{subject: a.object, object: a.subject}))
		}
	}
	// A union of statements cannot express a path; a union of subselects can.
	if a.filtered = len(roles) > 1 && t.o.Dialect.Has(unions) && !chains || chains && t.o.Dialect.Has(LooseOrder); a.filtered {
		a.text = strings.Join(branches, " UNION ") + "\n"
		if chains && len(branches) > 1 { // otherwise VALUES before it would get lost
			a.text = fmt.Sprintf("{\nSELECT DISTINCT%s\nWHERE {\n%s}\nLIMIT %d\n}\n", variablesOf(a), a.text, allRows)
		}
	} else {
		a.text = fmt.Sprintf("%s %s %s .\n", a.subject, strings.Join(path, "|"), a.object)
	}
	return a
}

// notLiterals returns the filter for the object of a triple.
func notLiterals(a atom) string {
	if isIndividual(a.object) {
		return ""
	}
	return fmt.Sprintf("FILTER(!isLiteral(%s))\n", a.object)
}

// variablesOf returns the ends that are variables, each with a space before it.
func variablesOf(a atom) (text string) {
	for _, end := range []string{a.subject, a.object} {
		if !isIndividual(end) {
			text += " " + end
		}
	}
	return text
}

// step returns the path of one step by the role, from the object to the subject if
// turned is set.
func (t writer) step(r dl.Role, turned bool) string {
	if r.Inverse != turned {
		return "^" + t.iri(r.IRI)
	}
	return t.iri(r.IRI)
}

// repeatPath returns the path with the sign for repetition, + or *.
func repeatPath(path, sign string) string {
	if strings.ContainsAny(path, "|^") {
		return "(" + path + ")" + sign
	}
	return path + sign
}

// chain returns a subselect for a path of one or more steps: one step, and any number
// after it. On a path with + Virtuoso (LooseOrder) omits the way back to its beginning,
// and fails if the beginning is not bound.
func (writer) chain(a atom, steps string) string {
	const middle = "?step"
	ends, filters := variablesOf(a), ""
	for end := range strings.FieldsSeq(ends) {
		filters += fmt.Sprintf("FILTER(!isLiteral(%s))\n", end)
	}
	begins := middle
	if !isIndividual(a.subject) {
		begins = a.subject + " " + middle
	}
	first := fmt.Sprintf("SELECT DISTINCT %s\nWHERE {\n%s %s %s .\n}\n", begins, a.subject, steps, middle)
	limit := fmt.Sprintf("LIMIT %d\n", allRows) // see allRows
	return fmt.Sprintf("{\nSELECT DISTINCT%s\nWHERE {\n{\n%s%s}\n%s %s %s .\n%s}\n%s}", ends, first, limit, middle, repeatPath(steps, "*"), a.object, filters, limit)
}
