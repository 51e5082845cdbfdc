package rdffile

import (
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/check"
)

// A defect in Manchester syntax or in OBO Graphs is an error with its line; what has no defect is read.
func TestBadManchester(t *testing.T) {
	const head = "Prefix: : <http://e/>\nOntology: <http://e/o>\n"
	for _, tt := range []struct {
		in     string
		format Format
		want   string // of the error; empty for none
	}{
		{head + "Class: A\n SubClassOf: p some (B and (inverse q) only {i, j}), not C", Manchester, ""},
		{head + "Class: A SubClassOf: p min 1, q exactly 2 B, d some integer[>= 3, < 9], d value 3.5 # so", Manchester, ""},
		{head + "Individual: _:x Types: A Facts: p i, not d \"a\\\"b\"@en", Manchester, ""},
		{head + "Class: A\n SubClassOf: p some", Manchester, `4: Manchester syntax: at "the end of the file": want a name`},
		{head + "Class: A\n SubClassOf: no:B", Manchester,
			`4: Manchester syntax: at "no:B": the prefix of the name is not declared`},
		{head + "Class: A\n Domain: B", Manchester,
			`4: Manchester syntax: at "Domain:": genus does not know this section of Class`},
		{head + "Klass: A", Manchester, `3: Manchester syntax: at "Klass:": genus does not know this frame`},
		{head + "ObjectProperty: p\nCharacteristics: Odd", Manchester,
			"4: Manchester syntax: at \"Odd\": want a characteristic"},
		{head + "Class: A SubClassOf: " + strings.Repeat("not ", 100_000) + "B", Manchester, "nested too deep"},
		{"Class: A", Manchester, "want Prefix: or Ontology:"},
		{"{\"graphs\": [\n{\"edges\": [3]}]}", OBOGraphs,
			`2: OBO Graphs: "graphs.edges" has a value of another type than it should: number`},
		{`[{"Name": "ford pinto"}]`, OBOGraphs, "save a table as .csv"},
		{"{\"@graph\": []}", OBOGraphs, "JSON without \"graphs\""},
		{`{"graphs": [{"edges": [{"sub": "http://e/A", "pred": "part_of", "obj": "http://e/B"}]}]}`, OBOGraphs, "part_of"},
	} {
		_, err := ReadFrom(t.Context(), strings.NewReader(tt.in), tt.format, "http://e/o",
			func(rdf.Triple) error { return nil })
		text := ""
		if err != nil {
			text = err.Error()
		}
		check.That(t, strings.Contains(text, tt.want) && (err != nil) == (tt.want != ""), "%.80s: %v", tt.in, err)
	}
}
