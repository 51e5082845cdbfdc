package graph

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
)

// solution is a row of a table by the names of the variables. Unbound and malformed
// values are nil.
type solution struct{ s, p, o, n, use rdf.Term }

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
		n, ok := parseCount(row.n)
		if !ok {
			return 0, fmt.Errorf("%w: %v is not a number of statements", ErrInconsistent, row.n)
		}
		total += n
	}
	return total, nil
}

// parseCount reads the value of a COUNT. Engines write it as integer, int or, rarely,
// decimal.
func parseCount(t rdf.Term) (int, bool) {
	if t == nil {
		return 0, false
	}
	n, err := strconv.Atoi(t.String())
	return n, err == nil && n >= 0
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
