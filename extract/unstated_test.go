package extract

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/genus-kg/genus/extract/store"
)

// TestUnstated: an endpoint that states axioms about properties and not what
// follows from them is told of, and one that states both is not.
func TestUnstated(t *testing.T) {
	w := func(more func(w *world)) *world {
		w := &world{}
		w.role(ex+"mother", ex+"ada", ex+"anne")
		w.value(ex+"age", ex+"ada", "36", xsdNS+"integer")
		w.member(ex+"ada", ex+"Woman")
		w.subclass(ex+"Woman", ex+"Person")
		more(w)
		return w
	}
	axiom := func(p, axiom, q string) func(*world) {
		return func(w *world) { w.role(axiom, ex+p, ex+q) }
	}
	both := func(fs ...func(*world)) func(*world) {
		return func(w *world) {
			for _, f := range fs {
				f(w)
			}
		}
	}
	none := func(*world) {}
	superproperty := axiom("mother", rdfsNS+"subPropertyOf", "parent")
	tests := []struct {
		name   string
		states func(*world)
		want   string // the first statement that is missing, without its brackets and namespace; empty: none
		o      CrawlOptions
	}{
		{"no axiom", none, "", CrawlOptions{}},
		{"subproperty", superproperty, "ada parent anne", CrawlOptions{}},
		{"two steps", both(superproperty, axiom("parent", rdfsNS+"subPropertyOf", "kin"), func(w *world) { w.role(ex+"parent", ex+"ada", ex+"anne") }), "ada kin anne", CrawlOptions{}},
		{"subproperty, stated", both(superproperty, func(w *world) { w.role(ex+"parent", ex+"ada", ex+"anne") }), "", CrawlOptions{}},
		{"subproperty, excluded", superproperty, "", CrawlOptions{Exclusions: Exclusions{Properties: []string{ex + "parent"}}}},
		{"inverse", axiom("mother", owlNS+"inverseOf", "child"), "anne child ada", CrawlOptions{}},
		{"inverse, from the other end", axiom("child", owlNS+"inverseOf", "mother"), "anne child ada", CrawlOptions{}},
		{"domain of a role", axiom("mother", rdfsNS+"domain", "Daughter"), "ada type Daughter", CrawlOptions{}},
		{"domain of a feature", axiom("age", rdfsNS+"domain", "Aged"), "ada type Aged", CrawlOptions{}},
		{"domain, stated", both(axiom("age", rdfsNS+"domain", "Aged"), func(w *world) { w.member(ex+"ada", ex+"Aged") }), "", CrawlOptions{}},
		{"domain, a superclass", axiom("age", rdfsNS+"domain", "Person"), "", CrawlOptions{}},
		{"range, not of an example", axiom("mother", rdfsNS+"range", "Woman"), "", CrawlOptions{}},
		{"range", both(axiom("knows", rdfsNS+"range", "Known"), func(w *world) { w.role(ex+"knows", ex+"anne", ex+"ada") }), "ada type Known", CrawlOptions{}},
		{"of a role that is cut", both(superproperty, func(w *world) {
			for _, b := range []string{"b", "c", "d"} {
				w.role(ex+"parent", ex+"ada", ex+b)
			}
		}), "", CrawlOptions{Bounds: Bounds{Successors: 2}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := w(tt.states).serve(t)
			file := filepath.Join(t.TempDir(), "x.db")
			crawl := func(rdfs bool) (warned []string, requests int) {
				db, err := store.Open(t.Context(), file, store.Options{})
				must(err)
				defer func() { must(db.Close()) }()
				o := tt.o
				o.Bounds.Depth, o.RDFS = 1, rdfs
				report, err := Crawl(t.Context(), c, db, []string{ex + "ada"}, o)
				if err != nil {
					t.Fatal(err)
				}
				return report.Warnings, report.Requests
			}
			got, _ := crawl(true)
			want := "<" + ex + strings.ReplaceAll(tt.want, " ", "> <"+ex) + ">"
			want = strings.Replace(want, ex+"type", rdfNS+"type", 1)
			switch {
			case tt.want == "" && len(got) > 0:
				t.Errorf("warned: %q", got)
			case tt.want != "" && (len(got) != 1 || !strings.Contains(got[0], ", such as "+want+";")):
				t.Errorf("warned %q; want %s", got, want)
			}
			if got, n := crawl(true); len(got) > 0 || n > 0 {
				t.Errorf("again: %d requests, warned %q", n, got)
			}
		})
	}
	c := w(superproperty).serve(t)
	report, err := Crawl(t.Context(), c, memory(t), []string{ex + "ada"}, CrawlOptions{})
	if err != nil || len(report.Warnings) > 0 {
		t.Errorf("not asked for: %q, %v", report.Warnings, err)
	}
}
