package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

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
