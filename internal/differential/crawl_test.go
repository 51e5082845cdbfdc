package differential

import (
	"context"
	"slices"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// A crawled graph is what genus extracts from an endpoint that serves the graph, with all
// IRIs as examples.
type crawled struct {
	examples []string
	problem  interp.Problem
	info     extract.Info
	eval     *interp.Evaluator
}

func crawl(t *rapid.T, client *connector.Client, g *graph, named []string, closure bool) *crawled {
	if len(named) == 0 || g.namelessAxioms() {
		return nil
	}
	ctx := context.Background()
	db, err := store.OpenMemory(ctx)
	require.NoError(t, err)
	defer func() { _ = db.Close() }()
	o := extract.CrawlOptions{Bounds: extract.Bounds{Depth: mostNested}, Vocabulary: g.vocabulary(closure)}
	if _, _, err := extract.Crawl(ctx, client, db, named, o); err != nil {
		t.Fatalf("crawling: %v\n%s", err, g)
	}
	x := &crawled{examples: named}
	if x.problem, x.info, err = extract.Load(ctx, db, extract.Examples{Pos: named}, extract.LoadOptions{}); err != nil {
		t.Fatalf("loading: %v\n%s", err, g)
	}
	x.eval = interp.NewEvaluator(x.problem.Structure)
	return x
}

// covers reports whether everything that c refers to was extracted. Roles with blank
// nodes among their successors were not, nor were numbers with a spelling of the engine's
// own, such as inf.
func (x *crawled) covers(c dl.Concept) bool {
	if neighbourhood.Removed(x.problem.Removed).In(c) {
		return false
	}
	covered := true
	dl.Walk(c, func(c dl.Concept) bool {
		compare, compares := c.(dl.Compare)
		for _, s := range x.info.Skipped {
			about := s.Property == compare.Feature || slices.Contains(x.info.Axioms.Features[compare.Feature], s.Property)
			if _, value := dl.KindOf(s.Datatype); value && compares && about {
				covered = false
			}
		}
		return covered
	})
	return covered
}

// check compares the truth of c at every IRI with want, if everything that c refers to
// was extracted. It returns false if not.
func (x *crawled) check(j *judge, want []string) bool {
	if x == nil || !x.covers(j.c) {
		return false
	}
	ext := require.Value(x.eval.Extension(j.c))(j)
	for _, iri := range x.examples {
		a, ok := x.problem.Structure.Lookup(iri)
		if !ok || ext.Test(uint(a)) != slices.Contains(want, iri) {
			j.Fatalf("%s is extracted from %s otherwise than loaded from a file: %s is %t at it\nover\n%s", iri, j.e.name, syntax.Print(j.c, syntax.Options{}), ok && ext.Test(uint(a)), j.g)
		}
	}
	return true
}
