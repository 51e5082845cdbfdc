package differential

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// oracle knows the extension of a concept in a graph.
type oracle struct {
	structure *interp.Structure
	info      extract.Info
	eval      *interp.Evaluator
	alone     *interp.Evaluator // over one individual without facts
	domain    []string          // of the graph
	named     map[string]string // from an individual of the graph to its name in the structure
}

// newOracle reads the graph as genus reads a file.
func newOracle(t *rapid.T, dir string, g *graph, closure bool) *oracle {
	file := filepath.Join(dir, "graph.nt")
	if err := os.WriteFile(file, []byte(g.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	o := extract.ImportOptions{Vocabulary: g.vocabulary(closure)}
	d, _, err := extract.ImportFiles(context.Background(), []string{file}, o)
	if err != nil {
		t.Fatal(err)
	}
	p, info, err := d.Problem(extract.Examples{}, extract.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var b interp.Builder
	b.Individual(ex + "alone")
	alone, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	k := &oracle{
		structure: p.Structure, info: info, eval: interp.NewEvaluator(p.Structure), alone: interp.NewEvaluator(alone),
		domain: g.domain(), named: map[string]string{},
	}
	for a := range p.Structure.Len() {
		iri := p.Structure.IRI(interp.Individual(a))
		in := slices.IndexFunc(k.domain, func(name string) bool {
			// The labels of blank nodes get the file's in front.
			return name == iri || isBlank(name) && isBlank(iri) && strings.HasSuffix(iri, "n"+name[2:])
		})
		if in < 0 {
			t.Fatalf("%s is an individual of the structure and not of the graph\n%s", iri, g)
		}
		k.named[k.domain[in]] = iri
	}
	return k
}

// names are the individuals of the structure that have an IRI.
func (k *oracle) names() []string {
	var out []string
	for _, iri := range k.domain {
		if _, known := k.structure.Lookup(iri); known && !isBlank(iri) {
			out = append(out, iri)
		}
	}
	return out
}

// extension of c over the domain of the graph. What has no facts that a
// concept could see is no individual of the structure, yet no complement can
// leave it out.
func (k *oracle) extension(t *rapid.T, c dl.Concept) []string {
	x, err := k.eval.Extension(c)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := k.alone.Holds(c, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, iri := range k.domain {
		a, known := k.structure.Lookup(k.named[iri])
		if known && x.Test(uint(a)) || !known && alone {
			out = append(out, iri)
		}
	}
	return out
}
