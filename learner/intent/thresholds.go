package intent

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// thresholds returns the comparisons (f ≥ v) and (f ≤ v) at natural break points v that at
// most missing of the individuals lack, and how many individuals have each. Break
// points are the extreme value of the individuals and rounder values near it.
func (t *atoms) thresholds(individuals []string, missing int) map[dl.Concept]int {
	found := map[dl.Concept]int{}
	for f, feature := range t.s.Signature().Features() {
		if t.united[feature] {
			continue
		}
		id := interp.FeatureID(f)
		values := t.s.Values(id)
		for _, op := range []dl.Op{dl.GreaterEq, dl.LessEq} {
			var extremes []uint32 // for each individual the rank of its largest value, for ≤ of its smallest
			for _, iri := range individuals {
				a, ok := t.s.Lookup(iri)
				if !ok {
					continue
				}
				if ranks := t.s.Ranks(id, a); len(ranks) > 0 {
					rank := ranks[len(ranks)-1]
					if op == dl.LessEq {
						rank = ranks[0]
					}
					extremes = append(extremes, rank)
				}
			}
			slices.Sort(extremes)
			if op == dl.LessEq { // as a threshold, the i-th value excludes i individuals
				slices.Reverse(extremes)
			}
			for drop := range min(len(extremes), max(0, len(extremes)-len(individuals)+missing+1)) {
				for _, v := range breakPoints(values[extremes[drop]], op) {
					c := dl.Compare{Feature: feature, Op: op, Value: v}
					if found[c] == 0 {
						found[c] = len(extremes) - drop
					}
				}
			}
		}
	}
	return found
}

// breakPoints returns v and the natural break points near it: below it for ≥, above it for
// ≤.
func breakPoints(v dl.Value, op dl.Op) []dl.Value {
	out := []dl.Value{v}
	add := func(lexical string) {
		w, err := dl.NewValue(v.Kind(), lexical)
		if err != nil {
			return
		}
		c, ok := w.Cmp(v)
		if ok && (c == 0 || (c < 0) == (op == dl.GreaterEq)) {
			out = append(out, w)
		}
	}
	switch {
	case v.Kind().Numeric():
		addRoundNumbers(v, op, add)
	case v.Kind() == dl.Date || v.Kind() == dl.DateTime || v.Kind() == dl.GYear || v.Kind() == dl.GYearMonth:
		addRoundDates(v, op, add)
	}
	return out
}

// addRoundNumbers calls add for the first multiples of 10ⁿ and 10ⁿ/2 from v on, downwards
// for ≥ and upwards for ≤.
func addRoundNumbers(v dl.Value, op dl.Op, add func(string)) {
	x, ok := new(big.Rat).SetString(v.Lexical())
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
func addRoundDates(v dl.Value, op dl.Op, add func(string)) {
	var year int
	if _, err := fmt.Sscanf(v.Lexical(), "%d", &year); err != nil || year <= 0 {
		return
	}
	for _, step := range []int{100, 50, 10, 5, 1} {
		for i := range mostRounds {
			if op == dl.LessEq {
				add(dateInYear(v, (year/step+1+i)*step-1, "12-31", "23:59:59"))
			} else if from := (year/step - i) * step; from > 0 {
				add(dateInYear(v, from, "01-01", "00:00:00"))
			}
		}
	}
}

func dateInYear(v dl.Value, year int, day, time string) string {
	switch v.Kind() {
	case dl.GYear:
		return fmt.Sprintf("%04d%s", year, zone(v))
	case dl.GYearMonth:
		return fmt.Sprintf("%04d-%s%s", year, day[:len("01")], zone(v))
	case dl.DateTime:
		return fmt.Sprintf("%04d-%sT%s%s", year, day, time, zone(v))
	}
	return fmt.Sprintf("%04d-%s%s", year, day, zone(v))
}

// zone returns the time zone of v as it is written, or the empty string.
func zone(v dl.Value) string {
	if !v.HasZone() {
		return ""
	}
	lex := v.Lexical()
	if strings.HasSuffix(lex, "Z") {
		return "Z"
	}
	return lex[len(lex)-len("+00:00"):]
}
