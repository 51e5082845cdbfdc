package graphs

import (
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/learner/dl"
)

const (
	rdfNS  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rdfsNS = "http://www.w3.org/2000/01/rdf-schema#"
	owlNS  = "http://www.w3.org/2002/07/owl#"
)

// The terms of random graphs, the simplest ones first. Blank nodes begin with "_:".
var (
	individuals = []string{NS + "a", NS + "b", NS + "c", NS + "d", "_:b0", "_:b1", NS + "é", NS + "%C3%A9", NS + "it's",
		NS + "x(1),y;z=$&+*!@", "urn:uuid:0-1#a?b", NS + "日本/😀", NS + "-a-.", "http://EXAMPLE.org:80/a",
		"mailto:a@example.org", NS + "A0"}
	Classes    = []string{NS + "A0", NS + "A1", NS + "A2", NS + "É-1", "_:class"}
	Roles      = []string{NS + "r", NS + "s", "urn:x:r-1.2"}
	Features   = []string{NS + "f", NS + "g", NS + "日"}
	annotation = rdfsNS + "label" // excluded by default: neither role nor feature
	note       = NS + "note"      // in use, unless it is declared as an annotation property
	title      = "http://purl.org/dc/terms/title"
	license    = "http://purl.org/dc/terms/license"
)

// A triple has its object in N-Triples syntax; subject and predicate are bare.
type triple struct{ s, p, o string }

// A Random graph has terms of all kinds, and schema and annotations that are no facts.
type Random struct {
	triples          []triple
	Typing, SubClass string
	Flavour          map[string][]Literal // of the features
	Axioms           bool                 // it has axioms about properties, which apply
}

func bracketed(s string) string {
	if strings.HasPrefix(s, "_:") {
		return s
	}
	return "<" + s + ">"
}

// String returns the graph in N-Triples.
func (g *Random) String() string {
	var sb strings.Builder
	for _, t := range g.triples {
		sb.WriteString(bracketed(t.s) + " <" + t.p + "> " + t.o + " .\n")
	}
	return sb.String()
}

// Rounds reports whether the feature may have values that are Rounded.
func (g *Random) Rounds(feature string) bool {
	return slices.ContainsFunc(g.Flavour[feature], Literal.Rounded)
}

// Respells reports whether some subject has one value in two spellings, such as 1.5 and 1.50. In memory they are one
// value, but SPARQL counts them as two terms.
func (g *Random) Respells() bool {
	type value struct {
		subject string
		value   dl.Value
	}
	spelled := map[value]string{}
	for _, t := range g.triples {
		for _, flavour := range Flavours {
			i := slices.IndexFunc(flavour, func(l Literal) bool { return l.String() == t.o })
			if i < 0 {
				continue
			}
			v, ok := flavour[i].Value()
			if other, known := spelled[value{t.s, v}]; ok && known && other != t.o {
				return true
			}
			spelled[value{t.s, v}] = t.o
		}
	}
	return false
}

// DrawRandom draws a graph without the literals that the engine does not store.
func DrawRandom(t *rapid.T, stores func(Literal) bool) *Random {
	g := &Random{Typing: rdfNS + "type", SubClass: rdfsNS + "subClassOf", Flavour: map[string][]Literal{}}
	if DrawBelow(t, 4, "vocabulary") == 3 {
		g.Typing, g.SubClass = NS+"isA", NS+"isBelow"
	}
	for _, f := range Features {
		flavour := Flavours[DrawBelow(t, len(Flavours), "flavour")]
		g.Flavour[f] = slices.DeleteFunc(slices.Clone(flavour), func(l Literal) bool { return !stores(l) })
	}
	pool := individuals[:2+DrawBelow(t, len(individuals)-1, "individuals")]
	if rapid.Bool().Draw(t, "few") { // so that numbers of successors matter
		pool = pool[:2+len(pool)/3]
	}
	statement := rapid.Custom(func(t *rapid.T) triple { return g.draw(t, pool) })
	for range DrawBelow(t, 75, "statements") {
		if st := statement.Draw(t, "statement"); st.o != "" && !slices.Contains(g.triples, st) {
			g.triples = append(g.triples, st)
		}
	}
	if g.Axioms = DrawBelow(t, 3, "axioms") == 2; g.Axioms {
		g.drawAxioms(t)
	}
	return g
}

// drawSchema draws a statement about a class or a property. Few of these are facts.
func (g *Random) drawSchema(t *rapid.T, a string) triple {
	one := func(list []string, label string) string { return rapid.SampledFrom(list).Draw(t, label) }
	class, property := one(Classes, "class"), one(slices.Concat(Roles, Features, []string{note}), "property")
	either := one([]string{class, property}, "class or property")
	statements := []triple{
		{class, rdfNS + "type", "<" + owlNS + "Class>"},
		{property, rdfNS + "type", "<" + owlNS + "ObjectProperty>"},
		{property, rdfNS + "type", "<" + rdfNS + "Property>"},
		{either, rdfsNS + "comment", `"a comment"`},
		{either, title, `"a title"`},
		{NS + "ontology", license, "<" + NS + "license>"},
		{NS + "ontology", rdfNS + "type", "<" + owlNS + "Ontology>"},
		{class, owlNS + "disjointWith", bracketed(one(Classes, "other"))},
		{"_:restriction", owlNS + "onProperty", bracketed(property)},
		{note, rdfNS + "type", "<" + owlNS + "AnnotationProperty>"},
		{either, note, `"a note"`},
		{class, note, bracketed(a)},
		{either, g.Typing, bracketed(one(Classes, "of classes"))}, // facts from here on
		{either, rdfNS + "type", "<" + owlNS + "NamedIndividual>"},
		{property, one(Roles, "role"), bracketed(a)},
		{a, rdfNS + "type", "<" + owlNS + "Thing>"},
		{a, owlNS + "sameAs", bracketed(one(individuals, "same"))},
	}
	if DrawBelow(t, 5, "axiom") == 4 { // applied only if g.Axioms is set
		return g.drawAxiom(t)
	}
	return rapid.SampledFrom(statements).Draw(t, "schema")
}

// drawAxioms adds axioms about the classes and properties. The statements that follow from
// them are not in the graph.
func (g *Random) drawAxioms(t *rapid.T) {
	for range 1 + DrawBelow(t, 5, "axioms") {
		if st := g.drawAxiom(t); !slices.Contains(g.triples, st) {
			g.triples = append(g.triples, st)
		}
	}
}

// drawAxiom draws an axiom. Facts follow from some whose own statements are not facts, such
// as those of rdfs:seeAlso, or from those of a property without a name.
func (g *Random) drawAxiom(t *rapid.T) triple {
	property := rapid.SampledFrom(slices.Concat(Roles, Features))
	either := func(p string) *rapid.Generator[string] {
		return rapid.OneOf(property, property, property, property, rapid.Just(p))
	}
	class := rapid.SampledFrom(Classes)
	p := either(rdfsNS+"seeAlso").Draw(t, "property")
	other := bracketed(either("_:property").Draw(t, "other property"))
	return rapid.SampledFrom([]triple{
		{p, rdfsNS + "subPropertyOf", other},
		{p, rdfsNS + "subPropertyOf", bracketed(either(g.Typing).Draw(t, "type"))},
		{p, owlNS + "inverseOf", other},
		{"_:property", owlNS + "inverseOf", bracketed(p)},
		{p, owlNS + "equivalentProperty", other},
		{p, rdfNS + "type", "<" + owlNS + "SymmetricProperty>"},
		{p, rdfsNS + "domain", bracketed(class.Draw(t, "domain"))},
		{p, rdfsNS + "range", bracketed(class.Draw(t, "range"))},
		{either(g.Typing).Draw(t, "type"), rdfsNS + "domain", bracketed(class.Draw(t, "domain"))},
		{p, rdfsNS + "range", "<" + owlNS + "SymmetricProperty>"},
		{p, rdfNS + "type", "<" + owlNS + "TransitiveProperty>"},
		{p, rdfNS + "type", "<" + owlNS + "TransitiveProperty>"},
		{class.Draw(t, "class"), owlNS + "equivalentClass", bracketed(class.Draw(t, "equivalent"))},
	}).Draw(t, "axiom")
}

// NamelessAxioms reports whether axioms about a property without a name apply. A crawl
// cannot ask for them and warns.
func (g *Random) NamelessAxioms() bool {
	return g.Axioms &&
		slices.ContainsFunc(g.triples, func(t triple) bool { return t.s == "_:property" || t.o == "_:property" })
}

// DrawBelow draws evenly from 0 to n-1; rapid.IntRange prefers small numbers.
func DrawBelow(t *rapid.T, n int, label string) int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return rapid.SampledFrom(numbers).Draw(t, label)
}

// draw draws a statement; its object may be empty, which means none.
func (g *Random) draw(t *rapid.T, pool []string) triple {
	one := func(list []string, label string) string { return rapid.SampledFrom(list).Draw(t, label) }
	a := one(pool, "subject")
	switch what := DrawBelow(t, 23, "what"); {
	case what == 0:
		return triple{}
	case what < 4:
		return triple{a, g.Typing, bracketed(one(Classes, "class"))}
	case what < 9:
		return triple{a, one(Roles, "role"), bracketed(one(pool, "object"))}
	case what < 13:
		f := one(Features, "feature")
		if len(g.Flavour[f]) == 0 {
			return triple{}
		}
		return triple{a, f, rapid.SampledFrom(g.Flavour[f]).Draw(t, "value").String()}
	case what == 13:
		return triple{one(Classes, "below"), g.SubClass, bracketed(one(Classes, "above"))}
	case what == 14: // a property between role and feature
		p := one(slices.Concat(Roles, Features), "property")
		if rapid.Bool().Draw(t, "literal") {
			return triple{a, p, `"1"@en`}
		}
		return triple{a, p, bracketed(one(pool, "object"))}
	case what == 15: // a class that is an individual, too
		return triple{a, one(Roles, "role"), bracketed(one(Classes[:len(Classes)-1], "pun"))}
	case what == 16:
		return triple{one(Classes[:len(Classes)-1], "pun"), one(Roles, "role"), bracketed(a)}
	case what < 20:
		return g.drawSchema(t, a)
	}
	// No concept refers to these.
	return []triple{
		{a, annotation, `"a \"label\""@en-GB`},
		{one(Classes, "labelled"), annotation, `"étiquette"@fr`},
		{a, rdfsNS + "seeAlso", "<" + NS + "other>"},
		{a, g.Typing, `"a class?"`},
	}[DrawBelow(t, 4, "noise")]
}

// Domain returns the individuals: subjects and objects of facts, as in queries.Domain, and with the closure
// the classes above them.
func (g *Random) Domain(closure bool) []string {
	ofSchema := func(iri string) bool {
		return slices.ContainsFunc([]string{rdfNS, rdfsNS, owlNS}, func(ns string) bool { return strings.HasPrefix(iri, ns) })
	}
	isNote := slices.Contains(g.triples, triple{note, rdfNS + "type", "<" + owlNS + "AnnotationProperty>"})
	var out []string
	for _, t := range g.triples {
		o := strings.Trim(t.o, "<>")
		switch {
		case t.p == g.Typing:
			if t.o[0] != '"' && (!ofSchema(o) || o == owlNS+"Thing" || o == owlNS+"NamedIndividual") {
				out = append(out, t.s)
			}
		case t.p == g.SubClass || ofSchema(t.p) || t.p == title || t.p == note && isNote:
		default:
			if out = append(out, t.s); t.o[0] != '"' {
				out = append(out, o)
			}
		}
	}
	if closure && g.SubClass != rdfsNS+"subClassOf" {
		out = g.withClassesAbove(out)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (g *Random) withClassesAbove(out []string) []string {
	for i := 0; i < len(out); i++ {
		for _, t := range g.triples {
			if o := strings.Trim(t.o, "<>"); t.p == g.SubClass && t.s == out[i] && t.o[0] != '"' && !slices.Contains(out, o) {
				out = append(out, o)
			}
		}
	}
	return out
}

// terms returns all subjects and objects that are not literals.
func (g *Random) Terms() []string {
	var out []string
	for _, t := range g.triples {
		if out = append(out, t.s); t.o[0] != '"' {
			out = append(out, strings.Trim(t.o, "<>"))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// IsBlank reports whether a term is a blank node.
func IsBlank(s string) bool { return strings.HasPrefix(s, "_:") }
