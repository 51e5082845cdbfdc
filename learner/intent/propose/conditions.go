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
	all     []uint64    // its members in the whole graph; nil if the set has them, or if nobody has counted them
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
	sample   *ask.Sample // that is the domain; nil: sets are not sampled
	pos, neg []string
	words    int   // of a set
	isPos    []int // the places of the examples
	isNeg    []int
	isDrawn  []int
}

func (s *Proposer) world() *world {
	w := &world{k: s.Prior, said: s.Evidence.Words, required: s.Required, pos: s.Pos, neg: s.Neg}
	examples := slices.Concat(s.Pos, s.Neg)
	plain, not := s.Required.Split()
	if len(plain)+len(not)+len(s.Required.Free) == 0 && s.Words == nil { // what users say prices whole sets
		w.sample = s.Prior.Graph.Sample(examples)
	}
	w.domain = s.Prior.Graph.Domain(examples)
	if w.sample != nil {
		w.domain = w.sample
	}
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
	out, err := w.evaluated(ctx, cs)
	if err != nil {
		return nil, err
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

// evaluated returns the concepts with their members.
func (w *world) evaluated(ctx context.Context, cs []dl.Concept) ([]condition, error) {
	if w.sample != nil {
		return w.sampled(ctx, cs)
	}
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
	return price.Terms{
		Bits:    length,
		Members: max(members, s.LeastMembers()),
		Largest: s.Prior.Log(ask.Exactly(s.Prior.Largest)),
		Drawn:   n.drawn,
		Missed:  missed,
		Errors:  s.ErrorBits(missed + n.neg),
		Alone:   alone,
	}
}

// scoreOf returns the score of a condition alone, and its score without the price of the negatives
// among its members, and of what the user requires and it lacks: another condition may exclude them.
func (s *Proposer) scoreOf(w *world, x *condition) (score, open float64) {
	t := s.terms(x.bits, w.log(x.members), x.tally, x.alone)
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
	if err != nil {
		return nil, err
	}
	return s.distinct(ctx, append(out, more...), w, t.s)
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
	spans, err := s.intervals(ctx, w, out[:len(atoms)], out, t.lim.spans)
	if err != nil {
		return nil, err
	}
	out = append(out[:len(atoms)+len(lists)], spans...)
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
	return s.distinct(ctx, out, w, t.s)
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
			return q.path == p.path && q.x != p.x &&
				slices.Contains(w.s.SuccessorsOf(w.paths[p.path].role, individual(q.x)), individual(p.x))
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
	isFew := len(s.Neg) == 0 &&
		len(slices.DeleteFunc(slices.Clone(present), func(p priced) bool { return !identifies(p) })) <= w.lim.present
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
		slices.SortFunc(list,
			func(x, y priced) int { return cmp.Or(cmp.Compare(x.cost, y.cost), x.target.compare(y.target)) })
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
	return cmp.Or(cmp.Compare(k.path, l.path), cmp.Compare(k.kind, l.kind), cmp.Compare(k.n, l.n), cmp.Compare(k.x, l.x),
		cmp.Compare(k.f, l.f))
}

func conceptsOfKeys(w *walk, ps []priced) []dl.Concept {
	out := make([]dl.Concept, 0, len(ps))
	for _, p := range ps {
		out = append(out, w.concept(p.target))
	}
	return out
}
