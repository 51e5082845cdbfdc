package syntax

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

func checkError(t *testing.T, in string, err error) {
	t.Helper()
	var e *Error
	require.That(t, errors.As(err, &e), "%q: %T is not an *Error: %v", in, err, err)
	check.That(t, e.Input == in && e.Offset >= 0 && e.Offset <= len(in), "%q: input %q, offset %d", in, e.Input, e.Offset)
	check.That(t, e.Msg != "" && !strings.ContainsAny(e.Error(), "\n\r\t\x00\x1b") && utf8.ValidString(e.Error()),
		"%q: the message is not one clean line: %q", in, e.Error())
	caret := e.Caret()
	check.That(t, strings.Count(caret, "\n") == 1 && strings.HasSuffix(caret, "^") &&
		!strings.ContainsAny(caret, "\r\t\x00\x1b"),
		"%q: bad caret:\n%s", in, caret)
}

// TestErrors checks messages and offsets, which count bytes: ⊓ has three.
func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		in     string
		offset int
		msg    string
	}{
		{"", 0, "there is no concept"},
		{"  \n", 3, "there is no concept"},
		{"(A ⊓ B", 8, `expected ")" or an operator but the text ends`},
		{"A ⊓ ⊔ B", 6, `expected a concept but found "⊔"`},
		{"A ⊓ B)", 7, `expected an operator or the end but found ")"`},
		{"A B", 2, `expected an operator or the end but found "B"`},
		{"A ⊓", 5, "expected a concept but the text ends"},
		{"¬", 2, "expected a concept but the text ends"},
		{"∃r A", 5, `expected "." after the role but found "A"`},
		{"∃.A", 3, `expected a role but found "."`},
		{"∃some.A", 3, `expected a role but found "some"`},
		{"∃inv(r.A", 8, `expected ")" after the role but found "."`},
		{"≥x r.A", 3, `expected a natural number but found "x"`},
		{"≥-1 r.A", 3, `expected a natural number but found "-1"`},
		{"≥2.5 r.A", 3, `expected a natural number but found "2.5"`},
		{"≥99999999999999999999 r.A", 3, `the number "99999999999999999999" is too large`},
		{"r min", 5, "expected a natural number but the text ends"},
		{"r⁻ A", 5, `expected "some", "only", "min", "max" or "exactly" after the role but found "A"`},
		{"f ≥ A", 6, `expected a literal but found "A"`},
		{"f ≥ 1990-02-30", 6, `"1990-02-30" is not a number, date or dateTime: write other literals as "…"^^xsd:type`},
		{"f ≥ 1990-02", 6, `"1990-02" is not a number, date or dateTime: write other literals as "…"^^xsd:type`},
		{`f ≥ "1990-02-30"^^xsd:date`, 6, `"1990-02-30" is not an xsd:date`},
		{`f ≥ "x"^^xsd:string`, 6, "strings have no order: write (f = v)"},
		{`f ≥ "x"^^<urn:\u000A>`, 11,
			`the datatype <urn:\u000A> is not supported: only numbers, dates, times, booleans and xsd:string are`},
		{`f ≥ "x"^^3`, 11, `expected a datatype but found "3"`},
		{`f = "\"\\\u0041"^^xsd:date`, 4, `"\"\\A" is not an xsd:date`},
		{`f = "\u00"`, 5, `bad escape in a literal: write \", \\ or \uXXXX`},
		{"=2 r A", 5, `expected "." after the role but found "A"`},
		{"=2 .A", 3, `expected a role but found "."`},
		{"= r.A", 2, `expected a natural number but found "r"`},
		{"no:f ≥ 3", 0, `unknown prefix "no" in "no:f": declare it or write <IRI>`},
		{strings.Repeat("A ", 2) + strings.Repeat("b", 100), 2, `expected an operator or the end but found "A"`},
		{"A " + strings.Repeat("b", 100), 2, `expected an operator or the end but found "` + strings.Repeat("b", 59) + `…"`},
		{`f ≥ "x"`, 6, "strings have no order: write (f = v)"},
		{`f = "x"@en`, 7, "a string with a language tag is not a value of a feature: only strings without one are"},
		{`f = "\u0000"`, 4, `"\x00" is not an xsd:string`},
		{`f = "x`, 4, `a literal that begins with " must end with "`},
		{`f = "\n"`, 5, `bad escape in a literal: write \", \\ or \uXXXX`},
		{`f starts "\n"`, 10, `bad escape in a literal: write \", \\ or \uXXXX`},
		{"f > 3", 2, `">" is not in ALCQI(f): write >= or <=`},
		{"f < 3", 2, `"<" is not in ALCQI(f): write >= or <=`},
		{"f => 3", 2, `"=>" is not an operator: write >= or <=`},
		{"f =< 3", 2, `"=<" is not an operator: write >= or <=`},
		{"f⁻ value 3", 0, "a feature has no inverse"},
		{"∃f⁻.xsd:integer[>= 3]", 3, "a feature has no inverse"},
		{"f some xsd:integer[> 3]", 19, `">" is not in ALCQI(f): write >= or <=`},
		{"f some xsd:integer[>= 3, <= 4]", 7,
			"two bounds on the same value are not in ALCQI(f): write a conjunction if two values of the feature may meet them",
		},
		{"f some xsd:integer[>= 3, >= 4]", 23, `expected "]" but found ","`},
		{"f some xsd:integer[3]", 19, `expected a bound, >= or <= but found "3"`},
		{"f some xsd:integer[>= 3.5]", 22, `"3.5" is not an xsd:integer`},
		{`f some xsd:gYear[>= "1990-01-01"^^xsd:date]`, 20, `"1990-01-01" is not an xsd:gYear`},
		{"f some xsd:string[>= 3]", 7, "strings have no order: write f value v"},
		{"f some xsd:integer", 7, "xsd:integer is a datatype: expected a concept, or a range such as xsd:integer[>= 3]"},
		{"f only xsd:integer[>= 3]", 7, "a universal restriction to a data range is not in ALCQI(f)"},
		{"f min 2 xsd:integer[>= 3]", 8, "a number restriction on a data range is not in ALCQI(f)"},
		{"f some {1, A}", 11, `expected a literal but found "A"`},
		{"f some (xsd:integer or xsd:decimal[>= 3])", 7,
			"a datatype without a bound is not in ALCQI(f): only comparisons of values are"},
		{"f some (xsd:integer[>= 3] and xsd:decimal)", 26, `expected ")" or "or" between data ranges but found "and"`},
		{"f only (xsd:integer[>= 3] or xsd:decimal)", 7, "a universal restriction to a data range is not in ALCQI(f)"},
		{"A ⊓ {}", 7, `expected an individual but found "}"`},
		{"∃r.{dumbo", 11, `expected "}" but the text ends`},
		{"r⁻ value 3", 0, "a feature has no inverse"},
		{"r Self", 2, "Self is not in ALCQI(f)"},
		{"3dModel", 0, `expected a concept but found "3dModel"`},
		{"no:A", 0, `unknown prefix "no" in "no:A": declare it or write <IRI>`},
		{"A ⊓ ∃no:r.A", 9, `unknown prefix "no" in "no:r": declare it or write <IRI>`},
		{"http://example.org/A", 0, "write an IRI in angle brackets: <http://…>"},
		{"A or urn:x://y", 5, "write an IRI in angle brackets: <urn:x://…>"},
		{"<http://example.org/A", 0, "an IRI that begins with < must end with >"},
		{"A ⊓ <urn:é b>", 13, `an IRI must not contain " ": write \u0020, or close the IRI with >`},
		{`<urn:\x>`, 5, `bad escape in an IRI: write \uXXXX or \UXXXXXXXX`},
		{`<urn:\uD800>`, 5, `bad escape in an IRI: write \uXXXX or \UXXXXXXXX`},
		{"A ⊓ é$", 8, `unexpected "$": write names with such characters as <IRI>`},
		{"A \xff", 2, "the text is not valid UTF-8 here"},
		{"A B \xff", 2, `expected an operator or the end but found "B"`},
	} {
		t.Run(tt.in, func(t *testing.T) {
			got, err := Parse(tt.in, zooPrefixes)
			var e *Error
			require.That(t, errors.As(err, &e), "read as %#v, %v", got, err)
			check.That(t, e.Offset == tt.offset && e.Msg == tt.msg, "got  %d: %s\nwant %d: %s", e.Offset, e.Msg, tt.offset,
				tt.msg)
			check.Equal(t, err.Error(), "concept:"+strconv.Itoa(tt.offset)+": "+tt.msg, "error text %q", err)
			checkError(t, tt.in, err)
		})
	}
}

func TestNoDefaultNamespace(t *testing.T) {
	_, err := Parse("A", nil)
	want := `concept:0: there is no default namespace for "A": declare one, or write <IRI> or 'label'`
	check.That(t, err != nil && err.Error() == want, "got %v, want %s", err, want)
}

// TestStrict checks that the parser of one notation rejects the restrictions of the other
// and says how to write them.
func TestStrict(t *testing.T) {
	for _, tt := range []struct {
		in                 string
		offset             int
		inDL, inManchester bool
	}{
		{"A ⊓ not B or ⊤", 0, true, true},
		{"A ⊓ ∃r.A", 6, true, false},
		{"A ⊓ some r.A", 6, true, false},
		{"A ⊓ ≥2 r.A", 6, true, false},
		{"A ⊓ (f ≥ 3)", 9, true, false},
		{"A ⊓ (r some A)", 9, false, true},
		{"A ⊓ (r max 3)", 9, false, true},
		{"A ⊓ (f value 3)", 9, false, true},
	} {
		for _, form := range []struct {
			name  string
			parse func(string, Prefixes) (dl.Concept, error)
			ok    bool
		}{{"Parse", Parse, true}, {"ParseDL", ParseDL, tt.inDL}, {"ParseManchester", ParseManchester, tt.inManchester}} {
			_, err := form.parse(tt.in, zooPrefixes)
			var e *Error
			switch {
			case (err == nil) != form.ok:
				t.Errorf("%s(%q): %v", form.name, tt.in, err)
			case errors.As(err, &e) && (e.Offset != tt.offset || !strings.Contains(e.Msg, "write")):
				t.Errorf("%s(%q): got %v, want offset %d", form.name, tt.in, e, tt.offset)
			}
		}
	}
}

// TestHostile checks that very deep nesting is an error and does not overflow the stack.
func TestHostile(t *testing.T) {
	const n = 100_000
	for name, in := range map[string]string{
		"parentheses":       strings.Repeat("(", n),
		"negations":         strings.Repeat("¬", n),
		"restrictions":      strings.Repeat("∃r.", n),
		"Manchester":        strings.Repeat("r some ", n),
		"conjunction":       strings.Repeat("A and ", n) + "A",
		"both":              strings.Repeat("(A ⊓ B ⊔ ", n),
		"inverses":          strings.Repeat("inverse ", n) + "r some A",
		"role parentheses":  "∃" + strings.Repeat("(", n) + "r",
		"inverse in parens": strings.Repeat("(inverse ", n),
		"exactly":           strings.Repeat("r exactly 1 (", 11) + "A" + strings.Repeat(")", 11),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(in, zooPrefixes)
			require.That(t, err != nil, "no error")
			checkError(t, in, err)
			check.That(t, strings.Contains(err.Error(), "nested more than"), "%v", err)
		})
	}
	t.Run("long but flat", func(t *testing.T) {
		in := "A" + strings.Repeat("⁻", n) + " some A"
		got, err := Parse(in, zooPrefixes)
		check.That(t, err == nil && got == (dl.Exists{Role: role("A"), C: a}), "%v %v", got, err)
	})
}

// TestDeep checks the round trip of concepts half as deep as MaxDepth, in all shapes.
func TestDeep(t *testing.T) {
	for name, wrap := range map[string]func(dl.Concept) dl.Concept{
		"right": func(c dl.Concept) dl.Concept { return dl.And{L: a, R: c} },
		"left":  func(c dl.Concept) dl.Concept { return dl.Or{L: c, R: a} },
		"mixed": func(c dl.Concept) dl.Concept { return dl.And{L: a, R: dl.Or{L: b, R: c}} },
		"not":   func(c dl.Concept) dl.Concept { return dl.Not{C: c} },
		"count": func(c dl.Concept) dl.Concept { return dl.AtMost{N: 1, Role: r, C: c} },
		"chain": func(c dl.Concept) dl.Concept { return dl.And{L: dl.Exists{Role: r.Inv(), C: c}, R: a} },
	} {
		t.Run(name, func(t *testing.T) {
			c := dl.Concept(dl.Top{})
			for range (MaxDepth/2 - 1) / (depth(wrap(dl.Top{}))) {
				c = wrap(c)
			}
			for n := DL; n <= Manchester; n++ {
				o := Options{Notation: n, Prefixes: zooPrefixes}
				if back, err := Parse(Print(c, o), zooPrefixes); err != nil || back != c {
					t.Errorf("%v: %.200v", n, err)
				}
				o.Width = 60
				back, err := Parse(Print(c, o), zooPrefixes)
				check.That(t, err == nil && back == c, "%v in lines: %.200v", n, err)
			}
		})
	}
}

// depth returns the number of edges of the longest path in the tree.
func depth(c dl.Concept) int {
	n := -1
	for _, d := range dl.Children(c) {
		n = max(n, depth(d))
	}
	return n + 1
}

func TestCaret(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		offset   int
		want     string
	}{
		{"start", "A B", 0, "A B\n^"},
		{"end", "A ⊓", 5, "A ⊓\n   ^"},
		{"unicode", "A ⊓ ⊔ B", 6, "A ⊓ ⊔ B\n    ^"},
		{"lines", "A\n⊓ ⊔\n⊓ B", 6, "⊓ ⊔\n  ^"},
		{"mark and wide", "e\u0301 名 )", 8, "e\u0301 名 )\n     ^"},
		{"control characters", "\tA\x1b[0m )", 7, " A\uFFFD[0m )\n       ^"},
		{"long", strings.Repeat("a", 100) + ")" + strings.Repeat("b", 100), 100,
			"…" + strings.Repeat("a", 36) + ")" + strings.Repeat("b", 35) + "…\n" + strings.Repeat(" ", 37) + "^"},
		{"offset out of range", "A", 9, "A\n ^"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			check.Equal(t, (&Error{Input: tt.in, Offset: tt.offset}).Caret(), tt.want)
		})
	}
}
