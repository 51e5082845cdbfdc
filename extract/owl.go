package extract

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
)

// The types by which a file declares its symbols.
var (
	classTypes = set([]string{owlNS + "Class", rdfsNS + "Class", owlNS + "DeprecatedClass"})
	roleTypes  = set([]string{
		owlNS + "ObjectProperty", owlNS + "TransitiveProperty", owlNS + "SymmetricProperty", owlNS + "AsymmetricProperty",
		owlNS + "ReflexiveProperty", owlNS + "IrreflexiveProperty", owlNS + "InverseFunctionalProperty",
	})
)

const (
	featureType    = owlNS + "DatatypeProperty"
	annotationType = owlNS + "AnnotationProperty"
	individualType = owlNS + "NamedIndividual"
	swrlNS         = "http://www.w3.org/2003/11/swrl#"
)

// ofSchema reports whether the class is one of RDF, RDFS, OWL or SWRL, whose members
// are parts of a schema. Membership of the two that have individuals is a fact.
func ofSchema(class string) bool {
	return schemaTerms.match(class) && class != individualType && class != owlNS+"Thing"
}

var schemaTerms = newMatcher([]string{rdfNS, rdfsNS, owlNS, swrlNS})

// assertions sorts the triples of a graph into facts, axioms and the rest.
type assertions struct {
	*graph
	d      *Data
	o      ImportOptions
	taste  *taste
	notes  map[store.ID]bool // annotation properties
	above  map[store.ID][]store.ID
	domain map[store.ID]bool // individuals
	skips  map[store.Skipped]int
}

func newAssertions(g *graph, d *Data, o ImportOptions) *assertions {
	return &assertions{
		graph: g, d: d, o: o, taste: newTaste(o.Vocabulary, o.Exclusions),
		notes: map[store.ID]bool{}, above: map[store.ID][]store.ID{},
		domain: map[store.ID]bool{}, skips: map[store.Skipped]int{},
	}
}

func (a *assertions) skip(property, datatype, reason string) {
	a.skips[store.Skipped{Property: property, Datatype: datatype, Reason: reason}]++
}

// collect fills a.d. Declarations come first, because a file may use a term
// before it says what it is. The error is that of the context.
func (a *assertions) collect(ctx context.Context) error {
	a.declarations()
	if err := a.each(ctx, a.axiomOrLabel); err != nil {
		return err
	}
	a.closeProperties()
	if err := a.each(ctx, a.fact); err != nil {
		return err
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
	return ctx.Err()
}

// each visits all triples until the context ends.
func (a *assertions) each(ctx context.Context, visit func(triple)) error {
	for i, t := range a.triples {
		if i%contextEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		visit(t)
	}
	return ctx.Err()
}

// declarations finds the annotation properties.
func (a *assertions) declarations() {
	for _, t := range a.triples {
		if t.o != 0 && a.terms[t.p] == rdfNS+"type" && a.terms[t.o] == annotationType {
			a.notes[t.s] = true
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
	if a.taste.typing[p] {
		switch o := a.terms[t.o]; {
		case t.o == 0:
			a.skip(p, a.terms[t.datatype], "class that is not an IRI")
		case o == individualType:
			a.domain[t.s] = true
		case ofSchema(o): // a declaration
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
		a.skip(p, "", reasonAnnotation)
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
		case p == rdfNS+"type" && o == featureType && a.taste.uses(s) && !literals[t.s]:
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
