package syntax

import "strings"

// rdfForm is the form of a term of OWL in RDF (OWL 2 Mapping to RDF Graphs, Table 1):
// a node of a class, with a predicate for each argument in order, or with one predicate
// for the list of all arguments.
type rdfForm struct {
	constructor string
	class       string // Class, Restriction or Datatype; empty: none
	predicates  []string
}

// rdfForms are the forms of all terms that ALCQI(f) needs, and of a few others for
// better messages. The reader takes the first form whose predicates a node has, so
// qualified number restrictions come before unqualified ones.
var rdfForms = []rdfForm{
	{"ObjectIntersectionOf", "Class", []string{"intersectionOf"}},
	{"ObjectUnionOf", "Class", []string{"unionOf"}},
	{"ObjectComplementOf", "Class", []string{"complementOf"}},
	{"ObjectOneOf", "Class", []string{"oneOf"}},
	{"ObjectSomeValuesFrom", "Restriction", []string{"onProperty", "someValuesFrom"}},
	{"ObjectAllValuesFrom", "Restriction", []string{"onProperty", "allValuesFrom"}},
	{"ObjectHasValue", "Restriction", []string{"onProperty", "hasValue"}},
	{"ObjectHasSelf", "Restriction", []string{"onProperty", "hasSelf"}},
	{"ObjectMinCardinality", "Restriction", []string{"minQualifiedCardinality", "onProperty", "onClass"}},
	{"ObjectMaxCardinality", "Restriction", []string{"maxQualifiedCardinality", "onProperty", "onClass"}},
	{"ObjectExactCardinality", "Restriction", []string{"qualifiedCardinality", "onProperty", "onClass"}},
	{"ObjectMinCardinality", "Restriction", []string{"minCardinality", "onProperty"}},
	{"ObjectMaxCardinality", "Restriction", []string{"maxCardinality", "onProperty"}},
	{"ObjectExactCardinality", "Restriction", []string{"cardinality", "onProperty"}},
	{"ObjectInverseOf", "", []string{"inverseOf"}},
	{"DataSomeValuesFrom", "Restriction", []string{"onProperty", "someValuesFrom"}},
	{"DataAllValuesFrom", "Restriction", []string{"onProperty", "allValuesFrom"}},
	{"DataHasValue", "Restriction", []string{"onProperty", "hasValue"}},
	{"DataMinCardinality", "Restriction", []string{"minQualifiedCardinality", "onProperty", "onDataRange"}},
	{"DataMaxCardinality", "Restriction", []string{"maxQualifiedCardinality", "onProperty", "onDataRange"}},
	{"DataExactCardinality", "Restriction", []string{"qualifiedCardinality", "onProperty", "onDataRange"}},
	{"DataUnionOf", "Datatype", []string{"unionOf"}},
	{"DataOneOf", "Datatype", []string{"oneOf"}},
	{"DatatypeRestriction", "Datatype", []string{"onDatatype", "withRestrictions"}},
}

// isData reports whether the term is about literals.
func (f rdfForm) isData() bool { return strings.HasPrefix(f.constructor, "Data") }

// isList reports whether the object of the predicate is a list of the arguments.
func (f rdfForm) isList(predicate string) bool {
	switch predicate {
	case "intersectionOf", "unionOf", "oneOf", "withRestrictions":
		return true
	}
	return false
}

// formOf returns the form in which to write a term.
func formOf(t owlTerm) rdfForm {
	for _, f := range rdfForms {
		if f.constructor == t.text {
			return f
		}
	}
	return rdfForm{}
}
