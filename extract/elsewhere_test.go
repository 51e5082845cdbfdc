package extract

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
)

// TestElsewhere: if a source has only a part of the data, it knows some of the examples
// only as objects, and others not at all. Messages name the other source.
func TestElsewhere(t *testing.T) {
	w := &world{}
	w.role(ex+"wrote", ex+"ada", ex+"article")
	w.role(ex+"knows", ex+"ada", ex+"alan")
	w.member(ex+"alan", ex+"Person")
	c := w.serve(t)
	const other = "articles are at https://other.example/sparql"
	o := CrawlOptions{Bounds: Bounds{Depth: 1}, Elsewhere: other}
	report := mustCrawl(t, c, memory(t), []string{ex + "ada", ex + "alan", ex + "article"}, o)
	want := c.URL() + " has no statements to learn from about <" + ex + "article>: " + other
	check.That(t, len(report.Warnings) == 1 && report.Warnings[0] == want, "warnings %q; want %q", report.Warnings, want)
	warnings := mustCrawl(t, c, memory(t), []string{ex + "ada", ex + "alan"}, o).Warnings
	check.That(t, len(warnings) <= 0, "all have statements: %q", warnings)
	_, _, err := Crawl(t.Context(), c, memory(t), []string{ex + "ada", ex + "nobody"}, o)
	check.That(t, err != nil && strings.HasSuffix(err.Error(), "(classes and properties are not individuals); "+other),
		"unknown: %v", err)
}
