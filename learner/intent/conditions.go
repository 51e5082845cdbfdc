package intent

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// condition is a part of a conjunction, with its members among the individuals of a world.
type condition struct {
	c       dl.Concept
	bits    float64
	set     []uint64
	members Bounds // in the whole graph
	alone   int    // sides of a union with at most one positive for themselves
	said    *said  // what it pays of the words; nil without words
	met     uint64 // what it says of what the user requires
	tally
}

// tally counts examples.
type tally struct{ pos, neg, drawn int }

// world is the individuals that sets range over: all of a graph in memory, whose conjunctions are
// counted by their sets, and the examples of an endpoint.
type world struct {
	k        *knowledge
	said     *words
	required *required
	m        *Memory // nil for an endpoint
	pos, neg []string
	words    int   // of a set
	isPos    []int // the places of the examples
	isNeg    []int
	isDrawn  []int
}

func (s *Session) world() *world {
	w := &world{k: s.k, said: s.evidence.words, required: s.required, pos: s.pos, neg: s.neg}
	w.m, _ = s.k.g.(*Memory)
	n, examples := len(s.pos)+len(s.neg), 0
	if w.m != nil {
		n = w.m.s.Len()
	}
	place := func(iri string) (int, bool) {
		if w.m != nil {
			a, ok := w.m.s.Lookup(iri)
			return int(a), ok
		}
		examples++
		return examples - 1, true
	}
	for _, iri := range s.pos {
		if i, ok := place(iri); ok {
			if w.isPos = append(w.isPos, i); !s.asked[iri] {
				w.isDrawn = append(w.isDrawn, i)
			}
		}
	}
	for _, iri := range s.neg {
		if i, ok := place(iri); ok {
			w.isNeg = append(w.isNeg, i)
		}
	}
	w.words = (n + 63) / 64
	return w
}

// conditions returns the concepts as conditions of the world. Of an endpoint it asks for their
// numbers of members and where they hold.
func (w *world) conditions(ctx context.Context, cs []dl.Concept) ([]condition, error) {
	out := make([]condition, 0, len(cs))
	if w.m != nil {
		sets, err := each(ctx, w.m, cs, (*interp.Evaluator).MembersWithin, func(x interp.Set) []uint64 { return wordsOf(x, w.words) })
		if err != nil {
			return nil, err
		}
		for i, c := range cs {
			n := int64(size(sets[i]))
			w.k.counts[c] = Exactly(n)
			out = append(out, condition{c: c, set: sets[i], members: Exactly(n)})
		}
	} else {
		w.said.learn(ctx, cs)
		w.k.learn(ctx, cs, slices.Concat(w.pos, w.neg))
		isNot := func(c dl.Concept) bool { _, not := c.(dl.Not); return not }
		counted := slices.DeleteFunc(slices.Clone(cs), isNot)
		w.k.count(ctx, slices.Concat(w.k.needs(cs), counted))
		for _, c := range cs {
			x := condition{c: c, set: make([]uint64, w.words), members: w.k.bounds(c)}
			if not, is := c.(dl.Not); is {
				x.members = Bounds{0, max(1, w.k.largest-w.k.bounds(not.C).Lower)}
			}
			for i, iri := range w.pos {
				if w.k.holds(c, iri) == Yes {
					x.set[i/64] |= 1 << (i % 64)
				}
			}
			for j, iri := range w.neg {
				if i := len(w.pos) + j; w.k.holds(c, iri) != No {
					x.set[i/64] |= 1 << (i % 64)
				}
			}
			out = append(out, x)
		}
	}
	for i := range out {
		x := &out[i]
		x.bits, x.tally = w.required.price(x.c, w.k.bits(x.c)), w.tally(x.set)
		x.met = w.required.meets(x.c)
		if w.said != nil {
			x.said = w.said.of(x.c)
		}
	}
	return out, nil
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
func (s *Session) terms(length, members float64, n tally, alone int) terms {
	missed := len(s.pos) - n.pos
	return terms{bits: length, members: max(members, s.leastMembers()), largest: s.k.log(Exactly(s.k.largest)),
		drawn: n.drawn, missed: missed, errors: s.errorBits(missed + n.neg), alone: alone}
}

// scoreOf returns the score of a condition alone, and its score without the price of the negatives
// among its members, and of what the user requires and it lacks: another condition may exclude them.
func (s *Session) scoreOf(x *condition) (score, open float64) {
	t := s.terms(x.bits, s.k.log(x.members), x.tally, x.alone)
	t.words = s.words.bits(x.said)
	open = t.score() - t.errors + s.errorBits(t.missed)
	t.required = s.required.broken(x.set, x.met)
	return t.score(), open
}

// Limits of the conditions.
const (
	mostEvaluated = 1500 // atoms whose extension is computed in memory
	mostAsked     = 50   // atoms that an endpoint counts
	mostPartial   = 300  // atoms of some positives, for unions
	// mostNamesLearned is the number of atoms whose names an endpoint is asked for, of all positives and of some.
	mostNamesLearned = 200
	mostPresent      = 8 // properties whose presence an endpoint counts
)

// propose lists the conditions that nearly all positives share: atoms, comparisons, lists and other
// unions, and several conditions below one role. Those at the statements of an endpoint are proposed
// once these were read.
func (s *Session) propose(ctx context.Context, t *atoms, w *world) ([]condition, error) {
	steps, most := mostSteps, mostEvaluated
	if w.m == nil {
		steps, most = 2, mostAsked // as far as Look looks
	}
	out, err := s.proposeFrom(ctx, t, w, steps, most)
	if err != nil || w.m != nil || s.statements == nil {
		return out, err
	}
	more, err := s.proposeFrom(ctx, s.atomsOf(s.statements), w, mostSteps, mostAlike)
	return s.distinct(append(out, more...)), err
}

func (s *Session) proposeFrom(ctx context.Context, t *atoms, w *world, steps, most int) ([]condition, error) {
	missing := allowedMisses(len(s.pos))
	walked, err := t.walkFrom(ctx, s.pos, missing, steps)
	if err != nil || walked.known == 0 {
		return nil, err
	}
	enough := walked.known - missing
	shared, partial := walked.split(s.k, walked.known, missing)
	shared, partial = walked.lowestKinds(s.fewPresent(ctx, walked, shared)), walked.withoutExistence(partial)
	atoms := slices.DeleteFunc(conceptsOfKeys(walked, shared), func(c dl.Concept) bool { return !s.o.allows(c) })
	if w.m != nil && steps == mostSteps && s.words.leaveUnsaid(atoms) {
		return s.proposeFrom(ctx, t, w, mostStepsSaid, most)
	}
	if w.m == nil && s.words != nil {
		atoms = atoms[:min(len(atoms), mostNamesLearned)]
		s.words.learn(ctx, slices.Concat(atoms, conceptsOfKeys(walked, partial[:min(len(partial), mostNamesLearned)])))
		s.words.lookUp(ctx)
	}
	s.saidFirst(atoms)
	atoms = atoms[:min(len(atoms), most)]
	e := interp.NewEvaluator(t.s)
	if w.m != nil {
		e = w.m.evaluator()
	}
	compared, err := t.comparisons(e, s.placesAt(atoms, t, w), s.pos, missing)
	if err != nil {
		return nil, err
	}
	atoms = append(atoms, compared...)
	if w.m != nil {
		texts := slices.DeleteFunc(t.texts(s.pos, enough), func(c dl.Concept) bool {
			n, _ := s.k.counted(c)
			return 2*n.Upper > int64(w.m.s.Domain().Count()) // such as the language of labels
		})
		atoms = slices.Concat(atoms, texts, t.agreements(s.pos, enough))
	}
	plain, _ := s.required.split()
	lists := slices.Concat(s.lists(walked, partial, enough), s.said(walked, enough), plain)
	var denied []dl.Concept // what only needs to be counted
	if w.m == nil {
		denied = present(compared)
		for _, c := range s.denied(t, walked.directRoles()) {
			denied = append(denied, c.(dl.Not).C)
		}
	}
	out, err := w.conditions(ctx, slices.Concat(atoms, lists, denied)) // together: an endpoint is asked at once
	if err != nil {
		return nil, err
	}
	out = out[:len(atoms)+len(lists)]
	spans, err := s.intervals(ctx, w, out[:len(atoms)])
	if err != nil {
		return nil, err
	}
	out = append(out, spans...)
	further, err := s.further(ctx, w, t, e, walked, out, partial, enough)
	if err != nil {
		return nil, err
	}
	out = append(out, further...)
	out = slices.DeleteFunc(out, func(x condition) bool { return s.o.isOnlyBase(x.c) || w.m == nil && s.k.hasEmptySide(x.c) })
	s.k.learn(ctx, allOperands(conceptsOfConditions(out)), s.pos)
	for i := range out {
		if !slices.Contains(plain, out[i].c) {
			out[i].alone = s.alone(operands(out[i].c))
		}
	}
	return s.distinct(out), nil
}

// placesAt returns where comparisons are proposed. Of an endpoint these are the individuals themselves, because it
// would have to be asked where other comparisons hold, and its statements.
func (s *Session) placesAt(atoms []dl.Concept, t *atoms, w *world) (places []place) {
	if !t.onlyStatements {
		places = append(places, place{base: dl.Top{}})
	}
	if w.m == nil && !t.onlyStatements {
		return places
	}
	for _, c := range atoms {
		if p, ok := s.o.placeOf(c); ok && (p.base == dl.Concept(dl.Top{}) || s.o.hasUnit(p.base)) {
			places = append(places, p)
		}
	}
	return places
}

// further returns the conditions below roles, and those whose values have nothing in common.
func (s *Session) further(ctx context.Context, w *world, t *atoms, e *interp.Evaluator, walked *walk, from []condition,
	partial []priced, enough int) (out []condition, err error) {
	if w.m != nil || t.onlyStatements {
		if out, err = s.below(ctx, w, t, e, from, enough); err != nil {
			return nil, err
		}
	}
	if w.m == nil {
		return out, nil
	}
	more, err := s.unrelated(ctx, w, walked, partial, enough)
	return append(out, more...), err
}

// lowestKinds leaves of the values with their subclasses those that have no other of them below: an endpoint takes
// long to count them.
func (w *walk) lowestKinds(list []priced) []priced {
	if w.inMemory {
		return list
	}
	isKind := func(p priced) bool {
		return p.kind == toValue && w.paths[p.path].role == dl.Role{IRI: w.o.SubClassOf, Closure: dl.Star}
	}
	kinds := slices.DeleteFunc(slices.Clone(list), func(p priced) bool { return !isKind(p) })
	return slices.DeleteFunc(list, func(p priced) bool {
		return isKind(p) && slices.ContainsFunc(kinds, func(q priced) bool {
			return q.path == p.path && q.x != p.x && slices.Contains(w.s.SuccessorsOf(w.paths[p.path].role, individual(q.x)), individual(p.x))
		})
	})
}

// fewPresent leaves few atoms that say only that there is something: an endpoint has hundreds, such as
// identifiers and articles. Those that the fewest negatives have stay, before the other atoms; before the first
// answer only if most negatives lack them, or without negatives if they are few properties of which only the
// presence counts. Well-known things share most identifiers by accident.
func (s *Session) fewPresent(ctx context.Context, w *walk, list []priced) []priced {
	rest := w.withoutExistence(slices.Clone(list))
	if len(rest) == len(list) {
		return list
	}
	of, err := w.walkFrom(ctx, s.neg, len(s.neg), 1)
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
	isFew := len(s.neg) == 0 && len(slices.DeleteFunc(slices.Clone(present), func(p priced) bool { return !identifies(p) })) <= mostPresent
	present = slices.DeleteFunc(present, func(p priced) bool {
		return !w.later && 2*having[w.concept(p.target)] >= len(s.neg) && !(isFew && identifies(p))
	})
	present = present[:min(len(present), mostPresent)]
	return append(present, rest...)
}

// withoutExistence leaves out what says only that there is something, of which an endpoint has hundreds.
func (w *walk) withoutExistence(list []priced) []priced {
	if w.inMemory {
		return list
	}
	return slices.DeleteFunc(list, func(p priced) bool { return w.isExistence(p.target) })
}

func conceptsOfConditions(xs []condition) (cs []dl.Concept) {
	for _, x := range xs {
		cs = append(cs, x.c)
	}
	return cs
}

// distinct returns the conditions that at least one positive has and not all individuals. Of those
// with the same members it returns the shortest one.
func (s *Session) distinct(xs []condition) []condition {
	sortWith(xs, func(x *condition) (float64, dl.Concept) { return x.bits, x.c })
	seen := map[uint64]bool{}
	return slices.DeleteFunc(xs, func(x condition) bool {
		h := hash(x.set, x.members)
		if s.k.m != nil && seen[h] || x.pos == 0 {
			return true
		}
		seen[h] = true
		return false
	})
}

// hash returns a hash of a set and the number of its members.
func hash(set []uint64, members Bounds) uint64 {
	h := uint64(members.Upper)*0x9e3779b97f4a7c15 + uint64(members.Lower)
	for _, x := range set {
		h = (bits.RotateLeft64(h, 5) ^ x) * 0x517cc1b727220a95
	}
	return h
}

// split returns the atoms that at most missing of the known individuals lack, and the atoms of one
// step that at least one has, both with the cheapest first.
func (w *walk) split(from *knowledge, known, missing int) (shared, partial []priced) {
	cost := make([]float64, len(w.paths))
	for i, p := range w.paths {
		cost[i] = from.role(p.role)
		if p.before >= 0 {
			if cost[i] += cost[p.before]; p.role.Closure != dl.Star && !w.isSite(i) {
				cost[i] += priceStep
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
			p.cost += priceTop
		case toClass, toString:
			p.cost += priceClass
		}
		p.cost += float64(k.n) * priceNumber
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
