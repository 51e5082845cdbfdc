package extract

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/engines"
)

// million writes a database as a crawl leaves it: 1,000,000 facts about 100,000
// individuals, of which the first are examples.
func million(b *testing.B, path string) Examples {
	b.Helper()
	db, err := store.Open(b.Context(), path, store.Options{})
	must(err)
	s, err := db.Add(b.Context(), store.Source{
		Kind: store.Endpoint, Name: "http://example.org/sparql", Vocabulary: toJSON(Vocabulary{}.WithDefaults()), Exclusions: toJSON(Exclusions{}.withDefaults()),
	})
	must(err)
	const n = 100_000
	at := func(i int) string { return fmt.Sprintf("http://www.wikidata.org/entity/Q%d", i%n) }
	examples := Examples{Pos: []string{at(0)}, Neg: []string{at(1)}}
	must(s.Update(b.Context(), func(tx *store.Tx) error {
		for i := range n {
			a := at(i)
			tx.AddIndividual(a)
			tx.AddClass(a, fmt.Sprintf("%sC%d", ex, i%50))
			for r := range 6 { // everything is within three edges of the examples
				tx.AddRole(fmt.Sprintf("%sr%d", ex, r), at(i/50+r), a)
			}
			for f := range 3 {
				tx.AddValue(fmt.Sprintf("%sf%d", ex, f), a, fmt.Sprint(i*f%1000), xsdNS+"integer")
			}
			for _, part := range []store.Part{store.Out, store.In} {
				tx.SetAsked(part.Count(), a)
				tx.SetAsked(part, a)
			}
			var tallies []store.Tally
			for r := range 6 {
				tallies = append(tallies, store.Tally{Property: fmt.Sprintf("%sr%d", ex, r), N: 1, State: store.Here})
			}
			tx.SetTallies(store.Out, []string{a}, func(string) []store.Tally { return tallies })
		}
		r := store.Run{Depth: 4, Bounds: "{}", Examples: examples.All()}
		r.ID = tx.BeginRun(r)
		tx.FinishRun(r, nil)
		return nil
	}))
	must(db.Close())
	return examples
}

// BenchmarkLoad is the time from the file to the problem of a million facts:
//
//	go test ./extract -run - -bench Load -benchtime 3x
func BenchmarkLoad(b *testing.B) {
	path := filepath.Join(b.TempDir(), "million.db")
	examples := million(b, path)
	before, _ := engines.ProcessorTime(os.Getpid())
	defer func() {
		if after, err := engines.ProcessorTime(os.Getpid()); err == nil { // on Linux
			b.ReportMetric((after-before).Seconds()/float64(b.N), "cpu-s/op")
		}
	}()
	for b.Loop() {
		db, err := store.Open(b.Context(), path, store.Options{ReadOnly: true})
		must(err)
		p, _, err := Load(b.Context(), db, examples, LoadOptions{})
		must(err)
		b.ReportMetric(float64(p.Structure.NumFacts()), "facts")
		must(db.Close())
	}
}
