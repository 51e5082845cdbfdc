package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/genus-kg/genus/internal/evaluation"
)

// pairedNotes compares genus, with each of its limits, with each other learner with its largest
// limit, on the folds that both did.
func pairedNotes(all []limited) (notes []string) {
	largest := map[string]limited{} // by name of the other learner: any result with its largest limit
	var names []string
	var own []limited // a result of genus for each limit
	for _, v := range all {
		switch {
		case v.learner == genusName:
			if !slices.ContainsFunc(own, func(w limited) bool { return w.limit == v.limit }) {
				own = append(own, v)
			}
		case largest[v.learner].limit == 0:
			names = append(names, v.learner)
			fallthrough
		case v.limit > largest[v.learner].limit:
			largest[v.learner] = v
		}
	}
	for _, ours := range own {
		for _, name := range names {
			theirs := largest[name]
			n := 0
			text := ""
			for _, m := range []string{"accuracy", "f1"} {
				d := evaluation.StatisticOf(differences(all, ours, theirs, m))
				n = max(n, d.N)
				text += fmt.Sprintf(", %s %+.3f ± %.3f", m, d.Mean, d.Deviation/math.Sqrt(float64(d.N)))
			}
			if n > 0 {
				notes = append(notes, fmt.Sprintf("genus, %s, less %s, %s, on %d folds that both did (mean ± standard error)%s",
					ours.limit, name, theirs.limit, n, text))
			}
		}
	}
	return notes
}

// differences returns the measure of the one learner less that of the other, with the limits of
// the two, for every fold that both did; NaN where the measure is undefined.
func differences(all []limited, ours, theirs limited, measure string) (out []float64) {
	for _, x := range all {
		if x.learner != ours.learner || x.limit != ours.limit {
			continue
		}
		for _, y := range all {
			if y.problem != x.problem || y.learner != theirs.learner || y.limit != theirs.limit {
				continue
			}
			for i, fold := range x.done {
				if j := slices.Index(y.done, fold); j >= 0 {
					out = append(out, x.measures[measure][i]-y.measures[measure][j])
				}
			}
		}
	}
	return out
}
