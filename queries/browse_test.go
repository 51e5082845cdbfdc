package queries

import (
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

const browseData = `<http://e/Jean_Reno> <` + rdfType + `> <http://e/Actor> .
<http://e/Eva> <` + rdfType + `> <http://e/Actor> .
<http://e/Eva> <` + rdfType + `> <http://e/Person> .
<http://e/Actor> <` + rdfsSubClassOf + `> <http://e/Being> .
<http://e/Eva> <http://e/knows> <http://e/Jean_Reno> .
<http://e/Eva> <http://e/age> "45"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://e/Eva> <http://e/note> "une actrice"@fr .
_:b <` + rdfType + `> <http://e/Actor> .
`

// column returns the values of the variables in the order of the answers.
func column(t *testing.T, e endpoint, query string, err error, names ...string) string {
	t.Helper()
	require.NoError(t, err)
	return strings.ReplaceAll(strings.Join(e.rows(t, query, names...), ", "), "http://e/", "")
}

func sortedColumn(t *testing.T, e endpoint, query string, err error, names ...string) string {
	t.Helper()
	rows := strings.Split(column(t, e, query, err, names...), ", ")
	slices.Sort(rows)
	return strings.Join(slices.Compact(rows), ", ")
}

func TestBrowse(t *testing.T) {
	e := serveEmbedded(t, browseData)
	q, err := Classes(rdfType, 10)
	check.Equal(t, column(t, e, q, err, "s", "n"), "Actor 3, Person 1", "classes")
	q, err = Members(rdfType, "http://e/Actor", 10)
	check.Equal(t, sortedColumn(t, e, q, err, "s"), "Eva, Jean_Reno", "members")
	for text, want := range map[string]string{"jean reno": "Jean_Reno", "REN": "Jean_Reno", "actor": "", "x.*": ""} {
		q, err = FindEnds(rdfType, 10, text)
		check.Equal(t, sortedColumn(t, e, q, err, "s"), want, "%q finds", text)
	}
	q, err = FindEnds(rdfType, 10, "jean reno", "eva")
	check.Equal(t, sortedColumn(t, e, q, err, "s"), "Eva, Jean_Reno", "two names find")
	q, err = Uses(rdfType, rdfsSubClassOf, []string{"http://e/Eva", "http://e/Actor", "http://e/Being", "http://e/knows"})
	check.Equal(t, sortedColumn(t, e, q, err, "s", "use"), "Actor class, Being class, knows property", "uses")
	q, err = Stated([]string{"http://e/Eva", "http://e/Actor", "http://e/Being", "http://e/knows", "http://e/Ewa"})
	check.Equal(t, sortedColumn(t, e, q, err, "s"), "Actor, Being, Eva, knows", "stated")
	for limit, want := range map[int]string{0: "8", 3: "3", 9: "8"} {
		q, err = CountWith("", limit)
		check.Equal(t, column(t, e, q, err, "n"), want, "statements up to %d, want %s", limit, want)
	}
	check.ErrorIs(t, check.Error(FindEnds(rdfType, 1, " /# ")), ErrOptions, "no word")
	if _, err := Members(rdfType, "not an IRI", 1); err == nil {
		t.Error("a class that is not an IRI")
	}
}

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
		check.ErrorIs(t, check.Error(Find(FindOptions{}, text)), ErrOptions, "%q", text)
	}
	check.ErrorIs(t, check.Error(Find(FindOptions{Finder: FindExact, Languages: []string{`en" . ?s ?p ?o`}}, "x")),
		ErrOptions,
		"an invalid language")
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
