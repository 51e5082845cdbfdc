package queries

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Axioms are what follows from axioms about properties and is not stated: what
// else, beside a symbol itself, makes it true. A query asks for all of it, so it
// answers as if the graph had been closed. The symbol itself is in none of its
// lists.
type Axioms struct {
	// Roles are, by property, the roles whose statements are its, too: of a
	// superproperty its subproperties, of an inverse the other one turned round.
	Roles map[string][]dl.Role
	// Features are, by property, the properties whose literals are its, too.
	Features map[string][]string
	// Transitive are the properties whose statements are steps of a path: what follows
	// is at its end.
	Transitive map[string]bool
	// Equivalent are, by class, those with the same members.
	Equivalent map[string][]string
	// Classes are, by class, what else its members can be known by.
	Classes map[string]Evidence
	// Subclasses are, by class, classes whose evidence counts for it, too, and so that
	// of theirs.
	Subclasses map[string][]string
}

// Evidence of a class is what only its members have: its properties' domains and
// ranges.
type Evidence struct {
	// Subjects are properties: whatever is the subject of one, with any object.
	Subjects []string
	// Roles: whatever has a successor by one, which is no literal.
	Roles []dl.Role
}

// roles are those by which something is a successor by r.
func (a Axioms) roles(r dl.Role) []dl.Role {
	all := []dl.Role{r}
	for _, s := range a.Roles[r.IRI] {
		if r.Inverse {
			s = s.Inv()
		}
		all = append(all, s)
	}
	return all
}

// oneStep reports whether one statement with the role is all that makes a successor.
func (a Axioms) oneStep(r dl.Role) bool {
	roles := a.roles(r)
	return len(roles) == 1 && !a.Transitive[r.IRI]
}

// features are those whose values f has.
func (a Axioms) features(f string) []string { return append([]string{f}, a.Features[f]...) }

// below are the properties whose statements are those of another property, too.
func (a Axioms) below() []string {
	var properties []string
	for _, roles := range a.Roles {
		for _, r := range roles {
			properties = append(properties, r.IRI)
		}
	}
	for _, features := range a.Features {
		properties = append(properties, features...)
	}
	slices.Sort(properties)
	return slices.Compact(properties)
}

// class is the concept name: by what is stated and, where there is, by evidence.
func (a Axioms) class(iri string) safe {
	same, e := a.evidence(iri)
	if len(same)+len(e.Subjects)+len(e.Roles) == 0 {
		return class{iri}
	}
	return entailed{class{iri}, same, e}
}

// evidence is that of the class and of all below it, sorted; others are classes whose
// members are those of iri by an axiom about equivalent classes.
func (a Axioms) evidence(iri string) (others []string, sum Evidence) {
	seen := map[string]bool{iri: true}
	for stack := []string{iri}; len(stack) > 0; {
		e := a.Classes[stack[len(stack)-1]]
		sum.Subjects, sum.Roles = append(sum.Subjects, e.Subjects...), append(sum.Roles, e.Roles...)
		same, subclasses := a.Equivalent[stack[len(stack)-1]], a.Subclasses[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		for i, c := range slices.Concat(same, subclasses) {
			if seen[c] {
				continue
			}
			seen[c] = true
			stack = append(stack, c)
			if i < len(same) && !BlankNode(c) { // the query asks for subclasses anyway
				others = append(others, c)
			}
		}
	}
	slices.Sort(others)
	return others, sum.compact()
}

// compact is the evidence sorted, and without roles whose subject with any object is
// a member.
func (e Evidence) compact() Evidence {
	slices.Sort(e.Subjects)
	e.Subjects = slices.Compact(e.Subjects)
	slices.SortFunc(e.Roles, compareRoles)
	e.Roles = slices.DeleteFunc(slices.Compact(e.Roles), func(r dl.Role) bool {
		_, subject := slices.BinarySearch(e.Subjects, r.IRI)
		return subject && !r.Inverse
	})
	return e
}

// compareRoles orders roles by their properties, and inverses behind.
func compareRoles(r, s dl.Role) int {
	switch c := cmp.Compare(r.IRI, s.IRI); {
	case c != 0 || r.Inverse == s.Inverse:
		return c
	case s.Inverse:
		return -1
	}
	return 1
}

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

func (entailed) isSafe()   {}
func (subjectsOf) isSafe() {}
func (linked) isSafe()     {}

// union is what an entailed class is a union of.
func (e entailed) union() either {
	parts := []safe{e.class}
	for _, c := range e.others {
		parts = append(parts, class{c})
	}
	if len(e.Subjects) > 0 {
		parts = append(parts, subjectsOf{e.Subjects})
	}
	if len(e.Roles) > 0 {
		parts = append(parts, linked{e.Roles})
	}
	return either{parts}
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

// withoutSteps leaves out the roles that are steps of a transitive one among them.
func (a Axioms) withoutSteps(roles []dl.Role) []dl.Role {
	steps := map[dl.Role]bool{}
	for _, r := range roles {
		if a.Transitive[r.IRI] && !steps[r] {
			for _, s := range a.roles(r)[1:] {
				steps[s] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(roles), func(r dl.Role) bool { return steps[r] })
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
