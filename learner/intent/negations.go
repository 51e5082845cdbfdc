package intent

import (
	"context"
	"slices"
	"sort"

	"github.com/genus-kg/genus/learner/dl"
)

// mostForeign is how many atoms of near misses are looked at.
const mostForeign = 200

// try is C ⊓ ¬D with a guess of its score.
type try struct {
	c     dl.Concept
	d     dl.Concept
	x     candidate
	guess float64
}

// negations are C ⊓ ¬D for the best candidates C that have negatives among their
// members, D being an atom of such a negative and of no positive.
func (s *Session) negations(ctx context.Context, xs []candidate) ([]candidate, error) {
	if len(xs) == 0 || !s.o.Language.Has(dl.WithAnd|dl.WithNot) {
		return nil, nil
	}
	best := xs[0].score
	xs = bases(xs)
	var near []string // negatives among the members of some candidate
	for _, iri := range s.neg {
		if slices.ContainsFunc(xs, func(x candidate) bool { return slices.Contains(x.inside, iri) }) {
			near = append(near, iri)
		}
	}
	if len(near) == 0 {
		return nil, nil
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
			for _, iri := range x.inside {
				if s.k.holds(d, iri) == Yes {
					fixed++
				}
			}
			if fixed > 0 {
				bits := s.k.bits(d)
				guess := x.score + bits + priceNot + priceAnd - float64(fixed)*priceError
				tries = append(tries, try{c, d, x, guess - s.atMost(x.bounds, s.k.bounds(d))})
			}
		}
	}
	return s.without(ctx, slices.DeleteFunc(tries, func(t try) bool { return t.guess > best+s.tooUnlikely() }), mostNegated)
}

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
func bases(xs []candidate) []candidate {
	xs = slices.DeleteFunc(slices.Clone(xs), func(x candidate) bool { return len(x.inside) == 0 })
	sort.SliceStable(xs, func(i, j int) bool { return xs[i].forgiven() < xs[j].forgiven() })
	return xs[:min(len(xs), fromNegation)]
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
