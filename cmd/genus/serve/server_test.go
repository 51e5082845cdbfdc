package serve

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/names"
)

// TestMatchesLikeQuery checks that for a concept that only excludes, the matches are in
// the class that the positives share, as for its query.
func TestMatchesLikeQuery(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	matches := func(concept string) genus.Matches {
		return call[genus.Matches](x, http.StatusOK, "POST", "/api/matches",
			map[string]any{"source": "builtin", "concept": concept, "pos": []string{"zoo:Badhu"}, "limit": 100})
	}
	got, want := matches("not zoo:Giraffe"), matches("zoo:Male and not zoo:Giraffe")
	check.That(t, *want.Total >= 100 && *got.Total == *want.Total && slices.Equal(got.Matches, want.Matches),
		"%d matches, want %d", *got.Total, *want.Total)
	// As many as the query has, which asks within the same class; also if the concept excludes
	// what the positives share.
	pos := []string{"zoo:Badhu", "zoo:Bako"}
	client := engines.StartEmbedded(t, engines.NTriples(t, elephantFile)).Connect(t, connector.Options{})
	for concept, members := range map[string]int{"not zoo:Male": 0, "not zoo:Elephant": 0, "not zoo:Giraffe": len(pos)} {
		found := call[genus.Matches](x, http.StatusOK, "POST", "/api/matches",
			map[string]any{"source": "builtin", "concept": concept, "pos": pos, "limit": 500})
		forms := call[map[string]any](x, http.StatusOK, "POST", "/api/query",
			map[string]any{"source": "builtin", "concept": concept, "pos": pos, "to": []string{"sparql"}})
		rows := require.Value(client.Select(t.Context(), forms["sparql"].(string)))(t)
		check.That(t, len(found.Matches) != 0 && len(rows.Rows) == *found.Total+members,
			"%s: %d matches, and the query has %d", concept, *found.Total, len(rows.Rows))
	}
}

// TestParts adds conditions to a concept. The number of members of each change is that of the
// concept.
func TestParts(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	parts := func(body map[string]any) look.Parts {
		body["source"] = "builtin"
		return call[look.Parts](x, http.StatusOK, "POST", "/api/parts", body)
	}
	got := parts(map[string]any{
		"concept":  "zoo:Elephant",
		"must":     []string{"zoo:Male"},
		"must_not": []string{"zoo:livesIn value zoo:Lakeview"},
	})
	require.That(t, got.Concept.DL == "zoo:Elephant ⊓ zoo:Male ⊓ ¬∃zoo:livesIn.{zoo:Lakeview}" && len(got.Parts) == 3,
		"the concept is %s, with the parts %+v", got.Concept.DL, got.Parts)
	for _, part := range got.Parts {
		for _, e := range part.Edits {
			if n := parts(map[string]any{"concept": e.Concept.DL}).Members; *n.Upper != *e.Members.Upper || n.Lower < 1 {
				t.Errorf("%s %s: %d members, and alone %d", e.Kind, e.Concept.DL, e.Members.Lower, n.Lower)
			}
		}
	}
	refused := call[fault](x, http.StatusUnprocessableEntity, "POST", "/api/parts",
		map[string]any{"source": "builtin", "concept": "zoo:Elephant", "must": []string{"∃"}})
	check.That(t, refused.Detail != "", "a condition that is no concept: %+v", refused)
}

// TestLoop runs the whole loop on the built-in data: find, learn, evaluate, list matches,
// correct one, learn again.
func TestLoop(t *testing.T) {
	x := start(t, nil, "")
	src := x.builtin()
	require.That(t, src.Individuals != 0 && src.Examples != nil && len(src.Examples.Pos) == len(elephants.Positives),
		"source %+v", src)
	found := call[api.SearchOutput](x, http.StatusOK, "GET", "/api/sources/builtin/search?q=cho", nil)
	check.That(t, len(found.Individuals) != 0 && strings.HasPrefix(found.Individuals[0].Label, "Cho") &&
		len(found.Individuals[0].Classes) != 0,
		"found %+v", found)
	pos, neg := elephants.Positives, elephants.Negatives
	j := x.learn("builtin", pos, neg, easyOptions)
	r := j.Result
	require.That(t, j.State == done && r != nil && r.Concept != nil && (r.Concept.Size == 1 || r.Concept.Size == 2),
		"job %+v", j)
	check.That(t, r.Endpoint != nil && r.Endpoint.Confirmed && !r.Pending, "endpoint %+v, pending %t", r.Endpoint,
		r.Pending)
	for _, s := range r.Stages {
		check.That(t, s.Concept != nil && s.Labelled != nil && s.SPARQL != "" && s.English != "" &&
			s.Score.TP+s.Score.TN == s.Correct,
			"stage %+v", s)
	}
	question := map[string]any{"source": "builtin", "concept": r.Concept.DL, "pos": pos, "neg": neg}
	rows := call[api.WhyOutput](x, http.StatusOK, "POST", "/api/why", question)
	check.That(t, len(rows.Explanations) == len(pos)+len(neg) && *rows.Score == *r.Score, "score %+v, learned with %+v",
		rows.Score, r.Score)
	for _, row := range rows.Explanations {
		check.That(t, *row.Correct == (row.Member == *row.Positive) && len(row.Why) != 0 && row.Why[0].Text != "", "row %+v",
			row)
		for _, why := range row.Why {
			check.That(t, strings.Contains(why.Concept, "zoo:") && why.Labelled != "" && !strings.Contains(why.Labelled, "zoo:"),
				"%s is %q with labels", why.Concept, why.Labelled)
		}
	}
	var all []string
	for offset := 0; ; offset += 7 {
		page := maps.Clone(question)
		page["limit"], page["offset"] = 7, offset
		m := call[genus.Matches](x, http.StatusOK, "POST", "/api/matches", page)
		for _, one := range m.Matches {
			all = append(all, one.IRI)
		}
		if !m.More {
			check.That(t, m.Total != nil && *m.Total == len(all), "total %v of %d", m.Total, len(all))
			break
		}
	}
	seen := map[string]bool{}
	for _, iri := range append(append([]string(nil), pos...), neg...) {
		seen[iri] = true
	}
	for _, iri := range all {
		check.That(t, !seen[iri], "%s comes twice, or is an example", iri)
		seen[iri] = true
	}
	again := x.learn("builtin", pos, append(append([]string(nil), neg...), all[0]), easyOptions)
	check.That(t, again.State == done && again.Result.Examples.Negative == len(neg)+1, "again: %+v", again)
}

// TestNoQuery checks the answers about a role that no query expresses.
func TestNoQuery(t *testing.T) {
	file := filepath.Join(t.TempDir(), "near.ttl")
	text := "@prefix : <urn:x:> . @prefix owl: <http://www.w3.org/2002/07/owl#> . :near a owl:TransitiveProperty, " +
		"owl:SymmetricProperty . :a :near :b, 36 . :c :near 36 ."
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	x := start(t, map[string][]string{"data": {file}, "reasoning": {"rdfs"}}, "")
	question := map[string]any{"concept": "∃<urn:x:near>.⊤", "source": givenID, "pos": []string{"urn:x:a"},
		"neg": []string{"urn:x:c"}}
	tr := call[map[string]any](x, http.StatusOK, "POST", "/api/query",
		map[string]any{"concept": question["concept"], "source": givenID})
	missing, _ := tr["errors"].(map[string]any)
	check.That(t, tr["sparql"] == nil && tr["concept"] != nil &&
		strings.Contains(fmt.Sprint(missing["sparql"]), "through a literal"),
		"translated: %v", tr)
	for _, path := range []string{"/api/verify", "/api/why", "/api/matches"} {
		f := call[fault](x, http.StatusUnprocessableEntity, "POST", path, question)
		check.That(t, f.Type == faultType+"invalid" && strings.Contains(f.Detail, "through a literal"), "%s: %+v", path, f)
	}
}

// TestQuestions checks the requests of a page besides learning.
func TestQuestions(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	concept := "zoo:Elephant ⊓ (zoo:weight ≥ 3000) ⊓ ≥2 zoo:childOf⁻.zoo:Female"
	tr := call[map[string]any](x, http.StatusOK, "POST", "/api/query",
		map[string]any{"concept": concept, "source": "builtin", "to": api.Forms, "labels": true})
	for _, form := range append([]string{"labelled", "concept"}, api.Forms...) {
		check.That(t, tr[form] != nil && tr[form] != "" && tr["errors"] == nil, "no %s: %v", form, tr)
	}
	written := tr["concept"].(map[string]any)
	back := call[api.QueryOutput](x, http.StatusOK, "POST", "/api/query",
		map[string]any{"concept": written["manchester"], "source": "builtin", "to": []string{"english"}})
	check.That(t, back.Concept.DL == written["dl"], "%s read back as %s", written["dl"], back.Concept.DL)
	unknown, _ := tr["unknown"].([]any)
	check.That(t, unknown != nil && len(unknown) <= 0, "unknown names of %s: %v", concept, tr["unknown"])
	type named struct{ Unknown []names.UnknownName }
	misspelt := map[string]any{"concept": "zoo:Elefant", "source": "builtin"}
	want := []names.UnknownName{{IRI: elephants.Namespace + "Elefant", Nearest: elephants.Namespace + "Elephant"}}
	check.Slice(t, call[named](x, http.StatusOK, "POST", "/api/query", misspelt).Unknown, want, "translate: unknown")
	misspelt["pos"], misspelt["neg"] = elephants.Positives, elephants.Negatives
	for _, path := range []string{"/api/why", "/api/verify", "/api/matches"} {
		check.Slice(t, call[named](x, http.StatusOK, "POST", path, misspelt).Unknown, want, "%s: unknown", path)
	}
	n := call[genus.Neighbourhood](x, http.StatusOK, "GET",
		"/api/sources/builtin/neighbourhood?iri="+url.QueryEscape(elephants.Positives[0])+"&limit=3", nil)
	check.That(t, len(n.Edges) == 3 && n.Truncated && n.Label != "" && len(n.Values) != 0 && n.Edges[0].Role.Label != "",
		"neighbourhood %+v", n)
	l := call[struct{ Labels map[string]string }](x, http.StatusOK, "POST", "/api/sources/builtin/labels",
		map[string]any{"iris": []string{elephants.Namespace + "childOf", "nonsense"}})
	check.That(t, len(l.Labels) == 1 && l.Labels[elephants.Namespace+"childOf"] == "child of", "labels %v", l.Labels)
	j := call[jobJSON](x, http.StatusAccepted, "POST", "/api/jobs",
		map[string]any{
			"source":  "builtin",
			"pos":     elephants.Positives,
			"neg":     []string{elephants.Prefix + ":Nobody"},
			"detail":  true,
			"options": easyOptions,
		},
	)
	x.listen(j.ID, "", nil)
	if j = call[jobJSON](x, http.StatusOK, "GET", "/api/jobs/"+j.ID, nil); j.State != failed || j.Error == nil ||
		j.Error.Type != faultType+"unknown-examples" ||
		!slices.Equal(j.Error.IRIs, []string{elephants.Namespace + "Nobody"}) {
		t.Errorf("job %+v", j)
	}
	unusable := x.learn("builtin", elephants.Positives, elephants.Negatives,
		map[string]any{"max_size": 2, "start": []string{concept}})
	check.That(t, unusable.State == failed && unusable.Error.Type == faultType+"start" &&
		unusable.Error.Status == http.StatusUnprocessableEntity, "a start larger than max_size: %+v", unusable.Error)
}

// TestPrefixes checks that IRIs may have prefixes of the source.
func TestPrefixes(t *testing.T) {
	x := start(t, nil, "")
	src := x.builtin()
	require.That(t, src.Prefixes[elephants.Prefix] == elephants.Namespace, "prefixes %v", src.Prefixes)
	n := call[genus.Neighbourhood](x, http.StatusOK, "GET", "/api/sources/builtin/neighbourhood?iri=zoo:Chobu", nil)
	check.That(t, n.IRI == elephants.Namespace+"Chobu", "neighbourhood of %s", n.IRI)
	f := call[fault](x, http.StatusUnprocessableEntity, "GET", "/api/sources/builtin/neighbourhood?iri=nowhere:x", nil)
	check.That(t, strings.Contains(f.Detail, `prefix "nowhere" is not known`), "fault %+v", f)
}

// TestEventsResume checks that a client that reconnects receives the events it has missed.
func TestEventsResume(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	j := call[jobJSON](x, http.StatusAccepted, "POST", "/api/jobs",
		map[string]any{"source": "builtin", "pos": elephants.Positives, "neg": elephants.Negatives,
			"detail": true, "options": easyOptions},
	)
	first := x.listen(j.ID, "", func(e receivedEvent) bool { return e.name == "progress" })
	rest := x.listen(j.ID, first[len(first)-1].id, nil)
	all := x.listen(j.ID, "", nil)
	check.That(t, len(first)+len(rest) == len(all) && all[len(all)-1].name == "state" &&
		strings.Contains(string(all[len(all)-1].data), done),
		"%d and %d events of %d, the last %s %s", len(first), len(rest), len(all), all[len(all)-1].name, all[len(all)-1].data)
	status, _ := x.do("GET", "/api/jobs/"+j.ID+"/events", nil, http.Header{"Last-Event-Id": {"x"}})
	check.Equal(t, status, http.StatusBadRequest, "a wrong Last-Event-ID: status")
}

// TestCancel checks that a cancelled job ends within a second with its best concept.
func TestCancel(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	j := call[jobJSON](x, http.StatusAccepted, "POST", "/api/jobs",
		map[string]any{"source": "builtin", "pos": elephants.Positives, "neg": elephants.Negatives[1:],
			"detail": true, "options": map[string]any{
				"max_size": 30,
				"language": "alcqif",
				"score":    "accuracy",
				"select":   "score",
				"depth":    5,
			},
		},
	)
	x.listen(j.ID, "", func(e receivedEvent) bool {
		return e.name == "progress" && !strings.Contains(string(e.data), `"best":null`)
	})
	before := time.Now()
	call[jobJSON](x, http.StatusAccepted, "DELETE", "/api/jobs/"+j.ID, nil)
	x.listen(j.ID, "", nil)
	testsize.Prompt(t, time.Since(before), time.Second)
	j = call[jobJSON](x, http.StatusOK, "GET", "/api/jobs/"+j.ID, nil)
	check.That(t, j.State == cancelled && j.Result != nil && j.Result.Concept != nil && j.Result.Interrupted &&
		!j.Result.Optimal,
		"job %s: %+v", j.State, j.Result)
}

// TestStart checks that the result is never worse than the start concept, even without
// time, and that bad start concepts are refused.
func TestStart(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	target := syntax.Print(elephants.Target, syntax.Options{})
	j := x.learn("builtin", elephants.Positives, elephants.Negatives[1:],
		map[string]any{"start": []string{target}, "timeout": 0.001, "confirm": false})
	check.That(t, j.Result != nil && j.Result.Score.FN+j.Result.Score.FP <= 0, "job %s: %+v %+v", j.State, j.Result,
		j.Error)
	for _, wrong := range [][]string{{"A and"}, slices.Repeat([]string{target}, 21), {strings.Repeat("A", 64<<10+1)}} {
		body := map[string]any{"source": "builtin", "pos": elephants.Positives, "neg": elephants.Negatives,
			"detail": true, "options": map[string]any{"start": wrong}}
		status, answer := x.do("POST", "/api/jobs", body, nil)
		check.Equal(t, status, http.StatusUnprocessableEntity, "start %.20s: status %.200s", wrong, answer)
	}
}
