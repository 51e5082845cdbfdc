package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/app"
)

// A run that was killed while it wrote a line left a piece of it: the next one
// writes over it.
func TestResultsAfterKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.jsonl")
	all := enriched{head: enrichHeader{Version: 1, Key: "k"}}
	f, err := openResults(path, &all)
	if err != nil {
		t.Fatal(err)
	}
	for _, subject := range []string{"a", "b"} {
		if err := f.append(app.EnrichedJSON{Subject: subject}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := 1; cut < 20; cut++ {
		if err := os.WriteFile(path, whole[:len(whole)-cut], 0o600); err != nil {
			t.Fatal(err)
		}
		again := enriched{head: all.head}
		f, err := openResults(path, &again)
		if err != nil {
			t.Fatal(err)
		}
		if len(again.results) != 1 || again.results[0].Subject != "a" {
			t.Fatalf("cut by %d: %+v", cut, again.results)
		}
		if err := f.append(app.EnrichedJSON{Subject: "b"}); err != nil {
			t.Fatal(err)
		}
		if err := f.close(); err != nil {
			t.Fatal(err)
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != string(whole) {
			t.Fatalf("cut by %d: %s, %v", cut, now, err)
		}
	}
}
