package dataset

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// Namespaces.
const (
	rdfNS  = graph.RDF
	rdfsNS = graph.RDFSchema
	owlNS  = graph.OWL
)

// annotation is the reason for skipping statements with annotation properties.
const annotation = "annotation"

const (
	typeIRI            = rdfNS + "type"
	rangeIRI           = rdfsNS + "range"
	subPropertyIRI     = rdfsNS + "subPropertyOf"
	namedIndividualIRI = owlNS + "NamedIndividual"
)

// Types that declare symbols.
var (
	classTypes = owlIRIs("Class DeprecatedClass", rdfsNS+"Class")
	roleTypes  = owlIRIs(
		"ObjectProperty TransitiveProperty SymmetricProperty AsymmetricProperty ReflexiveProperty IrreflexiveProperty InverseFunctionalProperty",
	)

	// axiomsWithoutEffect lists predicates of axioms that are not used without reasoning.
	axiomsWithoutEffect = owlIRIs(
		"disjointWith inverseOf equivalentClass equivalentProperty propertyChainAxiom sameAs differentFrom hasKey disjointUnionOf",
		subPropertyIRI, rdfsNS+"domain", rangeIRI,
	)
)

// owlIRIs returns the names in the namespace of OWL, and the others.
func owlIRIs(names string, others ...string) map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(names) {
		m[owlNS+name] = true
	}
	for _, iri := range others {
		m[iri] = true
	}
	return m
}

// isSchemaClass reports whether the members of the class are parts of a schema: it is a
// class of RDF, RDFS, OWL or SWRL, except for the two that have individuals.
func isSchemaClass(class string) bool {
	if class == namedIndividualIRI || class == owlNS+"Thing" {
		return false
	}
	return slices.ContainsFunc(queries.SchemaNamespaces(),
		func(namespace string) bool { return strings.HasPrefix(class, namespace) })
}

// assertions turns triples into facts and axioms, and counts the rest.
type assertions struct {
	*importer
	symbols     *graph.Symbols
	annotations map[facts.ID]bool // annotation properties
	individuals map[facts.ID]bool
	describes   map[string][]string // properties by the entities that describe them (Exclusions.Via)
	wikibase
}

func newAssertions(i *importer) *assertions {
	return &assertions{
		importer: i, symbols: graph.NewSymbols(i.Vocabulary, i.Exclusions),
		annotations: map[facts.ID]bool{}, individuals: map[facts.ID]bool{}, describes: map[string][]string{},
		wikibase: newWikibase(),
	}
}

func (a *assertions) term(id facts.ID) string { return a.Facts.Term(id) }

func (a *assertions) isBlank(id facts.ID) bool { return strings.HasPrefix(a.term(id), graph.Blank) }

// collect fills the facts. It looks for declarations first, because a file may use a term
// before it declares it. The error is that of the context.
func (a *assertions) collect(ctx context.Context) error {
	for _, t := range a.triples.all {
		if t.object != 0 && a.term(t.property) == typeIRI && a.term(t.object) == owlNS+"AnnotationProperty" {
			a.annotations[t.subject] = true
		}
	}
	if err := a.each(ctx, a.addAxiomOrLabel); err != nil {
		return err
	}
	for _, l := range a.Facts.Labels {
		for _, property := range a.described(l.IRI) {
			a.Facts.Labels = append(a.Facts.Labels, facts.Label{IRI: property, Lang: l.Lang, Text: l.Text})
		}
	}
	a.findMixedUnits()
	if err := a.each(ctx, a.addFact); err != nil {
		return err
	}
	a.declare()
	a.Facts.Individuals = slices.Collect(maps.Keys(a.individuals))
	return ctx.Err()
}

// each calls visit for every triple until the context ends.
func (a *assertions) each(ctx context.Context, visit func(triple)) error {
	for i, t := range a.triples.all {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		visit(t)
	}
	return ctx.Err()
}

func (a *assertions) addAxiomOrLabel(t triple) {
	p := a.term(t.property)
	if a.Vocabulary.Statements != "" {
		a.noteStatement(t, p)
	}
	switch {
	case a.symbols.IsLabel(p) && t.object == 0:
		if !a.isBlank(t.subject) {
			a.Facts.Labels = append(a.Facts.Labels, facts.Label{IRI: a.term(t.subject), Lang: a.triples.langOf(t), Text: a.triples.lexicalOf(t)})
		}
	case t.object == 0:
	case p == a.Exclusions.Via:
		a.describes[a.term(t.subject)] = append(a.describes[a.term(t.subject)], a.term(t.object))
	case a.symbols.IsSuperclass(p):
		a.addSuperclass(t.subject, t.object)
	case a.Vocabulary.RDFS && p == entail.EquivalentClass:
		a.addEquivalent(t.subject, t.object)
	case a.Vocabulary.RDFS && isAxiomPredicate(p): // reason has applied it
	case axiomsWithoutEffect[p]:
		a.Facts.Skip(p, "", "axiom without effect on the facts", 1)
	}
}

// addSuperclass adds an axiom c ⊑ d. It keeps those with an anonymous class, which may be
// between two named classes.
func (a *assertions) addSuperclass(c, d facts.ID) {
	a.Facts.Superclasses = append(a.Facts.Superclasses, facts.Tuple{c, d})
	if a.isBlank(c) || a.isBlank(d) {
		a.Facts.Skip("", "", "axiom with an "+crawl.AnonymousClass, 1)
	}
}

// addEquivalent adds the axioms c ⊑ d and d ⊑ c. A query has an equivalent class only if
// that has a name.
func (a *assertions) addEquivalent(c, d facts.ID) {
	if a.isBlank(c) || a.isBlank(d) {
		a.Facts.Skip("", "", "axiom with an "+crawl.AnonymousClass, 1)
		return
	}
	a.addSuperclass(c, d)
	a.addSuperclass(d, c)
}

func (a *assertions) addFact(t triple) {
	p, o := a.term(t.property), a.term(t.object)
	switch {
	case a.symbols.IsType(p) && t.object == 0:
		a.Facts.Skip(p, a.term(t.datatype), "class that is not an IRI", 1)
	case a.symbols.IsType(p) && o == namedIndividualIRI:
		a.individuals[t.subject] = true
	case a.symbols.IsType(p) && isSchemaClass(o): // a declaration
	case a.symbols.IsType(p):
		a.individuals[t.subject] = true
		a.Facts.Classes = append(a.Facts.Classes, facts.Tuple{t.subject, t.object})
		if a.isBlank(t.object) {
			a.Facts.Skip(p, "", crawl.AnonymousClass, 1)
		}
	case a.annotations[t.property]:
		a.Facts.Skip(p, "", annotation, 1)
	default:
		a.addStatement(t)
	}
}

func (a *assertions) addStatement(t triple) {
	f, p := a.Facts, a.term(t.property)
	switch {
	case a.symbols.IsAboutStatements(p):
		a.addQualifier(t)
	case !a.symbols.Uses(p):
	case t.object == 0 && a.mixed[p]:
		a.individuals[t.subject] = true
		f.Skip(p, a.term(t.datatype), severalUnits, 1)
		a.addOther(t)
	case t.object == 0:
		a.individuals[t.subject] = true
		datatype := a.term(t.datatype)
		if reason := a.Vocabulary.UnusableLiteral(a.triples.lexicalOf(t), datatype); reason != "" {
			f.SkipLiteral(p, datatype, reason, graph.Example(reason, a.triples.lexicalOf(t)), 1)
			a.addOther(t)
			return
		}
		f.Values = append(f.Values,
			facts.Value{Property: t.property, Individual: t.subject, Lexical: f.ID(a.triples.lexicalOf(t)), Datatype: t.datatype})
	default:
		a.individuals[t.subject], a.individuals[t.object] = true, true
		f.Roles = append(f.Roles, facts.Tuple{t.property, t.subject, t.object})
	}
}

// addOther adds a literal that is no value of a feature.
func (a *assertions) addOther(t triple) {
	f, lang := a.Facts, facts.ID(0)
	if t.lang != 0 {
		lang = f.ID(strings.ToLower(a.triples.langOf(t)))
	}
	f.Others = append(f.Others, facts.Other{Property: t.property, Individual: t.subject, Lexical: f.ID(a.triples.lexicalOf(t)),
		Datatype: t.datatype, Lang: lang})
}

// declare adds the declared classes and properties to the signature.
func (a *assertions) declare() {
	ranges, literals := a.findRanges()
	for _, t := range a.triples.all {
		if t.object == 0 || a.isBlank(t.subject) {
			continue
		}
		s := a.term(t.subject)
		p := a.term(t.property)
		o := a.term(t.object)
		switch {
		case a.symbols.IsSuperclass(p):
			a.declareAs(s, facts.Class)
			a.declareAs(o, facts.Class)
		case p != typeIRI:
		case classTypes[o]:
			a.declareAs(s, facts.Class)
		case roleTypes[o]:
			a.declareAs(s, facts.Role)
		case o == owlNS+"DatatypeProperty" && !literals[t.subject]:
			// There are no values, so only the range tells whether they would be comparable.
			r := ranges[t.subject]
			if k, known := dl.KindOf(r); r == "" || known && k != dl.Boolean && k != dl.String {
				a.declareAs(s, facts.Feature)
			}
		}
	}
}

func (a *assertions) declareAs(iri string, kind facts.SymbolKind) {
	if kind == facts.Class && a.symbols.IsName(iri) || kind != facts.Class && a.symbols.Uses(iri) {
		a.Facts.Declared = append(a.Facts.Declared, facts.Declared{IRI: iri, Kind: kind})
	}
}

// findRanges returns the ranges of properties, and the properties that have literals.
func (a *assertions) findRanges() (ranges map[facts.ID]string, literals map[facts.ID]bool) {
	ranges, literals = map[facts.ID]string{}, map[facts.ID]bool{}
	for _, t := range a.triples.all {
		if t.object == 0 {
			literals[t.property] = true
		} else if a.term(t.property) == rangeIRI {
			ranges[t.subject] = a.term(t.object)
		}
	}
	return ranges, literals
}

// isAxiomPredicate reports whether p is the predicate of an axiom about properties. The
// first two elements of the list are classes.
func isAxiomPredicate(p string) bool { return slices.Contains(graph.AxiomPredicates[2:], p) }
