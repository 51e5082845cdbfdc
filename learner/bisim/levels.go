package bisim

import (
	"context"

	"github.com/genus-kg/genus/learner/interp"
)

// Levels holds partitions of a structure's individuals, each finer than the one
// before it: individuals of one class at level d agree on every concept of the
// space of role depth at most d, to which the space's inner roles do not count. All levels together take as much memory
// as one, because the largest part of a class keeps its number in a split.
type Levels struct {
	class  []uint32 // by individual, at the last level
	parent []uint32 // by class: the class that it was split from
	born   []uint32 // by class: the first level that has it
	member []uint32 // by class: a member at every level that has it
	count  []int    // by level: number of classes
	stable bool
}

// Compute refines the structure for the space's atoms, thresholds, roles and
// constructors down to the depth. It counts successors as far as concepts with numbers
// up to maxNumber can, or exactly if maxNumber is Unbounded. Individuals outside care
// are treated as if they had no successors; nil means all individuals. When the context
// ends, Compute returns its error.
//
// All levels together take O(m log n) time for m facts and n individuals, except for
// the sorting of each individual's neighbours.
func Compute(ctx context.Context, s *interp.Structure, sp interp.Space, depth, maxNumber int,
	care interp.Set) (*Levels, error) {
	r, err := newRefiner(ctx, s, sp, CountLimit(sp.Language, maxNumber))
	if err != nil {
		return nil, err
	}
	l := &Levels{count: []int{r.p.count()}}
	if sp.Inner > 0 && depth != Unbounded {
		err = l.computeWithInner(ctx, r, s, sp, depth, care)
	} else {
		l.stable, err = r.run(ctx, s, sp.Roles, care, depth, func(int) { l.count = append(l.count, r.p.count()) })
	}
	if err != nil {
		return nil, err
	}
	l.class = r.p.class
	l.parent = r.p.parent
	l.born = r.p.born
	l.member = make([]uint32, r.p.count())
	for c := range l.member {
		l.member[c] = r.p.members(uint32(c))[0]
	}
	return l, nil
}

// computeWithInner computes levels of a space with inner roles. These tell individuals apart
// that have different successors at the same level, so each level ends when they tell no more
// apart. It takes O(m log n) for each level.
func (l *Levels) computeWithInner(ctx context.Context, r *refiner, s *interp.Structure, sp interp.Space, depth int,
	care interp.Set) error {
	refine := func(roles []interp.RoleID, rounds, level int) error {
		again := &refiner{p: r.p, g: r.g, limit: r.limit, born: level}
		if level == 1 {
			again.deep, r.deep = r.deep, nil
		}
		_, err := again.run(ctx, s, roles, care, rounds, func(int) {})
		return err
	}
	inner, outer := sp.Roles[:sp.Inner], sp.Roles[sp.Inner:]
	if err := refine(inner, Unbounded, 0); err != nil {
		return err
	}
	l.count[0] = r.p.count()
	for d := 1; d <= depth; d++ {
		if err := refine(outer, 1, d); err != nil {
			return err
		}
		if err := refine(inner, Unbounded, d); err != nil {
			return err
		}
		if l.stable = r.p.count() == l.count[d-1]; l.stable {
			return nil
		}
		l.count = append(l.count, r.p.count())
	}
	return nil
}

// Depth returns the number of the last level.
func (l *Levels) Depth() int { return len(l.count) - 1 }

// Stable reports whether no deeper level would be finer.
func (l *Levels) Stable() bool { return l.stable }

// Class returns the class of a at level d. Classes are numbered from 0 at every level.
// For levels beyond the last, Class returns that of the last, which is right only if
// the levels are stable or as deep as the caller looks.
//
// In a split one part keeps the number of the class, so that a number may stand for a
// smaller set at a deeper level.
func (l *Levels) Class(d int, a interp.Individual) uint32 {
	c := l.class[a]
	for int64(l.born[c]) > int64(d) {
		c = l.parent[c]
	}
	return c
}

// Count returns the number of classes at a level.
func (l *Levels) Count(d int) int { return l.count[min(d, l.Depth())] }

// Member returns an individual that is in the class at every level that has the class.
func (l *Levels) Member(class uint32) interp.Individual { return interp.Individual(l.member[class]) }

// Apart returns the first level at which a and b are in different classes. ok is false
// if no level computed has them in different classes.
func (l *Levels) Apart(a, b interp.Individual) (level int, ok bool) {
	c, d := l.class[a], l.class[b]
	for c != d {
		if l.born[c] < l.born[d] {
			c, d = d, c
		}
		level, ok = int(l.born[c]), true
		if level == 0 {
			break
		}
		c = l.parent[c]
	}
	return level, ok
}
