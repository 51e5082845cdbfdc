package differential

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// repeat asks about concepts that engines once answered wrongly. The graphs are as small as
// possible.
func repeat(t *testing.T, e engines.Engine, dialect queries.Dialect) {
	const graph = `<http://example.org/c> <http://example.org/r> <http://example.org/a> .
<http://example.org/d> <http://example.org/r> <http://example.org/c> .
<http://example.org/a> <http://example.org/s> <http://example.org/a> .
<http://example.org/c> <http://example.org/s> <http://example.org/b> .
<http://example.org/a> <http://example.org/f> "2000-01-01T12:00:00+14:00"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<http://example.org/b> <http://example.org/f> "0000-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<http://example.org/a> <http://example.org/g> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://example.org/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/C> .
`
	const a, b, c, d = ex + "a", ex + "b", ex + "c", ex + "d"
	const r, s, other = ex + "r", ex + "s", ex + "t"
	all := []string{a, b, c, d}
	prefixes := syntax.Prefixes{"": ex, "xsd": dl.XSD}
	above := func(role string, roles ...dl.Role) queries.Axioms {
		return queries.Axioms{Roles: map[string][]dl.Role{role: roles}}
	}
	back := dl.Role{IRI: s, Inverse: true}
	tests := []struct {
		name, concept string
		axioms        queries.Axioms
		want          []string
	}{
		// Virtuoso did not apply a MINUS between two unions.
		{"complement of a complement below unions of roles", "¬∃r⁻.¬∃r⁻.⊤",
			above(r, dl.Role{IRI: s}, back, dl.Role{IRI: other}, dl.Role{IRI: other, Inverse: true},
				dl.Role{IRI: ex + "f", Inverse: true}), []string{a, b, d}},
		// Virtuoso applied a MINUS next to VALUES that excludes a nominal to the nominal, too.
		{"a nominal, or all successors have a number", "{a} ⊔ ∀s.(g = 3.0)", queries.Axioms{}, []string{a, b, d}},
		// Virtuoso counted and ordered a union before it applied the MINUS.
		{"subclasses within a complement of a complement below a union of roles", "∃s.(¬C ⊔ (g = 1) ⊓ D)",
			above(s, back), []string{b, c}},
		// Virtuoso applied only one of two complements next to VALUES.
		{"a complement beside one with subclasses in a complement", "((g = 1) ⊓ ∃r⁻.D ⊔ ∀t⁻.⊥) ⊓ ¬∃s⁻.C",
			queries.Axioms{}, []string{b, c, d}},
		// Virtuoso found no join of a single nominal followed by an OPTIONAL.
		{"a nominal in a union below a role that excludes another one", "∃s.(∃t.⊤ ⊔ {a} ⊓ ¬({b} ⊓ C))",
			queries.Axioms{}, []string{a}},
		// Virtuoso answered with a row without values where it saw that a union is empty.
		{"a number that no value can be equal to", `∃s.(g = "0.3"^^xsd:float)`, above(s, back), nil},
		// Virtuoso ignores a filter next to VALUES.
		{"nothing", "⊥", queries.Axioms{}, nil},
		{"nothing below a role", "∃t.⊥", queries.Axioms{}, nil},
		// RDF4J restricts what follows a union to a single value of its last branch.
		{"a nominal in the last branch of a union below a role", "∃r.(∃s.⊤ ⊔ {d} ⊓ ∃r.⊤)", queries.Axioms{}, []string{c, d}},
		// RDF4J put the single value of VALUES into the COUNT around it, too.
		{"a nominal within a complement", "(g ≥ 0) ⊓ {c} ⊔ ¬(g ≥ 1) ⊔ {c}", queries.Axioms{}, []string{b, c, d}},
		// Beside a MINUS with two unions Virtuoso did not look at another one.
		{"two unions in a complement beside another complement", "∀s.∀s.¬∃t.⊤ ⊓ ∀s⁻.({a} ⊓ {b})", above(s, back),
			[]string{d}},
		// Blazegraph failed where a union and a filter are all of a branch.
		{"a filter behind a union in a branch", "∃t.⊤ ⊔ ∃s.¬{b}", above(s, back), []string{a, b}},
		// RDF4J failed to join a subselect in a MINUS after a single triple with another one.
		{"unions with numbers taken away", "(∃r.⊤ ⊓ ≤1 s.⊤ ⊔ A) ⊓ (∃s.⊤ ⊓ ≤1 r.⊤ ⊔ B)", queries.Axioms{}, []string{c}},
		// Virtuoso crashed.
		{"a nominal beside a number in a branch beside nominals", "{b} ⊔ (≥2 s.⊤ ⊓ {c}) ⊔ {b}",
			above(s, dl.Role{IRI: s}, back, dl.Role{IRI: other}, dl.Role{IRI: other, Inverse: true}), []string{b}},
		// Names are unique.
		{"two nominals below ∀", "∀s⁻.({a} ⊓ {b})", queries.Axioms{}, []string{c, d}},
		{"complement of two nominals", "¬({a} ⊓ {b})", queries.Axioms{}, all},
		{"unions of nominals with another conjunct between", "({a} ⊔ {b}) ⊓ ∃s.⊤ ⊓ ({c} ⊔ {a})", queries.Axioms{},
			[]string{a}},
		{"two nominals below a role with another conjunct between", "{d} ⊔ ∃s.({a} ⊓ ∃s.⊤ ⊓ {b})", queries.Axioms{},
			[]string{d}},
		// RDF4J failed on an IF in a filter if some values are not literals.
		{"a date among other things", `(f ≤ "1999-12-31T23:00:00Z"^^xsd:dateTime)`,
			queries.Axioms{Features: map[string][]string{ex + "f": {r}}}, []string{a, b}},
		// RDF4J compares the year 0 with nothing.
		{"year 0", `¬(f ≥ "0000-01-01T00:00:00Z"^^xsd:dateTime)`, queries.Axioms{}, []string{c, d}},
		{"a value in the year 0", `(f ≤ "1999-12-31T23:00:00Z"^^xsd:dateTime)`, queries.Axioms{}, []string{a, b}},
	}
	require.NoError(t, e.Load(t.Context(), graph))
	client := e.Connect(t, connector.Options{Retries: -1})
	for i := range 2 * len(tests) { // without and with subclasses
		test := tests[i/2]
		concept, err := syntax.ParseDL(test.concept, prefixes)
		require.NoError(t, err)
		o := queries.Options{Dialect: dialect, Axioms: test.axioms, Kinds: map[string][]dl.Kind{ex + "g": {dl.Integer}}}
		o.Vocabulary.NoClosure = i%2 == 0
		page := o
		page.Limit = len(all)
		column := func(n int, want ...string) func(q string, err error) {
			return func(q string, err error) {
				t.Helper()
				require.NoError(t, err)
				answer, err := client.Select(context.Background(), q)
				require.That(t, err == nil, "%v\n%s", err, q)
				var got []string
				for _, row := range answer.Rows {
					got = append(got, fmt.Sprint(row[n]))
				}
				slices.Sort(got)
				check.That(t, slices.Equal(got, want), "%s\n got %s\nwant %s\n%s", test.name, got, want, q)
			}
		}
		members, number := column(0, test.want...), strconv.Itoa(len(test.want))
		members(queries.Select(concept, o))
		members(queries.Select(concept, page))
		members(queries.Confirm(concept, all, o))
		column(0, number)(queries.Count(concept, o))
		column(1, number)(queries.Counts([]dl.Concept{concept}, nil, 1000, o))
		twice := slices.Concat(test.want, test.want)
		slices.Sort(twice)
		column(1, twice...)(queries.Memberships([]dl.Concept{concept, concept}, all, o))
		for _, individual := range all {
			q, err := queries.Ask(concept, individual, o)
			require.NoError(t, err)
			got, err := client.Ask(context.Background(), q)
			require.That(t, err == nil, "%v\n%s", err, q)
			if want := slices.Contains(test.want, individual); got != want {
				t.Errorf("%s: ASK %s is %t\n%s", test.name, individual, got, q)
			}
		}
	}
}

// A literal is an RDF literal; lang is set for language-tagged strings. Without datatype
// and lang, it is a string that is written without its datatype.
type literal struct{ lex, datatype, lang string }

// String returns the literal in N-Triples.
func (l literal) String() string {
	quoted := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(l.lex) + `"`
	if l.lang != "" {
		return quoted + "@" + l.lang
	}
	if l.datatype == "" {
		return quoted
	}
	return quoted + "^^<" + l.datatype + ">"
}

// value returns the value that genus reads; ok is false if the literal is not a value.
func (l literal) value() (v dl.Value, ok bool) {
	if l.lang != "" {
		return v, false
	}
	v, err := dl.ParseLiteral(l.lex, cmp.Or(l.datatype, dl.String.IRI()))
	return v, err == nil
}

// long reports whether the literal is an integer of more than 64 bits.
func (l literal) long() bool {
	v, ok := l.value()
	_, err := strconv.ParseInt(v.Lexical(), 10, 64)
	return ok && v.Kind() == dl.Integer && err != nil
}

// small reports whether the literal is no decimal, or one with at most that many fraction
// digits and 20 before.
func (l literal) small(digits int) bool {
	whole, fraction, _ := strings.Cut(strings.TrimLeft(l.lex, "+-0"), ".")
	return l.datatype != dl.Decimal.IRI() || len(whole) <= 20 && len(strings.TrimRight(fraction, "0")) <= digits
}

// typed returns literals of one datatype of XML Schema, by their spellings.
func typed(datatype, spellings string) []literal {
	var out []literal
	for _, s := range strings.Fields(spellings) {
		out = append(out, literal{lex: s, datatype: dl.XSD + datatype})
	}
	return out
}

// plain returns strings without their datatype.
func plain(lexical ...string) []literal {
	var out []literal
	for _, s := range lexical {
		out = append(out, literal{lex: s})
	}
	return out
}

// Literals of all kinds. Each list begins with its simplest.
var (
	integers = slices.Concat(typed("integer", "1 2 3 -1 0 -0 +2 007 9007199254740993 123456789012345678901234567890"),
		typed("int", "2"), typed("byte", "3"), typed("nonNegativeInteger", "1"),
		typed("unsignedLong", "18446744073709551615"))
	decimals = typed("decimal", `1.5 2.0 0.1 -0.0 .5 3. 1.50 -1.25 0.123456789012345
		0.1234567890123456 0.123456789012345678 -0.123456789012345679 1.00000000000000001 0.000000000000000001 0.00000000000000000001 -0.00000000000000000001
		0.10000000000000000555 0.100000000000000005551115123126 123456789012345.6789012345 12345678901234567890.5 123456789012345678901234567890.5`)
	doubles = typed("double",
		"1.5E0 2 0.1 -0 1e400 -1e400 INF -INF NaN 1e-400 1e22 0.30000000000000004 9007199254740993 5E-324 -5E-324 1E-20 1E-310",
	)
	floats = typed("float", "1.5 2 0.1 -0 16777217 1e39 -1e39 INF -INF NaN 0.3 1e-20 1e-45")

	// Numbers that are nearly equal, in several types. As a double, the first ones are.
	close = slices.Concat(
		typed("decimal",
			"0.1 0.10000000000000000555 0.100000000000000005551115123126 0.100000000000000006 0.100000000000000001 0.00000000000000000001 0.000000000000000001 0",
		), typed("double", "0.1 1E-20 5E-324 1E-310 0"))

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
		[]literal{
			{lex: "a", lang: "en"},
			{lex: "b", lang: "de-CH"},
			{lex: "1", datatype: dl.XSD + "integer"},
			{lex: "true", datatype: dl.XSD + "boolean"},
		}, typed("normalizedString", "a"), typed("anyURI", "b"),
		[]literal{{lex: "a", datatype: "http://example.org/unit"}})

	// Literals that genus cannot compare. None is malformed: engines handle
	// "1.5"^^xsd:integer in many ways, from storing 1 to refusing the graph.
	others = slices.Concat(typed("string", "1 2000 true"),
		[]literal{
			{lex: "1", lang: "en"},
			{lex: "NaN", lang: "zh-Hant-TW"},
			{lex: `a "quoted" \ line` + "\n", lang: "en-GB"},
			{lex: "", datatype: dl.XSD + "string"},
		}, typed("duration", "P1Y"), []literal{{lex: "1", datatype: "http://example.org/unit"}})
)

// flavours are the lists from which the values of one feature are drawn.
var flavours = [][]literal{integers, doubles, slices.Concat(integers, decimals, doubles, floats), close, decimals,
	dateTimes, dates, years, slices.Concat(dateTimes, dates, months, years),
	typed("dateTime",
		"2000-01-01T00:00:00Z 1999-12-31T23:59:59.999Z 2000-01-01T12:00:00Z 2000-01-01T00:00:00.000Z 2020-05-01T00:00:00Z",
	),
	slices.Concat(typed("dateTime", "2000-01-01T00:00:00 2000-01-01T12:00:00.25"),
		typed("date", "2000-01-01 1999-12-31 2000-02-01"), typed("gYear", "2000 1999")),
	typed("date", "2000-01-01 1999-12-31 2000-02-01 0001-01-01"), times, parts, truths, texts, texts,
	slices.Concat(integers, truths, years, floats, others)}
