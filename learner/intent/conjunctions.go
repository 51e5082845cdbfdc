package intent

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"

	"github.com/genus-kg/genus/learner/dl"
)

// conjunctions are A ⊓ B and A ⊓ B ⊓ C of the singles that have fewer members
// than their parts.
func (s *Session) conjunctions(ctx context.Context, singles []candidate) ([]candidate, error) {
	if !s.o.Language.Has(dl.WithAnd) {
		return nil, nil
	}
	singles = slices.Clone(singles)
	sort.SliceStable(singles, func(i, j int) bool { return s.forgiven(singles[i]) < s.forgiven(singles[j]) })
	parts := conjoinable(singles)
	var pairs []joint
	for i, l := range parts {
		for _, r := range parts[i+1:] {
			if !implies(l.c, r.c) && !implies(r.c, l.c) {
				pairs = append(pairs, joint{l, r, s.estimate(l, r)})
			}
		}
	}
	best := math.Inf(1)
	if len(singles) > 0 {
		best = slices.MinFunc(singles, func(x, y candidate) int { return cmp.Compare(x.score, y.score) }).score
	}
	two, err := s.join(ctx, pairs, mostPairs, best)
	if err != nil {
		return nil, err
	}
	if len(two) > 0 {
		best = min(best, two[0].score)
	}
	var triples []joint
	for _, l := range two[:min(len(two), fromPairs)] {
		for _, r := range parts {
			if s.sharpens(l, r) {
				triples = append(triples, joint{l, r, s.estimate(l, r)})
			}
		}
	}
	three, err := s.join(ctx, triples, mostTriples, best)
	return append(two, three...), err
}

// sharpens reports whether a part may say something of its own in a conjunction of
// three: it is a value or a class, or lacks a negative that the other two have. To
// count the others is what takes an endpoint longest.
func (e *evidence) sharpens(l, r candidate) bool {
	if slices.ContainsFunc(conjuncts(l.c), func(c dl.Concept) bool { return implies(c, r.c) || implies(r.c, c) }) {
		return false
	}
	switch c := r.c.(type) {
	case dl.Name, dl.Compare:
		return true
	case dl.Exists:
		if _, value := c.C.(dl.Nominal); value {
			return true
		}
	}
	return slices.ContainsFunc(l.wrong, func(iri string) bool {
		return slices.Contains(e.neg, iri) && e.k.holds(r.c, iri) == No
	})
}

// implies reports whether c implies d by its form: then c ⊓ d is c.
func implies(c, d dl.Concept) bool {
	if c == d {
		return true
	}
	least := func(c dl.Concept) (n int, r dl.Role, filler dl.Concept) {
		switch c := c.(type) {
		case dl.Exists:
			return 1, c.Role, c.C
		case dl.AtLeast:
			return c.N, c.Role, c.C
		}
		return 0, r, nil
	}
	n, r, f := least(c)
	m, q, g := least(d)
	if n == 0 || m == 0 || n < m || r != q {
		return false
	}
	or, isOr := g.(dl.Or)
	return g == dl.Concept(dl.Top{}) || f == g || isOr && (f == or.L || f == or.R)
}

// conjoinable are the singles, in their order, that say something of their own in
// a conjunction. If ∃r.{o} is likelier than ∃r.C, the latter is nearly always one
// of its consequences, and so are classes of better classes.
func conjoinable(singles []candidate) []candidate {
	const mostNames, mostWrong, mostOr = 4, 10, 8
	valued := map[dl.Role]bool{}
	names, wrong, or := 0, 0, 0
	of := map[string]int{} // parts of the same role
	var parts []candidate
	for _, x := range singles {
		if len(x.wrong) > 0 && x.missesPositive {
			if wrong++; wrong > mostWrong {
				continue
			}
		}
		if l, r := apart(x.c); l != r {
			if or++; or > mostOr {
				continue
			}
		}
		switch c := x.c.(type) {
		case dl.Name:
			if names++; names > mostNames {
				continue
			}
		case dl.Exists:
			switch c.C.(type) {
			case dl.Nominal:
				valued[c.Role] = valued[c.Role] || len(x.wrong) == 0
			case dl.Top:
			default:
				if valued[c.Role] {
					continue
				}
			}
		}
		if of[symbols(x.c)]++; of[symbols(x.c)] > mostOfRole {
			continue
		}
		if parts = append(parts, x); len(parts) == mostAtoms {
			break
		}
	}
	return parts
}

// joint is a conjunction that is not counted yet.
type joint struct {
	l, r     candidate
	estimate float64
}

// join counts the most promising conjunctions and keeps those that say more than
// their parts; the best first. best is the score of the best candidate so far.
func (s *Session) join(ctx context.Context, pairs []joint, most int, best float64) ([]candidate, error) {
	sort.SliceStable(pairs, func(i, j int) bool { return pairs[i].estimate < pairs[j].estimate })
	taken := map[string]bool{}
	var kept []joint
	var cs []dl.Concept
	for _, p := range pairs {
		if p.estimate > best+s.tooUnlikely() {
			break
		}
		c := conjunction(p.l.c, p.r.c)
		if taken[key(c)] {
			continue
		}
		taken[key(c)] = true
		kept, cs = append(kept, p), append(cs, c)
		if len(cs) == most {
			break
		}
	}
	if err := s.k.count(ctx, cs); err != nil {
		return nil, err
	}
	var xs []candidate
	for i, c := range cs {
		x := s.candidate(c)
		if least := min(kept[i].l.bounds.Upper, kept[i].r.bounds.Upper); x.bounds.Upper < least || !x.bounds.Exact() {
			xs = append(xs, x)
		}
	}
	sortCandidates(xs)
	return xs, nil
}

// conjunction is the conjunction of the parts of both, sorted, so that the same
// parts give the same concept.
func conjunction(c, d dl.Concept) dl.Concept {
	parts := append(conjuncts(c), conjuncts(d)...)
	sortConcepts(parts)
	return dl.Conj(slices.Compact(parts)...)
}

// negations are C ⊓ ¬D for the best candidates C that have negatives among their
// members, D being an atom of such a negative and of no positive.
func (s *Session) negations(ctx context.Context, xs []candidate) ([]candidate, error) {
	if len(xs) == 0 || !s.o.Language.Has(dl.WithAnd|dl.WithNot) {
		return nil, nil
	}
	best := xs[0].score
	xs = s.bases(xs)
	inside := map[string]bool{} // negatives among the members of some candidate
	for _, x := range xs {
		for _, iri := range x.wrong {
			if slices.Contains(s.neg, iri) {
				inside[iri] = true
			}
		}
	}
	if len(inside) == 0 {
		return nil, nil
	}
	var near []string
	for _, iri := range s.neg {
		if inside[iri] {
			near = append(near, iri)
		}
	}
	apart, err := s.foreign(ctx, near)
	if err != nil {
		return nil, err
	}
	if err := s.k.learn(ctx, apart, slices.Concat(s.pos, s.neg)); err != nil {
		return nil, err
	}
	var tries []try
	for _, x := range xs {
		for _, d := range apart {
			c := dl.And{L: x.c, R: dl.Not{C: d}}
			fixed := 0
			for _, iri := range x.wrong {
				if slices.Contains(s.neg, iri) && s.k.holds(d, iri) == Yes {
					fixed++
				}
			}
			if fixed > 0 {
				bits := s.k.bits(s.o.Model, d)
				guess := x.score + bits + s.o.Model.Not + s.o.Model.And - float64(fixed)*s.o.Model.Error
				tries = append(tries, try{c, d, x, guess - s.atMost(x.bounds, s.k.bounds(d))})
			}
		}
	}
	return s.without(ctx, slices.DeleteFunc(tries, func(t try) bool { return t.guess > best+s.tooUnlikely() }), mostNegated)
}

// tooUnlikely is how many bits a conjunction may be behind the best, by its estimate, to
// be counted: it may have eight times fewer members than independent parts would.
func (e *evidence) tooUnlikely() float64 { return max(15, 3*float64(len(e.pos))) }

// atMost is how many bits the size principle gives C ⊓ ¬D more than C, at most.
func (e *evidence) atMost(c, d Bounds) float64 {
	if c.Upper == Unbounded.Upper || d.Upper == Unbounded.Upper {
		return 0
	}
	least := max(c.Upper-d.Upper, int64(len(e.pos)))
	return float64(len(e.pos)) * max(0, e.k.log(c)-e.k.log(Exactly(least)))
}

// bases are the candidates that negations may make the best, if one of them removes
// all negatives that are members.
func (e *evidence) bases(xs []candidate) []candidate {
	xs = slices.DeleteFunc(slices.Clone(xs), func(x candidate) bool {
		return !slices.ContainsFunc(x.wrong, func(iri string) bool { return slices.Contains(e.neg, iri) })
	})
	sort.SliceStable(xs, func(i, j int) bool { return e.forgiven(xs[i]) < e.forgiven(xs[j]) })
	return xs[:min(len(xs), fromNegation)]
}

// try is C ⊓ ¬D with a guess of its score.
type try struct {
	c     dl.Concept
	d     dl.Concept
	x     candidate
	guess float64
}

// without counts the most promising C ⊓ ¬D by C ⊓ D, which starts from fewer.
func (s *Session) without(ctx context.Context, tries []try, most int) ([]candidate, error) {
	sort.SliceStable(tries, func(i, j int) bool { return tries[i].guess < tries[j].guess })
	tries = tries[:min(len(tries), most)]
	var both []dl.Concept
	for _, t := range tries {
		both = append(both, dl.And{L: t.x.c, R: t.d})
	}
	if err := s.k.count(ctx, both); err != nil {
		return nil, err
	}
	var out []candidate
	for _, t := range tries {
		if x := s.candidate(t.c); x.bounds.Upper > 0 {
			out = append(out, x)
		}
	}
	return out, nil
}

// foreign are atoms of the individuals that hold at no positive, or at as few as
// may be wrong; those that the most individuals have first.
func (s *Session) foreign(ctx context.Context, individuals []string) ([]dl.Concept, error) {
	structure, err := s.g.Look(ctx, nil, individuals)
	if err != nil {
		return nil, err
	}
	t := s.atomsOf(structure)
	at := map[dl.Concept]int{}
	for _, iri := range individuals {
		a, ok := structure.Lookup(iri)
		if !ok {
			continue
		}
		here := map[dl.Concept]bool{}
		t.at(a, 1, func(c dl.Concept) {
			if s.o.allows(c) {
				here[c] = true
			}
		})
		for c := range here {
			at[c]++
		}
	}
	var cs []dl.Concept
	for c := range at {
		cs = append(cs, c)
	}
	sort.Slice(cs, func(i, j int) bool {
		if at[cs[i]] != at[cs[j]] {
			return at[cs[i]] > at[cs[j]]
		}
		return compareConcepts(cs[i], cs[j]) < 0
	})
	cs = cs[:min(len(cs), mostForeign)]
	if err := s.k.learn(ctx, cs, s.pos); err != nil {
		return nil, err
	}
	may := missing(len(s.pos))
	cs = slices.DeleteFunc(cs, func(c dl.Concept) bool {
		n := 0
		for _, iri := range s.pos {
			if s.k.holds(c, iri) != No {
				n++
			}
		}
		return n > may
	})
	return cs, s.k.count(ctx, append(roleConcepts(cs), cs...))
}

// mostForeign is how many atoms of near misses are looked at.
const mostForeign = 200
