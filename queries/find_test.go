package queries

import (
	"errors"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

const findData = `<http://e/a> <http://www.w3.org/2000/01/rdf-schema#label> "Jumbo the elephant"@en .
<http://e/b> <http://www.w3.org/2000/01/rdf-schema#label> "jumbo" .
<http://e/c> <http://www.w3.org/2000/01/rdf-schema#label> "Say \"ouch\" \\ it"@en .
<http://e/c> <http://e/knows> <http://e/a> .
_:x <http://www.w3.org/2000/01/rdf-schema#label> "jumbo" .
`

// TestFind checks what the finders find, and that no text acts as an operator.
func TestFind(t *testing.T) {
	e := serveEmbedded(t, findData)
	for _, tt := range []struct {
		name, text string
		finder     Finder
		want       string
	}{
		{"part", "LEPH", FindScan, "http://e/a"},
		{"several", "jumbo", FindScan, "http://e/a http://e/b"},
		{"quotes", `"OUCH" \`, FindScan, "http://e/c"},
		{"whole name", "jumbo", FindExact, "http://e/b"},
		{"capital", "jumbo the elephant", FindExact, "http://e/a"},
		{"all words", "elephant JUMBO", FindScan, "http://e/a"},
		{"with a comma", "elephant, jumbo", FindScan, "http://e/a"},
		{"no linked words", "ouch jumbo", FindScan, ""},
		{"linked words", "ouch jumbo", FindLinked, "http://e/c"},
		{"linked words of several", "the elephant say ouch", FindLinked, "http://e/c"},
		{"none", "dumbo", FindScan, ""},
		{"no pattern", "j.*o", FindScan, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			q := require.Value(Find(FindOptions{Finder: tt.finder}, tt.text))(t)
			got := strings.Join(e.sorted(t, q, "s"), " ")
			check.That(t, got == tt.want, "found %q, want %q by\n%s", got, tt.want, q)
		})
	}
	for _, text := range []string{"", "  ", `"*'`, "\xff"} {
		if _, err := Find(FindOptions{}, text); !errors.Is(err, ErrOptions) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Find(FindOptions{Finder: FindExact, Languages: []string{`en" . ?s ?p ?o`}}, "x"); !errors.Is(err, ErrOptions) {
		t.Errorf("an invalid language: %v", err)
	}
}

// TestFindText checks for all finders that a text cannot leave its quotes.
func TestFindText(t *testing.T) {
	for _, finder := range append(FinderNames(), string(FindLinked)) {
		q := require.Value(Find(FindOptions{Finder: Finder(finder)}, `jumbo" } ; DROP ALL # '*`))(t)
		for _, token := range scan(q) {
			check.That(t, token.kind != commentToken && token.kind != brokenToken && token.text != "DROP",
				"%s: %q in\n%s", finder, token.text, q)
		}
	}
}
