package dl

import (
	"slices"
	"strings"
)

// A reifier is a thing that stands for a statement (RDF 1.2, rdf:reifies <<( x p v )>>). What is said about the
// statement is said of it. It has two roles or features, which no triple states by these names:
//
//	x p·statement s,  s p·value v.
const (
	Reifies = "http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies"

	statementOf = "·statement"
	valueOf     = "·value"
)

// Reified returns the properties that lead from the subject of a statement with the property to its reifier, and
// from that to the value.
func Reified(property string) (statement, value string) {
	return property + statementOf, property + valueOf
}

// ReifiedBy returns the property of the statements for one that leads to their reifiers or, if toValue, from these
// to their values; false for any other.
func ReifiedBy(property string) (of string, toValue, ok bool) {
	if of, ok = strings.CutSuffix(property, statementOf); ok {
		return of, false, true
	}
	of, ok = strings.CutSuffix(property, valueOf)
	return of, ok, ok
}

// NamesReified reports whether the concept is about reifiers of statements.
func NamesReified(c Concept) bool {
	return slices.ContainsFunc(EntitiesOf(c).Properties(), func(p string) bool { _, _, ok := ReifiedBy(p); return ok })
}

// IsReified reports whether what is said about statements with the property is learned: it is about individuals.
func IsReified(property string) bool {
	for _, namespace := range []string{
		"http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2000/01/rdf-schema#",
		"http://www.w3.org/2002/07/owl#",
	} {
		if strings.HasPrefix(property, namespace) {
			return false
		}
	}
	return true
}
