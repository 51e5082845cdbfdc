package extract

import (
	"path/filepath"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/testfiles"
)

// TestFamilyOverHTTP crawls a real ontology. All individuals in it are related, so the
// crawl finds the whole file within six steps from the examples.
func TestFamilyOverHTTP(t *testing.T) {
	dir := testfiles.Dataset(t, "dl-learner/family-benchmark")
	path := filepath.Join(dir, "family-benchmark_rich_background.owl")
	examples := sides(filepath.Join(dir, "Aunt"))
	db := memory(t)
	report := mustCrawl(t, engines.ServeFile(t, path), db, examples.All(), CrawlOptions{Bounds: Bounds{Depth: 6}})
	t.Logf("%+v", report)
	check.That(t, len(report.Dropped) <= 0, "cut: %v", report.Dropped)
	p, _ := mustLoad(t, db, examples, LoadOptions{})
	d, _ := mustImport(t, ImportOptions{}, path)
	whole, _, err := d.Problem(t.Context(), examples, LoadOptions{Depth: 6})
	must(err)
	if got, want := factsOf(p.Structure), factsOf(whole.Structure); got != want {
		t.Errorf("crawled %d individuals, %d facts; the file has %d, %d", p.Structure.Len(), p.Structure.NumFacts(),
			whole.Structure.Len(), whole.Structure.NumFacts())
	}
}
