package counts

import (
	"context"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
)

// neighbourhood is what was read.
type neighbourhood struct {
	b       interp.Builder
	read    [2]map[string]bool // individuals whose statements were read: about them, and pointing to them
	whole   [2]map[string]bool // those of them whose statements were counted
	lacks   [2]map[edge]bool   // statements of these that were not all read
	typed   map[string]bool
	untyped bool                // classes or superclasses of something were refused
	above   map[string][]string // direct superclasses
	classes map[string][]string // stated, by individual
	next    map[string][]string // successors of an individual, by roles with few
	built   *interp.Structure
	e       *interp.Evaluator // of built
}

// edge is the statements of an individual with one property.
type edge struct{ s, p string }

// build makes a structure of what was read.
func (n *neighbourhood) build(ctx context.Context) (*interp.Structure, error) {
	s, err := n.b.Build(ctx)
	if err != nil {
		return nil, err
	}
	n.built, n.e = s, interp.NewEvaluator(s)
	return s, nil
}

// isMonotone reports whether more facts make no fewer members of the concept.
func isMonotone(c dl.Concept) bool {
	for _, not := range []dl.Language{dl.WithNot, dl.WithForAll, dl.WithAtMost} {
		if dl.LanguageOf(c).Has(not) {
			return false
		}
	}
	return true
}

// surely says of which individuals the facts prove that they are members, and of
// which they prove that they are none: all that the concept is about was read there.
func (n *neighbourhood) surely(c dl.Concept, individuals []string) []intent.Truth {
	out := make([]intent.Truth, len(individuals))
	if n.built == nil {
		return out
	}
	members, err := n.e.Extension(c)
	if err != nil {
		return out
	}
	for j, iri := range individuals {
		a, ok := n.built.Lookup(iri)
		switch {
		case ok && members.Test(uint(a)) && isMonotone(c):
			out[j] = intent.Yes
		case ok && !members.Test(uint(a)) && n.decides(c, a):
			out[j] = intent.No
		}
	}
	return out
}

// decides reports whether everything was read that the concept is about at a.
func (n *neighbourhood) decides(c dl.Concept, a interp.Individual) bool {
	switch c := c.(type) {
	case dl.Top, dl.Nominal:
		return true
	case dl.Name:
		return n.typed[n.built.IRI(a)] && !n.untyped
	case dl.Exists:
		return n.decidesAll(c.Role, c.C, a)
	case dl.AtLeast:
		return n.decidesAll(c.Role, c.C, a)
	}
	return false
}

// decidesAll reports whether all r-successors of a were read, and c is decided at each.
func (n *neighbourhood) decidesAll(r dl.Role, c dl.Concept, a interp.Individual) bool {
	side, iri := direction(r.Inverse), n.built.IRI(a)
	if !n.whole[side][iri] || n.lacks[side][edge{iri, r.IRI}] {
		return false
	}
	id, ok := n.built.Signature().RoleID(r)
	if !ok {
		return true
	}
	for _, b := range n.built.Successors(id, a) {
		if !n.decides(c, b) {
			return false
		}
	}
	return true
}

// direction is the side of statements about an individual, or of those that point to it.
func direction(inverse bool) int {
	if inverse {
		return 1
	}
	return 0
}

func newNeighbourhood() *neighbourhood {
	return &neighbourhood{
		read: [2]map[string]bool{{}, {}}, whole: [2]map[string]bool{{}, {}}, lacks: [2]map[edge]bool{{}, {}}, typed: map[string]bool{}, above: map[string][]string{},
		classes: map[string][]string{}, next: map[string][]string{},
	}
}

// canState reports whether a statement with that object, or subject if inverse, can
// be a fact.
func canState(o rdf.Term, inverse bool) bool {
	switch o.(type) {
	case rdf.Literal:
		return !inverse
	case rdf.IRI:
		return true
	}
	return false
}

// add states what a row says.
func (n *neighbourhood) add(s, p string, o rdf.Term, inverse bool) {
	switch o := o.(type) {
	case rdf.Literal:
		if v, err := dl.ParseLiteral(o.String(), o.DataType.String()); err == nil && o.Lang() == "" {
			n.b.AddValue(p, s, v)
		}
	case rdf.IRI:
		other := o.String()
		if inverse {
			n.b.AddRole(p, other, s)
		} else {
			n.b.AddRole(p, s, other)
		}
		n.next[s] = append(n.next[s], other)
	}
}

// after are the successors of the individuals by roles with few.
func (n *neighbourhood) after(individuals []string) []string {
	var next []string
	for _, iri := range individuals {
		next = append(next, n.next[iri]...)
	}
	return distinct(next)
}

func distinct(iris []string) []string {
	out := slices.Clone(iris)
	slices.Sort(out)
	return slices.Compact(out)
}
