package queries

import (
	"fmt"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
)

func TestNamedColumn(t *testing.T) {
	for text, want := range map[string]string{
		"born":                              "born",
		"#^childOf":                         "# ^childOf",
		" city / ^country ":                 "city ^country",
		"zoo:livesIn/<http://e/a/b>/zoo:in": "zoo:livesIn <http://e/a/b> zoo:in",
		"^<http://e/a/b>":                   "^<http://e/a/b>",
		"http://e/a/b":                      "http://e/a/b",
		"<http://e/a>/^http://e/b/c":        "<http://e/a> ^http://e/b/c",
		"# p:a/p:b":                         "# p:a p:b",
	} {
		steps, c := NamedColumn(text)
		var got []string
		if c.Counted {
			got = append(got, "#")
		}
		for i, step := range steps {
			got = append(got, map[bool]string{true: "^"}[c.Path[i].Inverse]+step)
		}
		check.Equal(t, strings.Join(got, " "), want, fmt.Sprintf("the column %q", text))
	}
}
