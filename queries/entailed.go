package queries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// entailed is a class with equivalent ones and with evidence.
type entailed struct {
	class
	others []string
	Evidence
}

// subjectsOf are whatever is the subject of one of the properties; at least one.
type subjectsOf struct{ of []string }

// linked is whatever has a successor by one of the roles; at least one.
type linked struct{ by []dl.Role }

func (e subjectsOf) concept() dl.Concept {
	return dl.Disj(concepts(e.of, func(p string) dl.Concept { return dl.Exists{Role: dl.Role{IRI: p}, C: dl.Top{}} })...)
}

func (e linked) concept() dl.Concept {
	return dl.Disj(concepts(e.by, func(r dl.Role) dl.Concept { return dl.Exists{Role: r, C: dl.Top{}} })...)
}

// union is what an entailed class is a union of.
func (e entailed) union() either {
	parts := []safe{e.class}
	for _, c := range e.others {
		parts = append(parts, class{c})
	}
	return either{append(parts, e.parts()...)}
}

// parts are the expressions of the evidence, at most two.
func (e Evidence) parts() (parts []safe) {
	if len(e.Subjects) > 0 {
		parts = append(parts, subjectsOf{e.Subjects})
	}
	if len(e.Roles) > 0 {
		parts = append(parts, linked{e.Roles})
	}
	return parts
}

// addSubjects: ?x zoo:weight|zoo:height ?weight.
func (t *translator) addSubjects(g *group, e subjectsOf, v string) {
	text, _ := t.valueTriple(v, e.of, t.variable(e.of[0]), "")
	g.atoms = append(g.atoms, atom{text: text, subject: v, depth: g.depth[v], estimate: t.o.Statistics.anyOf(e.of)})
}

// addLinked: ?x zoo:childOf|^zoo:parentOf ?childOf.
func (t *translator) addLinked(g *group, e linked, v string) {
	w := t.variable(e.by[0].IRI)
	g.depth[w] = g.depth[v] + 1
	// One statement is enough, whether it is a step of a chain or not.
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

// unions are the rules of engines to which alternatives are written as unions with
// their filters inside. On a path with alternatives, and on a union and a filter that
// are all of a group, Blazegraph fails in some places (ClassCastException: it puts
// what it makes of them where it expects a group). Virtuoso is spared them, too.
const unions = TextInfinity

// valueTriple is the triple that leads from v to a value w of one of the properties,
// and what is left to do of the filter.
func (t writer) valueTriple(v string, properties []string, w, filter string) (text, left string) {
	if len(properties) == 1 || !t.o.Dialect.Has(unions) {
		return fmt.Sprintf("%s %s %s .\n", v, t.iris(properties, "|"), w), filter
	}
	return each(properties, " UNION ", func(p string) string {
		return fmt.Sprintf("{\n%s %s %s .\n%s}", v, t.iri(p), w, filter)
	}) + "\n", ""
}

// edge is the triple that leads from v to w by one of the roles, written in the
// direction of the first one's property. A transitive role leads to the ends of
// chains of the roles below it.
func (t writer) edge(v string, roles []dl.Role, w string) atom {
	a := atom{subject: v, object: w}
	turned := roles[0].Inverse
	if turned {
		a.subject, a.object = w, v
	}
	a.mixed = slices.ContainsFunc(roles, func(r dl.Role) bool { return r.Inverse != turned })
	roles = t.o.Axioms.withoutSteps(roles)
	chains := slices.ContainsFunc(roles, func(r dl.Role) bool { return t.o.Axioms.Transitive[r.IRI] })
	path, branches := make([]string, len(roles)), make([]string, len(roles))
	for i, r := range roles {
		path[i] = t.step(r, turned)
		if t.o.Axioms.Transitive[r.IRI] {
			steps := each(t.o.Axioms.roles(r), "|", func(s dl.Role) string { return t.step(s, turned) })
			path[i] = repeated(steps, "+")
			branches[i] = t.chain(a, steps)
			continue
		}
		branches[i] = fmt.Sprintf("{\n%s %s %s .\n%s}", a.subject, path[i], a.object, notLiterals(a))
		if iri, inverse := strings.CutPrefix(path[i], "^"); inverse {
			branches[i] = fmt.Sprintf("{\n%s %s %s .\n%s}", a.object, iri, a.subject, notLiterals(atom{subject: a.object, object: a.subject}))
		}
	}
	// No union of statements says the same as a chain, but of subselects one does.
	if a.filtered = len(roles) > 1 && t.o.Dialect.Has(unions) && !chains || chains && t.o.Dialect.Has(LooseOrder); a.filtered {
		a.text = strings.Join(branches, " UNION ") + "\n"
		if chains && len(branches) > 1 { // or else VALUES before it would get lost
			a.text = fmt.Sprintf("{\nSELECT DISTINCT%s\nWHERE {\n%s}\nLIMIT %d\n}\n", variablesOf(a), a.text, allRows)
		}
	} else {
		a.text = fmt.Sprintf("%s %s %s .\n", a.subject, strings.Join(path, "|"), a.object)
	}
	return a
}

// notLiterals is the filter for the object of a triple.
func notLiterals(a atom) string {
	if isIndividual(a.object) {
		return ""
	}
	return fmt.Sprintf("FILTER(!isLiteral(%s))\n", a.object)
}

// variablesOf are the ends that are variables, each with a blank before it.
func variablesOf(a atom) (text string) {
	for _, end := range []string{a.subject, a.object} {
		if !isIndividual(end) {
			text += " " + end
		}
	}
	return text
}

// step is the path by the role, from the object to the subject if turned.
func (t writer) step(r dl.Role, turned bool) string {
	if r.Inverse != turned {
		return "^" + t.iri(r.IRI)
	}
	return t.iri(r.IRI)
}

// repeated is the path any number of times, as the sign says.
func repeated(path, sign string) string {
	if strings.ContainsAny(path, "|^") {
		return "(" + path + ")" + sign
	}
	return path + sign
}

// chain is one step and any number after it, in a subselect of its own. On a path of
// one or more steps Virtuoso (LooseOrder) leaves out the way back to its beginning, and
// fails if nothing is known of the beginning.
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
	limit := fmt.Sprintf("LIMIT %d\n", allRows) // else it merges the subselects with what is around them
	return fmt.Sprintf("{\nSELECT DISTINCT%s\nWHERE {\n{\n%s%s}\n%s %s %s .\n%s}\n%s}", ends, first, limit, middle, repeated(steps, "*"), a.object, filters, limit)
}
