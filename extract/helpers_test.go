package extract

import (
	"path/filepath"
	"strings"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

const (
	ex    = graphs.NS
	xsdNS = dl.XSD
)

type tester = engines.TB

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// herd and wide return graphs with examples.
func herd() (*graphs.World, Examples) {
	w, pos, neg := graphs.Herd()
	return w, Examples{Pos: pos, Neg: neg}
}

func wide() (*graphs.World, Examples) {
	w, pos, neg := graphs.Wide()
	return w, Examples{Pos: pos, Neg: neg}
}

func mustCrawl(t tester, c Client, db *store.DB, examples []string, o CrawlOptions) Report {
	t.Helper()
	_, report := require.Values(Crawl(t.Context(), c, db, examples, o))(t)
	return report
}

// mustLoad returns the problem made from a database.
func mustLoad(t tester, db *store.DB, examples Examples, o LoadOptions) (interp.Problem, Info) {
	t.Helper()
	p, info := require.Values(Load(t.Context(), db, examples, o))(t)
	return p, info
}

// mustImport returns the data of RDF files.
func mustImport(t tester, o ImportOptions, paths ...string) (*Data, Report) {
	t.Helper()
	d, report := require.Values(ImportFiles(t.Context(), paths, o))(t)
	return d, report
}

func factsOf(s *interp.Structure) string { return strings.Join(dltest.Facts(s), " ") }

func sortedFacts(s *interp.Structure) string {
	return strings.Join(dltest.Facts(s), "\n")
}

// sides returns the examples in the files pos.txt and neg.txt of a folder.
func sides(dir string) Examples {
	pos, err := ReadExamples(filepath.Join(dir, "pos.txt"), nil)
	must(err)
	neg, err := ReadExamples(filepath.Join(dir, "neg.txt"), nil)
	must(err)
	examples, err := NewWeighted(pos, neg)
	must(err)
	return examples
}

const turtleHead = `@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`
