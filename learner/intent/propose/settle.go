package propose

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
)

// In a large graph, conditions are first evaluated in a sample, which bounds their numbers of members from below. Every
// choice by score takes those with the least bounds and counts the chosen ones, until it chooses only what was counted:
// what it leaves out would have a greater score than its bound. So it chooses what it would choose of conditions that
// are all counted.

// decide repeats a choice until the conditions that it chooses are counted. choose returns them; those that are counted
// already may come again.
func (w *world) decide(ctx context.Context, choose func() []*condition) error {
	for {
		var open []*condition
		for _, x := range choose() {
			if w.isBounded(x) && !slices.Contains(open, x) {
				open = append(open, x)
			}
		}
		if len(open) == 0 {
			return nil
		}
		if err := w.count(ctx, open); err != nil {
			return err
		}
	}
}

// isBounded reports whether the condition has members of the sample only.
func (w *world) isBounded(x *condition) bool { return w.sample != nil && x.all == nil }

// count counts conditions that are bounded.
func (w *world) count(ctx context.Context, xs []*condition) error {
	var cs []dl.Concept
	for _, x := range xs {
		cs = append(cs, x.c)
	}
	sets, err := w.k.Graph.Extensions(ctx, cs)
	if err != nil {
		return err
	}
	for i, x := range xs {
		x.all = wordsOf(sets[i], (int(sets[i].Len())+63)/64)
		x.members = ask.Exactly(int64(size(x.all)))
		w.k.Counts[x.c] = x.members
	}
	return nil
}

// sampled returns the concepts as conditions that are bounded.
func (w *world) sampled(ctx context.Context, cs []dl.Concept) ([]condition, error) {
	w.k.Count(ctx, comparisonsIn(cs)) // their prices depend on these
	sets, err := w.sample.Members(ctx, cs)
	if err != nil {
		return nil, err
	}
	out := make([]condition, len(cs))
	for i, c := range cs {
		out[i] = condition{c: c, set: sets[i], members: w.domain.Count(size(sets[i]))}
	}
	return out, nil
}

// comparisonsIn returns the comparisons in the concepts.
func comparisonsIn(cs []dl.Concept) (out []dl.Concept) {
	seen := map[dl.Concept]bool{}
	for _, c := range cs {
		dl.Walk(c, func(c dl.Concept) bool {
			if _, is := c.(dl.Compare); is && !seen[c] {
				seen[c] = true
				out = append(out, c)
			}
			return true
		})
	}
	return out
}

// log returns log₂ of a number of members, the least one of a condition that is bounded by a sample.
func (w *world) log(b ask.Bounds) float64 {
	if w.sample != nil {
		b.Upper = b.Lower
	}
	return w.k.Log(b)
}

// pointers returns where the conditions are.
func pointers(xs []condition) []*condition {
	out := make([]*condition, len(xs))
	for i := range xs {
		out[i] = &xs[i]
	}
	return out
}

// countAlike counts the conditions that have the same members in the sample as another: they may be twins.
func (w *world) countAlike(ctx context.Context, xs []condition) error {
	if w.sample == nil {
		return nil
	}
	alike := map[uint64][]*condition{}
	for i := range xs {
		h := hash(xs[i].set, ask.Bounds{})
		alike[h] = append(alike[h], &xs[i])
	}
	return w.decide(ctx, func() (some []*condition) {
		for _, list := range alike {
			form := withoutReturns(list[0].c)
			mayDiffer := func(x *condition) bool { return !w.isBounded(x) || withoutReturns(x.c) != form }
			if slices.ContainsFunc(list, mayDiffer) && len(list) > 1 {
				some = append(some, list...)
			}
		}
		return some
	})
}

// withoutReturns returns a concept with the same members that has ∃r.⊤ in place of ∃r.∃r⁻.⊤: most twins differ in that.
func withoutReturns(c dl.Concept) dl.Concept {
	c = dl.MapChildren(c, withoutReturns)
	e, ok := c.(dl.Exists)
	if !ok || e.Role.Closure != dl.NoClosure {
		return c
	}
	if back, ok := e.C.(dl.Exists); ok && back.Role == e.Role.Inv() && back.C == dl.Concept(dl.Top{}) {
		e.C = dl.Top{}
	}
	return e
}

// decide repeats a choice of states until those that it chooses are counted, as that of a world does for conditions.
func (b *beam) decide(ctx context.Context, choose func() []*state) error {
	for {
		var open []*state
		for _, x := range choose() {
			if b.isBounded(x) && !slices.Contains(open, x) {
				open = append(open, x)
			}
		}
		if len(open) == 0 {
			return nil
		}
		if err := b.countAll(ctx, open); err != nil {
			return err
		}
	}
}

func (b *beam) isBounded(x *state) bool { return b.w.sample != nil && !x.bounds.Exact() }

// countAll counts the members of states.
func (b *beam) countAll(ctx context.Context, xs []*state) error {
	var singles []*condition
	for _, x := range xs {
		if len(x.parts) == 1 {
			singles = append(singles, &b.cs[x.parts[0]])
		}
	}
	if len(singles) > 0 {
		singles = slices.DeleteFunc(singles, func(x *condition) bool { return !b.w.isBounded(x) })
		if err := b.w.count(ctx, singles); err != nil {
			return err
		}
	}
	for _, x := range xs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(x.parts) == 1 {
			b.setSingle(x)
		} else {
			b.setCounted(x, b.wholeOf(x))
			x.gone = !b.isGood(x, b.w.log(x.bounds))
		}
		if x.place >= 0 && !x.gone {
			b.seen[x.hash] = x.place
		}
	}
	return nil
}

// setCounted sets the number of members of a state with this set in everyone.
func (b *beam) setCounted(x *state, all []uint64) {
	x.bounds = ask.Exactly(int64(size(all)))
	x.hash = hash(all, x.bounds)
}

// wholeOf returns the set of the state in everyone. Its conditions are counted.
func (b *beam) wholeOf(x *state) []uint64 {
	all := slices.Clone(b.cs[x.parts[0]].all)
	for _, i := range x.parts[1:] {
		for j, word := range b.cs[i].all {
			all[j] &= word
		}
	}
	return all
}

// countJoint counts the members of y, which is x with the condition.
func (b *beam) countJoint(y, x *state, c *condition) {
	if b.whole == nil {
		b.whole = b.wholeOf(x)
	}
	all := make([]uint64, len(b.whole))
	for j, word := range b.whole {
		all[j] = word & c.all[j]
	}
	b.setCounted(y, all)
}

// mostCompared is how many words of sets of everyone are compared before members are counted.
const mostCompared = 2048

// alikeOf returns what is the same for x with the condition and states with the same members. The set is that in the
// sample.
func (b *beam) alikeOf(x *state, c *condition, set []uint64) (h twin) {
	if b.whole == nil {
		b.whole = b.wholeOf(x)
	}
	n := min(len(b.whole), mostCompared)
	for j, word := range b.whole[:n] {
		h.first = mix(h.first, word&c.all[j])
	}
	h.sampled = hash(set, ask.Bounds{})
	return h
}

// A twin is a hash of the members in the sample, and of those among the first individuals, which is 0 for a state with
// one condition.
type twin struct{ sampled, first uint64 }

// countTwins counts a state and those that were kept that may have the same members. It reports whether the state is
// not good enough then.
func (b *beam) countTwins(ctx context.Context, x *state) (isGone bool, _ error) {
	twins := append(b.alike[x.alike], x)
	b.alike[x.alike] = twins
	if x.alike.first != 0 {
		twins = slices.Concat(twins, b.alike[twin{sampled: x.alike.sampled}])
	}
	if len(twins) == 1 {
		return false, nil
	}
	open := slices.DeleteFunc(slices.Clone(twins), func(y *state) bool { return !b.isBounded(y) })
	if err := b.countAll(ctx, open); err != nil {
		return false, err
	}
	return x.gone, nil
}

// rememberCounts keeps the numbers of members of what was found, so that nobody counts them again.
func (b *beam) rememberCounts() {
	// The members of a condition that only excludes are in the domain. Those of its conjunction with another condition
	// need not be, but the set of the state has no others.
	onlyExcludes := func(i int) bool { return dl.OnlyExcludes(b.cs[i].c) }
	for _, x := range b.found[:min(len(b.found), mostFound)] {
		if b.w.sample != nil && x.bounds.Exact() && !slices.ContainsFunc(x.parts, onlyExcludes) {
			b.Prior.Counts[b.concept(x)] = x.bounds
		}
	}
}
