package queries

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"
)

func TestIRI(t *testing.T) {
	tests := []struct {
		name, in string
		want     error // nil: <in>
	}{
		{"http", "http://example.org/a", nil},
		{"urn", "urn:genus:a", nil},
		{"unicode", "http://example.org/Küche/象", nil},
		{"quote and percent", "http://example.org/it's%20a%22", nil},
		{"hash in it", "http://example.org/#a", nil},
		{"empty", "", ErrBadIRI},
		{"relative", "a/b", ErrBadIRI},
		{"network path", "//example.org/a", ErrBadIRI},
		{"scheme from a digit", "1http://example.org", ErrBadIRI},
		{"colon first", ":a", ErrBadIRI},
		{"closing bracket", "http://example.org/a> } DROP ALL #", ErrBadIRI},
		{"open bracket", "http://example.org/<a", ErrBadIRI},
		{"blank", "http://example.org/a b", ErrBadIRI},
		{"newline", "http://example.org/a\nb", ErrBadIRI},
		{"tab", "http://example.org/a\tb", ErrBadIRI},
		{"NUL", "http://example.org/a\x00", ErrBadIRI},
		{"DEL", "http://example.org/a\x7f", ErrBadIRI},
		{"C1 control", "http://example.org/a\u0085", ErrBadIRI},
		{"double quote", `http://example.org/"`, ErrBadIRI},
		{"braces", "http://example.org/{a}", ErrBadIRI},
		{"bar", "http://example.org/a|b", ErrBadIRI},
		{"caret", "http://example.org/a^b", ErrBadIRI},
		{"backquote", "http://example.org/`", ErrBadIRI},
		{"backslash", `http://example.org/\u003e`, ErrBadIRI},
		{"not UTF-8", "http://example.org/\xff", ErrBadIRI},
		{"blank node", "_:b0", ErrBlankNode},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := IRI(tt.in)
			if !errors.Is(err, tt.want) {
				t.Fatalf("error %v, want %v", err, tt.want)
			}
			if want := "<" + tt.in + ">"; tt.want == nil && got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			if tt.want != nil && got != "" {
				t.Errorf("got %s with an error", got)
			}
		})
	}
}

func TestTypedLiteral(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "abc", `"abc"`},
		{"quote", `a" } DROP ALL #`, `"a\" } DROP ALL #"`},
		{"backslash", `a\`, `"a\\"`},
		{"backslash quote", `\"`, `"\\\""`},
		{"lines", "a\nb\rc\td", `"a\nb\rc\td"`},
		{"NUL", "a\x00b", `"a\u0000b"`},
		{"template", "{{.Pattern}}", `"{{.Pattern}}"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := typedLiteral(tt.in, "urn:t")
			if err != nil || got.s != tt.want+"^^<urn:t>" {
				t.Errorf("got %s, %v; want %s", got, err, tt.want)
			}
		})
	}
	if _, err := stringLiteral("\xff"); !errors.Is(err, ErrBadLiteral) {
		t.Errorf("not UTF-8: %v", err)
	}
	if _, err := typedLiteral("a", "urn:t> }"); !errors.Is(err, ErrBadLiteral) {
		t.Errorf("bad datatype: %v", err)
	}
}

func TestBlankNode(t *testing.T) {
	for in, want := range map[string]bool{
		"_:b0": true, "nodeID://b10001": true, "http://example.org/_:b0": false, "urn:nodeID": false, "": false,
	} {
		if got := BlankNode(in); got != want {
			t.Errorf("BlankNode(%q) = %t", in, got)
		}
	}
}

// Whatever IRI lets through is one token, so it cannot end early.
func FuzzIRI(f *testing.F) {
	for _, s := range []string{"http://example.org/a", "a:>", "_:b", "x:\n", "é:é", "a:#"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		iri, err := IRI(s)
		if err != nil {
			return
		}
		if tokens := scan("?x ?p " + iri + " . # c"); len(tokens) != 5 || tokens[2].text != iri {
			t.Errorf("%q is %v", iri, tokens)
		}
	})
}

func FuzzStringLiteral(f *testing.F) {
	for _, s := range []string{"", `"`, `\`, "\n", `\"`, "'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		lit, err := stringLiteral(s)
		if err != nil {
			return
		}
		if tokens := scan("?x ?p " + lit.s + " ."); len(tokens) != 4 || tokens[2].text != lit.s || tokens[2].kind != stringToken {
			t.Errorf("%q is %v", lit.s, tokens)
		}
	})
}

func TestTheBankLoads(t *testing.T) {
	bank, err := theBank()
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"concept-select", "concept-confirm", "concept-ask", "concept-count"} {
		if bank[key] == "" {
			t.Errorf("no query %s", key)
		}
	}
}

func TestBankRefusesWhatItsLoaderWouldLose(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"good", "# about\n# tag: a\nASK { ?x <http://example.org/#a> \"# b\" }\n", ""},
		{"comment behind", "# tag: a\nASK { # all\n ?x ?y ?z }\n", "line 2: a comment"},
		{"comment indented", "# tag: a\nASK {\n  # all\n ?x ?y ?z }\n", "line 3: a comment"},
		{"text before a tag", "ASK {}\n# tag: a\nASK {}\n", "line 1: text before"},
		{"broken tag", "# tag: a b\nASK {}\n", "line 1: a tag"},
		{"tag without blank", "# tag:a\nASK {}\n", "line 1: a tag"},
		{"twice", "# tag: a\nASK {}\n# tag: a\nASK {}\n", "comes twice"},
		{"empty query", "# tag: a\n# tag: b\nASK {}\n", `"a" is empty`},
		{"no query", "# nothing\n", "no query"},
		{"two blanks", "# tag: a\nASK { ?x ?y \"a  b\" }\n", "two blanks"},
		{"string over lines", "# tag: a\nASK { ?x ?y \"a\nb\" }\n", "does not end"},
		{"long line", "# tag: a\nASK { " + strings.Repeat("x", 40<<10) + " }\n", "longer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := loadBank(fstest.MapFS{"a.rq": {Data: []byte(tt.text)}})
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || !errors.Is(err, ErrBank)):
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	_, err := loadBank(fstest.MapFS{"a.rq": {Data: []byte("# tag: a\nASK {}\n")}, "b.rq": {Data: []byte("# tag: a\nASK {}\n")}})
	if !errors.Is(err, ErrBank) || !strings.Contains(err.Error(), "a.rq") {
		t.Errorf("one tag in two files: %v", err)
	}
}

// sneaky has a method that a template could call.
type sneaky struct{ A int }

func (sneaky) Inject() string { return "} DROP ALL" }

// askData is like conceptData, with a term that cannot be empty.
type askData struct {
	Prologue, From, Pattern patternText
	Individuals             iriText
}

func TestTemplatesTakeEscapedValuesOnly(t *testing.T) {
	iri, err := iriOf("http://example.org/a")
	if err != nil {
		t.Fatal(err)
	}
	data := func(individual any) any {
		return struct {
			Prologue, From, Pattern patternText
			Individuals             any
		}{Individuals: individual}
	}
	tests := []struct {
		name string
		data any
	}{
		{"string", struct{ Pattern string }{"} DROP ALL"}},
		{"named string", struct{ Pattern tokenText }{"} DROP ALL"}},
		{"bytes of a slice of strings", struct{ Pattern []string }{[]string{"}"}}},
		{"any", data(iri)},
		{"map", map[string]string{"Pattern": "}"}},
		{"pointer", &askData{Individuals: iri}},
		{"method", sneaky{}},
		{"nested", struct{ A struct{ Pattern string } }{}},
		{"empty IRI", askData{}},
		{"not a struct", "}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if q, err := prepare("concept-ask", tt.data); !errors.Is(err, ErrUnescaped) {
				t.Errorf("got %q, %v", q, err)
			}
		})
	}
	if _, err := prepare("concept-ask", askData{Individuals: iri}); err != nil {
		t.Error(err)
	}
	if _, err := prepare("concept-ask", struct{ A int }{}); err == nil {
		t.Error("a field that the template needs is missing, without an error")
	}
	if _, err := prepare("unknown", nil); !errors.Is(err, ErrBank) {
		t.Errorf("unknown key: %v", err)
	}
}

type tokenText string
