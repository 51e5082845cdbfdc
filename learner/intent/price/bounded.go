package price

import (
	"cmp"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// People say numbers and years as bounds: "over 80,000", "since 2015", "between 100 and 200 m", "in the 1950s". Such a
// clause says a comparison of some feature.

// bitsOfBound returns what a bound weighs: it says a form and a side, as a clause about labels does, and all digits.
func bitsOfBound(n *big.Rat, strict bool) float64 {
	lexical, _, _ := strings.Cut(n.FloatString(1), ".")
	digits := len(strings.TrimRight(lexical, "0"))
	if strict {
		digits = len(lexical) // those of the next number
	}
	return bitsOfClause + priceDigit*float64(max(0, digits-1))
}

const (
	saidNumber = `(?:[$€£]\s?)?(\d[\d,]*(?:\.\d+)?)\s?(k|thousand|million|billion)?\b(?:[$€£%])?`
	saidAbove  = `(over|above|more than|greater than|larger than|higher than|longer than|later than|after|>)`
	saidFrom   = `(?:at least|no less than|not less than|from at least|since|starting (?:from|in)|minimum(?: of)?|≥|>=)`
	saidBelow  = `(under|below|less than|fewer than|smaller than|lower than|shorter than|earlier than|before|<)`
	saidUpTo   = `(?:at most|no more than|not more than|up to|until|maximum(?: of)?|≤|<=)`
	saidOrMore = ` (?:or|and) (?:more|above|over|later|higher|longer|larger)\b`
	saidOrLess = ` (?:or|and) (?:less|fewer|below|under|earlier|lower|shorter|smaller)\b`
	begins     = `(?i)(?:^|[\s,;(])`
	ofYear     = ` (?:the year )?`
)

// boundClauses have the number, its unit and, if the bound is not one of the values, a word for that as groups.
var boundClauses = []struct {
	re            *regexp.Regexp
	op            dl.Op
	strict, value int // groups; 0: never strict
}{
	{regexp.MustCompile(`(?i)\b` + saidNumber + saidOrMore), dl.GreaterEq, 0, 1},
	{regexp.MustCompile(`(?i)\b` + saidNumber + saidOrLess), dl.LessEq, 0, 1},
	{regexp.MustCompile(begins + saidUpTo + ofYear + saidNumber), dl.LessEq, 0, 1},
	{regexp.MustCompile(begins + saidFrom + ofYear + saidNumber), dl.GreaterEq, 0, 1},
	{regexp.MustCompile(begins + saidAbove + ofYear + saidNumber), dl.GreaterEq, 1, 2},
	{regexp.MustCompile(begins + saidBelow + ofYear + saidNumber), dl.LessEq, 1, 2},
}

var (
	betweenClause = regexp.MustCompile(`(?i)\b(?:between|from) ` + saidNumber + ` (?:and|to|until|-|–) ` + saidNumber)
	decadeClause  = regexp.MustCompile(`(?i)\b(?:the )?(\d{3}0)s\b`)
)

// readBounds returns the bounds that the phrase says, and the rest of the phrase.
func readBounds(phrase string) (out []Word, rest string) {
	whole := phrase
	add := func(said string, op dl.Op, lexical, times string, strict bool) bool {
		n, ok := new(big.Rat).SetString(strings.ReplaceAll(lexical, ",", ""))
		if !ok {
			return false
		}
		if factor, many := multiples[strings.ToLower(times)]; many {
			n.Mul(n, big.NewRat(factor, 1))
		}
		out = append(out, Word{
			text: strings.Trim(said, " ,;("), Form: limiting, Weight: bitsOfBound(n, strict),
			limit: &limit{op, n, strict}, beside: wordsBeside(whole, said),
		})
		return true
	}
	phrase = decadeClause.ReplaceAllStringFunc(phrase, func(said string) string {
		year, _ := strconv.Atoi(decadeClause.FindStringSubmatch(said)[1]) // digits by the pattern
		add(said, dl.GreaterEq, strconv.Itoa(year), "", false)
		add(said, dl.LessEq, strconv.Itoa(year+9), "", false)
		return ", "
	})
	phrase = betweenClause.ReplaceAllStringFunc(phrase, func(said string) string {
		x := betweenClause.FindStringSubmatch(said)
		if !add(said, dl.GreaterEq, x[1], cmp.Or(x[2], x[4]), false) || !add(said, dl.LessEq, x[3], x[4], false) {
			return said
		}
		return ", "
	})
	for _, clause := range boundClauses {
		phrase = clause.re.ReplaceAllStringFunc(phrase, func(said string) string {
			x := clause.re.FindStringSubmatch(said)
			if !add(said, clause.op, x[clause.value], x[clause.value+1], clause.strict > 0) {
				return said
			}
			return ", "
		})
	}
	return out, phrase
}

// wordsBeside returns the stems of the words before and after a part of the phrase, as far as they say something.
func wordsBeside(phrase, part string) (stems []string) {
	before, after, _ := strings.Cut(phrase, part)
	isEnd := func(r rune) bool { return strings.ContainsRune(",;.", r) }
	if words := stemsOf(before[strings.LastIndexFunc(before, isEnd)+1:]); len(words) > 0 {
		stems = append(stems, words[len(words)-1])
	}
	if end := strings.IndexFunc(after, isEnd); end >= 0 {
		after = after[:end]
	}
	if words := stemsOf(after); len(words) > 0 {
		stems = append(stems, words[0])
	}
	return stems
}

// multiples are the words after a number that multiply it.
var multiples = map[string]int64{"k": 1e3, "thousand": 1e3, "million": 1e6, "billion": 1e9}

// A limit is a number or a year that values are compared with.
type limit struct {
	op     dl.Op // GreaterEq or LessEq
	n      *big.Rat
	strict bool // the number itself is outside
}

// like returns the bound as a value of the kind and unit of v; false if there is none.
func (b *limit) like(v dl.Value) (dl.Value, bool) {
	n, step := b.n, int64(1)
	if b.op == dl.LessEq {
		step = -1
	}
	isYear := v.Kind() == dl.Date || v.Kind() == dl.DateTime || v.Kind() == dl.GYear || v.Kind() == dl.GYearMonth
	if b.strict && (isYear || v.Kind() == dl.Integer) {
		n = new(big.Rat).Add(n, big.NewRat(step, 1))
	}
	switch {
	case isYear && n.IsInt() && n.Num().IsInt64() && n.Num().Int64() < 10_000:
		w, err := dl.InYear(v, int(n.Num().Int64()), b.op == dl.LessEq)
		return w, err == nil
	case v.IsNumber() && (n.IsInt() || v.Kind() != dl.Integer):
		digits, exact := n.FloatPrec()
		if n.IsInt() {
			digits = 0
		}
		w, err := v.Like(n.FloatString(digits))
		return w, exact && err == nil
	}
	return dl.Value{}, false
}

// says reports whether the word says this comparison.
func (w *Word) says(c dl.Compare) bool {
	if w.limit == nil || w.limit.op != c.Op {
		return false
	}
	v, ok := w.limit.like(c.Value)
	n, ordered := v.Cmp(c.Value)
	return ok && ordered && n == 0
}

// isCount reports whether the word says that there are at least n.
func (w *Word) isCount(n int) bool {
	if w.limit == nil || w.limit.op != dl.GreaterEq {
		return false
	}
	least := new(big.Rat).Set(w.limit.n)
	if w.limit.strict {
		least.Add(least, big.NewRat(1, 1))
	}
	return least.Cmp(big.NewRat(int64(n), 1)) == 0
}

// Bounds returns the values of the kind and unit of v that the words say as bounds on this side, and those of them that
// they say of the feature.
func (w *Words) Bounds(v dl.Value, op dl.Op, feature string) (out, own []dl.Value) {
	if w == nil {
		return nil, nil
	}
	for i := range w.List {
		b := w.List[i].limit
		if b == nil || b.op != op {
			continue
		}
		if said, ok := b.like(v); ok {
			out = append(out, said)
			if w.beside(&w.List[i], feature) > 0 {
				own = append(own, said)
			}
		}
	}
	return out, own
}
