package store

import "strings"

// Rows are inserted many at a time: a statement costs as much again as the row
// that it inserts. They wait until there are enough of them, or until something
// else is done in the transaction.

// insertion is a statement that inserts rows.
type insertion struct{ head, row string }

// The insertions of what comes in numbers. They ignore rows that are there: a
// statement that replaces them, and could fail half-way, makes SQLite keep a copy of
// every page that it changes.
var (
	individuals  = &insertion{"INSERT OR IGNORE INTO individual (source, id) VALUES ", "(?, ?)"}
	classFacts   = &insertion{"INSERT OR IGNORE INTO class_fact (source, individual, class) VALUES ", "(?, ?, ?)"}
	roleFacts    = &insertion{"INSERT OR IGNORE INTO role_fact (source, subject, n, facts) VALUES ", "(?, ?, ?, ?)"}
	roleNew      = &insertion{"INSERT OR IGNORE INTO role_new (source, subject) VALUES ", "(?, ?)"}
	roleObjects  = &insertion{"INSERT OR IGNORE INTO role_object (source, object, subject) VALUES ", "(?, ?, ?)"}
	featureFacts = &insertion{"INSERT OR IGNORE INTO feature_fact (source, individual, n, facts) VALUES ", "(?, ?, ?, ?)"}
	asked        = &insertion{"INSERT OR IGNORE INTO asked (source, term, part, time) VALUES ", "(?, ?, ?, ?)"}
	tallies      = &insertion{"INSERT OR IGNORE INTO tally (source, term, part, open, counts) VALUES ", "(?, ?, ?, ?, ?)"}
)

// mostRows is the largest number of rows of a statement; the others are quarters
// of it, so that there are few statements.
const mostRows = 64

func (in *insertion) statement(rows int) string {
	return in.head + in.row + strings.Repeat(", "+in.row, rows-1)
}

// insert inserts a row, by and by.
func (tx *Tx) insert(in *insertion, args ...any) {
	if tx.err != nil {
		return
	}
	if tx.waiting == nil {
		tx.waiting = map[*insertion][]any{}
	}
	rows := append(tx.waiting[in], args...)
	if len(rows) == mostRows*len(args) {
		tx.run(in.statement(mostRows), rows...)
		rows = rows[:0]
	}
	tx.waiting[in] = rows
}

// flush inserts the rows that wait.
func (tx *Tx) flush() {
	for in, rows := range tx.waiting {
		width := strings.Count(in.row, "?")
		for size := mostRows; len(rows) > 0; {
			for size*width > len(rows) {
				size /= 4
			}
			tx.run(in.statement(size), rows[:size*width]...)
			rows = rows[size*width:]
		}
		tx.waiting[in] = tx.waiting[in][:0]
	}
}
