package differential

import (
	"math"
	"slices"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/learner/dl"
)

// mostNested bounds the role depth of concepts.
const mostNested = 3

// drawConcept draws a concept of all constructors over the symbols of random graphs and
// one symbol of each kind that no graph has.
func drawConcept(t *rapid.T, g *graph, names []string, covers func(dl.Value) bool) dl.Concept {
	return rapid.Custom(func(t *rapid.T) dl.Concept {
		return (&grammar{t, g, names, covers}).concept(1+drawBelow(t, 10, "size"), mostNested)
	}).Draw(t, "concept")
}

// sameInAllTypes reports whether the numbers in the concept are equal in all numeric
// types. For others a query needs queries.Options.Kinds.
func sameInAllTypes(c dl.Concept) bool {
	same := true
	dl.Walk(c, func(c dl.Concept) bool {
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
	g      *graph
	names  []string // of individuals
	covers func(dl.Value) bool
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
		left := 1 + drawBelow(r.t, size-2, "left")
		c, d := r.concept(left, depth), r.concept(size-1-left, depth)
		if rapid.Bool().Draw(r.t, "or") {
			return dl.Or{L: c, R: d}
		}
		return dl.And{L: c, R: d}
	}
	kind := 0
	if depth > 0 {
		kind = drawBelow(r.t, 5, "restriction")
	}
	if kind == 0 {
		return dl.Not{C: r.concept(size-1, depth)}
	}
	role := dl.Role{
		IRI:     r.one(slices.Concat(roles, []string{features[0], ex + "unknown"}), "role"),
		Inverse: rapid.Bool().Draw(r.t, "inverse"),
	}
	n := drawBelow(r.t, 4, "number")
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

// leaf draws a leaf, nested in a restriction or not. The query of a nominal finds its
// individual whether or not the graph has it, so only a nested nominal may be unknown.
func (r *grammar) leaf(nested bool) dl.Concept {
	switch kind := drawBelow(r.t, 24, "leaf"); {
	case kind >= 20:
		names := r.names
		if nested {
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
		return dl.Name{IRI: r.one(slices.Concat(classes[:len(classes)-1], []string{ex + "Unknown"}), "name")}
	}
	f := r.one(slices.Concat(features, features, []string{roles[0], ex + "unknown"}), "feature")
	list := r.g.flavour[f]
	if list == nil || drawBelow(r.t, 8, "foreign") == 7 {
		list = flavours[2]
	}
	values := []dl.Value{dl.Int(1)}
	for _, l := range list {
		if v, ok := l.value(); ok && r.covers(v) {
			values = append(values, v)
		}
	}
	v := rapid.SampledFrom(values).Draw(r.t, "value")
	op := dl.Equal
	if k := v.Kind(); k != dl.Boolean && k != dl.String || drawBelow(r.t, 20, "unordered") == 19 {
		op = rapid.SampledFrom([]dl.Op{dl.GreaterEq, dl.LessEq, dl.GreaterEq, dl.LessEq, dl.Equal}).Draw(r.t, "op")
	}
	return dl.Compare{Feature: f, Op: op, Value: v}
}
