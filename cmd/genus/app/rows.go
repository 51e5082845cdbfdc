package app

import (
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
)

// pairs are the texts of two variables of a result, without rows that lack one.
func pairs(t *connector.Table, first, second string) [][2]string {
	i, j := slices.Index(t.Vars, first), slices.Index(t.Vars, second)
	var rows [][2]string
	for _, row := range t.Rows {
		if i >= 0 && j >= 0 && row[i] != nil && row[j] != nil {
			rows = append(rows, [2]string{row[i].String(), row[j].String()})
		}
	}
	return rows
}

// statement is a row of a result with the variables ?s, ?p and ?o.
type statement struct {
	subject, property, object string
	literal                   bool
}

// triples are the rows of a result, without those that lack a term.
func triples(t *connector.Table) []statement {
	at := [3]int{slices.Index(t.Vars, "s"), slices.Index(t.Vars, "p"), slices.Index(t.Vars, "o")}
	var list []statement
	if slices.Min(at[:]) < 0 {
		return nil
	}
	for _, row := range t.Rows {
		s, p, o := row[at[0]], row[at[1]], row[at[2]]
		if s == nil || p == nil || o == nil {
			continue
		}
		_, literal := o.(rdf.Literal)
		list = append(list, statement{s.String(), p.String(), o.String(), literal})
	}
	return list
}
