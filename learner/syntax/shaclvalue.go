package syntax

import (
	"github.com/genus-kg/genus/learner/dl"
)

// zonePattern matches the time zone of a date or time.
const zonePattern = `(Z|[+-][0-9]{2}:[0-9]{2})$`

// dateTimeStamp is derived from dateTime; its values have a time zone.
const dateTimeStamp = dl.XSD + "dateTimeStamp"

// comparison returns the constraint that some value of the feature satisfies the
// comparison.
func (w *shaper) comparison(c dl.Compare) tree {
	if isValueEquality(c) && c.Value.Kind() == dl.String {
		return w.property(w.name(c.Feature), w.predicate("hasValue", leaf(w.shortLiteral(c.Value))))
	}
	shapes := w.values(c)
	value := tree{}
	switch {
	case len(shapes) == 1:
		value = shapes[0]
	case len(shapes) > 1:
		value = blank(w.predicate("or", list(shapes...)))
	}
	return w.property(w.name(c.Feature), w.predicate("qualifiedValueShape", value),
		w.predicate("qualifiedMinCount", leaf("1")))
}

// values returns shapes. A value satisfies the comparison if it conforms to one of them.
//
// SHACL compares as SPARQL does. It compares numbers of all types by value (SHACL,
// Section 4.3; SPARQL 1.1, Section 17.3), so that one bound is enough; but it compares
// decimals with doubles as doubles, whereas genus is exact. For dates there is a shape
// for each datatype, with a time zone and without, because SPARQL does not define the
// order between these.
func (w *shaper) values(c dl.Compare) []tree {
	rs, err := ranges(c, w.o.Kinds[c.Feature])
	if err != nil {
		w.fail(err)
		return nil
	}
	k := c.Value.Kind()
	switch {
	case k == dl.Boolean: // as terms: sh:hasValue would not find "1"^^xsd:boolean
		other := `"0"`
		if c.Value == dl.Bool(true) {
			other = `"1"`
		}
		return []tree{blank(w.predicate("in", list(leaf(w.shortLiteral(c.Value)), leaf(other+"^^"+w.iri(k.IRI())))))}
	case k.Numeric():
		return []tree{blank(w.bounds(rs[0])...)}
	}
	var shapes []tree
	for _, r := range rs {
		if r.kind != dl.DateTime {
			if w.unusual == nil {
				w.unusual = map[dl.Kind]bool{}
			}
			w.unusual[r.kind] = true
		}
		shapes = append(shapes, w.dates(r, r.kind.IRI()))
		if r.kind == dl.DateTime && r.hasZone() {
			shapes = append(shapes, w.dates(r, dateTimeStamp)) // sh:datatype knows no derivation
		}
	}
	return shapes
}

func (w *shaper) dates(r dataRange, datatype string) tree {
	zone := w.predicate("pattern", leaf(`"`+zonePattern+`"`))
	if !r.hasZone() {
		zone = w.predicate("not", blank(zone))
	}
	return blank(append([]tree{w.predicate("datatype", w.name(datatype)), zone}, w.bounds(r)...)...)
}

func (w *shaper) bounds(r dataRange) []tree {
	var bounds []tree
	if r.min != (dl.Value{}) {
		bounds = append(bounds, w.predicate("minInclusive", leaf(w.shortLiteral(r.min))))
	}
	if r.max != (dl.Value{}) {
		bounds = append(bounds, w.predicate("maxInclusive", leaf(w.shortLiteral(r.max))))
	}
	return bounds
}

// hasZone reports whether the values of the range have a time zone.
func (r dataRange) hasZone() bool { return r.min.HasZone() || r.max.HasZone() }

type shaper struct {
	*document
	o       SHACLOptions
	unusual map[dl.Kind]bool // kinds that SPARQL 1.1 does not order
}

func (w *shaper) name(iri string) tree { return leaf(w.iri(iri)) }

// predicate returns a SHACL predicate with its object.
func (w *shaper) predicate(predicate string, object tree) tree {
	return row(leaf(w.iri(shNS+predicate)), object)
}

func (w *shaper) property(path tree, constraints ...tree) tree {
	return w.predicate("property", blank(append([]tree{w.predicate("path", path)}, constraints...)...))
}
