package dl

import (
	"fmt"
	"math/big"
	"strings"
)

// derivation is a datatype that XML Schema derives from the datatype of a kind.
type derivation struct {
	kind     Kind
	min, max string // the range of an integer type, inclusive; "" means unbounded
	zoned    bool   // values must have a time zone
}

// derivations are the derived types of XML Schema 1.1 Part 2, section 3.4, whose
// kinds are ordered, by local name.
var derivations = map[string]derivation{
	"long":               {kind: Integer, min: "-9223372036854775808", max: "9223372036854775807"},
	"int":                {kind: Integer, min: "-2147483648", max: "2147483647"},
	"short":              {kind: Integer, min: "-32768", max: "32767"},
	"byte":               {kind: Integer, min: "-128", max: "127"},
	"nonNegativeInteger": {kind: Integer, min: "0"},
	"positiveInteger":    {kind: Integer, min: "1"},
	"nonPositiveInteger": {kind: Integer, max: "0"},
	"negativeInteger":    {kind: Integer, max: "-1"},
	"unsignedLong":       {kind: Integer, min: "0", max: "18446744073709551615"},
	"unsignedInt":        {kind: Integer, min: "0", max: "4294967295"},
	"unsignedShort":      {kind: Integer, min: "0", max: "65535"},
	"unsignedByte":       {kind: Integer, min: "0", max: "255"},
	"dateTimeStamp":      {kind: DateTime, zoned: true},
}

// validate returns an error if the derived type does not have the value v of its
// kind.
func (d derivation) validate(v Value, datatype string) error {
	if d.zoned && !strings.HasSuffix(v.lex, "Z") && !strings.ContainsAny(v.lex[len(v.lex)-len("+00:00"):], "+-") {
		return fmt.Errorf("%q has no time zone, which %s requires", v.lex, datatype)
	}
	if d.kind != Integer {
		return nil
	}
	n, _ := new(big.Int).SetString(v.lex, 10)
	within := func(bound string, sign int) bool {
		b, ok := new(big.Int).SetString(bound, 10)
		return !ok || n.Cmp(b)*sign >= 0 // "" is not a number
	}
	if !within(d.min, 1) || !within(d.max, -1) {
		return fmt.Errorf("%s is out of the range of %s", v.lex, datatype)
	}
	return nil
}
