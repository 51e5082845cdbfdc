package queries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Domain says which statements are facts, and thereby which terms are individuals: a
// concept that only excludes (¬A, ∀r.A, ≤n r.A, ⊤) ranges over them. A fact is
//
//   - a statement of class membership, unless the class is a term of RDF, RDFS, OWL or
//     SWRL other than owl:Thing and owl:NamedIndividual;
//   - a statement with a property that is in use: not the one for classes or
//     subclasses, not in Excluded and, if Only is not empty, in Only.
//
// Individuals are the IRIs and blank nodes that are subject or object of a fact (of
// class membership: subject). Classes and properties are none, unless a fact is about
// them, too (OWL 2 Structural Specification, section 5.9, "Metamodeling").
type Domain struct {
	// Excluded are properties whose statements are no facts: axioms, annotations. An
	// entry that ends in / or # stands for everything that begins with it. Nil means
	// SchemaNamespaces.
	Excluded []string

	// Only are the only properties in use, less Excluded; empty means all.
	Only []string
}

const owlNS = "http://www.w3.org/2002/07/owl#"

// Classes of OWL whose members are individuals.
const (
	owlThing           = owlNS + "Thing"
	owlNamedIndividual = owlNS + "NamedIndividual"
)

// SchemaNamespaces are those of RDF, RDFS, OWL and SWRL.
func SchemaNamespaces() []string {
	return []string{
		"http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2000/01/rdf-schema#",
		owlNS, "http://www.w3.org/2003/11/swrl#",
	}
}

// excluded are the entries of Excluded.
func (d Domain) excluded() []string {
	if d.Excluded == nil {
		return SchemaNamespaces()
	}
	return d.Excluded
}

// matches reports whether the list has the IRI or a namespace of it.
func matches(list []string, iri string) bool {
	return slices.ContainsFunc(list, func(entry string) bool {
		return entry == iri || isNamespace(entry) && strings.HasPrefix(iri, entry)
	})
}

func isNamespace(entry string) bool {
	return strings.HasSuffix(entry, "/") || strings.HasSuffix(entry, "#")
}

// addDomain binds v to every individual of the graph.
func (t *translator) addDomain(g *group, v string) {
	class, property, object := t.variable("class"), t.variable("property"), t.variable("object")
	subject, pointing := t.variable("subject"), t.variable("property")
	branches := []string{
		fmt.Sprintf("%s %s %s .\nFILTER(%s)\n", v, t.typing(), class, t.hasIndividuals(class)),
		fmt.Sprintf("%s %s %s .\nFILTER(%s)\n", v, property, object, t.isFact(property)),
		fmt.Sprintf("%s %s %s .\nFILTER(!isLiteral(%[3]s))\nFILTER(%s)\n", subject, pointing, v, t.isFact(pointing)),
	}
	for _, e := range t.o.unusedEvidence() {
		inner := newGroup(v, false)
		t.add(inner, e, v)
		branches = append(branches, inner.String())
	}
	g.addBlock(fmt.Sprintf("# every individual of the graph\n{\nSELECT DISTINCT %s\nWHERE {\n{\n%s}\n}\n}\n",
		v, strings.Join(branches, "} UNION {\n")), v, true)
}

// hasIndividuals is the condition that the members of the class c, a variable, are
// individuals. Anonymous classes are blank nodes, which have no STR.
func (t writer) hasIndividuals(c string) string {
	either := []string{fmt.Sprintf("isBlank(%s)", c)}
	for _, iri := range []string{owlThing, owlNamedIndividual} {
		either = append(either, fmt.Sprintf("%s = %s", c, t.iri(iri)))
	}
	return fmt.Sprintf("!isLiteral(%s) && (%s || %s)", c, strings.Join(either, " || "), t.outsideOf(c, SchemaNamespaces()))
}

// isFact is the condition that statements with the property p, a variable, are facts,
// or that facts follow from them.
func (t writer) isFact(p string) string {
	d, never := t.o.Domain, []string{t.o.Vocabulary.Type, t.o.Vocabulary.SubClassOf}
	var exact, namespaces []string
	for _, entry := range slices.Concat(never, d.excluded()) {
		switch {
		case slices.Contains(exact, entry) || slices.Contains(namespaces, entry):
		case isNamespace(entry):
			namespaces = append(namespaces, entry)
		default:
			exact = append(exact, entry)
		}
	}
	exact = slices.DeleteFunc(exact, func(iri string) bool { return matches(namespaces, iri) })
	var tests []string
	if len(exact) > 0 {
		tests = append(tests, fmt.Sprintf("%s NOT IN (%s)", p, t.iris(exact, ", ")))
	}
	if len(namespaces) > 0 {
		tests = append(tests, t.outsideOf(p, namespaces))
	}
	if len(d.Only) > 0 {
		tests = append(tests, fmt.Sprintf("%s IN (%s)", p, t.iris(d.Only, ", ")))
	}
	test := strings.Join(tests, " && ")
	telling := slices.DeleteFunc(t.o.Axioms.below(), func(q string) bool { return slices.Contains(never, q) || d.inUse(q) })
	if len(telling) == 0 {
		return test
	}
	return fmt.Sprintf("%s IN (%s) || %s", p, t.iris(telling, ", "), test)
}

// inUse reports whether statements with the property, which is not that for classes or
// subclasses, are facts whatever the axioms say.
func (d Domain) inUse(property string) bool {
	return !matches(d.excluded(), property) && (len(d.Only) == 0 || slices.Contains(d.Only, property))
}

// unusedEvidence is what makes a member of a class by a property that is not in use.
func (o Options) unusedEvidence() []safe {
	var unused Evidence
	for _, e := range o.Axioms.Classes {
		unused.Subjects = append(unused.Subjects, slices.DeleteFunc(slices.Clone(e.Subjects), o.Domain.inUse)...)
		unused.Roles = append(unused.Roles, slices.DeleteFunc(slices.Clone(e.Roles), func(r dl.Role) bool { return o.Domain.inUse(r.IRI) })...)
	}
	return unused.compact().parts()
}

// outsideOf is the condition that the IRI v is in none of the namespaces.
func (e *escaper) outsideOf(v string, namespaces []string) string {
	return each(namespaces, " && ", func(ns string) string { return fmt.Sprintf("!STRSTARTS(STR(%s), %s)", v, e.quote(ns)) })
}
