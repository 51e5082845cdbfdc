package learner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/threshold"
)

// scale holds the values of the features within reach of the examples, and chooses
// thresholds among them.
type scale struct {
	features  []threshold.Feature // by FeatureID
	fixed     int                 // the number of thresholds of a feature; 0: it grows with the stage
	midpoints bool
	outdegree int // of the individuals within reach; 0 without features
	// empty: a comparison with a value that nobody within reach has is ⊥ there, and the language has
	// no other ⊥. No threshold of T(k) is such a value.
	empty bool
}

// newScale collects the values of features within reach of the examples. For each value
// it counts the individuals that have it and are near a positive, or near a negative:
// at most as far away as the nearest individual that has the feature. Examples count
// by their weights, other individuals once.
func newScale(ctx context.Context, p *interp.Problem, o Options, roles []interp.RoleID) (scale, error) {
	out := scale{fixed: o.Thresholds, midpoints: o.Midpoints}
	s := p.Structure
	steps := -1
	if p.MaxDepth > 0 {
		steps = p.MaxDepth
	}
	reach, err := interp.Distances(ctx, p, roles, steps)
	if err != nil {
		return out, err
	}
	features := interp.Features(p, o.Language)
	out.empty = len(features) > 0 && !o.Language.Has(dl.WithBottom)
	nearest := make([]int32, len(s.Signature().Features())) // distance of the nearest value, -1 if none
	farthest := int32(0)
	for _, f := range features {
		nearest[f] = nearestValue(s, f, reach)
		farthest = max(farthest, nearest[f])
	}
	distances := [3][]int32{reach} // from all examples, the positives, the negatives
	for i, side := range [][]interp.Individual{p.Pos, p.Neg} {
		if distances[i+1], err = interp.Distances(ctx,
			&interp.Problem{Structure: s, Pos: side, MaxDepth: p.MaxDepth, Statements: p.Statements}, roles,
			int(farthest)); err != nil {
			return out, err
		}
	}
	weights := map[interp.Individual]int{}
	for i, a := range p.Pos {
		weights[a] = p.PosWeight(i)
	}
	for i, a := range p.Neg {
		weights[a] = p.NegWeight(i)
	}
	if len(features) > 0 {
		out.outdegree = largestOutdegree(s, roles, reach, steps)
	}
	out.features = make([]threshold.Feature, len(s.Signature().Features()))
	for _, f := range features {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		if nearest[f] >= 0 {
			out.features[f] = seenValues(s, f, nearest[f], distances, weights)
		}
	}
	return out, nil
}

// largestOutdegree returns the largest number of successors by one of the roles of an
// individual within reach. Concepts do not look at the successors of those that are steps away.
func largestOutdegree(s *interp.Structure, roles []interp.RoleID, reach []int32, steps int) (most int) {
	for _, r := range roles {
		s.EachSource(r, func(a interp.Individual, successors []interp.Individual) {
			if reach[a] >= 0 && (steps < 0 || int(reach[a]) < steps) {
				most = max(most, len(successors))
			}
		})
	}
	return most
}

// nearestValue returns the distance from the examples to the nearest individual that has
// the feature, -1 if none is within reach.
func nearestValue(s *interp.Structure, f interp.FeatureID, reach []int32) int32 {
	nearest := int32(-1)
	s.EachValued(f, func(a interp.Individual, _ []uint32) {
		if d := reach[a]; d >= 0 && (nearest < 0 || d < nearest) {
			nearest = d
		}
	})
	return nearest
}

func seenValues(s *interp.Structure, f interp.FeatureID, nearest int32, distances [3][]int32,
	weights map[interp.Individual]int) threshold.Feature {
	all := s.Values(f)
	used := make([]bool, len(all))
	countPos, countNeg := make([]int, len(all)), make([]int, len(all))
	reach := distances[0]
	pos := distances[1]
	neg := distances[2]
	near := func(d int32) bool { return d >= 0 && d <= nearest }
	s.EachValued(f, func(a interp.Individual, ranks []uint32) {
		if reach[a] < 0 {
			return
		}
		weight := max(weights[a], 1) // 0 if a is not an example
		for _, r := range ranks {
			used[r] = true
			if near(pos[a]) {
				countPos[r] += weight
			}
			if near(neg[a]) {
				countNeg[r] += weight
			}
		}
	})
	var out threshold.Feature
	for r, u := range used {
		if u {
			out.Values = append(out.Values, all[r])
			out.Pos, out.Neg = append(out.Pos, countPos[r]), append(out.Neg, countNeg[r])
		}
	}
	return out
}

// thresholds returns T(k), by FeatureID.
func (s scale) thresholds(k int) [][]dl.Value {
	return s.each(func(f threshold.Feature) []dl.Value {
		if s.fixed > 0 {
			return f.Choose(s.fixed)
		}
		return f.Refine(k)
	})
}

func (s scale) firstThresholds(n int) [][]dl.Value {
	return s.each(func(f threshold.Feature) []dl.Value { return f.First(n) })
}

// allValues returns a threshold at every value.
func (s scale) allValues() [][]dl.Value {
	return s.each(func(f threshold.Feature) []dl.Value { return f.Values })
}

// each returns the thresholds that choose returns for each feature, moved to midpoints
// if the options say so.
func (s scale) each(choose func(threshold.Feature) []dl.Value) [][]dl.Value {
	out := make([][]dl.Value, len(s.features))
	for f, feature := range s.features {
		if out[f] = choose(feature); s.midpoints {
			out[f] = feature.Midpoints(out[f])
		}
	}
	return out
}

// isComplete reports whether no threshold beside T(k) would tell more individuals apart.
func (s scale) isComplete(k int) bool {
	most := s.fixed
	if most == 0 {
		most = threshold.Growth(k)
	}
	return !s.empty && !slices.ContainsFunc(s.features, func(f threshold.Feature) bool { return len(f.Values) > most })
}

// support is the least number of examples that must reach a nominal or string before a
// concept may use it.
const support = 2

// sharedValues is the largest number of nominals with Options.Shared.
const sharedValues = 20

func usesNominals(c dl.Concept) bool { return c != nil && dl.LanguageOf(c).Any(dl.WithNominals) }

// withValues returns the problem with the nominals, the strings and the derived symbols that
// the language may use.
func withValues(ctx context.Context, p interp.Problem, o Options) (interp.Problem, error) {
	limits := interp.Limits{Support: support, Values: o.Values}
	if o.Shared {
		limits.Shared = sharedValues
	}
	p, err := interp.WithDerived(ctx, p, o.Language, limits)
	if err != nil {
		return p, err
	}
	values, removed, err := interp.Candidates(ctx, &p, o.Language, limits)
	if err != nil || len(values) == 0 {
		return p, err
	}
	s, err := p.Structure.WithAtoms(values)
	if err != nil {
		return p, err
	}
	p.Structure, p.Removed = s, slices.Concat(p.Removed, removed)
	return p, nil
}

// withStart returns the problem with the values and derived symbols that the concepts to start from name, so
// that the search has them, too, and those that it had not.
func withStart(p interp.Problem, start []dl.Concept) (interp.Problem, []dl.Concept, error) {
	var given []dl.Concept
	for _, c := range start {
		for _, leaf := range dl.Leaves(c) {
			_, known := p.Structure.Signature().Atom(leaf)
			if !known && dl.LanguageOf(leaf).Any(dl.Additions) && !slices.Contains(given, leaf) {
				given = append(given, leaf)
			}
		}
	}
	if given == nil {
		return p, nil, nil
	}
	s, err := p.Structure.WithAtoms(given)
	if err != nil {
		return p, nil, err
	}
	p.Structure = s
	return p, given, nil
}

// countValues counts the values and derived symbols that the search has, but for the given ones.
func (l *run) countValues(given []dl.Concept) {
	f, sig := &l.fitting, l.p.Structure.Signature()
	f.Given = len(given)
	for _, c := range sig.Atoms() {
		used := dl.LanguageOf(c) & l.o.Language
		if slices.Contains(given, c) {
			continue
		}
		for _, k := range f.kinds() {
			if used.Has(k.of) {
				*k.n++
			}
		}
		if used.Has(dl.WithPresence) {
			f.Presences++
		}
	}
	for r := interp.RoleID(0); int(r) < sig.NumRoles() && l.o.Language.Has(dl.WithClosures); r += 2 {
		if sig.Role(r).Closure != dl.NoClosure {
			f.Closures++
		}
	}
}

type kind struct {
	of        dl.Language
	n         *int
	one, many string
}

func (f *Fitting) kinds() []kind {
	return []kind{
		{dl.WithNominals, &f.Nominals, "nominal", "nominals"},
		{dl.WithStrings, &f.Strings, "string", "strings"},
		{dl.WithTexts, &f.Texts, "word or language of a text", "words and languages of texts"},
		{dl.WithAgree, &f.Agreements, "agreement", "agreements"},
		{dl.WithLess, &f.Orders, "order of two features", "orders of two features"},
	}
}

// Scope names the language, and of its values and derived symbols those that the search had: what the
// fitting says about all concepts holds for concepts with these.
func (f *Fitting) Scope() string {
	var parts []string
	add := func(of dl.Language, n int, one, many string) {
		switch {
		case !f.Language.Has(of):
		case n == 1:
			parts = append(parts, "1 "+one)
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	for _, k := range f.kinds() {
		add(k.of, *k.n, k.one, k.many)
	}
	if len(parts) > 0 {
		parts[len(parts)-1] += " that two examples share"
	}
	add(dl.WithPresence, f.Presences, "presence of values", "presences of one or two values")
	add(dl.WithClosures, f.Closures, "closure", "closures")
	if f.Given > 0 {
		add(0, f.Given, "symbol to start from", "symbols to start from")
	}
	s := "the language " + f.Language.String()
	if len(parts) > 0 {
		s += " of " + strings.Join(parts, ", ")
	}
	return s
}
