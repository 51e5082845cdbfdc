package differential

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// An oracle knows the extension of a concept in a graph.
type oracle struct {
	problem   interp.Problem
	structure *interp.Structure
	info      extract.Info
	eval      *interp.Evaluator
	domain    []string          // of the graph
	named     map[string]string // from an individual of the graph to its name in the structure
}

// newOracle reads the graph as genus reads a file.
func newOracle(t *rapid.T, dir string, g *graph, closure bool) *oracle {
	file := filepath.Join(dir, "graph.nt")
	require.NoError(t, os.WriteFile(file, []byte(g.String()), 0o600))
	o := extract.ImportOptions{Vocabulary: g.vocabulary(closure)}
	d, _, err := extract.ImportFiles(context.Background(), []string{file}, o)
	require.NoError(t, err)
	checkStated(t, g, d)
	p, info, err := d.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{})
	require.NoError(t, err)
	k := &oracle{
		problem: p, structure: p.Structure, info: info, eval: interp.NewEvaluator(p.Structure),
		domain: g.domain(), named: map[string]string{},
	}
	mentioned := g.terms()
	for a := range p.Structure.Len() {
		iri := p.Structure.IRI(interp.Individual(a))
		at := slices.IndexFunc(mentioned, func(name string) bool {
			// The labels of blank nodes get the file's in front.
			return name == iri || isBlank(name) && isBlank(iri) && strings.HasSuffix(iri, "n"+name[2:])
		})
		if at < 0 {
			t.Fatalf("%s is an individual of the structure and not of the graph\n%s", iri, g)
		}
		k.named[mentioned[at]] = iri
	}
	individuals := slices.Sorted(maps.Keys(k.named))
	if g.axioms { // facts follow, and with them individuals
		k.domain = individuals
		for _, name := range g.domain() {
			if k.named[name] == "" {
				t.Fatalf("%s is not an individual of the structure\n%s", name, g)
			}
		}
	} else if !slices.Equal(individuals, k.domain) {
		t.Fatalf("individuals of the structure: %s\nwant %s\n%s", individuals, k.domain, g)
	}
	return k
}

// checkStated checks that the endpoint for confirming, to which WriteStated writes, has the
// statements of the file and no others.
func checkStated(t *rapid.T, g *graph, d *extract.Data) {
	var written strings.Builder
	require.NoError(t, d.WriteStated(t.Context(), &written))
	statements := func(text string) []string {
		var all []string
		_, err := rdffile.ReadFrom(t.Context(), strings.NewReader(text), rdffile.NTriples, ex, func(x rdf.Triple) error {
			all = append(all, scopes.ReplaceAllString(x.Serialize(rdf.NTriples), "_:"))
			return nil
		})
		require.NoError(t, err)
		slices.Sort(all)
		return slices.Compact(all)
	}
	if got, want := statements(written.String()), statements(g.String()); !slices.Equal(got, want) {
		t.Fatalf("the endpoint for confirming has\n%s\nwant\n%s", strings.Join(got, ""), strings.Join(want, ""))
	}
}

// scopes matches what reading a file puts before the label of a blank node.
var scopes = regexp.MustCompile(`_:(f[0-9a-f]{12}n)+`)

// extension returns the extension of c, by the names of the graph.
func (k *oracle) extension(t *rapid.T, c dl.Concept) []string {
	x, err := k.eval.Extension(c)
	require.NoError(t, err)
	var out []string
	for _, name := range k.domain {
		if a, known := k.structure.Lookup(k.named[name]); known && x.Test(uint(a)) {
			out = append(out, name)
		}
	}
	return out
}
