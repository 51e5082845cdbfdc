package queries

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Queries about the classes of an ontology (Vocabulary.Classes), over its axioms in RDF. What they
// ask for is what package extract/terminology reads. Virtuoso has no right answers (Options.Validate).

// The paths of these queries.
const (
	// Subsumption leads from a class to all that it is below.
	Subsumption = "(rdfs:subClassOf|owl:equivalentClass|^owl:equivalentClass|owl:intersectionOf/rdf:rest*/rdf:first" +
		"|^((owl:unionOf|owl:disjointUnionOf)/rdf:rest*/rdf:first))*"
	// OnProperty leads from a restriction to its property and those above, RestrictedTo to its value.
	OnProperty   = "owl:onProperty/rdfs:subPropertyOf*"
	RestrictedTo = "owl:someValuesFrom|owl:hasValue"
	// Equivalent leads from a class or a datatype to all that are stated to be equivalent to it.
	Equivalent = "(owl:equivalentClass|^owl:equivalentClass)+"
)

// subsumption is a path from v to all that it is below. Values may be individuals, which are below their
// classes.
func (t *translator) subsumption(v string) string {
	if v == root {
		return t.withPrefixes(Subsumption)
	}
	return t.withPrefixes("a?/" + Subsumption)
}

// w3cName matches names with the prefixes of the W3C.
var w3cName = regexp.MustCompile(`\b(rdf|rdfs|owl):\w+`)

// withPrefixes replaces such names in the text by those of the query.
func (t *translator) withPrefixes(text string) string {
	return w3cName.ReplaceAllStringFunc(text, func(name string) string {
		prefix, local, _ := strings.Cut(name, ":")
		return t.iri(wellKnown[prefix] + local)
	})
}

// subsumed returns the pattern that v is below the class.
func (t *translator) subsumed(v, class string) string {
	return fmt.Sprintf("%s %s %s .\n", v, t.subsumption(v), t.iri(class))
}

// required returns the pattern that an axiom about v requires the value w of the property: a
// restriction that v is below.
func (t *translator) required(v, property, w string) string {
	r, on := t.newVariable("restriction"), "owl:onProperty"
	if t.o.Vocabulary.Superproperties {
		on = OnProperty
	}
	return fmt.Sprintf("%s %s %s .\n%[3]s %[4]s %[5]s .\n%[3]s %[6]s %[7]s .\n", v, t.subsumption(v), r,
		t.withPrefixes(on), t.iri(property), t.withPrefixes(RestrictedTo), w)
}

// requiredEdge returns the pattern that an axiom about v requires the value w of the role. Axioms about
// classes say nothing of inverse roles, and no path has the steps of a closure.
func (t *translator) requiredEdge(v string, role dl.Role, w string) atom {
	if role.Closure != dl.NoClosure || role.Inverse {
		t.fail(fmt.Errorf("%w: %s: concepts about classes have neither inverse roles nor closures", ErrOptions, role.IRI))
	}
	return atom{subject: v, object: w, text: t.required(v, role.IRI, w)}
}

// onlyNarrowest excludes a value for which axioms about v require a more specific one. Only
// concepts see the difference that count values, or say what is not true of them. The value itself is left
// out first: within NOT EXISTS, Blazegraph finds no path of no steps where there is no step.
func (t *translator) onlyNarrowest(g *group, e some, v, w string) {
	if !t.o.Vocabulary.Classes || e.n == 1 && isPositive(e.all) {
		return
	}
	g.filters = append(g.filters, t.noNarrower(e.role.IRI, v, w))
}

// noNarrower returns the filter that axioms about v require no value of the property more specific than w.
func (t *translator) noNarrower(property, v, w string) string {
	narrow, path := t.newVariable("narrower"), t.subsumption(w)
	return fmt.Sprintf(
		"FILTER NOT EXISTS {\n%s%s %s %s .\nFILTER(!sameTerm(%[2]s, %[4]s))\nFILTER NOT EXISTS { %[4]s %[3]s %[2]s }\n}\n",
		t.required(v, property, narrow), narrow, path, w)
}

// isPositive reports whether the conditions hold for all that is below what they hold for.
func isPositive(e all) bool {
	if len(e.neg) > 0 {
		return false
	}
	return !slices.ContainsFunc(e.pos, func(c safe) bool {
		switch c := c.(type) {
		case class, value:
			return false
		case some:
			return c.n > 1 || !isPositive(c.all)
		case either:
			return !isPositive(all{pos: c.of})
		case all:
			return !isPositive(c)
		}
		return true
	})
}

// addClasses adds that v is a named class that is in use, or only what it is not if the group
// binds it.
func (t *translator) addClasses(g *group, v string, isBound bool) {
	if !isBound {
		g.addBlock(t.withPrefixes(fmt.Sprintf("{\nSELECT DISTINCT %[1]s\nWHERE {\n"+
			"{\n%[1]s a owl:Class .\n} UNION {\n%[1]s a rdfs:Class .\n} UNION {\n%[1]s rdfs:subClassOf|owl:equivalentClass "+
			"%[2]s .\n"+
			"} UNION {\n%[3]s rdfs:subClassOf|owl:equivalentClass %[1]s .\n}\n}\n}\n", v, t.newVariable("object"),
			t.newVariable("subject"))),
			v, true)
	}
	test := fmt.Sprintf("isIRI(%s)", v)
	if !isBound {
		test += " && " + t.outsideCondition(v, NoClassNamespaces())
	}
	g.filters = append(g.filters, "FILTER("+test+")\n")
	datatype := t.newVariable("datatype")
	for _, no := range []string{
		v + " owl:deprecated true", v + " a rdfs:Datatype", v + " " + Equivalent + "/a rdfs:Datatype",
		fmt.Sprintf("%s %s %s . FILTER(STRSTARTS(STR(%[3]s), %[4]s))", v, Equivalent, datatype, t.quote(dl.XSD)),
	} {
		g.minus = append(g.minus, t.withPrefixes("MINUS { "+no+" }\n"))
	}
}
