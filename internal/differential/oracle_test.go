package differential

import (
	"context"
	"maps"
	"math"
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
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

const ex = graphs.NS

// An oracle knows the extension of a concept in a graph.
type oracle struct {
	problem   interp.Problem
	structure *interp.Structure
	info      extract.Info
	eval      *interp.Evaluator
	domain    []string          // of the graph
	named     map[string]string // from an individual of the graph to its name in the structure
}

// vocabulary returns how the graph is read.
func vocabulary(g *graphs.Random, closure bool) extract.Vocabulary {
	return extract.Vocabulary{
		Vocabulary: queries.Vocabulary{Type: g.Typing, SubClassOf: g.SubClass, NoClosure: !closure},
		RDFS:       g.Axioms, Strings: true,
	}
}

// newOracle reads the graph as genus reads a file.
func newOracle(t *rapid.T, dir string, g *graphs.Random, closure bool) *oracle {
	file := filepath.Join(dir, "graph.nt")
	require.NoError(t, os.WriteFile(file, []byte(g.String()), 0o600))
	o := extract.ImportOptions{Vocabulary: vocabulary(g, closure)}
	d, _ := require.Values(extract.ImportFiles(context.Background(), []string{file}, o))(t)
	checkStated(t, g, d)
	p, info := require.Values(d.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{}))(t)
	k := &oracle{problem: p, structure: p.Structure, info: info, eval: interp.NewEvaluator(p.Structure),
		domain: g.Domain(closure), named: map[string]string{}}
	mentioned := g.Terms()
	for a := range p.Structure.Len() {
		iri := p.Structure.IRI(interp.Individual(a))
		at := slices.IndexFunc(mentioned, func(name string) bool {
			// The labels of blank nodes get the file's in front.
			return name == iri || graphs.IsBlank(name) && graphs.IsBlank(iri) && strings.HasSuffix(iri, "n"+name[2:])
		})
		require.That(t, at >= 0, "%s is an individual of the structure and not of the graph\n%s", iri, g)
		k.named[mentioned[at]] = iri
	}
	individuals := slices.Sorted(maps.Keys(k.named))
	if g.Axioms { // facts follow, and with them individuals
		k.domain = individuals
		for _, name := range g.Domain(closure) {
			require.That(t, k.named[name] != "", "%s is not an individual of the structure\n%s", name, g)
		}
	} else if !slices.Equal(individuals, k.domain) {
		t.Fatalf("individuals of the structure: %s\nwant %s\n%s", individuals, k.domain, g)
	}
	return k
}

// checkStated checks that the endpoint for confirming, to which WriteStated writes, has the
// statements of the file and no others.
func checkStated(t *rapid.T, g *graphs.Random, d *extract.Data) {
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
	got, want := statements(written.String()), statements(g.String())
	require.That(t, slices.Equal(got, want), "the endpoint for confirming has\n%s\nwant\n%s", strings.Join(got, ""),
		strings.Join(want, ""))
}

// scopes matches what reading a file puts before the label of a blank node.
var scopes = regexp.MustCompile(`_:(f[0-9a-f]{12}n)+`)

// extension returns the extension of c, by the names of the graph.
func (k *oracle) extension(t *rapid.T, c dl.Concept) []string {
	x := require.Value(k.eval.Extension(c))(t)
	var out []string
	for _, name := range k.domain {
		if a, known := k.structure.Lookup(k.named[name]); known && x.Test(uint(a)) {
			out = append(out, name)
		}
	}
	return out
}

// mostNested bounds the role depth of concepts.
const mostNested = 3

// drawConcept draws a concept of all constructors over the symbols of random graphs and
// one symbol of each kind that no graph has.
func drawConcept(t *rapid.T, g *graphs.Random, names []string, covers func(dl.Value) bool) dl.Concept {
	return rapid.Custom(func(t *rapid.T) dl.Concept {
		return (&grammar{t: t, g: g, names: names, covers: covers}).concept(1+graphs.DrawBelow(t, 10, "size"), mostNested)
	}).Draw(t, "concept")
}

// sameInAllTypes reports whether the numbers in the concept are equal in all numeric
// types. For others a query needs queries.Options.Kinds.
func sameInAllTypes(c dl.Concept) bool {
	same := true
	dl.Walk(c, func(c dl.Concept) bool {
		if _, ok := c.(dl.Less); ok { // floats beside doubles
			same = false
		}
		if c, ok := c.(dl.Compare); ok && c.Value.Kind().Numeric() {
			f := c.Value.Float()
			_, double := dl.Round(c.Value, dl.Equal, dl.Double, false)
			same = same && double == dl.AtValue && float64(float32(f)) == f &&
				(math.IsInf(f, 0) || math.Abs(f) < 1e6 && f*64 == math.Trunc(f*64))
		}
		return same
	})
	return same
}

type grammar struct {
	t      *rapid.T
	g      *graphs.Random
	names  []string // of individuals
	covers func(dl.Value) bool
	star   bool // a role that may make no step has been drawn
}

func (r *grammar) one(list []string, label string) string {
	return rapid.SampledFrom(list).Draw(r.t, label)
}

// concept draws a concept of about this size.
func (r *grammar) concept(size, depth int) dl.Concept {
	if size <= 1 {
		return r.leaf(depth < mostNested)
	}
	if size > 2 && rapid.Bool().Draw(r.t, "binary") {
		left := 1 + graphs.DrawBelow(r.t, size-2, "left")
		c, d := r.concept(left, depth), r.concept(size-1-left, depth)
		if rapid.Bool().Draw(r.t, "or") {
			return dl.Or{L: c, R: d}
		}
		return dl.And{L: c, R: d}
	}
	kind := 0
	if depth > 0 {
		kind = graphs.DrawBelow(r.t, 5, "restriction")
	}
	if kind == 0 {
		return dl.Not{C: r.concept(size-1, depth)}
	}
	role := r.role()
	n := graphs.DrawBelow(r.t, 4, "number")
	c := r.concept(size-1, depth-1)
	switch kind {
	case 1:
		return dl.Exists{Role: role, C: c}
	case 2:
		return dl.ForAll{Role: role, C: c}
	case 3:
		return dl.AtLeast{N: n, Role: role, C: c}
	}
	return dl.AtMost{N: n, Role: role, C: c}
}

// role draws a role, its inverse or a closure.
func (r *grammar) role() dl.Role {
	role := dl.Role{IRI: r.one(slices.Concat(graphs.Roles, []string{graphs.Features[0], ex + "unknown"}), "role"),
		Inverse: rapid.Bool().Draw(r.t, "inverse"), Closure: dl.Closure(max(0, graphs.DrawBelow(r.t, 7, "closure")-4))}
	r.star = r.star || role.Closure == dl.Star
	return role
}

// derived draws a derived symbol that is a leaf.
func (r *grammar) derived() dl.Concept {
	f := r.one(slices.Concat(graphs.Features, graphs.Features, graphs.Roles, []string{ex + "unknown"}), "feature")
	switch kind := graphs.DrawBelow(r.t, 11, "derived"); {
	case kind >= 9:
		return r.less()
	case kind == 8:
		return r.interval(f)
	case kind == 0:
		return dl.Agree{R: r.role(), S: r.role()}
	case kind <= 2:
		return dl.Has(f)
	case kind == 3:
		return dl.AtLeastValues(2+graphs.DrawBelow(r.t, 2, "values"), f)
	case kind == 4:
		return dl.Compare{
			Feature: f,
			Op:      dl.Lang,
			Value:   dl.Str(r.one([]string{"en", "de", "zh-hant", "*", "d"}, "language")),
		}
	}
	op := rapid.SampledFrom([]dl.Op{dl.Starts, dl.Ends, dl.HasWord}).Draw(r.t, "op")
	return dl.Compare{Feature: f, Op: op, Value: dl.Str(r.one(
		[]string{"a", "A", "b", "é", "1", " ", "quoted", "line\n", "日本", "x {$", "\\", "and\rr"}, "text"))}
}

// less draws an order of two features.
func (r *grammar) less() dl.Concept {
	features := append(slices.DeleteFunc(slices.Clone(graphs.Features), r.g.Rounds), graphs.Roles[0])
	return dl.Less{F: r.one(features, "feature"), G: r.one(features, "other feature")}
}

// interval draws two bounds of a feature.
func (r *grammar) interval(f string) dl.Concept {
	var values []dl.Value
	for _, l := range r.g.Flavour[f] {
		if v, ok := l.Value(); ok && r.covers(v) && v.Kind() != dl.String && v.Kind() != dl.Boolean {
			values = append(values, v)
		}
	}
	if values = dl.SortValues(values); len(values) < 2 {
		return dl.Has(f)
	}
	low := graphs.DrawBelow(r.t, len(values)-1, "low")
	high := low + 1 + graphs.DrawBelow(r.t, len(values)-1-low, "high")
	return dl.And{
		L: dl.Compare{Feature: f, Op: dl.GreaterEq, Value: values[low]},
		R: dl.Compare{Feature: f, Op: dl.LessEq, Value: values[high]},
	}
}

// leaf draws a leaf, nested in a restriction or not. The query of a nominal finds its
// individual whether or not the graph has it, so only a nominal after a step may be unknown.
func (r *grammar) leaf(nested bool) dl.Concept {
	switch kind := graphs.DrawBelow(r.t, 36, "leaf"); {
	case kind >= 24:
		return r.derived()
	case kind >= 20:
		names := r.names
		if nested && !r.star {
			names = append(slices.Clone(names), ex+"nobody")
		}
		if len(names) > 0 {
			return dl.Nominal{IRI: r.one(names, "individual")}
		}
		return dl.Top{}
	case kind == 0:
		return dl.Top{}
	case kind == 1:
		return dl.Bottom{}
	case kind < 10:
		return dl.Name{IRI: r.one(slices.Concat(graphs.Classes[:len(graphs.Classes)-1], []string{ex + "Unknown"}), "name")}
	}
	f := r.one(slices.Concat(graphs.Features, graphs.Features, []string{graphs.Roles[0], ex + "unknown"}), "feature")
	list := r.g.Flavour[f]
	if list == nil || graphs.DrawBelow(r.t, 8, "foreign") == 7 {
		list = graphs.Flavours[2]
	}
	values := []dl.Value{dl.Int(1)}
	for _, l := range list {
		if v, ok := l.Value(); ok && r.covers(v) {
			values = append(values, v)
		}
	}
	v := rapid.SampledFrom(values).Draw(r.t, "value")
	op := dl.Equal
	if k := v.Kind(); k != dl.Boolean && k != dl.String || graphs.DrawBelow(r.t, 20, "unordered") == 19 {
		op = rapid.SampledFrom([]dl.Op{dl.GreaterEq, dl.LessEq, dl.GreaterEq, dl.LessEq, dl.Equal}).Draw(r.t, "op")
	}
	return dl.Compare{Feature: f, Op: op, Value: v}
}
