package encode

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/sat"
)

type kind uint8

const (
	leaf kind = iota // ⊤, ⊥, a name or a comparison
	not
	exists
	forAll
	atLeast
	atMost
	and
	or
)

type label struct {
	kind kind
	leaf int           // index into Stage.leaves
	role interp.RoleID // of a restriction
	n    int           // of a number restriction
}

func (st *Stage) concept(l label, children ...dl.Concept) dl.Concept {
	role := func() dl.Role { return st.problem.Structure.Signature().Role(l.role) }
	switch l.kind {
	case not:
		return dl.Not{C: children[0]}
	case exists:
		return dl.Exists{Role: role(), C: children[0]}
	case forAll:
		return dl.ForAll{Role: role(), C: children[0]}
	case atLeast:
		return dl.AtLeast{N: l.n, Role: role(), C: children[0]}
	case atMost:
		return dl.AtMost{N: l.n, Role: role(), C: children[0]}
	case and:
		return dl.And{L: children[0], R: children[1]}
	case or:
		return dl.Or{L: children[0], R: children[1]}
	}
	return st.leaves[l.leaf].concept
}

// labelsAt returns the labels that node i can have. It omits restrictions that are
// equivalent to ⊤ or ⊥ within reach, if that is in the language, because it is smaller.
func (f *formula) labelsAt(i int) []label {
	node, l := f.shape.Nodes[i], f.st.space.Language
	var out []label
	switch node.Arity() {
	case 0:
		for v := range f.st.leaves {
			out = append(out, label{kind: leaf, leaf: v})
		}
	case 1:
		if l.Has(dl.WithNot) {
			out = append(out, label{kind: not})
		}
		if !l.Any(dl.WithRoles) {
			break
		}
		most := f.mostSuccessors(i)
		for _, r := range f.st.space.Roles {
			out = append(out, f.restrictions(r, most[r])...)
		}
	case 2:
		if l.Has(dl.WithAnd) {
			out = append(out, label{kind: and})
		}
		if l.Has(dl.WithOr) {
			out = append(out, label{kind: or})
		}
	}
	return out
}

// mostSuccessors returns for each role the largest number of successors by it of an
// individual at node i.
func (f *formula) mostSuccessors(i int) map[interp.RoleID]int {
	s, most := f.st.problem.Structure, map[interp.RoleID]int{}
	for _, t := range f.classes[i] {
		for _, r := range s.RolesOf(t.member) {
			most[r] = max(most[r], len(s.Successors(r, t.member)))
		}
	}
	return most
}

// restrictions returns the labels with role r. It omits numbers above most, the largest
// number of successors, and ≥1 if the language has ∃.
func (f *formula) restrictions(r interp.RoleID, most int) []label {
	l := f.st.space.Language
	top, bottom := f.has(dl.WithTop), f.has(dl.WithBottom)
	var out []label
	if l.Has(dl.WithExists) && (most > 0 || !bottom) {
		out = append(out, label{kind: exists, role: r})
	}
	if l.Has(dl.WithForAll) && (most > 0 || !top) {
		out = append(out, label{kind: forAll, role: r})
	}
	if l.Has(dl.WithAtLeast) {
		first, last := 1, most
		if l.Has(dl.WithExists) {
			first = 2
		}
		if !bottom {
			last++ // ≥n above the largest number of successors stands for ⊥
		}
		for n := first; n <= min(last, f.st.space.MaxNumber); n++ {
			out = append(out, label{kind: atLeast, role: r, n: n})
		}
	}
	if l.Has(dl.WithAtMost) {
		last := most - 1
		if !top {
			last++ // ≤n that always holds stands for ⊤
		}
		for n := 0; n <= min(last, f.st.space.MaxNumber); n++ {
			out = append(out, label{kind: atMost, role: r, n: n})
		}
	}
	return out
}

// leafClauses defines the labels of leaf i: x[i,v] → z[i,t] for the classes t in the
// extension of v, and x[i,v] → ¬z[i,t] for the others.
func (f *formula) leafClauses(i int) {
	for v, l := range f.labels[i] {
		holds := f.st.leaves[l.leaf].holds
		for _, t := range f.classes[i] {
			z := f.z[i][t.id]
			if !holds.Test(uint(t.member)) {
				z = z.Not()
			}
			f.out.Add(f.x[i][v].Not(), z)
		}
	}
}

// binaryClauses defines ⊓ and ⊔ at node i:
//
//	x[i,⊓] → (z[i,a] ↔ z[l,a] ∧ z[r,a])
//	x[i,⊔] → (z[i,a] ↔ z[l,a] ∨ z[r,a])
func (f *formula) binaryClauses(i int) {
	node := f.shape.Nodes[i]
	for v, l := range f.labels[i] {
		x := f.x[i][v].Not()
		for _, t := range f.classes[i] {
			z := f.z[i][t.id]
			left := f.extensionVar(node.Left, t.member)
			right := f.extensionVar(node.Right, t.member)
			if l.kind == or { // the dual: negate everything
				z = z.Not()
				left = left.Not()
				right = right.Not()
			}
			f.out.Add(x, z.Not(), left)
			f.out.Add(x, z.Not(), right)
			f.out.Add(x, z, left.Not(), right.Not())
		}
	}
}

func (f *formula) addEqualIf(x, y, z sat.Lit) {
	f.out.Add(x.Not(), y.Not(), z)
	f.out.Add(x.Not(), y, z.Not())
}

// extensionVar returns the variable z[i,a].
func (f *formula) extensionVar(i int, a interp.Individual) sat.Lit {
	h := f.shape.Nodes[i].Height + f.st.lowest
	return f.z[i][f.st.levels.Class(min(h, f.st.levels.Depth()), a)]
}
