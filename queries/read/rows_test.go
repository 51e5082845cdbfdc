package read_test

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/queries/read"
)

// The rows of a table are those that the query asks for, or the query is read in another way.
func TestRows(t *testing.T) {
	type groups struct {
		least, most int
		ascending   bool
	}
	const counted = "SELECT ?z (COUNT(?x) AS ?n) { ?x <http://e/in> ?z } GROUP BY ?z "
	for _, tt := range []struct {
		query  string
		groups *groups // nil: there are none
	}{
		{"SELECT ?x { ?x <http://e/in> ?z }", nil},
		{counted, &groups{}},
		{counted + "ORDER BY ?n LIMIT 3", &groups{ascending: true}},
		{counted + "ORDER BY DESC(COUNT(?x)) LIMIT 3", &groups{}},
		{counted + "ORDER BY ?z LIMIT 3", nil},
		{counted + "HAVING (?n >= 2)", &groups{least: 2}},
		{counted + "HAVING (COUNT(?x) > 2) (COUNT(?x) < 9) (COUNT(?x) <= 7)", &groups{least: 3, most: 7}},
		{counted + "HAVING (COUNT(?x) = 4)", &groups{least: 4, most: 4}},
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
			check.Equal(t, groups{got.Least, got.Most, got.Ascending}, *tt.groups, tt.query)
		}
	}
	for _, tt := range []struct {
		query      string
		path       string // of the order; empty: there is none
		descending bool
	}{
		{"SELECT ?x { ?x <http://e/in> ?z } ORDER BY ?z LIMIT 2", "http://e/in", false},
		{"SELECT ?x { ?x <http://e/in> ?z } ORDER BY DESC(?z) ?x LIMIT 2", "http://e/in", true},
		{"SELECT ?x { ?x <http://e/in> ?z ; <http://e/on> ?y } ORDER BY ?z ?y", "", false},
	} {
		by := require.Value(read.Read(tt.query, read.Options{}))(t).Rows.By
		require.That(t, (by != nil) == (tt.path != ""), "%s: order %v", tt.query, by)
		if by != nil {
			check.That(t, by.Path[0].IRI == tt.path && by.Descending == tt.descending, "%s: order %+v", tt.query, by)
		}
	}
}
