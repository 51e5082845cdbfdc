package syntax

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

func readTurtle(t require.T, text string) []rdf.Triple {
	var ts []rdf.Triple
	_, err := rdffile.ReadFrom(context.Background(), bytes.NewReader([]byte(text)), rdffile.Turtle, "urn:base",
		func(tr rdf.Triple) error {
			ts = append(ts, tr)
			return nil
		})
	require.That(t, err == nil, "%v\n%s", err, text)
	return ts
}

// owlIRIs returns valid IRIs in several kinds of namespaces.
func owlIRIs(kind string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		namespace := rapid.SampledFrom([]string{zoo, "urn:x:", "http://例え.jp/名前#", "http://example.org/a(b)/"}).Draw(t,
			"namespace")
		local := rapid.SampledFrom([]string{"A", "some", "1", "a.b", "a-", "%20", "名前", "x:y", "_", "a/b", "a'b"}).Draw(t,
			"local")
		return namespace + kind + local
	})
}

// owlConcepts returns concepts that OWL can express: no property is both a role and a
// feature, booleans are not ordered, and there are neither closures nor agreements nor orders.
func owlConcepts(size int) *rapid.Generator[dl.Concept] {
	return rapid.Custom(func(t *rapid.T) dl.Concept {
		c := concepts(size).Draw(t, "concept")
		var legal func(dl.Concept) dl.Concept
		role := func(r dl.Role) dl.Role { return dl.Role{IRI: owlIRIs("r").Draw(t, "role"), Inverse: r.Inverse} }
		legal = func(c dl.Concept) dl.Concept {
			switch d := c.(type) {
			case dl.Name:
				return dl.Name{IRI: owlIRIs("C").Draw(t, "name")}
			case dl.Nominal:
				return dl.Nominal{IRI: owlIRIs("o").Draw(t, "individual")}
			case dl.Agree, dl.Less:
				return dl.Has(owlIRIs("f").Draw(t, "feature"))
			case dl.Compare:
				if d.Value.Kind() == dl.Boolean {
					d.Op = dl.Equal
				}
				d.Feature = owlIRIs("f").Draw(t, "feature")
				return d
			case dl.Exists:
				c = dl.Exists{Role: role(d.Role), C: d.C}
			case dl.ForAll:
				c = dl.ForAll{Role: role(d.Role), C: d.C}
			case dl.AtLeast:
				c = dl.AtLeast{N: d.N, Role: role(d.Role), C: d.C}
			case dl.AtMost:
				c = dl.AtMost{N: d.N, Role: role(d.Role), C: d.C}
			}
			return dl.MapChildren(c, legal)
		}
		return legal(c)
	})
}

// TestOWLRoundTrip checks that the output of Turtle is read as the same tree, for all known
// kinds of values.
func TestOWLRoundTrip(t *testing.T) {
	testsize.Check(t, 40, func(t *rapid.T) {
		c := owlConcepts(10).Draw(t, "concept")
		o := OWLOptions{Prefixes: prefixSets().Draw(t, "prefixes"), Kinds: drawKinds(t, c)}
		text := require.Value(Turtle(c, o))(t)
		back, err := ReadOWL(readTurtle(t, text), "")
		require.That(t, err == nil, "%v\n%s", err, text)
		require.That(t, back == c, "%s\nis read as\n%#v\nnot\n%#v", text, back, c)
	})
}

// drawKinds draws the known kinds of the values of some features.
func drawKinds(t *rapid.T, c dl.Concept) map[string][]dl.Kind {
	known := map[string][]dl.Kind{}
	for _, iri := range IRIs(c) {
		for range rapid.IntRange(0, 3).Draw(t, "n") {
			known[iri] = append(known[iri], dl.Kind(rapid.IntRange(1, int(dl.String)).Draw(t, "kind")))
		}
	}
	return known
}

// TestRangesMeanTheComparison checks that a value is in the union of the ranges if and
// only if it satisfies the comparison.
func TestRangesMeanTheComparison(t *testing.T) {
	in := func(r dataRange, w dl.Value) bool {
		if w.Kind() != r.kind {
			return false
		}
		for _, bound := range []struct {
			v    dl.Value
			sign int
		}{{r.min, 1}, {r.max, -1}} {
			if bound.v == (dl.Value{}) {
				continue
			}
			if c, ok := w.Cmp(bound.v); !ok || c*bound.sign < 0 || w.HasZone() != bound.v.HasZone() {
				return false
			}
		}
		return true
	}
	testsize.Check(t, 40, func(t *rapid.T) {
		v, w := values().Draw(t, "v"), values().Draw(t, "w")
		if v.Kind() == dl.Boolean || v.Kind() == dl.String || w.IsNaN() {
			return
		}
		c := dl.Compare{Feature: "urn:f", Op: dl.Op(rapid.IntRange(0, 2).Draw(t, "op")), Value: v}
		rs := require.Value(ranges(c, nil))(t)
		got := false
		for _, r := range rs {
			got = got || in(r, w)
		}
		cmp, ok := w.Cmp(v)
		want := ok && (c.Op == dl.GreaterEq && cmp >= 0 || c.Op == dl.LessEq && cmp <= 0 || c.Op == dl.Equal && cmp == 0)
		require.That(t, got == want, "%s %v %s: %t, but in the ranges %v: %t", w.Lexical(), c.Op, v.Lexical(), want, rs, got)
	})
}

func TestOWLErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		c    dl.Concept
		o    OWLOptions
		want string
	}{
		{"role and feature", dl.And{L: dl.Exists{Role: r, C: a}, R: cmpr("r", dl.GreaterEq, dl.Int(1))}, OWLOptions{},
			"is both a role and a feature"},
		{"relative IRI", dl.Name{IRI: "A"}, OWLOptions{}, "<A> is not an absolute IRI"},
		{"space", dl.Name{IRI: "urn:a b"}, OWLOptions{}, `has the character ' '`},
		{"control character", dl.Name{IRI: "urn:a\u0085"}, OWLOptions{}, `has the character '\u0085'`},
		{"reserved", dl.Name{IRI: owl + "Thing"}, OWLOptions{}, "is reserved"},
		{"its own name", dl.Not{C: a}, OWLOptions{Class: zoo + "A"}, "names the class"},
		{"ordered booleans", cmpr("f", dl.LessEq, dl.Bool(true)), OWLOptions{}, "booleans have no order"},
		{"bad class", a, OWLOptions{Class: "x y"}, "is not an absolute IRI"},
		{"ordered strings", cmpr("f", dl.LessEq, dl.Str("s")), OWLOptions{}, "strings have no order"},
		{"reserved individual", dl.Nominal{IRI: rdfNS + "nil"}, OWLOptions{}, "is reserved"},
		{"no value", dl.Compare{Feature: "urn:f"}, OWLOptions{}, "without an operator or a value"},
		{"nil", nil, OWLOptions{}, "nil is not a concept"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if text, err := Turtle(tt.c, tt.o); err == nil || !strings.Contains(err.Error(), tt.want) || text != "" {
				t.Errorf("got %q, %v; want an error with %q", text, err, tt.want)
			}
		})
	}
}

// TestReadOWLTooLarge checks that short documents with exponentially large concepts are
// errors, found without a walk over the tree.
func TestReadOWLTooLarge(t *testing.T) {
	var shared, exact strings.Builder
	shared.WriteString("<urn:X> <" + owl + "equivalentClass> _:n0 .\n")
	exact.WriteString("<urn:X> <" + owl + "equivalentClass> _:n0 .\n")
	for i := range 60 {
		fmt.Fprintf(&shared, "_:n%d <%sintersectionOf> ( _:n%d _:n%d ) .\n", i, owl, i+1, i+1)
		fmt.Fprintf(&exact,
			"_:n%d <%sonProperty> <urn:r> ; <%[2]squalifiedCardinality> 1 ; <%[2]sonClass> _:n%[3]d .\n", i, owl, i+1)
	}
	shared.WriteString("_:n60 <" + owl + "complementOf> <urn:A> .\n")
	exact.WriteString("_:n60 <" + owl + "complementOf> <urn:A> .\n")
	for name, text := range map[string]string{"shared nodes": shared.String(), "exact numbers": exact.String()} {
		check.ErrorIs(t, check.Error(ReadOWL(readTurtle(t, text), "")), errTooLarge, "%s", name)
	}
}

// TestReadOWL reads what other tools write and Turtle does not.
func TestReadOWL(t *testing.T) {
	const head = `@prefix : <` + zoo + `> . @prefix owl: <` + owl + `> . @prefix xsd: <` + dl.XSD + `> .
		@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . `
	some := func(ranges string) string {
		return head + `:X owl:equivalentClass [ a owl:Restriction ; owl:onProperty :f ; owl:someValuesFrom ` + ranges + ` ] .`
	}
	bounds := func(datatype, facets string) string {
		return `[ a rdfs:Datatype ; owl:onDatatype ` + datatype + ` ; owl:withRestrictions ( ` + facets + ` ) ]`
	}
	for _, tt := range []struct {
		name, in, class string
		want            dl.Concept
		err             string
	}{
		{"unqualified",
			head + `:X owl:equivalentClass [ a owl:Restriction ; owl:onProperty :r ; owl:minCardinality "2"^^xsd:nonNegativeInteger ] .`,
			"", dl.AtLeast{N: 2, Role: r, C: dl.Top{}}, ""},
		{"unqualified, of a data property",
			head + `:f a owl:DatatypeProperty . :X owl:equivalentClass [ owl:onProperty :f ; owl:maxCardinality 2 ] .`,
			"", dl.Not{C: dl.AtLeastValues(3, zoo+"f")}, ""},
		{"exactly",
			head + `:X owl:equivalentClass [ owl:onProperty :r ; owl:qualifiedCardinality 1 ; owl:onClass :A ] .`, "",
			dl.And{L: dl.AtLeast{N: 1, Role: r, C: a}, R: dl.AtMost{N: 1, Role: r, C: a}}, ""},
		{"double inverse",
			head + `:X owl:equivalentClass [ owl:onProperty [ owl:inverseOf [ owl:inverseOf :r ] ] ; owl:someValuesFrom :A ] .`,
			"", dl.Exists{Role: r, C: a}, ""},
		{"without a name", head + `[] a owl:Class ; owl:intersectionOf ( :A :B :C ) .`, "", dl.Conj(a, b, c), ""},
		{"named class", head + `:X owl:equivalentClass :A . :Y owl:equivalentClass :B .`, zoo + "Y", b, ""},
		{"the other way round", head + `:A owl:equivalentClass :X .`, zoo + "X", a, ""},
		{"one of two", head + `:X owl:equivalentClass :A . :Y owl:equivalentClass :B .`, "", nil,
			"2 classes are defined: choose one of"},
		{"intersection of the class itself", head + `:X a owl:Class ; owl:intersectionOf ( :A :B ) .`, "", dl.And{L: a, R: b},
			""},
		{"one of the class itself", head + `:Y owl:complementOf :A . :X owl:oneOf ( :a ) .`, zoo + "X",
			dl.Nominal{IRI: zoo + "a"}, ""},
		{"complement, beside a datatype",
			head + `:X owl:complementOf :A . :D a rdfs:Datatype ; owl:unionOf ( xsd:int xsd:float ) .`, "", dl.Not{C: a}, ""},
		{"two ways of definition", head + `:X owl:complementOf :A ; owl:equivalentClass :B .`, "", nil,
			"has 2: expected one"},
		{"no definition", head + `:X rdfs:subClassOf :A .`, "", nil, "there is no owl:equivalentClass"},
		{"unknown class", head + `:X owl:equivalentClass :A .`, zoo + "Z", nil, "has no owl:equivalentClass"},
		{"two definitions", head + `:X owl:equivalentClass :A , :B .`, "", nil, "has 2: expected one"},
		{"two constraints",
			head + `:X owl:equivalentClass [ owl:onProperty :r ; owl:minCardinality 1 ; owl:maxCardinality 2 ] .`, "", nil,
			"a class expression has owl:maxCardinality beside owl:minCardinality and owl:onProperty"},
		{"two forms", head + `:X owl:equivalentClass [ owl:unionOf ( :A :B ) ; owl:complementOf :C ] .`, "", nil,
			"has owl:complementOf beside owl:unionOf"},
		{"a value and a class",
			head + `:X owl:equivalentClass [ owl:onProperty :r ; owl:hasValue :a ; owl:someValuesFrom :A ] .`, "", nil,
			"has owl:hasValue beside"},
		{"a qualified and an unqualified number", head + `:X owl:equivalentClass [ owl:onProperty :r ;
			owl:minQualifiedCardinality 1 ; owl:onClass :A ; owl:maxCardinality 2 ] .`, "", nil, "has owl:maxCardinality beside"},
		{"two kinds of properties",
			head + `:X owl:equivalentClass [ owl:onProperty :r ; owl:onProperties ( :r ) ; owl:someValuesFrom :A ] .`, "", nil,
			"has owl:onProperties beside"},
		{"a class and no data range",
			head + `:X owl:equivalentClass [ owl:onProperty :r ; owl:someValuesFrom :A ; owl:datatypeComplementOf xsd:integer ] .`, "", nil,
			"has owl:datatypeComplementOf beside"},
		{"a datatype with a name",
			head + `:D a rdfs:Datatype . :X owl:equivalentClass [ owl:onProperty :age ; owl:someValuesFrom :D ] .`, zoo + "X",
			nil,
			"zoo#D> is not supported"},
		{"a datatype as a class",
			head + `:D a rdfs:Datatype . :X owl:equivalentClass [ owl:onProperty :age ; owl:minQualifiedCardinality 2 ; owl:onClass :D ] .`,
			zoo + "X", nil, "is not a class expression"},
		{"all values of a datatype",
			head + `:D a rdfs:Datatype . :X owl:equivalentClass [ owl:onProperty :age ; owl:allValuesFrom :D ] .`, zoo + "X",
			nil,
			"a universal restriction to a data range"},
		{"real numbers", head + `:X owl:equivalentClass [ owl:onProperty :age ; owl:someValuesFrom owl:real ] .`, "", nil,
			"owl#real> is not supported"},
		{"values without the word Datatype",
			head + `:X owl:equivalentClass [ owl:onProperty :age ; owl:someValuesFrom [ owl:oneOf ( 1 ) ] ] .`, "",
			dl.Compare{Feature: zoo + "age", Op: dl.Equal, Value: dl.Int(1)}, ""},
		{"two data ranges at once", head + `:X owl:equivalentClass [ owl:onProperty :age ; owl:someValuesFrom
			[ a rdfs:Datatype ; owl:intersectionOf ( xsd:integer xsd:decimal ) ] ] .`, "", nil, "DataIntersectionOf is not in"},
		{"nominal", head + `:X owl:equivalentClass [ a owl:Class ; owl:oneOf ( :a ) ] .`, "", dl.Nominal{IRI: zoo + "a"}, ""},
		{"nominals", head + `:X owl:equivalentClass [ a owl:Class ; owl:oneOf ( :a :b ) ] .`, "",
			dl.Or{L: dl.Nominal{IRI: zoo + "a"}, R: dl.Nominal{IRI: zoo + "b"}}, ""},
		{"nobody", head + `:X owl:equivalentClass [ a owl:Class ; owl:oneOf () ] .`, "", dl.Bottom{}, ""},
		{"blank individual", head + `:X owl:equivalentClass [ a owl:Class ; owl:oneOf ( [] ) ] .`, "", nil,
			"is not an individual with a name"},
		{"individual", head + `:X owl:equivalentClass [ owl:onProperty :r ; owl:hasValue :a ] .`, "",
			dl.Exists{Role: r, C: dl.Nominal{IRI: zoo + "a"}}, ""},
		{"self", head + `:X owl:equivalentClass [ owl:onProperty :r ; owl:hasSelf true ] .`, "", nil,
			"ObjectHasSelf is not in"},
		{"string", head + `:X owl:equivalentClass [ owl:onProperty :f ; owl:hasValue "x" ] .`, "",
			cmpr("f", dl.Equal, dl.Str("x")), ""},
		{"string with a language", head + `:X owl:equivalentClass [ owl:onProperty :f ; owl:hasValue "x"@en ] .`, "", nil,
			"a string with a language tag is not a value"},
		{"another datatype", head + `:X owl:equivalentClass [ owl:onProperty :f ; owl:hasValue "x"^^xsd:token ] .`, "", nil,
			"is not supported"},
		{"any value", some("rdfs:Resource"), "", dl.Has(zoo + "f"), ""},
		{"enumeration of strings", some(`[ a rdfs:Datatype ; owl:oneOf ( "a" ) ]`), "", cmpr("f", dl.Equal, dl.Str("a")), ""},
		{"ordered strings", some(bounds("xsd:string", `[ xsd:minInclusive "x" ]`)), "", nil, "strings have no order"},
		{"loop", head + `_:x owl:complementOf _:x . :X owl:equivalentClass _:x .`, "", nil, "contains itself"},
		{"no list", head + `:X owl:equivalentClass [ owl:unionOf :A ] .`, "", nil, "is not a list"},
		{"list loop", head + `@prefix rdf: <` + rdfNS +
			`> . _:l rdf:first :A ; rdf:rest _:l . :X owl:equivalentClass [ owl:unionOf _:l ] .`, "", nil, "is not a list"},
		{"integers", some(bounds("xsd:int", "[ xsd:minInclusive 3 ]")), "", cmpr("f", dl.GreaterEq, dl.Int(3)), ""},
		{"integer bound of decimals", some(bounds("xsd:decimal", "[ xsd:maxInclusive 3 ]")), "",
			cmpr("f", dl.LessEq, value(t, dl.Decimal, "3")), ""},
		{"enumeration", some(`[ a rdfs:Datatype ; owl:oneOf ( 3 5 ) ]`), "",
			dl.Or{L: cmpr("f", dl.Equal, dl.Int(3)), R: cmpr("f", dl.Equal, dl.Int(5))}, ""},
		{"union", some(`[ a rdfs:Datatype ; owl:unionOf ( ` + bounds("xsd:integer", "[ xsd:maxInclusive 3 ]") +
			bounds("xsd:integer", "[ xsd:minInclusive 5 ]") + ` ) ]`), "",
			dl.Or{L: cmpr("f", dl.LessEq, dl.Int(3)), R: cmpr("f", dl.GreaterEq, dl.Int(5))}, ""},
		{"interval", some(bounds("xsd:integer", "[ xsd:minInclusive 3 ] [ xsd:maxInclusive 5 ]")), "", nil,
			"two bounds on the same value"},
		{"exclusive", some(bounds("xsd:integer", "[ xsd:minExclusive 3 ]")), "", nil, `the facet "minExclusive" is not in`},
		{"any value", some("xsd:integer"), "", nil, "a datatype without a bound"},
		{"strings", some("xsd:string"), "", nil, "a datatype without a bound"},
		{"all values", head + `:X owl:equivalentClass [ owl:onProperty :f ; owl:allValuesFrom xsd:integer ] .`, "", nil,
			"a universal restriction to a data range"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ReadOWL(readTurtle(t, tt.in), tt.class)
			switch {
			case tt.err != "":
				check.That(t, err != nil && strings.Contains(err.Error(), tt.err), "got %v, %v; want an error with %q", got, err,
					tt.err)
			case err != nil || got != tt.want:
				t.Errorf("got %#v, %v; want %#v", got, err, tt.want)
			}
		})
	}
}
