package intent

import (
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Bounds of the generation. They are the same for every graph, so that a
// ranking does not depend on where its counts come from.
const (
	mostAtoms    = 40  // that are joined
	mostPairs    = 160 // A ⊓ B that are counted
	mostTriples  = 60  // A ⊓ B ⊓ C that are counted
	fromPairs    = 8   // pairs that become triples
	mostNegated  = 80  // C ⊓ ¬D that are counted
	fromNegation = 12  // candidates that get a negation
	mostUnions   = 30  // ∃r.(C ⊔ D) that are counted
	mostOfRole   = 8   // of these, and of those that are joined, of one role
)

func log2(x float64) float64 { return math.Log2(x) }

// generate makes the candidates: atoms that the positives share, unions of two
// values of one role, conjunctions of two and three of these, the likeliest of them
// with a negated atom of a negative that would be a member, and what was given. Each
// step counts what is new, and only what can still come to the front.
func (s *Session) generate(ctx context.Context) error {
	xs, err := s.single(ctx)
	if err != nil {
		return err
	}
	joined, err := s.conjunctions(ctx, xs)
	if err != nil {
		return err
	}
	xs = append(xs, joined...)
	given, err := s.given(ctx)
	if err != nil {
		return err
	}
	xs = append(xs, given...)
	sortCandidates(xs)
	negated, err := s.negations(ctx, xs)
	if err != nil {
		return err
	}
	xs = append(xs, negated...)
	s.ranked = s.distinct(xs)
	return nil
}

// missing is how many of n positives a candidate may lack.
func missing(n int) int {
	if n < 4 {
		return 0
	}
	return max(1, n/8)
}

// single are the candidates without ⊓: shared atoms and unions, the best first,
// and of those with the same members only the shortest.
func (s *Session) single(ctx context.Context) ([]candidate, error) {
	structure, err := s.g.Look(ctx, s.pos, s.neg)
	if err != nil {
		return nil, err
	}
	t := s.atomsOf(structure)
	var cs []dl.Concept
	for c := range t.shared(s.pos, missing(len(s.pos))) {
		cs = append(cs, c)
	}
	sortConcepts(cs)
	if err := s.k.learn(ctx, cs, slices.Concat(s.pos, s.neg)); err != nil {
		return nil, err
	}
	cs = s.withoutCommon(cs)
	unions := t.unions(s.pos, missing(len(s.pos)))
	if err := s.k.count(ctx, slices.Concat(roleConcepts(cs), cs, operands(unions))); err != nil {
		return nil, err
	}
	cs = append(cs, s.likeliestUnions(unions)...)
	if err := s.k.count(ctx, cs); err != nil {
		return nil, err
	}
	if err := s.k.learn(ctx, slices.Concat(cs, sides(cs)), slices.Concat(s.pos, s.neg)); err != nil {
		return nil, err
	}
	var xs []candidate
	for _, c := range cs {
		xs = append(xs, s.candidate(c))
	}
	return s.distinct(xs), nil
}

// roleConcepts are ∃r.⊤ of all roles in the concepts.
func roleConcepts(cs []dl.Concept) []dl.Concept {
	seen := map[dl.Concept]bool{}
	var out []dl.Concept
	for _, c := range cs {
		dl.Walk(c, func(d dl.Concept) bool {
			if r, ok := dl.RoleOf(d); ok {
				if e := (dl.Exists{Role: r, C: dl.Top{}}); !seen[e] {
					seen[e] = true
					out = append(out, e)
				}
			}
			return true
		})
	}
	sortConcepts(out)
	return out
}

// distinct sorts candidates and keeps of those that are probably the same only
// the shortest: of one role or feature, or names, with as many members and the
// same examples.
func (e *evidence) distinct(xs []candidate) []candidate {
	sortCandidates(xs)
	type same struct {
		symbol string
		n      int64
		truths string
	}
	known := slices.Concat(e.pos, e.neg)
	seen := map[same]bool{}
	listed := map[dl.Concept]bool{}
	var out []candidate
	for _, x := range xs {
		if listed[x.c] {
			continue
		}
		listed[x.c] = true
		if x.bounds.Exact() {
			k := same{symbols(x.c), x.bounds.Lower, ""}
			for _, iri := range known {
				k.truths += string(rune('0' + e.k.holds(x.c, iri)))
			}
			if seen[k] {
				continue
			}
			seen[k] = true
		}
		if out = append(out, x); len(out) == mostRanked {
			break
		}
	}
	return out
}

// symbols are the role, feature or kind of every conjunct, sorted.
func symbols(c dl.Concept) string {
	var parts []string
	for _, d := range conjuncts(c) {
		sign := ""
		if n, ok := d.(dl.Not); ok {
			d, sign = n.C, "¬"
		}
		switch e := d.(type) {
		case dl.Name:
			sign += "name"
		case dl.Compare:
			sign += e.Feature + e.Op.String()
		case dl.Or:
			sign += key(e)
		default:
			if r, ok := dl.RoleOf(d); ok {
				sign += key(dl.Exists{Role: r, C: dl.Top{}})
			} else {
				sign += key(d)
			}
		}
		parts = append(parts, sign)
	}
	slices.Sort(parts)
	out := ""
	for _, p := range slices.Compact(parts) {
		out += p + "\n"
	}
	return out
}

// given are the candidates of the options.
func (s *Session) given(ctx context.Context) ([]candidate, error) {
	cs := slices.Concat(s.o.Extra, s.kept)
	if len(cs) == 0 {
		return nil, nil
	}
	if err := s.k.count(ctx, append(slices.Clone(cs), roleConcepts(cs)...)); err != nil {
		return nil, err
	}
	if err := s.k.learn(ctx, slices.Concat(cs, sides(cs)), slices.Concat(s.pos, s.neg)); err != nil {
		return nil, err
	}
	var xs []candidate
	for i, c := range cs {
		x := s.candidate(c)
		x.extra = i < len(s.o.Extra)
		xs = append(xs, x)
	}
	return xs, nil
}
