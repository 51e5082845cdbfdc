package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/session/source"
)

// peopleOf returns n people as Wikidata states them, and a table of the painters among them, who are every third: with
// a wrong place in every twentieth row, and an unknown name in every fiftieth.
func peopleOf(n int) (triples string, columns []string, rows [][]string) {
	const labelIRI = "http://www.w3.org/2000/01/rdf-schema#label"
	var b strings.Builder
	entity := func(id int) string { return fmt.Sprintf("<http://www.wikidata.org/entity/Q%d>", id) }
	state := func(id, property int, object string) {
		fmt.Fprintf(&b, "%s <http://www.wikidata.org/prop/direct/P%d> %s .\n", entity(id), property, object)
	}
	label := func(id int, text string) {
		fmt.Fprintf(&b, "%s <%s> %q@en .\n", entity(id), labelIRI, text)
	}
	const item, instant, quantity = "WikibaseItem", "Time", "Quantity"
	for p, kind := range map[int]string{31: item, 27: item, 19: item, 17: item, 106: item, 569: instant, 2048: quantity} {
		property := fmt.Sprintf("<http://www.wikidata.org/entity/P%d>", p)
		fmt.Fprintf(&b, "%s <http://wikiba.se/ontology#directClaim> <http://www.wikidata.org/prop/direct/P%d> .\n", property,
			p)
		fmt.Fprintf(&b, "%s <http://wikiba.se/ontology#propertyType> <http://wikiba.se/ontology#%s> .\n", property, kind)
		fmt.Fprintf(&b, "%s <%s> \"property %d\"@en .\n", property, labelIRI, p)
	}
	label(5, "human")
	const countries, places, occupations = 9, 60, 3
	for i := range countries {
		label(100+i, fmt.Sprintf("Country %d", i))
	}
	for i := range places {
		label(200+i, fmt.Sprintf("Place %d", i))
		state(200+i, 17, entity(100+i%countries))
	}
	for i := range occupations {
		label(300+i, []string{"painter", "poet", "pilot"}[i])
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		id, place, height := 1000+i, random.IntN(places), 150+random.IntN(50)
		born := fmt.Sprintf("19%02d-%02d-%02d", random.IntN(90), 1+random.IntN(12), 1+random.IntN(28))
		name := fmt.Sprintf("Person %d", i)
		label(id, name)
		state(id, 31, entity(5))
		state(id, 27, entity(100+random.IntN(countries)))
		state(id, 19, entity(200+place))
		state(id, 106, entity(300+i%occupations))
		state(id, 569, fmt.Sprintf(`"%sT00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>`, born))
		state(id, 2048, fmt.Sprintf(`"%d"^^<http://www.w3.org/2001/XMLSchema#decimal>`, height))
		if i%occupations > 0 {
			continue
		}
		where, country := fmt.Sprintf("Place %d", place), fmt.Sprintf("Country %d", place%countries)
		row := []string{name, born, where, country, fmt.Sprint(height), "painter"}
		switch at := len(rows); {
		case at%50 == 49:
			row[0] = fmt.Sprintf("Nobody %d", i)
		case at%20 == 19:
			row[2] = fmt.Sprintf("Place %d", (place+1)%places)
		}
		rows = append(rows, row)
	}
	return b.String(), []string{"name", "born", "place", "country of the place", "height", "occupation"}, rows
}

// TestEnginesTableRequests counts the requests to an endpoint, with the settings for Wikidata, for a table of 1,000
// rows with names and five more columns. Searches by Wikidata's own service find nothing there.
func TestEnginesTableRequests(t *testing.T) {
	triples, columns, rows := peopleOf(3000)
	e := engines.StartOxigraph(t, triples)
	target := require.Value(url.Parse(e.Endpoint))(t)
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.Director = func(r *http.Request) {
		r.URL.Scheme, r.URL.Host, r.URL.Path, r.Host = target.Scheme, target.Host, target.Path, target.Host
	}
	var requests, searches, slow atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := requests.Add(1)
		body := require.Value(io.ReadAll(r.Body))(t)
		values, _ := url.ParseQuery(string(body) + "&" + r.URL.RawQuery)
		query := values.Get("query")
		t.Logf("%d: %s", n, strings.Join(strings.Fields(query[:min(len(query), 1000)]), " "))
		if strings.Contains(query, "wikibase:mwapi") || strings.Contains(query, "ontology#mwapi") {
			searches.Add(1)
			w.Header().Set("Content-Type", "application/sparql-results+json")
			_, _ = io.WriteString(w, `{"head":{"vars":["x"]},"results":{"bindings":[]}}`)
			return
		}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		began := time.Now()
		proxy.ServeHTTP(w, r)
		if time.Since(began) > 5*time.Second {
			slow.Add(1)
		}
	}))
	t.Cleanup(srv.Close)
	c := require.Value(config.Preset("wikidata"))(t)
	c.Endpoint, c.Rate, c.Load = srv.URL+"/query", 0, 0
	s := require.Value(genus.Open(t.Context(), c, genus.Options{Reporter: source.Silent{}, Anonymous: true}))(t)
	t.Cleanup(s.Close)
	out := require.Value(api.Annotate(t.Context(), api.On(*s), api.AnnotateInput{Columns: columns, Rows: rows}))(t)
	unknown := 0
	for _, r := range out.Rows {
		if r.Accepted == nil {
			unknown++
		}
	}
	for i, want := range []string{"P569", "P19", "P19/P17", "P2048", "P106"} {
		got := strings.NewReplacer("<http://www.wikidata.org/prop/direct/", "", ">", "").Replace(out.Columns[i].Text())
		check.Equal(t, got, want, columns[i+1])
	}
	check.Equal(t, unknown, len(rows)/50, "unknown rows")
	check.Equal(t, len(out.Differ), len(rows)/20-len(rows)/100, "cells that differ")
	require.That(t, out.Definition != nil && out.Definition.Concept != nil, "no definition: %q", out.Notes)
	t.Logf("%d requests, of them %d searches: %s; %d members are absent; notes %q",
		requests.Load(), searches.Load(), out.Definition.Concept.DL, len(out.Absent), out.Notes)
	// A count that takes too long is asked again in pieces, and the requests after a slow answer are smaller.
	limit := 60 + 10*slow.Load()
	check.That(t, requests.Load() <= limit, "%d requests, want %d at most", requests.Load(), limit)
}
