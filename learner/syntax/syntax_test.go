package syntax

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

const zoo = "http://example.org/zoo#"

var zooPrefixes = Prefixes{"": zoo, "wd": "http://www.wikidata.org/entity/"}

// Short names for building concepts.
func name(local string) dl.Concept    { return dl.Name{IRI: zoo + local} }
func nominal(local string) dl.Concept { return dl.Nominal{IRI: zoo + local} }

func role(local string) dl.Role { return dl.Role{IRI: zoo + local} }

func closed(r dl.Role, c dl.Closure) dl.Role { r.Closure = c; return r }

var value = dltest.Value

func cmpr(feature string, op dl.Op, v dl.Value) dl.Concept {
	return dl.Compare{Feature: zoo + feature, Op: op, Value: v}
}

var (
	a, b, c  = name("A"), name("B"), name("C")
	r, s     = role("r"), role("s")
	elephant = dl.Conj(name("Elephant"), name("Male"), dl.Or{L: cmpr("weight", dl.GreaterEq, dl.Int(3000)),
		R: dl.AtLeast{N: 2, Role: role("childOf").Inv(), C: name("Female")}})
)

// TestPrint checks the printed forms, and that Parse and the parser of the notation read
// them.
func TestPrint(t *testing.T) {
	gYear := value(t, dl.GYear, "1990")
	for _, tt := range []struct {
		name                  string
		in                    dl.Concept
		dl, ascii, manchester string
	}{
		{"introduction", elephant, "Elephant ⊓ Male ⊓ ((weight ≥ 3000) ⊔ (≥2 childOf⁻.Female))",
			"Elephant and Male and ((weight >= 3000) or (>=2 childOf^-.Female))",
			"Elephant and Male and ((weight some xsd:integer[>= 3000]) or (inverse childOf min 2 Female))"},
		{"top", dl.Top{}, "⊤", "top", "owl:Thing"},
		{"bottom", dl.Bottom{}, "⊥", "bottom", "owl:Nothing"},
		{"name", a, "A", "A", "A"},
		{"prefixed name", dl.Name{IRI: "http://www.wikidata.org/entity/Q42"}, "wd:Q42", "wd:Q42", "wd:Q42"},
		{"foreign name", dl.Name{IRI: "urn:x"}, "<urn:x>", "<urn:x>", "<urn:x>"},
		{"keyword", name("some"), "<" + zoo + "some>", "<" + zoo + "some>", "<" + zoo + "some>"},
		{"named like top", dl.Name{IRI: owl + "Thing"}, "<" + owl + "Thing>", "<" + owl + "Thing>", "<" + owl + "Thing>"},
		{"space", dl.Name{IRI: "urn:a b>"}, `<urn:a\u0020b\u003E>`, `<urn:a\u0020b\u003E>`, `<urn:a\u0020b\u003E>`},
		{"negation", dl.Not{C: a}, "¬A", "not A", "not A"},
		{"double negation", dl.Not{C: dl.Not{C: a}}, "¬¬A", "not not A", "not (not A)"},
		{"negated restriction", dl.Not{C: dl.Exists{Role: r, C: a}}, "¬∃r.A", "not some r.A", "not (r some A)"},
		{"negated number", dl.Not{C: dl.AtMost{N: 0, Role: r, C: a}}, "¬(≤0 r.A)", "not (<=0 r.A)", "not (r max 0 A)"},
		{"right-nested", dl.And{L: a, R: dl.And{L: b, R: c}}, "A ⊓ B ⊓ C", "A and B and C", "A and B and C"},
		{"left-nested", dl.And{L: dl.And{L: a, R: b}, R: c}, "(A ⊓ B) ⊓ C", "(A and B) and C", "(A and B) and C"},
		{"and of or", dl.And{L: dl.Or{L: a, R: b}, R: c}, "(A ⊔ B) ⊓ C", "(A or B) and C", "(A or B) and C"},
		{"or of and", dl.Or{L: a, R: dl.And{L: b, R: c}}, "A ⊔ (B ⊓ C)", "A or (B and C)", "A or (B and C)"},
		{"existential", dl.Exists{Role: r, C: dl.And{L: a, R: b}}, "∃r.(A ⊓ B)", "some r.(A and B)", "r some (A and B)"},
		{"universal", dl.ForAll{Role: r.Inv(), C: dl.Not{C: a}}, "∀r⁻.¬A", "only r^-.not A", "inverse r only (not A)"},
		{"nested", dl.Exists{Role: r, C: dl.ForAll{Role: s, C: a}}, "∃r.∀s.A", "some r.only s.A", "r some (s only A)"},
		{"restriction in a chain", dl.And{L: dl.Exists{Role: r, C: a}, R: b}, "∃r.A ⊓ B", "some r.A and B",
			"(r some A) and B"},
		{"at most", dl.AtMost{N: 0, Role: r.Inv(), C: dl.And{L: a, R: b}}, "≤0 r⁻.(A ⊓ B)", "<=0 r^-.(A and B)",
			"inverse r max 0 (A and B)"},
		{"number in a restriction", dl.AtLeast{N: 3, Role: r, C: dl.AtMost{N: 1, Role: s, C: dl.Top{}}},
			"≥3 r.(≤1 s.⊤)", ">=3 r.(<=1 s.top)", "r min 3 (s max 1 owl:Thing)"},
		{"comparison in a restriction", dl.Exists{Role: r, C: cmpr("f", dl.LessEq, dl.Int(-5))}, "∃r.(f ≤ -5)",
			"some r.(f <= -5)", "r some (f some xsd:integer[<= -5])"},
		{"boolean", cmpr("chipped", dl.Equal, dl.Bool(true)), "(chipped = true)", "(chipped = true)", "chipped value true"},
		{"decimal", cmpr("f", dl.GreaterEq, value(t, dl.Decimal, "30.50")), "(f ≥ 30.5)", "(f >= 30.5)",
			"f some xsd:decimal[>= 30.5]"},
		{"double", cmpr("f", dl.GreaterEq, value(t, dl.Double, "3000")), "(f ≥ 3.0E3)", "(f >= 3.0E3)",
			`f some xsd:double[>= "3.0E3"^^xsd:double]`},
		{"float", cmpr("f", dl.GreaterEq, value(t, dl.Float, "3000")), `(f ≥ "3.0E3"^^xsd:float)`,
			`(f >= "3.0E3"^^xsd:float)`, `f some xsd:float[>= 3.0E3f]`},
		{"infinity", cmpr("f", dl.LessEq, value(t, dl.Double, "-INF")), `(f ≤ "-INF"^^xsd:double)`,
			`(f <= "-INF"^^xsd:double)`, `f some xsd:double[<= "-INF"^^xsd:double]`},
		{"date", cmpr("born", dl.LessEq, value(t, dl.Date, "-0044-03-15")), "(born ≤ -0044-03-15)", "(born <= -0044-03-15)",
			`born some xsd:date[<= "-0044-03-15"^^xsd:date]`},
		{"dateTime", cmpr("born", dl.LessEq, value(t, dl.DateTime, "1990-01-01T12:00:00.5+01:00")),
			"(born ≤ 1990-01-01T12:00:00.5+01:00)", "(born <= 1990-01-01T12:00:00.5+01:00)",
			`born some xsd:dateTime[<= "1990-01-01T12:00:00.5+01:00"^^xsd:dateTime]`},
		{"gYear", cmpr("born", dl.GreaterEq, gYear), `(born ≥ "1990"^^xsd:gYear)`, `(born >= "1990"^^xsd:gYear)`,
			`born some xsd:gYear[>= "1990"^^xsd:gYear]`},
		{"no value", dl.Not{C: dl.Has(zoo + "f")}, "¬(∃f)", "not (some f)", "not (f some rdfs:Literal)"},
		{"number of values", dl.AtLeastValues(2, zoo+"f"), "(≥2 f)", "(>=2 f)", "f min 2 rdfs:Literal"},
		{"beginning", cmpr("f", dl.Starts, dl.Str("a.")), `(f starts "a.")`, `(f starts "a.")`,
			`f some rdf:PlainLiteral[pattern "a\\.[\\s\\S]*"]`},
		{"word", cmpr("f", dl.HasWord, dl.Str("a1")), `(f has-word "a1")`, `(f has-word "a1")`,
			`f some rdf:PlainLiteral[pattern "([\\s\\S]*[^\\p{L}\\p{M}\\p{N}_])?[aA]1([^\\p{L}\\p{M}\\p{N}_][\\s\\S]*)?"]`},
		{"language", cmpr("f", dl.Lang, dl.Str("de-ch")), `(f lang "de-ch")`, `(f lang "de-ch")`,
			`f some rdf:PlainLiteral[langRange "de-ch"]`},
		{"agreement", dl.Agree{R: r.Inv(), S: closed(s, dl.Star)}, "(r⁻ ≐ s*)", "(r^- == s^*)", "(inverse r == s^*)"},
		{"order", dl.Less{F: zoo + "height", G: zoo + "width"}, "(height < width)", "(height < width)", "(height < width)"},
		{"closure", dl.Exists{Role: closed(r.Inv(), dl.Plus), C: a}, "∃r⁻⁺.A", "some r^-^+.A", "inverse r^+ some A"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, form := range []struct {
				notation Notation
				want     string
				parse    func(string, Prefixes) (dl.Concept, error)
			}{{DL, tt.dl, ParseDL}, {ASCII, tt.ascii, ParseDL}, {Manchester, tt.manchester, ParseManchester}} {
				got := Print(tt.in, Options{Notation: form.notation, Prefixes: zooPrefixes})
				check.Equal(t, got, form.want, "%v:", form.notation)
				for _, parse := range []func(string, Prefixes) (dl.Concept, error){Parse, form.parse} {
					back, err := parse(form.want, zooPrefixes)
					check.That(t, err == nil && back == tt.in, "%v: %s\nis read as %#v, %v", form.notation, form.want, back, err)
				}
			}
		})
	}
}

// TestParse reads spellings that Print does not write.
func TestParse(t *testing.T) {
	someRA := dl.Exists{Role: r, C: a}
	min2 := dl.AtLeast{N: 2, Role: r, C: a}
	tests := []struct {
		name string
		in   []string
		want dl.Concept
	}{
		{"top", []string{"⊤", "top", "TOP", "Thing", "owl:Thing", "((⊤))", "\n\t top\r\n"}, dl.Top{}},
		{"bottom", []string{"⊥", "bottom", "BOTTOM", "Nothing", "owl:Nothing"}, dl.Bottom{}},
		{"name", []string{"A", ":A", "(A)", "<" + zoo + "A>", `<http://example.org/zoo\u0023A>`,
			`<http://example.org/zoo\U00000023A>`}, a},
		{"name with title case", []string{"Some"}, name("Some")},
		{"mixed conjunction", []string{"A and B ⊓ C", "A that B and C", "A ⊓ (B ⊓ C)", "A AND B AND C"}, dl.Conj(a, b, c)},
		{"precedence", []string{"A or B and C", "A ⊔ B ⊓ C"}, dl.Or{L: a, R: dl.And{L: b, R: c}}},
		{"precedence, left", []string{"A and B or C"}, dl.Or{L: dl.And{L: a, R: b}, R: c}},
		{"not binds tightly", []string{"not A and B", "¬A ⊓ B", "¬ A⊓B"}, dl.And{L: dl.Not{C: a}, R: b}},
		{"value present", []string{"∃f", "some f", "(exists f)", "f some rdfs:Literal", "∃f.rdfs:Literal",
			"f some rdfs:Resource", "(≥1 f)"}, dl.Has(zoo + "f")},
		{"at most one value", []string{"≤1 f", "f max 1 rdfs:Literal"}, dl.Not{C: dl.AtLeastValues(2, zoo+"f")}},
		{"exactly one value", []string{"=1 f", "f exactly 1 rdfs:Literal"},
			dl.And{L: dl.Has(zoo + "f"), R: dl.Not{C: dl.AtLeastValues(2, zoo+"f")}}},
		{"language", []string{`f lang "EN"`, `f some rdf:PlainLiteral[rdf:langRange "en"]`},
			cmpr("f", dl.Lang, dl.Str("en"))},
		{"closure of a closure", []string{"∃r⁺*.A", "∃r*⁺.A", "∃(r*).A", "(r^*) some A", "∃r**.A"},
			dl.Exists{Role: closed(r, dl.Star), C: a}},
		{"inverse closure", []string{"∃r⁻⁺.A", "∃(r⁺)⁻.A", "∃r⁺⁻.A", "inverse r^+ some A"},
			dl.Exists{Role: closed(r.Inv(), dl.Plus), C: a}},
		{"existential", []string{"∃r.A", "∃ r.A", "∃ r . A", "exists r.A", "some r.A", "EXISTS r.A", "r some A", "r SOME A",
			"(r some (A))", "∃(r).A"}, someRA},
		{"existential of inverse",
			[]string{"∃r⁻.A", "some r^-.A", "∃inv(r).A", "∃inverse r.A", "inverse r some A", "inverse (r) some A",
				"inverseOf(r) some A", "ObjectInverseOf(r) some A", "(inverse r) some A", "(inverse (r)) some A", "(r⁻) some A",
				"r⁻ some A", "∃(r)⁻.A", "inverse (inverse (inverse r)) some A", "∃r⁻⁻⁻.A"},
			dl.Exists{Role: r.Inv(), C: a}},
		{"universal", []string{"∀r.A", "forall r.A", "all r.A", "ALL r.A", "only r.A", "r only A"}, dl.ForAll{Role: r, C: a}},
		{"at least", []string{"≥2 r.A", "≥ 2 r.A", ">=2 r.A", ">= 2 r.A", "≥ 02 r.A", "r min 2 A", "r MIN 2 A"}, min2},
		{"at most, unqualified", []string{"r max 0", "(r max 0)", "r max 0 Thing", "≤0 r.⊤"},
			dl.AtMost{N: 0, Role: r, C: dl.Top{}}},
		{"unqualified in a chain", []string{"r min 2 and A"}, dl.And{L: dl.AtLeast{N: 2, Role: r, C: dl.Top{}}, R: a}},
		{"exactly", []string{"r exactly 2 A", "= 2 r.A", "=2 r.A"}, dl.And{L: min2, R: dl.AtMost{N: 2, Role: r, C: a}}},
		{"exactly, unqualified", []string{"r exactly 1"},
			dl.And{L: dl.AtLeast{N: 1, Role: r, C: dl.Top{}}, R: dl.AtMost{N: 1, Role: r, C: dl.Top{}}}},
		{"quantifier reaches over one operand", []string{"∃r.A ⊓ B", "r some A and B", "some r.A and B"},
			dl.And{L: someRA, R: b}},
		{"fillers without parentheses", []string{"r some s some not A", "∃r.∃s.¬A"},
			dl.Exists{Role: r, C: dl.Exists{Role: s, C: dl.Not{C: a}}}},
		{"DL-Learner", []string{"(A AND (r SOME B))"}, dl.And{L: a, R: dl.Exists{Role: r, C: b}}},
		{"Ontolearn", []string{"A ⊓ (≥ 2 r.(B ⊔ (¬C)))", "A ⊓ (≥ 2 r.(B ⊔ ¬C))"},
			dl.And{L: a, R: dl.AtLeast{N: 2, Role: r, C: dl.Or{L: b, R: dl.Not{C: c}}}}},
		{"comparison",
			[]string{"(f ≥ 3)", "f >= 3", "f>=3", "f >= 003", "f ≥ +3", "f some xsd:integer[>= 3]",
				"f some integer[≥ 3]", "∃ f.xsd:integer[≥ 3]", "f some xsd:int[>= 3]",
				"f some <" + dl.XSD + "integer>[>=3]", `f >= "3"^^xsd:integer`, `f >= "3"^^xsd:nonNegativeInteger`,
				`f >= "3"^^<` + dl.XSD + `long>`}, cmpr("f", dl.GreaterEq, dl.Int(3))},
		{"comparison in a chain", []string{"f ≥ 3 ⊓ A", "(f ≥ 3) and A"},
			dl.And{L: cmpr("f", dl.GreaterEq, dl.Int(3)), R: a}},
		{"range decides the kind",
			[]string{"f some xsd:decimal[>= 3000]", "f some xsd:decimal[>= 3000.00]",
				`f some xsd:decimal[>= "3000"^^xsd:integer]`}, cmpr("f", dl.GreaterEq, value(t, dl.Decimal, "3000"))},
		{"range of doubles",
			[]string{"f some xsd:double[<= 30]", "f some xsd:double[<= 3E1]",
				`f some xsd:double[<= "30.0"^^xsd:double]`, "f <= 3e1"},
			cmpr("f", dl.LessEq, value(t, dl.Double, "30"))},
		{"floats", []string{"f <= 0.1f", "f <= .1F", "f some xsd:float[<= 0.1]", "f some xsd:float[<= 1E-1f]"},
			cmpr("f", dl.LessEq, value(t, dl.Float, "0.1"))},
		{"years", []string{`f >= "1990"^^xsd:gYear`, "f some xsd:gYear[>= 1990]"},
			cmpr("f", dl.GreaterEq, value(t, dl.GYear, "1990"))},
		{"times", []string{`f >= "10:00:00Z"^^xsd:time`, "f some xsd:time[>= 10:00:00Z]"},
			cmpr("f", dl.GreaterEq, value(t, dl.Time, "10:00:00Z"))},
		{"booleans",
			[]string{"f = true", "(f = TRUE)", "f value true", "f some {true}", "∃f.{true}",
				`f value "1"^^xsd:boolean`}, cmpr("f", dl.Equal, dl.Bool(true))},
		{"xsd and owl cannot be redeclared", []string{"x:f some xsd:integer[>= 3] and owl:Thing"},
			dl.And{L: dl.Compare{Feature: "urn:x:f", Op: dl.GreaterEq, Value: dl.Int(3)}, R: dl.Top{}}},
		{"odd CURIEs", []string{"x: and x:1 and x:a:b%20"},
			dl.Conj(dl.Name{IRI: "urn:x:"}, dl.Name{IRI: "urn:x:1"}, dl.Name{IRI: "urn:x:a:b%20"})},
		{"empty IRI", []string{"<>"}, dl.Name{}},
	}
	p := Prefixes{"": zoo, "x": "urn:x:", "xsd": "urn:no:", "owl": "urn:no:"}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, in := range tt.in {
				got, err := Parse(in, p)
				check.That(t, err == nil && got == tt.want, "%s\nis read as %#v, %v\nwant       %#v", in, got, err, tt.want)
			}
		})
	}
}

func TestWidth(t *testing.T) {
	for _, tt := range []struct {
		name string
		in   dl.Concept
		o    Options
		want string
	}{
		{"fits", elephant, Options{Width: 80}, "Elephant ⊓ Male ⊓ ((weight ≥ 3000) ⊔ (≥2 childOf⁻.Female))"},
		{"outer chain", elephant, Options{Width: 50}, "Elephant\n⊓ Male\n⊓ ((weight ≥ 3000) ⊔ (≥2 childOf⁻.Female))"},
		{"inner chain", elephant, Options{Width: 30, Notation: Manchester},
			"Elephant\nand Male\nand ((weight some xsd:integer[>= 3000])\n     or (inverse childOf min 2 Female))"},
		{"filler", dl.Exists{Role: r, C: dl.Conj(a, b, c)}, Options{Width: 8}, "∃r.(A\n    ⊓ B\n    ⊓ C)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.Prefixes = zooPrefixes
			check.Equal(t, Print(tt.in, tt.o), tt.want)
		})
	}
}

// TestKeywords checks that no keyword is printed as a name without a prefix, and that it
// is a name after a colon.
func TestKeywords(t *testing.T) {
	for word := range keywords {
		for _, local := range []string{word, strings.ToUpper(word)} {
			if wordKind(local) == tokName { // such as SELF
				continue
			}
			check.Equal(t, zooPrefixes.Shorten(zoo+local), "<"+zoo+local+">")
			check.Equal(t, require.Value(Parse(":"+local, zooPrefixes))(t), name(local), ":%s is read as", local)
		}
	}
	for _, word := range []string{"And", "All", "Top", "thing", "self", "INVERSEof"} {
		check.Equal(t, zooPrefixes.Shorten(zoo+word), word)
	}
}

// TestNoConcept checks that Print does not panic at what is not a concept, and that the
// parsers do not read the text.
func TestNoConcept(t *testing.T) {
	for _, in := range []dl.Concept{nil, dl.Not{}, dl.Compare{}, dl.AtLeast{N: -1, C: dl.Top{}}, dl.And{L: dl.Top{}}} {
		for n := DL; n <= Manchester; n++ {
			text := Print(in, Options{Notation: n})
			got, err := Parse(text, nil)
			check.That(t, err != nil, "%#v prints as %s, which is read as %#v", in, text, got)
		}
	}
}
