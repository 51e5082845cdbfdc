package encode

import (
	"slices"

	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/sat"
)

// Goal is what the root of a formula has to reach on the examples: with y
// false positives at most allowed[y] false negatives, and fewer false
// positives than len(allowed). allowed never grows, so it describes a region
// of every score that falls with either kind of error.
type Goal struct{ allowed []int }

// Fit is the goal of exact fitting: no errors.
func Fit() Goal { return Goal{allowed: []int{0}} }

// Better is the goal of a score above that of a classification of the same
// examples.
func Better(score interp.Score, than interp.Confusion) Goal { return region(score, than, 1) }

// AsGood is the goal of a score no worse than that of a classification of the
// same examples.
func AsGood(score interp.Score, as interp.Confusion) Goal { return region(score, as, 0) }

// region are the classifications whose comparison with c is at least that.
func region(score interp.Score, c interp.Confusion, least int) Goal {
	pos, neg := c.TP+c.FN, c.TN+c.FP
	var g Goal
	fn := pos
	for fp := 0; fp <= neg; fp++ {
		inside := func() bool {
			return score.Compare(interp.Confusion{TP: pos - fn, FN: fn, TN: neg - fp, FP: fp}, c) >= least
		}
		for fn >= 0 && !inside() {
			fn--
		}
		if fn < 0 {
			break
		}
		g.allowed = append(g.allowed, fn)
	}
	return g
}

// Reachable reports whether any classification reaches the goal.
func (g Goal) Reachable() bool { return len(g.allowed) > 0 }

// goalClauses count the errors at the root and bound them:
//
//	#fp ≥ y → #fn ≤ allowed[y]    for every y < len(allowed)
//	#fp < len(allowed)
func (f *formula) goalClauses(g Goal) {
	var missed, wrong []sat.Lit
	for _, a := range f.st.problem.Pos {
		missed = append(missed, f.zOf(0, a).Not())
	}
	for _, a := range f.st.problem.Neg {
		wrong = append(wrong, f.zOf(0, a))
	}
	slices.Sort(missed) // examples of one class next to each other
	slices.Sort(wrong)
	if !g.Reachable() {
		f.out.Add()
		return
	}
	if g.allowed[0] == 0 && len(g.allowed) == 1 {
		for _, x := range slices.Concat(slices.Compact(missed), slices.Compact(wrong)) {
			f.out.Add(x.Not())
		}
		return
	}
	fn := sat.Totalizer(f.out, missed, g.allowed[0]+1)
	fp := sat.Totalizer(f.out, wrong, len(g.allowed))
	for y, most := range g.allowed {
		if most >= len(fn) || y > 0 && g.allowed[y-1] == most {
			continue
		}
		if y == 0 {
			f.out.Add(fn[most].Not())
		} else {
			f.out.Add(fp[y-1].Not(), fn[most].Not())
		}
	}
	if len(fp) == len(g.allowed) {
		f.out.Add(fp[len(fp)-1].Not())
	}
}

// Any is the goal that every classification of the problem's examples reaches.
func Any(p *interp.Problem) Goal {
	allowed := make([]int, len(p.Neg)+1)
	for y := range allowed {
		allowed[y] = len(p.Pos)
	}
	return Goal{allowed}
}
