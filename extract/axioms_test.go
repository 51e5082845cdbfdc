package extract

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// family returns a small graph with axioms.
func family(axioms ...[3]string) *graphs.World {
	w := &graphs.World{}
	w.Role(ex+"mother", ex+"ada", ex+"anne")
	w.Value(ex+"age", ex+"ada", "36", xsdNS+"integer")
	w.Member(ex+"ada", ex+"Woman")
	w.Subclass(ex+"Woman", ex+"Person")
	for _, a := range axioms {
		w.Axiom(a)
	}
	return w
}

var rdfs = CrawlOptions{Bounds: Bounds{Depth: 1}, Vocabulary: Vocabulary{RDFS: true}}

// TestAxioms: a problem has the facts that the axioms of an endpoint entail, and no other
// new facts.
func TestAxioms(t *testing.T) {
	ada := Examples{Pos: []string{ex + "ada"}}
	statements := func(w *graphs.World, o CrawlOptions) (lines []string, warnings []string, removed string) {
		db := memory(t)
		report := mustCrawl(t, w.Serve(t), db, ada.All(), o)
		p, _ := mustLoad(t, db, ada, LoadOptions{})
		lines = slices.DeleteFunc(strings.Fields(factsOf(p.Structure)),
			func(s string) bool { return !strings.Contains(s, "(") })
		return lines, report.Warnings, fmt.Sprint(p.Removed)
	}
	stated, _, _ := statements(family(), rdfs)
	sub, inverse := entail.SubPropertyOf, entail.InverseOf
	for _, tt := range []struct {
		name   string
		axioms [][3]string
		follow string // statements in place of those stated
	}{
		{"none", nil, ""},
		{"subproperty", [][3]string{{"mother", sub, "parent"}}, "parent(ada,anne)"},
		{"two steps", [][3]string{{"mother", sub, "parent"}, {"parent", sub, "kin"}}, "kin(ada,anne) parent(ada,anne)"},
		{"of a feature", [][3]string{{"age", sub, "number"}}, "number(ada)=36"},
		{"inverse", [][3]string{{"mother", inverse, "child"}}, "child(anne,ada)"},
		{"inverse, from the other end", [][3]string{{"child", inverse, "mother"}}, "child(anne,ada)"},
		{"symmetric", [][3]string{{"mother", entail.Type, entail.Symmetric}}, "mother(anne,ada)"},
		{"transitive", [][3]string{{"mother", entail.Type, entail.Transitive}, {"anne", ex + "mother", "eve"}},
			"mother(ada,eve)"},
		{"transitive, by what is below",
			[][3]string{{"ancestor", entail.Type, entail.Transitive}, {"mother", sub, "ancestor"},
				{"anne", ex + "mother", "eve"}}, "ancestor(ada,anne) ancestor(ada,eve)"},
		{"domain of a role", [][3]string{{"mother", entail.Domain, "Daughter"}}, "Daughter(ada)"},
		{"domain of a feature", [][3]string{{"age", entail.Domain, "Aged"}}, "Aged(ada)"},
		{"range, at the last distance", [][3]string{{"mother", entail.Range, "Woman"}}, "Person(anne) Woman(anne)"},
		{"domain of an inverse", [][3]string{{"mother", inverse, "child"}, {"child", entail.Domain, "Parent"}},
			"Parent(anne) child(anne,ada)"},
		{"equivalent class", [][3]string{{"Woman", entail.EquivalentClass, "Female"}}, "Female(ada)"},
		{"equivalent class, from the other end", [][3]string{{"Female", entail.EquivalentClass, "Woman"}}, "Female(ada)"},
		{"superclass of an equivalent one",
			[][3]string{{"Woman", entail.EquivalentClass, "Female"}, {"Female", graph.RDFSchema + "subClassOf", "Being"}},
			"Being(ada) Female(ada)"},
		{"range that is equivalent",
			[][3]string{{"mother", entail.Range, "Female"}, {"Female", entail.EquivalentClass, "Woman"}},
			"Female(ada) Female(anne) Person(anne) Woman(anne)"},
		{"anonymous domain", [][3]string{{"mother", entail.Domain, "_:d"}, {"Person", graph.RDFSchema + "seeAlso", "_:d"}},
			""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, warnings, _ := statements(family(tt.axioms...), rdfs)
			want := append(slices.Clone(stated), strings.Fields(tt.follow)...)
			slices.Sort(want)
			slices.Sort(got)
			diff := cmp.Diff(want, got)
			check.That(t, diff == "" && len(warnings) <= 0, "%q %s", warnings, diff)
			o := rdfs
			o.Vocabulary.RDFS = false
			if got, _, _ := statements(family(tt.axioms...), o); !slices.Equal(slices.Sorted(slices.Values(got)),
				slices.Sorted(slices.Values(stated))) {
				t.Errorf("without reasoning: %q", got)
			}
		})
	}

	many := family([3]string{"mother", sub, "parent"})
	for _, b := range []string{"b", "c", "d"} {
		many.Role(ex+"mother", ex+"ada", ex+b)
	}
	o := rdfs
	o.Bounds.Successors = 2
	if _, _, removed := statements(many, o); !strings.Contains(removed,
		"it follows from <"+ex+"mother>, which is not complete: fan-out of <"+ex+"ada> is 4") {
		t.Errorf("removed: %s", removed)
	}

	_, warnings, _ := statements(family([3]string{"mother", sub, graph.RDF + "type"}, [3]string{"mother", sub, "_:p"},
		[3]string{"Woman", entail.EquivalentClass, "_:c"}), rdfs)
	check.That(t, len(warnings) == 3 && strings.Contains(warnings[0], "properties without a name") &&
		strings.Contains(warnings[1], "classes without a name") &&
		strings.Contains(warnings[2], "<"+ex+"mother> <"+sub+"> <"+graph.RDF+"type>"), "warnings: %q", warnings)
	_, _, err := Crawl(t.Context(), nil, memory(t), ada.All(),
		CrawlOptions{Vocabulary: Vocabulary{RDFS: true, Vocabulary: queries.Vocabulary{NoClosure: true}}})
	check.That(t, err != nil, "RDFS without superclasses is taken")
}

// TestAxiomsAreKept: a database answers without the endpoint, and an
// answer that is too old or missing is an error.
func TestAxiomsAreKept(t *testing.T) {
	w := family([3]string{"mother", entail.SubPropertyOf, "parent"}, [3]string{"mother", entail.Range, "Woman"},
		[3]string{"Female", entail.EquivalentClass, "Woman"})
	c := w.Serve(t)
	ada := Examples{Pos: []string{ex + "ada"}}
	path := filepath.Join(t.TempDir(), "one.db")
	db, err := store.Open(t.Context(), path, store.Options{})
	must(err)
	crawl := func(db *store.DB, o CrawlOptions) int {
		report := mustCrawl(t, c, db, ada.All(), o)
		return report.Requests
	}
	n := crawl(db, rdfs)
	want := fingerprint(t, db, ada)
	check.Equal(t, crawl(db, rdfs), 0, "again requests")
	o := rdfs
	o.Refresh = true
	again := crawl(db, o)
	check.That(t, again == n && fingerprint(t, db, ada) == want, "refreshed: %d requests; want %d", again, n)
	must(db.Close())
	other, err := store.Open(t.Context(), path, store.Options{ReadOnly: true})
	must(err)
	defer func() { _ = other.Close() }()
	check.Equal(t, fingerprint(t, other, ada), want, "opened again")
	_, _, err = Load(t.Context(), other, ada, LoadOptions{MaxAge: time.Nanosecond})
	check.That(t, errors.Is(err, ErrExpired), "too old: %v", err)
	var nt strings.Builder
	must(mustRead(t, other).WriteNTriples(t.Context(), &nt))
	d, _ := mustImport(t, ImportOptions{Vocabulary: rdfs.Vocabulary}, testfiles.Write(t, "export.nt", nt.String()))
	got, want := problemFacts(t, d, ada), problemFacts(t, mustRead(t, other), ada)
	check.That(t, got == want, "exported and imported:\n%s\nwant\n%s", got, want)
}

func problemFacts(t *testing.T, d *Data, examples Examples) string {
	t.Helper()
	p, _, err := d.Problem(t.Context(), examples, LoadOptions{})
	must(err)
	return factsOf(p.Structure)
}

// manyAxioms returns a family with more axioms than an endpoint with a row cap sends.
func manyAxioms() *graphs.World {
	w := family([3]string{"mother", entail.SubPropertyOf, "parent"})
	for i := range 250 {
		w.State(fmt.Sprintf("%sp%d", ex, i), entail.SubPropertyOf, graphs.Term(fmt.Sprintf("%sq%d", ex, i)))
		w.State(fmt.Sprintf("%sp%d", ex, i), entail.Type, graphs.Term(entail.Symmetric))
	}
	return w
}

// TestAxiomsOverCaps: all axioms are read, whether the endpoint reports that it cuts
// results or not.
func TestAxiomsOverCaps(t *testing.T) {
	c := manyAxioms().Serve(t)
	ada := []string{ex + "ada"}
	for name, capped := range map[string]Client{"silent": endpoint.Cut(c, 150), "loud": endpoint.Capped(c, 150)} {
		db := memory(t)
		_, _, err := Crawl(t.Context(), capped, db, ada, rdfs)
		require.That(t, err == nil, "%s: %v", name, err)
		check.Equal(t, len(mustRead(t, db).Facts.Axioms), 501, "%s axioms", name)
	}
}

// TestClosureThroughLiteral checks that the closures of a role are left out, and have no
// query, if a path of its steps can pass through a literal. The role itself stays.
func TestClosureThroughLiteral(t *testing.T) {
	w := family([3]string{"mother", entail.Type, entail.Symmetric})
	w.Value(ex+"mother", ex+"ada", "36", xsdNS+"integer")
	d, _ := mustImport(t, ImportOptions{Vocabulary: rdfs.Vocabulary}, testfiles.Write(t, "graph.nt", w.NTriples()))
	p, info, err := d.Problem(t.Context(), Examples{Pos: []string{ex + "ada"}}, LoadOptions{})
	must(err)
	var removed []dl.Role
	for _, r := range p.Removed {
		removed = append(removed, r.Role)
	}
	for _, role := range []dl.Role{{IRI: ex + "mother"}, {IRI: ex + "mother", Inverse: true}} {
		for _, role.Closure = range []dl.Closure{dl.NoClosure, dl.Plus, dl.Star} {
			_, err := queries.Select(dl.Exists{Role: role, C: dl.Name{IRI: ex + "Person"}}, queries.Options{Axioms: info.Axioms})
			gone := role.Closure != dl.NoClosure
			check.That(t, errors.Is(err, queries.ErrThroughLiteral) == gone, "the query of %v: %v", role, err)
			check.That(t, slices.Contains(removed, role) == gone, "removed are %v, want %v: %t", removed, role, gone)
		}
	}
}

// TestChainThroughLiteral checks that a transitive role is left out, with the roles above
// it, if a path of its steps can pass through a literal: learning and rankings do not have
// it, and it has no query.
func TestChainThroughLiteral(t *testing.T) {
	ada := Examples{Pos: []string{ex + "ada"}}
	for _, tt := range []struct {
		name, lexical string
		axioms        [][3]string
		want          bool
	}{
		{"there and back", "36", [][3]string{{"mother", entail.Type, entail.Symmetric}}, true},
		{"no literal", "", [][3]string{{"mother", entail.Type, entail.Symmetric}}, false},
		{"no way back", "36", nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := family(
				append(tt.axioms, [3]string{"mother", entail.Type, entail.Transitive},
					[3]string{"mother", entail.SubPropertyOf, "kin"})...)
			if tt.lexical != "" {
				w.Value(ex+"mother", ex+"ada", tt.lexical, xsdNS+"integer")
			}
			db := memory(t)
			mustCrawl(t, w.Serve(t), db, ada.All(), rdfs)
			crawled, info := mustLoad(t, db, ada, LoadOptions{})
			d, _ := mustImport(t, ImportOptions{Vocabulary: rdfs.Vocabulary}, testfiles.Write(t, "graph.nt", w.NTriples()))
			read, readInfo, err := d.Problem(t.Context(), ada, LoadOptions{})
			must(err)
			for source, axioms := range map[string]queries.Axioms{"endpoint": info.Axioms, "file": readInfo.Axioms} {
				for _, role := range []string{"mother", "kin"} {
					q, err := queries.Select(dl.Exists{Role: dl.Role{IRI: ex + role}, C: dl.Top{}}, queries.Options{Axioms: axioms})
					check.That(t, errors.Is(err, queries.ErrThroughLiteral) == tt.want, "%s: %v, and the query of %s is\n%s", source,
						err, role, q)
				}
			}
			for source, p := range map[string]interp.Problem{"endpoint": crawled, "file": read} {
				_, known := p.Structure.Signature().RoleID(dl.Role{IRI: ex + "mother"})
				check.That(t, known != tt.want, "%s: in the structure: %t", source, known)
				var removed []string
				for _, r := range p.Removed {
					if r.Feature == "" {
						removed = append(removed, fmt.Sprintf("%s %t", strings.TrimPrefix(r.Role.IRI, ex), r.Role.Inverse))
					}
				}
				slices.Sort(removed)
				want := []string{"kin false", "kin true", "mother false", "mother true"}
				check.That(t, (!tt.want || slices.Equal(removed, want)) && (tt.want || len(removed) <= 0), "%s: removed %q", source,
					removed)
			}
		})
	}
}

// TestEnginesAxioms: extracts and queries with axioms are the same on every engine.
func TestEnginesAxioms(t *testing.T) {
	w := manyAxioms()
	hub := ex + "anne"
	for i := range 30 {
		w.Role(ex+"knows", fmt.Sprintf("%sfriend%d", ex, i), hub)
	}
	for _, a := range [][3]string{
		{"parent", entail.InverseOf, "child"}, {"child", entail.Domain, "Parent"}, {"age", entail.Domain, "_:aged"},
		{"knows", entail.Range, "Known"},
		{"within", entail.Type, entail.Transitive}, {"part", entail.SubPropertyOf, "within"},
		{"holds", entail.InverseOf, "within"}, {"within", entail.SubPropertyOf, "near"},
		{"Known", entail.EquivalentClass, "Famous"},
	} {
		w.Axiom(a)
	}
	w.Role(ex+"part", ex+"ada", ex+"street")
	w.Role(ex+"holds", ex+"city", ex+"street")
	w.Role(ex+"within", ex+"city", ex+"land")
	w.Role(ex+"within", ex+"land", ex+"city")
	w.Subclass("_:aged", ex+"Aged")
	w.Subclass(ex+"Famous", ex+"Star")
	ada := Examples{Pos: []string{ex + "ada"}}
	extracted := func(t *testing.T, c Client) ([]string, queries.Axioms) {
		db := memory(t)
		o := rdfs
		o.Bounds.Successors = 8
		report := mustCrawl(t, c, db, ada.All(), o)
		p, info := mustLoad(t, db, ada, LoadOptions{})
		return append(strings.Fields(factsOf(p.Structure)), fmt.Sprint(p.Removed, report.Warnings)), info.Axioms
	}
	want, _ := extracted(t, w.Serve(t))
	for _, fact := range []string{"parent(ada,anne)", "child(anne,ada)", "Parent(anne)", "Aged(ada)", "Known(anne)",
		"Star(anne)", "within(ada,land)", "holds(land,ada)", "near(ada,city)"} {
		check.That(t, slices.Contains(want, fact), "%s is missing in %q", fact, want)
	}
	for _, engine := range engines.All() {
		t.Run(engine.Name, func(t *testing.T) {
			c := engine.Start(t, w.NTriples()).Connect(t, connector.Options{})
			got, axioms := extracted(t, c)
			check.Diff(t, got, want, "embedded (-) and %s (+)", engine.Name)
			dialect, err := queries.ParseDialect(engine.Name)
			must(err)
			land, within := dl.Nominal{IRI: ex + "land"}, dl.Role{IRI: ex + "within"}
			for _, tt := range []struct {
				c    dl.Concept
				want string
			}{
				{dl.Conj(dl.Name{IRI: ex + "Parent"}, dl.Name{IRI: ex + "Star"},
					dl.Exists{Role: dl.Role{IRI: ex + "child"}, C: dl.Name{IRI: ex + "Aged"}}), "anne"},
				{dl.Exists{Role: within, C: land}, "ada city land street"},
				{dl.Exists{Role: within, C: dl.Top{}}, "ada city land street"},
				{dl.Exists{Role: dl.Role{IRI: ex + "near"}, C: land}, "ada city land street"},
				{dl.Exists{Role: dl.Role{IRI: ex + "holds"}, C: dl.Name{IRI: ex + "Aged"}}, "city land street"},
				{dl.Conj(dl.Exists{Role: within.Inv(), C: dl.Name{IRI: ex + "Aged"}},
					dl.Not{C: dl.Exists{Role: within, C: dl.Conj(land, dl.Exists{Role: within, C: land})}}), ""},
				{dl.Conj(dl.Name{IRI: ex + "Aged"}, dl.AtLeast{N: 3, Role: within, C: dl.Top{}}), "ada"},
				{dl.Conj(dl.AtLeast{N: 2, Role: within, C: dl.Top{}}, dl.AtMost{N: 2, Role: within, C: dl.Top{}}),
					"city land street"},
				{dl.Conj(dl.Exists{Role: within, C: dl.Top{}}, dl.ForAll{Role: within, C: dl.Exists{Role: within, C: land}}),
					"ada city land street"},
				{dl.Conj(dl.Exists{Role: within, C: dl.Top{}}, dl.Not{C: dl.Exists{Role: dl.Role{IRI: ex + "part"}, C: dl.Top{}}}),
					"city land street"},
			} {
				query, err := queries.Select(tt.c, queries.Options{Axioms: axioms, Dialect: dialect})
				must(err)
				table, err := c.Select(t.Context(), query)
				if err != nil {
					t.Errorf("%v\n%s", err, query)
					continue
				}
				var got []string
				for _, row := range table.Rows {
					got = append(got, strings.TrimPrefix(row[0].String(), ex))
				}
				slices.Sort(got)
				check.That(t, strings.Join(got, " ") == tt.want, "%q; want %q\n%s", got, tt.want, query)
			}
		})
	}
}
