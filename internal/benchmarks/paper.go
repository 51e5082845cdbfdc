package benchmarks

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strconv"
)

// The figures of the paper's tables, so that ours can stand beside them.
//
//go:embed paper/*.csv
var paper embed.FS

// PaperTable reads one of the paper's tables, as maps from column to text.
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

// Published is what the paper's Table 4 says of a tool on a problem (Table 1 has
// a part of it): means and deviations of 10-fold cross-validation.
type Published struct {
	Tool, Problem      string
	Accuracy, F1, Size Statistic
}

// PublishedResults returns all of Table 4. ALCSAT is the paper's own tool, Theorem 2
// the polynomial-time optimal fitting.
func PublishedResults() ([]Published, error) {
	rows, err := PaperTable(4)
	if err != nil {
		return nil, err
	}
	var out []Published
	for _, row := range rows {
		p := Published{Tool: row["tool"], Problem: row["problem"]}
		for column, to := range map[string]*Statistic{"accuracy": &p.Accuracy, "f1": &p.F1, "size": &p.Size} {
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
