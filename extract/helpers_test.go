package extract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

func writeFile(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must(os.WriteFile(path, []byte(text), 0o600))
	return path
}

// crawled crawls from the examples.
func crawled(t tester, c Client, db *store.DB, examples []string, o CrawlOptions) Report {
	t.Helper()
	_, report, err := Crawl(t.Context(), c, db, examples, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// loaded is the problem that a database gives.
func loaded(t tester, db *store.DB, examples Examples, o LoadOptions) (interp.Problem, Info) {
	t.Helper()
	p, info, err := Load(t.Context(), db, examples, o)
	if err != nil {
		t.Fatal(err)
	}
	return p, info
}

// imported is what RDF files say.
func imported(t tester, o ImportOptions, paths ...string) (*Data, Report) {
	t.Helper()
	d, report, err := ImportFiles(t.Context(), paths, o)
	if err != nil {
		t.Fatal(err)
	}
	return d, report
}

// factsOf lists a structure, for comparison: the same facts give the same text.
func factsOf(s *interp.Structure) string { return strings.Join(dltest.Facts(s), " ") }

const turtleHead = `@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`
