package serve

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
)

// elephantFile is the path of the built-in graph.
const elephantFile = "../../../internal/elephants/elephants.ttl"

// serveElephants starts an endpoint with the built-in graph.
func serveElephants(t *testing.T) (url string) {
	t.Helper()
	return engines.StartEmbedded(t, engines.NTriples(t, elephantFile)).Endpoint
}

// undated returns the built-in graph without dates. Their many thresholds take the embedded engine
// seconds.
func undated(t *testing.T) string {
	t.Helper()
	return regexp.MustCompile(`(?m)^.*zoo#birthDate.*\n`).ReplaceAllString(engines.NTriples(t, elephantFile), "")
}

// serveUndated starts an endpoint with it.
func serveUndated(t *testing.T) (url string) {
	t.Helper()
	return engines.StartEmbedded(t, undated(t)).Endpoint
}

// TestEndpoint runs checkEndpoint on the embedded endpoint.
func TestEndpoint(t *testing.T) { checkEndpoint(t, serveUndated(t), nil, undated(t)) }

// TestExtractionContinues checks that the next job continues an extraction that exceeded
// the limits of a job. The result has the first answer until the extraction is finished.
func TestExtractionContinues(t *testing.T) {
	x := start(t, map[string][]string{"max-requests": {"1"}}, "")
	src := x.endpoint(serveUndated(t))
	for n := range 50 {
		j := x.learn(src.ID, elephants.SisterPositives, elephants.SisterNegatives, easyOptions)
		require.That(t, j.State == done && j.Result.Concept != nil && j.Result.Endpoint.Confirmed,
			"job %d: %s, %+v, %+v", n, j.State, j.Error, j.Result)
		if j.Result.Unproved == "" && n > 0 {
			return
		}
		require.That(t, strings.Contains(j.Result.Unproved, "ask again to continue it"), "job %d: unproved %q", n,
			j.Result.Unproved)
	}
	t.Error("the extraction does not end")
}

// TestEnginesServe runs checkEndpoint on SPARQL engines of others.
func TestEnginesServe(t *testing.T) {
	text := engines.NTriples(t, elephantFile)
	for _, engine := range engines.All() {
		t.Run(engine.Name, func(t *testing.T) {
			e := engine.Start(t, text)
			var graph []string
			if e.Graph != "" {
				graph = []string{e.Graph}
			}
			checkEndpoint(t, e.Endpoint, graph, text)
		})
	}
}

// checkEndpoint browses, searches, learns, lists the matches, corrects one and learns
// again. The endpoint confirms each query, and the results are those of a file with its text.
func checkEndpoint(t *testing.T, endpoint string, graph []string, text string) {
	x := start(t, nil, "")
	src := call[sourceJSON](x, http.StatusCreated, "POST", "/api/sources",
		map[string]any{"kind": "endpoint", "url": endpoint, "graph": graph})
	check.That(t, src.Kind == "endpoint" && src.URL == endpoint && !src.Whole, "source %+v", src)
	checkBrowse(t, x, src.ID, 0)
	found := call[api.SearchOutput](x, http.StatusOK, "GET", "/api/sources/"+src.ID+"/search?q=chob", nil)
	check.That(t, len(found.Individuals) == 1 && found.Individuals[0].IRI == elephants.Namespace+"Chobu", "found %+v",
		found)
	n := call[genus.Neighbourhood](x, http.StatusOK, "GET",
		"/api/sources/"+src.ID+"/neighbourhood?iri="+url.QueryEscape(elephants.Namespace+"Chobu"), nil)
	whole := x.upload("zoo.nt", text)
	same := call[genus.Neighbourhood](x, http.StatusOK, "GET",
		"/api/sources/"+whole.ID+"/neighbourhood?iri="+url.QueryEscape(elephants.Namespace+"Chobu"), nil)
	check.That(t, len(n.Edges) == len(same.Edges) && len(n.Values) == len(same.Values) &&
		len(n.Classes) == len(same.Classes) &&
		n.Label == same.Label, "neighbourhood %+v,\nof the file %+v", n, same)
	call[fault](x, http.StatusNotFound, "GET", "/api/sources/"+src.ID+"/neighbourhood?iri=urn:nobody", nil)
	pos, neg := elephants.SisterPositives, elephants.SisterNegatives
	options := map[string]any{"max_size": 3, "depth": 1}
	for range 2 {
		j := x.learn(src.ID, pos, neg, options)
		require.That(t, j.State == done && j.Result != nil && j.Result.Concept != nil, "job %+v", j)
		check.That(t, j.Result.Endpoint != nil && j.Result.Endpoint.Confirmed, "the endpoint says %+v", j.Result.Endpoint)
		file := x.learn(whole.ID, pos, neg, options)
		check.That(t, *file.Result.Score == *j.Result.Score && file.Result.Concept.Size == j.Result.Concept.Size,
			"endpoint %+v %s, file %+v %s", j.Result.Score, j.Result.Concept.DL, file.Result.Score, file.Result.Concept.DL)
		question := map[string]any{"concept": j.Result.Concept.DL, "pos": pos, "neg": neg, "limit": 5}
		pages := map[string][]genus.Matches{}
		for _, id := range []string{src.ID, whole.ID} {
			// An endpoint may list its first page in any order, so only all pages are comparable.
			for more, offset := true, 0; more && offset < 200; offset += 5 {
				question["source"], question["offset"] = id, offset
				// The file has no prefix for what the endpoint printed as a whole IRI.
				page := call[genus.Matches](x, http.StatusOK, "POST", "/api/matches", question)
				pages[id] = append(pages[id], page)
				more = page.More
			}
		}
		members := map[string][]string{}
		for id := range pages {
			for _, page := range pages[id] {
				for _, m := range page.Matches {
					members[id] = append(members[id], m.IRI)
				}
			}
			slices.Sort(members[id])
		}
		check.That(t, slices.Equal(members[src.ID], members[whole.ID]), "pages of %q, of the file %q", members[src.ID],
			members[whole.ID])
		require.That(t, len(pages[src.ID]) == len(pages[whole.ID]), "%d pages, of the file %d", len(pages[src.ID]),
			len(pages[whole.ID]))
		for i, page := range pages[src.ID] {
			check.That(t, len(page.Matches) == len(pages[whole.ID][i].Matches) && page.More == pages[whole.ID][i].More,
				"page %d: %d matches, more %t; of the file %d, %t", i, len(page.Matches), page.More,
				len(pages[whole.ID][i].Matches), pages[whole.ID][i].More)
		}
		delete(question, "limit")
		delete(question, "offset")
		question["source"] = src.ID
		v := call[api.VerifyOutput](x, http.StatusOK, "POST", "/api/verify", question)
		check.That(t, v.Endpoint != nil && v.Endpoint.Confirmed, "verified: %+v", v)
		rows := call[api.WhyOutput](x, http.StatusOK, "POST", "/api/why", question)
		check.That(t, *rows.Score == *j.Result.Score, "evaluated %+v, learned %+v", rows.Score, j.Result.Score)
		// The next round is the same over all engines, whichever match they list first.
		neg = append(slices.Clone(neg), members[whole.ID][0])
	}
}

// TestMatchesBeforeExtraction checks that matches are listed before anything was extracted
// from the endpoint: the first answer comes before the extraction, which this budget forbids.
func TestMatchesBeforeExtraction(t *testing.T) {
	x := start(t, map[string][]string{"max-requests": {"2"}}, "")
	question := map[string]any{"source": x.endpoint(serveElephants(t)).ID,
		"concept": "<" + elephants.Namespace + "Keeper>", "pos": []string{elephants.Namespace + "Ada"}, "limit": 5}
	m := call[genus.Matches](x, http.StatusOK, "POST", "/api/matches", question)
	check.That(t, len(m.Matches) != 0 && m.Matches[0].Label != "", "matches %+v", m)
}

// TestEndpointGone checks the fault for an endpoint that does not answer.
func TestEndpointGone(t *testing.T) {
	x := start(t, map[string][]string{"retries": {"0"}, "request-timeout": {"1s"}}, "")
	src := call[sourceJSON](x, http.StatusCreated, "POST", "/api/sources",
		map[string]any{"kind": "endpoint", "url": "http://127.0.0.1:9/sparql", "preset": config.Presets()[0]})
	f := call[fault](x, http.StatusBadGateway, "GET", "/api/sources/"+src.ID+"/search?q=elephant", nil)
	check.That(t, f.Detail != "" && !strings.Contains(f.Detail, "\n"), "fault %+v", f)
	j := x.learn(src.ID, []string{"urn:a"}, []string{"urn:b"}, nil)
	check.That(t, j.State == failed && j.Error != nil && j.Error.Type == faultType+"endpoint", "job %+v", j)
}

// TestEndpointWantsCredentials checks that the fault names variables of the environment
// only to somebody who can set them, and only if they are meant for this endpoint.
func TestEndpointWantsCredentials(t *testing.T) {
	locked := httptest.NewServer(
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
	t.Cleanup(locked.Close)
	given := map[string][]string{"endpoint": {locked.URL}, "retries": {"0"}}
	for _, tt := range []struct {
		name, addr, id string
		names          bool
	}{
		{"of the flags, on this machine", "127.0.0.1:0", givenID, true},
		{"of the flags, for other machines", "0.0.0.0:0", givenID, false},
		{"typed", "127.0.0.1:0", "", false},
	} {
		flags := maps.Clone(given)
		flags["addr"] = []string{tt.addr}
		x := start(t, flags, "secret")
		x.header.Set("Authorization", "Bearer secret")
		id := tt.id
		if id == "" {
			id = call[sourceJSON](x, http.StatusCreated, "POST", "/api/sources",
				map[string]any{"kind": "endpoint", "url": locked.URL}).ID
		}
		f := call[fault](x, http.StatusBadGateway, "GET", "/api/sources/"+id+"/search?q=elephant", nil)
		check.That(t, strings.Contains(f.Detail, "GENUS_") == tt.names && strings.Contains(f.Detail, "it wants credentials"),
			"%s: %s", tt.name, f.Detail)
	}
}

// TestAddressWithoutScheme checks that an address is completed as browsers do.
func TestAddressWithoutScheme(t *testing.T) {
	url := serveElephants(t)
	check.Equal(t, start(t, nil, "").endpoint(strings.TrimPrefix(url, "http://")).URL, url, "opened")
}
