package queries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// A Reading describes statements that are read without counting them before. The queries
// call the IRI ?s, the property ?p and the other end ?o. They have one more row: only ?n,
// the number of the other rows. If it is not there, or another one, the result was cut.
type Reading struct {
	// Subjects are the IRIs, at least one. Inverse selects the statements with the IRIs
	// as objects.
	Subjects []string
	Inverse  bool
	// Properties restricts ?p. Nil stands for Types and the properties of Domain; if that
	// is nil, too, for all.
	Properties, Types []string
	Domain            *Domain
	// Fixed writes a single property as a constant. Virtuoso would then go through all
	// statements of the graph with the property.
	Fixed bool
	// Values restricts literals to those with a datatype other than xsd:string.
	Values bool
	// Limit is the largest number of rows, of each IRI if Inverse, otherwise of all.
	Limit int
}

// Select returns a SELECT of the statements.
func (r Reading) Select() (string, error) {
	q := newQuestion("crawl-read")
	var pattern string
	if r.Inverse {
		pattern = r.eachPointing(q, "?p ?o")
	} else {
		statement := "?s ?p ?o ."
		if r.isFixed() {
			statement = "?s " + q.bracket(r.Properties[0]) + " ?o .\nBIND(" + q.bracket(r.Properties[0]) + " AS ?p)"
		}
		pattern = fmt.Sprintf("SELECT ?s ?p ?o WHERE {\nVALUES ?s { %s }\n%s\n%s} LIMIT %d", q.brackets(r.Subjects, " "), statement, r.filters(q), max(r.Limit, 1))
	}
	return q.text("Pattern", pattern).write()
}

func (r Reading) isFixed() bool { return r.Fixed && !r.Inverse && len(r.Properties) == 1 }

// Counts returns a SELECT of ?s, ?p and the number ?n of their statements, but of each IRI
// at most Limit statements are counted. The reading is inverse.
func (r Reading) Counts() (string, error) {
	q := newQuestion("crawl-read-count")
	return q.text("Pattern", r.eachPointing(q, "?p")).write()
}

// eachPointing returns a union with the statements that point to each IRI.
func (r Reading) eachPointing(q *question, variables string) string {
	return joinTexts(r.Subjects, "\nUNION\n", func(iri string) string {
		s := q.bracket(iri)
		return fmt.Sprintf("{ SELECT (%[1]s AS ?s) %[2]s WHERE {\n?o ?p %[1]s .\n%[3]s} LIMIT %[4]d }", s, variables, r.filters(q), max(r.Limit, 1))
	})
}

// filters returns the filters for ?p and ?o. The condition on ?p is hidden in an IF, as in
// propertyFilter.
func (r Reading) filters(q *question) string {
	var out []string
	var test string
	switch {
	case r.isFixed():
	case len(r.Properties) > 0:
		test = q.inCondition("?p", r.Properties)
	case r.Domain != nil:
		test = r.Domain.condition(q, "?p")
		if !r.Inverse && len(r.Types) > 0 {
			test = q.inCondition("?p", r.Types) + " || " + test
		}
	}
	if test != "" {
		out = append(out, "FILTER(IF("+test+", true, false))")
	}
	if r.Values && !r.Inverse {
		out = append(out, "FILTER(!isLiteral(?o) || LANG(?o) = \"\" && DATATYPE(?o) != "+q.bracket(dl.XSD+"string")+")")
	}
	return strings.Join(append(out, ""), "\n")
}

// condition returns the condition that statements with the property v, a variable, may be
// facts, without regard to types.
func (d Domain) condition(q *question, v string) string {
	var tests []string
	if exact, namespaces := splitNamespaces(d.Only); len(exact)+len(namespaces) > 0 {
		var either []string
		if len(namespaces) > 0 {
			either = append(either, "!("+q.outsideCondition(v, namespaces)+")")
		}
		if len(exact) > 0 {
			either = append(either, q.inCondition(v, exact))
		}
		tests = append(tests, "("+strings.Join(either, " || ")+")")
	}
	exact, namespaces := splitNamespaces(slices.DeleteFunc(slices.Clone(d.exclusions()), func(entry string) bool { // what Only leaves out anyway
		return len(d.Only) > 0 && !isNamespace(entry) && !matches(d.Only, entry)
	}))
	if len(d.Only) > 0 {
		namespaces = slices.DeleteFunc(namespaces, func(ns string) bool {
			return !slices.ContainsFunc(d.Only, func(o string) bool { return strings.HasPrefix(o, ns) || isNamespace(o) && strings.HasPrefix(ns, o) })
		})
	}
	if len(namespaces) > 0 {
		tests = append(tests, q.outsideCondition(v, namespaces))
	}
	if len(exact) > 0 {
		tests = append(tests, v+" NOT IN ("+q.brackets(exact, ", ")+")")
	}
	if len(tests) == 0 {
		return "true"
	}
	return "(" + strings.Join(tests, " && ") + ")"
}

// SuperclassEdges returns a SELECT of the statements ?s ?p ?o with the properties about the
// classes and their superclasses at any distance, with the number of rows as in a
// [Reading].
func SuperclassEdges(classes, properties []string) (string, error) {
	q := newQuestion("crawl-read")
	return q.text("Pattern", fmt.Sprintf("SELECT DISTINCT ?s ?p ?o WHERE {\nVALUES ?c { %s }\n?c (%s)* ?s .\n?s ?p ?o .\nFILTER(%s)\nFILTER(isIRI(?s))\n}",
		q.brackets(classes, " "), q.brackets(properties, "|"), q.inCondition("?p", properties))).write()
}
