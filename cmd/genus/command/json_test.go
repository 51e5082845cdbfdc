package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
)

const (
	familyData = "../testdata/data/family.ttl"
	familyPos  = "../testdata/data/pos.txt"
	familyNeg  = "../testdata/data/neg.txt"
)

// shape adds the fields of a JSON value with their types to out. A list has the fields of
// its first entry.
func shape(path string, v any, out *[]string) {
	kind := func(s string) { *out = append(*out, path+" "+s) }
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			shape(path+"."+k, v[k], out)
		}
	case []any:
		if len(v) == 0 {
			kind("list")
			return
		}
		shape(path+"[]", v[0], out)
	case string:
		kind("string")
	case float64:
		kind("number")
	case bool:
		kind("bool")
	case nil:
		kind("null")
	}
}

// TestJSONShape compares the fields of the JSON form with golden files. They are a
// contract with scripts: fields may only be added.
func TestJSONShape(t *testing.T) {
	for _, tt := range []struct {
		name string
		args []string
		code int
	}{
		{"question", nil, exitOK}, // positives only
		{"confirmed", []string{"--neg", familyNeg, "--confirm"}, exitOK},
		{"file", []string{"--neg", familyNeg}, exitOK},
		{"ceiling", []string{"--neg", familyNeg, "--depth", "0", "--language", "alc"}, exitOK},
		{"none", []string{"--neg", familyNeg, "--depth", "0", "--language", "alc", "--mode", "exact"}, exitFailed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := append([]string{"learn", "--data", familyData, "--pos", familyPos, "--format", "json", "-q"}, tt.args...)
			var v any
			require.NoError(t, json.Unmarshal(run(t, tt.code, args...), &v), "not JSON")
			var lines []string
			shape("", v, &lines)
			testfiles.Golden(t, filepath.Join("testdata", "json_"+tt.name+".txt"), strings.Join(lines, "\n")+"\n")
		})
	}
}

// TestJSONValues checks the numbers in the JSON form.
func TestJSONValues(t *testing.T) {
	text := run(t, exitOK, "learn", "--data", familyData, "--pos", familyPos, "--neg", familyNeg, "--format", "json",
		"-q", "--confirm")
	var r genus.Document
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(&r))
	got := fmt.Sprintf(
		"version %d size %d depth %d tp %d fp %d tn %d fn %d accuracy %g f1 %g optimal %t language %s stages %d confirmed %t mismatches %d matches %d",
		r.Version, r.Concept.Size, r.Concept.Depth, r.Score.TP, r.Score.FP, r.Score.TN, r.Score.FN, r.Score.Accuracy,
		r.Score.F1, r.Optimal, r.Language, len(r.Stages), r.Endpoint.Confirmed, len(r.Endpoint.Mismatches),
		len(r.Matches))
	want := "version 1 size 4 depth 1 tp 3 fp 0 tn 6 fn 0 accuracy 1 f1 1 optimal true language alcqif stages 4 confirmed true mismatches 0 matches 3"
	check.Equal(t, got, want)
}

// TestEnrichReport checks that a report has labels in place of IRIs, omits a definition
// with a low F1, and folds the disjointness axioms of many siblings, with boxes to tick.
func TestEnrichReport(t *testing.T) {
	const e = "http://e/"
	poor := genus.Proposal{ID: "00000001", Kind: dl.EquivalentClasses, Subject: e + "Q1", Concept: "∃<" + e + "P2>.<" + e + "Q3>", Confidence: 0.46, Support: 30, Of: 100, Size: 2}
	film := genus.Proposals{Subject: e + "Q1", Members: 100, Candidates: []genus.Proposal{poor}, Labels: map[string]string{e + "Q1": "film", e + "P2": "genre", e + "Q3": "film genre"}}
	for _, id := range []string{"00000002", "00000003", "00000004", "00000005"} {
		film.Candidates = append(film.Candidates, genus.Proposal{ID: id, Kind: dl.DisjointClasses, Subject: e + "Q1", Concept: "<" + e + "Q3>", Confidence: 1})
	}
	book := film
	book.Subject = e + "Q9"
	good := poor
	good.Subject, good.Confidence = book.Subject, 0.7
	book.Candidates = []genus.Proposal{good, film.Candidates[1]}
	all := enrichResults{head: enrichHeader{Version: 1, Source: "films", Confidence: 0.9, Sample: 2},
		results: []genus.Proposals{film, book}}
	for format, want := range map[string][]string{
		"text": {
			"film (Q1), 100 members\n  4 siblings are disjoint with it\n  note: no definition found: the best, ∃genre.'film genre', has F1 0.460\n",
			"  note: no definition found: the best, ∃genre.'film genre', has F1 0.700\n", "  00000002  film is disjoint with 'film genre'\n",
		},
		"markdown": {"for films, by 2 individuals\n", "| film | 100 | – | – | – |\n", "<details><summary>4 siblings are disjoint with it</summary>\n\n- [ ] film is disjoint with 'film genre' `00000002`\n"},
	} {
		text := require.Value(new(program).writeEnriched(all, format))(t)
		for _, part := range want {
			check.That(t, bytes.Contains(text, []byte(part)), "%s: %q is missing in\n%s", format, part, text)
		}
		check.That(t, !strings.Contains(string(text), "film ≡"), "%s: a poor definition is shown", format)
	}
}

// TestResultsAfterKill checks that a run overwrites an incomplete last line, which a
// killed run has left.
func TestResultsAfterKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.jsonl")
	all := enrichResults{head: enrichHeader{Version: 1, Key: "k"}}
	f := require.Value(openResults(path, &all))(t)
	for _, subject := range []string{"a", "b"} {
		require.NoError(t, f.append(genus.Proposals{Subject: subject}))
	}
	require.NoError(t, f.close())
	whole := require.Value(os.ReadFile(path))(t)
	for cut := 1; cut < 20; cut++ {
		require.NoError(t, os.WriteFile(path, whole[:len(whole)-cut], 0o600))
		again := enrichResults{head: all.head}
		f := require.Value(openResults(path, &again))(t)
		require.That(t, len(again.results) == 1 && again.results[0].Subject == "a", "cut by %d: %+v", cut, again.results)
		require.NoError(t, f.append(genus.Proposals{Subject: "b"}))
		require.NoError(t, f.close())
		now, err := os.ReadFile(path)
		require.That(t, err == nil && string(now) == string(whole), "cut by %d: %s, %v", cut, now, err)
	}
}
