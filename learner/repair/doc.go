// Package repair finds the concepts nearest to a given one that fit examples, and proves that
// no concept is nearer.
//
// # The distance
//
// The distance of two concepts is the least number of edits that lead from the syntax tree of
// the first to that of the second. It is the tree edit distance (Tai, Journal of the ACM 26,
// 1979; Zhang and Shasha, SIAM Journal on Computing 18, 1989), with one more edit, for the
// conditions of which concepts and queries are made. An edit is one of these:
//
//   - replace a node by another one without changing what is below: a leaf by a leaf (⊤, ⊥, A,
//     {o}, a comparison with another feature, operator or value); ¬ or a role step (∃r, ∀r, ≥n r,
//     ≤n r) by another one, so also its role or its number; ⊓ by ⊔ or the reverse;
//   - insert or delete ¬ or a role step: C becomes ¬C or ∃r.C, or the reverse;
//   - insert or delete a condition: C becomes C ⊓ D or C ⊔ D, or the reverse, where D is a leaf or
//     a role step with a leaf below, as one triple pattern of a query is.
//
// Operands have no order. A chain such as A ⊓ B ⊓ C has no brackets: they may be put anywhere
// before the first edit, but not moved later. Chains of more than mostOperands keep the brackets of
// their syntax tree.
//
// Every edit can be taken back by one edit. So the cost of deleting an operand D is that of
// inserting it, its weight w(D): it begins with one condition and grows. With u and v for
// the edits after a condition that is a leaf, and after one that is a role step with a leaf,
//
//	w(D) = 1 + min(u(D), v(D)) for D other than a chain,   w(D ∘ E) = w(D) + w(E)
//	u(leaf) = 0,   u(¬D) = u(Qr.D) = 1 + u(D),   u(D ∘ E) = min(u(D) + w(E), w(D) + u(E))
//	v(leaf) = ∞,   v(¬D) = 1 + v(D),   v(Qr.D) = min(u(D), 1 + v(D)),   v(D ∘ E) as for u
//
// # The search
//
// A context is a set of individuals that a role path leads to from the examples. A table
// (table.go) lists for a subtree t, a context and d = 0, 1, 2, … the extensions there of the
// concepts at distance d from t, each at its least d only: another concept with that extension
// may replace it in every concept around it, because only the extension in the context matters.
// So the tables are finite, and [Search] takes d = 0, 1, 2, … at the root until an extension
// has the positives and no negative. Then no concept is nearer, and the concepts with that extension
// and distance are the nearest.
//
// What repairs may use is the Task's Space, with every value that occurs in a context in
// place of its thresholds and nominals. The nominal of an example is never inserted: C ⊔ {a} would
// repair everything and say nothing. A role with more than Task.MaxSuccessors successors of one
// individual is not inserted there. Of the symbols that a context does not have, one stands for all.
// Of a structure that was extracted around some individuals (Task.Extracted), a closure has all its pairs only
// where it leads to these. Elsewhere no repair has it, and Result.Unmoved names it.
//
// Letters: a individual; c context; d distance; n node; r role; x extension.
package repair
