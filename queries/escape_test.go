package queries

import (
	"errors"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

func TestIRI(t *testing.T) {
	for _, tt := range []struct {
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
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := IRI(tt.in)
			require.That(t, errors.Is(err, tt.want), "error %v, want %v", err, tt.want)
			if want := "<" + tt.in + ">"; tt.want == nil && got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			check.That(t, tt.want == nil || got == "", "got %s with an error", got)
		})
	}
}

func TestQuote(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"plain", "abc", `"abc"`},
		{"quote", `a" } DROP ALL #`, `"a\" } DROP ALL #"`},
		{"backslash", `a\`, `"a\\"`},
		{"backslash quote", `\"`, `"\\\""`},
		{"lines", "a\nb\rc\td", `"a\nb\rc\td"`},
		{"NUL", "a\x00b", `"a\u0000b"`},
		{"template", "{{.Pattern}}", `"{{.Pattern}}"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var e escaper
			got := e.quote(tt.in)
			check.That(t, e.err == nil && got == tt.want, "got %s, %v; want %s", got, e.err, tt.want)
		})
	}
	var e escaper
	e.quote("\xff")
	check.That(t, errors.Is(e.err, ErrBadLiteral), "not UTF-8: %v", e.err)
}

func TestBlankNode(t *testing.T) {
	for in, want := range map[string]bool{
		"_:b0": true, "nodeID://b10001": true, "http://example.org/_:b0": false, "urn:nodeID": false, "": false,
	} {
		check.Equal(t, BlankNode(in), want, "BlankNode(%q)", in)
	}
}

// FuzzIRI checks that every text that IRI returns is one token, so that it cannot end
// early.
func FuzzIRI(f *testing.F) {
	for _, s := range []string{"http://example.org/a", "a:>", "_:b", "x:\n", "é:é", "a:#"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		iri, err := IRI(s)
		if err != nil {
			return
		}
		tokens := scan("?x ?p " + iri + " . # c")
		check.That(t, len(tokens) == 5 && tokens[2].text == iri, "%q is %v", iri, tokens)
	})
}

func FuzzQuote(f *testing.F) {
	for _, s := range []string{"", `"`, `\`, "\n", `\"`, "'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var e escaper
		text := e.quote(s)
		if e.err != nil {
			return
		}
		tokens := scan("?x ?p " + text + " .")
		check.That(t, len(tokens) == 4 && tokens[2].text == text && tokens[2].kind == stringToken, "%q is %v", text, tokens)
	})
}

// TestBankKeepsItsQueries checks the files for what the loader of the bank would break. It
// joins the lines of a query, so that a comment that does not start in column one hides
// the rest. It replaces several spaces by one, also in strings. Of two queries with one
// name it keeps one.
func TestBankKeepsItsQueries(t *testing.T) {
	queries := 0
	for i, line := range strings.Split(browseFile+conceptFile+crawlFile+findFile, "\n") {
		if strings.HasPrefix(line, "#") {
			if strings.Contains(line, "tag:") {
				queries++
			}
			continue
		}
		for _, token := range scan(line) {
			check.That(t, token.kind != commentToken && token.kind != brokenToken && (token.kind != stringToken ||
				!strings.Contains(token.text, "  ")), "line %d of the bank: %s", i+1, token.text)
		}
	}
	check.That(t, len(bank()) == queries, "of %d queries, %d are in the bank", queries, len(bank()))
	for key, text := range bank() {
		check.That(t, strings.TrimSpace(text) != "", "the query %s is empty", key)
	}
}
