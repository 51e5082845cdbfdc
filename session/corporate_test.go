package session

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/session/members"
)

// corporateRefused are the questions of CK25 whose queries no table answers, with a part of the reason.
var corporateRefused = map[int]string{
	4:  "CONTAINS",
	28: "CONTAINS",
	20: "a path without conditions leads to",
	29: "a path without conditions leads to",
	45: "a path without conditions leads to",
	24: "ORDER BY ?volume with LIMIT", // calculated
	25: "ORDER BY DESC(?density) with LIMIT",
	30: "has not the same members", // only those who are stated to be employees, and no managers
	41: "there are two ways from ?m to ?dept",
	42: "ORDER BY DESC(?avgUnitCost) with LIMIT",
	43: "STR(?a) < STR(?b)",
	44: "aggregates without GROUP BY",
}

// corporateNumbers are the questions of whose rows the numbers are compared, in this column: the engine answers 32 with
// other names than labels, and 46 with five groups where more have the number of the last.
var corporateNumbers = map[int]int{32: 1, 46: 1}

// TestCorporateQuestions reads the queries of the 50 questions of CK25 about a company, fills a table with what each
// asks for, and compares it with what an engine answers to the query itself.
func TestCorporateQuestions(t *testing.T) {
	text := require.Value(os.ReadFile(testfiles.Dataset(t, "corporate/questions.yml")))(t)
	var file struct {
		Questions []struct {
			ID       int
			Question struct{ En string }
			Query    struct{ Sparql string }
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &file))
	s := openSession(t, func(c *config.Config) {
		c.Data = []string{testfiles.Dataset(t, "corporate/inst.ttl.gz"), testfiles.Dataset(t, "corporate/vocab.ttl")}
	})
	engine := require.Value(s.use.Source.Client(t.Context(), s.use))(t)
	answered := 0
	for _, q := range file.Questions {
		columns, err := s.columnsOf(t, q.Query.Sparql)
		refused, isRefused := corporateRefused[q.ID]
		if err != nil || isRefused {
			check.That(t, isRefused && err != nil && strings.Contains(err.Error(), refused), "question %d: %v", q.ID, err)
			continue
		}
		want := wantedRows(t, engine, q.Query.Sparql, corporateNumbers[q.ID])
		isWanted := slices.ContainsFunc(columns, func(column []string) bool { return slices.Equal(column, want) })
		check.That(t, isWanted, "question %d %s: %.200q, the engine has %d %.200q",
			q.ID, q.Question.En, columns, len(want), want)
		if isWanted {
			answered++
		}
	}
	t.Logf("%d of %d questions are answered", answered, len(file.Questions))
}

// columnsOf returns the columns of the table of a query, the first of the members or groups; a number if the query only
// counts, and true or false if it is ASK.
func (s *Session) columnsOf(t *testing.T, query string) (columns [][]string, err error) {
	c, r, err := s.Names().ReadConcept(t.Context(), query, "", s.Prefixes())
	if err != nil {
		return nil, err
	}
	p := require.Value(s.Work().ProblemToQuery(t.Context(), extract.Examples{}, c))(t)
	table := require.Value(s.Members().Table(t.Context(), p, c, members.TableOptions{Query: r}))(t)
	switch {
	case strings.Contains(query, "ASK"):
		return [][]string{{strconv.FormatBool(*table.Total > 0)}}, nil
	case strings.Contains(query, "COUNT") && table.Groups == nil && len(r.Query.GroupBy) == 0:
		return [][]string{{strconv.Itoa(*table.Total)}}, nil
	}
	columns = make([][]string, 2+len(table.Columns))
	for _, g := range table.Groups {
		columns[0] = append(columns[0], g.Value)
		columns[1+len(table.Columns)] = append(columns[1+len(table.Columns)], g.Label)
		for i, v := range g.Values {
			columns[2+i] = append(columns[2+i], rounded(v.Value))
		}
	}
	for _, m := range table.Members {
		columns[0] = append(columns[0], m.IRI)
		for i, values := range m.Values {
			for _, v := range values {
				if !slices.Contains(columns[1+i], v.Value) {
					columns[1+i] = append(columns[1+i], v.Value)
				}
			}
		}
	}
	for _, column := range columns { // equal ones come in any order
		slices.Sort(column)
	}
	return columns, nil
}

// rounded returns a number to some digits; engines add doubles.
func rounded(text string) string {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// wantedRows returns a column of what the engine answers, in the same form.
func wantedRows(t *testing.T, engine extract.Client, query string, column int) (rows []string) {
	if strings.Contains(query, "ASK") {
		return []string{strconv.FormatBool(require.Value(engine.Ask(t.Context(), query))(t))}
	}
	if strings.Contains(query, "ORDER BY DESC(COUNT(*))") { // the engine does not know it
		query = strings.Replace(query, "ORDER BY DESC(COUNT(*))", "ORDER BY DESC(?n)", 1)
		query = strings.Replace(query, "WHERE", "(COUNT(*) AS ?n) WHERE", 1)
	}
	query = strings.Replace(query, "ROUND(AVG(?amt) * 100) / 100", "AVG(?amt)", 1) // a table has what is rounded
	table := require.Value(engine.Select(t.Context(), query))(t)
	for _, row := range table.Rows {
		switch {
		case row[column] == nil:
		case column > 0:
			rows = append(rows, rounded(row[column].String()))
		case !slices.Contains(rows, row[0].String()):
			rows = append(rows, row[0].String())
		}
	}
	slices.Sort(rows)
	return rows
}
