package crawl

import (
	"cmp"
	"slices"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
)

// A dropped property, as a database keeps it.
type (
	Direction = store.Direction
	Dropped   = store.Dropped
	Key       = store.Key
)

// The directions.
const (
	Out    = store.Out    // the role
	In     = store.In     // its inverse
	Values = store.Values // the feature
)

// keyOf returns the property and direction of a step.
func keyOf(r graph.Step) Key {
	if r.Inverse {
		return Key{Property: r.Property, Direction: In}
	}
	return Key{Property: r.Property, Direction: Out}
}

// IsComplete reports whether no step of the transitive role is dropped.
func IsComplete[V any](c graph.Chain, dropped map[Key]V) bool {
	return !slices.ContainsFunc(c.Steps, func(r graph.Step) bool { _, is := dropped[keyOf(r)]; return is })
}

// CompareKeys orders keys by property, then by direction.
func CompareKeys(a, b Key) int {
	return cmp.Or(cmp.Compare(a.Property, b.Property), cmp.Compare(a.Direction, b.Direction))
}

// directions returns the directions of a property that the statements make complete.
func (st *statements) directions() []Direction {
	switch {
	case st.kind == graph.In:
		return []Direction{In}
	case st.kind == graph.Leaf:
		return []Direction{Values}
	case st.only != nil: // the values are fetched when the level of the individual is visited
		return []Direction{Out}
	}
	return []Direction{Out, Values}
}

// droppedSet is the set of properties and directions dropped so far.
type droppedSet map[Key]Dropped

// list returns the members of the set, ordered by property and direction.
func (s droppedSet) list() []Dropped {
	var list []Dropped
	for _, d := range s {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b Dropped) int { return CompareKeys(a.Key(), b.Key()) })
	return list
}

func (s droppedSet) keepsAny(property string, directions []Direction) bool {
	for _, dir := range directions {
		if _, dropped := s[Key{Property: property, Direction: dir}]; !dropped {
			return true
		}
	}
	return false
}
