package extract

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
)

func file(t tester, path string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), path, store.Options{})
	must(err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// TestMerge: two files with crawls from different examples give, merged, the same
// problems as each did, and merging once more changes nothing. A crawl of either asks
// nothing, except for statements that the newer run counted and did not fetch.
func TestMerge(t *testing.T) {
	dir, n := t.TempDir(), 0
	testsize.Check(t, 15, func(rt *rapid.T) {
		n++
		w := drawWorld(rt)
		first, second := drawExamples(rt, w), drawExamples(rt, w)
		a, b := drawOptions(rt), drawOptions(rt)
		whole := drawReasoning(rt, w, &b)
		a.Vocabulary = b.Vocabulary // one source
		a.Bounds.Facts, b.Bounds.Facts = 1000, 1000
		bounded := rapid.Bool().Draw(rt, "bounded")
		if !bounded {
			a.Bounds = Bounds{Depth: a.Bounds.Depth}
			b.Bounds = Bounds{Depth: b.Bounds.Depth}
		}
		c := w.serve(rt)
		one := file(rt, filepath.Join(dir, fmt.Sprint("into", n, ".db")))
		mustCrawl(rt, c, one, first.All(), a)
		two := file(rt, filepath.Join(dir, fmt.Sprint("from", n, ".db")))
		toy := &world{}
		toy.member(second.Pos[0], ex+"Toy")
		if rapid.Bool().Draw(rt, "a source before it") { // so that numbers differ
			mustCrawl(rt, toy.serve(rt), two, second.Pos[:1], CrawlOptions{})
		}
		report := mustCrawl(rt, c, two, second.All(), b)
		all := len(report.Dropped) == 0 // otherwise something was counted and not fetched
		stored, err := two.SourceByID(t.Context(), report.Source)
		must(err)
		d, err := ReadData(t.Context(), stored)
		must(err)
		want, _, err := d.Problem(t.Context(), second, LoadOptions{})
		must(err)
		must(two.Close())
		for range 2 {
			must(one.Merge(t.Context(), two.Path()))
			merged, err := one.SourceByID(t.Context(), 1)
			must(err)
			d, err := ReadData(t.Context(), merged)
			must(err)
			for _, ex := range []Examples{first, second} {
				p, _, err := d.Problem(t.Context(), ex, LoadOptions{})
				must(err)
				checkSound(rt, whole, &p, p.MaxDepth)
			}
			p, _, err := d.Problem(t.Context(), second, LoadOptions{Depth: want.MaxDepth})
			must(err)
			if want.MaxDepth > 0 && p.MaxDepth == want.MaxDepth {
				if diff := cmp.Diff(factsOf(want.Structure), factsOf(p.Structure)); diff != "" {
					rt.Fatal(diff)
				}
			}
		}
		for i, run := range []struct {
			ex Examples
			o  CrawlOptions
		}{{first, a}, {second, b}} {
			if _, report, err := Crawl(t.Context(), c, one, run.ex.All(), run.o); err != nil || report.Requests > 0 && all {
				rt.Fatalf("crawl %d after merging: %d requests, %v", i, report.Requests, err)
			}
		}
		must(one.Close())
	})
}

// TestMergeAxioms: two files of one endpoint, with axioms fetched at different times,
// answer for the examples of both when merged.
func TestMergeAxioms(t *testing.T) {
	w := family([3]string{"mother", entail.Domain, "Daughter"}, [3]string{"mother", entail.Range, "Woman"})
	w.role(ex+"mother", ex+"zoe", ex+"zara")
	c := w.serve(t)
	one, two := file(t, filepath.Join(t.TempDir(), "one.db")), file(t, filepath.Join(t.TempDir(), "two.db"))
	ada, zoe := Examples{Pos: []string{ex + "ada"}}, Examples{Pos: []string{ex + "zoe"}}
	mustCrawl(t, c, one, ada.All(), rdfs)
	time.Sleep(5 * time.Millisecond) // times are in milliseconds
	mustCrawl(t, c, two, zoe.All(), rdfs)
	must(two.Close())
	must(one.Merge(t.Context(), two.Path()))
	for _, examples := range []Examples{ada, zoe} {
		if p, _ := mustLoad(t, one, examples, LoadOptions{}); !strings.Contains(factsOf(p.Structure), "Daughter(") {
			t.Errorf("from %v: %s", examples.Pos, factsOf(p.Structure))
		}
		if report := mustCrawl(t, c, one, examples.All(), rdfs); report.Requests > 0 {
			t.Errorf("from %v: %d requests", examples.Pos, report.Requests)
		}
	}
}

// TestMergeFiles: a merged import exports the same triples, also when merged twice.
func TestMergeFiles(t *testing.T) {
	path := testfiles.Write(t, "x.ttl", turtleHead+":a :r :b ; :f 3 ; a :A . :b a :B . :A <http://www.w3.org/2000/01/rdf-schema#subClassOf> :C .")
	d, _ := mustImport(t, ImportOptions{}, path)
	dir := t.TempDir()
	from := file(t, filepath.Join(dir, "from.db"))
	must(d.Save(t.Context(), from))
	must(from.Close())
	into := file(t, filepath.Join(dir, "into.db"))
	w, examples := herd()
	mustCrawl(t, w.serve(t), into, examples.All(), herdOptions)
	for range 2 {
		must(into.Merge(t.Context(), from.Path()))
	}
	stored, err := Choose(t.Context(), into, path, Examples{})
	must(err)
	got, err := ReadData(t.Context(), stored)
	must(err)
	if diff := cmp.Diff(triplesOf(t, d), triplesOf(t, got)); diff != "" {
		t.Error(diff)
	}
}

// triplesOf returns the triples of the data, sorted.
func triplesOf(t *testing.T, d *Data) []string {
	t.Helper()
	var nt bytes.Buffer
	must(d.WriteNTriples(t.Context(), &nt))
	lines := strings.Split(nt.String(), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" || line[0] == '#' })
	slices.Sort(lines)
	return lines
}
