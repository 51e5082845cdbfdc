package embedded_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

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
