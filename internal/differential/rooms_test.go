package differential

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// rooms has a graph in all places where genus reads it: its file, what a crawl from two individuals reads from an
// engine, and the database of the crawl.
type rooms struct {
	client              *connector.Client // of the engine
	whole, near, loaded interp.Problem
	info                extract.Info // of the file
	ex                  extract.Examples
}

// openRooms reads a graph in N-Triples, whose file is written to the folder, by the vocabulary and the exclusions.
func openRooms(t *rapid.T, e engine, dir, graph string, v extract.Vocabulary, x extract.Exclusions) rooms {
	t.Helper()
	file := filepath.Join(dir, "graph.nt")
	require.NoError(t, os.WriteFile(file, []byte(graph), 0o600))
	read := extract.ImportOptions{Vocabulary: v, Exclusions: x}
	d, _ := require.Values(extract.ImportFiles(t.Context(), []string{file}, read))(t)
	r := rooms{client: e.serve(t, graph), ex: extract.Examples{Pos: []string{thing + "x0", thing + "x1"}}}
	r.whole, r.info = require.Values(d.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{}))(t)
	db := require.Value(store.OpenMemory(context.Background()))(t)
	defer func() { _ = db.Close() }()
	o := extract.CrawlOptions{Vocabulary: v, Exclusions: x, Bounds: extract.Bounds{Depth: 2}}
	crawled, _ := require.Values(extract.Crawl(t.Context(), r.client, db, r.ex.Pos, o))(t)
	r.near, _ = require.Values(crawled.Problem(t.Context(), r.ex, extract.LoadOptions{}))(t)
	r.loaded, _ = require.Values(extract.Load(t.Context(), db, r.ex, extract.LoadOptions{}))(t)
	return r
}

// members returns the IRIs of the members of the concept, sorted.
func members(t *rapid.T, p interp.Problem, c dl.Concept) (iris []string) {
	t.Helper()
	x := require.Value(interp.NewEvaluator(p.Structure).Extension(c))(t)
	for _, a := range interp.Members(x) {
		iris = append(iris, p.Structure.IRI(a))
	}
	slices.Sort(iris)
	return iris
}
