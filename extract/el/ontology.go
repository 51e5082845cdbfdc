package el

import "slices"

// A Concept is a concept of one ontology.
type Concept uint32

// The concepts that every ontology has.
const (
	Bottom Concept = iota
	Top
)

// A Role is a role of one ontology.
type Role uint32

type kind uint8

const (
	name kind = iota
	and
	some
)

// A node says what a concept is: a ⊓ b, or ∃a.b.
type node struct {
	kind kind
	a, b uint32
}

type chain struct{ first, second, above Role }

// A restriction is ∃role.C as the concept some, for a C that is known.
type restriction struct {
	role Role
	some Concept
}

// A conjunction is C ⊓ other as the concept both, for a C that is known.
type conjunction struct{ other, both Concept }

// An Ontology has concepts, roles and axioms. It is not safe for concurrent use.
type Ontology struct {
	nodes   []node
	numbers map[node]Concept
	left    []bool // C is to the left of an axiom, or a part of what is

	above   [][]Concept // D for the axioms C ⊑ D
	joins   [][]conjunction
	fillers [][]restriction
	ranges  [][]Concept // of a role
	roles   [][]Role    // s for the axioms r ⊑ s
	chains  []chain
}

// New returns an ontology without axioms.
func New() *Ontology {
	o := &Ontology{numbers: map[node]Concept{}}
	o.Name() // Bottom
	o.Name() // Top
	return o
}

// Name returns a new name.
func (o *Ontology) Name() Concept { return o.add(node{}) }

func (o *Ontology) add(n node) Concept {
	o.nodes, o.left = append(o.nodes, n), append(o.left, false)
	o.above, o.joins, o.fillers = append(o.above, nil), append(o.joins, nil), append(o.fillers, nil)
	return Concept(len(o.nodes) - 1)
}

func (o *Ontology) numbered(n node) Concept {
	c, known := o.numbers[n]
	if !known {
		c = o.add(n)
		o.numbers[n] = c
	}
	return c
}

// And returns the conjunction of the concepts: Top for none.
func (o *Ontology) And(of ...Concept) Concept {
	both := Top
	for _, c := range of {
		switch {
		case both == Top || c == Bottom:
			both = c
		case c != Top && c != both && both != Bottom:
			both = o.numbered(node{and, uint32(min(both, c)), uint32(max(both, c))})
		}
	}
	return both
}

// Some returns ∃r.C.
func (o *Ontology) Some(r Role, c Concept) Concept {
	return o.numbered(node{some, uint32(r), uint32(c)})
}

// Role returns a new role.
func (o *Ontology) Role() Role {
	o.roles, o.ranges = append(o.roles, nil), append(o.ranges, nil)
	return Role(len(o.roles) - 1)
}

// SubClassOf adds c ⊑ d.
func (o *Ontology) SubClassOf(c, d Concept) {
	o.above[c] = append(o.above[c], d)
	o.toTheLeft(c)
}

// Disjoint adds c ⊓ d ⊑ ⊥.
func (o *Ontology) Disjoint(c, d Concept) { o.SubClassOf(o.And(c, d), Bottom) }

// SubRole adds r ⊑ s.
func (o *Ontology) SubRole(r, s Role) { o.roles[r] = append(o.roles[r], s) }

// Chain adds r₁ ∘ … ∘ rₙ ⊑ s for at least one role.
func (o *Ontology) Chain(of []Role, s Role) {
	if len(of) == 1 {
		o.SubRole(of[0], s)
		return
	}
	first := of[0]
	for i, r := range of[1:] {
		t := s
		if i < len(of)-2 {
			t = o.Role()
		}
		o.chains = append(o.chains, chain{first, r, t})
		first = t
	}
}

// Range adds ⊤ ⊑ ∀r.C.
func (o *Ontology) Range(r Role, c Concept) { o.ranges[r] = append(o.ranges[r], c) }

// toTheLeft indexes the concept and its parts: the rules put them together.
func (o *Ontology) toTheLeft(c Concept) {
	if o.left[c] {
		return
	}
	o.left[c] = true
	switch n := o.nodes[c]; n.kind {
	case and:
		a, b := Concept(n.a), Concept(n.b)
		o.joins[a], o.joins[b] = append(o.joins[a], conjunction{b, c}), append(o.joins[b], conjunction{a, c})
		o.toTheLeft(a)
		o.toTheLeft(b)
	case some:
		o.fillers[n.b] = append(o.fillers[n.b], restriction{Role(n.a), c})
		o.toTheLeft(Concept(n.b))
	}
}

// superroles returns, for each role, itself and the roles above it, sorted.
func (o *Ontology) superroles() [][]Role {
	all := make([][]Role, len(o.roles))
	for r := range all {
		found := []Role{Role(r)}
		for i := 0; i < len(found); i++ {
			for _, s := range o.roles[found[i]] {
				if !slices.Contains(found, s) {
					found = append(found, s)
				}
			}
		}
		slices.Sort(found)
		all[r] = found
	}
	return all
}
