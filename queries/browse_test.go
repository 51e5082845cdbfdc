package queries

import (
	"errors"
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
	if got, want := column(t, e, q, err, "s", "n"), "Actor 3, Person 1"; got != want {
		t.Errorf("classes %q, want %q", got, want)
	}
	q, err = Members(rdfType, "http://e/Actor", 10)
	if got, want := sortedColumn(t, e, q, err, "s"), "Eva, Jean_Reno"; got != want {
		t.Errorf("members %q, want %q", got, want)
	}
	for text, want := range map[string]string{"jean reno": "Jean_Reno", "REN": "Jean_Reno", "actor": "", "x.*": ""} {
		q, err = FindEnds(rdfType, 10, text)
		check.Equal(t, sortedColumn(t, e, q, err, "s"), want, "%q finds", text)
	}
	q, err = FindEnds(rdfType, 10, "jean reno", "eva")
	check.Equal(t, sortedColumn(t, e, q, err, "s"), "Eva, Jean_Reno", "two names find")
	q, err = Uses(rdfType, rdfsSubClassOf, []string{"http://e/Eva", "http://e/Actor", "http://e/Being", "http://e/knows"})
	if got, want := sortedColumn(t, e, q, err, "s", "use"), "Actor class, Being class, knows property"; got != want {
		t.Errorf("uses %q, want %q", got, want)
	}
	q, err = Stated([]string{"http://e/Eva", "http://e/Actor", "http://e/Being", "http://e/knows", "http://e/Ewa"})
	if got, want := sortedColumn(t, e, q, err, "s"), "Actor, Being, Eva, knows"; got != want {
		t.Errorf("stated %q, want %q", got, want)
	}
	for limit, want := range map[int]string{0: "8", 3: "3", 9: "8"} {
		q, err = CountWith("", limit)
		check.Equal(t, column(t, e, q, err, "n"), want, "statements up to %d, want %s", limit, want)
	}
	if _, err := FindEnds(rdfType, 1, " /# "); !errors.Is(err, ErrOptions) {
		t.Errorf("no word: %v", err)
	}
	if _, err := Members(rdfType, "not an IRI", 1); err == nil {
		t.Error("a class that is not an IRI")
	}
}
