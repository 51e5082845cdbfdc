package counts

import (
	"context"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
)

// neighbourhood holds the facts near individuals.
type neighbourhood struct {
	b       interp.Builder
	read    [2]map[string]bool  // individuals asked for statements: about them, and pointing to them
	counted [2]map[string]bool  // those whose statements were counted
	lacks   [2]map[edge]bool    // edges of these that are incomplete
	typed   map[string]bool     // individuals asked for classes
	untyped bool                // some classes or superclasses could not be read
	classes map[string]bool     // that were met
	next    map[string][]string // successors that were read, by individual
	built   *interp.Structure
	e       *interp.Evaluator // of built
}

// edge stands for the statements of an individual with one property.
type edge struct{ s, p string }

// build builds the structure of the facts.
func (n *neighbourhood) build(ctx context.Context) (*interp.Structure, error) {
	s, err := n.b.Build(ctx)
	if err != nil {
		return nil, err
	}
	n.built, n.e = s, interp.NewEvaluator(s)
	return s, nil
}

// isMonotone reports whether a member of the concept stays a member when facts are added.
func isMonotone(c dl.Concept) bool {
	for _, not := range []dl.Language{dl.WithNot, dl.WithForAll, dl.WithAtMost} {
		if dl.LanguageOf(c).Has(not) {
			return false
		}
	}
	return true
}

// decideAt returns Yes for the individuals that are members according to the facts, No for
// those that are not, and Unknown where further facts may change the truth.
func (n *neighbourhood) decideAt(c dl.Concept, individuals []string) []intent.Truth {
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

// decides reports whether the facts that the concept is about at a are complete.
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
	if !n.counted[side][iri] || n.lacks[side][edge{iri, r.IRI}] {
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

// direction returns the index of the statements about an individual, 0, or if inverse of
// those that point to it, 1.
func direction(inverse bool) int {
	if inverse {
		return 1
	}
	return 0
}

func newNeighbourhood() *neighbourhood {
	return &neighbourhood{
		read: [2]map[string]bool{{}, {}}, counted: [2]map[string]bool{{}, {}}, lacks: [2]map[edge]bool{{}, {}}, typed: map[string]bool{},
		classes: map[string]bool{}, next: map[string][]string{},
	}
}

// canBeFact reports whether a statement with the object, or subject if inverse, can be a
// fact.
func canBeFact(o rdf.Term, inverse bool) bool {
	switch o.(type) {
	case rdf.Literal:
		return !inverse
	case rdf.IRI:
		return true
	}
	return false
}

// add adds the fact of a statement.
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

// successors returns the successors of the individuals that were read.
func (n *neighbourhood) successors(individuals []string) []string {
	var next []string
	for _, iri := range individuals {
		next = append(next, n.next[iri]...)
	}
	return uniqueSorted(next)
}

// uniqueSorted returns the IRIs sorted and without repetitions.
func uniqueSorted(iris []string) []string {
	out := slices.Clone(iris)
	slices.Sort(out)
	return slices.Compact(out)
}
