package graph

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
)

// solution is a row of a table by the names of the variables. Unbound and malformed
// values are nil.
type solution struct{ s, p, o, n, use, r rdf.Term }

func solutions(table *connector.Table) []solution {
	rows := make([]solution, len(table.Rows))
	for j, name := range table.Vars {
		for i, row := range table.Rows {
			switch name {
			case "s", "x":
				rows[i].s = row[j]
			case "p":
				rows[i].p = row[j]
			case "o":
				rows[i].o = row[j]
			case "n":
				rows[i].n = row[j]
			case "r":
				rows[i].r = row[j]
			case "use":
				rows[i].use = row[j]
			}
		}
	}
	return rows
}

func readNumber(rows []solution) (int, error) {
	if len(rows) != 1 {
		return 0, fmt.Errorf("%w: %d rows for one number", ErrInconsistent, len(rows))
	}
	return sumNumbers(rows)
}

func sumNumbers(rows []solution) (total int, err error) {
	for _, row := range rows {
		n, err := ParseCount(row.n)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// ParseCount reads the value of a COUNT. Engines write it as integer, int or, rarely, decimal
// or double. The error is ErrInconsistent.
func ParseCount(t rdf.Term) (int, error) {
	if t == nil {
		return 0, fmt.Errorf("%w: no number where a COUNT was asked for", ErrInconsistent)
	}
	n, err := strconv.ParseFloat(t.String(), 64)
	if err != nil || n != math.Trunc(n) || n < 0 || n > 1<<53 {
		return 0, fmt.Errorf("%w: %q where a COUNT was asked for, which is not a number of rows", ErrInconsistent, t.String())
	}
	return int(n), nil
}

// parseCount is ParseCount where a number that is none was refused before (see query), or is
// said to be missing.
func parseCount(t rdf.Term) (int, bool) {
	n, err := ParseCount(t)
	return n, err == nil
}

// checkCounts returns an error about the first number that is none.
func checkCounts(rows []solution) error {
	for _, row := range rows {
		if row.n == nil {
			continue
		}
		if _, err := ParseCount(row.n); err != nil {
			return err
		}
	}
	return nil
}

func text(t rdf.Term) string {
	if t == nil {
		return ""
	}
	return t.String()
}

// groupByTerm returns one answer for each term of the batch, from rows in any order.
// row converts a solution, and reports whether to keep it. A row about another term is
// an error: if an endpoint changes the spelling of IRIs, the terms would seem to have
// no statements.
func groupByTerm(kind Kind, batch []string, asked time.Time, rows []solution,
	row func(solution) (Row, bool)) ([]Answer, error) {
	answers := make([]Answer, len(batch))
	index := make(map[string]int, len(batch))
	for i, term := range batch {
		answers[i] = Answer{Term: term, Kind: kind, Time: asked.UnixMilli()}
		index[term] = i
	}
	last, at := "", -1
	for _, r := range rows {
		if s := text(r.s); at < 0 || s != last {
			i, known := index[s]
			if !known {
				return nil, unexpectedTerm(s)
			}
			last, at = s, i
		}
		if row, keep := row(r); keep {
			answers[at].Rows = append(answers[at].Rows, row)
		}
	}
	return answers, nil
}

func unexpectedTerm(s string) error {
	return fmt.Errorf("%w: it answers about %q, which genus did not ask about (does it rewrite IRIs?)", ErrInconsistent, s)
}

func listTerms(terms []string) string {
	if len(terms) == 1 {
		return Bracketed(terms[0])
	}
	return fmt.Sprintf("%s and %d more", Bracketed(terms[0]), len(terms)-1)
}

// Bracketed returns an IRI in angle brackets, and a blank node unchanged.
func Bracketed(iri string) string {
	if len(iri) > 1 && iri[:2] == Blank {
		return iri
	}
	return "<" + iri + ">"
}

// Thousands returns a number with commas between groups of three digits.
func Thousands(n int) string {
	s := []byte(strconv.Itoa(n))
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = slices.Insert(s, i, ',')
	}
	return string(s)
}
