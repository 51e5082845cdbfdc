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
		"#^childOf":                         "count ^childOf",
		" city / ^country ":                 "city ^country",
		"zoo:livesIn/<http://e/a/b>/zoo:in": "zoo:livesIn <http://e/a/b> zoo:in",
		"^<http://e/a/b>":                   "^<http://e/a/b>",
		"http://e/a/b":                      "http://e/a/b",
		"<http://e/a>/^http://e/b/c":        "<http://e/a> ^http://e/b/c",
		"# p:a/p:b":                         "count p:a p:b",
		"avg(price / amount)":               "avg price amount",
		"SUM (<http://e/a/b>)":              "sum <http://e/a/b>",
		"mass (kg)":                         "mass (kg)",
		"max":                               "max",
	} {
		steps, c := NamedColumn(text)
		var got []string
		if c.Aggregate != "" {
			got = append(got, string(c.Aggregate))
		}
		for i, step := range steps {
			got = append(got, map[bool]string{true: "^"}[c.Path[i].Inverse]+step)
		}
		check.Equal(t, strings.Join(got, " "), want, fmt.Sprintf("the column %q", text))
	}
}
