package command

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"a\tb\n":                       "a\tb\n",
		"\u00e9\u4e2d\U0001F418\u0301": "\u00e9\u4e2d\U0001F418\u0301",
		"\x1b[31mred\r":                `\u001B[31mred\u000D`,
		"\u009b31m\u0085":              `\u009B31m\u0085`,
		"\x7f\u2028\u2029":             `\u007F\u2028\u2029`,
		"\u202egnp.\u2066\u200f\u061c": `\u202Egnp.\u2066\u200F\u061C`,
		"\x9b31m":                      `\uFFFD31m`,
	} {
		var out bytes.Buffer
		p := &printable{w: &out}
		n, err := p.Write([]byte(in))
		check.That(t, n == len(in) && err == nil && out.String() == want, "%q: %q, %d bytes, %v; want %q", in, out.String(), n, err, want)
	}
}

// TestPrintablePieces checks that the output does not depend on how the text is split
// into writes, and that JSON keeps its value.
func TestPrintablePieces(t *testing.T) {
	testsize.Check(t, 100, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("a\x1b\u0085\u00e9\u2028\u202e\u4e2d\U0001F418"))).Draw(t, "text")
		doc := require.Value(json.Marshal(text))(t)
		var out bytes.Buffer
		p := &printable{w: &out}
		for rest := doc; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			if _, err := p.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		require.That(t, utf8.Valid(out.Bytes()) && !strings.ContainsFunc(out.String(), isControl),
			"%q has control characters", out.String())
		var back string
		if err := json.Unmarshal(out.Bytes(), &back); err != nil || back != text {
			t.Fatalf("%q became %q: %v", text, back, err)
		}
	})
}
