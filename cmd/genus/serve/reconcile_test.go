package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/faults"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

// TestReconcile makes the calls of OpenRefine 3: its page reads the manifest, the program posts a few rows without a
// type, the user chooses a type, all rows are posted, and the page suggests and previews. The namesake of another class
// is no candidate of the type.
func TestReconcile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "films.ttl")
	require.NoError(t, os.WriteFile(file,
		[]byte(`@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
		:Film rdfs:label "film" . :Ship rdfs:label "ship" . :year rdfs:label "year" .
		:t1 a :Film ; rdfs:label "Titanic" ; :year 1997 . :t2 a :Ship ; rdfs:label "Titanic" . :a a :Film ; rdfs:label "Alien" . :b a :Film ; rdfs:label "Brazil" .`), 0o600))
	const page, other = "http://127.0.0.1:3333", "http://evil.example"
	x := start(t, map[string][]string{"data": {file}, "allow": {"origin:" + page}}, "")
	x.header = http.Header{} // OpenRefine sends none of those of the page of genus
	form := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	ask := func(queries string) (out map[string]struct {
		Result []struct {
			ID, Name string
			Type     []struct{ ID, Name string }
			Score    float64
			Match    bool
		}
	}) {
		answer := x.status(http.StatusOK, "POST", "/reconcile", url.Values{"queries": {queries}}.Encode(), form)
		require.NoError(t, json.Unmarshal([]byte(answer), &out))
		return out
	}

	var manifest struct {
		Versions []string
		Name     string
		Suggest  map[string]map[string]string
	}
	require.NoError(t, json.Unmarshal(
		[]byte(x.status(http.StatusOK, "GET", "/reconcile", nil, http.Header{"Origin": {page}})), &manifest))
	check.That(t, manifest.Versions[0] == "0.2" && manifest.Suggest["type"]["service_path"] == "/suggest/type",
		"manifest %+v", manifest)

	check.Contains(t, x.status(http.StatusOK, "GET", "/reconcile", nil, http.Header{"X-Forwarded-Proto": {"https"}}),
		`"service_url":"https://`, "behind TLS")

	guess := ask(`{"q0": {"query": "titanic", "limit": 3}}`)["q0"].Result
	check.That(t, len(guess) == 2 && !guess[0].Match && guess[0].Score == 70 && guess[0].Name == "Titanic" &&
		guess[0].Type[0].Name != "", "a name of two: %+v", guess)
	all := ask(`{"q0": {"query": "Titanic", "type": "http://e/Film", "type_strict": "should"}, "q1": {"query": "Brazil", "type": "http://e/Ship"},
		"q2": {"query": "http://e/a"}, "q3": {"query": "nothing like it"}}`)
	r := all["q0"].Result
	check.That(t, len(r) == 1 && r[0].ID == "http://e/t1" && r[0].Match && r[0].Score == 100, "of the class: %+v", r)
	check.That(t, len(all["q1"].Result) == 0 && len(all["q3"].Result) == 0, "of no class, and no name: %+v", all)
	check.That(t, len(all["q2"].Result) == 1 && all["q2"].Result[0].Name == "Alien", "an IRI: %+v", all["q2"])

	for path, want := range map[string]string{
		"/reconcile/suggest/entity?prefix=ali":    `{"result":[{"id":"http://e/a","name":"Alien","description":"film"}]}`,
		"/reconcile/suggest/type?prefix=fil":      `{"result":[{"id":"http://e/Film","name":"film"}]}`,
		"/reconcile/suggest/property?prefix=ye":   `{"result":[{"id":"http://e/year","name":"year"}]}`,
		"/reconcile/suggest/property?prefix=none": `{"result":[]}`,
		"/reconcile/preview?id=http://e/t1":       "year: 1997",
		"/reconcile?callback=jsonp123&queries=" +
			url.QueryEscape(`{"q0": {"query": "Alien"}}`): `/**/jsonp123({"q0":{"result":[{"id":"http://e/a"`,
	} {
		check.Contains(t, x.status(http.StatusOK, "GET", path, nil, http.Header{"Origin": {page}}), want, "GET %s", path)
	}

	// A page of suggestions begins after those that the cursor skips.
	for path, want := range map[string]string{
		"entity?prefix=titanic":              `{"result":[{"id":"http://e/t1","name":"Titanic","description":"film"},{"id":"http://e/t2","name":"Titanic","description":"ship"}]}`,
		"entity?prefix=titanic&cursor=1":     `{"result":[{"id":"http://e/t2","name":"Titanic","description":"ship"}]}`,
		"entity?prefix=titanic&cursor=2":     `{"result":[]}`,
		"type?prefix=fil&cursor=0":           `{"result":[{"id":"http://e/Film","name":"film"}]}`,
		"type?prefix=fil&cursor=1":           `{"result":[]}`,
		"property?prefix=ye&cursor=1":        `{"result":[]}`,
		"property?prefix=http://e/y&cursor=": `{"result":[{"id":"http://e/y"`,
	} {
		check.Contains(t, x.status(http.StatusOK, "GET", "/reconcile/suggest/"+path, nil, nil), want, "GET %s", path)
	}
	for _, cursor := range []string{"-1", "x", "1000000"} {
		check.Contains(t, x.status(http.StatusUnprocessableEntity, "GET", "/reconcile/suggest/entity?prefix=a&cursor="+cursor,
			nil, nil), "cursor", "cursor %s", cursor)
	}

	// Properties alone find nothing: that is an error, whatever way the query comes. A query of nothing has no result.
	alone := `{"q0": {"properties": [{"pid": "http://e/year", "v": 1997}]}, "q1": {"query": "Alien"}}`
	check.Contains(t, x.status(http.StatusUnprocessableEntity, "POST", "/reconcile",
		url.Values{"queries": {alone}}.Encode(), form), "q0", "POST")
	for _, path := range []string{"/reconcile?queries=", "/reconcile/given?queries=", "/reconcile?callback=f&queries="} {
		check.Contains(t, x.status(http.StatusUnprocessableEntity, "GET", path+url.QueryEscape(alone), nil, nil),
			"has no name", "GET %s", path)
	}
	check.Equal(t, len(ask(`{"q0": {"query": "", "properties": [{"pid": "http://e/year", "v": ""}]}}`)["q0"].Result), 0,
		"a query of nothing")

	// What is refused: other pages, callbacks that are no name, no JSON, unknown sources.
	x.status(http.StatusForbidden, "GET", "/reconcile", nil, http.Header{"Origin": {other}})
	x.status(http.StatusForbidden, "GET", "/reconcile?callback=f", nil,
		http.Header{"Sec-Fetch-Site": {"cross-site"}, "Referer": {other + "/x"}})
	x.status(http.StatusUnprocessableEntity, "GET", "/reconcile?callback=alert(1)", nil, nil)
	x.status(http.StatusUnprocessableEntity, "POST", "/reconcile", "queries=no", form)
	x.status(http.StatusUnprocessableEntity, "POST", "/reconcile", "queries={"+strings.Repeat(`"a":1,`, 9)+`}`, form)
	x.status(http.StatusNotFound, "GET", "/reconcile/nothing", nil, nil)
	y := start(t, map[string][]string{"data": {file}}, "secret")
	y.header = http.Header{}
	y.status(http.StatusUnauthorized, "GET", "/reconcile", nil, nil)
	y.status(http.StatusOK, "GET", "/reconcile", nil, http.Header{"Authorization": {"Bearer secret"}})
}

// namesakes are three films and a ship.
const namesakes = `@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
	:Film rdfs:label "film" . :year rdfs:label "year" . :director rdfs:label "director" . :jc a :Person ; rdfs:label "James Cameron" .
	:t1 a :Film ; rdfs:label "Titanic" ; :year 1997 ; :director :jc ; :released "1997-12-19"^^xsd:date ; :rating 7.9 ; :cast :leo, :kate ; :seen "1"^^xsd:boolean .
	:t2 a :Film ; rdfs:label "Titanic" ; :year 1953 ; :director :jn ; :released "1953-04-16T20:00:00Z"^^xsd:dateTime .
	:t3 a :Ship ; rdfs:label "Titanic" ; :note "RMS  Titanic" . :a a :Film ; rdfs:label "Alien" ; :year 1979 .
	:jn a :Person . :leo a :Person . :kate a :Person .`

// namesakeServers are a server of a file with them, and one of an endpoint.
func namesakeServers(t *testing.T) map[string]*tester {
	t.Helper()
	file := testfiles.Write(t, "namesakes.ttl", namesakes)
	e := engines.StartEmbedded(t, engines.NTriples(t, file))
	return map[string]*tester{
		"file":     start(t, map[string][]string{"data": {file}}, ""),
		"endpoint": start(t, map[string][]string{"endpoint": {e.Endpoint}, "rate": {"1000"}}, ""),
	}
}

// TestReconcileExtend makes the calls of OpenRefine 3 for columns from reconciled values: its page asks which
// properties films have, with a callback, and the program posts the individuals and the properties, with the settings
// of a form.
func TestReconcileExtend(t *testing.T) {
	form := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	for name, x := range namesakeServers(t) {
		t.Run(name, func(t *testing.T) {
			x.t = t
			get := func(path string) string { return x.status(http.StatusOK, "GET", path, nil, nil) }
			check.Contains(t, get("/reconcile"), `"propose_properties":{"service_path":"/properties","service_url":"http://`)
			check.Contains(t, get("/reconcile/properties?type=http://e/Film&callback=f1"),
				`/**/f1({"properties":[{"id":"http://e/year","name":"year"},`)
			check.Contains(t, get("/reconcile/properties?type=http://e/Film&limit=1"),
				`{"properties":[{"id":"http://e/year","name":"year"}],"type":"http://e/Film"}`)
			check.Contains(t, get("/reconcile/suggest/property?prefix=http://e/director"),
				`{"result":[{"id":"http://e/director","name":"director"}]}`)

			extend := func(query string) string {
				t.Helper()
				answer := x.status(http.StatusOK, "POST", "/reconcile", url.Values{"extend": {query}}.Encode(), form)
				check.Equal(t, get("/reconcile?extend="+url.QueryEscape(query)), answer, "by GET")
				return strings.TrimSpace(answer)
			}
			check.Equal(t, extend(
				`{"ids": ["http://e/t1", "http://e/a", "http://e/none"], "properties": [{"id": "http://e/director"}, {"id": "year"}]}`),
				`{"meta":[{"id":"http://e/director","name":"director"},{"id":"year","name":"year"}],"rows":{`+
					`"http://e/a":{"http://e/director":[],"year":[{"int":1979}]},`+
					`"http://e/none":{"http://e/director":[],"year":[]},`+
					`"http://e/t1":{"http://e/director":[{"id":"http://e/jc","name":"James Cameron"}],"year":[{"int":1997}]}}}`)
			check.Equal(t, extend(
				`{"ids": ["http://e/t1", "http://e/t2"], "properties": [{"id": "http://e/released"}, {"id": "http://e/cast", "settings": {"limit": "1"}}, {"id": "http://e/rating"}, {"id": "http://e/seen"}]}`),
				`{"meta":[{"id":"http://e/released","name":"released"},{"id":"http://e/cast","name":"cast"},{"id":"http://e/rating","name":"rating"},{"id":"http://e/seen","name":"seen"}],"rows":{`+
					`"http://e/t1":{"http://e/cast":[{"id":"http://e/kate","name":"kate"}],"http://e/rating":[{"float":7.9}],"http://e/released":[{"date":"1997-12-19T00:00:00"}],"http://e/seen":[{"str":"true"}]},`+
					`"http://e/t2":{"http://e/cast":[],"http://e/rating":[],"http://e/released":[{"date":"1953-04-16T20:00:00Z"}],"http://e/seen":[]}}}`)
			check.Equal(t, extend(
				`{"ids": ["http://e/t1", "http://e/jc"], "properties": [{"id": "http://e/cast", "settings": {"count": "on", "limit": 0}}, {"id": "^http://e/director"}]}`),
				`{"meta":[{"id":"http://e/cast","name":"cast"},{"id":"^http://e/director","name":"director"}],"rows":{`+
					`"http://e/jc":{"^http://e/director":[{"id":"http://e/t1","name":"Titanic"}],"http://e/cast":[{"int":0}]},`+
					`"http://e/t1":{"^http://e/director":[],"http://e/cast":[{"int":2}]}}}`)
			check.Equal(t, extend(`{"ids": [], "properties": [{"id": "http://e/year"}]}`),
				`{"meta":[{"id":"http://e/year","name":"http://e/year"}],"rows":{}}`)

			many := strings.Repeat(`"http://e/t1",`, 500) + `"http://e/t1"`
			var properties []string
			for i := range 21 {
				properties = append(properties, fmt.Sprintf(`{"id": "http://e/p%d"}`, i))
			}
			for query, want := range map[string]string{
				"no": "extend: invalid character",
				`{"ids": ["http://e/t1"], "properties": [{"id": "nonsense"}]}`: "no property of the " +
					"members has the name",
				`{"ids": ["http://e/t1"], "properties": [{"id": "year"}, {"id": "year"}]}`: "properties: year: a " +
					"property is there twice",
				`{"ids": ["http://e/t1"], "properties": [{"id": "year"}, {"id": "http://e/year"}]}`: "a property is there twice",
				`{"ids": ["http://e/t1"], "properties": [{"id": "year", "settings": {"limit": "x"}}]}`: "property year: the " +
					"limit is x, but must be a whole number",
				`{"ids": ["not an id"], "properties": [{"id": "year"}]}`: "not an id",
				`{"ids": [` + many +
					`], "properties": [{"id": "year"}]}`: "501 individuals with 1 properties: send 500 with 20 at most",
				`{"ids": [], "properties": [` + strings.Join(properties, ",") +
					`]}`: "0 individuals with 21 properties: send 500 with 20 at most",
			} {
				check.Contains(t,
					x.status(http.StatusUnprocessableEntity, "POST", "/reconcile", url.Values{"extend": {query}}.Encode(), form), want)
			}
			x.status(http.StatusUnprocessableEntity, "GET", "/reconcile/properties?limit=x", nil, nil)
		})
	}
}

// TestReconcileExtendOfCutResults asks for two properties with so many values that their combinations do not fit into
// an answer of the endpoint, and then for one that does not fit alone.
func TestReconcileExtendOfCutResults(t *testing.T) {
	text := "@prefix : <http://e/> .\n"
	for i := range 20 {
		text += fmt.Sprintf(":a :p :b%d ; :q %[1]d .\n", i)
	}
	for i := range 200 {
		text += fmt.Sprintf(":a :r %d .\n", i)
	}
	e := engines.StartEmbedded(t, engines.NTriples(t, testfiles.Write(t, "a.ttl", text)))
	proxy := faults.StartPublic(t, e.Endpoint, faults.Behaviour{Rows: 150})
	x := start(t, map[string][]string{"endpoint": {proxy.URL}, "rate": {"1000"}}, "")
	ask := func(status int, properties string) string {
		return x.status(status, "GET",
			"/reconcile?extend="+url.QueryEscape(`{"ids": ["http://e/a"], "properties": [`+properties+`]}`), nil, nil)
	}
	answer := ask(http.StatusOK, `{"id": "http://e/p"}, {"id": "http://e/q"}`)
	check.That(t, strings.Count(answer, `"name":"b`) == 20 && strings.Count(answer, `"int":`) == 20, "the values are %s",
		answer)
	check.Contains(t, ask(http.StatusBadGateway, `{"id": "http://e/r"}`), "incomplete result: 150 of 200 rows")
}

// TestReconcileProperties asks for one of three namesakes by what a row says beside the name.
func TestReconcileProperties(t *testing.T) {
	for name, x := range namesakeServers(t) {
		t.Run(name, func(t *testing.T) {
			x.t = t
			for properties, want := range map[string]string{
				`[]`:                                      "t1 70, t2 70, t3 70",
				`[{"pid": "http://e/year", "v": ""}]`:     "t1 70, t2 70, t3 70",
				`[{"pid": "http://e/year", "v": 1953}]`:   "t2 85, t3 60, t1 35",
				`[{"pid": "http://e/year", "v": "1953"}]`: "t2 85, t3 60, t1 35",
				`[{"pid": "http://e/year", "v": "1953.0"}, {"pid": "http://e/released", "v": ["1953-04", "1954"]}]`: "t2 85, t3 60, t1 35",
				`[{"pid": "http://e/year", "v": 1997}, {"pid": "http://e/director", "v": {"id": "http://e/jn"}}]`:   "t1 60, t2 60, t3 60",
				`[{"pid": "http://e/director", "v": "james cameron"}, {"pid": "http://e/seen", "v": true}]`:         "t1 85, t3 60, t2 48",
				`[{"pid": "http://e/note", "v": "rms titanic"}]`:                                                    "t3 85, t1 60, t2 60",
				`[{"pid": "http://e/year", "v": 1900}]`:                                                             "t3 60, t1 35, t2 35",
				`[{"pid": "http://e/year", "v": 1997}], "type": ["http://e/Film"]`:                                  "t1 100 sure, t2 35",
				`[{"pid": "http://e/year", "v": 1997}], "limit": 1`:                                                 "t1 85",
			} {
				query := `{"q": {"query": "Titanic", "properties": ` + properties + `}}`
				var out map[string]api.ReconcileResult
				require.NoError(t,
					json.Unmarshal([]byte(x.status(http.StatusOK, "GET", "/reconcile?queries="+url.QueryEscape(query), nil, nil)),
						&out))
				list := check.Map(out["q"].Result, func(c api.ReconcileCandidate) string {
					return fmt.Sprint(strings.TrimPrefix(c.ID, "http://e/"), " ", c.Score, map[bool]string{true: " sure"}[c.Match])
				})
				slices.SortStableFunc(list, func(a, b string) int { // of the same score by name
					if strings.Fields(a)[1] != strings.Fields(b)[1] {
						return 0
					}
					return strings.Compare(a, b)
				})
				check.Equal(t, strings.Join(list, ", "), want, "%s", properties)
			}
			query := `{"q": {"query": "Alien", "properties": [{"pid": "http://e/year", "v": 1986}]}}`
			answer := x.status(http.StatusOK, "GET", "/reconcile?queries="+url.QueryEscape(query), nil, nil)
			check.Contains(t, answer, `"score":50,"match":false`, "a name that only one has, and another year")
		})
	}
}
