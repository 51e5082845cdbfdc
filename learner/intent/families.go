package intent

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Candidates that differ in the values of comparisons only, and are wrong about the same examples,
// are one thought with an uncertain threshold: a family. It has the probability of all of them. Its
// likeliest candidate stands for it, also in the order: a result is one of them.

// shape is what the candidates of a family have in common.
type shape struct {
	c     dl.Concept // with no values in comparisons by ≥ and ≤
	wrong string
}

func shapeOf(x candidate) shape {
	s := shape{c: dl.MapLeaves(x.c, func(leaf dl.Concept) dl.Concept {
		if v, ok := leaf.(dl.Compare); ok && v.Op.IsOrder() {
			v.Value = dl.Value{}
			return v
		}
		return leaf
	})}
	for _, iri := range slices.Concat(x.missed, x.inside) {
		s.wrong += iri + "\n"
	}
	return s
}

// mostCompared is how many of the first candidates are compared by their members.
const mostCompared = 12

// rank returns the best of the candidates in their families. Of the first of them, those with the
// same members as a better one leave their probability to it: |C| = |D| = |C ⊓ D|.
func (s *Session) rank(ctx context.Context, xs []candidate) []candidate {
	xs = s.bestOf(xs)
	first := xs[:min(len(xs), mostCompared)]
	mayEqual := func(x, y candidate) bool { return x.bounds.Exact() && x.bounds == y.bounds }
	var both []dl.Concept
	for i, x := range first {
		for _, y := range first[:i] {
			if mayEqual(x, y) {
				both = append(both, conjunction(x.c, y.c))
			}
		}
	}
	s.k.count(ctx, both)
	var out []candidate
	for _, x := range first {
		i := slices.IndexFunc(out, func(y candidate) bool {
			return mayEqual(x, y) && s.k.bounds(conjunction(x.c, y.c)) == x.bounds
		})
		if i < 0 {
			out = append(out, x)
			continue
		}
		out[i].twins += (1 + x.twins) * math.Exp2((out[i].score-x.score)/heat)
	}
	return inFamilies(append(out, xs[len(first):]...))
}

// inFamilies returns the candidates family by family.
func inFamilies(xs []candidate) []candidate {
	sortCandidates(xs)
	place := map[shape]int{} // of the likeliest of each family
	for i := range xs {
		xs[i].shape = shapeOf(xs[i])
		if _, ok := place[xs[i].shape]; !ok {
			place[xs[i].shape] = i
		}
	}
	slices.SortStableFunc(xs, func(x, y candidate) int { return cmp.Compare(place[x.shape], place[y.shape]) })
	return xs
}

// heads returns the likeliest candidates of the first families, at most this many.
func heads(ranked []candidate, most int) (out []candidate) {
	for i, x := range ranked {
		if len(out) < most && (i == 0 || x.shape != ranked[i-1].shape) {
			out = append(out, x)
		}
	}
	return out
}

// betweenThresholds returns the differences between the first candidate and the likeliest others of
// its family, at most this many: a question about one of their members bisects the threshold.
func betweenThresholds(ranked []candidate, most int) (out []dl.Concept) {
	for _, x := range ranked[1:] {
		if x.shape != ranked[0].shape || len(out) >= 2*most {
			break
		}
		out = append(out, apart(ranked[0].c, x.c)...)
	}
	return out
}

// apart returns what one of the concepts has and the other has not.
func apart(c, d dl.Concept) []dl.Concept {
	return []dl.Concept{dl.And{L: c, R: dl.Not{C: d}}, dl.And{L: d, R: dl.Not{C: c}}}
}
