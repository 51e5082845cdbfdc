package dataset

import (
	"context"
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
		"ObjectProperty TransitiveProperty SymmetricProperty AsymmetricProperty ReflexiveProperty IrreflexiveProperty " +
			"InverseFunctionalProperty",
	)

	// axiomsWithoutEffect lists predicates of axioms that are not used without reasoning.
	axiomsWithoutEffect = owlIRIs(
		"disjointWith inverseOf equivalentClass equivalentProperty propertyChainAxiom sameAs differentFrom hasKey "+
			"disjointUnionOf",
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
// class of RDF, RDFS, OWL, SHACL or SWRL, except for the two that have individuals.
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
	uses        map[facts.ID]propertyUse
	individuals []bool                  // by term
	describes   map[string][]string     // properties by the entities that describe them (Exclusions.Via)
	redirects   map[facts.ID][]facts.ID // to what the terms redirect, by Vocabulary.Redirect
	wikibase
}

// A propertyUse tells what the statements with a property are.
type propertyUse struct {
	schema                            bool // addAxiomOrLabel wants them
	isType, annotation, about, isUsed bool
	named                             bool  // the property leads to names
	rank                              uint8 // of these
}

func newAssertions(i *importer) *assertions {
	n := i.Facts.NumTerms()
	return &assertions{
		importer: i, symbols: graph.NewSymbols(i.Vocabulary, i.Exclusions),
		annotations: map[facts.ID]bool{}, uses: map[facts.ID]propertyUse{}, individuals: make([]bool, n),
		describes: map[string][]string{}, wikibase: newWikibase(),
	}
}

// use returns what the statements with the property are.
func (a *assertions) use(property facts.ID) propertyUse {
	u, known := a.uses[property]
	if !known {
		p := a.term(property)
		u = propertyUse{isType: a.symbols.IsType(p), annotation: a.annotations[property],
			about: a.symbols.IsAboutStatements(p), isUsed: a.symbols.Uses(p)}
		u.rank, u.named = a.Vocabulary.NameRank(p)
		u.schema = a.Vocabulary.Statements != "" || u.named || p == a.Exclusions.Via || a.symbols.IsSuperclass(p) ||
			p == entail.EquivalentClass || isAxiomPredicate(p) || axiomsWithoutEffect[p]
		a.uses[property] = u
	}
	return u
}

func (a *assertions) term(id facts.ID) string { return a.Facts.Term(id) }

func (a *assertions) isBlank(id facts.ID) bool { return strings.HasPrefix(a.term(id), graph.Blank) }

// collect fills the facts. It looks for declarations first, because a file may use a term
// before it declares it. The error is that of the context.
func (a *assertions) collect(ctx context.Context) error {
	a.findAnnotations()
	if a.terminology != nil {
		return a.collectClasses(ctx)
	}
	if err := a.each(ctx, func(u propertyUse) bool { return u.schema }, a.addAxiomOrLabel); err != nil {
		return err
	}
	for _, l := range a.Facts.Labels {
		for _, property := range a.described(l.IRI) {
			l.IRI = property
			a.Facts.Labels = append(a.Facts.Labels, l)
		}
	}
	a.findMixedUnits()
	a.redirects = a.findRedirects()
	a.reserve()
	counts := func(u propertyUse) bool { return u.isType || u.annotation || u.about || u.isUsed }
	if err := a.each(ctx, counts, a.addFact); err != nil {
		return err
	}
	a.declare()
	for id, is := range a.individuals {
		if is {
			a.Facts.Individuals = append(a.Facts.Individuals, facts.ID(id))
		}
	}
	return ctx.Err()
}

// reserve makes room for the roles and memberships, which take much memory while they grow.
func (a *assertions) reserve() {
	roles, classes := 0, 0
	for _, l := range a.triples.lists {
		switch u := a.use(l.property); {
		case u.isType:
			classes += len(l.rows)
		case u.isUsed && !u.annotation && !u.about:
			for _, r := range l.rows {
				if r.kind == 0 {
					roles++
				}
			}
		}
	}
	a.Facts.Roles = slices.Grow(a.Facts.Roles, roles)
	a.Facts.Classes = slices.Grow(a.Facts.Classes, classes)
}

// findAnnotations finds the properties that are declared as annotation properties and as
// nothing else. Some files declare a property twice, and its statements are facts.
func (a *assertions) findAnnotations() {
	isA := a.Facts.Find(typeIRI)
	others := map[facts.ID]bool{}
	for t := range a.of(isA) {
		if t.kind != 0 {
			continue
		}
		switch class := a.term(t.object); {
		case class == owlNS+"AnnotationProperty":
			a.annotations[t.subject] = true
		case roleTypes[class] || class == owlNS+"DatatypeProperty":
			others[t.subject] = true
		}
	}
	for property := range others {
		delete(a.annotations, property)
	}
}

// each calls visit for every triple of the properties that are wanted, until the context ends.
func (a *assertions) each(ctx context.Context, wants func(propertyUse) bool, visit func(propertyUse, triple)) error {
	n := 0
	for _, l := range slices.Concat(a.triples.lists, a.following.lists) {
		u := a.use(l.property)
		if !wants(u) {
			continue
		}
		for t := range l.each {
			n++
			if n%contextEvery == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			visit(u, t)
		}
	}
	return ctx.Err()
}

// addAxiomOrLabel adds a triple of a property whose use is a schema.
func (a *assertions) addAxiomOrLabel(u propertyUse, t triple) {
	p := a.term(t.property)
	if a.Vocabulary.Statements != "" {
		a.noteStatement(t, p)
	}
	switch {
	case u.named && t.kind != 0:
		if !a.isBlank(t.subject) {
			l := facts.Label{IRI: a.term(t.subject), Lang: a.triples.langOf(t), Text: a.triples.lexicalOf(t), Rank: u.rank}
			a.Facts.Labels = append(a.Facts.Labels, l)
		}
	case t.kind != 0:
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
	equivalent := a.Facts.ID(entail.EquivalentClass)
	a.Facts.Superclasses = append(a.Facts.Superclasses, facts.Tuple{c, d, equivalent}, facts.Tuple{d, c, equivalent})
}

func (a *assertions) addFact(u propertyUse, t triple) {
	switch {
	case u.isType && t.kind != 0:
		a.Facts.Skip(a.term(t.property), a.triples.datatypeOf(t), "class that is not an IRI", 1)
	case u.isType:
		a.addMember(t)
	case u.annotation:
		a.Facts.Skip(a.term(t.property), "", annotation, 1)
	case u.about:
		a.addQualifier(t)
	case t.kind == 0:
		a.individuals[t.subject] = true
		for _, o := range resolved(t.object, a.redirects) {
			a.individuals[o] = true
			a.Facts.Roles = append(a.Facts.Roles, facts.Tuple{t.property, t.subject, o})
		}
	default:
		a.addLiteral(t)
	}
}

func (a *assertions) addMember(t triple) {
	switch class := a.term(t.object); {
	case class == namedIndividualIRI:
		a.individuals[t.subject] = true
	case isSchemaClass(class): // a declaration
	default:
		a.individuals[t.subject] = true
		a.Facts.Classes = append(a.Facts.Classes, facts.Tuple{t.subject, t.object})
		if strings.HasPrefix(class, graph.Blank) {
			a.Facts.Skip(a.term(t.property), "", crawl.AnonymousClass, 1)
		}
	}
}

// addLiteral adds a value of a feature, or a literal that is none.
func (a *assertions) addLiteral(t triple) {
	f, p, kind := a.Facts, a.term(t.property), a.triples.kindOf(t)
	lexical, datatype := a.term(t.object), a.term(kind.datatype)
	a.individuals[t.subject] = true
	if a.mixed[p] {
		f.Skip(p, datatype, severalUnits, 1)
	} else if reason := a.Vocabulary.UnusableLiteral(lexical, datatype); reason != "" {
		f.SkipLiteral(p, datatype, reason, graph.Example(reason, lexical), 1)
	} else {
		f.Values = append(f.Values, a.value(t))
		return
	}
	f.Others = append(f.Others,
		facts.Other{
			Property:   t.property,
			Individual: t.subject,
			Lexical:    t.object,
			Datatype:   kind.datatype,
			Lang:       kind.lower,
		})
}

// value returns the value that a triple with a literal states.
func (a *assertions) value(t triple) facts.Value {
	return facts.Value{
		Property:   t.property,
		Individual: t.subject,
		Lexical:    t.object,
		Datatype:   a.triples.kindOf(t).datatype,
	}
}

// declare adds the declared classes and properties to the signature.
func (a *assertions) declare() {
	ranges, literals := a.findRanges()
	isA, superclass := a.Facts.Find(typeIRI), a.Facts.Find(a.Vocabulary.SubClassOf)
	for t := range a.of(isA, superclass) {
		if t.kind != 0 || a.isBlank(t.subject) {
			continue
		}
		s, o := a.term(t.subject), a.term(t.object)
		switch {
		case t.property == superclass:
			a.declareAs(s, facts.Class)
			a.declareAs(o, facts.Class)
		case classTypes[o]:
			a.declareAs(s, facts.Class)
		case roleTypes[o]:
			a.declareAs(s, facts.Role)
		case o == owlNS+"DatatypeProperty" && !literals[t.subject] && mayBeOrdered(ranges[t.subject]):
			a.declareAs(s, facts.Feature)
		}
	}
	a.declareShapes(literals)
}

// declareShapes declares what the shapes of files name.
func (a *assertions) declareShapes(literals map[facts.ID]bool) {
	ranges, classes := a.findShapes()
	for _, class := range classes {
		if !strings.HasPrefix(class, graph.Blank) {
			a.declareAs(class, facts.Class)
		}
	}
	for p, r := range ranges {
		if a.isBlank(p) { // a path of several steps
			continue
		}
		if r.linked {
			a.declareAs(a.term(p), facts.Role)
		}
		if !literals[p] && slices.ContainsFunc(r.datatypes, mayBeOrdered) {
			a.declareAs(a.term(p), facts.Feature)
		}
	}
}

// mayBeOrdered reports whether values of the range, which may be empty, have an order. Of a property without
// values only the range tells that.
func mayBeOrdered(of string) bool {
	k, known := dl.KindOf(of)
	return of == "" || known && k != dl.Boolean && k != dl.String
}

func (a *assertions) declareAs(iri string, kind facts.SymbolKind) {
	if kind == facts.Class && a.symbols.IsName(iri) || kind != facts.Class && a.symbols.Uses(iri) {
		a.Facts.Declared = append(a.Facts.Declared, facts.Declared{IRI: iri, Kind: kind})
	}
}

// findRanges returns the ranges of properties, and the properties that have literals.
func (a *assertions) findRanges() (ranges map[facts.ID]string, literals map[facts.ID]bool) {
	ranges, literals = map[facts.ID]string{}, map[facts.ID]bool{}
	for _, l := range slices.Concat(a.triples.lists, a.following.lists) {
		literals[l.property] = literals[l.property] || slices.ContainsFunc(l.rows, func(r row) bool { return r.kind != 0 })
	}
	for t := range a.of(a.Facts.Find(rangeIRI)) {
		if t.kind == 0 {
			ranges[t.subject] = a.term(t.object)
		}
	}
	return ranges, literals
}

// isAxiomPredicate reports whether p is the predicate of an axiom about properties. The
// first two elements of the list are classes.
func isAxiomPredicate(p string) bool { return slices.Contains(graph.AxiomPredicates[2:], p) }
