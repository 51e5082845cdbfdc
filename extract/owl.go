package extract

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
)

// The types that make a term part of the schema, and not an individual.
var (
	classTypes    = set([]string{owlNS + "Class", rdfsNS + "Class", owlNS + "DeprecatedClass"})
	roleTypes     = ofOWL("ObjectProperty TransitiveProperty SymmetricProperty AsymmetricProperty ReflexiveProperty IrreflexiveProperty InverseFunctionalProperty")
	featureTypes  = ofOWL("DatatypeProperty")
	propertyTypes = ofOWL("FunctionalProperty DeprecatedProperty OntologyProperty")
	noteTypes     = ofOWL("AnnotationProperty")
	otherTypes    = ofOWL(`Ontology Restriction DataRange AllDifferent AllDisjointClasses AllDisjointProperties Axiom Annotation
		NegativePropertyAssertion`)
)

func init() {
	propertyTypes[rdfNS+"Property"] = true
	maps.Copy(otherTypes, set([]string{rdfsNS + "Datatype", rdfNS + "List", rdfsNS + "ContainerMembershipProperty"}))
}

func ofOWL(locals string) map[string]bool {
	m := map[string]bool{}
	for _, local := range strings.Fields(locals) {
		m[owlNS+local] = true
	}
	return m
}

const swrlNS = "http://www.w3.org/2003/11/swrl#"

// schemaType reports whether instances of the class are schema terms.
func schemaType(class string) bool {
	return classTypes[class] || roleTypes[class] || featureTypes[class] || propertyTypes[class] || noteTypes[class] ||
		otherTypes[class] || strings.HasPrefix(class, swrlNS)
}

// assertions sorts the triples of a graph into facts, axioms and the rest.
type assertions struct {
	*graph
	d      *Data
	o      ImportOptions
	taste  *taste
	schema map[store.ID]bool // schema terms
	notes  map[store.ID]bool // annotation properties
	above  map[store.ID][]store.ID
	domain map[store.ID]bool // individuals
	skips  map[store.Skipped]int
}

func newAssertions(g *graph, d *Data, o ImportOptions) *assertions {
	return &assertions{
		graph: g, d: d, o: o, taste: newTaste(o.Vocabulary, o.Exclusions),
		schema: map[store.ID]bool{}, notes: map[store.ID]bool{}, above: map[store.ID][]store.ID{},
		domain: map[store.ID]bool{}, skips: map[store.Skipped]int{},
	}
}

func (a *assertions) skip(property, datatype, reason string) {
	a.skips[store.Skipped{Property: property, Datatype: datatype, Reason: reason}]++
}

// collect fills a.d. Declarations come first, because a file may use a term
// before it says what it is.
func (a *assertions) collect() {
	a.declarations()
	for _, t := range a.triples {
		a.axiomOrLabel(t)
	}
	a.closeProperties()
	for _, t := range a.triples {
		a.fact(t)
	}
	a.signature()
	d := a.d
	d.terms, d.index = a.terms, a.id
	d.individuals = slices.Sorted(maps.Keys(a.domain))
	for s, n := range a.skips {
		s.N = n
		d.skipped = append(d.skipped, s)
	}
	slices.SortFunc(d.skipped, func(x, y store.Skipped) int {
		return cmp.Or(cmp.Compare(x.Property, y.Property), cmp.Compare(x.Datatype, y.Datatype), cmp.Compare(x.Reason, y.Reason))
	})
	slices.SortFunc(d.labels, func(x, y store.LabelText) int {
		return cmp.Or(cmp.Compare(x.IRI, y.IRI), cmp.Compare(x.Lang, y.Lang), cmp.Compare(x.Text, y.Text))
	})
}

// declarations finds the schema terms.
func (a *assertions) declarations() {
	individual := map[store.ID]bool{}
	for _, t := range a.triples {
		if t.o == 0 {
			continue
		}
		p, o := a.terms[t.p], a.terms[t.o]
		switch {
		case p == rdfNS+"type":
			if schemaType(o) {
				a.schema[t.s] = true
			}
			if noteTypes[o] {
				a.notes[t.s] = true
			}
			individual[t.s] = individual[t.s] || o == owlNS+"NamedIndividual"
		case a.taste.sub[p]: // classes need not be declared
			a.schema[t.s], a.schema[t.o] = true, true
		case a.taste.typing[p]:
			a.schema[t.o] = true
		case p == rdfsNS+"subPropertyOf":
			a.schema[t.s], a.schema[t.o] = true, true
		}
		if p == rdfNS+"type" && !schemaType(o) {
			a.schema[t.o] = true
		}
	}
	for id := range individual { // a class may be an individual too, if it says so
		if individual[id] {
			delete(a.schema, id)
		}
	}
	a.puns()
}

// puns makes individuals of schema terms to which an assertion about an
// individual points (OWL 2, section 5.9): leaving them out would make its
// number of successors wrong.
func (a *assertions) puns() {
	for again := true; again; {
		again = false
		for _, t := range a.triples {
			if t.o != 0 && a.schema[t.o] && !a.schema[t.s] && !a.notes[t.p] && a.taste.uses(a.terms[t.p]) {
				delete(a.schema, t.o)
				again = true
			}
		}
	}
}

// axiomOrLabel takes what is said about schema terms.
func (a *assertions) axiomOrLabel(t triple) {
	p, s := a.terms[t.p], a.terms[t.s]
	switch {
	case a.taste.label[p] && t.o == 0:
		if !strings.HasPrefix(s, "_:") {
			a.d.labels = append(a.d.labels, store.LabelText{IRI: s, Lang: t.lang, Text: t.lexical})
		}
	case t.o == 0:
	case a.taste.sub[p]:
		a.subclass(t.s, t.o)
	case p == owlNS+"equivalentClass":
		a.subclass(t.s, t.o)
		a.d.subclasses = append(a.d.subclasses, store.Tuple{t.o, t.s})
	case p == rdfsNS+"subPropertyOf" && a.o.SubProperties:
		a.above[t.s] = append(a.above[t.s], t.o)
	case a.o.Vocabulary.RDFS && slices.Contains(predicates, p): // what follows is among the triples
	case p == rdfsNS+"subPropertyOf", p == owlNS+"disjointWith", p == owlNS+"inverseOf", p == owlNS+"equivalentProperty",
		p == owlNS+"propertyChainAxiom", p == owlNS+"sameAs", p == owlNS+"differentFrom", p == owlNS+"hasKey", p == owlNS+"disjointUnionOf",
		p == rdfsNS+"domain", p == rdfsNS+"range":
		a.skip(p, "", "axiom without effect on the facts")
	}
}

// subclass keeps edges to and from anonymous classes, which have no name but
// may lie between two that have one.
func (a *assertions) subclass(c, d store.ID) {
	a.d.subclasses = append(a.d.subclasses, store.Tuple{c, d})
	if strings.HasPrefix(a.terms[c], "_:") || strings.HasPrefix(a.terms[d], "_:") {
		a.skip("", "", "axiom with an "+reasonAnonymous)
	}
}

// closeProperties makes above transitive.
func (a *assertions) closeProperties() {
	direct := a.above
	a.above = map[store.ID][]store.ID{}
	for p := range direct {
		seen := map[store.ID]bool{p: true}
		for queue := []store.ID{p}; len(queue) > 0; {
			q := queue[0]
			queue = queue[1:]
			for _, r := range direct[q] {
				if !seen[r] {
					seen[r] = true
					queue = append(queue, r)
					a.above[p] = append(a.above[p], r)
				}
			}
		}
	}
}

// fact takes an assertion about an individual.
func (a *assertions) fact(t triple) {
	p := a.terms[t.p]
	if a.schema[t.s] {
		return
	}
	if p == rdfNS+"type" && a.terms[t.o] == owlNS+"NamedIndividual" {
		a.domain[t.s] = true
		return
	}
	if a.taste.typing[p] {
		switch o := a.terms[t.o]; {
		case t.o == 0:
			a.skip(p, a.terms[t.datatype], "class that is not an IRI")
		case schemaType(o): // the individual that is a class too
		default:
			a.domain[t.s] = true
			a.d.classes = append(a.d.classes, store.Tuple{t.s, t.o})
			if strings.HasPrefix(o, "_:") {
				a.skip(p, "", reasonAnonymous)
			}
		}
		return
	}
	if a.notes[t.p] {
		a.skip(p, "", "annotation")
		return
	}
	for _, property := range append([]store.ID{t.p}, a.above[t.p]...) {
		a.property(t, property)
	}
}

func (a *assertions) property(t triple, property store.ID) {
	p := a.terms[property]
	switch {
	case !a.taste.uses(p):
	case t.o == 0:
		a.domain[t.s] = true
		datatype := a.terms[t.datatype]
		if reason := a.d.vocabulary.unsupported(t.lexical, datatype); reason != "" {
			a.skip(p, datatype, reason)
			return
		}
		a.d.values = append(a.d.values, store.Value{Property: property, Individual: t.s, Lexical: t.lexical, Datatype: t.datatype})
	default:
		a.domain[t.s], a.domain[t.o] = true, true
		a.d.roles = append(a.d.roles, store.Tuple{property, t.s, t.o})
	}
}

// signature declares named classes and properties.
func (a *assertions) signature() {
	type symbol = store.Declared
	found := map[symbol]bool{}
	ranges := map[store.ID]string{}
	literals := map[store.ID]bool{} // properties that have literals of any kind
	for _, t := range a.triples {
		if t.o == 0 {
			literals[t.p] = true
		} else if a.terms[t.p] == rdfsNS+"range" {
			ranges[t.s] = a.terms[t.o]
		}
	}
	for _, t := range a.triples {
		s, o := a.terms[t.s], a.terms[t.o]
		if t.o == 0 || strings.HasPrefix(s, "_:") {
			continue
		}
		switch p := a.terms[t.p]; {
		case p == rdfNS+"type" && classTypes[o], a.taste.sub[p]:
			found[symbol{IRI: s, Kind: store.Class}] = true
			if a.taste.sub[p] {
				found[symbol{IRI: o, Kind: store.Class}] = true
			}
		case p == rdfNS+"type" && roleTypes[o] && a.taste.uses(s):
			found[symbol{IRI: s, Kind: store.Role}] = true
		case p == rdfNS+"type" && featureTypes[o] && a.taste.uses(s) && !literals[t.s]:
			// Without values only the range tells whether it could be compared.
			if k, known := dl.KindOf(ranges[t.s]); ranges[t.s] == "" || known && k != dl.Boolean && k != dl.String {
				found[symbol{IRI: s, Kind: store.Feature}] = true
			}
		}
	}
	for s := range found {
		if s.Kind != store.Class || a.taste.names(s.IRI) {
			a.d.declared = append(a.d.declared, s)
		}
	}
	slices.SortFunc(a.d.declared, func(x, y symbol) int { return cmp.Or(cmp.Compare(x.IRI, y.IRI), cmp.Compare(x.Kind, y.Kind)) })
}
