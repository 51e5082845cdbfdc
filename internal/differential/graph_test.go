package differential

import (
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/queries"
)

const (
	rdfNS  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rdfsNS = "http://www.w3.org/2000/01/rdf-schema#"
	owlNS  = "http://www.w3.org/2002/07/owl#"
	ex     = "http://example.org/"
)

// The terms of random graphs, the simplest ones first. Blank nodes begin with "_:".
var (
	individuals = []string{ex + "a", ex + "b", ex + "c", ex + "d", "_:b0", "_:b1", ex + "é", ex + "%C3%A9", ex + "it's",
		ex + "x(1),y;z=$&+*!@", "urn:uuid:0-1#a?b", ex + "日本/😀", ex + "-a-.", "http://EXAMPLE.org:80/a",
		"mailto:a@example.org", ex + "A0"}
	classes    = []string{ex + "A0", ex + "A1", ex + "A2", ex + "É-1", "_:class"}
	roles      = []string{ex + "r", ex + "s", "urn:x:r-1.2"}
	features   = []string{ex + "f", ex + "g", ex + "日"}
	annotation = rdfsNS + "label" // excluded by default: neither role nor feature
	note       = ex + "note"      // in use, unless it is declared as an annotation property
	title      = "http://purl.org/dc/terms/title"
	license    = "http://purl.org/dc/terms/license"
)

// A triple has its object in N-Triples syntax; subject and predicate are bare.
type triple struct{ s, p, o string }

// A graph is a random RDF graph.
type graph struct {
	triples          []triple
	typing, subClass string
	flavour          map[string][]literal // of the features
	axioms           bool                 // it has axioms about properties, which apply
}

func term(s string) string {
	if strings.HasPrefix(s, "_:") {
		return s
	}
	return "<" + s + ">"
}

// String returns the graph in N-Triples.
func (g *graph) String() string {
	var sb strings.Builder
	for _, t := range g.triples {
		sb.WriteString(term(t.s) + " <" + t.p + "> " + t.o + " .\n")
	}
	return sb.String()
}

func drawGraph(t *rapid.T, stores func(literal) bool) *graph {
	g := &graph{typing: rdfNS + "type", subClass: rdfsNS + "subClassOf", flavour: map[string][]literal{}}
	if drawBelow(t, 4, "vocabulary") == 3 {
		g.typing, g.subClass = ex+"isA", ex+"isBelow"
	}
	for _, f := range features {
		flavour := flavours[drawBelow(t, len(flavours), "flavour")]
		g.flavour[f] = slices.DeleteFunc(slices.Clone(flavour), func(l literal) bool { return !stores(l) })
	}
	pool := individuals[:2+drawBelow(t, len(individuals)-1, "individuals")]
	if rapid.Bool().Draw(t, "few") { // so that numbers of successors matter
		pool = pool[:2+len(pool)/3]
	}
	statement := rapid.Custom(func(t *rapid.T) triple { return g.draw(t, pool) })
	for range drawBelow(t, 75, "statements") {
		if st := statement.Draw(t, "statement"); st.o != "" && !slices.Contains(g.triples, st) {
			g.triples = append(g.triples, st)
		}
	}
	if g.axioms = drawBelow(t, 3, "axioms") == 2; g.axioms {
		g.drawAxioms(t)
	}
	return g
}

// drawSchema draws a statement about a class or a property. Few of these are facts.
func (g *graph) drawSchema(t *rapid.T, a string) triple {
	one := func(list []string, label string) string { return rapid.SampledFrom(list).Draw(t, label) }
	class, property := one(classes, "class"), one(slices.Concat(roles, features, []string{note}), "property")
	either := one([]string{class, property}, "class or property")
	statements := []triple{
		{class, rdfNS + "type", "<" + owlNS + "Class>"},
		{property, rdfNS + "type", "<" + owlNS + "ObjectProperty>"},
		{property, rdfNS + "type", "<" + rdfNS + "Property>"},
		{either, rdfsNS + "comment", `"a comment"`},
		{either, title, `"a title"`},
		{ex + "ontology", license, "<" + ex + "license>"},
		{ex + "ontology", rdfNS + "type", "<" + owlNS + "Ontology>"},
		{class, owlNS + "disjointWith", term(one(classes, "other"))},
		{"_:restriction", owlNS + "onProperty", term(property)},
		{note, rdfNS + "type", "<" + owlNS + "AnnotationProperty>"},
		{either, note, `"a note"`},
		{class, note, term(a)},
		{either, g.typing, term(one(classes, "of classes"))}, // facts from here on
		{either, rdfNS + "type", "<" + owlNS + "NamedIndividual>"},
		{property, one(roles, "role"), term(a)},
		{a, rdfNS + "type", "<" + owlNS + "Thing>"},
		{a, owlNS + "sameAs", term(one(individuals, "same"))},
	}
	if drawBelow(t, 5, "axiom") == 4 { // applied only if g.axioms is set
		return g.drawAxiom(t)
	}
	return rapid.SampledFrom(statements).Draw(t, "schema")
}

// drawAxioms adds axioms about the classes and properties. The statements that follow from
// them are not in the graph.
func (g *graph) drawAxioms(t *rapid.T) {
	for range 1 + drawBelow(t, 5, "axioms") {
		if st := g.drawAxiom(t); !slices.Contains(g.triples, st) {
			g.triples = append(g.triples, st)
		}
	}
}

// drawAxiom draws an axiom. Facts follow from some whose own statements are not facts, such
// as those of rdfs:seeAlso, or from those of a property without a name.
func (g *graph) drawAxiom(t *rapid.T) triple {
	property := rapid.SampledFrom(slices.Concat(roles, features))
	either := func(p string) *rapid.Generator[string] {
		return rapid.OneOf(property, property, property, property, rapid.Just(p))
	}
	class := rapid.SampledFrom(classes)
	p := either(rdfsNS+"seeAlso").Draw(t, "property")
	other := term(either("_:property").Draw(t, "other property"))
	return rapid.SampledFrom([]triple{
		{p, rdfsNS + "subPropertyOf", other},
		{p, rdfsNS + "subPropertyOf", term(either(g.typing).Draw(t, "type"))},
		{p, owlNS + "inverseOf", other},
		{"_:property", owlNS + "inverseOf", term(p)},
		{p, owlNS + "equivalentProperty", other},
		{p, rdfNS + "type", "<" + owlNS + "SymmetricProperty>"},
		{p, rdfsNS + "domain", term(class.Draw(t, "domain"))},
		{p, rdfsNS + "range", term(class.Draw(t, "range"))},
		{either(g.typing).Draw(t, "type"), rdfsNS + "domain", term(class.Draw(t, "domain"))},
		{p, rdfsNS + "range", "<" + owlNS + "SymmetricProperty>"},
		{p, rdfNS + "type", "<" + owlNS + "TransitiveProperty>"},
		{p, rdfNS + "type", "<" + owlNS + "TransitiveProperty>"},
		{class.Draw(t, "class"), owlNS + "equivalentClass", term(class.Draw(t, "equivalent"))},
	}).Draw(t, "axiom")
}

// namelessAxioms reports whether axioms about a property without a name apply. A crawl
// cannot ask for them and warns.
func (g *graph) namelessAxioms() bool {
	return g.axioms &&
		slices.ContainsFunc(g.triples, func(t triple) bool { return t.s == "_:property" || t.o == "_:property" })
}

// vocabulary returns how the graph is read.
func (g *graph) vocabulary(closure bool) extract.Vocabulary {
	return extract.Vocabulary{
		Vocabulary: queries.Vocabulary{Type: g.typing, SubClassOf: g.subClass, NoClosure: !closure},
		RDFS:       g.axioms, Strings: true,
	}
}

// drawBelow draws evenly from 0 to n-1; rapid.IntRange prefers small numbers.
func drawBelow(t *rapid.T, n int, label string) int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return rapid.SampledFrom(numbers).Draw(t, label)
}

// draw draws a statement; its object may be empty, which means none.
func (g *graph) draw(t *rapid.T, pool []string) triple {
	one := func(list []string, label string) string { return rapid.SampledFrom(list).Draw(t, label) }
	a := one(pool, "subject")
	switch what := drawBelow(t, 23, "what"); {
	case what == 0:
		return triple{}
	case what < 4:
		return triple{a, g.typing, term(one(classes, "class"))}
	case what < 9:
		return triple{a, one(roles, "role"), term(one(pool, "object"))}
	case what < 13:
		f := one(features, "feature")
		if len(g.flavour[f]) == 0 {
			return triple{}
		}
		return triple{a, f, rapid.SampledFrom(g.flavour[f]).Draw(t, "value").String()}
	case what == 13:
		return triple{one(classes, "below"), g.subClass, term(one(classes, "above"))}
	case what == 14: // a property between role and feature
		p := one(slices.Concat(roles, features), "property")
		if rapid.Bool().Draw(t, "literal") {
			return triple{a, p, `"1"@en`}
		}
		return triple{a, p, term(one(pool, "object"))}
	case what == 15: // a class that is an individual, too
		return triple{a, one(roles, "role"), term(one(classes[:len(classes)-1], "pun"))}
	case what == 16:
		return triple{one(classes[:len(classes)-1], "pun"), one(roles, "role"), term(a)}
	case what < 20:
		return g.drawSchema(t, a)
	}
	// No concept refers to these.
	return []triple{
		{a, annotation, `"a \"label\""@en-GB`},
		{one(classes, "labelled"), annotation, `"étiquette"@fr`},
		{a, rdfsNS + "seeAlso", "<" + ex + "other>"},
		{a, g.typing, `"a class?"`},
	}[drawBelow(t, 4, "noise")]
}

// domain returns the individuals: subjects and objects of facts, as in queries.Domain.
func (g *graph) domain() []string {
	ofSchema := func(iri string) bool {
		return slices.ContainsFunc([]string{rdfNS, rdfsNS, owlNS}, func(ns string) bool { return strings.HasPrefix(iri, ns) })
	}
	isNote := slices.Contains(g.triples, triple{note, rdfNS + "type", "<" + owlNS + "AnnotationProperty>"})
	var out []string
	for _, t := range g.triples {
		o := strings.Trim(t.o, "<>")
		switch {
		case t.p == g.typing:
			if t.o[0] != '"' && (!ofSchema(o) || o == owlNS+"Thing" || o == owlNS+"NamedIndividual") {
				out = append(out, t.s)
			}
		case t.p == g.subClass || ofSchema(t.p) || t.p == title || t.p == license || t.p == note && isNote:
		default:
			if out = append(out, t.s); t.o[0] != '"' {
				out = append(out, o)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// terms returns all subjects and objects that are not literals.
func (g *graph) terms() []string {
	var out []string
	for _, t := range g.triples {
		if out = append(out, t.s); t.o[0] != '"' {
			out = append(out, strings.Trim(t.o, "<>"))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func isBlank(s string) bool { return strings.HasPrefix(s, "_:") }
