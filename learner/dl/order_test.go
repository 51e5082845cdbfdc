package dl_test

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

var value = dltest.Value

// randomValue makes a value of the kind and its position on the kind's line by
// other means than dl's: big.Rat from the spelling, float64, time.Time. The
// position is nil for infinities and NaN.
func randomValue(t testing.TB, rng *rand.Rand, k dl.Kind) (dl.Value, *big.Rat) {
	t.Helper()
	rat := func(s string) *big.Rat {
		r, ok := new(big.Rat).SetString(s)
		require.That(t, ok, "not a number: %q", s)
		return r
	}
	switch k {
	case dl.Integer:
		s := strconv.Itoa(rng.IntN(7) - 3)
		if rng.IntN(3) == 0 { // at the limits of int64 and of exact float64
			n := new(big.Int).Lsh(big.NewInt(1), []uint{53, 63, 64, 80}[rng.IntN(4)])
			n.Add(n, big.NewInt(int64(rng.IntN(5)-2)))
			if rng.IntN(2) == 0 {
				n.Neg(n)
			}
			s = n.String()
		}
		return value(t, k, s), rat(s)
	case dl.Decimal:
		s := []string{"", "-"}[rng.IntN(2)] + []string{"0", "1", "0.1", "0.10000000149011612", "1.5", "9007199254740993.0",
			"9223372036854775808"}[rng.IntN(7)]
		return value(t, k, s), rat(s)
	case dl.Float, dl.Double:
		s := []string{"", "-"}[rng.IntN(2)] + []string{"0", "1", "0.1", "1.5", "9007199254740993", "9223372036854775808",
			"1e300", "5e-324", "INF", "3.4028235e38"}[rng.IntN(10)]
		if rng.IntN(12) == 0 {
			s = "NaN"
		}
		bits := 64
		if k == dl.Float {
			bits = 32
		}
		x, err := strconv.ParseFloat(s, bits)
		require.That(t, err == nil || math.IsInf(x, 0), "%v", err)
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return value(t, k, s), nil
		}
		return value(t, k, s), rat(strconv.FormatFloat(x, 'E', -1, bits)) // the shortest decimal that reads as x
	}
	return randomTemporal(t, rng, k)
}

func randomTemporal(t testing.TB, rng *rand.Rand, k dl.Kind) (dl.Value, *big.Rat) {
	t.Helper()
	years := []int{-10000, -401, -400, -5, -4, -1, 0, 1, 4, 100, 400, 1582, 1899, 1900, 1969, 1970, 1999, 2000, 2001, 2004,
		2100, 9999, 12345}
	year := years[rng.IntN(len(years))]
	month := 1 + rng.IntN(12)
	day := 1 + rng.IntN(31)
	if rng.IntN(3) == 0 {
		month, day = []int{2, 3, 12, 1}[rng.IntN(4)], []int{28, 29, 31, 1}[rng.IntN(4)]
	}
	hour := rng.IntN(24)
	minute := rng.IntN(60)
	second := rng.IntN(60)
	fraction := []string{"", ".5", ".500", ".000000000001"}[rng.IntN(4)]
	if rng.IntN(6) == 0 {
		hour = 24
		minute = 0
		second = 0
		fraction = ""
	}
	zoneText, zone := "", time.UTC
	switch rng.IntN(4) {
	case 0:
		zoneText = "Z"
	case 1:
		minutes := rng.IntN(28*60+1) - 14*60
		zone = time.FixedZone("", minutes*60)
		sign := "+"
		if minutes < 0 {
			sign, minutes = "-", -minutes
		}
		zoneText = fmt.Sprintf("%s%02d:%02d", sign, minutes/60, minutes%60)
	}
	fields := map[dl.Kind]string{dl.DateTime: "ymdc", dl.Date: "ymd", dl.GYearMonth: "ym", dl.GYear: "y", dl.Time: "c",
		dl.GMonth: "m", dl.GDay: "d", dl.GMonthDay: "md"}[k]
	has := func(f string) bool { return strings.Contains(fields, f) }
	if !has("y") {
		year = 1972
	}
	if !has("m") {
		month = 1
	}
	if !has("d") {
		day = 1
	}
	if !has("c") {
		hour = 0
		minute = 0
		second = 0
		fraction = ""
	}
	for time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() != day {
		day-- // there is no such day in this month
	}
	yearText := fmt.Sprintf("%04d", year)
	if year < 0 {
		yearText = fmt.Sprintf("-%04d", -year)
	}
	clock := fmt.Sprintf("%02d:%02d:%02d%s", hour, minute, second, fraction)
	s := map[dl.Kind]string{
		dl.DateTime:   fmt.Sprintf("%s-%02d-%02dT%s", yearText, month, day, clock),
		dl.Date:       fmt.Sprintf("%s-%02d-%02d", yearText, month, day),
		dl.GYearMonth: fmt.Sprintf("%s-%02d", yearText, month),
		dl.GYear:      yearText,
		dl.Time:       clock,
		dl.GMonth:     fmt.Sprintf("--%02d", month),
		dl.GDay:       fmt.Sprintf("---%02d", day),
		dl.GMonthDay:  fmt.Sprintf("--%02d-%02d", month, day),
	}[k] + zoneText
	if k == dl.Time && hour == 24 {
		hour = 0
	}
	position := new(big.Rat).SetInt64(time.Date(year, time.Month(month), day, hour, minute, second, 0, zone).Unix())
	if fraction != "" {
		part, _ := new(big.Rat).SetString("0" + fraction)
		position.Add(position, part)
	}
	return value(t, k, s), position
}

// TestCmpAgainstOtherArithmetic compares dl's order with big.Rat, float64 and
// time.Time over pairs of kinds, and checks that it is a total order.
func TestCmpAgainstOtherArithmetic(t *testing.T) {
	rng := dltest.Rand(1)
	family := func(k dl.Kind) string {
		switch k {
		case dl.Integer, dl.Decimal, dl.Float, dl.Double:
			return "numbers"
		case dl.DateTime, dl.Date, dl.GYearMonth, dl.GYear:
			return "time line"
		}
		return k.String()
	}
	infinity := func(v dl.Value) int { return map[string]int{"INF": 1, "-INF": -1}[v.Lexical()] }
	for range testsize.Choose(15_000, 60_000) {
		k, l := dl.Integer+dl.Kind(rng.IntN(12)), dl.Integer+dl.Kind(rng.IntN(12))
		if rng.IntN(2) == 0 {
			for family(k) != family(l) {
				l = dl.Integer + dl.Kind(rng.IntN(12))
			}
		}
		v, x := randomValue(t, rng, k)
		w, y := randomValue(t, rng, l)
		got, ok := v.Cmp(w)
		if x != nil { // near pairs are rare, so the position itself is compared too
			want, _ := x.Float64()
			require.That(t, v.Float() == want, "%v is at %v, want %v", v, v.Float(), want)
		}
		back, okBack := w.Cmp(v)
		require.That(t, back == -got && okBack == ok, "%v against %v: %d, %v; the other way %d, %v", v, w, got, ok, back,
			okBack)
		wantOK := family(k) == family(l) && v.Lexical() != "NaN" && w.Lexical() != "NaN"
		require.That(t, ok == wantOK, "%v against %v: ordered %v, want %v", v, w, ok, wantOK)
		if !ok {
			continue
		}
		want := 0
		if x == nil || y == nil {
			want = cmp.Compare(infinity(v), infinity(w))
		} else {
			want = x.Cmp(y)
		}
		require.That(t, got == want, "%v against %v: %d, want %d", v, w, got, want)
		if want, ok := promoted(v, w); ok {
			require.That(t, got == want, "%v against %v: %d, SPARQL says %d", v, w, got, want)
		}
	}
}

// promoted compares two numbers as SPARQL does: a number becomes a float or a double if the other is
// one (XPath 2.0, B.1). ok is false for those of which dl says that it compares them in another way.
func promoted(v, w dl.Value) (c int, ok bool) {
	k, bits, digits := max(v.Kind(), w.Kind()), 64, 15
	if k == dl.Float {
		bits, digits = 32, 6
	}
	if k != dl.Float && k != dl.Double || min(v.Kind(), w.Kind()) == dl.Float {
		return 0, false
	}
	var x [2]float64
	for i, u := range []dl.Value{v, w} {
		if u.Kind() < dl.Float && len(strings.Trim(u.Lexical(), "-.0")) > digits {
			return 0, false
		}
		x[i], _ = strconv.ParseFloat(u.Lexical(), bits)
	}
	return cmp.Compare(x[0], x[1]), true
}

// TestCmp has the cases that the random pairs do not have.
func TestCmp(t *testing.T) {
	if c, ok := value(t, dl.GYear, "999999999").Cmp(value(t, dl.GYear, "-999999999")); c != 1 || !ok {
		t.Errorf("the greatest year against the least: %d, %t", c, ok)
	}
	if _, ok := value(t, dl.Boolean, "true").Cmp(dl.Int(1)); ok {
		t.Error("a boolean compares with a number")
	}
	_, ok := (dl.Value{}).Cmp(dl.Value{})
	check.That(t, !ok, "the zero Value compares with itself")
}

// TestSortValuesAndRange checks both against definitions by Cmp alone.
func TestSortValuesAndRange(t *testing.T) {
	rng := dltest.Rand(3)
	for range testsize.Choose(300, 1500) {
		kinds := []dl.Kind{dl.Integer, dl.Decimal, dl.Float, dl.Double, dl.DateTime, dl.GYear, dl.Date, dl.Time, dl.GDay}
		var vs []dl.Value
		for range rng.IntN(14) {
			v, _ := randomValue(t, rng, kinds[rng.IntN(len(kinds))])
			vs = append(vs, v)
		}
		before := slices.Clone(vs)
		sorted := dl.SortValues(vs)
		require.That(t, slices.Equal(vs, before), "SortValues changed its input")
		rng.Shuffle(len(vs), func(i, j int) { vs[i], vs[j] = vs[j], vs[i] })
		again := dl.SortValues(vs)
		require.That(t, slices.Equal(again, sorted), "the order of the input matters: %v, %v", sorted, again)
		for i := 1; i < len(sorted); i++ {
			v, w := sorted[i-1], sorted[i]
			c, ok := v.Cmp(w)
			require.That(t, (!ok || c < 0) && (ok || v.Kind().Family() < w.Kind().Family()), "%v before %v", v, w)
		}
		for _, v := range vs {
			kept := slices.ContainsFunc(sorted, func(w dl.Value) bool {
				c, ok := v.Cmp(w)
				return ok && c == 0 && w.Kind() <= v.Kind()
			})
			require.That(t, kept != v.IsNaN(), "%v in %v: kept %v", v, sorted, kept)
		}
		for range 4 {
			v, _ := randomValue(t, rng, kinds[rng.IntN(len(kinds))])
			checkRange(t, sorted, v)
		}
	}
}

func checkRange(t *testing.T, sorted []dl.Value, v dl.Value) {
	t.Helper()
	for op, want := range map[dl.Op]func(c int) bool{
		dl.GreaterEq: func(c int) bool { return c >= 0 },
		dl.LessEq:    func(c int) bool { return c <= 0 },
		dl.Equal:     func(c int) bool { return c == 0 },
	} {
		lo, hi := dl.Range(sorted, op, v)
		lo2, hi2 := dl.NewSorted(sorted).Range(op, v)
		require.That(t, lo2 == lo && hi2 == hi, "Range(%v, %v, %v) = %d, %d; of what is kept: %d, %d", sorted, op, v, lo, hi,
			lo2, hi2)
		require.That(t, lo >= 0 && hi >= lo && hi <= len(sorted), "Range(%v, %v, %v) = %d, %d", sorted, op, v, lo, hi)
		for i, w := range sorted {
			c, ok := w.Cmp(v)
			in := lo <= i && i < hi
			require.That(t, in == (ok && want(c)), "Range(%v, %v, %v) = %d, %d: wrong for %v", sorted, op, v, lo, hi, w)
		}
	}
	lo, hi := dl.Range(sorted, 9, v)
	require.That(t, lo == hi, "an unknown operator has the range %d, %d", lo, hi)
}

func TestFloatPosition(t *testing.T) {
	for _, test := range []struct {
		k    dl.Kind
		s    string
		want float64
	}{
		{dl.Integer, "-7", -7}, {dl.Decimal, "0.25", 0.25}, {dl.Double, "1e300", 1e300}, {dl.Double, "-INF", math.Inf(-1)},
		{dl.DateTime, "1970-01-01T00:00:01.5Z", 1.5}, {dl.GYear, "1971", 365 * 86400}, {dl.Boolean, "true", 1},
	} {
		check.Equal(t, value(t, test.k, test.s).Float(), test.want, "%v %q", test.k, test.s)
	}
	x := value(t, dl.Double, "NaN").Float()
	check.That(t, math.IsNaN(x), "NaN: %v", x)
}
