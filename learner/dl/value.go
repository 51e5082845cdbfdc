package dl

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// XSD is the namespace of the XML Schema datatypes.
const XSD = "http://www.w3.org/2001/XMLSchema#"

// Kind is the datatype of a value, up to derivation: every integer type of XML
// Schema is an Integer.
type Kind uint8

// The kinds, in the order in which equal values of different kinds sort.
const (
	Integer Kind = iota + 1
	Decimal
	Float
	Double
	DateTime
	Date
	GYearMonth
	GYear
	Time
	GMonth
	GDay
	GMonthDay
	Boolean
	String
	LangString // a text with a language tag: [Text] makes them, no literal is read as one
	InUnit     // a number in a unit, which its datatype says
)

var kindNames = [...]string{
	Integer: "integer", Decimal: "decimal", Float: "float", Double: "double",
	DateTime: "dateTime", Date: "date", GYearMonth: "gYearMonth", GYear: "gYear",
	Time: "time", GMonth: "gMonth", GDay: "gDay", GMonthDay: "gMonthDay",
	Boolean: "boolean", String: "string",
}

// InOWL reports whether the datatype map of OWL 2 DL has the kind's datatype (OWL 2 Structural Specification,
// Section 4). Of dates and times it has xsd:dateTime only.
func (k Kind) InOWL() bool { return k <= DateTime || k >= Boolean && k != InUnit }

// String returns the local name of the kind's datatype, such as "dateTime".
func (k Kind) String() string {
	switch k {
	case LangString:
		return "langString"
	case InUnit:
		return "quantity"
	}
	if k == 0 || int(k) >= len(kindNames) {
		return "unknown"
	}
	return kindNames[k]
}

// IRI returns the IRI of the kind's datatype. Quantities have one for each unit: see [Value.Datatype].
func (k Kind) IRI() string {
	if k == LangString {
		return "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
	}
	return XSD + k.String()
}

// KindOf returns the kind of a datatype IRI. ok is false if genus does not support the
// datatype; xsd:anyURI and rdf:langString are examples.
func KindOf(datatype string) (k Kind, ok bool) {
	local, found := strings.CutPrefix(datatype, XSD)
	if !found {
		return 0, false
	}
	if i := slices.Index(kindNames[:], local); i > 0 {
		return Kind(i), true
	}
	d, ok := derivations[local]
	return d.kind, ok
}

// Family is a set of kinds whose values can be compared with each other. The numbers
// are one family, and so are dateTime, date, gYearMonth and gYear, which stand for
// their first instant. Each other kind is a family by itself. Quantities also need the same unit.
type Family uint8

// Family returns the family of the kind.
func (k Kind) Family() Family {
	switch k {
	case Integer, Decimal, Float, Double:
		return Family(Integer)
	case DateTime, Date, GYearMonth, GYear:
		return Family(DateTime)
	}
	return Family(k)
}

// Numeric reports whether the kind is one of the number types.
func (k Kind) Numeric() bool { return k.Family() == Integer.Family() }

// Value is a literal of an ordered datatype, a boolean, a string or a text, in the canonical
// spelling of its kind: 007 and +7 are the same Value. Dates and times keep their
// spelling, time zone included; only Cmp tells that two of them are the same instant.
// The zero Value is not a value.
type Value struct {
	kind Kind
	lex  string
}

// ErrUnordered reports that a literal has a datatype without a kind.
var ErrUnordered = errors.New("datatype without an order")

// ErrTooLong reports that a literal has more than MaxLexical bytes.
var ErrTooLong = errors.New("value too long")

// MaxLexical is the length in bytes of the longest spelling that a value other
// than a string may have. Comparing exactly takes time quadratic in the digits,
// so a value of a million digits would stop everything else. The longest
// decimal that equals a double has 1,077 characters.
const MaxLexical = 2000

// ParseLiteral returns the value of an RDF literal. A number with a datatype that has no kind is a
// [InUnit]. It returns [ErrUnordered] for other literals of such datatypes, [ErrTooLong] for values of more than
// MaxLexical bytes, and another error for a lexical form that its datatype does not allow
// (XML Schema 1.1 Part 2).
func ParseLiteral(lexical, datatype string) (Value, error) {
	k, ok := KindOf(datatype)
	if !ok {
		return parseQuantity(lexical, datatype)
	}
	v, err := NewValue(k, lexical)
	if err != nil {
		return Value{}, err
	}
	if d, ok := derivations[strings.TrimPrefix(datatype, XSD)]; ok {
		if err := d.validate(v, datatype); err != nil {
			return Value{}, err
		}
	}
	return v, nil
}

// NewValue returns the value of that kind and lexical form. The error is
// [ErrTooLong] if it has more than MaxLexical bytes and is not a string.
func NewValue(k Kind, lexical string) (Value, error) {
	s := strings.Trim(lexical, " \t\r\n")
	if k != String && len(s) > MaxLexical {
		return Value{}, fmt.Errorf("%w: an xsd:%s of %d characters, %q…: at most %d are read",
			ErrTooLong, k, len(s), s[:20], MaxLexical)
	}
	lex, ok := s, false
	switch k {
	case Integer:
		lex, ok = canonicalInteger(s)
	case Decimal:
		lex, ok = canonicalDecimal(s)
	case Float, Double:
		lex, ok = canonicalFloat(s, k)
	case Boolean:
		lex, ok = booleans[s]
	case DateTime, Date, GYearMonth, GYear, Time, GMonth, GDay, GMonthDay:
		_, ok = parseTemporal(k, s)
	case String: // white space counts
		lex, ok = lexical, !strings.ContainsFunc(lexical, isForbiddenInXML) && utf8.ValidString(lexical)
	default:
		return Value{}, fmt.Errorf("unknown kind of value %d", k)
	}
	if !ok {
		return Value{}, fmt.Errorf("%q is not an xsd:%s", lexical, k)
	}
	return Value{k, lex}, nil
}

var booleans = map[string]string{"true": "true", "1": "true", "false": "false", "0": "false"}

// Int returns the integer n.
func Int(n int64) Value { return Value{Integer, strconv.FormatInt(n, 10)} }

// Bool returns the boolean b.
func Bool(b bool) Value { return Value{Boolean, strconv.FormatBool(b)} }

// Str returns the string s, which must be valid UTF-8.
func Str(s string) Value { return Value{String, s} }

// Text returns the string s with the language tag, which must not be empty; case does not
// matter in it.
func Text(s, lang string) Value { return Value{LangString, s + "@" + strings.ToLower(lang)} }

// isForbiddenInXML reports whether XML 1.0 (section 2.2), and so xsd:string, excludes
// the character.
func isForbiddenInXML(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
}

// Kind returns the value's datatype.
func (v Value) Kind() Kind { return v.kind }

// Lexical returns the canonical spelling, valid in RDF together with Kind().IRI(), or with
// Lang() if the value has a language, and with Datatype() if it is a quantity.
func (v Value) Lexical() string {
	switch v.kind {
	case LangString:
		return v.lex[:strings.LastIndexByte(v.lex, '@')]
	case InUnit:
		lexical, _, _ := strings.Cut(v.lex, "^")
		return lexical
	}
	return v.lex
}

// Lang returns the language tag of a text, in lower case, otherwise the empty string.
func (v Value) Lang() string {
	if v.kind == LangString {
		return v.lex[strings.LastIndexByte(v.lex, '@')+1:]
	}
	return ""
}

// Cmp compares two values and returns -1, 0 or 1. ok is false if they have no order:
// values of two families or units, NaN, and strings.
func (v Value) Cmp(w Value) (c int, ok bool) {
	x, y := v.order(), w.order()
	if x.family != y.family || x.unit != y.unit || x.nan || y.nan {
		return 0, false
	}
	return x.cmp(y), true
}

// IsNaN reports whether the value is not a number, which compares false with
// everything.
func (v Value) IsNaN() bool { return v.lex == "NaN" && (v.kind == Float || v.kind == Double) }

// Float returns the float64 nearest to the value: of a date, the seconds since
// 1970-01-01T00:00:00Z. It serves to draw and divide ranges; Cmp does not round.
func (v Value) Float() float64 {
	o := v.order()
	switch {
	case o.nan:
		return math.NaN()
	case o.inf != 0:
		return math.Inf(int(o.inf))
	}
	x, _ := o.rat().Float64()
	return x
}

// order is the position of a value in its family, so that it compares integers, decimals and
// floating point numbers, and dates of all kinds. A floating point number stands at the
// shortest decimal that reads as it: the double 0.1 is equal to the decimal 0.1, as in
// SPARQL, which rounds the decimal (XPath 2.0, B.1). SPARQL's rounding is no order: two decimals may
// round to one double. The two readings differ for decimals with more digits than a double
// or a float keeps (15 and 6), and between a double and a float.
type order struct {
	family Family
	unit   string   // of a quantity
	nan    bool     // the value has no position
	inf    int8     // -1, 0 or 1
	n      int64    // the position if r is nil
	r      *big.Rat // the position
}

func (a order) cmp(b order) int {
	if a.family != b.family || a.unit != b.unit {
		return cmp.Or(cmp.Compare(a.family, b.family), cmp.Compare(a.unit, b.unit))
	}
	if a.inf != b.inf {
		return cmp.Compare(a.inf, b.inf)
	}
	if a.r == nil && b.r == nil {
		return cmp.Compare(a.n, b.n)
	}
	return a.rat().Cmp(b.rat())
}

func (a order) rat() *big.Rat {
	if a.r != nil {
		return a.r
	}
	return new(big.Rat).SetInt64(a.n)
}

func (v Value) order() order {
	o := order{family: v.kind.Family()}
	switch v.kind {
	case Integer:
		if n, err := strconv.ParseInt(v.lex, 10, 64); err == nil {
			o.n = n
			return o
		}
		o.r, _ = new(big.Rat).SetString(v.lex)
	case Decimal:
		o.r, _ = new(big.Rat).SetString(v.lex)
	case Float, Double:
		x := parseFloat(v.lex, v.kind)
		switch {
		case math.IsNaN(x):
			o.nan = true
		case math.IsInf(x, 0):
			o.inf = int8(math.Copysign(1, x))
		case x == math.Trunc(x) && math.Abs(x) < map[Kind]float64{Float: 1 << 24, Double: 1 << 53}[v.kind]:
			o.n = int64(x)
		default:
			o.r, _ = new(big.Rat).SetString(v.lex)
		}
	case Boolean:
		if v.lex == "true" {
			o.n = 1
		}
	case InUnit:
		number, unit, _ := strings.Cut(v.lex, v.separator())
		o.unit = unit
		o.r, _ = new(big.Rat).SetString(number)
	case 0, String, LangString:
		o.nan = true
	default:
		t, _ := parseTemporal(v.kind, v.lex)
		o.n, o.r = t.n, t.r
	}
	return o
}
