package encode

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/sat"
)

// symmetryClauses excludes trees that have a smaller equivalent, which an earlier
// formula has covered, or an equivalent of the same size in normal form:
//
//   - ¬¬C, ¬⊤, ¬⊥, and ⊤ or ⊥ as an operand of ⊓ or ⊔ have smaller equivalents;
//   - ¬ moves below a restriction if the dual restriction is in the space (¬∃r.C is
//     ∀r.¬C, of the same size; ¬≥n is ≤n-1, smaller). ¬ cannot move below ≥n and ≤n
//     otherwise, and ¬≤n with the largest number n has no dual, so both stay;
//   - ¬ over a binary node with a negated child, and binary nodes with two negated
//     children, have smaller equivalents by De Morgan;
//   - ∃r.⊥ and ≥n r.⊥ are equivalent to ⊥, ∀r.⊤ and ≤n r.⊥ to ⊤;
//   - chains of ⊓ or of ⊔ nest to the right, with their operands in the order of
//     shapes and their leaves in the order of labels. Every chain can be sorted so:
//     the order of shapes is by size first, so the rest of a chain never precedes its
//     first operand.
//
// Each rule is correct in every language, because it applies only if the preferred
// equivalent is in the language.
func (f *formula) symmetryClauses() {
	for i, n := range f.shape.Nodes {
		switch n.Arity() {
		case 1:
			f.negationClauses(i, n.Left)
			f.trivialRestrictionClauses(i, n.Left)
		case 2:
			f.constantOperandClauses(n.Left)
			f.constantOperandClauses(n.Right)
			f.deMorganClauses(n.Left, n.Right)
			f.chainClauses(i, n.Left, n.Right)
		}
	}
}

// labelVar returns the variable of the label of kind k at node i. ok is false if the node
// has no such label. The kind must occur at most once at a node.
func (f *formula) labelVar(i int, k kind) (x sat.Lit, ok bool) {
	for v, l := range f.labels[i] {
		if l.kind == k {
			return f.x[i][v], true
		}
	}
	return 0, false
}

// constantVar returns the variable of the label c, which is ⊤ or ⊥, at node i. ok is false
// if the node has no such label.
func (f *formula) constantVar(i int, c dl.Concept) (x sat.Lit, ok bool) {
	if f.shape.Nodes[i].Arity() != 0 {
		return 0, false
	}
	for v, l := range f.labels[i] {
		if f.st.leaves[l.leaf].concept == c {
			return f.x[i][v], true
		}
	}
	return 0, false
}

func (f *formula) has(m dl.Language) bool { return f.st.space.Language.Has(m) }

// negationClauses excludes ¬ at node i over labels of node j whose negation has a smaller
// equivalent or another normal form.
func (f *formula) negationClauses(i, j int) {
	neg, ok := f.labelVar(i, not)
	if !ok {
		return
	}
	if x, ok := f.constantVar(j, dl.Top{}); ok && f.has(dl.WithBottom) {
		f.out.Add(neg.Not(), x.Not())
	}
	if x, ok := f.constantVar(j, dl.Bottom{}); ok && f.has(dl.WithTop) {
		f.out.Add(neg.Not(), x.Not())
	}
	for v, l := range f.labels[j] {
		dual := false
		switch l.kind {
		case not:
			dual = true
		case exists:
			dual = f.has(dl.WithForAll) || f.has(dl.WithAtMost)
		case forAll:
			dual = f.has(dl.WithExists)
		case atLeast:
			dual = f.has(dl.WithAtMost)
		case atMost:
			dual = f.has(dl.WithAtLeast) && l.n < f.st.space.MaxNumber
		}
		if dual {
			f.out.Add(neg.Not(), f.x[j][v].Not())
		}
	}
	n := f.shape.Nodes[j]
	if n.Arity() != 2 || !f.has(dl.WithAnd|dl.WithOr) {
		return
	}
	for _, child := range []int{n.Left, n.Right} {
		if x, ok := f.labelVar(child, not); ok {
			f.out.Add(neg.Not(), x.Not())
		}
	}
}

// trivialRestrictionClauses excludes restrictions at node i whose operand ⊤ or ⊥ at node j
// makes them equivalent to ⊤ or ⊥.
func (f *formula) trivialRestrictionClauses(i, j int) {
	top, isTop := f.constantVar(j, dl.Top{})
	bottom, isBottom := f.constantVar(j, dl.Bottom{})
	for v, l := range f.labels[i] {
		switch l.kind {
		case exists, atLeast: // n ≥ 1
			if isBottom {
				f.out.Add(f.x[i][v].Not(), bottom.Not())
			}
		case forAll:
			if isTop {
				f.out.Add(f.x[i][v].Not(), top.Not())
			}
		case atMost:
			if isBottom && f.has(dl.WithTop) {
				f.out.Add(f.x[i][v].Not(), bottom.Not())
			}
		}
	}
}

// constantOperandClauses excludes ⊤ and ⊥ at node j below a binary node: ⊤ ⊓ C is C,
// and ⊤ ⊔ C is ⊤; likewise ⊥.
func (f *formula) constantOperandClauses(j int) {
	for _, c := range []dl.Concept{dl.Top{}, dl.Bottom{}} {
		if x, ok := f.constantVar(j, c); ok {
			f.out.Add(x.Not())
		}
	}
}

// deMorganClauses excludes ¬C ⊓ ¬D and ¬C ⊔ ¬D.
func (f *formula) deMorganClauses(left, right int) {
	x, okX := f.labelVar(left, not)
	y, okY := f.labelVar(right, not)
	if okX && okY && f.has(dl.WithAnd|dl.WithOr) {
		f.out.Add(x.Not(), y.Not())
	}
}

func (f *formula) chainClauses(i, left, right int) {
	nodes := f.shape.Nodes
	for v, l := range f.labels[i] {
		if x, ok := f.labelVar(left, l.kind); ok && nodes[left].Arity() == 2 {
			f.out.Add(f.x[i][v].Not(), x.Not())
		}
	}
	if nodes[left].Arity() == 0 && nodes[right].Arity() == 0 {
		f.ascendingClauses(left, right, 0)
	}
	if nodes[right].Arity() != 2 {
		return
	}
	next := nodes[right].Left
	for v, l := range f.labels[i] {
		x, ok := f.labelVar(right, l.kind)
		if !ok {
			continue
		}
		switch {
		case f.shape.rank[left] > f.shape.rank[next]:
			f.out.Add(f.x[i][v].Not(), x.Not())
		case nodes[left].Arity() == 0 && nodes[next].Arity() == 0:
			both := f.out.NewVar()
			f.out.Add(f.x[i][v].Not(), x.Not(), both)
			f.ascendingClauses(left, next, both)
		}
	}
}

// ascendingClauses requires that leaf j has a later label than leaf i. If condition is
// not 0, the requirement holds only under it. s[v] implies that i has a label up to v:
//
//	condition ∧ x[j,v] → s[v-1]    s[v] → s[v-1] ∨ x[i,v]
func (f *formula) ascendingClauses(i, j int, condition sat.Lit) {
	var upTo sat.Lit // s[v-1]; none for v = 0
	for v := range f.x[j] {
		clause := []sat.Lit{f.x[j][v].Not()}
		if condition != 0 {
			clause = append(clause, condition.Not())
		}
		if upTo != 0 {
			clause = append(clause, upTo)
		}
		f.out.Add(clause...)
		s := f.out.NewVar()
		if upTo != 0 {
			f.out.Add(s.Not(), upTo, f.x[i][v])
		} else {
			f.out.Add(s.Not(), f.x[i][v])
		}
		upTo = s
	}
}
