package extract

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// drawReasoning sets the reasoning of the options and, with reasoning, adds axioms. It
// returns the structure of the whole graph with entailed facts.
func drawReasoning(t *rapid.T, w *graphs.World, o *CrawlOptions) *interp.Structure {
	if o.Vocabulary.RDFS = rapid.Bool().Draw(t, "reasoning"); !o.Vocabulary.RDFS {
		return w.Structure()
	}
	graphs.DrawAxioms(t, w)
	return w.Closed(t)
}

// TestRDFSIsSound: a concept is true at an example in the extract if and only if it is
// true there in the graph with entailed facts, whatever was dropped. An endpoint without
// reasoning returns the members of the concept for its query.
func TestRDFSIsSound(t *testing.T) {
	derived := 0
	cut := 0
	members := 0
	equivalent := 0
	transitive := 0
	chains := 0
	testsize.Check(t, 20, func(rt *rapid.T) {
		w := graphs.Draw(rt)
		graphs.DrawAxioms(rt, w)
		examples := drawExamples(rt, w)
		o := drawOptions(rt)
		o.Vocabulary.RDFS = true
		o.Bounds.Facts = 1000
		o.Bounds.Successors = rapid.SampledFrom([]int{1, 2, 4, 8, 1000}).Draw(rt, "chains")
		switch rapid.IntRange(0, 4).Draw(rt, "exclusions") {
		case 0:
			o.Exclusions.Properties = []string{ex + "r"}
		case 1:
			o.Exclusions.Only = []string{ex + "s", ex + "t", ex + "f"}
		}
		client := w.Serve(rt)
		db := memory(rt)
		mustCrawl(rt, client, db, examples.All(), o)
		p, info := mustLoad(rt, db, examples, LoadOptions{})
		whole := w.Closed(rt)
		depth := max(o.Bounds.Depth, 0)
		checkSound(rt, whole, &p, depth)
		checkEntailedQueries(rt, client, 0, whole, &p, info, depth)
		cut += len(p.Removed)
		derived += len(info.Axioms.Roles) + len(info.Axioms.Features)
		for _, r := range p.Removed {
			if strings.Contains(r.Reason, "chains of it") {
				chains++
			}
		}
		if depth > 1 {
			shallow, _ := mustLoad(t, db, examples, LoadOptions{Depth: depth - 1})
			checkSound(rt, whole, &shallow, depth-1)
		}
		transitive += len(info.Axioms.Transitive)
		members += len(info.Axioms.Classes)
		equivalent += len(info.Axioms.Equivalent)
		lis := &endpoint.Client{To: client}
		_, again, err := Crawl(t.Context(), lis, db, examples.All(), o)
		require.That(rt, err == nil && again.Requests <= 0, "again: %d requests, %v %s", again.Requests, err, lis.Sent())
	})
	t.Logf("%d symbols that others entail, %d classes, %d removed, %d transitive, %d chains cut", derived, members, cut,
		transitive, chains)
	check.That(t, chains != 0 && transitive != 0 && derived != 0 && members != 0 && cut != 0 && equivalent != 0,
		"the test tests nothing")
}

// checkEntailedQueries compares query results of the endpoint with the closed graph.
func checkEntailedQueries(t *rapid.T, client Client, dialect queries.Dialect, whole *interp.Structure,
	p *interp.Problem, info Info, depth int) {
	evaluator := interp.NewEvaluator(whole)
	for range 4 {
		c := graphs.DrawConcept(t, p, depth, 8)
		query, err := queries.Select(c, queries.Options{Axioms: info.Axioms, Dialect: dialect})
		must(err)
		table, err := client.Select(t.Context(), query)
		require.That(t, err == nil, "%v\n%s", err, query)
		var got, want []string
		for _, row := range table.Rows {
			if _, known := whole.Lookup(row[0].String()); known && row[0].Type() == rdf.TermIRI {
				got = append(got, row[0].String())
			}
		}
		extension, err := evaluator.Extension(c)
		must(err)
		for a := range whole.Len() {
			if iri := whole.IRI(interp.Individual(a)); extension.Test(uint(a)) && !strings.HasPrefix(iri, "_:") {
				want = append(want, iri)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		diff := cmp.Diff(want, got)
		require.That(t, diff == "", "%+v: the graph (-), the endpoint (+)\n%s\n%s", c, diff, query)
	}
}

func TestDatasets(t *testing.T) {
	for _, tt := range []struct {
		file, examples         string
		individuals            int
		atoms, roles, features int // of the signature; a value of a boolean feature is an atom
	}{
		{"sml/mammographic/mammographic.owl", "sml/mammographic", 975, 19, 3, 2},
		{"sml/lymphography/lymphography.owl", "sml/lymphography", 148, 49, 0, 0},
		{"sml/suramin/suramin.owl", "sml/suramin", 2979, 46, 3, 1},
		{"sml/pyrimidine/pyrimidine.owl", "sml/pyrimidine", 74, 1, 0, 27},
		{"sml/carcinogenesis/carcinogenesis.nt.gz", "sml/carcinogenesis", 22372, 169, 4, 1},
		{"sml/mutagenesis/mutagenesis.nt.gz", "sml/mutagenesis", 14145, 90, 5, 4},
		{"sml/hepatitis/hepatitis.nt.gz", "sml/hepatitis", 6812, 5, 2, 13},
		{"sml/nctrer/nctrer.nt.gz", "sml/nctrer", 10209, 38, 9, 44},
		{"sml/animals/animals.owl", "sml/animals/bird", 20, 39, 2, 1},
		{"dl-learner/family-benchmark/family-benchmark.owl", "dl-learner/family-benchmark/Aunt", 202, 3, 4, 0},
		{"dl-learner/family-benchmark/family-benchmark_rich_background.owl", "dl-learner/family-benchmark/Aunt", 202, 18, 4,
			0},
		{"dl-learner/arch/arch.owl", "dl-learner/arch/arch", 19, 6, 5, 0},
	} {
		t.Run(filepath.Base(tt.file), func(t *testing.T) {
			d, report := mustImport(t, ImportOptions{}, testfiles.Dataset(t, tt.file))
			check.That(t, report.Individuals == tt.individuals, "%d individuals; want %d", report.Individuals, tt.individuals)
			p, _, err := d.Problem(t.Context(), sides(testfiles.Dataset(t, tt.examples)), LoadOptions{})
			must(err)
			check.NoError(t, p.Validate())
			sig := p.Structure.Signature()
			if atoms, roles, features := len(sig.Atoms()), sig.NumRoles()/2,
				len(sig.Features()); atoms != tt.atoms || roles != tt.roles || features != tt.features {
				t.Errorf("%d atoms, %d roles, %d features; want %d, %d, %d", atoms, roles, features, tt.atoms, tt.roles,
					tt.features)
			}
		})
	}
}
