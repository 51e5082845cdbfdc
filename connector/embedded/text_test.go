package embedded_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
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

// family returns a random graph of n elephants and about 5n triples, always the same. Each
// elephant has a sex, a weight, a name and a parent.
func family(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	const a = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
	for i := range n {
		sex := []string{"Male", "Female"}[r.IntN(2)]
		fmt.Fprintf(&b, "<urn:e%d> %s <urn:Elephant> .\n<urn:e%d> %s <urn:%s> .\n", i, a, i, a, sex)
		fmt.Fprintf(&b, "<urn:e%d> <urn:weight> \"%d\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n", i, 1000+r.IntN(4000))
		fmt.Fprintf(&b, "<urn:e%d> <urn:name> \"Elephant number %d\" .\n", i, i)
		if i > 0 {
			fmt.Fprintf(&b, "<urn:e%d> <urn:childOf> <urn:e%d> .\n", i, r.IntN(i))
		}
	}
	return b.String()
}

// tenThousand has queries of concepts and of the crawl, for a graph of 10^4 triples. They
// must not time out: without materialize.go the nested ones take minutes.
var tenThousand = []struct{ name, query string }{
	{"batch of subjects", `SELECT ?s ?p ?o { VALUES ?s { %s } ?s ?p ?o }`},
	{"fan-out of a batch", `SELECT ?s ?p (COUNT(*) AS ?n) { VALUES ?s { %s } ?s ?p ?o } GROUP BY ?s ?p`},
	{"the demo's concept", `SELECT DISTINCT ?x { ?x a :Elephant . ?x a :Male .
		{ ?x :weight ?w . FILTER(?w >= 3000) } UNION
		{ { SELECT ?x { ?y :childOf ?x . ?y a :Female } GROUP BY ?x HAVING (COUNT(DISTINCT ?y) >= 2) } } }`},
	{"universal, two levels", `SELECT DISTINCT ?x { ?x a :Elephant . FILTER NOT EXISTS { ?y :childOf ?x .
		FILTER NOT EXISTS { ?y a :Male . FILTER NOT EXISTS { ?z :childOf ?y . FILTER NOT EXISTS { ?z a :Female } } } } }`},
	{"at most one, nested", `SELECT DISTINCT ?x { ?x a :Female . MINUS { SELECT ?x { ?y :childOf ?x .
		MINUS { SELECT ?y { ?z :childOf ?y } GROUP BY ?y HAVING (COUNT(DISTINCT ?z) > 1) } } GROUP BY ?x HAVING (COUNT(DISTINCT ?y) > 1) } }`},
	{"all IRIs", `SELECT (COUNT(DISTINCT ?x) AS ?n) { { ?x ?p ?o } UNION { ?o ?p ?x } FILTER(isIRI(?x)) }`},
}

func TestTenThousandTriples(t *testing.T) {
	if testing.Short() {
		t.Skipf("%s takes seconds under the race detector: not with -short", t.Name())
	}
	_, c := start(t, family(testsize.Choose(500, 2000)), embedded.Options{})
	var batch strings.Builder
	for i := range 200 {
		fmt.Fprintf(&batch, "<urn:e%d> ", i)
	}
	for _, test := range tenThousand {
		t.Run(test.name, func(t *testing.T) {
			query := strings.ReplaceAll(test.query, "%s", batch.String())
			began := time.Now()
			table := require.Value(c.Select(t.Context(), prefixes+query))(t)
			t.Logf("%d rows, %s", len(table.Rows), time.Since(began).Round(time.Millisecond))
			check.That(t, len(table.Rows) != 0, "no rows")
		})
	}
}
