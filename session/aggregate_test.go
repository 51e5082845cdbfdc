package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/session/members"
)

// films is a graph with numbers, labels, and parts that cost the same.
const films = `<http://e/f1> <http://e/by> <http://e/d1> .
<http://e/f2> <http://e/by> <http://e/d1> .
<http://e/f3> <http://e/by> <http://e/d2> .
<http://e/f4> <http://e/by> <http://e/d2> .
<http://e/f1> <http://e/cost> "10"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://e/f2> <http://e/cost> "20"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://e/f3> <http://e/cost> "5.5"^^<http://www.w3.org/2001/XMLSchema#decimal> .
<http://e/f1> <http://e/part> <http://e/p1> .
<http://e/f1> <http://e/part> <http://e/p2> .
<http://e/p1> <http://e/price> "3" .
<http://e/p2> <http://e/price> "3" .
<http://e/f1> <http://www.w3.org/2000/01/rdf-schema#label> "Zulu"@en .
<http://e/f2> <http://www.w3.org/2000/01/rdf-schema#label> "Alien"@en .
<http://e/f3> <http://www.w3.org/2000/01/rdf-schema#label> "Brazil"@en .
<http://e/d1> <http://www.w3.org/2000/01/rdf-schema#label> "Ridley"@en .
<http://e/d2> <http://www.w3.org/2000/01/rdf-schema#label> "Ana"@en .
`

// The rows of a table are those that the options, or a query, ask for, in a file and at an endpoint.
func TestAggregates(t *testing.T) {
	t.Run("file", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "films.nt")
		require.NoError(t, os.WriteFile(file, []byte(films), 0o600))
		checkAggregates(t, openSession(t, func(c *config.Config) { c.Data = []string{file} }))
	})
	t.Run("embedded", func(t *testing.T) {
		e := engines.StartEmbedded(t, films)
		checkAggregates(t, openSession(t, func(c *config.Config) { c.Endpoint = e.Endpoint }))
	})
}

func TestAggregatesOnEngines(t *testing.T) {
	for _, starter := range engines.All() {
		t.Run(starter.Name, func(t *testing.T) {
			e := starter.Start(t, films)
			checkAggregates(t, openSession(t, func(c *config.Config) {
				if c.Endpoint = e.Endpoint; e.Graph != "" {
					c.Graph = []string{e.Graph}
				}
			}))
		})
	}
}

func checkAggregates(t *testing.T, s Session) {
	const price = "(<http://e/part>/<http://e/price>)"
	const all = "SELECT ?f WHERE { ?f <http://e/by> ?d }"
	for _, tt := range []struct {
		query string
		o     members.TableOptions
		want  string
	}{
		{all, members.TableOptions{Order: "label"}, "f2 f3 f1 f4"},
		{all, members.TableOptions{Order: "-label", First: 2}, "f1 f3"},
		{all, members.TableOptions{Order: "by"}, "f3 f4 f1 f2"}, // Ana, then Ridley
		{all, members.TableOptions{Order: "-cost", First: 2}, "f2 f1"},
		{all, members.TableOptions{Order: "-sum" + price, First: 2}, "f1 f2"},
		{all, members.TableOptions{Columns: []string{"sum" + price, "count" + price}}, "f1:6,1 f2:,0 f3:,0 f4:,0"},
		{all + " ORDER BY ?f LIMIT 2", members.TableOptions{Columns: []string{"max(cost)"}}, "f1:10 f2:20"},
		{"SELECT ?f WHERE { ?f <http://e/cost> ?c } ORDER BY DESC(?c) LIMIT 2",
			members.TableOptions{Columns: []string{"max(cost)"}}, "f2:20 f1:10"},
		{all, members.TableOptions{Group: "by"}, "d1=2 d2=2"},
		{all, members.TableOptions{Group: "by", Order: "by"}, "d2=2 d1=2"},
		{all, members.TableOptions{Group: "by", Columns: []string{"sum(cost)", "max(cost)"}}, "d1=2:30,20 d2=2:5.5,5.5"},
		{all, members.TableOptions{Group: "by", Columns: []string{"avg(cost)"}, Order: "avg(cost)"}, "d2=2:5.5 d1=2:15"},
		{all, members.TableOptions{Group: "by", Columns: []string{"sum" + price}, Order: "sum" + price}, "d1=2:6 d2=2:"},
		{"SELECT ?d (SUM(?c) AS ?total) WHERE { ?f <http://e/by> ?d ; <http://e/cost> ?c } GROUP BY ?d HAVING (SUM(?c) > 6)",
			members.TableOptions{}, "d1=2:30"},
		{"SELECT ?d (SUM(?c) AS ?total) WHERE { ?f <http://e/by> ?d ; <http://e/cost> ?c } GROUP BY ?d HAVING (SUM(?c) > 1) " +
			"ORDER BY ?total LIMIT 1", members.TableOptions{}, "d2=1:5.5"},
		{"SELECT ?d (MIN(?c) AS ?least) WHERE { ?f <http://e/by> ?d ; <http://e/cost> ?c } GROUP BY ?d ORDER BY ?least " +
			"LIMIT 1",
			members.TableOptions{}, "d2=1:5.5"},
		{"SELECT ?f (MAX(?c) AS ?most) WHERE { ?f <http://e/by> ?d ; <http://e/cost> ?c } GROUP BY ?f " +
			"ORDER BY DESC(?most) LIMIT 2", members.TableOptions{}, "f2:20 f1:10"},
		{"SELECT ?f ?l WHERE { ?f <http://e/cost> ?c ; <http://www.w3.org/2000/01/rdf-schema#label> ?l " +
			"FILTER(LANG(?l) = \"en\") } ORDER BY DESC(?l) LIMIT 2", members.TableOptions{}, "f1 f3"},
	} {
		c, r := require.Values(s.Names().ReadConcept(t.Context(), tt.query, "", nil))(t)
		p := require.Value(s.Work().ProblemToQuery(t.Context(), extract.Examples{}, c))(t)
		tt.o.Query = r
		table := require.Value(s.Members().Table(t.Context(), p, c, tt.o))(t)
		check.Equal(t, rowsText(table), tt.want, fmt.Sprintf("%s %+v", tt.query, tt.o))
	}
}

// rowsText writes the rows of a table: members or groups with the numbers in columns that are aggregates.
func rowsText(table *members.Table) string {
	var rows []string
	row := func(text string, numbers []string) {
		if len(numbers) > 0 {
			text += ":" + strings.Join(numbers, ",")
		}
		rows = append(rows, strings.TrimPrefix(text, "http://e/"))
	}
	for _, g := range table.Groups {
		var numbers []string
		for _, v := range g.Values {
			numbers = append(numbers, rounded(v.Value))
		}
		row(fmt.Sprintf("%s=%d", g.Value, g.Members), numbers)
	}
	for _, m := range table.Members {
		var numbers []string
		for i, column := range table.Columns {
			if column.Aggregate != "" {
				number := ""
				for _, v := range m.Values[i] {
					number += rounded(v.Value)
				}
				numbers = append(numbers, number)
			}
		}
		row(m.IRI, numbers)
	}
	return strings.Join(rows, " ")
}
