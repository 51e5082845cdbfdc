package encode

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/sat"
)

// unaryClauses defines the labels of the unary node i with child j. S is the set of
// R-successors of a:
//
//	x[i,¬]     → (z[i,a] ↔ ¬z[j,a])
//	x[i,∃R]    → (z[i,a] ↔ ⋁ {z[j,b] | b ∈ S})
//	x[i,∀R]    → (z[i,a] ↔ ⋀ {z[j,b] | b ∈ S})
//	x[i,≥n R]  → (z[i,a] ↔ |{b ∈ S | z[j,b]}| ≥ n)
//	x[i,≤n R]  → (z[i,a] ↔ |{b ∈ S | z[j,b]}| ≤ n)
func (f *formula) unaryClauses(ctx context.Context, i int) error {
	j := f.shape.Nodes[i].Left
	for v, l := range f.labels[i] {
		x := f.x[i][v]
		for _, t := range f.classes[i] {
			if err := ctx.Err(); err != nil {
				return err
			}
			z := f.z[i][t.id]
			if l.kind == not {
				f.addEqualIf(x, z, f.extensionVar(j, t.member).Not())
				continue
			}
			if !f.st.interior.Test(uint(t.member)) && !f.st.inner[l.role] {
				// Its successors are out of reach, but no concept of the
				// allowed role depth has a restriction here (depthClauses).
				continue
			}
			inner := f.successors(j, l.role, t.member)
			switch l.kind {
			case exists:
				f.addAnyIf(x, z, inner, false)
			case forAll:
				f.addAnyIf(x, z, inner, true)
			case atLeast:
				f.addAtLeastIf(x, z, j, inner, l.n)
			case atMost:
				f.addAtLeastIf(x, z.Not(), j, inner, l.n+1)
			}
		}
	}
	return nil
}

// successors returns the z literals at node j of the r-successors of a, sorted. It
// contains a literal once for each successor in its class.
func (f *formula) successors(j int, r interp.RoleID, a interp.Individual) []sat.Lit {
	bs := f.st.problem.Structure.Successors(r, a)
	out := make([]sat.Lit, len(bs))
	for i, b := range bs {
		out[i] = f.extensionVar(j, b)
	}
	slices.Sort(out)
	return out
}

func (f *formula) addAnyIf(x, z sat.Lit, inner []sat.Lit, all bool) {
	clause := []sat.Lit{x.Not()}
	if all {
		z = z.Not()
	}
	clause = append(clause, z.Not())
	for k, y := range inner {
		if k > 0 && inner[k-1] == y {
			continue
		}
		if all {
			y = y.Not()
		}
		f.out.Add(x.Not(), z, y.Not())
		clause = append(clause, y)
	}
	f.out.Add(clause...)
}

func (f *formula) addAtLeastIf(x, z sat.Lit, j int, inner []sat.Lit, n int) {
	switch {
	case n == 0:
		f.out.Add(x.Not(), z)
	case n > len(inner):
		f.out.Add(x.Not(), z.Not())
	default:
		f.addEqualIf(x, z, f.countOf(j, inner)[n-1])
	}
}

// countOf returns the encoded count of the literals, all at node j, up to the largest
// number that a label can have. Individuals whose successors are in the same classes
// share it.
func (f *formula) countOf(j int, inner []sat.Lit) []sat.Lit {
	key := binary.AppendUvarint(nil, uint64(j))
	for _, y := range inner {
		key = binary.AppendVarint(key, int64(y))
	}
	if out, ok := f.counters[string(key)]; ok {
		return out
	}
	out := sat.EncodeCount(f.out, inner, f.st.space.MaxNumber+1)
	f.counters[string(key)] = out
	return out
}
