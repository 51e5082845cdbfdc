package benchmarks

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strconv"

	"github.com/genus-kg/genus/internal/evaluation"
)

// paper holds the figures of the paper's tables.
//
//go:embed paper/*.csv
var paper embed.FS

// PaperTable returns the rows of one of the paper's tables, as maps from column to text.
func PaperTable(number int) ([]map[string]string, error) {
	f, err := paper.Open(fmt.Sprintf("paper/table%d.csv", number))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, column := range records[0] {
			row[column] = record[i]
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// A Published result is that of a tool on a problem in the paper's Table 4, of which
// Table 1 is a part: means and deviations of 10-fold cross-validation.
type Published struct {
	Tool, Problem      string
	Accuracy, F1, Size evaluation.Statistic
}

// PublishedResults returns all of Table 4. ALCSAT is the paper's own tool, Theorem 2 the
// optimal fitting in polynomial time.
func PublishedResults() ([]Published, error) {
	rows, err := PaperTable(4)
	if err != nil {
		return nil, err
	}
	var out []Published
	for _, row := range rows {
		p := Published{Tool: row["tool"], Problem: row["problem"]}
		for column, to := range map[string]*evaluation.Statistic{"accuracy": &p.Accuracy, "f1": &p.F1, "size": &p.Size} {
			if to.Mean, err = strconv.ParseFloat(row[column], 64); err != nil {
				return nil, err
			}
			if to.Deviation, err = strconv.ParseFloat(row[column+"_deviation"], 64); err != nil {
				return nil, err
			}
			to.N = 10
		}
		out = append(out, p)
	}
	return out, nil
}
