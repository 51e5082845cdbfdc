package dataset

import (
	"slices"
	"sync"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/learner/dl"
)

// Graph is the data to look around in: what is stated about one individual, and
// what points to it. Unlike a problem it has everything that was read, complete or
// not. It is safe for concurrent use.
type Graph struct {
	f       *facts.Facts
	labels  map[string]string
	known   map[facts.ID]bool
	classes map[facts.ID][]facts.ID // stated ones
	out, in map[facts.ID][]int      // indexes of f.Roles
	values  map[facts.ID][]int      // indexes of f.Values
	size    GraphSize

	once    sync.Once
	members map[facts.ID][]facts.ID // of classes and of their superclasses
}

// GraphSize counts what a Graph holds.
type GraphSize struct {
	Individuals, Facts, Classes, Roles, Features int
}

// Edge is a statement between individuals, seen from one of them: Role leads from
// it to Target.
type Edge struct {
	Role   dl.Role
	Target string
}

// FeatureValue is a value of a feature as it was read.
type FeatureValue struct {
	Feature, Lexical, Datatype string
}

// Graph indexes the data.
func (d *Dataset) Graph() *Graph {
	f := d.Facts
	g := &Graph{
		f: f, labels: d.Labels(), known: make(map[facts.ID]bool, len(f.Individuals)),
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

// Size counts what the graph holds.
func (g *Graph) Size() GraphSize { return g.size }

// Individuals are the IRIs of all individuals, in the order of the data.
func (g *Graph) Individuals() []string {
	iris := make([]string, len(g.f.Individuals))
	for i, a := range g.f.Individuals {
		iris[i] = g.f.Term(a)
	}
	return iris
}

// Has reports whether the IRI is an individual.
func (g *Graph) Has(iri string) bool { return g.known[g.f.Find(iri)] }

// Label is the best label of a term, empty if it has none.
func (g *Graph) Label(iri string) string { return g.labels[iri] }

// Classes are the classes that are stated of the individual, without their
// superclasses.
func (g *Graph) Classes(iri string) []string {
	var iris []string
	for _, c := range g.classes[g.f.Find(iri)] {
		iris = append(iris, g.f.Term(c))
	}
	slices.Sort(iris)
	return slices.Compact(iris)
}

// Edges are at most limit of the statements about the individual and of those
// that point to it, in the order of the data; more: there are others.
func (g *Graph) Edges(iri string, limit int) (edges []Edge, more bool) {
	a := g.f.Find(iri)
	for _, side := range []struct {
		list    []int
		inverse bool
		other   int // which element of the tuple the other end has
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

// Values are at most limit of the values of the individual's features; more: it
// has others.
func (g *Graph) Values(iri string, limit int) (values []FeatureValue, more bool) {
	list := g.values[g.f.Find(iri)]
	for _, i := range list[:min(limit, len(list))] {
		v := g.f.Values[i]
		values = append(values, FeatureValue{g.f.Term(v.Property), g.f.Term(v.Lexical), g.f.Term(v.Datatype)})
	}
	return values, len(list) > limit
}
