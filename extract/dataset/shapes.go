package dataset

import (
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// Shapes of SHACL say of what kind the values of a property are, as YAGO's schema does. genus takes that as it takes
// rdfs:range without reasoning: it declares symbols, and no fact follows. A shape is a condition on data, which the
// data may break.

const (
	shPath        = graph.SHACL + "path"
	shDatatype    = graph.SHACL + "datatype"
	shClass       = graph.SHACL + "class"
	shTargetClass = graph.SHACL + "targetClass"
	shOr          = graph.SHACL + "or"
)

// A shapeRange is what shapes say of the values of a property.
type shapeRange struct {
	linked    bool     // some are members of a class
	datatypes []string // of the others
}

// findShapes returns what the shapes say of the values of each property, and the classes that they name. A part of
// a sh:or speaks for its shape.
func (i *importer) findShapes() (ranges map[facts.ID]shapeRange, classes []string) {
	path := i.Facts.Find(shPath)
	isClass, target := i.Facts.Find(shClass), i.Facts.Find(shTargetClass)
	if path == 0 && target == 0 {
		return nil, nil
	}
	whole, paths := map[facts.ID]facts.ID{}, map[facts.ID]facts.ID{} // by a part, and by a shape
	for t := range i.of(i.Facts.Find(shOr), i.Facts.Find(rdfNS+"first"), i.Facts.Find(rdfNS+"rest")) {
		if t.kind == 0 {
			whole[t.object] = t.subject
		}
	}
	for t := range i.of(path) {
		if t.kind == 0 {
			paths[t.subject] = t.object
		}
	}
	ranges = map[facts.ID]shapeRange{}
	datatype := i.Facts.Find(shDatatype)
	for t := range i.of(datatype, isClass, target) {
		if t.kind != 0 {
			continue
		}
		of := i.Facts.Term(t.object)
		if t.property != datatype {
			classes = append(classes, of)
		}
		p := paths[shapeOf(t.subject, whole, paths)]
		r := ranges[p]
		if t.property == isClass {
			r.linked = true
		} else if t.property == datatype {
			r.datatypes = append(r.datatypes, of)
		}
		ranges[p] = r
	}
	delete(ranges, 0)
	return ranges, classes
}

// shapeOf returns the shape of a property that the node is or is a part of; 0 if there is none.
func shapeOf(node facts.ID, whole, paths map[facts.ID]facts.ID) facts.ID {
	for steps := 0; node != 0 && steps <= len(whole); steps++ {
		if paths[node] != 0 {
			return node
		}
		node = whole[node]
	}
	return 0
}
