package dataset

import (
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/facts"
)

// ClassNames returns the IRIs of the classes, sorted.
func (d *Dataset) ClassNames() []string {
	f := d.Facts
	iris := map[string]bool{}
	for _, t := range f.Classes {
		iris[f.Term(t[1])] = true
	}
	for _, t := range f.Superclasses {
		iris[f.Term(t[0])], iris[f.Term(t[1])] = true, true
	}
	for _, s := range f.Declared {
		if s.Kind == facts.Class {
			iris[s.IRI] = true
		}
	}
	return slices.Sorted(maps.Keys(iris))
}

// PropertyNames returns the IRIs of the roles and features, sorted.
func (d *Dataset) PropertyNames() []string {
	f := d.Facts
	iris := map[string]bool{}
	for _, t := range f.Roles {
		iris[f.Term(t[0])] = true
	}
	for _, v := range f.Values {
		iris[f.Term(v.Property)] = true
	}
	for _, s := range f.Declared {
		if s.Kind != facts.Class {
			iris[s.IRI] = true
		}
	}
	return slices.Sorted(maps.Keys(iris))
}
