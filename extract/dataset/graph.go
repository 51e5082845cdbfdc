package dataset

import (
	"slices"
	"sync"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/learner/dl"
)

// A Graph is an index of the facts by individual, for browsing. Unlike a problem it has
// all facts, even if they are incomplete. It is safe for concurrent use.
type Graph struct {
	d       *Dataset
	f       *facts.Facts // of d
	labels  map[string]string
	known   map[facts.ID]bool
	classes map[facts.ID][]facts.ID // stated classes
	out, in map[facts.ID][]int      // indexes of f.Roles
	values  map[facts.ID][]int      // indexes of f.Values
	size    GraphSize

	once    sync.Once
	members map[facts.ID][]facts.ID // see membersByClass
}

// A GraphSize has the numbers of elements of a Graph.
type GraphSize struct {
	Individuals, Facts, Classes, Roles, Features int
}

// An Edge leads from an individual to Target by Role.
type Edge struct {
	Role   dl.Role
	Target string
}

// A FeatureValue is a value of a feature as it was read.
type FeatureValue struct {
	Feature, Lexical, Datatype string
}

// Graph returns an index of the facts.
func (d *Dataset) Graph() *Graph {
	f := d.Facts
	g := &Graph{
		d: d, f: f, labels: d.Labels(), known: make(map[facts.ID]bool, len(f.Individuals)),
		classes: map[facts.ID][]facts.ID{}, out: map[facts.ID][]int{}, in: map[facts.ID][]int{}, values: map[facts.ID][]int{},
	}
	classes, roles, features := map[facts.ID]bool{}, map[facts.ID]bool{}, map[facts.ID]bool{}
	for _, a := range f.Individuals {
		g.known[a] = true
	}
	for _, t := range f.Classes {
		g.classes[t[0]] = append(g.classes[t[0]], t[1])
		classes[t[1]] = true
	}
	for i, t := range f.Roles {
		g.out[t[1]] = append(g.out[t[1]], i)
		g.in[t[2]] = append(g.in[t[2]], i)
		roles[t[0]] = true
	}
	for i, v := range f.Values {
		g.values[v.Individual] = append(g.values[v.Individual], i)
		features[v.Property] = true
	}
	g.size = GraphSize{
		Individuals: len(f.Individuals), Facts: len(f.Classes) + len(f.Roles) + len(f.Values),
		Classes: len(classes), Roles: len(roles), Features: len(features),
	}
	return g
}

// Size returns the numbers of elements of the graph.
func (g *Graph) Size() GraphSize { return g.size }

// Individuals returns the IRIs of all individuals, in the order of the data.
func (g *Graph) Individuals() []string {
	iris := make([]string, len(g.f.Individuals))
	for i, a := range g.f.Individuals {
		iris[i] = g.f.Term(a)
	}
	return iris
}

// Has reports whether the IRI is that of an individual.
func (g *Graph) Has(iri string) bool { return g.known[g.f.Find(iri)] }

// Label returns the best label of a term, or "".
func (g *Graph) Label(iri string) string { return g.labels[iri] }

// Classes returns the sorted classes of the individual that are stated, without their
// superclasses.
func (g *Graph) Classes(iri string) []string {
	var iris []string
	for _, c := range g.classes[g.f.Find(iri)] {
		iris = append(iris, g.f.Term(c))
	}
	slices.Sort(iris)
	return slices.Compact(iris)
}

// Edges returns at most limit edges of the individual: first those of which it is the
// subject, then those of which it is the object. more reports whether there are others.
func (g *Graph) Edges(iri string, limit int) (edges []Edge, more bool) {
	a := g.f.Find(iri)
	for _, side := range []struct {
		list    []int
		inverse bool
		other   int // index of the other individual in the tuple
	}{{g.out[a], false, 2}, {g.in[a], true, 1}} {
		for _, i := range side.list {
			if len(edges) == limit {
				return edges, true
			}
			t := g.f.Roles[i]
			edges = append(edges, Edge{dl.Role{IRI: g.f.Term(t[0]), Inverse: side.inverse}, g.f.Term(t[side.other])})
		}
	}
	return edges, false
}

// Values returns at most limit values of the individual's features. more reports whether
// there are others.
func (g *Graph) Values(iri string, limit int) (values []FeatureValue, more bool) {
	list := g.values[g.f.Find(iri)]
	for _, i := range list[:min(limit, len(list))] {
		v := g.f.Values[i]
		values = append(values, FeatureValue{g.f.Term(v.Property), g.f.Term(v.Lexical), g.f.Term(v.Datatype)})
	}
	return values, len(list) > limit
}
