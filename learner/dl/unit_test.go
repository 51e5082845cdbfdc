package dl_test

import (
	"errors"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/learner/dl"
)

const (
	centimetre = "http://yago-knowledge.org/resource/Centimetre"
	metre      = "http://yago-knowledge.org/resource/Metre"
	ucum       = "https://w3id.org/lindt/custom_datatypes#ucum"
)

// TestQuantity: numbers of other datatypes than those of XML Schema are in a unit; identifiers and texts are not.
func TestQuantity(t *testing.T) {
	for _, tt := range []struct{ in, datatype, want string }{
		{"185", centimetre, "185"},
		{" +185.50 ", centimetre, "185.5"},
		{"-1.5e2", centimetre, "-150"},
		{".5", centimetre, "0.5"},
		{"185 cm", ucum, "185 cm"},
		{"185.0 m/s2", ucum, "185 m/s2"},
		{"007", centimetre, ""},
		{"185 cm", centimetre, ""},
		{"185", ucum, ""},
		{"tall", centimetre, ""},
		{"", centimetre, ""},
		{".", centimetre, ""},
		{"1234567890123456", centimetre, ""},
		{"185", "http://www.w3.org/2001/XMLSchema#duration", ""},
		{"185", "http://www.opengis.net/ont/geosparql#wktLiteral", ""},
		{"185", "urn:a b", ""},
	} {
		v, err := dl.ParseLiteral(tt.in, tt.datatype)
		check.That(t, (err == nil) == (tt.want != ""), "%q^^%s: error %v", tt.in, tt.datatype, err)
		check.That(t, err == nil || errors.Is(err, dl.ErrUnordered) || errors.Is(err, dl.ErrTooLong), "%q^^%s: error %v",
			tt.in, tt.datatype, err)
		if err == nil {
			check.Equal(t, v.Lexical()+"^^"+v.Datatype(), tt.want+"^^"+tt.datatype, tt.in)
			check.Equal(t, v.Kind(), dl.InUnit, tt.in)
		}
	}
}

// TestQuantityOrder: values have an order if their units are the same.
func TestQuantityOrder(t *testing.T) {
	at := func(lexical, datatype string) dl.Value {
		v, err := dl.ParseLiteral(lexical, datatype)
		check.That(t, err == nil, "%v", err)
		return v
	}
	for _, tt := range []struct {
		name    string
		v, w    dl.Value
		order   int
		ordered bool
	}{
		{"one unit", at("99", centimetre), at("100.5", centimetre), -1, true},
		{"two units", at("99", centimetre), at("1", metre), 0, false},
		{"no unit", at("99", centimetre), dl.Int(99), 0, false},
		{"one unit of UCUM", at("20 cm", ucum), at("3 cm", ucum), 1, true},
		{"two units of UCUM", at("20 cm", ucum), at("20 mm", ucum), 0, false},
	} {
		order, ok := tt.v.Cmp(tt.w)
		check.That(t, order == tt.order && ok == tt.ordered && ok == tt.v.Comparable(tt.w), "%s: %d, %t", tt.name, order, ok)
	}
	sorted := dl.SortValues(
		[]dl.Value{at("2", metre), dl.Int(1), at("150", centimetre), at("1", metre), at("90", centimetre)})
	lo, hi := dl.Range(sorted, dl.GreaterEq, at("1.5", metre))
	check.That(t, hi-lo == 1 && sorted[lo] == at("2", metre), "range %d to %d of %v", lo, hi, sorted)
	like, err := at("20 cm", ucum).Like("30")
	check.That(t, err == nil && like == at("30 cm", ucum), "%v, %v", like, err)
	m, ok := dl.Between(at("1", metre), at("2", metre))
	check.That(t, ok && m == at("1.5", metre), "between: %v", m)
}
