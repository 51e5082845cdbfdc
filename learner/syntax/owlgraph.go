package syntax

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
)

// graph is an RDF graph by subject and predicate. A subject is an IRI or the label
// _:b of a blank node.
type graph struct {
	objects map[string]map[string][]rdf.Term
	defined []string // IRIs with an owl:equivalentClass, sorted
	// synonyms are, by node, the IRIs that have the node as their owl:equivalentClass.
	synonyms map[string][]rdf.Term
	// anonymous are the class expressions without a name: blank nodes that are not the
	// object of a triple.
	anonymous []string
}

func newGraph(triples []rdf.Triple) *graph {
	g := &graph{objects: map[string]map[string][]rdf.Term{}, synonyms: map[string][]rdf.Term{}}
	inner, defined := map[string]bool{}, map[string]bool{}
	for _, t := range directDefinitions(triples) {
		s, p := nodeKey(t.Subj), t.Pred.String()
		if g.objects[s] == nil {
			g.objects[s] = map[string][]rdf.Term{}
		}
		g.objects[s][p] = append(g.objects[s][p], t.Obj)
		if t.Obj.Type() == rdf.TermBlank {
			inner[nodeKey(t.Obj)] = true
		}
		if p == owl+"equivalentClass" && t.Subj.Type() == rdf.TermIRI {
			defined[s] = true
			g.synonyms[nodeKey(t.Obj)] = append(g.synonyms[nodeKey(t.Obj)], t.Subj)
		}
	}
	g.defined = slices.Sorted(maps.Keys(defined))
	for s := range g.objects {
		if strings.HasPrefix(s, "_:") && !inner[s] && g.isExpression(s) {
			g.anonymous = append(g.anonymous, s)
		}
	}
	slices.Sort(g.anonymous)
	return g
}

// directDefinitions returns the triples with definitions of OWL 1, which state owl:intersectionOf and
// the like of a class with a name, as those of OWL 2: see [DirectDefinition].
func directDefinitions(triples []rdf.Triple) []rdf.Triple {
	isDatatype := map[string]bool{}
	for _, t := range triples {
		if t.Pred.String() == rdfNS+"type" && IsDatatypeClass(t.Obj.String()) {
			isDatatype[nodeKey(t.Subj)] = true
		}
	}
	out := make([]rdf.Triple, 0, len(triples))
	for _, t := range triples {
		if equivalent, expression, ok := DirectDefinition(t); ok && !isDatatype[nodeKey(t.Subj)] {
			out = append(out, equivalent, expression)
		} else {
			out = append(out, t)
		}
	}
	return out
}

// DirectDefinition returns what a definition of OWL 1, such as C owl:unionOf (A B), means: that C has
// an expression as its owl:equivalentClass, and the triple of that expression. The subject may be a
// datatype all the same. It returns false for any other triple.
func DirectDefinition(t rdf.Triple) (equivalent, expression rdf.Triple, ok bool) {
	p := t.Pred.String()
	if t.Subj.Type() != rdf.TermIRI || t.Obj.Type() == rdf.TermLiteral || !slices.Contains(expressions[:4], p) {
		return equivalent, expression, false
	}
	node, err := rdf.NewBlank("genus-definition " + p + " " + nodeKey(t.Obj))
	predicate, invalid := rdf.NewIRI(owl + "equivalentClass")
	if err != nil || invalid != nil {
		return equivalent, expression, false
	}
	return rdf.Triple{Subj: t.Subj, Pred: predicate, Obj: node}, rdf.Triple{Subj: node, Pred: t.Pred, Obj: t.Obj}, true
}

// IsDatatypeClass reports whether the members of the class are datatypes.
func IsDatatypeClass(class string) bool {
	return class == rdfsNS+"Datatype" || class == owl+"DataRange"
}

func nodeKey(t rdf.Term) string {
	if t.Type() == rdf.TermBlank {
		return "_:" + t.String()
	}
	return t.String()
}

// object returns the object of the predicate. ok is false if there is no object; several
// are a failure.
func (g *graph) object(s, p string) (o rdf.Term, ok bool) {
	switch objects := g.objects[s][p]; len(objects) {
	case 0:
		return nil, false
	case 1:
		return objects[0], true
	default:
		panic(failure{fmt.Errorf("%s has %d values of %s: expected one", nodeText(s), len(objects), nodeText(p))})
	}
}

func (g *graph) list(head rdf.Term) (items []rdf.Term) {
	seen := map[string]bool{}
	for at := nodeKey(head); at != rdfNS+"nil"; {
		first, ok := g.object(at, rdfNS+"first")
		rest, more := g.object(at, rdfNS+"rest")
		if !ok || !more || seen[at] {
			panic(failure{fmt.Errorf("%s is not a list", nodeText(at))})
		}
		seen[at] = true
		items = append(items, first)
		at = nodeKey(rest)
	}
	return items
}

// expressions are the predicates that make a node a class expression. The first four may also
// define a class with a name.
var expressions = []string{owl + "intersectionOf", owl + "unionOf", owl + "complementOf", owl + "oneOf",
	owl + "onProperty", owl + "onProperties"}

func (g *graph) isExpression(s string) bool {
	return slices.ContainsFunc(expressions, func(p string) bool { return len(g.objects[s][p]) > 0 })
}

func nodeText(s string) string {
	if strings.HasPrefix(s, "_:") {
		return "a class expression"
	}
	if local, ok := strings.CutPrefix(s, owl); ok {
		return "owl:" + local
	}
	return bracket(s)
}

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
	{"DataMinCardinality", "Restriction", []string{"minCardinality", "onProperty"}},
	{"DataMaxCardinality", "Restriction", []string{"maxCardinality", "onProperty"}},
	{"DataExactCardinality", "Restriction", []string{"cardinality", "onProperty"}},
	{"DataUnionOf", "Datatype", []string{"unionOf"}},
	{"DataIntersectionOf", "Datatype", []string{"intersectionOf"}},
	{"DataComplementOf", "Datatype", []string{"datatypeComplementOf"}},
	{"DataOneOf", "Datatype", []string{"oneOf"}},
	{"DatatypeRestriction", "Datatype", []string{"onDatatype", "withRestrictions"}},
	{"DataSomeValuesFrom", "Restriction", []string{"onProperties", "someValuesFrom"}},
	{"DataAllValuesFrom", "Restriction", []string{"onProperties", "allValuesFrom"}},
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

func formOf(t owlTerm) rdfForm {
	for _, f := range rdfForms {
		if f.constructor == t.text {
			return f
		}
	}
	return rdfForm{}
}

// owlTerm is a term of OWL 2 (OWL 2 Syntax): a class expression, a property, a data
// range, an individual, a literal or a number. RDF has it
// as nodes (rdfForms). Turtle translates concepts to terms, and ReadOWL terms to concepts.
type owlTerm struct {
	kind  termKind
	text  string    // the constructor, the number, the lexical form of a literal, or the name as written
	args  []owlTerm // of a constructor
	iri   string    // of a name
	value dl.Value  // of a literal
	err   error     // why a name has no IRI, or a literal no value
}

type termKind uint8

const (
	termName    termKind = iota
	termApplied          // a constructor with its arguments
	termLiteral
	termNumber
	termBlank // a node of RDF that is not a term of OWL
)

func newTerm(constructor string, args ...owlTerm) owlTerm {
	return owlTerm{kind: termApplied, text: constructor, args: args}
}

func iriTerm(iri string) owlTerm { return owlTerm{text: bracket(iri), iri: iri} }

func valueTerm(v dl.Value) owlTerm { return owlTerm{kind: termLiteral, text: v.Lexical(), value: v} }

func numberTerm(n int) owlTerm { return owlTerm{kind: termNumber, text: strconv.Itoa(n)} }

// literalTerm returns the literal with the datatype. Its err is set if it has no value.
func literalTerm(lexical, datatype string) owlTerm {
	t := owlTerm{kind: termLiteral, text: lexical}
	if !isKnown(datatype) {
		t.err = errNotSupported(datatype)
		return t
	}
	t.value, t.err = dl.ParseLiteral(lexical, datatype)
	return t
}

// termOf returns the class expression of a concept; for kinds see [OWLOptions].
func termOf(c dl.Concept, kinds map[string][]dl.Kind) (owlTerm, error) {
	w := termWriter{kinds: kinds}
	return w.concept(c), w.err
}

type termWriter struct {
	kinds map[string][]dl.Kind
	err   error // the first
}

func (w *termWriter) concept(c dl.Concept) owlTerm {
	if why := dl.NotInOWL(c); why != "" {
		w.err = cmp.Or(w.err, errors.New(why))
		return owlTerm{}
	}
	switch c := c.(type) {
	case dl.Top:
		return iriTerm(owl + "Thing")
	case dl.Bottom:
		return iriTerm(owl + "Nothing")
	case dl.Name:
		return iriTerm(c.IRI)
	case dl.Nominal:
		return newTerm("ObjectOneOf", iriTerm(c.IRI))
	case dl.Compare:
		if c.Op > dl.Equal {
			return derivedTerm(c)
		}
		return w.comparison(c)
	case dl.Not:
		return newTerm("ObjectComplementOf", w.concept(c.C))
	case dl.And:
		return w.chain("ObjectIntersectionOf", c)
	case dl.Or:
		return w.chain("ObjectUnionOf", c)
	case dl.Exists:
		return newTerm("ObjectSomeValuesFrom", roleTerm(c.Role), w.concept(c.C))
	case dl.ForAll:
		return newTerm("ObjectAllValuesFrom", roleTerm(c.Role), w.concept(c.C))
	case dl.AtLeast:
		return newTerm("ObjectMinCardinality", numberTerm(c.N), roleTerm(c.Role), w.concept(c.C))
	case dl.AtMost:
		return newTerm("ObjectMaxCardinality", numberTerm(c.N), roleTerm(c.Role), w.concept(c.C))
	}
	w.err = fmt.Errorf("%T cannot be written in this form", c)
	return owlTerm{}
}

// derivedTerm returns the restriction for presence and conditions on texts.
func derivedTerm(c dl.Compare) owlTerm {
	f := iriTerm(c.Feature)
	switch c.Op {
	case dl.Present:
		return newTerm("DataSomeValuesFrom", f, iriTerm(rdfsLiteral))
	case dl.Many:
		return newTerm("DataMinCardinality", numberTerm(c.N()), f, iriTerm(rdfsLiteral))
	}
	name, value := facet(c)
	return newTerm("DataSomeValuesFrom", f,
		newTerm("DatatypeRestriction", iriTerm(plainLiteral), iriTerm(name), valueTerm(dl.Str(value))))
}

func (w *termWriter) chain(constructor string, c dl.Concept) owlTerm {
	t := newTerm(constructor)
	for _, d := range operands(c) {
		t.args = append(t.args, w.concept(d))
	}
	return t
}

func roleTerm(r dl.Role) owlTerm {
	if r.Inverse {
		return newTerm("ObjectInverseOf", iriTerm(r.IRI))
	}
	return iriTerm(r.IRI)
}

func (w *termWriter) comparison(c dl.Compare) owlTerm {
	if isValueEquality(c) {
		return newTerm("DataHasValue", iriTerm(c.Feature), valueTerm(c.Value))
	}
	rs, err := ranges(c, w.kinds[c.Feature])
	if err != nil {
		w.err = err
		return owlTerm{}
	}
	union := newTerm("DataUnionOf")
	for _, r := range rs {
		union.args = append(union.args, rangeTerm(r))
	}
	if len(union.args) == 1 {
		union = union.args[0]
	}
	return newTerm("DataSomeValuesFrom", iriTerm(c.Feature), union)
}

func rangeTerm(r dataRange) owlTerm {
	t := newTerm("DatatypeRestriction", iriTerm(r.iri()))
	if r.min != (dl.Value{}) {
		t.args = append(t.args, iriTerm(dl.XSD+"minInclusive"), valueTerm(r.min))
	}
	if r.max != (dl.Value{}) {
		t.args = append(t.args, iriTerm(dl.XSD+"maxInclusive"), valueTerm(r.max))
	}
	if len(t.args) == 1 {
		return t.args[0]
	}
	return t
}
