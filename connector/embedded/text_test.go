package embedded_test

import (
	"slices"
	"testing"

	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// TestEscapedStrings: a string in a triple pattern matches the literal that it denotes,
// and no other.
func TestEscapedStrings(t *testing.T) {
	const graph = `
<urn:plain> <urn:p> "a b" .
<urn:quotes> <urn:p> "a \"b\"" .
<urn:first> <urn:p> "a " .
<urn:backslash> <urn:p> "a\\n" .
<urn:line> <urn:p> "a\n" .
<urn:tab> <urn:p> "'\t'" .
<urn:english> <urn:p> "a \"b\""@en .
<urn:typed> <urn:p> "a \"b\""^^<urn:t> .
`
	_, c := start(t, graph, embedded.Options{})
	tests := []struct{ object, want string }{
		{`"a b"`, "urn:plain"},
		{`"a \"b\""`, "urn:quotes"},
		{`'a "b"'`, "urn:quotes"},
		{`'a \"b\"'`, "urn:quotes"},
		{`"""a \"b\""""`, "urn:quotes"},
		{`"a\\n"`, "urn:backslash"},
		{`"a\n"`, "urn:line"},
		{`"\'\t'"`, "urn:tab"},
		{`"a \"b\""@en`, "urn:english"},
		{`"a \"b\""^^<urn:t>`, "urn:typed"},
		{`"a \"b\""^^:t`, "urn:typed"},
		{`"a \"b\""^^xsd:string`, "urn:quotes"},
		{`"a \"c\""`, ""},
	}
	members := func(pattern string) []string {
		rows, err := c.Select(t.Context(),
			"PREFIX : <urn:>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\nSELECT DISTINCT ?x WHERE { "+pattern+" }")
		require.That(t, err == nil, "%s: %v", pattern, err)
		var got []string
		for _, row := range rows.Rows {
			got = append(got, row[0].String())
		}
		return got
	}
	all := members("?x :p ?y")
	for _, tt := range tests {
		var want []string
		if tt.want != "" {
			want = []string{tt.want}
		}
		check.Slice(t, members("?x :p "+tt.object), want, "%s", tt.object)
		rest := members("?x :p ?y . MINUS { ?x :p " + tt.object + " }")
		check.That(t, len(rest) == len(all)-len(want) && (tt.want == "" || !slices.Contains(rest, tt.want)),
			"MINUS %s: %v of %v", tt.object, rest, all)
	}
}
