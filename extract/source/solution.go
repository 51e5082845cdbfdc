package source

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
)

// solution is a row of a table; what is unbound or malformed is nil.
type solution struct{ s, p, o, n rdf.Term }

// solutions are the rows of a table, which they release.
func solutions(table *connector.Table) []solution {
	rows := make([]solution, len(table.Rows))
	for j, name := range table.Vars {
		for i, row := range table.Rows {
			switch name {
			case "s":
				rows[i].s = row[j]
			case "p":
				rows[i].p = row[j]
			case "o":
				rows[i].o = row[j]
			case "n":
				rows[i].n = row[j]
			}
		}
	}
	return rows
}

// number reads the one number of a result with one row.
func number(rows []solution) (int, error) {
	if len(rows) != 1 {
		return 0, fmt.Errorf("%w: %d rows for one number", ErrInconsistent, len(rows))
	}
	return sum(rows)
}

// sum adds up the numbers of rows.
func sum(rows []solution) (total int, err error) {
	for _, row := range rows {
		n, ok := integer(row.n)
		if !ok {
			return 0, fmt.Errorf("%w: %v is no number of statements", ErrInconsistent, row.n)
		}
		total += n
	}
	return total, nil
}

// integer reads a COUNT, which engines write as integer, int or, seldom, decimal.
func integer(t rdf.Term) (int, bool) {
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

// grouped makes one answer for each term of the batch, of rows in any order. A row
// about another term is an error: an endpoint that spells IRIs in another way than
// it was given them would look as if there were no statements.
func grouped(kind Kind, batch []string, asked time.Time, rows []solution, row func(solution) (Row, bool)) ([]Answer, error) {
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
				return nil, notAsked(s)
			}
			last, at = s, i
		}
		if row, keep := row(r); keep {
			answers[at].Rows = append(answers[at].Rows, row)
		}
	}
	return answers, nil
}

func notAsked(s string) error {
	return fmt.Errorf("%w: it answers about %q, which was not asked (does it respell IRIs?)", ErrInconsistent, s)
}

// someOf names the terms in a message.
func someOf(terms []string) string {
	if len(terms) == 1 {
		return Bracketed(terms[0])
	}
	return fmt.Sprintf("%s and %d more", Bracketed(terms[0]), len(terms)-1)
}

// Bracketed is an IRI in angle brackets, or a blank node as it is.
func Bracketed(iri string) string {
	if len(iri) > 1 && iri[:2] == Blank {
		return iri
	}
	return "<" + iri + ">"
}

// Thousands writes a number with thousands separators.
func Thousands(n int) string {
	s := []byte(strconv.Itoa(n))
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = slices.Insert(s, i, ',')
	}
	return string(s)
}
