// Package annotate says what a table is about in a graph: which individual a row names, which path of properties gives
// the values of a column, and where the table and the graph differ. The first two are known as cell-entity and
// column-property annotation (SemTab, Jiménez-Ruiz and others, 2020).
//
// Letters: s annotator; t sheet; i row; j column; k step of a path.
package annotate

import "github.com/genus-kg/genus/session/source"

// An Annotator reads tables.
type Annotator struct{ source.Use }

// A Sheet is a table with a name for each column.
type Sheet struct {
	Names []string
	Rows  [][]string // of the same length as Names
	Key   int        // the column with the names or IRIs of the individuals that the rows are about
}
