package extract

import (
	"slices"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
)

// Graph is the data to look around in: what is stated about one individual, and
// what points to it. Unlike a problem it has everything that was read, complete or
// not. It is safe for concurrent use.
type Graph struct {
	d       *Data
	labels  map[string]string
	known   map[store.ID]bool
	classes map[store.ID][]store.ID // stated ones
	out, in map[store.ID][]int      // places in d.roles
	values  map[store.ID][]int      // places in d.values
	size    GraphSize
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
func (d *Data) Graph() *Graph {
	g := &Graph{
		d: d, labels: d.bestLabels(), known: make(map[store.ID]bool, len(d.individuals)),
		classes: map[store.ID][]store.ID{}, out: map[store.ID][]int{}, in: map[store.ID][]int{}, values: map[store.ID][]int{},
	}
	classes, roles, features := map[store.ID]bool{}, map[store.ID]bool{}, map[store.ID]bool{}
	for _, a := range d.individuals {
		g.known[a] = true
	}
	for _, f := range d.classes {
		g.classes[f[0]] = append(g.classes[f[0]], f[1])
		classes[f[1]] = true
	}
	for i, f := range d.roles {
		g.out[f[1]] = append(g.out[f[1]], i)
		g.in[f[2]] = append(g.in[f[2]], i)
		roles[f[0]] = true
	}
	for i, v := range d.values {
		g.values[v.Individual] = append(g.values[v.Individual], i)
		features[v.Property] = true
	}
	g.size = GraphSize{
		Individuals: len(d.individuals), Facts: len(d.classes) + len(d.roles) + len(d.values),
		Classes: len(classes), Roles: len(roles), Features: len(features),
	}
	return g
}

// Size counts what the graph holds.
func (g *Graph) Size() GraphSize { return g.size }

// Individuals are the IRIs of all individuals, in the order of the data.
func (g *Graph) Individuals() []string {
	iris := make([]string, len(g.d.individuals))
	for i, a := range g.d.individuals {
		iris[i] = g.d.terms[a]
	}
	return iris
}

// Has reports whether the IRI is an individual.
func (g *Graph) Has(iri string) bool { return g.known[g.d.index[iri]] }

// Label is the best label of a term, empty if it has none.
func (g *Graph) Label(iri string) string { return g.labels[iri] }

// Classes are the classes that are stated of the individual, without their
// superclasses.
func (g *Graph) Classes(iri string) []string {
	var iris []string
	for _, c := range g.classes[g.d.index[iri]] {
		iris = append(iris, g.d.terms[c])
	}
	slices.Sort(iris)
	return slices.Compact(iris)
}

// Edges are at most limit of the statements about the individual and of those
// that point to it, in the order of the data; more: there are others.
func (g *Graph) Edges(iri string, limit int) (edges []Edge, more bool) {
	a := g.d.index[iri]
	for _, side := range []struct {
		list    []int
		inverse bool
		other   int // which place of the tuple the other end has
	}{{g.out[a], false, 2}, {g.in[a], true, 1}} {
		for _, i := range side.list {
			if len(edges) == limit {
				return edges, true
			}
			f := g.d.roles[i]
			edges = append(edges, Edge{dl.Role{IRI: g.d.terms[f[0]], Inverse: side.inverse}, g.d.terms[f[side.other]]})
		}
	}
	return edges, false
}

// Values are at most limit of the values of the individual's features; more: it
// has others.
func (g *Graph) Values(iri string, limit int) (values []FeatureValue, more bool) {
	list := g.values[g.d.index[iri]]
	for _, i := range list[:min(limit, len(list))] {
		v := g.d.values[i]
		values = append(values, FeatureValue{g.d.terms[v.Property], v.Lexical, g.d.terms[v.Datatype]})
	}
	return values, len(list) > limit
}
