package extract

import (
	"path/filepath"
	"testing"

	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract/rdffile"
)

// TestFamilyOverHTTP crawls a real ontology; as everybody in it is related, six
// steps from the examples see all that the file has.
func TestFamilyOverHTTP(t *testing.T) {
	dir := filepath.Join(datasets(t), "dl-learner/family-benchmark")
	path := filepath.Join(dir, "family-benchmark_rich_background.owl")
	triples, _, err := rdffile.ReadAll(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := ReadExamples(filepath.Join(dir, "Aunt/pos.txt"), nil)
	if err != nil {
		t.Fatal(err)
	}
	neg, err := ReadExamples(filepath.Join(dir, "Aunt/neg.txt"), nil)
	if err != nil {
		t.Fatal(err)
	}
	examples, err := NewWeighted(pos, neg)
	if err != nil {
		t.Fatal(err)
	}
	e, err := embedded.Start(t.Context(), triples, embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	db := memory(t)
	_, report, err := Crawl(t.Context(), client(t, e.URL()), db, examples.All(), CrawlOptions{Bounds: Bounds{Depth: 6}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", report)
	if len(report.Dropped) > 0 {
		t.Errorf("cut: %v", report.Dropped)
	}
	p, _, err := Load(t.Context(), db, examples, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := ImportFiles(t.Context(), []string{path}, ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	whole, _, err := d.Problem(t.Context(), examples, LoadOptions{Depth: 6})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := factsOf(p.Structure), factsOf(whole.Structure); got != want {
		t.Errorf("crawled %d individuals, %d facts; the file has %d, %d", p.Structure.Len(), p.Structure.NumFacts(), whole.Structure.Len(), whole.Structure.NumFacts())
	}
}
