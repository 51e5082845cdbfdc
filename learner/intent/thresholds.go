package intent

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// thresholds are comparisons (f ≥ v) and (f ≤ v) that hold at all but at most
// missing of the individuals, v being a natural break point: the extreme value
// itself, and numbers and dates near it that have fewer digits.
func (t *atoms) thresholds(individuals []string, missing int) map[dl.Concept]int {
	found := map[dl.Concept]int{}
	for f, feature := range t.s.Signature().Features() {
		id := interp.FeatureID(f)
		values := t.s.Values(id)
		for _, op := range []dl.Op{dl.GreaterEq, dl.LessEq} {
			var extremes []uint32 // the rank of the value that speaks for each individual
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
			if op == dl.LessEq { // what is hardest to reach comes first
				slices.Reverse(extremes)
			}
			for drop := range min(len(extremes), max(0, len(extremes)-len(individuals)+missing+1)) {
				for _, v := range breaks(values[extremes[drop]], op) {
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

// breaks are the natural break points at or beyond v: at or below it for ≥, at
// or above it for ≤.
func breaks(v dl.Value, op dl.Op) []dl.Value {
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
		roundNumbers(v, op, add)
	case v.Kind() == dl.Date || v.Kind() == dl.DateTime || v.Kind() == dl.GYear || v.Kind() == dl.GYearMonth:
		roundDates(v, op, add)
	}
	return out
}

// roundNumbers are the first multiples of 10ⁿ and of half of it from the number on.
func roundNumbers(v dl.Value, op dl.Op, add func(string)) {
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
			for range nextRound {
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

// nextRound is how many round values of each roundness are tried: what was meant may
// begin before the next one, and then a question tells.
const nextRound = 3

// roundDates are the beginnings of centuries, half centuries, decades and years
// for ≥, and their ends for ≤.
func roundDates(v dl.Value, op dl.Op, add func(string)) {
	var year int
	if _, err := fmt.Sscanf(v.Lexical(), "%d", &year); err != nil || year <= 0 {
		return
	}
	for _, step := range []int{100, 50, 10, 5, 1} {
		for i := range nextRound {
			if op == dl.LessEq {
				add(inYear(v, (year/step+1+i)*step-1, "12-31", "23:59:59"))
			} else if from := (year/step - i) * step; from > 0 {
				add(inYear(v, from, "01-01", "00:00:00"))
			}
		}
	}
}

// inYear is a value of the kind of v in the year, on the day and at the time.
func inYear(v dl.Value, year int, day, time string) string {
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

// zone is the time zone of the value as it is spelled, or nothing.
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
