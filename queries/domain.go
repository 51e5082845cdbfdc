package queries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Domain says which statements are facts, and so which terms are individuals. A concept
// that only excludes (¬A, ∀r.A, ≤n r.A, ⊤) ranges over the individuals. A fact is
//
//   - a statement of class membership, unless the class is a term of RDF, RDFS, OWL, SHACL
//     or SWRL other than owl:Thing and owl:NamedIndividual;
//   - a statement with a property in use: one that is not for class membership or
//     subclasses, is not in Excluded and, if Only is not empty, is in Only.
//
// Individuals are the IRIs and blank nodes that are subject or object of a fact (for
// class membership: subject). A class or property is an individual only if a fact is
// about it (OWL 2 Structural Specification, section 5.9, "Metamodeling"). If the property to
// superclasses is not rdfs:subClassOf, the classes above an individual are individuals, too:
// concepts say "a value with its subclasses".
type Domain struct {
	// Excluded are properties whose statements are not facts, such as annotations. An
	// entry that ends in / or # stands for all IRIs that begin with it. Nil means
	// SchemaNamespaces.
	Excluded []string

	// Only are the properties in use, except Excluded; empty means all. An entry may
	// stand for a namespace, as in Excluded.
	Only []string
}

// SchemaNamespaces returns the namespaces of RDF, RDFS, OWL, SHACL and SWRL.
func SchemaNamespaces() []string {
	return []string{rdfNS, rdfsNS, owlNS, "http://www.w3.org/ns/shacl#", "http://www.w3.org/2003/11/swrl#"}
}

// NoClassNamespaces returns the namespaces of terms that are no individuals where classes are: those, and that of the
// datatypes of XML Schema, which axioms relate as if they were classes.
func NoClassNamespaces() []string { return append(SchemaNamespaces(), dl.XSD) }

func (d Domain) exclusions() []string {
	if d.Excluded == nil {
		return SchemaNamespaces()
	}
	return d.Excluded
}

func matches(list []string, iri string) bool {
	return slices.ContainsFunc(list, func(entry string) bool {
		return entry == iri || isNamespace(entry) && strings.HasPrefix(iri, entry)
	})
}

func isNamespace(entry string) bool {
	return strings.HasSuffix(entry, "/") || strings.HasSuffix(entry, "#")
}

func (t *translator) addDomain(g *group, v string) {
	if t.o.Vocabulary.Classes {
		t.addClasses(g, v, false)
		return
	}
	if t.o.Vocabulary.ClassTriples() { // each class is below itself
		g.addBlock(fmt.Sprintf("# every class\n{\nSELECT DISTINCT %s\nWHERE {\n%[1]s %s %[1]s .\nFILTER(%[3]s)\n}\n}\n",
			v, t.typing(), t.outsideCondition(v, SchemaNamespaces())), v, true)
		return
	}
	all, withAbove := v, t.o.Vocabulary.SubClassOf != rdfsSubClassOf && !t.o.Vocabulary.NoClosure
	if withAbove {
		v = t.newVariable("individual")
	}
	class := t.newVariable("class")
	object := t.newVariable("object")
	subject := t.newVariable("subject")
	property, pointing := t.newVariable("property"), t.newVariable("property")
	noRedirect := "" // it is not what the value stands for
	if t.o.Vocabulary.Redirect != "" {
		noRedirect = t.noRedirect(v)
	}
	linked := func(o, rest string) string {
		return fmt.Sprintf("%s %s %s .\n%sFILTER(!isLiteral(%[3]s))\nFILTER(%[5]s)\n", subject, pointing, o, rest,
			t.factCondition(pointing))
	}
	branches := []string{
		fmt.Sprintf("%s %s %s .\nFILTER(%s)\n", v, t.typing(), class, t.classCondition(class)),
		fmt.Sprintf("%s %s %s .\nFILTER(%s)\n", v, property, object, t.factCondition(property)),
		linked(v, "") + noRedirect,
	}
	if t.o.Vocabulary.Redirect != "" {
		stated := t.newVariable("stated")
		redirect := fmt.Sprintf("%s %s %s .\n", stated, t.iri(t.o.Vocabulary.Redirect), v)
		branches = append(branches, linked(stated, redirect))
	}
	for _, e := range t.o.unusedEvidence() {
		inner := newGroup(v, false)
		e.add(t, inner, v)
		branches = append(branches, inner.String())
	}
	list := "{\n" + strings.Join(branches, "} UNION {\n") + "}\n"
	if withAbove {
		list = t.engine.beforePath(v, list) +
			fmt.Sprintf("%s %s* %s .\nFILTER(!isLiteral(%[3]s))\n", v, t.iri(t.o.Vocabulary.SubClassOf), all)
	}
	list = fmt.Sprintf("{\nSELECT DISTINCT %s\nWHERE {\n%s}\n}\n", all, list)
	g.addBlock("# every individual of the graph\n"+list, all, true)
}

// classCondition returns the condition that the members of the class c, a variable, are
// individuals. Anonymous classes are blank nodes, which have no STR.
func (t *translator) classCondition(c string) string {
	either := []string{fmt.Sprintf("isBlank(%s)", c)}
	for _, iri := range []string{owlNS + "Thing", owlNS + "NamedIndividual"} {
		either = append(either, fmt.Sprintf("%s = %s", c, t.iri(iri)))
	}
	either = append(either, t.outsideCondition(c, SchemaNamespaces()))
	return fmt.Sprintf("!isLiteral(%s) && (%s)", c, strings.Join(either, " || "))
}

// factCondition returns the condition that statements with the property p, a variable,
// are facts or imply facts.
func (t *translator) factCondition(p string) string {
	d, never := t.o.Domain, []string{t.o.Vocabulary.Type, t.o.Vocabulary.SubClassOf}
	test := d.condition(&t.escaper, p, never, t.iris)
	implying := slices.DeleteFunc(t.o.Axioms.subproperties(), func(q string) bool {
		return slices.Contains(never, q) || d.inUse(q)
	})
	if len(implying) == 0 {
		return test
	}
	return fmt.Sprintf("%s IN (%s) || %s", p, t.iris(implying, ", "), test)
}

// condition returns the condition that the property p, a variable, is in use and not one of
// never; it is empty for all properties. iris writes IRIs with a separator.
func (d Domain) condition(e *escaper, p string, never []string, iris func([]string, string) string) string {
	var tests []string
	exact, namespaces := splitNamespaces(slices.Concat(never, d.exclusions()))
	if len(exact) > 0 {
		tests = append(tests, fmt.Sprintf("%s NOT IN (%s)", p, iris(exact, ", ")))
	}
	if len(namespaces) > 0 {
		tests = append(tests, e.outsideCondition(p, namespaces))
	}
	exact, namespaces = splitNamespaces(d.Only)
	if len(exact) > 0 {
		tests = append(tests, fmt.Sprintf("%s IN (%s)", p, iris(exact, ", ")))
	}
	if len(namespaces) > 0 {
		inside := fmt.Sprintf("!(%s)", e.outsideCondition(p, namespaces))
		if n := len(tests) - 1; len(exact) > 0 {
			inside = fmt.Sprintf("(%s || %s)", inside, tests[n])
			tests = tests[:n]
		}
		tests = append(tests, inside)
	}
	return strings.Join(tests, " && ")
}

// withoutRedundant returns d without the exclusions of what Only leaves out anyway.
func (d Domain) withoutRedundant() Domain {
	if len(d.Only) == 0 {
		return d
	}
	d.Excluded = slices.DeleteFunc(slices.Clone(d.exclusions()), func(entry string) bool {
		within := func(o string) bool {
			return isNamespace(entry) && (strings.HasPrefix(o, entry) || isNamespace(o) && strings.HasPrefix(entry, o))
		}
		return !matches(d.Only, entry) && !slices.ContainsFunc(d.Only, within)
	})
	return d
}

// splitNamespaces returns the IRIs and the namespaces of a list, each once, without the
// IRIs in the namespaces.
func splitNamespaces(list []string) (exact, namespaces []string) {
	for _, entry := range list {
		switch {
		case slices.Contains(exact, entry) || slices.Contains(namespaces, entry):
		case isNamespace(entry):
			namespaces = append(namespaces, entry)
		default:
			exact = append(exact, entry)
		}
	}
	return slices.DeleteFunc(exact, func(iri string) bool { return matches(namespaces, iri) }), namespaces
}

// inUse reports whether statements with the property are facts without regard to axioms.
// The property is not that of class membership or subclasses.
func (d Domain) inUse(property string) bool {
	return !matches(d.exclusions(), property) && (len(d.Only) == 0 || matches(d.Only, property))
}

func (o Options) unusedEvidence() []safe {
	var unused Evidence
	for _, e := range o.Axioms.Classes {
		unused.Subjects = append(unused.Subjects, e.Subjects...)
		unused.Roles = append(unused.Roles, e.Roles...)
	}
	unused.Subjects = slices.DeleteFunc(unused.Subjects, o.Domain.inUse)
	unused.Roles = slices.DeleteFunc(unused.Roles, func(r dl.Role) bool { return o.Domain.inUse(r.IRI) })
	return unused.compact().parts()
}

func (e *escaper) outsideCondition(v string, namespaces []string) string {
	return joinTexts(namespaces, " && ", func(ns string) string {
		return fmt.Sprintf("!STRSTARTS(STR(%s), %s)", v, e.quote(ns))
	})
}
