package propose

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// compare calls add for the comparisons of a feature at break points that at most missing of the
// individuals lack at all of their nodes, with the number of individuals that have them. No
// comparison splits the span of a time at a node that is known less well than to a year.
func (t *atoms) compare(f interp.FeatureID, individuals []string, missing int,
	nodes func(iri string) []interp.Individual, breaks func(dl.Value, dl.Op) []dl.Value, add func(dl.Compare, int)) {
	values := t.s.Values(f)
	type value struct {
		rank uint32
		at   dl.Value // the end of its span that a comparison must include
	}
	for _, op := range []dl.Op{dl.GreaterEq, dl.LessEq} {
		var extremes []value // for each individual its largest value, for ≤ its smallest
		var spans [][2]dl.Value
		for _, iri := range individuals {
			var all []value
			for _, node := range nodes(iri) {
				precision := t.s.Precision(f, node)
				for _, rank := range t.s.Ranks(f, node) {
					v := value{rank, values[rank]}
					if precision > 0 {
						from, to := dl.Span(v.at, precision)
						if spans, v.at = append(spans, [2]dl.Value{from, to}), from; op == dl.LessEq {
							v.at = to
						}
					}
					all = append(all, v)
				}
			}
			if len(all) == 0 {
				continue
			}
			byRank := func(v, w value) int { return cmp.Compare(v.rank, w.rank) }
			if op == dl.GreaterEq {
				extremes = append(extremes, slices.MaxFunc(all, byRank))
			} else {
				extremes = append(extremes, slices.MinFunc(all, byRank))
			}
		}
		slices.SortStableFunc(extremes, func(v, w value) int { return cmp.Compare(v.rank, w.rank) })
		if op == dl.LessEq { // as a threshold, the i-th value excludes i individuals
			slices.Reverse(extremes)
		}
		for drop := range min(len(extremes), max(0, len(extremes)-len(individuals)+missing+1)) {
			for _, v := range breaks(extremes[drop].at, op) {
				c := dl.Compare{Feature: t.s.Signature().Features()[f], Op: op, Value: v}
				if !slices.ContainsFunc(spans, func(span [2]dl.Value) bool { return c.Splits(span[0], span[1]) }) {
					add(c, len(extremes)-drop)
				}
			}
		}
	}
}

// breakPoints returns v and the natural break points near it: below it for ≥, above it for
// ≤.
func breakPoints(v dl.Value, op dl.Op) []dl.Value {
	out := []dl.Value{v}
	add := func(w dl.Value, err error) {
		if err != nil {
			return
		}
		c, ok := w.Cmp(v)
		if ok && (c == 0 || (c < 0) == (op == dl.GreaterEq)) {
			out = append(out, w)
		}
	}
	switch {
	case v.IsNumber():
		addRoundNumbers(v, op, func(lexical string) { add(v.Like(lexical)) })
	case v.Kind() == dl.Date || v.Kind() == dl.DateTime || v.Kind() == dl.GYear || v.Kind() == dl.GYearMonth:
		addRoundDates(v, op, add)
	}
	return out
}

// addRoundNumbers calls add for the first multiples of 10ⁿ and 10ⁿ/2 from v on, downwards
// for ≥ and upwards for ≤.
func addRoundNumbers(v dl.Value, op dl.Op, add func(string)) {
	x, ok := new(big.Rat).SetString(v.Number())
	if !ok || x.Sign() == 0 {
		return
	}
	whole := new(big.Int).Quo(x.Num(), x.Denom())
	power := min(len(whole.Abs(whole).String())-1, 40)
	add("0")
	for n := power; n >= power-3; n-- {
		for _, round := range []string{fmt.Sprintf("1e%d", n), fmt.Sprintf("5e%d", n-1)} {
			step, _ := new(big.Rat).SetString(round)
			q := new(big.Rat).Quo(x, step)
			k := new(big.Int).Div(q.Num(), q.Denom())
			away := big.NewInt(-1)
			if op == dl.LessEq {
				away.Neg(away)
				if !q.IsInt() {
					k.Add(k, away)
				}
			}
			for range mostRounds {
				r := new(big.Rat).Mul(new(big.Rat).SetInt(k), step)
				if r.IsInt() {
					add(r.Num().String())
				} else if v.Kind() != dl.Integer {
					digits, _ := r.FloatPrec()
					add(r.FloatString(digits))
				}
				k.Add(k, away)
			}
		}
	}
}

// mostRounds is how many values of each roundness become break points. The threshold that
// was meant may lie beyond the first of them; a question then tells them apart.
const mostRounds = 3

// addRoundDates calls add for the beginnings of centuries, half centuries, decades, half
// decades and years for ≥, and for their ends for ≤.
func addRoundDates(v dl.Value, op dl.Op, add func(dl.Value, error)) {
	var year int
	if _, err := fmt.Sscanf(v.Lexical(), "%d", &year); err != nil || year <= 0 {
		return
	}
	for _, step := range []int{100, 50, 10, 5, 1} {
		for i := range mostRounds {
			at := (year/step - i) * step
			if op == dl.LessEq {
				at = (year/step+1+i)*step - 1
			}
			if at > 0 {
				add(dl.InYear(v, at, op == dl.LessEq))
			}
		}
	}
}

// qualifierBreaks returns the break points of a qualifier. Those of times are years: most times
// are known to a year or less well, and a year is an interval.
func qualifierBreaks(v dl.Value, op dl.Op) []dl.Value {
	all := breakPoints(v, op)
	if v.Kind() != dl.Date && v.Kind() != dl.DateTime || len(all) == 1 {
		return all
	}
	return all[1:]
}
