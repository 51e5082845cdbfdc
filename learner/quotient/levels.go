package quotient

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Levels are partitions of a structure's individuals, each finer than the one
// before it. The last one is also that of all deeper levels if Stable.
type Levels struct {
	class  [][]uint32 // class[d][a]
	count  []int      // number of classes at level d
	stable bool
}

// Unbounded as a depth means to refine until nothing changes, and as a largest
// number to count all successors.
const Unbounded = -1

// Compute refines the structure for the space's atoms, thresholds, roles and
// constructors down to the depth. Numbers are counted up to maxNumber+1, or
// exactly if it is Unbounded. Only individuals in care are told apart beyond
// level 0, the others keep a class of their own kind; nil means all. The
// context ends it early with its error.
func Compute(ctx context.Context, s *interp.Structure, sp interp.Space, depth, maxNumber int, care interp.Set) (*Levels, error) {
	l := &Levels{}
	first, n := level0(s, sp)
	l.class, l.count = append(l.class, first), append(l.count, n)
	if len(sp.Roles) == 0 || !sp.Language.Any(dl.WithRoles) {
		l.stable = true
		return l, nil
	}
	limit := 1 // without numbers, one successor of a class is as good as two
	if sp.Language.Any(dl.WithAtLeast | dl.WithAtMost) {
		limit = maxNumber
		if limit != Unbounded {
			limit++
		}
	}
	for d := 0; depth == Unbounded || d < depth; d++ {
		next, n, err := refine(ctx, s, sp.Roles, l.class[d], limit, care)
		if err != nil {
			return nil, err
		}
		if n == l.count[d] {
			l.stable = true
			break
		}
		l.class, l.count = append(l.class, next), append(l.count, n)
	}
	return l, nil
}

// Depth is the number of the last level.
func (l *Levels) Depth() int { return len(l.class) - 1 }

// Stable reports whether no deeper level would be finer.
func (l *Levels) Stable() bool { return l.stable }

// Class is the class of a at a level. Levels beyond the last one are the last
// one, which is right only if the levels are stable or as deep as the caller
// looks.
func (l *Levels) Class(d int, a interp.Individual) uint32 {
	return l.class[min(d, l.Depth())][a]
}

// Count is the number of classes at a level.
func (l *Levels) Count(d int) int { return l.count[min(d, l.Depth())] }

// numbering gives equal keys equal numbers.
type numbering map[string]uint32

func (n numbering) of(key []byte) uint32 {
	if id, ok := n[string(key)]; ok {
		return id
	}
	id := uint32(len(n))
	n[string(key)] = id
	return id
}

// level0 separates what atoms and comparisons separate.
func level0(s *interp.Structure, sp interp.Space) ([]uint32, int) {
	keys := make([][]byte, s.Len())
	for i, c := range sp.Atoms {
		for a := range s.Atom(c).EachSet() {
			keys[a] = binary.AppendUvarint(keys[a], uint64(i)+1)
		}
	}
	for f, thresholds := range sp.Thresholds {
		if len(thresholds) == 0 {
			continue
		}
		// Comparisons are existential: of several values of one family only
		// the largest counts for ≥ and only the smallest for ≤, and of each
		// only the interval between thresholds that it lies in.
		values := s.Values(interp.FeatureID(f))
		interval := intervals(values, thresholds, sp.Language)
		s.EachValued(interp.FeatureID(f), func(a interp.Individual, ranks []uint32) {
			keys[a] = binary.AppendUvarint(append(keys[a], 0), uint64(f))
			for i := 0; i < len(ranks); {
				family := values[ranks[i]].Kind().Family()
				j := i + 1
				for j < len(ranks) && values[ranks[j]].Kind().Family() == family {
					j++
				}
				least, most := interval[ranks[i]], interval[ranks[j-1]]
				if !sp.Language.Has(dl.WithDataAtMost) {
					least = most
				}
				if !sp.Language.Has(dl.WithDataAtLeast) {
					most = least
				}
				keys[a] = binary.AppendUvarint(keys[a], uint64(family)+1)
				keys[a] = binary.AppendUvarint(keys[a], uint64(least)+1)
				keys[a] = binary.AppendUvarint(keys[a], uint64(most)+1)
				i = j
			}
		})
	}
	ids := numbering{}
	class := make([]uint32, s.Len())
	for a, key := range keys {
		class[a] = ids.of(key)
	}
	return class, len(ids)
}

// intervals maps every rank to the number of the interval that it lies in:
// values in one interval satisfy the same comparisons.
func intervals(values, thresholds []dl.Value, l dl.Language) []uint32 {
	cuts := make([]bool, len(values)+1)
	for _, v := range thresholds {
		if l.Has(dl.WithDataAtLeast) {
			lo, hi := dl.Range(values, dl.GreaterEq, v)
			cuts[lo], cuts[hi] = true, true
		}
		if l.Has(dl.WithDataAtMost) {
			lo, hi := dl.Range(values, dl.LessEq, v)
			cuts[lo], cuts[hi] = true, true
		}
	}
	out := make([]uint32, len(values))
	n := uint32(0)
	for i := range values {
		if cuts[i] {
			n++
		}
		out[i] = n
	}
	return out
}

// refine separates what one more step along the roles separates. limit caps
// the successors counted per class; Unbounded counts them all.
func refine(ctx context.Context, s *interp.Structure, roles []interp.RoleID, class []uint32, limit int, care interp.Set) ([]uint32, int, error) {
	ids := numbering{}
	next := make([]uint32, len(class))
	var key []byte
	var succ []uint32
	for a := range class {
		if a%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, 0, err
			}
		}
		key = binary.AppendUvarint(key[:0], uint64(class[a]))
		if care == nil || care.Test(uint(a)) {
			for i, r := range roles {
				bs := s.Successors(r, interp.Individual(a))
				if len(bs) == 0 {
					continue
				}
				succ = succ[:0]
				for _, b := range bs {
					succ = append(succ, class[b])
				}
				slices.Sort(succ)
				key = binary.AppendUvarint(append(key, 0), uint64(i))
				for j := 0; j < len(succ); {
					n := 1
					for j+n < len(succ) && succ[j+n] == succ[j] {
						n++
					}
					seen := n
					if limit != Unbounded {
						seen = min(n, limit)
					}
					key = binary.AppendUvarint(key, uint64(succ[j])+1)
					key = binary.AppendUvarint(key, uint64(seen))
					j += n
				}
			}
		}
		next[a] = ids.of(key)
	}
	return next, len(ids), nil
}
