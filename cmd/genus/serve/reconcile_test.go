package serve

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// TestReconcile makes the calls of OpenRefine 3: its page reads the manifest, the program posts a few rows without a type,
// the user chooses a type, all rows are posted, and the page suggests and previews. The namesake of another class is
// no candidate of the type.
func TestReconcile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "films.ttl")
	require.NoError(t, os.WriteFile(file, []byte(`@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
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
	require.NoError(t, json.Unmarshal([]byte(x.status(http.StatusOK, "GET", "/reconcile", nil, http.Header{"Origin": {page}})), &manifest))
	check.That(t, manifest.Versions[0] == "0.2" && manifest.Suggest["type"]["service_path"] == "/suggest/type", "manifest %+v", manifest)

	check.Contains(t, x.status(http.StatusOK, "GET", "/reconcile", nil, http.Header{"X-Forwarded-Proto": {"https"}}), `"service_url":"https://`, "behind TLS")

	guess := ask(`{"q0": {"query": "titanic", "limit": 3}}`)["q0"].Result
	check.That(t, len(guess) == 2 && !guess[0].Match && guess[0].Score == 70 && guess[0].Name == "Titanic" && guess[0].Type[0].Name != "", "a name of two: %+v", guess)
	all := ask(`{"q0": {"query": "Titanic", "type": "http://e/Film", "type_strict": "should"}, "q1": {"query": "Brazil", "type": "http://e/Ship"},
		"q2": {"query": "http://e/a"}, "q3": {"query": "nothing like it"}}`)
	r := all["q0"].Result
	check.That(t, len(r) == 1 && r[0].ID == "http://e/t1" && r[0].Match && r[0].Score == 100, "of the class: %+v", r)
	check.That(t, len(all["q1"].Result) == 0 && len(all["q3"].Result) == 0, "of no class, and no name: %+v", all)
	check.That(t, len(all["q2"].Result) == 1 && all["q2"].Result[0].Name == "Alien", "an IRI: %+v", all["q2"])

	for path, want := range map[string]string{
		"/reconcile/suggest/entity?prefix=ali":                                                  `{"result":[{"id":"http://e/a","name":"Alien","description":"film"}]}`,
		"/reconcile/suggest/type?prefix=fil":                                                    `{"result":[{"id":"http://e/Film","name":"film"}]}`,
		"/reconcile/suggest/property?prefix=ye":                                                 `{"result":[{"id":"http://e/year","name":"year"}]}`,
		"/reconcile/suggest/property?prefix=none":                                               `{"result":[]}`,
		"/reconcile/preview?id=http://e/t1":                                                     "year: 1997",
		"/reconcile?callback=jsonp123&queries=" + url.QueryEscape(`{"q0": {"query": "Alien"}}`): `/**/jsonp123({"q0":{"result":[{"id":"http://e/a"`,
	} {
		check.Contains(t, x.status(http.StatusOK, "GET", path, nil, http.Header{"Origin": {page}}), want, "GET %s", path)
	}

	// What is refused: other pages, callbacks that are no name, no JSON, unknown sources.
	x.status(http.StatusForbidden, "GET", "/reconcile", nil, http.Header{"Origin": {other}})
	x.status(http.StatusForbidden, "GET", "/reconcile?callback=f", nil, http.Header{"Sec-Fetch-Site": {"cross-site"}, "Referer": {other + "/x"}})
	x.status(http.StatusUnprocessableEntity, "GET", "/reconcile?callback=alert(1)", nil, nil)
	x.status(http.StatusUnprocessableEntity, "POST", "/reconcile", "queries=no", form)
	x.status(http.StatusUnprocessableEntity, "POST", "/reconcile", "queries={"+strings.Repeat(`"a":1,`, 9)+`}`, form)
	x.status(http.StatusNotFound, "GET", "/reconcile/nothing", nil, nil)
	y := start(t, map[string][]string{"data": {file}}, "secret")
	y.header = http.Header{}
	y.status(http.StatusUnauthorized, "GET", "/reconcile", nil, nil)
	y.status(http.StatusOK, "GET", "/reconcile", nil, http.Header{"Authorization": {"Bearer secret"}})
}
