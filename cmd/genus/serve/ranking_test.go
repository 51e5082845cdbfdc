package serve

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/sheet"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/members"
)

// TestAskedUntilSure starts from three positives and answers the questions, the first one
// with "don't know". The result is the intended concept: elephants that weigh three tonnes.
func TestAskedUntilSure(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	meant := x.membersOf("zoo:Elephant ⊓ (zoo:weight ≥ 3000)")
	body := map[string]any{"source": "builtin", "pos": meant[:3], "neg": []string{}, "asked": []string{},
		"detail": true, "options": map[string]any{"max_size": testsize.Choose(3, 5)}}
	add := func(field, iri string) { body[field] = append(slices.Clone(body[field].([]string)), iri) }
	before := -1.0
	for n := 0; ; n++ {
		j, shown := x.learnShown(body)
		r := j.Result
		require.That(t, j.State == done && r != nil && r.Concept != nil && len(r.Ranking) != 0 && r.Confidence != nil &&
			r.Members != nil,
			"after %d questions: %+v, %+v", n, j, j.Error)
		t.Logf("%d: %s, %.3f, %d members, %.2f s; first %s, %.3f", n, r.English, *r.Confidence, r.Members.Lower,
			j.Seconds, shown[0].English, *shown[0].Confidence)
		check.That(t, r.Endpoint != nil && r.Endpoint.Confirmed, "after %d questions: not confirmed: %+v", n, r.Endpoint)
		if r.Question == nil {
			check.That(t, *r.Confidence >= 0.8 && slices.Equal(x.membersOf(r.Concept.DL), meant),
				"sure of %s by %.2f after %d questions", r.Concept.DL, *r.Confidence, n)
			check.That(t, *r.Confidence > before, "the last answer did not raise the confidence: %.3f, then %.3f", before,
				*r.Confidence)
			break
		}
		before = *r.Confidence
		iri := r.Question.IRI
		require.That(t, !slices.Contains(body["asked"].([]string), iri) && n <= 12, "question %d is about %s, after %v", n,
			iri, body["asked"])
		add("asked", iri)
		switch {
		case n == 0: // the user does not know
		case slices.Contains(meant, iri):
			add("pos", iri)
		default:
			add("neg", iri)
		}
	}
}

// learnShown learns and returns the job and its results. The first one is shown before the
// proof, and the last one is that of the job.
func (x *tester) learnShown(body map[string]any) (jobJSON, []api.LearnOutput) {
	x.t.Helper()
	j := call[jobJSON](x, http.StatusAccepted, "POST", "/api/jobs", body)
	var results []api.LearnOutput
	for _, e := range x.listen(j.ID, "", nil) {
		switch e.name {
		case "result":
			x.checkSchema("LearnOutput", e.data)
			var r api.LearnOutput
			require.NoError(x.t, json.Unmarshal(e.data, &r))
			results = append(results, r)
		case "progress":
			check.That(x.t, len(results) != 0, "the search began before the first answer")
		}
	}
	if len(results) < 2 || !slices.Contains(results[0].Running, "proof") || len(results[len(results)-1].Running) > 0 {
		x.t.Fatalf("results %+v", results)
	}
	return call[jobJSON](x, http.StatusOK, "GET", "/api/jobs/"+j.ID, nil), results
}

// checkSchema checks a value against a schema of the document.
func (x *tester) checkSchema(schema string, data []byte) {
	x.t.Helper()
	doc := require.Value(x.document())(x.t)
	var v any
	require.NoError(x.t, json.Unmarshal(data, &v))
	check.NoError(x.t, doc.Components.Schemas[schema].Value.VisitJSON(v), "%s %.1000s", schema, data)
}

// membersOf returns all members of the concept in the built-in data, sorted.
func (x *tester) membersOf(concept string) []string {
	x.t.Helper()
	m := call[genus.Matches](x, http.StatusOK, "POST", "/api/matches",
		map[string]any{"source": "builtin", "concept": concept, "pos": []string{}, "neg": []string{}, "limit": 500})
	iris := check.Map(m.Matches, func(one genus.Term) string { return one.IRI })
	slices.Sort(iris)
	return iris
}

// TestPreferSmallest checks that with prefer: smallest nothing is ranked, and negatives are
// required.
func TestPreferSmallest(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	options := maps.Clone(easyOptions)
	options["prefer"] = "smallest"
	j := x.learn("builtin", elephants.Positives, elephants.Negatives, options)
	r := j.Result
	check.That(t, r != nil && r.Optimal && len(r.Ranking) == 0 && r.Confidence == nil && r.Question == nil &&
		r.Smallest == nil,
		"result %+v", j.Result)
	f := call[fault](x, http.StatusUnprocessableEntity, "POST", "/api/jobs",
		map[string]any{"source": "builtin", "pos": elephants.Positives, "detail": true, "options": options})
	check.That(t, strings.HasPrefix(f.Detail, "no negative examples: that needs a ranking of what may be meant"),
		"fault %+v", f)
}

// TestRepair repairs a definition that lacks a condition, and says why another cannot be repaired.
func TestRepair(t *testing.T) {
	x := start(t, nil, "")
	id := x.builtin().ID
	body := map[string]any{
		"source":  id,
		"concept": "zoo:Elephant ⊓ ∃zoo:livesIn.{zoo:Lakeview}",
		"right":   []string{"zoo:Vari"},
		"wrong":   []string{"zoo:Jashi"},
	}
	got := call[answer.RepairDocument](x, http.StatusOK, "POST", "/api/repair", body)
	check.That(t, got.Distance == 1 && got.Proved && len(got.Edits) == 1 && got.Edits[0].Text != "" &&
		got.Changes.Left.Lower != 0 && got.English != "" && got.Changes.Left.Lower+got.Changes.Stayed.Lower == 30,
		"repair %+v", got)
	body["variable"], body["concept"] = "x",
		"SELECT ?w ?x { ?x a zoo:Elephant ; zoo:livesIn zoo:Lakeview OPTIONAL { ?x zoo:weight ?w } }"
	query := call[answer.RepairDocument](x, http.StatusOK, "POST", "/api/repair", body)
	check.Equal(t, query.Given, got.Given, "the query is read as")
	check.Contains(t, query.SPARQL, "SELECT DISTINCT ?x ?w\n", "the columns of the query")
	forms := call[map[string]any](x, http.StatusOK, "POST", "/api/query",
		map[string]any{"source": id, "concept": body["concept"], "variable": "?x"})
	check.Contains(t, forms["sparql"].(string), "SELECT DISTINCT ?x ?w\n", "the columns of the query")
	table := call[genus.Table](x, http.StatusOK, "POST", "/api/members",
		map[string]any{"source": id, "concept": body["concept"], "variable": "x", "pos": []string{}, "neg": []string{}})
	check.That(t, len(table.Columns) == 2 && table.Columns[1].Property.IRI == elephants.Namespace+"weight", "columns %+v",
		table.Columns)
	delete(body, "right")
	f := call[fault](x, http.StatusUnprocessableEntity, "POST", "/api/repair", body)
	check.That(t, strings.Contains(f.Detail, "right"), "without a right one: %+v", f)
	twins := x.upload("twins.nt", `<http://e/a> <http://e/p> <http://e/b> .
<http://e/c> <http://e/p> <http://e/b> .
`)
	f = call[fault](x, http.StatusUnprocessableEntity, "POST", "/api/repair",
		map[string]any{"source": twins.ID, "concept": "∃<http://e/p>.⊤", "right": []string{"http://e/a"},
			"wrong": []string{"http://e/c"}})
	check.That(t, strings.HasSuffix(f.Type, "/no-repair") && strings.Contains(f.Detail, "every concept that has"),
		"twins: %+v", f)
}

// TestNamesAndTable gets from pasted names to a table in CSV.
func TestNamesAndTable(t *testing.T) {
	x := start(t, nil, "")
	id := x.builtin().ID
	found := call[genus.Names](x, http.StatusOK, "POST", "/api/sources/"+id+"/names",
		map[string]any{"names": []string{"Vari", "zoo:Jashi", "no such animal", "lake"}})
	var accepted []string
	for _, n := range found.Names {
		if n.Accepted != nil {
			accepted = append(accepted, n.Accepted.Label)
		}
	}
	// A job takes the same names, and waits for its end.
	j := call[jobJSON](x, http.StatusAccepted, "POST", "/api/jobs?wait=60",
		map[string]any{"source": id, "pos": []string{"Vari", "zoo:Jashi"}, "detail": true, "options": easyOptions})
	check.That(t, j.State == done && j.Result != nil, "a job with names: %+v, %+v", j, j.Error)
	f := call[fault](x, http.StatusUnprocessableEntity, "POST", "/api/jobs",
		map[string]any{"source": id, "pos": []string{"Vari", "lake"}})
	check.That(t, f.Type == faultType+"names" && len(f.Names) == 1 && f.Names[0].Candidates[0].Label == "Lakeview Zoo",
		"a part of a name: %+v", f)
	got := strings.Join(accepted, " ")
	check.That(t, got == "Vari Jashi" && len(found.Names[3].Candidates) == 1 && len(found.Names[2].Candidates) == 0,
		"names %+v", found)
	body := map[string]any{
		"source":  id,
		"concept": "zoo:Elephant ⊓ ∃zoo:livesIn.{zoo:Lakeview}",
		"pos":     []string{"zoo:Vari"},
		"neg":     []string{},
		"columns": []string{"zoo:weight", "^zoo:childOf"},
		"limit":   7,
	}
	table := call[genus.Table](x, http.StatusOK, "POST", "/api/members", body)
	if len(table.Members) != 7 || *table.Total != 30 || !table.More || len(table.Columns) != 3 ||
		!table.Columns[0].Decides ||
		table.Members[0].Values[0][0] != (members.TableValue{Value: elephants.Namespace + "Lakeview", Label: "Lakeview Zoo"}) {
		t.Errorf("table %+v", table)
	}
	for format, first := range map[string]string{
		"csv": "iri,label,livesIn,livesInLabel,weight,childOf,childOfLabel\n",
		"tsv": "iri\tlabel\tlivesIn\tlivesInLabel\tweight\tchildOf\tchildOfLabel\n",
		"md":  "| iri | label | livesIn | livesInLabel | weight | childOf | childOfLabel |\n| --- |",
	} {
		body["format"], body["limit"] = format, 0
		status, text := x.do("POST", "/api/members", body, nil)
		check.That(t, status == http.StatusOK && strings.HasPrefix(string(text), first) &&
			strings.Count(string(text), "\n") >= 31,
			"%d %s", status, text)
	}
	body["format"] = "xlsx"
	_, workbook := x.do("POST", "/api/members", body, nil)
	read := require.Value(sheet.Open(workbook, sheet.Form{}))(t)
	rows := 0
	require.NoError(t, read.Each(func(int, []string) error { rows++; return nil }))
	want := []string{"iri", "label", "livesIn", "livesInLabel", "weight", "childOf", "childOfLabel"}
	check.Slice(t, read.Names, want, "names of the workbook")
	check.Equal(t, rows, 30, "rows of the workbook")
}
