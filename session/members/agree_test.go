package members

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/learner/dl"
)

func TestAgrees(t *testing.T) {
	value := func(text, datatype string) TableValue { return TableValue{Value: text, Datatype: dl.XSD + datatype} }
	rome := TableValue{Value: "http://www.wikidata.org/entity/Q220", Label: "Rome"}
	for _, tt := range []struct {
		text string
		v    TableValue
		want bool
	}{
		{"rome", rome, true},
		{"Q220", rome, true},
		{"http://www.wikidata.org/entity/Q220", rome, true},
		{"Rome, Italy", rome, false},
		{"1,234.50 km", value("1234.5", "decimal"), true},
		{"1234", value("1234.5", "decimal"), false}, // a whole number is not rounded
		{"3.14", value("3.14159", "double"), true},
		{"3.15", value("3.14159", "double"), false},
		{"1e3", value("1000", "integer"), true},
		{"about 5", value("5", "integer"), false},
		{"1950", value("1950-05-01", "date"), true},
		{"195", value("1950-05-01", "date"), false},
		{"1950-05", value("1950-05-01T00:00:00Z", "dateTime"), true},
		{"1950-05-01T00:00:00Z", value("1950-05-01T00:00:00Z", "dateTime"), true},
		{"1.5.1950", value("1950-05-01", "date"), true},
		{"5/1/1950", value("1950-05-01", "date"), true}, // or the fifth of January
		{"May 1, 1950", value("1950-05-01", "date"), true},
		{"2 May 1950", value("1950-05-01", "date"), false},
		{"-0043", value("-0043-03-15", "date"), true},
		{"TRUE", value("1", "boolean"), true},
		{"two  words", value("Two words", "string"), true},
		{"two", value("Two words", "string"), false},
	} {
		t.Run(tt.text, func(t *testing.T) { check.Equal(t, Agrees(tt.v, tt.text), tt.want, tt.v.Value) })
	}
}
