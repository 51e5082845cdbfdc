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

// TestExactNumbers: decimals and long integers compare exactly with a number in the query,
// and literals that are not numbers do not compare.
func TestExactNumbers(t *testing.T) {
	const graph = `<urn:a> <urn:f> "0.1"^^<http://www.w3.org/2001/XMLSchema#decimal> .
<urn:b> <urn:f> "0.10000000000000000001"^^<http://www.w3.org/2001/XMLSchema#decimal> .
<urn:c> <urn:f> "1.0E-1"^^<http://www.w3.org/2001/XMLSchema#double> .
<urn:d> <urn:f> "-0.00000000000000000001"^^<http://www.w3.org/2001/XMLSchema#decimal> .
<urn:i> <urn:f> "9007199254740993"^^<http://www.w3.org/2001/XMLSchema#integer> .
<urn:j> <urn:f> "9007199254740992"^^<http://www.w3.org/2001/XMLSchema#long> .
<urn:x> <urn:f> "many"^^<http://www.w3.org/2001/XMLSchema#integer> .
<urn:y> <urn:f> "1/2"^^<http://www.w3.org/2001/XMLSchema#decimal> .
`
	_, c := start(t, graph, embedded.Options{})
	for _, test := range []struct{ filter, want string }{
		{"?v >= 0.10000000000000000001 && ?v < 1", "b c"}, // a double compares as one
		{"?v > 0.1 && ?v < 1", "b"},
		{"0.1 < ?v && ?v < 1", "b"},
		{"?v <= 0.1 && ?v > 0", "a c"},
		{"?v = 0.10000000000000000001", "b c"},
		{"?v != 0.1 && ?v < 1", "b d"},
		{"?v >= -0.000000000000000000005 && ?v <= 0.1", "a c"},
		{"?v <= -0.00000000000000000001", "d"},
		{"?v >= 9007199254740993", "i"},
		{"?v < 9007199254740993 && ?v > 1", "j"},
		{"!(?v >= 9007199254740993) && ?v > 1", "j"},
		{"?v >= 9007199254740993.0", "i"},
	} {
		table := require.Value(c.Select(t.Context(), prefixes+"SELECT ?x { ?x :f ?v FILTER("+test.filter+") }"))(t)
		check.Equal(t, flat(table), test.want, "%s:", test.filter)
	}
}
