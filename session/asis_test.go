package session

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/members"
)

// painters returns N-Quads about people in as many named graphs: classes, facts, and labels are in
// different ones. Those who work as a painter or sculptor are artists by two statements in
// different graphs.
func painters(graphs int) string {
	var b strings.Builder
	n := 0
	add := func(s, p, o string) {
		if !strings.HasPrefix(o, `"`) {
			o = "<" + o + ">"
		}
		fmt.Fprintf(&b, "<http://x.org/%s> <%s> %s <urn:graph:%d> .\n", s, p, o, n%graphs)
		n++
	}
	const rdfs, rdf = "http://www.w3.org/2000/01/rdf-schema#", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	for i, job := range []string{"Painter", "Sculptor", "Baker", "Tailor"} {
		add("job"+job, rdf+"type", "http://x.org/"+job)
		add(job, rdfs+"subClassOf", "http://x.org/"+[]string{"Artist", "Artist", "Craft", "Craft"}[i])
	}
	for i := range 48 {
		p := fmt.Sprintf("p%d", i)
		add(p, rdf+"type", "http://x.org/Person")
		add(p, rdfs+"label", fmt.Sprintf(`"Person %d"@en`, i))
		add(p, "http://x.org/worksAs", "http://x.org/job"+[]string{"Painter", "Sculptor", "Baker", "Tailor"}[i%4])
		add(p, "http://x.org/citizen", fmt.Sprintf("http://x.org/c%d", i%5))
	}
	return b.String()
}

// getOnly forbids every POST; xmlOnly answers in XML whatever is accepted; listless knows neither FROM
// nor a default graph by the protocol.
func getOnly(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodGet {
		return true
	}
	http.Error(w, "forbidden", http.StatusForbidden)
	return false
}

func xmlOnly(_ http.ResponseWriter, r *http.Request) bool {
	r.Header.Set("Accept", "application/sparql-results+xml")
	return true
}

func listless(w http.ResponseWriter, r *http.Request) bool {
	if strings.Contains(r.URL.RawQuery, "default-graph-uri") || strings.Contains(r.URL.RawQuery, "FROM+") {
		http.Error(w, "no such graph", http.StatusBadRequest)
		return false
	}
	return getOnly(w, r)
}

// behind returns the address of a proxy before an endpoint that lets through what may.
func behind(t *testing.T, endpoint string, may func(http.ResponseWriter, *http.Request) bool) string {
	t.Helper()
	target := require.Value(url.Parse(endpoint))(t)
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: target.Scheme, Host: target.Host})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if may(w, r) {
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(srv.Close)
	return srv.URL + target.Path
}

// TestEnginesAsTheyAre: the first answer is right where all data is in one, some or many named graphs,
// and where an endpoint takes queries by GET only or answers in XML only. The queries that are shown
// say the graphs.
func TestEnginesAsTheyAre(t *testing.T) {
	union := "FROM <urn:x-arq:UnionGraph>"
	for _, starter := range engines.All()[:3] { // the others have a default graph of all graphs
		t.Run(starter.Name, func(t *testing.T) {
			e := starter.Start(t, "")
			for _, tt := range []struct {
				name   string
				graphs int
				may    func(http.ResponseWriter, *http.Request) bool
				says   map[string]string // in the query, by engine; Virtuoso's default graph has all graphs
			}{
				{"one graph", 1, nil, map[string]string{"oxigraph": "FROM <urn:graph:0>", "fuseki": "FROM <urn:graph:0>"}},
				{"three graphs", 3, nil, map[string]string{"oxigraph": "FROM <urn:graph:2>", "fuseki": union}},
				{"many graphs", 30, nil, map[string]string{"oxigraph": "GRAPH ?g", "fuseki": union}},
				{"GET only", 3, getOnly, map[string]string{"oxigraph": "FROM <urn:graph:2>", "fuseki": union}},
				{"XML only", 3, xmlOnly, map[string]string{"oxigraph": "FROM <urn:graph:2>", "fuseki": union}},
				{"GET only, without FROM", 3, listless, map[string]string{"oxigraph": "GRAPH ?g", "fuseki": "GRAPH ?g"}},
			} {
				t.Run(tt.name, func(t *testing.T) {
					require.NoError(t, e.LoadQuads(t.Context(), painters(tt.graphs)))
					endpoint := e.Endpoint
					if tt.may != nil {
						endpoint = behind(t, endpoint, tt.may)
					}
					checkPainters(t, endpoint, tt.says[starter.Name])
				})
			}
		})
	}
}

func checkPainters(t *testing.T, endpoint, says string) {
	// A proxy answers 502 if the engine closes a connection that was kept open.
	s := openSession(t, func(c *config.Config) { c.Endpoint, c.Retries = endpoint, 2 })
	s.use = s.use.On(s.use.Source)
	person := func(numbers ...int) (out []string) {
		for _, n := range numbers {
			out = append(out, fmt.Sprintf("http://x.org/p%d", n))
		}
		return out
	}
	ex := require.Value(extract.NewExamples(person(0, 1, 4, 9, 12), person(2, 3, 7, 10, 14)))(t)
	var first *answer.Result
	r := require.Value(
		s.Work().Answer(t.Context(),
			answer.Task{Examples: ex, Confirm: true, Options: require.Value(s.use.Config.Learner())(t),
				Show: func(r *answer.Result) {
					if first == nil {
						first = r
					}
				}}))(t)
	const want = "∃<http://x.org/worksAs>.<http://x.org/Artist>"
	for when, r := range map[string]*answer.Result{"first": first, "last": r} {
		check.Equal(t, syntax.Print(r.Fitting.Concept, syntax.Options{}), want, "%s", when)
		check.That(t, strings.Contains(r.Query, says), "%s: no %q in\n%s", when, says, r.Query)
	}
	check.That(t, r.Confirmed(), "not confirmed: %+v", r.Verdict)
	table := require.Value(
		s.Members().Table(t.Context(), r.Problem, r.Fitting.Concept,
			members.TableOptions{Columns: []string{"http://x.org/citizen"}}))(t)
	rows := require.Value(s.use.Source.Endpoint().Select(t.Context(), r.Query))(t).Rows
	again := require.Value(require.Value(connector.New(connector.Options{URL: endpoint}))(t).Select(t.Context(), r.Query))(
		t)
	var found []string
	for _, row := range again.Rows {
		found = append(found, row[0].String())
	}
	slices.Sort(found)
	check.That(t, len(table.Members) == 24 && len(rows) == 24 && len(slices.Compact(found)) == 24,
		"%d members in the table, %d and %d by the query", len(table.Members), len(rows), len(found))
}
