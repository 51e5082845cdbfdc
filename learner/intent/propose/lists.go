package propose

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/intent/price"
	"github.com/genus-kg/genus/learner/interp"
)

// Limits of unions.
const (
	longest    = 6  // sides of a list
	coverWidth = 30 // lists that are made longer
	mostOfRole = 8  // lists of one role
	mostLists  = 40 // lists of all roles, and other unions
	mostSides  = 60 // values of one role

	bitsOfPositive = 3 // that an atom of an unrelated union is worth for each positive
)

// cover is a list of sides with the positives that one of them has.
type cover struct {
	sides []int
	held  held
	cost  float64
}

// lists returns lists ∃r.({o} ⊔ {p} ⊔ …) of two to six values of one role, and A ⊔ B ⊔ … of classes,
// that at least this many of the positives have. The most promising lists of a role come first.
func (s *Proposer) lists(w *walk, partial []priced, enough int) []dl.Concept {
	if !s.Options.Language.Has(dl.WithOr) {
		return nil
	}
	by := map[int][]priced{} // by path
	for _, p := range partial {
		isSide := p.kind == toValue && p.path >= 0 && (w.paths[p.path].steps == 1 || w.inStatement(p.path)) ||
			p.path < 0 && p.kind == toClass
		if isSide && p.n < enough+price.AllowedMisses(len(s.Pos)) {
			by[p.path] = append(by[p.path], p)
		}
	}
	var out []cover
	var all [][]dl.Concept
	var order []int
	for path := range by {
		order = append(order, path)
	}
	slices.Sort(order)
	for _, path := range order {
		sides := by[path]
		slices.SortStableFunc(sides, func(x, y priced) int { return cmp.Compare(y.n, x.n) })
		sides = sides[:min(len(sides), mostSides)]
		size := make([]float64, len(sides))
		for i, p := range sides {
			size[i] = w.size(p.target)
		}
		found := s.covers(sides, enough, func(c cover) float64 {
			n, longer := 0.0, 0.0
			for _, i := range c.sides {
				n += size[i]
				longer += 1
			}
			return longer*price.Or + float64(len(s.Pos))*math.Log2(max(n, 1))
		})
		for _, c := range found[:min(len(found), mostOfRole)] {
			var concepts []dl.Concept
			for _, i := range c.sides {
				concepts = append(concepts, w.concept(sides[i].target))
			}
			if ok := s.Options.allows(normal.Disjoin(concepts)); ok {
				c.sides = []int{len(all)}
				all, out = append(all, concepts), append(out, c)
			}
		}
	}
	slices.SortStableFunc(out, func(c, d cover) int { return cmp.Compare(c.cost, d.cost) })
	var cs []dl.Concept
	for _, c := range out[:min(len(out), mostLists)] {
		cs = append(cs, normal.Disjoin(all[c.sides[0]]))
	}
	return cs
}

// inStatement reports whether the path leads to the value or a qualifier of a statement.
func (w *walk) inStatement(p int) bool { return w.o.isInner(w.paths[p].role.IRI) }

// size returns how many individuals of the structure have the value or class.
func (w *walk) size(k target) float64 {
	if k.kind == toValue {
		return float64(len(w.s.SuccessorsOf(w.paths[k.path].role.Inv(), individual(k.x))))
	}
	return float64(w.s.Atom(classID(k.x)).Count())
}

// covers returns lists of two to six sides that together hold at enough positives, where every side
// adds positives, by their cost.
func (s *Proposer) covers(sides []priced, enough int, cost func(cover) float64) (found []cover) {
	var now []cover
	for i, p := range sides {
		now = append(now, cover{sides: []int{i}, held: p.held})
	}
	for range longest - 1 {
		var next []cover
		for _, c := range now {
			for i := c.sides[len(c.sides)-1] + 1; i < len(sides); i++ {
				d := cover{sides: append(slices.Clone(c.sides), i), held: c.held}
				for j, x := range sides[i].held {
					d.held[j] |= x
				}
				n := size(d.held[:])
				if n <= size(c.held[:]) || n <= sides[i].n {
					continue
				}
				d.cost = cost(d) + float64(len(s.Pos)-n)*price.Wrong
				if next = append(next, d); n >= enough {
					found = append(found, d)
				}
			}
		}
		slices.SortStableFunc(next, func(c, d cover) int { return cmp.Compare(c.cost, d.cost) })
		now = next[:min(len(next), coverWidth)]
	}
	slices.SortStableFunc(found, func(c, d cover) int { return cmp.Compare(c.cost, d.cost) })
	return found
}

// unrelated returns the best unions of two atoms of different roles, that at least this many positives
// have. Each atom has two positives at least.
func (s *Proposer) unrelated(ctx context.Context, w *world, walked *walk, partial []priced,
	enough int) ([]condition, error) {
	if !s.Options.Language.Has(dl.WithOr) {
		return nil, nil
	}
	partial = slices.Clone(partial)
	cost := func(p priced) float64 { return p.cost - bitsOfPositive*float64(p.n) }
	slices.SortStableFunc(partial, func(p, q priced) int { return cmp.Compare(cost(p), cost(q)) })
	var cs []dl.Concept
	for _, p := range partial {
		if c := walked.concept(p.target); p.n >= 2 && len(cs) < walked.lim.partial && s.Options.allows(c) {
			cs = append(cs, c)
		}
	}
	atoms, err := w.conditions(ctx, cs)
	if err != nil {
		return nil, err
	}
	type pair struct {
		l, r             int
		n                tally
		bits, cost, open float64
	}
	var pairs []pair
	either := func(x, y *condition, places []int, n, m int) int { return n + m - countBoth(x.set, y.set, places) }
	for i := range atoms {
		for j := range i {
			x, y := &atoms[i], &atoms[j]
			n := tally{pos: either(x, y, w.isPos, x.pos, y.pos), neg: either(x, y, w.isNeg, x.neg, y.neg)}
			if n.drawn = n.pos; n.pos < enough || n.pos <= max(x.pos, y.pos) {
				continue
			}
			pairs = append(pairs, pair{l: i, r: j, n: n, bits: x.bits + y.bits + price.UnionBits([]dl.Concept{x.c, y.c})})
		}
	}
	err = w.decide(ctx, func() (chosen []*condition) {
		for i := range pairs {
			p := &pairs[i]
			members := math.Log2(float64(w.most(&atoms[p.l]) + w.most(&atoms[p.r])))
			t := s.terms(p.bits, members, p.n, 0)
			p.cost, p.open = t.Score(), t.Score()-t.Errors+s.ErrorBits(t.Missed)
		}
		cs = nil
		list := slices.Clone(pairs)
		byCost, byOpen := func(p pair) float64 { return p.cost }, func(p pair) float64 { return p.open }
		for _, by := range []func(pair) float64{byCost, byOpen} {
			slices.SortStableFunc(list, func(p, q pair) int { return cmp.Compare(by(p), by(q)) })
			for i, p := range list[:min(len(list), 2*mostLists)] {
				chosen = append(chosen, &atoms[p.l], &atoms[p.r])
				if i >= mostLists { // several are counted as fast as one
					continue
				}
				if c := normal.Union(atoms[p.l].c, atoms[p.r].c); s.Options.allows(c) {
					cs = append(cs, c)
				}
			}
		}
		return chosen
	})
	if err != nil {
		return nil, err
	}
	return w.conditions(ctx, normal.Unique(cs))
}

// most returns the largest number of members that the condition may have, or the least one if a sample bounds it.
func (w *world) most(x *condition) int64 {
	if w.sample != nil {
		return x.members.Lower
	}
	return x.members.Upper
}

// individual and classID return x as a number of an individual or a class.
func individual(x uint32) interp.Individual { return interp.Individual(x) }
func classID(x uint32) interp.ConceptID     { return interp.ConceptID(x) }
