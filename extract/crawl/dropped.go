package crawl

import (
	"cmp"
	"slices"

	"github.com/genus-kg/genus/extract/source"
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
	Individual string // where
	N          int    // how many statements
	Reason     string // one line
}

// Key names a property in a direction.
type Key struct {
	Property  string
	Direction Direction
}

// Key names what is dropped.
func (d Dropped) Key() Key { return Key{d.Property, d.Direction} }

// CompareKeys orders keys by property.
func CompareKeys(a, b Key) int {
	return cmp.Or(cmp.Compare(a.Property, b.Property), cmp.Compare(a.Direction, b.Direction))
}

// directions are what the statements of a kind make complete.
func directions(kind source.Kind) []Direction {
	switch kind {
	case source.In:
		return []Direction{In}
	case source.Leaf:
		return []Direction{Values}
	}
	return []Direction{Out, Values}
}

// droppedSet is what was dropped so far.
type droppedSet map[Key]Dropped

// sorted is what was dropped, by property and direction.
func (s droppedSet) sorted() []Dropped {
	var list []Dropped
	for _, d := range s {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b Dropped) int { return CompareKeys(a.Key(), b.Key()) })
	return list
}

// wants reports whether anything is kept that statements of that kind and property
// would make complete.
func (s droppedSet) wants(kind source.Kind, property string) bool {
	for _, dir := range directions(kind) {
		if _, dropped := s[Key{property, dir}]; !dropped {
			return true
		}
	}
	return false
}
