package terminology

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/el"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/queries"
)

// A Triple is a statement. Kind is 0 if its object is a node, else that of the literal.
type Triple struct {
	Subject, Property, Object facts.ID
	Kind                      uint32
}

// An Edge leads from a class by a property to a class, a class expression or an individual, or
// to a literal of the kind.
type Edge struct {
	Property, Value facts.ID
	Kind            uint32
}

// A Terminology has the axioms about classes. It is not safe for concurrent use.
type Terminology struct {
	f        *facts.Facts
	classes  map[facts.ID]bool
	hidden   map[facts.ID]bool       // deprecated
	up       map[facts.ID][]facts.ID // by one step
	fillers  map[facts.ID][]Edge     // of restrictions, without a property
	on       map[facts.ID][]facts.ID // the properties of restrictions
	above    map[facts.ID][]facts.ID // properties
	first    map[facts.ID]facts.ID
	rest     map[facts.ID]facts.ID
	lists    [][2]facts.ID // a class and its list of operands; turned around for unions
	unions   [][2]facts.ID
	types    [][2]facts.ID                  // an individual and its class
	apart    [][]facts.ID                   // nodes of which no two have a member in common
	members  [][2]facts.ID                  // an axiom and its list
	allApart map[facts.ID]bool              // such axioms that say that classes are disjoint
	reached  map[facts.ID]map[facts.ID]bool // from fillers
	unread   map[string]int
	uses     func(property facts.ID) bool

	axioms     *Axioms            // of classified
	classified *el.Classification // nil unless the classes were classified

	individuals map[facts.ID]bool // terms with a class that is none of RDF, RDFS, OWL or SHACL
	datatypes   map[facts.ID]bool // named ones are no classes, though axioms relate them as if they were
	equivalent  [][2]facts.ID     // classes or datatypes
	terms       map[facts.ID]bool // classes, datatypes, properties and ontologies
	stating     map[facts.ID]bool // subjects of statements with properties in use
	shapes      bool              // shapes of SHACL say what members of classes have
}

const (
	rdf  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rdfs = "http://www.w3.org/2000/01/rdf-schema#"
	owl  = "http://www.w3.org/2002/07/owl#"
	xsd  = "http://www.w3.org/2001/XMLSchema#"

	shacl = "http://www.w3.org/ns/shacl#"
)

// unread are the parts of class expressions that are counted only, by their predicates.
var unread = map[string]string{
	owl + "allValuesFrom":           "∀",
	owl + "complementOf":            "¬",
	owl + "datatypeComplementOf":    "¬",
	owl + "oneOf":                   "list of individuals",
	owl + "maxCardinality":          "≤",
	owl + "maxQualifiedCardinality": "≤",
	owl + "minCardinality":          "≥",
	owl + "minQualifiedCardinality": "≥",
	owl + "cardinality":             "≤ and ≥",
	owl + "qualifiedCardinality":    "≤ and ≥",
	owl + "hasSelf":                 "self restriction",
	owl + "propertyChainAxiom":      "property chain",
	rdfs + "domain":                 "domain",
	rdfs + "range":                  "range",
}

// Read reads the axioms among the triples. uses reports whether a property is in use. With
// superproperties, edges have the properties above theirs, too.
func Read(f *facts.Facts, triples iter.Seq[Triple], uses func(property facts.ID) bool,
	superproperties bool) *Terminology {
	t := &Terminology{
		f:           f,
		uses:        uses,
		classes:     map[facts.ID]bool{},
		hidden:      map[facts.ID]bool{},
		up:          map[facts.ID][]facts.ID{},
		fillers:     map[facts.ID][]Edge{},
		on:          map[facts.ID][]facts.ID{},
		above:       map[facts.ID][]facts.ID{},
		first:       map[facts.ID]facts.ID{},
		rest:        map[facts.ID]facts.ID{},
		reached:     map[facts.ID]map[facts.ID]bool{},
		unread:      map[string]int{},
		individuals: map[facts.ID]bool{},
		terms:       map[facts.ID]bool{},
		stating:     map[facts.ID]bool{},
		allApart:    map[facts.ID]bool{},
		datatypes:   map[facts.ID]bool{},
	}
	for x := range triples {
		switch p := f.Term(x.Property); {
		case x.Kind == 0 && t.addAxiom(x, p):
		case p == owl+"hasValue":
			t.fillers[x.Subject] = append(t.fillers[x.Subject], Edge{Value: x.Object, Kind: x.Kind})
		case p == owl+"deprecated":
			t.hidden[x.Subject] = f.Term(x.Object) == "true"
		case unread[p] != "":
			t.unread[unread[p]]++
		case p == shacl+"property" || p == shacl+"path":
			t.shapes = true
		case !isSchema(p) && !t.isBlank(x.Subject) && uses(x.Property):
			t.stating[x.Subject] = true
		}
	}
	t.spreadDatatypes()
	t.addLists()
	if !superproperties {
		clear(t.above)
	}
	for r := range t.on {
		t.on[r] = slices.DeleteFunc(t.on[r], func(p facts.ID) bool { return !t.isRead(p, uses) })
	}
	return t
}

// addLists adds what types and lists say of classes, once all triples are read.
func (t *Terminology) addLists() {
	maps.DeleteFunc(t.classes, func(c facts.ID, _ bool) bool { return t.datatypes[c] })
	for _, c := range t.types {
		if !t.classes[c[0]] {
			t.up[c[0]] = append(t.up[c[0]], c[1])
		}
	}
	for _, c := range t.lists {
		for d := range t.items(c[1]) {
			t.up[c[0]] = append(t.up[c[0]], d)
		}
	}
	for _, c := range t.unions {
		for d := range t.items(c[1]) {
			t.up[d] = append(t.up[d], c[0])
		}
	}
	for _, c := range t.members {
		if t.allApart[c[0]] {
			t.apart = append(t.apart, slices.Collect(t.items(c[1])))
		}
	}
}

// spreadDatatypes adds what is equivalent to a datatype: it is one, even if nothing declares it.
func (t *Terminology) spreadDatatypes() {
	others := map[facts.ID][]facts.ID{}
	for _, e := range t.equivalent {
		for i, c := range e {
			others[c] = append(others[c], e[1-i])
			if strings.HasPrefix(t.f.Term(c), xsd) {
				t.datatypes[c] = true
			}
		}
	}
	for queue := slices.Collect(maps.Keys(t.datatypes)); len(queue) > 0; queue = queue[1:] {
		for _, d := range others[queue[0]] {
			if !t.datatypes[d] {
				t.datatypes[d] = true
				queue = append(queue, d)
			}
		}
	}
}

// isRead reports whether the property of a restriction is one that edges can have.
func (t *Terminology) isRead(p facts.ID, uses func(facts.ID) bool) bool {
	if t.isBlank(p) {
		t.unread["inverse role"]++
		return false
	}
	return uses(p)
}

// addAxiom adds a statement between nodes; false if it is no part of an axiom.
func (t *Terminology) addAxiom(x Triple, property string) bool {
	c, d := x.Subject, x.Object
	switch property {
	case rdf + "type":
		t.addType(c, d)
	case rdfs + "subClassOf":
		t.addClass(c)
		t.addClass(d)
		t.up[c] = append(t.up[c], d)
		if t.isBlank(c) {
			t.unread["general axiom"]++
		}
	case owl + "equivalentClass":
		t.addClass(c)
		t.addClass(d)
		t.equivalent = append(t.equivalent, [2]facts.ID{c, d})
		t.up[c], t.up[d] = append(t.up[c], d), append(t.up[d], c)
		if t.isBlank(c) || t.isBlank(d) {
			t.unread["sufficient side of a definition"]++
		}
	case owl + "intersectionOf":
		t.lists = append(t.lists, [2]facts.ID{c, d})
	case owl + "disjointUnionOf":
		t.unions, t.members, t.allApart[c] = append(t.unions, [2]facts.ID{c, d}), append(t.members, [2]facts.ID{c, d}), true
	case owl + "unionOf":
		t.unions = append(t.unions, [2]facts.ID{c, d})
	case owl + "disjointWith":
		t.apart = append(t.apart, []facts.ID{c, d})
	case owl + "complementOf":
		t.apart = append(t.apart, []facts.ID{c, d})
		return !t.isBlank(d)
	case owl + "members":
		t.members = append(t.members, [2]facts.ID{c, d})
	case owl + "someValuesFrom":
		t.fillers[c] = append(t.fillers[c], Edge{Value: d})
	case owl + "onProperty":
		t.on[c] = append(t.on[c], d)
	case rdfs + "subPropertyOf":
		t.above[c] = append(t.above[c], d)
	case rdf + "first":
		t.first[c] = d
	case rdf + "rest":
		t.rest[c] = d
	default:
		return false
	}
	return true
}

func (t *Terminology) addType(a, class facts.ID) {
	switch name := t.f.Term(class); {
	case name == owl+"Class" || name == rdfs+"Class":
		t.addClass(a)
	case name == rdfs+"Datatype":
		t.datatypes[a], t.terms[a] = true, true
	case name == owl+"AllDisjointClasses":
		t.allApart[a] = true
	case name == owl+"TransitiveProperty":
		t.terms[a] = true
		t.unread["transitive property"]++
	case name == owl+"NamedIndividual":
		t.individuals[a] = true
	case name == owl+"Thing":
		t.individuals[a] = true
	case isSchema(name):
		t.terms[a] = true
	default:
		t.individuals[a] = true
		t.types = append(t.types, [2]facts.ID{a, class})
	}
}

func (t *Terminology) addClass(c facts.ID) {
	if !t.isBlank(c) && !isSchema(t.f.Term(c)) {
		t.classes[c], t.terms[c] = true, true
	}
}

func (t *Terminology) isBlank(c facts.ID) bool { return queries.BlankNode(t.f.Term(c)) }

func isSchema(iri string) bool {
	return slices.ContainsFunc(queries.NoClassNamespaces(), func(ns string) bool { return strings.HasPrefix(iri, ns) })
}

// items yields the elements of a list. A list that comes back to itself ends there.
func (t *Terminology) items(list facts.ID) iter.Seq[facts.ID] {
	return func(yield func(facts.ID) bool) {
		seen := map[facts.ID]bool{}
		for ; t.first[list] != 0 && !seen[list]; list = t.rest[list] {
			if seen[list] = true; !yield(t.first[list]) {
				return
			}
		}
	}
}

// IsClass reports whether the term is a named class.
func (t *Terminology) IsClass(c facts.ID) bool { return t.classes[c] }

// Classes returns the classes, in the order of their numbers, and those that are deprecated.
func (t *Terminology) Classes() (current, deprecated []facts.ID) {
	for _, c := range slices.Sorted(maps.Keys(t.classes)) {
		if t.hidden[c] {
			deprecated = append(deprecated, c)
		} else {
			current = append(current, c)
		}
	}
	return current, deprecated
}

// mostIndividuals is the most individuals of an ontology of classes, as a share of the classes. Most ontologies have
// some that describe others, such as the states of curation.
const mostIndividuals = 0.25

// IsMostlyClasses reports whether there are no individuals, or few for so many classes. Shapes are about the members of
// classes, so where there are shapes, the data is about its individuals, however few they are.
func (t *Terminology) IsMostlyClasses() bool {
	most := mostIndividuals * float64(len(t.classes))
	if t.shapes {
		most = 0
	}
	return len(t.classes) > 0 && float64(t.Individuals()) <= most
}

// Individuals returns the number of what has a class, or statements, and is no term of the ontology.
func (t *Terminology) Individuals() int {
	n := 0
	for a := range t.individuals {
		if !t.terms[a] {
			n++
		}
	}
	for a := range t.stating {
		if !t.terms[a] && !t.individuals[a] {
			n++
		}
	}
	return n
}

// Unread returns how many parts of class expressions were not read, by what they are, and how many
// classes are deprecated.
func (t *Terminology) Unread() map[string]int {
	for c := range t.hidden {
		if t.classes[c] && t.hidden[c] {
			t.unread["deprecated class"]++
		}
	}
	return t.unread
}
