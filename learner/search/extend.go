package search

import (
	"context"

	"github.com/genus-kg/genus/learner/interp"
)

// A stage for concepts of size k serves for larger ones as long as the places
// are the same. Their tables say which extensions have a concept of a size; that
// does not depend on how deep other concepts may be, because a concept is not
// deeper than it is large. With a larger role depth, more individuals are told
// apart, but near the examples, where the large tables are, often no more than
// before: those places stay, with tables, and the examples with fronts and
// bounds. The places beyond are made anew.

// former are the places that the links of a place led to when it had so many
// entries, which are made from those places' entries. (The places that replaced
// them list the same concepts in the same order, because so small ones cannot
// tell apart what was alike; but not always as many.)
type former struct {
	entries int
	to      []*place // by link
}

// target is the place of the operand of the restriction that made the entry.
func (p *place) target(entry int) *place {
	link := p.restrictions[p.from[entry].b].link
	for _, f := range p.former {
		if entry < f.entries {
			return f.to[link]
		}
	}
	return p.links[link].to
}

// extend makes the stage one for concepts up to that size, which must not be
// smaller than before. It fails if the examples are told apart further, and if
// places whose tables have become useless take much of the memory; the stage
// must not be used then.
func (st *stage) extend(ctx context.Context, size int) (ok bool, err error) {
	depth := st.deepest(size)
	if depth == st.depth {
		return true, nil
	}
	if st.settled {
		st.depth = depth
	} else if err := st.look(ctx, depth); err != nil {
		return false, err
	}
	d := 0
	for d < len(st.layers) && st.same(d) {
		d++
	}
	if d == 0 {
		return false, nil
	}
	for _, layer := range st.layers[d:] {
		for _, p := range layer {
			st.useless += p.charged
		}
	}
	if st.useless > st.limit/4 {
		return false, nil
	}
	for i, layer := range st.layers[:d] {
		for _, p := range layer {
			p.depth = depth - i
			clear(p.index)
			for e, a := range p.reps {
				p.index[st.levels.Class(p.depth, a)] = e
			}
		}
	}
	for _, p := range st.layers[d-1] {
		p.unlink()
	}
	if err := st.addLayers(ctx, d); err != nil {
		return false, err
	}
	st.rooted.depth = depth
	if d == 1 { // the root has new links
		st.rooted.unlink()
		st.rooted.links, st.rooted.restrictions = st.root.links, st.root.restrictions
	}
	return true, nil
}

// same reports whether the individuals at distance d are told apart at the
// depth of the stage as before, those nearer being so.
func (st *stage) same(d int) bool {
	depth := st.depth - d
	if d == 0 {
		distinct := map[uint32]bool{}
		for _, list := range [][]interp.Individual{st.problem.Pos, st.problem.Neg} {
			for _, a := range list {
				distinct[st.levels.Class(depth, a)] = true
			}
		}
		return len(distinct) == len(st.root.reps)
	}
	distinct := map[*place]map[uint32]bool{}
	for _, p := range st.layers[d-1] {
		for i := range p.links {
			l := &p.links[i]
			if distinct[l.to] == nil {
				distinct[l.to] = map[uint32]bool{}
			}
			for _, e := range l.active {
				for _, b := range st.problem.Structure.Successors(l.role, p.reps[e]) {
					distinct[l.to][st.levels.Class(depth, b)] = true
				}
			}
		}
	}
	for p, classes := range distinct {
		if len(classes) != len(p.reps) {
			return false
		}
	}
	return true
}

// unlink forgets the links, but not what entries are made from. The links that
// replace them are in the same order and offer the same restrictions.
func (p *place) unlink() {
	if len(p.links) > 0 && p.len() > 0 {
		f := former{entries: p.len()}
		for i := range p.links {
			f.to = append(f.to, p.links[i].to)
		}
		p.former = append(p.former, f)
	}
	p.links, p.restrictions = nil, nil
}

// extend makes the search one for concepts up to that size, if its stage can be.
func (r *runner) extend(ctx context.Context, size int) (ok bool, err error) {
	if ok, err = r.st.extend(ctx, size); !ok {
		return false, err
	}
	r.MaxSize, r.kept = size, true
	if s := r.solver; s != nil {
		s.low = append(s.low, make([]int64, size+1-len(s.low))...)
		s.bounds.widen(size)
	}
	return true, nil
}
