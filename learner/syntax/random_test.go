package syntax

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

// namespaces and locals combine to IRIs that are hard to write down.
var namespaces = []string{"", zoo, "http://example.org/", "http://example.org/zoo", "http://example.org/zoo#a",
	"urn:x:", "urn:", owl, dl.XSD,
	"http://例え.jp/名前#", "http://example.org/a(b)/", "http://example.org/%C3%A9/", "a b>c\\u0041<d\""}

var locals = []string{"", "A", "Elephant", "and", "or", "not", "some", "only", "min", "AND", "Some", "that", "value",
	"Thing", "Nothing",
	"top", "true", "INF", "inverse", "ObjectInverseOf", "integer", "decimal", "İNV", "x:y", ":", "a.b", "a-", "-a", "_",
	"_a", "1", "3000", "3E3", "3f",
	"1990-01-01", "e\u0301", "\u0301e", "名前", "ⁿ", "a⁻", "^-", "a%20b", "a b", "(A)", "[", "{", ">", "<", "=", "=x",
	"\\u0041", "\\", "\"", "\n",
	"\x00", "\u200d", "\U0001F418", "\uFFFD", "⊓", "∃r.C", "A."}

// iris draws anything but blank nodes, which no text can name: see [Prefixes.Shorten].
func iris() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		if rapid.IntRange(0, 9).Draw(t, "free") == 0 {
			return rapid.String().Draw(t, "iri")
		}
		return rapid.SampledFrom(namespaces).Draw(t, "namespace") + rapid.SampledFrom(locals).Draw(t, "local")
	}).Filter(func(iri string) bool { return !strings.HasPrefix(iri, "_:") })
}

func prefixSets() *rapid.Generator[Prefixes] {
	names := append([]string{"zoo", "a", "b", "owl", "xsd", "é", "x-1"}, locals...)
	return rapid.Custom(func(t *rapid.T) Prefixes {
		return rapid.MapOfN(rapid.SampledFrom(names), rapid.SampledFrom(namespaces), 0, 6).Draw(t, "prefixes")
	})
}

// lexicals are spellings of every kind; values go through dl.NewValue.
var lexicals = map[dl.Kind][]string{
	dl.Integer:    {"0", "-5", "3000", "1990", "123456789012345678901234567890"},
	dl.Decimal:    {"0", "-0.5", "30.5", "3000.0", "0.000000000000000000001"},
	dl.Float:      {"0", "0.1", "-3000", "1e-45", "3.4028235e38", "INF", "-INF", "NaN"},
	dl.Double:     {"0", "0.1", "-3000", "5e-324", "1.7976931348623157e308", "INF", "-INF", "NaN"},
	dl.DateTime:   {"1990-01-01T00:00:00", "-0044-03-15T24:00:00Z", "12024-02-29T23:59:59.125-05:30"},
	dl.Date:       {"1990-01-01", "-0044-03-15", "2024-02-29+14:00", "1990-01-01Z"},
	dl.GYearMonth: {"1990-01", "-0044-03Z"},
	dl.GYear:      {"1990", "-0044", "12024+01:00"},
	dl.Time:       {"10:00:00", "23:59:59.5Z"},
	dl.GMonth:     {"--02", "--12Z"},
	dl.GDay:       {"---31", "---01-05:00"},
	dl.GMonthDay:  {"--02-29", "--12-31Z"},
	dl.Boolean:    {"true", "false"},
	dl.String:     {"", "x", "Berlin (Mitte)", `a "quoted" \ one`, " \t\r\n", "e\u0301 \u200d 名前", "5", "\\u0041"},
}

func values() *rapid.Generator[dl.Value] {
	return rapid.Custom(func(t *rapid.T) dl.Value {
		k := dl.Kind(rapid.IntRange(int(dl.Integer), int(dl.String)).Draw(t, "kind"))
		lexical := rapid.SampledFrom(lexicals[k]).Draw(t, "lexical")
		switch {
		case (k == dl.Double || k == dl.Float) && rapid.Bool().Draw(t, "any"):
			lexical = fmt.Sprintf("%g", rapid.Float64Range(-1e300, 1e300).Draw(t, "float"))
		case k == dl.Decimal && rapid.Bool().Draw(t, "any"):
			lexical = fmt.Sprintf("%f", rapid.Float64Range(-1e9, 1e9).Draw(t, "decimal"))
		}
		return require.Value(dl.NewValue(k, lexical))(t)
	})
}

// concepts draws trees with up to size operators.
func concepts(size int) *rapid.Generator[dl.Concept] {
	return rapid.Custom(func(t *rapid.T) dl.Concept { return draw(t, size) })
}

func draw(t *rapid.T, size int) dl.Concept {
	shape := 0
	if size > 0 {
		shape = rapid.IntRange(0, 12).Draw(t, "shape")
	}
	role := func() dl.Role {
		return dl.Role{IRI: iris().Draw(t, "role"), Inverse: rapid.Bool().Draw(t, "inverse"),
			Closure: dl.Closure(max(0, rapid.IntRange(-4, 2).Draw(t, "closure")))}
	}
	number := func() int { return rapid.OneOf(rapid.IntRange(0, 3), rapid.IntMin(0)).Draw(t, "n") }
	both := func() (l, r dl.Concept) {
		left := rapid.IntRange(0, size-1).Draw(t, "left")
		return draw(t, left), draw(t, size-1-left)
	}
	switch shape {
	case 1, 2, 3:
		l, r := both()
		return dl.And{L: l, R: r}
	case 4, 5, 6:
		l, r := both()
		return dl.Or{L: l, R: r}
	case 7, 8:
		return dl.Not{C: draw(t, size-1)}
	case 9:
		return dl.Exists{Role: role(), C: draw(t, size-1)}
	case 10:
		return dl.ForAll{Role: role(), C: draw(t, size-1)}
	case 11:
		return dl.AtLeast{N: number(), Role: role(), C: draw(t, size-1)}
	case 12:
		return dl.AtMost{N: number(), Role: role(), C: draw(t, size-1)}
	}
	switch rapid.IntRange(0, 11).Draw(t, "leaf") {
	case 0:
		return dl.Top{}
	case 1:
		return dl.Bottom{}
	case 2:
		c := dl.Compare{Feature: iris().Draw(t, "feature"), Op: dl.Op(rapid.IntRange(0, 2).Draw(t, "op")),
			Value: values().Draw(t, "value")}
		if c.Value.Kind() == dl.String {
			c.Op = dl.Equal
		}
		return c
	case 7:
		return dl.Agree{R: role(), S: role()}
	case 11:
		return dl.Less{F: iris().Draw(t, "feature"), G: iris().Draw(t, "other feature")}
	case 8:
		return dl.AtLeastValues(rapid.IntRange(1, 3).Draw(t, "n"), iris().Draw(t, "feature"))
	case 9:
		c := dl.Compare{Feature: iris().Draw(t, "feature"), Op: dl.Starts + dl.Op(rapid.IntRange(0, 3).Draw(t, "op"))}
		c.Value = dl.Str(rapid.SampledFrom(
			[]string{"a", "New York", "e\u0301 k", "a.b*[c]", "ß\"\\", "[ab]", "日本", " x\n"}).Draw(t, "text"))
		if c.Op == dl.Lang {
			c.Value = dl.Str(rapid.SampledFrom([]string{"en", "de-ch", "*"}).Draw(t, "language"))
		}
		return c
	case 3:
		return dl.Nominal{IRI: iris().Draw(t, "individual")}
	}
	return dl.Name{IRI: iris().Draw(t, "name")}
}

// TestRoundTrip checks the package's main invariant: a printed concept, in any notation,
// with any prefixes, on one line or several, is read as the same tree, by Parse and by
// the parser of the notation.
func TestRoundTrip(t *testing.T) {
	testsize.Check(t, 40, func(t *rapid.T) {
		c := concepts(12).Draw(t, "concept")
		p := prefixSets().Draw(t, "prefixes")
		switch rapid.IntRange(0, 2).Draw(t, "constructor") {
		case 0:
			p = NewPrefixes(nil, IRIs(c)...)
		case 1:
			p = NewPrefixes(p, IRIs(c)...)
		}
		for n := DL; n <= Manchester; n++ {
			width := rapid.SampledFrom([]int{0, 1, 20, 60}).Draw(t, "width")
			o := Options{Notation: n, Prefixes: p, Width: width, Exact: rapid.Bool().Draw(t, "exact"), Kinds: drawKinds(t, c)}
			text := Print(c, o)
			strict := ParseDL
			if n == Manchester {
				strict = ParseManchester
			}
			for _, parse := range []func(string, Prefixes) (dl.Concept, error){Parse, strict} {
				back, err := parse(text, p)
				require.That(t, err == nil, "%v: %v\n%s", n, err, text)
				require.That(t, back == c, "%v:\n%s\nis read as\n%#v\nnot\n%#v", n, text, back, c)
			}
		}
	})
}

// TestWidthOnlyBreaks checks that breaking lines changes white space only.
func TestWidthOnlyBreaks(t *testing.T) {
	testsize.Check(t, 40, func(t *rapid.T) {
		c := concepts(12).Draw(t, "concept")
		o := Options{Notation: Notation(rapid.IntRange(0, 2).Draw(t, "notation"))}
		one := Print(c, o)
		o.Width = rapid.IntRange(1, 120).Draw(t, "width")
		several := Print(c, o)
		require.That(t, squeeze(several) == one, "width %d:\n%s\nis not\n%s", o.Width, several, one)
		require.That(t, len(one) > o.Width || several == one, "broken although it fits into %d columns:\n%s", o.Width,
			several)
	})
}

// squeeze replaces every line break with its indentation by one space.
func squeeze(s string) string {
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\n' {
			out = append(out, s[i])
			continue
		}
		out = append(out, ' ')
		for i+1 < len(s) && s[i+1] == ' ' {
			i++
		}
	}
	return string(out)
}

// TestShortenExpand checks that a short name expands to the IRI that it stands for.
func TestShortenExpand(t *testing.T) {
	testsize.Check(t, 40, func(t *rapid.T) {
		iri, p := iris().Draw(t, "iri"), prefixSets().Draw(t, "prefixes")
		short := p.Shorten(iri)
		if short[0] == '<' {
			return
		}
		got, ok := p.Expand(short)
		require.That(t, ok && got == iri, "%q is shortened to %q, which means %q, %v", iri, short, got, ok)
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{Print(elephant, Options{}), Print(elephant, Options{Notation: ASCII}),
		Print(elephant, Options{Notation: Manchester}),
		`A and not (r exactly 2 (inverse s some B)) or f value "x\u0041"^^xsd:date`, "∃inv(r)⁻.{true} ⊔ =3 <a\\u0020>.⊤",
		"f some xsd:float[<= 3E0f] and (g ≥ 1990-01-01T00:00:00Z)", "((A)", "∃r", "≥99999999999999999999 r.A", "\xff",
		"x:y:z%20 that w:", "{a}", `r value <urn:o> or f = "a \"b\\"`, "∃r.{a, x:b ⊔ w:}", `f = "x"@en`,
		"r some xsd:integer[> 3, < 4]", "inverse (r) Self"} {
		f.Add(s)
	}
	p := Prefixes{"": zoo, "x": "urn:x:", "w": "urn:"}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := Parse(s, p)
		if err != nil {
			checkError(t, s, err)
			return
		}
		if len(s) > MaxDepth/2 {
			return // deeper than printing with parentheses and reading back allows, perhaps
		}
		for n := DL; n <= Manchester; n++ {
			text := Print(c, Options{Notation: n, Prefixes: p, Width: len(s) % 80})
			back, err := Parse(text, p)
			check.That(t, err == nil && back == c, "%q is read as %#v\nprinted as %s\nand read as %#v, %v", s, c, text, back,
				err)
		}
	})
}

// TestEnglishIsOneLine checks that English is one line without control characters for all
// names.
func TestEnglishIsOneLine(t *testing.T) {
	testsize.Check(t, 40, func(t *rapid.T) {
		c := concepts(12).Draw(t, "concept")
		labels := map[string]string{}
		for _, iri := range IRIs(c) {
			if rapid.Bool().Draw(t, "labelled") {
				labels[iri] = rapid.String().Draw(t, "label")
			}
		}
		text := English(c, EnglishOptions{Labels: labels, Prefixes: prefixSets().Draw(t, "prefixes")})
		require.That(t, text != "" && !strings.ContainsFunc(text, unicode.IsControl) && utf8.ValidString(text),
			"%q is not one visible line", text)
	})
}
