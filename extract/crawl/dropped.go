package crawl

import (
	"cmp"
	"slices"

	"github.com/genus-kg/genus/extract/graph"
)

// Direction is the direction in which a property is dropped.
type Direction string

// The directions.
const (
	Out    Direction = "out"   // the role
	In     Direction = "in"    // its inverse
	Values Direction = "value" // the feature
)

// Dropped is a property that is not complete in one direction, and the reason.
type Dropped struct {
	Property   string
	Direction  Direction
	Individual string // the individual that the reason is about
	N          int    // number of statements
	Reason     string // one line
}

// Key names a property in a direction.
type Key struct {
	Property  string
	Direction Direction
}

// Key returns the property and direction that are dropped.
func (d Dropped) Key() Key { return Key{d.Property, d.Direction} }

// keyOf returns the property and direction of a step.
func keyOf(r graph.Step) Key {
	if r.Inverse {
		return Key{r.Property, In}
	}
	return Key{r.Property, Out}
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
		if _, dropped := s[Key{property, dir}]; !dropped {
			return true
		}
	}
	return false
}
