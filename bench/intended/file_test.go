package intended_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/bench/intended"
	"github.com/genus-kg/genus/internal/require"
)

// The files of the repository are valid, and half of their queries confirm.
func TestFiles(t *testing.T) {
	for name, least := range map[string]int{
		"codex.txt":            60,
		"codex-asked.txt":      48,
		"codex-drawn.txt":      100,
		"codex-later.txt":      20,
		"statements-asked.txt": 12,
		"zoo.txt":              20,
	} {
		text, err := os.Open(name)
		require.NoError(t, err)
		f, err := intended.Read(text, name)
		text.Close()
		require.NoError(t, err)
		confirming := 0
		for _, q := range f.Queries {
			if q.Confirms {
				confirming++
			}
			if len(q.Near) == 0 || q.Other == "" {
				t.Errorf("%s: %q has no near misses or no others", name, q.Name)
			}
		}
		if len(f.Queries) < least || confirming != len(f.Queries)/2 {
			t.Errorf("%s: %d queries, of which %d confirm; want %d at least, and half", name, len(f.Queries), confirming, least)
		}
	}
}

// Errors name the file and the line.
func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "no query",
		"meant: ?x a ?y":             "q:1: ",
		"[a]\nnear: ?x a ?y":         "has no line",
		"[a]\nmeant: ?x a ?y\n[a]":   "q:3: a second query",
		"[a]\nmeans: ?x a ?y":        "q:2: unknown key",
		"[a":                         "q:1: ",
		"prefix wd http//x\n[a]\n":   "q:1: ",
		"[a]\nmeant:   \nnear: ?x ?": "q:2: ",
	} {
		_, err := intended.Read(strings.NewReader(text), "q")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

// A setting is written as the flag reads it.
func TestSetting(t *testing.T) {
	got := []string{
		intended.Setting{Positives: 5, Negatives: 5}.String(),
		intended.Setting{Positives: 10, Negatives: 9, Wrong: 1}.String(),
	}
	if !slices.Equal(got, []string{"5+5", "10+9+1"}) {
		t.Errorf("got %v", got)
	}
}

// The standard error of the observed certainty is that of a sample of queries: four rankings of
// each of two queries, one always exact and one never, say no more than one of each.
func TestCertainty(t *testing.T) {
	var tally intended.Tally
	for i := range 8 {
		r := intended.Result{Case: []string{"a", "b"}[i%2]}
		r.First = intended.Outcome{Confidence: 0.7, Negatives: 1, Exact: i%2 == 0}
		tally.Add(r)
	}
	want := "certainty with negatives from 0.60: stated 0.70 on average, observed 0.50 ± 0.50 (8 rankings of 2 queries)"
	if notes := tally.Notes(); !slices.Contains(notes, want) {
		t.Errorf("got %s, want %s", strings.Join(notes, "\n"), want)
	}
}
