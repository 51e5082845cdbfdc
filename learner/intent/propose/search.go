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
	tally
	limit float64 // of open, for a state with several conditions
	gone  bool    // once its members were counted it was not good enough
	alike twin    // the same for what has the same members, if there is a sample
	place int     // in found; -1: it is not there
}

// beam is a search for the conjunctions with the least score.
type beam struct {
	*Proposer
	w     *world
	cs    []condition
	found []*state
	seen  map[uint64]int    // places in found, by hash
	alike map[twin][]*state // those that were to be kept
	joint []uint64          // the set of the last join
	base  []uint64          // the set of the state that gets a condition, without its negations
	whole []uint64          // the set of that state in everyone, if it was sampled and this was needed
}

// search returns the best conjunctions of the conditions, the best first.
func (s *Proposer) search(ctx context.Context, w *world, cs []condition) (*beam, error) {
	b := &beam{Proposer: s, w: w, cs: cs, seen: map[uint64]int{}, alike: map[twin][]*state{}}
	var level []*state
	for i := range cs {
		if _, not := cs[i].c.(dl.Not); not {
			continue // people rarely mean only the lack of something
		}
		c := &cs[i]
		x := &state{place: -1, parts: []int{i}, bits: c.bits, alone: c.alone, said: c.said, met: c.met, tally: c.tally}
		b.setSingle(x)
		level = append(level, x)
		if _, err := b.keep(ctx, x); err != nil {
			return nil, err
		}
	}
	parts, err := b.joined(ctx, level)
	if err != nil {
		return nil, err
	}
	for n := 2; n <= s.Limits.conjuncts && s.Options.Language.Has(dl.WithAnd); n++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if level, err = b.widen(ctx, level, parts, n); err != nil {
			return nil, err
		}
		if len(level) == 0 {
			break
		}
	}
	return b, b.sortFound(ctx)
}

// setSingle sets what a state with one condition has of its members.
func (b *beam) setSingle(x *state) {
	c := &b.cs[x.parts[0]]
	x.members, x.bounds = b.w.log(c.members), c.members
	switch {
	case b.w.sample == nil:
		x.hash = b.hash(c.set, b.w.domain.Count(size(c.set)), x.parts)
	case b.w.isBounded(c):
		x.alike.sampled = hash(c.set, ask.Bounds{})
		x.hash = x.alike.sampled
	default:
		x.alike.sampled, x.hash = hash(c.set, ask.Bounds{}), hash(c.all, c.members)
	}
	x.score, x.open = b.scoreOf(b.w, c)
}

func (b *beam) compare(x, y *state) int {
	return cmp.Or(cmp.Compare(x.score, y.score), cmp.Compare(len(x.parts), len(y.parts)), slices.Compare(x.parts, y.parts))
}

func (b *beam) compareOpen(x, y *state) int {
	return cmp.Or(cmp.Compare(x.open, y.open), b.compare(x, y))
}

// joined returns the conditions that are joined with others.
func (b *beam) joined(ctx context.Context, singles []*state) (out []int, _ error) {
	take := map[int]bool{}
	err := b.decide(ctx, func() (chosen []*state) {
		clear(take)
		first := func(by func(x, y *state) int) {
			list, _ := least(singles, bestParts, by)
			chosen = append(chosen, list...)
		}
		first(b.compare)
		first(b.compareOpen)
		first(func(x, y *state) int { return cmp.Or(cmp.Compare(x.bits, y.bits), b.compare(x, y)) })
		chosen = append(chosen, b.sayingEach(singles)...)
		for _, x := range chosen {
			take[x.parts[0]] = true
		}
		return chosen
	})
	for i := range b.cs {
		if _, not := b.cs[i].c.(dl.Not); not {
			take[i] = true
		}
		if take[i] {
			out = append(out, i)
		}
	}
	return out, err
}

// mostSaying is how many conditions are joined because they say a word.
const mostSaying = 3

// sayingEach returns, for each word, the states that say it best.
func (b *beam) sayingEach(singles []*state) (out []*state) {
	if b.Words == nil {
		return nil
	}
	for i := range b.Words.List {
		saying := slices.DeleteFunc(slices.Clone(singles), func(x *state) bool { return x.said.Pays(i) == 0 })
		saying, _ = least(saying, mostSaying, func(x, y *state) int {
			return cmp.Or(cmp.Compare(y.said.Pays(i), x.said.Pays(i)), b.compare(x, y))
		})
		out = append(out, saying...)
	}
	return out
}

// front returns the states of a level that get a further condition: the best, and the best if
// the negatives among their members are excluded.
func (b *beam) front(ctx context.Context, level []*state) (out []*state, _ error) {
	level = slices.Clone(level)
	return out, b.decide(ctx, func() []*state {
		level = slices.DeleteFunc(level, func(x *state) bool { return x.gone })
		best, rest := least(level, beamWidth, b.compare)
		open, _ := least(rest, beamWidth/2, b.compareOpen)
		out = slices.Concat(best, open)
		return out
	})
}

// best returns the least score of what was found.
func (b *beam) best(ctx context.Context) (best float64, _ error) {
	return best, b.decide(ctx, func() []*state {
		var first *state
		for _, x := range b.found {
			if !x.gone && (first == nil || x.score < first.score) {
				first = x
			}
		}
		best = math.Inf(1)
		if first == nil {
			return nil
		}
		best = first.score
		return []*state{first}
	})
}

// widen returns the states with one more of the conditions, of which there are then n.
func (b *beam) widen(ctx context.Context, level []*state, parts []int, n int) (kept []*state, _ error) {
	front, err := b.front(ctx, level)
	if err != nil {
		return nil, err
	}
	best, err := b.best(ctx)
	if err != nil {
		return nil, err
	}
	var next []*state
	tried := map[string]bool{}
	for _, x := range front {
		set := b.setOf(x)
		b.base, b.whole = nil, nil
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
			y, ok := b.join(x, set, places, i, best)
			if !ok {
				continue
			}
			y.parts = slices.Insert(slices.Clone(x.parts), at, i)
			if b.w.sample == nil {
				y.hash = b.hash(b.joint, y.bounds, y.parts)
			}
			key := keyOf(y.parts)
			if !tried[key] {
				tried[key] = true
				next = append(next, y)
			}
		}
	}
	isBounded := func(y *state) bool { return !y.bounds.Exact() }
	if b.w.sample == nil && slices.ContainsFunc(next, isBounded) {
		next = b.count(ctx, next, best, n)
	}
	for _, y := range next {
		isKept, err := b.keep(ctx, y)
		if err != nil {
			return nil, err
		}
		if isKept {
			kept = append(kept, y)
		}
	}
	return kept, nil
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
func (b *beam) join(x *state, set []uint64, places []int, i int, best float64) (y *state, ok bool) {
	c := &b.cs[i]
	y = &state{
		place: -1, bits: x.bits + c.bits + price.And, alone: x.alone + c.alone,
		said: b.Words.With(x.said, c.said), met: x.met | c.met, limit: best + slack,
	}
	y.tally = tally{countBoth(set, c.set, b.w.isPos), countBoth(set, c.set, b.w.isNeg), countBoth(set, c.set, b.w.isDrawn)}
	if y.pos == 0 || !b.isGood(y, 0) {
		return y, false
	}
	members := b.intersect(set, c.set, places)
	y.bounds = b.w.domain.Count(members)
	isSampled := b.w.sample != nil
	if isSampled {
		if !b.isGood(y, b.w.log(y.bounds)) {
			return y, false
		}
		y.alike = b.alikeOf(x, c, b.joint)
		y.hash = y.alike.sampled ^ y.alike.first
	}
	not, negated := c.c.(dl.Not)
	if isSampled && (negated || members == size(set)) {
		b.countJoint(y, x, c)
	}
	if negated {
		y.bits += b.exclusion(x, c, not.C)
	}
	isNarrower := isSampled && !y.bounds.Exact() || b.isNarrower(y, x, i) || b.isSaid(y, x)
	if !isNarrower || !b.isGood(y, b.estimate(y, x, c)) {
		return y, false
	}
	y.score += b.Required.Broken(b.joint, y.met)
	return y, true
}

// isGood sets the score of a state with so many members, log₂, and reports whether it is within the limit.
func (b *beam) isGood(y *state, members float64) bool {
	t := b.terms(y.bits, members, y.tally, y.alone)
	t.Words = b.Words.Bits(y.said)
	y.members, y.score = members, t.Score()
	y.open = y.score - t.Errors + b.ErrorBits(t.Missed)
	return y.open <= y.limit
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

// isSaid reports whether words speak for the state y, which has the members of x, by more than it is longer: people
// also say what follows.
func (b *beam) isSaid(y, x *state) bool {
	return b.Words != nil && y.bounds.Exact() && y.bits-x.bits < b.Words.Bits(x.said)-b.Words.Bits(y.said)
}

// estimate returns log₂ of the number of members of the state y, x with the condition: if it is not known, as if
// both were independent.
func (b *beam) estimate(y, x *state, c *condition) float64 {
	if y.bounds.Exact() || b.w.sample != nil {
		return b.w.log(y.bounds)
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
	setOf, set, count := b.setOf, c.set, b.w.domain.Count
	if b.w.sample != nil {
		setOf, set, count = b.wholeOf, c.all, func(n int) ask.Bounds { return ask.Exactly(int64(n)) }
	}
	if b.base == nil {
		plain := slices.DeleteFunc(slices.Clone(x.parts), func(i int) bool { _, not := b.cs[i].c.(dl.Not); return not })
		b.base = setOf(&state{parts: plain})
	}
	all, left := 0, 0
	for i, word := range b.base {
		all, left = all+bits.OnesCount64(word), left+bits.OnesCount64(word&set[i])
	}
	if n, both := count(all), count(all-left); n.Exact() {
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
	return slices.ContainsFunc(x.parts,
		func(j int) bool { return normal.Implies(b.cs[j].c, b.cs[i].c) || normal.Implies(b.cs[i].c, b.cs[j].c) })
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
func (b *beam) count(ctx context.Context, next []*state, best float64, n int) []*state {
	margin := b.PruneMargin()
	next = slices.DeleteFunc(next, func(y *state) bool { return y.score > best+margin })
	most := mostPairs
	if n > 2 {
		most = mostLonger
	}
	next, _ = least(next, most, b.compare)
	var cs []dl.Concept
	for _, y := range next {
		cs = append(cs, b.concept(y))
	}
	b.Prior.Count(ctx, cs)
	for j, y := range next {
		y.bounds = b.Prior.Bounds(cs[j])
		y.members = b.Prior.Log(y.bounds)
		t := b.terms(y.bits, y.members, y.tally, y.alone)
		t.Words = b.Words.Bits(y.said)
		y.open = t.Score() - t.Errors + b.ErrorBits(t.Missed)
		t.Required = b.Required.Broken(nil, y.met)
		y.score = t.Score()
	}
	return slices.DeleteFunc(next, func(y *state) bool {
		return slices.ContainsFunc(y.parts, func(i int) bool { return y.bounds.Exact() && y.bounds == b.cs[i].members }) ||
			y.bounds.Upper == 0
	})
}

// keep adds the state to those found; false if one with the same members is no worse.
func (b *beam) keep(ctx context.Context, x *state) (bool, error) {
	if b.w.sample != nil {
		isGone, err := b.countTwins(ctx, x)
		if isGone || err != nil {
			return false, err
		}
	}
	if i, ok := b.seen[x.hash]; ok {
		if b.found[i].score <= x.score {
			return false, nil
		}
		b.found[i].place = -1
		b.found[i], x.place = x, i
		return true, nil
	}
	b.seen[x.hash], x.place = len(b.found), len(b.found)
	b.found = append(b.found, x)
	return true, nil
}

// sortFound puts the best of what was found first, in their order.
func (b *beam) sortFound(ctx context.Context) error {
	err := b.decide(ctx, func() []*state {
		b.found = slices.DeleteFunc(b.found, func(x *state) bool { return x.gone })
		best, rest := least(b.found, mostFound, b.compare)
		b.found = slices.Concat(best, rest)
		return best
	})
	clear(b.seen)
	for i, x := range b.found {
		b.seen[x.hash], x.place = i, i
	}
	return err
}

// concept returns the conjunction of the conditions of the state.
func (b *beam) concept(x *state) dl.Concept {
	var cs []dl.Concept
	for _, i := range x.parts {
		cs = append(cs, b.cs[i].c)
	}
	return normal.Conjoin(cs)
}

func (b *beam) concepts(xs []*state) (cs []dl.Concept) {
	for i := range xs {
		cs = append(cs, b.concept(xs[i]))
	}
	return cs
}
