package dltest

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// fact matches an assertion: a predicate, an individual, and maybe an object, which may be quoted.
var fact = regexp.MustCompile(`([\w⁻-]+)\(([^(),]+)(?:, ?(?:"([^"]*)"(?:@([\w-]+)|\^\^(\w+))?|([^"()]+)))?\)`)

// ABox returns a builder with the facts of a text, such as
//
//	A(a) r(a, b) f(a, 3) g(a, true) s(a, "x") t(a, "x"@en) h(a, "1.5"^^decimal)
//
// A type without an order, such as duration, makes another value. See [interp.Builder.AddOther].
func ABox(t testing.TB, text string) *interp.Builder {
	t.Helper()
	var b interp.Builder
	for _, m := range fact.FindAllStringSubmatch(text, -1) {
		p, a, lexical, language, datatype, object := m[1], m[2], m[3], m[4], m[5], m[6]
		n, notNumber := strconv.ParseInt(object, 10, 64)
		switch v, err := dl.ParseLiteral(lexical, dl.XSD+datatype); {
		case m[0][len(m[0])-2] == '"' && datatype == "":
			b.AddValue(p, a, dl.Str(lexical))
		case language != "":
			b.AddValue(p, a, dl.Text(lexical, language))
		case datatype != "" && err == nil:
			b.AddValue(p, a, v)
		case datatype != "":
			b.AddOther(p, a, lexical)
		case object == "":
			b.AddName(p, a)
		case object == "true" || object == "false":
			b.AddValue(p, a, dl.Bool(object == "true"))
		case notNumber == nil:
			b.AddValue(p, a, dl.Int(n))
		default:
			b.AddRole(p, a, object)
		}
	}
	if rest := regexp.MustCompile(`\S`).FindString(fact.ReplaceAllString(text, "")); rest != "" {
		t.Fatalf("facts: %q is not read in %s", rest, text)
	}
	return &b
}

// Build returns the structure of an ABox.
func Build(t testing.TB, text string) *interp.Structure {
	t.Helper()
	s, err := ABox(t, text).Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}
