package graphs

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// A Literal is an RDF literal; Lang is set for language-tagged strings. Without Datatype
// and Lang, it is a string that is written without its datatype.
type Literal struct{ Lex, Datatype, Lang string }

// String returns the literal in N-Triples.
func (l Literal) String() string {
	quoted := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(l.Lex) + `"`
	if l.Lang != "" {
		return quoted + "@" + l.Lang
	}
	if l.Datatype == "" {
		return quoted
	}
	return quoted + "^^<" + l.Datatype + ">"
}

// Value returns the value that genus reads; ok is false if the literal is not a value.
func (l Literal) Value() (v dl.Value, ok bool) {
	if l.Lang != "" {
		return v, false
	}
	v, err := dl.ParseLiteral(l.Lex, cmp.Or(l.Datatype, dl.String.IRI()))
	return v, err == nil
}

// Long reports whether the literal is an integer of more than 64 bits.
func (l Literal) Long() bool {
	v, ok := l.Value()
	_, err := strconv.ParseInt(v.Lexical(), 10, 64)
	return ok && v.Kind() == dl.Integer && err != nil
}

// Small reports whether the literal is no decimal, or one with at most that many fraction
// digits and 20 before.
func (l Literal) Small(digits int) bool {
	whole, fraction, _ := strings.Cut(strings.TrimLeft(l.Lex, "+-0"), ".")
	return l.Datatype != dl.Decimal.IRI() || len(whole) <= 20 && len(strings.TrimRight(fraction, "0")) <= digits
}

// Rounded reports whether SPARQL may take another number for the literal when it compares two: a decimal or integer
// of more digits than a double keeps, or a float that is not what its spelling says (package queries).
func (l Literal) Rounded() bool {
	v, ok := l.Value()
	switch k := v.Kind(); {
	case !ok:
		return false
	case k == dl.Float:
		spelled, err := strconv.ParseFloat(l.Lex, 64)
		return err != nil || math.Abs(v.Float()-spelled) > 1e-6
	case k == dl.Decimal, k == dl.Integer:
		return len(strings.Trim(l.Lex, "-+0.")) > 15
	}
	return false
}

// typed returns literals of one datatype of XML Schema, by their spellings.
func typed(datatype, spellings string) []Literal {
	var out []Literal
	for _, s := range strings.Fields(spellings) {
		out = append(out, Literal{Lex: s, Datatype: dl.XSD + datatype})
	}
	return out
}

// plain returns strings without their datatype.
func plain(lexical ...string) []Literal {
	var out []Literal
	for _, s := range lexical {
		out = append(out, Literal{Lex: s})
	}
	return out
}

// Literals of all kinds. Each list begins with its simplest.
var (
	integers = slices.Concat(typed("integer", "1 2 3 -1 0 -0 +2 007 9007199254740993 123456789012345678901234567890"),
		typed("int", "2"), typed("byte", "3"), typed("nonNegativeInteger", "1"),
		typed("unsignedLong", "18446744073709551615"))
	decimals = typed("decimal", `1.5 2.0 0.1 -0.0 .5 3. 1.50 -1.25 0.123456789012345
		0.1234567890123456 0.123456789012345678 -0.123456789012345679 1.00000000000000001
		0.000000000000000001 0.00000000000000000001 -0.00000000000000000001
		0.10000000000000000555 0.100000000000000005551115123126
		123456789012345.6789012345 12345678901234567890.5 123456789012345678901234567890.5`)
	doubles = typed("double",
		"1.5E0 2 0.1 -0 1e400 -1e400 INF -INF NaN 1e-400 1e22 0.30000000000000004 9007199254740993 5E-324 -5E-324 1E-20 "+
			"1E-310",
	)
	floats = typed("float", "1.5 2 0.1 -0 16777217 1e39 -1e39 INF -INF NaN 0.3 1e-20 1e-45")

	// Numbers that are nearly equal, in several types. As a double, the first ones are.
	close = slices.Concat(
		typed("decimal",
			`0.1 0.10000000000000000555 0.100000000000000005551115123126 0.100000000000000006 0.100000000000000001
			0.00000000000000000001 0.000000000000000001 0`,
		), typed("double", "0.1 1E-20 5E-324 1E-310 0"))

	// Numbers that every type keeps.
	shortNumbers = slices.Concat(typed("integer", "1 2 -3 0"), typed("decimal", "1.5 0.1 -0.25"),
		typed("double", "0.1 2 NaN -INF"),
		typed("float", "1.5 0.1 0"))

	dateTimes = typed("dateTime",
		`2000-01-01T00:00:00Z 2000-01-01T12:00:00 1999-12-31T23:59:59.999Z 2000-01-01T00:00:00.000 2000-01-01T12:00:00.250
		2000-01-01T12:00:00+14:00 1999-12-31T18:30:00-05:30 0000-01-01T00:00:00Z -0044-03-15T00:00:00Z 1582-10-10T00:00:00`,
	)
	dates  = typed("date", "2000-01-01 1999-12-31 2000-01-01Z 2000-01-01+14:00 2000-06-15 -0044-03-15 0001-01-01")
	months = typed("gYearMonth", "2000-01 1999-12 2000-01Z 2000-06-05:00")
	years  = typed("gYear", "2000 1999 2001 2000Z 2000+01:00 -0044 0000")

	times = typed("time", "12:00:00 00:00:00 12:00:00Z 12:00:00.25 12:00:00+14:00 23:59:59")
	parts = slices.Concat(typed("gMonth", "--01 --12 --12Z"), typed("gDay", "---01 ---31"),
		typed("gMonthDay", "--02-29 --01-01 --01-01+14:00"))
	truths = typed("boolean", "true false 1 0")

	// Strings, with and without datatype, and literals that look like them.
	texts = slices.Concat(
		plain("a", "A", "b", "", " a", "a ", "1", "true", `a "quoted" \\ line`+"\n", "tab\tand\rreturn", "é", "e\u0301",
			"日本 😀", "?x {$s}", "'''", "\\u0041"), typed("string", "a A b 1 true é 2000"), typed("string", "a b"),
		[]Literal{
			{Lex: "a", Lang: "en"},
			{Lex: "b", Lang: "de-CH"},
			{Lex: "1", Datatype: dl.XSD + "integer"},
			{Lex: "true", Datatype: dl.XSD + "boolean"},
		}, typed("normalizedString", "a"), typed("anyURI", "b"),
		[]Literal{{Lex: "a", Datatype: "http://example.org/unit"}})

	// Numbers in units, one of them no number.
	inUnits = []Literal{
		{Lex: "1", Datatype: "http://example.org/unit"}, {Lex: "2.50", Datatype: "http://example.org/unit"},
		{Lex: "-3", Datatype: "http://example.org/unit"}, {Lex: "2.5", Datatype: "http://example.org/unit2"},
		{Lex: "1e2", Datatype: "http://example.org/unit"}, {Lex: "much", Datatype: "http://example.org/unit"},
		{Lex: "2.5 cm", Datatype: "https://w3id.org/lindt/custom_datatypes#ucum"},
		{Lex: "25 mm", Datatype: "https://w3id.org/lindt/custom_datatypes#ucum"}, {Lex: "2", Datatype: dl.XSD + "integer"},
	}

	// Literals that genus cannot compare. None is malformed: engines handle
	// "1.5"^^xsd:integer in many ways, from storing 1 to refusing the graph.
	others = slices.Concat(typed("string", "1 2000 true"),
		[]Literal{
			{Lex: "1", Lang: "en"},
			{Lex: "NaN", Lang: "zh-Hant-TW"},
			{Lex: `a "quoted" \ line` + "\n", Lang: "en-GB"},
			{Lex: "", Datatype: dl.XSD + "string"},
		}, typed("duration", "P1Y"), []Literal{{Lex: "007", Datatype: "http://example.org/unit"}})
)

// Flavours are the lists from which the values of one feature are drawn.
var Flavours = [][]Literal{integers, doubles, slices.Concat(integers, decimals, doubles, floats), close, decimals,
	dateTimes, dates, years, slices.Concat(dateTimes, dates, months, years),
	typed("dateTime",
		"2000-01-01T00:00:00Z 1999-12-31T23:59:59.999Z 2000-01-01T12:00:00Z 2000-01-01T00:00:00.000Z 2020-05-01T00:00:00Z",
	),
	slices.Concat(typed("dateTime", "2000-01-01T00:00:00 2000-01-01T12:00:00.25"),
		typed("date", "2000-01-01 1999-12-31 2000-02-01"), typed("gYear", "2000 1999")),
	typed("date", "2000-01-01 1999-12-31 2000-02-01 0001-01-01"), times, parts, truths, texts, texts,
	slices.Concat(integers, truths, years, floats, others), inUnits, shortNumbers, shortNumbers}
