package propose

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/intent/price"
	"github.com/genus-kg/genus/learner/interp"
)

// condition is a part of a conjunction, with its members among the individuals of a world.
type condition struct {
	c       dl.Concept
	bits    float64
	set     []uint64
	members ask.Bounds  // in the whole graph
	alone   int         // sides of a union with at most one positive for themselves
	said    *price.Said // what it pays of the words; nil without words
	met     uint64      // what it says of what the user requires
	tally
}

// tally counts examples.
type tally struct{ pos, neg, drawn int }

// world is the individuals that sets range over, among them the examples.
type world struct {
	k        *price.Prior
	said     *price.Words
	required *price.Required
	domain   ask.Domain
	pos, neg []string
	words    int   // of a set
	isPos    []int // the places of the examples
	isNeg    []int
	isDrawn  []int
}

func (s *Proposer) world() *world {
	w := &world{k: s.Prior, said: s.Evidence.Words, required: s.Required, pos: s.Pos, neg: s.Neg}
	w.domain = s.Prior.Graph.Domain(slices.Concat(s.Pos, s.Neg))
	for _, iri := range s.Pos {
		if i, ok := w.domain.Place(iri); ok {
			if w.isPos = append(w.isPos, i); !s.Asked[iri] {
				w.isDrawn = append(w.isDrawn, i)
			}
		}
	}
	for _, iri := range s.Neg {
		if i, ok := w.domain.Place(iri); ok {
			w.isNeg = append(w.isNeg, i)
		}
	}
	w.words = (w.domain.Len() + 63) / 64
	return w
}

// conditions returns the concepts as conditions of the world. It asks for the numbers of members, and where the
// concepts hold, unless the graph has their extensions.
func (w *world) conditions(ctx context.Context, cs []dl.Concept) ([]condition, error) {
	out := make([]condition, len(cs))
	sets, err := w.k.Graph.Extensions(ctx, cs)
	if err != nil {
		return nil, err
	}
	var asked []int
	var unknown []dl.Concept
	for i, c := range cs {
		x := sets[i]
		if x == nil {
			asked, unknown = append(asked, i), append(unknown, c)
			continue
		}
		set := wordsOf(x, w.words)
		out[i] = condition{c: c, set: set, members: ask.Exactly(int64(size(set)))}
		w.k.Counts[c] = out[i].members
	}
	w.learn(ctx, unknown)
	for _, i := range asked {
		out[i] = w.askedCondition(cs[i])
	}
	for i := range out {
		x := &out[i]
		x.bits, x.tally = w.required.Price(x.c, w.k.Bits(x.c)), w.tally(x.set)
		x.met = w.required.Meets(x.c)
		if w.said != nil {
			x.said = w.said.Of(x.c)
		}
	}
	return out, nil
}

// learn asks for the names, the numbers of members, and where the concepts hold at the examples.
func (w *world) learn(ctx context.Context, cs []dl.Concept) {
	w.said.Learn(ctx, cs)
	isNot := func(c dl.Concept) bool { _, not := c.(dl.Not); return not }
	steps := []func(){
		func() { w.k.Learn(ctx, cs, slices.Concat(w.pos, w.neg)) },
		func() { w.k.Count(ctx, slices.Concat(w.k.Needs(cs), slices.DeleteFunc(slices.Clone(cs), isNot))) },
	}
	if w.k.AsksAhead() { // numbers tell whether members can be fetched in place of asking where the concepts hold
		slices.Reverse(steps)
	}
	for _, step := range steps {
		step()
	}
}

// askedCondition returns the concept as a condition by what was learned. If it is not known whether it holds at an
// example, it is wrong about it.
func (w *world) askedCondition(c dl.Concept) condition {
	x := condition{c: c, set: make([]uint64, w.words), members: w.k.Bounds(c)}
	if not, is := c.(dl.Not); is {
		x.members = ask.Bounds{Upper: max(1, w.k.Largest-w.k.Bounds(not.C).Lower)}
	}
	mark := func(iri string) {
		if i, ok := w.domain.Place(iri); ok {
			x.set[i/64] |= 1 << (i % 64)
		}
	}
	for _, iri := range w.pos {
		if w.k.Holds(c, iri) == ask.Yes {
			mark(iri)
		}
	}
	for _, iri := range w.neg {
		if w.k.Holds(c, iri) != ask.No {
			mark(iri)
		}
	}
	return x
}

// wordsOf returns the words of a set of individuals, this many.
func wordsOf(x interp.Set, n int) []uint64 {
	if words := x.Words(); len(words) == n {
		return words
	}
	return append(slices.Clone(x.Words()), make([]uint64, n-len(x.Words()))...)
}

func has(set []uint64, i int) bool { return set[i/64]>>(i%64)&1 == 1 }

func countIn(set []uint64, places []int) (n int) {
	for _, i := range places {
		n += int(set[i/64] >> (i % 64) & 1)
	}
	return n
}

func (w *world) tally(set []uint64) tally {
	return tally{countIn(set, w.isPos), countIn(set, w.isNeg), countIn(set, w.isDrawn)}
}

func size(set []uint64) (n int) {
	for _, x := range set {
		n += bits.OnesCount64(x)
	}
	return n
}

// terms returns the terms of the score of a concept that has so many of the examples.
func (s *Proposer) terms(length, members float64, n tally, alone int) price.Terms {
	missed := len(s.Pos) - n.pos
	return price.Terms{Bits: length, Members: max(members, s.LeastMembers()), Largest: s.Prior.Log(ask.Exactly(s.Prior.Largest)),
		Drawn: n.drawn, Missed: missed, Errors: s.ErrorBits(missed + n.neg), Alone: alone}
}

// scoreOf returns the score of a condition alone, and its score without the price of the negatives
// among its members, and of what the user requires and it lacks: another condition may exclude them.
func (s *Proposer) scoreOf(x *condition) (score, open float64) {
	t := s.terms(x.bits, s.Prior.Log(x.members), x.tally, x.alone)
	t.Words = s.Words.Bits(x.said)
	open = t.Score() - t.Errors + s.ErrorBits(t.Missed)
	t.Required = s.Required.Broken(x.set, x.met)
	return t.Score(), open
}

// propose lists the conditions that nearly all positives share: atoms, comparisons, lists and other
// unions, and several conditions below one role. Those at the statements of an endpoint are proposed
// once these were read.
func (s *Proposer) propose(ctx context.Context, t *atoms, w *world) ([]condition, error) {
	out, err := s.proposeFrom(ctx, t, w, t.lim.steps)
	if err != nil || s.statements.Structure == nil || !t.lim.Unread {
		return out, err
	}
	stated := s.atomsOf(s.statements)
	more, err := s.proposeFrom(ctx, stated, w, stated.lim.steps)
	return s.distinct(append(out, more...), w, t.s), err
}

func (s *Proposer) proposeFrom(ctx context.Context, t *atoms, w *world, steps int) ([]condition, error) {
	missing := price.AllowedMisses(len(s.Pos))
	walked, err := t.walkFrom(ctx, s.Pos, missing, steps)
	if err != nil || walked.known == 0 {
		return nil, err
	}
	enough := walked.known - missing
	shared, partial := walked.split(s.Prior, walked.known, missing)
	shared, partial = walked.lowestKinds(s.fewPresent(ctx, walked, shared)), walked.withoutRationed(partial)
	atoms := slices.DeleteFunc(conceptsOfKeys(walked, shared), func(c dl.Concept) bool { return !s.Options.allows(c) })
	if steps < t.lim.stepsSaid && s.Words.LeaveUnsaid(atoms) {
		return s.proposeFrom(ctx, t, w, t.lim.stepsSaid)
	}
	if s.Words != nil {
		atoms = atoms[:min(len(atoms), t.lim.named)]
		s.Words.Learn(ctx, slices.Concat(atoms, conceptsOfKeys(walked, partial[:min(len(partial), t.lim.namedPartial)])))
		s.Words.LookUp(ctx)
	}
	s.saidFirst(atoms)
	atoms = atoms[:min(len(atoms), t.lim.atoms)]
	e := s.Prior.Graph.Evaluator(t.s)
	compared, err := t.comparisons(e, s.placesAt(atoms, t), s.Pos, missing, s.Words)
	if err != nil {
		return nil, err
	}
	texts := slices.DeleteFunc(t.texts(s.Pos, enough), func(c dl.Concept) bool {
		n, _ := s.Prior.Counted(c)
		return 2*n.Upper > int64(t.s.Domain().Count()) // such as the language of labels
	})
	atoms = slices.Concat(atoms, compared, texts, t.agreements(s.Pos, enough))
	plain, _ := s.Required.Split()
	lists := slices.Concat(s.lists(walked, partial, enough), s.said(walked, enough), plain)
	denied := present(compared) // what only needs to be counted
	for _, c := range s.denied(t, walked.directRoles()) {
		denied = append(denied, c.(dl.Not).C)
	}
	out, err := w.conditions(ctx, slices.Concat(atoms, lists, denied)) // together: the graph is asked at once
	if err != nil {
		return nil, err
	}
	out = out[:len(atoms)+len(lists)]
	spans, err := s.intervals(ctx, w, out[:len(atoms)], t.lim.spans)
	if err != nil {
		return nil, err
	}
	out = append(out, spans...)
	further, err := s.further(ctx, w, t, e, walked, out, partial, enough)
	if err != nil {
		return nil, err
	}
	out = append(out, further...)
	out = slices.DeleteFunc(out, func(x condition) bool { return s.Options.isOnlyBase(x.c) || s.Prior.HasEmptySide(x.c) })
	s.Prior.Learn(ctx, normal.AllOperands(conceptsOfConditions(out)), s.Pos)
	for i := range out {
		if !slices.Contains(plain, out[i].c) {
			out[i].alone = s.Alone(normal.Operands(out[i].c))
		}
	}
	return s.distinct(out, w, t.s), nil
}

// placesAt returns where comparisons are proposed.
func (s *Proposer) placesAt(atoms []dl.Concept, t *atoms) (places []place) {
	if t.lim.compared&atRoot != 0 {
		places = append(places, place{base: dl.Top{}})
	}
	if t.lim.compared&atNodes == 0 {
		return places
	}
	for _, c := range atoms {
		if p, ok := s.Options.placeOf(c); ok && (p.base == dl.Concept(dl.Top{}) || s.Options.hasUnit(p.base)) {
			places = append(places, p)
		}
	}
	return places
}

// further returns the conditions below roles, and those whose values have nothing in common.
func (s *Proposer) further(ctx context.Context, w *world, t *atoms, e *interp.Evaluator, walked *walk, from []condition,
	partial []priced, enough int) ([]condition, error) {
	out, err := s.below(ctx, w, t, e, from, enough)
	if err != nil {
		return nil, err
	}
	more, err := s.unrelated(ctx, w, walked, partial, enough)
	return append(out, more...), err
}

// lowestKinds leaves of the values with their subclasses those that have no other of them below, if they take long
// to count.
func (w *walk) lowestKinds(list []priced) []priced {
	if w.lim.allKinds {
		return list
	}
	isKind := func(p priced) bool {
		return p.kind == toValue && slices.Contains(w.o.Kinds(), w.paths[p.path].role)
	}
	kinds := slices.DeleteFunc(slices.Clone(list), func(p priced) bool { return !isKind(p) })
	return slices.DeleteFunc(list, func(p priced) bool {
		return isKind(p) && slices.ContainsFunc(kinds, func(q priced) bool {
			return q.path == p.path && q.x != p.x && slices.Contains(w.s.SuccessorsOf(w.paths[p.path].role, individual(q.x)), individual(p.x))
		})
	})
}

// fewPresent leaves few atoms that say only that there is something, if they are rationed: things have hundreds, such
// as identifiers and articles. Those that the fewest negatives have stay, before the other atoms; before the first
// answer only if most negatives lack them, or without negatives if they are few properties of which only the
// presence counts. Well-known things share most identifiers by accident.
func (s *Proposer) fewPresent(ctx context.Context, w *walk, list []priced) []priced {
	rest := w.withoutRationed(slices.Clone(list))
	if len(rest) == len(list) {
		return list
	}
	of, err := w.walkFrom(ctx, s.Neg, len(s.Neg), 1)
	if err != nil { // the context has ended
		return rest
	}
	present := slices.DeleteFunc(list, func(p priced) bool { return !w.isExistence(p.target) })
	having := map[dl.Concept]int{}
	for k, h := range of.at {
		if of.isExistence(k) {
			having[of.concept(k)] = size(h[:])
		}
	}
	slices.SortStableFunc(present, func(p, q priced) int {
		return cmp.Compare(having[w.concept(p.target)], having[w.concept(q.target)])
	})
	identifies := func(p priced) bool { return w.isOnlyPresent(p.target) }
	isFew := len(s.Neg) == 0 && len(slices.DeleteFunc(slices.Clone(present), func(p priced) bool { return !identifies(p) })) <= w.lim.present
	present = slices.DeleteFunc(present, func(p priced) bool {
		return !w.later && 2*having[w.concept(p.target)] >= len(s.Neg) && !(isFew && identifies(p))
	})
	present = present[:min(len(present), w.lim.present)]
	return append(present, rest...)
}

// isRationed reports whether the atom says only that there is something, and such atoms are few conditions.
func (w *walk) isRationed(k target) bool { return w.lim.present < unlimited && w.isExistence(k) }

// withoutRationed leaves out the atoms of which few are conditions.
func (w *walk) withoutRationed(list []priced) []priced {
	return slices.DeleteFunc(list, func(p priced) bool { return w.isRationed(p.target) })
}

func conceptsOfConditions(xs []condition) (cs []dl.Concept) {
	for _, x := range xs {
		cs = append(cs, x.c)
	}
	return cs
}

// distinct returns the conditions that at least one positive has. Of those with the same members it returns the shortest
// one, or what says the same of a narrower role: a pizza that has an ingredient that is a fish has it as a topping. If
// words rather say another one, it returns this as well.
func (s *Proposer) distinct(xs []condition, w *world, known *interp.Structure) (out []condition) {
	normal.SortWith(xs, func(x *condition) (float64, dl.Concept) { return x.bits, x.c })
	score := func(x *condition) float64 { return x.bits + s.Words.Bits(x.said) }
	type twins struct{ shortest, said int } // places in out; said is that of the shortest if words prefer it
	places := map[uint64]twins{}
	for _, x := range xs {
		if x.pos == 0 {
			continue
		}
		h := hash(x.set, x.members)
		at, isTwin := places[h]
		switch {
		case !isTwin || !w.domain.Count(size(x.set)).Exact():
			places[h] = twins{len(out), len(out)}
			out = append(out, x)
		case isNarrower(known, x.c, out[at.shortest].c):
			x.bits = out[at.shortest].bits
			out[at.shortest] = x
		case score(&x) >= score(&out[at.said]):
		case at.said == at.shortest:
			places[h] = twins{at.shortest, len(out)}
			out = append(out, x)
		default:
			out[at.said] = x
		}
	}
	return out
}

// isNarrower reports whether c and d differ in their role alone, and that of c is below that of d in the structure:
// all its pairs are pairs of the other, which has more.
func isNarrower(s *interp.Structure, c, d dl.Concept) bool {
	if not, is := c.(dl.Not); is {
		other, both := d.(dl.Not)
		return both && isNarrower(s, not.C, other.C)
	}
	x, ok := c.(dl.Exists)
	y, both := d.(dl.Exists)
	isClosure := x.Role.Closure != dl.NoClosure || y.Role.Closure != dl.NoClosure
	if !ok || !both || isClosure || x.C != y.C || x.Role == y.Role {
		return false
	}
	r, ok := s.Signature().RoleID(x.Role)
	q, both := s.Signature().RoleID(y.Role)
	if !ok || !both {
		return false
	}
	isBelow, pairs := true, 0
	s.EachSource(r, func(a interp.Individual, successors []interp.Individual) {
		if !isBelow {
			return
		}
		pairs += len(successors)
		above := s.Successors(q, a)
		for _, b := range successors {
			if _, found := slices.BinarySearch(above, b); !found {
				isBelow = false
				return
			}
		}
	})
	all := 0
	s.EachSource(q, func(_ interp.Individual, successors []interp.Individual) { all += len(successors) })
	return isBelow && pairs < all
}

// hash returns a hash of a set and the number of its members.
func hash(set []uint64, members ask.Bounds) uint64 {
	h := uint64(members.Upper)*0x9e3779b97f4a7c15 + uint64(members.Lower)
	for _, x := range set {
		h = (bits.RotateLeft64(h, 5) ^ x) * 0x517cc1b727220a95
	}
	return h
}

// split returns the atoms that at most missing of the known individuals lack, and the atoms of one
// step that at least one has, both with the cheapest first.
func (w *walk) split(from *price.Prior, known, missing int) (shared, partial []priced) {
	cost := make([]float64, len(w.paths))
	for i, p := range w.paths {
		cost[i] = from.Role(p.role)
		if p.before >= 0 {
			if cost[i] += cost[p.before]; p.role.Closure != dl.Star && !w.isSite(i) {
				cost[i] += price.Step
			}
		}
	}
	for k, h := range w.at {
		p := priced{target: k, held: *h, n: size(h[:])}
		if k.path >= 0 {
			p.cost = cost[k.path]
		}
		switch k.kind {
		case toAnything, toPresence:
			p.cost += price.Top
		case toClass, toString:
			p.cost += price.Class
		}
		p.cost += float64(k.n) * price.Number
		if p.n >= known-missing {
			shared = append(shared, p)
		}
		if k.n == 0 && (k.path < 0 || w.paths[k.path].steps == 1 || p.n > 1 || w.inStatement(k.path)) && p.n < known {
			partial = append(partial, p)
		}
	}
	for _, list := range [][]priced{shared, partial} {
		slices.SortFunc(list, func(x, y priced) int { return cmp.Or(cmp.Compare(x.cost, y.cost), x.target.compare(y.target)) })
	}
	return shared, partial
}

// priced is an atom with its price, without that of a value, and the individuals that have it.
type priced struct {
	target
	cost float64
	held held
	n    int
}

func (k target) compare(l target) int {
	return cmp.Or(cmp.Compare(k.path, l.path), cmp.Compare(k.kind, l.kind), cmp.Compare(k.n, l.n), cmp.Compare(k.x, l.x), cmp.Compare(k.f, l.f))
}

func conceptsOfKeys(w *walk, ps []priced) []dl.Concept {
	out := make([]dl.Concept, 0, len(ps))
	for _, p := range ps {
		out = append(out, w.concept(p.target))
	}
	return out
}
