package embedded_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

// herd has two elephants: e1 with two daughters and a son, e2 with a daughter. The weights
// have several datatypes.
const herd = `
<urn:e1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:Elephant> .
<urn:e2> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:Elephant> .
<urn:k> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:Keeper> .
<urn:c1> <urn:childOf> <urn:e1> .
<urn:c2> <urn:childOf> <urn:e1> .
<urn:c3> <urn:childOf> <urn:e1> .
<urn:c4> <urn:childOf> <urn:e2> .
<urn:c1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:Female> .
<urn:c2> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:Female> .
<urn:c4> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:Female> .
<urn:e1> <urn:weight> "3500"^^<http://www.w3.org/2001/XMLSchema#integer> .
<urn:e2> <urn:weight> "2.9e3"^^<http://www.w3.org/2001/XMLSchema#double> .
<urn:c1> <urn:weight> "0300"^^<http://www.w3.org/2001/XMLSchema#short> .
<urn:c2> <urn:weight> "heavy" .
<urn:c3> <urn:weight> "NaN"^^<http://www.w3.org/2001/XMLSchema#double> .
<urn:c4> <urn:weight> <urn:unknown> .
<urn:e1> <urn:born> "1990-05-01"^^<http://www.w3.org/2001/XMLSchema#date> .
<urn:e2> <urn:born> "2001-05-01"^^<http://www.w3.org/2001/XMLSchema#date> .
<urn:c1> <urn:seen> "2020-01-01T10:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<urn:c2> <urn:seen> "2020-01-01T09:00:00-05:00"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<urn:old> <urn:was> "-0044-03-15T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<urn:new> <urn:was> "2020-01-01T10:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<urn:far> <urn:was> "12020-01-01T10:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<urn:k> <urn:keeps> <urn:e1> .
<urn:k> <urn:keeps> <urn:e2> .
<urn:e1> <http://www.w3.org/2000/01/rdf-schema#label> "Jumbo"@en .
<urn:Elephant> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <urn:Mammal> .
<urn:Mammal> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <urn:Animal> .
<urn:self> <urn:likes> <urn:self> .
<urn:self> <urn:likes> <urn:e1> .
`

func start(t *testing.T, text string, o embedded.Options) (*embedded.Endpoint, *connector.Client) {
	t.Helper()
	e := require.Value(embedded.StartNTriples(t.Context(), strings.NewReader(text), o))(t)
	c := require.Value(connector.New(connector.Options{URL: e.URL(), Retries: -1}))(t)
	t.Cleanup(func() {
		c.Close()
		check.NoError(t, e.Close())
	})
	return e, c
}

const prefixes = `PREFIX : <urn:>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
`

// TestEngine covers the constructs of SPARQL 1.1 to which concepts are translated.
func TestEngine(t *testing.T) {
	_, c := start(t, herd, embedded.Options{})
	for _, test := range []struct{ name, query, want string }{
		{"type", `SELECT ?x { ?x a :Elephant }`, "e1 e2"},
		{"existential by join", `SELECT DISTINCT ?x { ?y :childOf ?x . ?y a :Female }`, "e1 e2"},
		{"inverse path", `SELECT DISTINCT ?x { ?x ^:childOf ?y . ?y a :Female }`, "e1 e2"},
		{"path plus", `SELECT ?x { :Elephant rdfs:subClassOf+ ?x }`, "Animal Mammal"},
		{"path star", `SELECT ?x { :Elephant rdfs:subClassOf* ?x }`, "Animal Elephant Mammal"},
		{"path sequence and star", `SELECT ?x { ?x rdf:type/rdfs:subClassOf* :Animal }`, "e1 e2"},
		{"path alternative", `SELECT DISTINCT ?x { ?x (:keeps|:likes) :e1 }`, "k self"},
		{"union", `SELECT DISTINCT ?x { { ?x a :Keeper } UNION { ?x a :Elephant } }`, "e1 e2 k"},
		{"not exists", `SELECT ?x { ?x :childOf :e1 . FILTER NOT EXISTS { ?x a :Female } }`, "c3"},
		{"universal by nested not exists",
			`SELECT DISTINCT ?x { ?x a :Elephant . FILTER NOT EXISTS { ?y :childOf ?x . FILTER NOT EXISTS { ?y a :Female } } }`,
			"e2"},
		{"universal by minus", `SELECT DISTINCT ?x { ?x a :Elephant . MINUS { ?y :childOf ?x . MINUS { ?y a :Female } } }`,
			"e2"},
		{"minus holds without successors", `SELECT DISTINCT ?x { ?x a :Keeper . MINUS { ?y :childOf ?x } }`, "k"},
		{"at least two by having",
			`SELECT ?x { { SELECT ?x { ?y :childOf ?x . ?y a :Female } GROUP BY ?x HAVING (COUNT(DISTINCT ?y) >= 2) } }`, "e1"},
		{"subselect after triples",
			`SELECT ?x { ?x a :Elephant . { SELECT ?x { ?y :childOf ?x . ?y a :Female } GROUP BY ?x HAVING (COUNT(DISTINCT ?y) >= 2) } }`, "e1"},
		{"at most one by minus",
			`SELECT ?x { ?x a :Elephant . MINUS { SELECT ?x { ?y :childOf ?x . ?y a :Female } GROUP BY ?x HAVING (COUNT(DISTINCT ?y) > 1) } }`, "e2"},
		{"at most one by not exists over a subselect",
			`SELECT ?x { ?x a :Elephant . FILTER NOT EXISTS { { SELECT ?x { ?y :childOf ?x } GROUP BY ?x HAVING (COUNT(DISTINCT ?y) > 1) } } }`, "e2"},
		{"two subselects",
			`SELECT ?x { { SELECT ?x { ?y :childOf ?x } GROUP BY ?x HAVING (COUNT(DISTINCT ?y) >= 1) } { SELECT ?x { ?x :weight ?w FILTER(?w >= 3000) } } }`, "e1"},
		{"count distinct", `SELECT (COUNT(DISTINCT ?x) AS ?n) { ?y :childOf ?x }`, "2"},
		{"count star", `SELECT (COUNT(*) AS ?n) { ?y :childOf ?x }`, "4"},
		{"count of nothing", `SELECT (COUNT(*) AS ?n) { ?y :noSuch ?x }`, "0"},
		{"group and count", `SELECT ?x (COUNT(?y) AS ?n) { ?y :childOf ?x } GROUP BY ?x ORDER BY ?x`, "1|e2 3|e1"},
		{"numbers: at least", `SELECT ?x { ?x :weight ?w . FILTER(?w >= 2900) }`, "e1 e2"},
		{"numbers: at most skips text, NaN and IRIs", `SELECT ?x { ?x :weight ?w . FILTER(?w <= 2900) }`, "c1 e2"},
		{"numbers: decimal constant", `SELECT ?x { ?x :weight ?w . FILTER(?w > 2899.5 && ?w < 2900.5) }`, "e2"},
		{"numbers: typed constant", `SELECT ?x { ?x :weight ?w . FILTER(?w >= "3.0E3"^^xsd:double) }`, "e1"},
		{"numbers: floats are rounded",
			`SELECT ?v { VALUES ?v { "1e39"^^xsd:float "1e40"^^xsd:double "-1e39"^^xsd:float } FILTER(?v = "INF"^^xsd:double) }`,
			"1e39"},
		{"an error is not false", `SELECT ?x { ?x :weight ?w . FILTER(!(?w > 1000)) }`, "c1 c3"},
		{"numbers: is numeric by cast", `SELECT ?x { ?x :weight ?w . FILTER(xsd:double(?w) >= 2900) }`, "e1 e2"},
		{"is numeric, derived types too",
			`SELECT DISTINCT ?v { VALUES ?v { 1 2.5 "3"^^xsd:int "4"^^xsd:nonNegativeInteger "5" :e1 true } FILTER(isNumeric(?v)) }`, "1 2.5 3 4"},
		{"dates", `SELECT ?x { ?x :born ?d . FILTER(?d >= "2000-01-01"^^xsd:date) }`, "e2"},
		{"years of five digits", `SELECT ?x { ?x :was ?d . FILTER(?d > "2000-01-01T12:00:00Z"^^xsd:dateTime) }`, "far new"},
		{"years of five digits are not earlier",
			`SELECT ?x { ?x :was ?d . FILTER("2000-01-01T12:00:00Z"^^xsd:dateTime > ?d) }`, "old"},
		{"dateTimes with zones", `SELECT ?x { ?x :seen ?d . FILTER(?d > "2020-01-01T12:00:00Z"^^xsd:dateTime) }`, "c2"},
		{"date against dateTime is an error",
			`SELECT ?x { ?x :born ?d . FILTER(?d >= "2000-01-01T00:00:00Z"^^xsd:dateTime) }`, ""},
		{"not equal with an unbound variable", `SELECT ?x { ?x a :Elephant . OPTIONAL { ?x :noSuch ?z } FILTER(?z != :e1) }`,
			""},
		{"in", `SELECT ?x { ?x a :Elephant . FILTER(?x IN (:e1, :k)) }`, "e1"},
		{"not in", `SELECT ?x { ?x a :Elephant . FILTER(?x NOT IN (:e1, :k)) }`, "e2"},
		{"not exists and a comparison", `SELECT ?x { ?x :weight ?w . FILTER(?w > 0 && NOT EXISTS { ?x :childOf ?y }) }`,
			"e1 e2"},
		{"values first", `SELECT ?x { VALUES ?x { :e1 :k :none } ?x a ?t }`, "e1 k"},
		{"values last", `SELECT ?x { ?x a ?t . VALUES ?x { :e1 :k :none } }`, "e1 k"},
		{"optional", `SELECT ?x ?l { ?x a :Elephant . OPTIONAL { ?x rdfs:label ?l } }`, "Jumbo|e1 e2"},
		{"optional with a filter", `SELECT ?x ?w { ?x a :Elephant . OPTIONAL { ?x :weight ?w FILTER(?w > 3000) } }`,
			"3500|e1 e2"},
		{"bind and if", `SELECT ?x { ?x :weight ?w . BIND(IF(?w > 3000, 1, 0) AS ?b) FILTER(?b = 1) }`, "e1"},
		{"same variable twice", `SELECT ?x { ?x :likes ?x } LIMIT 5`, "self"},
		{"a literal is no subject", `SELECT DISTINCT ?x { ?x :weight ?w FILTER NOT EXISTS { ?w a/rdfs:subClassOf ?c } }`,
			"c1 c2 c3 c4 e1 e2"},
		{"a literal inside a path", `SELECT DISTINCT ?x { "heavy" ^:weight/:childOf/:weight/^:weight ?x }`, "e1"},
		{"blank nodes of a pattern", `SELECT ?x { ?x :childOf _:b . _:b :weight 3500 ; a [] }`, "c1 c2 c3"},
		{"count, same variable twice", `SELECT (COUNT(?x) AS ?n) { ?x :likes ?x }`, "1"},
		{"order and limit", `SELECT ?x { ?x :childOf ?y } ORDER BY DESC(?x) LIMIT 2`, "c3 c4"},
		{"top", `SELECT DISTINCT ?x { { ?x ?p ?o } UNION { ?o ?p ?x } FILTER(isIRI(?x)) } LIMIT 3`, "e1 e2 k"},
		{"comments and strings", "SELECT ?x { # a comment with } in it\n ?x rdfs:label \"Jumbo\"@en }", "e1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			check.Equal(t, flat(require.Value(c.Select(t.Context(), prefixes+test.query))(t)), test.want)
		})
	}
}

// flat returns the sorted rows of a table, with sorted cells and without "urn:".
func flat(table *connector.Table) string {
	var rows []string
	for _, row := range table.Rows {
		var cells []string
		for _, term := range row {
			if term != nil {
				cells = append(cells, strings.TrimPrefix(term.String(), "urn:"))
			}
		}
		slices.Sort(cells)
		rows = append(rows, strings.Join(cells, "|"))
	}
	slices.Sort(rows)
	return strings.Join(rows, " ")
}

func TestAsk(t *testing.T) {
	_, c := start(t, herd, embedded.Options{})
	for _, test := range []struct {
		query string
		want  bool
	}{
		{`ASK { :e1 a :Elephant }`, true},
		{`ASK { :e1 a :Keeper }`, false},
		{`ASK { ?x :childOf ?x }`, false},
		{`ASK { VALUES ?x { :e1 } ?x :weight ?w FILTER(?w >= 3000) }`, true},
	} {
		got, err := c.Ask(t.Context(), prefixes+test.query)
		check.That(t, err == nil && got == test.want, "%s: got %v, %v; want %v", test.query, got, err, test.want)
	}
}

// TestTerms: HTTP changes no lexical form, language tag or character.
func TestTerms(t *testing.T) {
	const xsd = "http://www.w3.org/2001/XMLSchema#"
	iri := func(s string) rdf.IRI { return require.Value(rdf.NewIRI(s))(t) }
	var objects []rdf.Object
	for _, l := range [][2]string{{"01", "integer"}, {"1.50", "decimal"}, {"INF", "double"}, {"1e400", "double"},
		{"+1", "int"},
		{"", "string"}, {"a\"b\\c\n\t\u00e9\U0001F418 </script> &amp; \u2028", "string"}, {"-0044-03-15", "date"},
		{"1", "boolean"}} {
		objects = append(objects, rdf.NewTypedLiteral(l[0], iri(xsd+l[1])))
	}
	tagged := require.Value(rdf.NewLangLiteral("Éléphant", "fr"))(t)
	objects = append(objects, tagged, iri("http://example.org/é?q=1&r=%20#x"))
	var triples []rdf.Triple
	for i, o := range objects {
		triples = append(triples, rdf.Triple{Subj: iri("urn:s"), Pred: iri(fmt.Sprintf("urn:p%d", i)), Obj: o})
	}
	e := require.Value(embedded.Start(t.Context(), triples, embedded.Options{}))(t)
	defer e.Close()
	for _, method := range []connector.Method{connector.PostForm, connector.Get, connector.PostDirect} {
		c := require.Value(connector.New(connector.Options{URL: e.URL(), Method: method}))(t)
		defer c.Close()
		for i, o := range objects {
			table := require.Value(c.Select(t.Context(), fmt.Sprintf("SELECT ?o { <urn:s> <urn:p%d> ?o }", i)))(t)
			check.That(t, len(table.Rows) == 1 && rdf.TermsEqual(table.Rows[0][0], o), "%s: got %v, want %v", method, table.Rows,
				o)
		}
	}
}

func TestRefusals(t *testing.T) {
	e, c := start(t, herd, embedded.Options{})
	form := func(params ...string) *http.Request {
		v := url.Values{}
		for i := 0; i < len(params); i += 2 {
			v.Add(params[i], params[i+1])
		}
		r, _ := http.NewRequest("POST", e.URL(), strings.NewReader(v.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return r
	}
	with := func(r *http.Request, name, value string) *http.Request { r.Header.Set(name, value); return r }
	get := func(method, url string) *http.Request { r, _ := http.NewRequest(method, url, nil); return r }
	for _, test := range []struct {
		name   string
		req    *http.Request
		status int
		says   string
	}{
		{"no query", form(), 400, "no query"},
		{"syntax", form("query", "SELECT ?x { ?x"), 400, "malformed query"},
		{"unknown prefix", form("query", "SELECT ?x { ?x ex:p ?y }"), 400, "prefix"},
		{"update", form("update", "DELETE WHERE { ?s ?p ?o }"), 400, "no query"},
		{"an update as a query", form("query", "INSERT DATA { <urn:a> <urn:b> <urn:c> }"), 400, ""},
		{"construct", form("query", "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }"), 400, "SELECT and ASK"},
		{"graph", form("query", "SELECT ?x { GRAPH <urn:g> { ?x ?p ?o } }"), 400, "default graph"},
		{"dataset", form("query", "ASK {}", "default-graph-uri", "urn:g"), 400, "default-graph-uri"},
		{"method", get("DELETE", e.URL()), 405, "GET or POST"},
		{"media type", with(form("query", "ASK {}"), "Content-Type", "text/plain"), 415, "text/plain"},
		{"accept", with(form("query", "ASK {}"), "Accept", "text/csv"), 406, "json"},
		{"update route", get("POST", strings.Replace(e.URL(), "/sparql", "/update", 1)), 404, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			resp, err := http.DefaultClient.Do(test.req.WithContext(t.Context()))
			require.NoError(t, err)
			defer resp.Body.Close()
			body, _ := io.ReadAll(resp.Body)
			check.That(t, resp.StatusCode == test.status && strings.Contains(string(body), test.says),
				"got %d %s, want %d %q", resp.StatusCode, body, test.status, test.says)
		})
	}
	table, err := c.Select(t.Context(), "SELECT * { ?s ?p ?o }")
	check.That(t, err == nil && len(table.Rows) == strings.Count(herd, "\n")-1, "%v, %v", table, err)
}

// endless needs 300^4 steps.
const endless = `SELECT (COUNT(*) AS ?n) { ?a ?p ?b . ?c ?q ?d . ?e ?r ?f . ?g ?s ?h }`

func many(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<urn:s%d> <urn:p> <urn:o%d> .\n", i, i)
	}
	return b.String()
}

func TestQueryTimesOut(t *testing.T) {
	_, c := start(t, many(300), embedded.Options{QueryTimeout: 200 * time.Millisecond})
	began := time.Now()
	_, err := c.Select(t.Context(), endless)
	var timeout *connector.TimeoutError
	require.That(t, errors.As(err, &timeout) && timeout.Server, "got %v, want a timeout of the server", err)
	testsize.Prompt(t, time.Since(began), 3*time.Second)
	ok, err := c.Ask(t.Context(), "ASK { <urn:s1> ?p ?o }")
	check.That(t, err == nil && ok, "after a timeout: %v, %v", ok, err)
}

func TestCloseEndsQueries(t *testing.T) {
	testsize.EndGoroutines(t)
	e, c := start(t, many(300), embedded.Options{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			_, err := c.Select(context.Background(), endless)
			check.That(t, err != nil, "an endless query was answered")
		})
	}
	time.Sleep(100 * time.Millisecond)
	began := time.Now()
	check.NoError(t, e.Close())
	wg.Wait()
	testsize.Prompt(t, time.Since(began), 3*time.Second)
}

// TestCancelEndsQuery: when clients disconnect, their slots become free.
func TestCancelEndsQuery(t *testing.T) {
	_, c := start(t, many(300), embedded.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			_, err := c.Select(ctx, endless)
			check.That(t, err != nil, "an endless query was answered")
		})
	}
	wg.Wait()
	ctx, cancel = context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	check.NoError(t, check.Error(c.Ask(ctx, "ASK {}")), "no slot was freed")
}

func TestStartErrors(t *testing.T) {
	if e, err := embedded.Start(t.Context(), nil, embedded.Options{QueryTimeout: -1}); err == nil {
		e.Close()
		t.Error("a negative timeout accepted")
	}
	_, err := embedded.StartNTriples(t.Context(), strings.NewReader("<urn:a> <urn:b> .\n"), embedded.Options{})
	check.That(t, err != nil, "malformed N-Triples accepted")
}
