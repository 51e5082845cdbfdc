package dl

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

// A quantity is a number whose datatype says its unit: "185"^^yago:Centimetre, "92"^^dbd:minute. The datatypes of
// UCUM have the unit in the literal: "185 cm"^^cdt:ucum. Only quantities of the same unit have an order.

// ofUCUM are the ends of the namespaces of the custom datatypes for UCUM (w3id.org/lindt/custom_datatypes).
const ofUCUM = "/custom_datatypes#"

// quantityForm is a number, and for UCUM its unit. Numbers that begin with further zeros identify something.
var quantityForm = regexp.MustCompile(`^([+-]?)((?:0|[1-9][0-9]*)?(?:\.[0-9]*)?)((?:[eE][+-]?[0-9]{1,2})?)( [^ ^]+)?$`)

// quantityDigits is the number of significant digits of a quantity. Queries compare quantities as doubles, which keep
// so many.
const quantityDigits = 15

// noUnits are the namespaces whose datatypes say no unit.
var noUnits = []string{"http://www.w3.org/", "http://www.opengis.net/"}

// iriForm is an absolute IRI, roughly.
var iriForm = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*:[^\x00-\x20<>"{}|\\^` + "`" + `]+$`)

// MayBeUnit reports whether numbers of the datatype are quantities.
func MayBeUnit(datatype string) bool {
	for _, namespace := range noUnits {
		if strings.HasPrefix(datatype, namespace) {
			return false
		}
	}
	return iriForm.MatchString(datatype)
}

func parseQuantity(lexical, datatype string) (Value, error) {
	m := quantityForm.FindStringSubmatch(strings.Trim(lexical, " \t\r\n"))
	digits := strings.ContainsAny(lexical, "0123456789")
	if !MayBeUnit(datatype) || m == nil || !digits || (m[4] != "") != strings.Contains(datatype, ofUCUM) {
		return Value{}, fmt.Errorf("%w: %s", ErrUnordered, datatype)
	}
	x, ok := new(big.Rat).SetString(m[1] + m[2] + m[3])
	if !ok {
		return Value{}, fmt.Errorf("%w: %s", ErrUnordered, datatype)
	}
	n, exact := x.FloatPrec()
	number := x.FloatString(n)
	if significant := strings.Trim(strings.Replace(number, ".", "", 1), "-0"); !exact ||
		len(significant) > quantityDigits {
		return Value{}, fmt.Errorf("%w: a number in a unit with %d digits: at most %d are read", ErrTooLong, len(significant),
			quantityDigits)
	}
	return Value{InUnit, number + m[4] + "^" + datatype}, nil
}

// Datatype returns the IRI of the value's datatype.
func (v Value) Datatype() string {
	if v.kind == InUnit {
		_, datatype, _ := strings.Cut(v.lex, "^")
		return datatype
	}
	return v.kind.IRI()
}

// separator stands between the number and the unit of a quantity.
func (v Value) separator() string {
	if strings.Contains(v.Lexical(), " ") {
		return " "
	}
	return "^"
}

// Unit returns the unit that the literal of a quantity says, such as cm; empty if its datatype does.
func (v Value) Unit() string {
	if v.kind != InUnit {
		return ""
	}
	_, unit, _ := strings.Cut(v.Lexical(), " ")
	return unit
}

// Number returns the number of a quantity, and the spelling of other values.
func (v Value) Number() string {
	number, _, _ := strings.Cut(v.Lexical(), " ")
	if v.kind != InUnit {
		return v.Lexical()
	}
	return number
}

// IsNumber reports whether the value is a number, in a unit or not.
func (v Value) IsNumber() bool { return v.kind.Numeric() || v.kind == InUnit }

// Like returns the value of the kind and the unit of v with another number or spelling.
func (v Value) Like(lexical string) (Value, error) {
	if v.kind != InUnit {
		return NewValue(v.kind, lexical)
	}
	if unit := v.Unit(); unit != "" {
		lexical += " " + unit
	}
	return parseQuantity(lexical, v.Datatype())
}

// Comparable reports whether two values have an order, unless one is no number.
func (v Value) Comparable(w Value) bool {
	return v.kind.Family() == w.kind.Family() && (v.kind != InUnit || v.order().unit == w.order().unit)
}
