package bisim

import (
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

const (
	none    = math.MaxUint32
	byRound = -1
)

// refiner computes the levels one after the other. Level d+1 tells two individuals
// apart if level d does, or if they have different numbers of successors, counted up to
// the limit, in some class of level d.
//
// All members of a class of level d agree on the numbers of their successors
// in the classes of level d-1. So only classes that level d has split can tell
// them apart. For each of these the refiner counts the edges into its new parts,
// and by subtraction those into the part that kept its number. It visits an edge only
// when the individual at its end gets a new number, that is O(log n) times. So all
// levels together cost O(m log n), except for the sorting of signatures. This is colour
// refinement. The records are the counts of Paige and Tarjan; a refinement with a limit
// needs them, because a capped count does not tell how many edges are left.
type refiner struct {
	p     *partition
	g     *signatures
	e     *edges
	limit int
	born  int          // the level of all new classes; byRound: each round is a level
	deep  []interp.Set // the deep atoms of the space, which belong to level 1

	counts  []uint32 // by slot: edges into the current class
	touched []uint32 // slots with such edges

	// Only with a limit: record[i] counts the edges that belong to the slot of edge i
	// and lead into the same class.
	record  []uint32 // by edge
	size    []uint32 // by record: number of edges
	free    []uint32 // records that are not used
	current []uint32 // by slot: its record for the current class
	before  []uint32 // by slot: its record for the class that was split
	left    []uint32 // slots with such records
}

func newRefiner(ctx context.Context, s *interp.Structure, sp interp.Space, limit int) (*refiner, error) {
	r := &refiner{p: newPartition(s.Len()), g: newSignatures(s.Len()), limit: limit, born: byRound}
	for _, id := range sp.Atoms {
		if sp.IsDeep(s.Signature().Atoms()[id]) {
			r.deep = append(r.deep, s.Atom(id))
		}
	}
	return r, splitByAtoms(ctx, r.g, r.p, s, sp)
}

// run refines down to the depth, or until nothing changes. It calls level with the
// number of every level that is finer than the one before, and returns whether the last
// level is known to be stable.
func (r *refiner) run(ctx context.Context, s *interp.Structure, roles []interp.RoleID, care interp.Set, depth int,
	level func(d int)) (stable bool, err error) {
	if (len(roles) == 0 || r.limit == 0) && len(r.deep) == 0 {
		return true, nil
	}
	if depth == 0 {
		return false, nil
	}
	if r.e, err = newEdges(ctx, s, roles, care); err != nil {
		return false, err
	}
	if r.limit != Unbounded && r.limit < r.e.most {
		nones := func(n int) []uint32 { return slices.Repeat([]uint32{none}, n) }
		r.record = nones(len(r.e.slot))
		r.current = nones(len(r.e.owner))
		r.before = nones(len(r.e.owner))
		r.size = make([]uint32, 0, len(r.e.slot))
	} else {
		r.counts = make([]uint32, len(r.e.owner)) // the limit hides nothing
	}
	r.g.reserve(len(r.e.slot))
	// All classes of level 0 are new.
	splits := []split{{old: none, first: 0, last: uint32(r.p.count())}}
	for d := 1; depth == Unbounded || d <= depth; d++ {
		for _, s := range splits {
			if err := r.count(ctx, s); err != nil {
				return false, err
			}
		}
		r.addDeep()
		born := d
		if r.born != byRound {
			born = r.born
		}
		if splits, err = r.g.split(ctx, r.p, uint32(born)); err != nil || len(splits) == 0 {
			return err == nil, err
		}
		level(d)
	}
	return false, nil
}

// addDeep adds items for the deep atoms, once.
func (r *refiner) addDeep() {
	for i, atom := range r.deep {
		for a := range atom.EachSet() {
			r.g.add(uint32(a), deepKey|uint64(i), 1)
		}
	}
	r.deep = nil
}

// count adds items for all individuals with edges into the new parts of the split class.
func (r *refiner) count(ctx context.Context, s split) error {
	for c := s.first; c < s.last; c++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.record == nil {
			r.countAll(c)
		} else {
			r.countRecords(c)
		}
	}
	for _, slot := range r.left {
		old := r.before[slot]
		r.before[slot] = none
		r.item(slot, s.old, r.size[old])
		if r.size[old] == 0 {
			r.free = append(r.free, old)
		}
	}
	r.left = r.left[:0]
	return nil
}

func (r *refiner) item(slot, class, n uint32) {
	r.g.add(r.e.owner[slot], uint64(class)<<32|uint64(r.e.role[slot]), capAt(n, r.limit))
}

func (r *refiner) countAll(c uint32) {
	for _, b := range r.p.members(c) {
		lo, hi := r.e.into(b)
		for _, slot := range r.e.slot[lo:hi] {
			if r.counts[slot] == 0 {
				r.touched = append(r.touched, slot)
			}
			r.counts[slot]++
		}
	}
	for _, slot := range r.touched {
		r.item(slot, c, r.counts[slot])
		r.counts[slot] = 0
	}
	r.touched = r.touched[:0]
}

// countRecords moves the edges into class c to new records and adds items for them.
func (r *refiner) countRecords(c uint32) {
	for _, b := range r.p.members(c) {
		lo, hi := r.e.into(b)
		for i := lo; i < hi; i++ {
			slot := r.e.slot[i]
			to := r.current[slot]
			if to == none {
				to = r.newRecord()
				r.current[slot] = to
				r.touched = append(r.touched, slot)
			}
			if from := r.record[i]; from != none {
				if r.before[slot] == none {
					r.before[slot] = from
					r.left = append(r.left, slot)
				}
				r.size[from]--
			}
			r.record[i] = to
			r.size[to]++
		}
	}
	for _, slot := range r.touched {
		r.item(slot, c, r.size[r.current[slot]])
		r.current[slot] = none
	}
	r.touched = r.touched[:0]
}

func (r *refiner) newRecord() uint32 {
	if n := len(r.free); n > 0 {
		id := r.free[n-1]
		r.free = r.free[:n-1]
		return id
	}
	r.size = append(r.size, 0)
	return uint32(len(r.size) - 1)
}

// Identity returns the partition into single individuals. The paper's experiments compare
// the quotient with it (Table 3).
func Identity(s *interp.Structure) *Levels {
	n := s.Len()
	l := &Levels{class: make([]uint32, n), parent: make([]uint32, n), born: make([]uint32, n), member: make([]uint32, n),
		count: []int{n}, stable: true}
	for a := range uint32(n) {
		l.class[a], l.member[a] = a, a
	}
	return l
}

// Unbounded is the depth at which nothing changes any more, and the largest number with
// which all successors are counted.
const Unbounded = -1

// CountLimit returns the number up to which the restrictions of a language with numbers up
// to maxNumber count successors: they cannot tell n successors of a kind from n+1 if it
// is n. ∃ and ∀ count to 1, ≥n to n, and ≤n to n+1, because ¬≤n is ≥n+1. CountLimit
// returns Unbounded if there is no limit, and 0 if the language has no restrictions.
func CountLimit(l dl.Language, maxNumber int) int {
	limit := 0
	if l.Any(dl.WithExists | dl.WithForAll) {
		limit = 1
	}
	switch {
	case !l.Any(dl.WithAtLeast | dl.WithAtMost):
	case maxNumber == Unbounded:
		return Unbounded
	case l.Has(dl.WithAtMost):
		limit = max(limit, maxNumber+1)
	default:
		limit = max(limit, maxNumber)
	}
	return limit
}

func capAt(n uint32, limit int) uint32 {
	if limit != Unbounded && int64(n) > int64(limit) {
		return uint32(limit)
	}
	return n
}
