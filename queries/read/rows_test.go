package read_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
)

// The rows of a table are those that the query asks for, or the query is read in another way.
func TestRows(t *testing.T) {
	type groups struct {
		columns, having string
		by              int
		ascending       bool
	}
	const counted = "SELECT ?z (COUNT(?x) AS ?n) { ?x <http://e/in> ?z } GROUP BY ?z "
	const summed = "SELECT ?z (SUM(?y) AS ?total) { ?x <http://e/in> ?z ; <http://e/on> ?y } GROUP BY ?z "
	for _, tt := range []struct {
		query  string
		groups *groups // nil: there are none
	}{
		{"SELECT ?x { ?x <http://e/in> ?z }", nil},
		{counted, &groups{}},
		{counted + "ORDER BY ?n LIMIT 3", &groups{ascending: true}},
		{counted + "ORDER BY DESC(COUNT(?x)) LIMIT 3", &groups{}},
		{counted + "ORDER BY ?z LIMIT 3", &groups{by: queries.ByKey, ascending: true}},
		{counted + "HAVING (?n >= 2)", &groups{having: "0>=2"}},
		{counted + "HAVING (COUNT(?x) > 2) (COUNT(?x) < 9) (COUNT(?x) != 7)", &groups{having: "0>2 0<9 0!=7"}},
		{counted + "HAVING (COUNT(?x) = 4)", &groups{having: "0=4"}},
		{summed + "ORDER BY DESC(?total) LIMIT 1", &groups{columns: "sum(on)", by: 1}},
		{summed + "HAVING (SUM(?y) > 2.5) ORDER BY AVG(?y)",
			&groups{columns: "sum(on) avg(on)", having: "1>2.5", by: 2, ascending: true}},
		{"SELECT ?z (MIN(?y) AS ?a) (MAX(?y) AS ?b) { ?x <http://e/in> ?z ; <http://e/on>/<http://e/of> ?y } GROUP BY ?z",
			&groups{columns: "min(on of) max(on of)"}},
		{"SELECT ?z (COUNT(DISTINCT ?y) AS ?n) (COUNT(*) AS ?m) { ?x <http://e/in> ?z ; <http://e/on> ?y } GROUP BY ?z",
			&groups{}},
		{"SELECT ?z (ROUND(AVG(?y) * 10) / 10 AS ?n) { ?x <http://e/in> ?z ; <http://e/on> ?y } GROUP BY ?z",
			&groups{columns: "avg(on)"}},
		{"SELECT ?z (SUM(?n) AS ?total) { ?x <http://e/in> ?z ; <http://e/on> ?y " +
			"BIND(<" + dl.XSD + "int>(?y) AS ?n) } GROUP BY ?z", &groups{columns: "sum(on)"}},
		{"SELECT ?z (AVG(?y / 2) AS ?n) { ?x <http://e/in> ?z ; <http://e/on> ?y } GROUP BY ?z", nil},
		{"SELECT ?z (SUM(DISTINCT ?y) AS ?n) { ?x <http://e/in> ?z ; <http://e/on> ?y } GROUP BY ?z", nil},
		{"SELECT ?z (SUM(?y) AS ?n) { ?x <http://e/in> ?z ; <http://e/on> ?y ; <http://e/of> ?w } GROUP BY ?z",
			nil}, // a value counts for each ?w
		{counted + "HAVING (COUNT(?x) < 1)", nil},
		{counted + "HAVING (COUNT(?x) = 0)", nil},
		{"SELECT ?z { ?x <http://e/in> ?z } GROUP BY ?z HAVING (COUNT(?x) > 2)", nil},
	} {
		r, err := read.Read(tt.query, read.Options{})
		switch {
		case tt.groups == nil:
			check.That(t, err != nil || r.Rows.Groups == nil, "%s has groups", tt.query)
		default:
			require.That(t, err == nil && r.Rows.Groups != nil, "%s has no groups: %v", tt.query, err)
			got := r.Rows.Groups
			var having []string
			for _, h := range got.Kept.Having {
				having = append(having, fmt.Sprint(h.Of, h.Op, h.Than.Lexical()))
			}
			check.Equal(t, groups{columnsText(got.Columns), strings.Join(having, " "), got.Kept.By, got.Kept.Ascending},
				*tt.groups, tt.query)
		}
	}
	const service = "SERVICE <http://wikiba.se/ontology#label> { <http://www.bigdata.com/rdf#serviceParam> " +
		"<http://wikiba.se/ontology#language> \"de,en\" }"
	const label = "<http://www.w3.org/2000/01/rdf-schema#label>"
	for _, tt := range []struct {
		query   string
		by      string // empty: there is no order
		columns string
	}{
		{"SELECT ?x { ?x <http://e/in> ?z } ORDER BY ?z LIMIT 2", "in", ""},
		{"SELECT ?x { ?x <http://e/in> ?z } ORDER BY DESC(?z) ?x LIMIT 2", "-in", ""},
		{"SELECT ?x { ?x <http://e/in> ?z ; <http://e/on> ?y } ORDER BY ?z ?y", "", ""},
		{"SELECT ?x ?xLabel { ?x <http://e/in> ?z " + service + " } ORDER BY DESC(?xLabel) LIMIT 2", "- labels de,en", ""},
		{"SELECT ?x ?zLabel { ?x <http://e/in> ?z " + service + " } ORDER BY ?zLabel LIMIT 2", "in labels de,en", ""},
		{"SELECT ?x { ?x <http://e/in> ?z ; " + label + " ?l FILTER(LANG(?l) = \"fr\") } ORDER BY ?l LIMIT 2", " labels fr",
			""},
		{"SELECT ?x (MIN(?y) AS ?first) { ?x <http://e/on> ?y } GROUP BY ?x ORDER BY ?first LIMIT 2", "min(on)", "min(on)"},
		{"SELECT ?x (SUM(?y) AS ?n) { ?x <http://e/on> ?y ; <http://e/of> ?w } GROUP BY ?x", "", ""}, // multiplied
	} {
		rows := require.Value(read.Read(tt.query, read.Options{}))(t).Rows
		by := ""
		if rows.By != nil {
			by = columnsText([]queries.Column{rows.By.Column})
			if rows.By.Descending {
				by = "-" + by
			}
			if rows.By.Labelled {
				by += " labels " + strings.Join(rows.By.Labels.Languages, ",")
			}
		}
		check.Equal(t, by, tt.by, "order of "+tt.query)
		check.Equal(t, columnsText(rows.Columns), tt.columns, "columns of "+tt.query)
	}
}

// columnsText returns the columns, with the last parts of the IRIs.
func columnsText(columns []queries.Column) string {
	var out []string
	for _, c := range columns {
		var path []string
		for _, r := range c.Path {
			path = append(path, r.IRI[strings.LastIndex(r.IRI, "/")+1:])
		}
		text := strings.Join(path, " ")
		if c.Aggregate != "" {
			text = string(c.Aggregate) + "(" + text + ")"
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}
