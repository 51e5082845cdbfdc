package queries

import (
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

// edgeGraph is a small graph that has other statements than facts about individuals.
const edgeGraph = `
<urn:a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:A> .
<urn:a> <urn:r> <urn:a> .
<urn:a> <urn:r> <urn:b> .
<urn:a> <urn:r> "literal" .
<urn:b> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:SubA> .
<urn:c> <urn:r> "literal" .
<urn:d> <urn:r> _:blank .
<urn:d> <urn:born> "1980"^^<http://www.w3.org/2001/XMLSchema#gYear> .
<urn:d> <urn:born> "unknown" .
<urn:e> <urn:tame> "1"^^<http://www.w3.org/2001/XMLSchema#boolean> .
<urn:f> <urn:tame> "true" .
<urn:SubA> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <urn:A> .
`

// TestEdgeCases has cases that random graphs do not have, or that explain the semantics.
func TestEdgeCases(t *testing.T) {
	e := serveEmbedded(t, strings.TrimSpace(edgeGraph)+"\n")
	r := dl.Role{IRI: "urn:r"}
	a := dl.Name{IRI: "urn:A"}
	year := func(op dl.Op, s string) dl.Concept {
		return dl.Compare{Feature: "urn:born", Op: op, Value: mustValue(t, dl.GYear, s)}
	}
	const blank = "_:"
	for _, tt := range []struct {
		name string
		c    dl.Concept
		o    Options
		want string
	}{
		{"classes and schema are no individuals", dl.Top{}, Options{}, blank + " a b c d e f"},
		{"a literal is no successor", dl.Exists{Role: r, C: dl.Top{}}, Options{}, "a d"},
		{"a literal is no individual", dl.Exists{Role: r.Inv(), C: dl.Top{}}, Options{}, blank + " a b"},
		{"nor does it break a universal", dl.ForAll{Role: r, C: dl.Bottom{}}, Options{}, blank + " b c e f"},
		{"nor does it count", dl.AtLeast{N: 3, Role: r, C: dl.Top{}}, Options{}, ""},
		{"a self-loop counts", dl.AtLeast{N: 2, Role: r, C: dl.Top{}}, Options{}, "a"},
		{"zero successors are at most one", dl.AtMost{N: 1, Role: r, C: dl.Top{}}, Options{}, blank + " b c d e f"},
		{"at least zero is always", dl.AtLeast{N: 0, Role: r, C: dl.Bottom{}}, Options{}, blank + " a b c d e f"},
		{"class without subclasses", a, Options{Vocabulary: Vocabulary{NoClosure: true}}, "a"},
		{"class with subclasses", a, Options{}, "a b"},
		{"not in class or subclass", dl.Not{C: a}, Options{}, blank + " c d e f"},
		{"a class that the graph does not have", dl.Not{C: dl.Name{IRI: "urn:B"}}, Options{}, blank + " a b c d e f"},
		{"anchored", dl.Not{C: dl.Exists{Role: r, C: dl.Top{}}}, Options{Anchor: "urn:A"}, "b"},
		{"a year is its first instant", year(dl.GreaterEq, "1980"), Options{}, "d"},
		{"which is not after itself", year(dl.LessEq, "1980"), Options{}, "d"},
		{"a year begins earlier further east", year(dl.LessEq, "1980+01:00"), Options{}, ""},
		{"a string is no year", dl.Not{C: year(dl.LessEq, "9999")}, Options{}, blank + " a b c e f"},
		{"booleans by value, not strings", dl.Compare{Feature: "urn:tame", Op: dl.Equal, Value: dl.Bool(true)},
			Options{}, "e"},
		{"booleans have no order", dl.Compare{Feature: "urn:tame", Op: dl.GreaterEq, Value: dl.Bool(false)}, Options{},
			""},
		{"what is above an individual", dl.Top{}, Options{Vocabulary: Vocabulary{SubClassOf: "urn:r"}}, blank + " a b d e f"},
		{"NaN compares with nothing",
			dl.Compare{Feature: "urn:born", Op: dl.LessEq, Value: mustValue(t, dl.Double, "NaN")}, Options{}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			q := require.Value(Select(tt.c, tt.o))(t)
			check.Equal(t, strings.ReplaceAll(strings.Join(e.sorted(t, q, "x"), " "), "urn:", ""), tt.want, "%s", q)
		})
	}
}

// TestShowLabels checks that the best language wins and that an individual without a
// label is an answer.
func TestShowLabels(t *testing.T) {
	e := serveEmbedded(t,
		strings.NewReplacer("TYPE", "<"+rdfType+">", "LABEL", "<"+rdfsLabel+">").Replace(`<urn:a> TYPE <urn:A> .
<urn:b> TYPE <urn:A> .
<urn:c> TYPE <urn:A> .
<urn:d> TYPE <urn:A> .
<urn:a> LABEL "a en"@en .
<urn:a> LABEL "a de"@de .
<urn:b> LABEL "b en"@en .
<urn:b> LABEL "b fr"@fr .
<urn:b> LABEL "b" .
<urn:c> LABEL "c" .
`))
	q := require.Value(
		Select(dl.Name{IRI: "urn:A"}, Options{ShowLabels: ShowLabels{Languages: []string{"de", "en", ""}}}))(t)
	got := e.sorted(t, q, "x", "label")
	want := "urn:a a de,urn:b b en,urn:c c,urn:d "
	check.That(t, strings.Join(got, ",") == want, "got %q, want %s\n%s", got, want, q)
}

// TestOnlyNamespace checks that an entry of Domain.Only that ends in / or # is a namespace.
func TestOnlyNamespace(t *testing.T) {
	e := serveEmbedded(t, "<urn:a> <urn:n/p> <urn:b> .\n<urn:c> <urn:q> <urn:d> .\n<urn:e> <urn:o/p> <urn:f> .\n")
	for want, only := range map[string][]string{
		"urn:a urn:b":             {"urn:n/"},
		"urn:a urn:b urn:c urn:d": {"urn:n/", "urn:q"},
	} {
		q := require.Value(Select(dl.Top{}, Options{Domain: Domain{Excluded: []string{}, Only: only}}))(t)
		check.Equal(t, strings.Join(e.sorted(t, q, "x"), " "), want, "only %v %s", only, q)
	}
}

type endpoint struct{ *connector.Client }

// serveEmbedded serves N-Triples by the embedded engine over HTTP until the test ends.
func serveEmbedded(t *testing.T, ntriples string) endpoint {
	t.Helper()
	e := require.Value(embedded.StartNTriples(t.Context(), strings.NewReader(ntriples), embedded.Options{}))(t)
	t.Cleanup(func() { _ = e.Close() })
	c := require.Value(connector.New(connector.Options{URL: e.URL(), Retries: -1}))(t)
	t.Cleanup(c.Close)
	return endpoint{c}
}

// rows returns the values of the variables in each row, separated by spaces; a blank node
// is "_:".
func (e endpoint) rows(t *testing.T, query string, names ...string) (rows []string) {
	t.Helper()
	table, err := e.Select(t.Context(), query)
	require.That(t, err == nil, "%v\n%s", err, query)
	for _, row := range table.Rows {
		var cells []string
		for _, name := range names {
			cell := ""
			if i := slices.Index(table.Vars, name); i >= 0 && row[i] != nil {
				if cell = row[i].String(); row[i].Type() == rdf.TermBlank {
					cell = "_:"
				}
			}
			cells = append(cells, cell)
		}
		rows = append(rows, strings.Join(cells, " "))
	}
	return rows
}

func (e endpoint) sorted(t *testing.T, query string, names ...string) []string {
	t.Helper()
	return slices.Sorted(slices.Values(e.rows(t, query, names...)))
}
