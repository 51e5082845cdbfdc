package propose

import (
	"cmp"
	"context"
	"hash/fnv"
	"math"
	"math/bits"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/intent/price"
)

// Limits of the search over conjunctions.
const (
	beamWidth  = 60  // conjunctions that get a further condition
	bestParts  = 120 // conditions that are joined: the best, and as many of the cheapest
	slack      = 22  // bits that a conjunction may be worse than the best
	mostFound  = 400 // conjunctions that become candidates
	mostPairs  = 60  // conjunctions that the graph is asked to count: pairs, and of more conditions
	mostLonger = 25
)

// state is a conjunction of conditions.
type state struct {
	parts       []int  // numbers of conditions, ascending
	hash        uint64 // the same for what has the same members in a domain of everyone
	bits        float64
	alone       int
	said        *price.Said
	met         uint64  // what its parts say of what the user requires
	members     float64 // log₂ of their number, which may be estimated
	bounds      ask.Bounds
	score, open float64 // as of scoreOf
}

// beam is a search for the conjunctions with the least score.
type beam struct {
	*Proposer
	w     *world
	cs    []condition
	found []state
	seen  map[uint64]int // places in found, by hash
	joint []uint64       // the set of the last join
	base  []uint64       // the set of the state that gets a condition, without its negations
}

// search returns the best conjunctions of the conditions, the best first.
func (s *Proposer) search(ctx context.Context, w *world, cs []condition) (*beam, error) {
	b := &beam{Proposer: s, w: w, cs: cs, seen: map[uint64]int{}}
	var level []state
	for i := range cs {
		if _, not := cs[i].c.(dl.Not); not {
			continue // people rarely mean only the lack of something
		}
		x := state{parts: []int{i}, bits: cs[i].bits, alone: cs[i].alone, said: cs[i].said, met: cs[i].met, members: s.Prior.Log(cs[i].members), bounds: cs[i].members}
		x.hash = b.hash(cs[i].set, w.domain.Count(size(cs[i].set)), x.parts)
		x.score, x.open = s.scoreOf(&cs[i])
		level = append(level, x)
		b.keep(x)
	}
	parts := b.joined(level)
	for n := 2; n <= s.Limits.conjuncts && s.Options.Language.Has(dl.WithAnd); n++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		level = b.widen(ctx, b.front(level), parts, n)
		if len(level) == 0 {
			break
		}
	}
	slices.SortFunc(b.found, b.compare)
	return b, nil
}

func (b *beam) compare(x, y state) int {
	return cmp.Or(cmp.Compare(x.score, y.score), cmp.Compare(len(x.parts), len(y.parts)), slices.Compare(x.parts, y.parts))
}

func (b *beam) compareOpen(x, y state) int {
	return cmp.Or(cmp.Compare(x.open, y.open), b.compare(x, y))
}

// joined returns the conditions that are joined with others.
func (b *beam) joined(singles []state) []int {
	take := map[int]bool{}
	first := func(by func(x, y state) int) {
		list := slices.Clone(singles)
		slices.SortFunc(list, by)
		for _, x := range list[:min(len(list), bestParts)] {
			take[x.parts[0]] = true
		}
	}
	first(b.compare)
	first(b.compareOpen)
	first(func(x, y state) int { return cmp.Or(cmp.Compare(x.bits, y.bits), b.compare(x, y)) })
	for _, x := range b.sayingEach(singles) {
		take[x.parts[0]] = true
	}
	for i := range b.cs {
		if _, not := b.cs[i].c.(dl.Not); not {
			take[i] = true
		}
	}
	var out []int
	for i := range b.cs {
		if take[i] {
			out = append(out, i)
		}
	}
	return out
}

// mostSaying is how many conditions are joined because they say a word.
const mostSaying = 3

// sayingEach returns, for each word, the states that say it best.
func (b *beam) sayingEach(singles []state) (out []state) {
	if b.Words == nil {
		return nil
	}
	for i := range b.Words.List {
		saying := slices.DeleteFunc(slices.Clone(singles), func(x state) bool { return x.said.Pays(i) == 0 })
		slices.SortFunc(saying, func(x, y state) int {
			return cmp.Or(cmp.Compare(y.said.Pays(i), x.said.Pays(i)), b.compare(x, y))
		})
		out = append(out, saying[:min(len(saying), mostSaying)]...)
	}
	return out
}

// front returns the states of a level that get a further condition: the best, and the best if
// the negatives among their members are excluded.
func (b *beam) front(level []state) []state {
	slices.SortFunc(level, b.compare)
	out := slices.Clone(level[:min(len(level), beamWidth)])
	rest := level[len(out):]
	slices.SortFunc(rest, b.compareOpen)
	return append(out, rest[:min(len(rest), beamWidth/2)]...)
}

// widen returns the states with one more of the conditions, of which there are then n.
func (b *beam) widen(ctx context.Context, front []state, parts []int, n int) (next []state) {
	best := math.Inf(1)
	for _, x := range b.found {
		best = min(best, x.score)
	}
	tried := map[string]bool{}
	for _, x := range front {
		set := b.setOf(&x)
		b.base = nil
		var places []int
		for j, word := range set {
			if word != 0 {
				places = append(places, j)
			}
		}
		for _, i := range parts {
			at, has := slices.BinarySearch(x.parts, i)
			if has {
				continue
			}
			y, ok := b.join(&x, set, places, i, best)
			if !ok {
				continue
			}
			y.parts = slices.Insert(slices.Clone(x.parts), at, i)
			y.hash = b.hash(b.joint, y.bounds, y.parts)
			key := keyOf(y.parts)
			if !tried[key] {
				tried[key] = true
				next = append(next, y)
			}
		}
	}
	if slices.ContainsFunc(next, func(y state) bool { return !y.bounds.Exact() }) {
		next = b.count(ctx, next, best, n)
	}
	var kept []state
	for _, y := range next {
		if b.keep(y) {
			kept = append(kept, y)
		}
	}
	return kept
}

func keyOf(parts []int) string {
	key := make([]byte, 0, 3*len(parts))
	for _, i := range parts {
		key = append(key, byte(i), byte(i>>8), byte(i>>16))
	}
	return string(key)
}

// join returns the state with condition i; false if that is no better than the state alone, or
// cannot be good. set is that of the state, and places are its words that are not empty.
func (b *beam) join(x *state, set []uint64, places []int, i int, best float64) (y state, ok bool) {
	c := &b.cs[i]
	y = state{bits: x.bits + c.bits + price.And, alone: x.alone + c.alone, said: b.Words.With(x.said, c.said), met: x.met | c.met}
	words := b.Words.Bits(y.said)
	n := tally{countBoth(set, c.set, b.w.isPos), countBoth(set, c.set, b.w.isNeg), countBoth(set, c.set, b.w.isDrawn)}
	if n.pos == 0 {
		return y, false
	}
	good := func(members float64) bool {
		t := b.terms(y.bits, members, n, y.alone)
		t.Words = words
		y.members, y.score = members, t.Score()
		y.open = y.score - t.Errors + b.ErrorBits(t.Missed)
		return y.open <= best+slack
	}
	if !good(0) {
		return y, false
	}
	y.bounds = b.w.domain.Count(b.intersect(set, c.set, places))
	if not, negated := c.c.(dl.Not); negated {
		y.bits += b.exclusion(x, c, not.C)
	}
	if !b.isNarrower(&y, x, i) && !b.isSaid(&y, x) || !good(b.estimate(&y, x, c)) {
		return y, false
	}
	y.score += b.Required.Broken(b.joint, y.met)
	return y, true
}

// intersect makes joint the intersection of the sets, of which the first has these words, and returns its size.
func (b *beam) intersect(set, of []uint64, places []int) (n int) {
	if b.joint == nil {
		b.joint = make([]uint64, len(set))
	}
	clear(b.joint)
	for _, j := range places {
		b.joint[j] = set[j] & of[j]
		n += bits.OnesCount64(b.joint[j])
	}
	return n
}

// isNarrower reports whether the state y is narrower than x, which lacks its condition i: by the numbers of members
// if they are known, or else by the forms of the conditions.
func (b *beam) isNarrower(y, x *state, i int) bool {
	if y.bounds.Exact() {
		return y.bounds != x.bounds
	}
	return !b.says(x, i)
}

// isSaid reports whether words speak for the state y, which has the members of x, by more than it is longer: people also
// say what follows.
func (b *beam) isSaid(y, x *state) bool {
	return b.Words != nil && y.bounds.Exact() && y.bits-x.bits < b.Words.Bits(x.said)-b.Words.Bits(y.said)
}

// estimate returns log₂ of the number of members of the state y, x with the condition: if it is not known, as if
// both were independent.
func (b *beam) estimate(y, x *state, c *condition) float64 {
	if y.bounds.Exact() {
		return b.Prior.Log(y.bounds)
	}
	return x.members + b.Prior.Log(c.members) - b.Prior.Log(ask.Exactly(b.Prior.Largest))
}

// setOf returns the set of the state.
func (b *beam) setOf(x *state) []uint64 {
	set := slices.Clone(b.cs[x.parts[0]].set)
	for _, i := range x.parts[1:] {
		for j, word := range b.cs[i].set {
			set[j] &= word
		}
	}
	return set
}

// exclusion returns what condition c, ¬D, costs beside its own bits in the state x, as of knowledge.exclusion.
func (b *beam) exclusion(x *state, c *condition, d dl.Concept) float64 {
	if b.base == nil {
		plain := slices.DeleteFunc(slices.Clone(x.parts), func(i int) bool { _, not := b.cs[i].c.(dl.Not); return not })
		b.base = b.setOf(&state{parts: plain})
	}
	all, left := 0, 0
	for i, word := range b.base {
		all, left = all+bits.OnesCount64(word), left+bits.OnesCount64(word&c.set[i])
	}
	if n, both := b.w.domain.Count(all), b.w.domain.Count(all-left); n.Exact() {
		return price.Excluded(b.Prior.Log(n), b.Prior.Log(both))
	}
	return price.Excluded(x.members, b.Prior.Together(x.members, d))
}

// countBoth returns how many of the places both sets have.
func countBoth(x, y []uint64, places []int) (n int) {
	for _, i := range places {
		n += int((x[i/64] & y[i/64]) >> (i % 64) & 1)
	}
	return n
}

// says reports whether a condition of the state implies condition i or follows from it by its form.
func (b *beam) says(x *state, i int) bool {
	return slices.ContainsFunc(x.parts, func(j int) bool { return normal.Implies(b.cs[j].c, b.cs[i].c) || normal.Implies(b.cs[i].c, b.cs[j].c) })
}

// hash returns a hash of the members of a conjunction with this set and number, and of its parts if the number is
// not known.
func (b *beam) hash(set []uint64, members ask.Bounds, parts []int) uint64 {
	if members.Exact() {
		return hash(set, members)
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(keyOf(parts)))
	return h.Sum64()
}

// count asks for the numbers of members of the most promising states.
func (b *beam) count(ctx context.Context, next []state, best float64, n int) []state {
	margin := b.PruneMargin()
	next = slices.DeleteFunc(next, func(y state) bool { return y.score > best+margin })
	slices.SortFunc(next, b.compare)
	most := mostPairs
	if n > 2 {
		most = mostLonger
	}
	next = next[:min(len(next), most)]
	var cs []dl.Concept
	for _, y := range next {
		cs = append(cs, b.concept(&y))
	}
	b.Prior.Count(ctx, cs)
	for j := range next {
		y := &next[j]
		y.bounds = b.Prior.Bounds(cs[j])
		y.members = b.Prior.Log(y.bounds)
		t := b.terms(y.bits, y.members, b.w.tally(b.setOf(y)), y.alone)
		t.Words = b.Words.Bits(y.said)
		y.open = t.Score() - t.Errors + b.ErrorBits(t.Missed)
		t.Required = b.Required.Broken(nil, y.met)
		y.score = t.Score()
	}
	return slices.DeleteFunc(next, func(y state) bool {
		return slices.ContainsFunc(y.parts, func(i int) bool { return y.bounds.Exact() && y.bounds == b.cs[i].members }) || y.bounds.Upper == 0
	})
}

// keep adds the state to those found; false if one with the same members is no worse.
func (b *beam) keep(x state) bool {
	if i, ok := b.seen[x.hash]; ok {
		if b.found[i].score <= x.score {
			return false
		}
		b.found[i] = x
		return true
	}
	b.seen[x.hash] = len(b.found)
	b.found = append(b.found, x)
	return true
}

// concept returns the conjunction of the conditions of the state.
func (b *beam) concept(x *state) dl.Concept {
	var cs []dl.Concept
	for _, i := range x.parts {
		cs = append(cs, b.cs[i].c)
	}
	return normal.Conjoin(cs)
}

func (b *beam) concepts(xs []state) (cs []dl.Concept) {
	for i := range xs {
		cs = append(cs, b.concept(&xs[i]))
	}
	return cs
}
