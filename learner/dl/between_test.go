package dl

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

func TestBetween(t *testing.T) {
	for _, test := range []struct {
		kind       Kind
		v, w, want string // want is empty if there is none
	}{
		{Integer, "2990", "3000", "2995"},
		{Integer, "1", "2", ""},
		{Integer, "-3", "-1", "-2"},
		{Integer, "-2", "1", "-1"},
		{Integer, "3", "3", ""},
		{Integer, "4", "3", ""},
		{Integer, "99999999999999999998", "100000000000000000000", "99999999999999999999"},
		{Decimal, "1.25", "1.81", "1.5"},
		{Decimal, "1.0", "4.0", "3.0"}, // 2.5 rounded to fewer digits
		{Decimal, "1.001", "1.002", "1.0015"},
		{Double, "1.0E0", "2.0E0", "1.5E0"},
		{Double, "57", "58", "5.75E1"},
		{Double, "-INF", "3", ""},
		{Date, "2020-01-01", "2020-01-03", "2020-01-02"},
		{Date, "2020-01-01", "2020-01-02", ""},
		{Date, "2019-12-30", "2020-03-02", "2020-01-30"},
		{DateTime, "2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z", "2020-01-01T12:00:00Z"},
		{GYear, "1990", "2000", "1995"},
		{GYear, "-0010", "0010", "0000"},
		{GYearMonth, "2000-01", "2000-05", "2000-03"},
		{Time, "10:00:00", "12:00:00", ""},
	} {
		v, err1 := NewValue(test.kind, test.v)
		w, err2 := NewValue(test.kind, test.w)
		require.That(t, err1 == nil && err2 == nil, "%v %v", err1, err2)
		got, ok := Between(v, w)
		if ok != (test.want != "") {
			t.Errorf("%s %s, %s: %v, %v", test.kind, test.v, test.w, got, ok)
			continue
		}
		if !ok {
			continue
		}
		want := require.Value(NewValue(test.kind, test.want))(t)
		check.That(t, got == want, "%s %s, %s: %s, want %s", test.kind, test.v, test.w, got.Lexical(), test.want)
	}
}

func TestBetweenIsBetween(t *testing.T) {
	testsize.Check(t, 40, func(t *rapid.T) {
		kind := rapid.SampledFrom([]Kind{Decimal, Double}).Draw(t, "kind")
		form := rapid.StringMatching(`-?[0-9]{1,6}\.[0-9]{1,4}`)
		v, _ := NewValue(kind, form.Draw(t, "v"))
		w, _ := NewValue(kind, form.Draw(t, "w"))
		m, ok := Between(v, w)
		if c, _ := v.Cmp(w); ok != (c < 0) {
			t.Fatalf("ok = %v", ok)
		}
		if !ok {
			return
		}
		if c, _ := v.Cmp(m); c >= 0 {
			t.Fatalf("%s is not above %s", m.Lexical(), v.Lexical())
		}
		c, _ := m.Cmp(w)
		require.That(t, c < 0, "%s is not below %s", m.Lexical(), w.Lexical())
	})
}
