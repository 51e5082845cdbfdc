package store

import (
	"context"
	"database/sql/driver"
	"slices"
	"strings"
	"sync"
)

// Rows are inserted many at a time: a statement costs as much again as the row
// that it inserts. They wait until there are enough of them, or until something
// else is done in the transaction.

// insertion is a statement that inserts rows.
type insertion struct {
	head, row string
	once      sync.Once
	texts     []string
}

// The insertions of what comes in numbers. They ignore rows that are there: a
// statement that replaces them, and could fail half-way, makes SQLite keep a copy of
// every page that it changes.
var (
	examples     = &insertion{head: "INSERT OR IGNORE INTO example (run, individual) VALUES ", row: "(?, ?)"}
	individuals  = &insertion{head: "INSERT OR IGNORE INTO individual (source, id) VALUES ", row: "(?, ?)"}
	classFacts   = &insertion{head: "INSERT OR IGNORE INTO class_fact (source, individual, class) VALUES ", row: "(?, ?, ?)"}
	roleFacts    = &insertion{head: "INSERT OR IGNORE INTO role_fact (source, subject, n, facts) VALUES ", row: "(?, ?, ?, ?)"}
	roleNew      = &insertion{head: "INSERT OR IGNORE INTO role_new (source, subjects) VALUES ", row: "(?, ?)"}
	roleObjects  = &insertion{head: "INSERT OR IGNORE INTO role_object (source, object, subjects) VALUES ", row: "(?, ?, ?)"}
	featureFacts = &insertion{head: "INSERT OR IGNORE INTO feature_fact (source, individual, n, facts) VALUES ", row: "(?, ?, ?, ?)"}
	occurrences  = &insertion{head: "INSERT OR IGNORE INTO occurrence (source, individual, property, side) VALUES ", row: "(?, ?, ?, ?)"}
	askedNew     = &insertion{head: "INSERT OR IGNORE INTO asked_new (source, part, time, terms) VALUES ", row: "(?, ?, ?, ?)"}
	asked        = &insertion{head: "INSERT OR IGNORE INTO asked (source, term, part, time) VALUES ", row: "(?, ?, ?, ?)"}
	tallies      = &insertion{head: "INSERT OR IGNORE INTO tally (source, term, part, state, open, counts) VALUES ", row: "(?, ?, ?, ?, ?, ?)"}
)

// rowsAtOnce are the numbers of rows of statements, few, so that there are few of
// these.
var rowsAtOnce = []int{50, 10, 3, 1}

// statements are those for the numbers of rows.
func (in *insertion) statements() []string {
	in.once.Do(func() {
		for _, n := range rowsAtOnce {
			in.texts = append(in.texts, in.head+in.row+strings.Repeat(", "+in.row, n-1))
		}
	})
	return in.texts
}

// insert inserts a row of the source, by and by. The other values are int64 or
// string.
func (tx *Tx) insert(in *insertion, args ...driver.Value) { tx.insertAt(tx.source, in, args...) }

// insertAt inserts a row that begins with another number.
func (tx *Tx) insertAt(first int, in *insertion, args ...driver.Value) {
	if tx.err != nil {
		return
	}
	rows := append(tx.waiting[in], driver.NamedValue{Value: int64(first)})
	for _, v := range args {
		rows = append(rows, driver.NamedValue{Value: v})
	}
	if len(rows) == rowsAtOnce[0]*(1+len(args)) {
		tx.runRows(in.statements()[0], rows)
		rows = rows[:0]
	}
	tx.waiting[in] = rows
}

// runRows runs a statement of an insertion.
func (tx *Tx) runRows(query string, rows []driver.NamedValue) {
	if tx.err != nil {
		return
	}
	for i := range rows {
		rows[i].Ordinal = i + 1
	}
	_, tx.err = tx.direct(query, rows)
}

// direct runs a statement by the driver itself: database/sql would convert every value
// once more.
func (tx *Tx) direct(query string, args []driver.NamedValue) (r driver.Result, err error) {
	err = tx.db.conn.Raw(func(c any) error {
		s := tx.db.bulk[query]
		if s == nil {
			var err error
			if s, err = c.(driver.ConnPrepareContext).PrepareContext(context.Background(), query); err != nil {
				return err
			}
			tx.db.bulk[query] = s
		}
		var err error
		r, err = s.(driver.StmtExecContext).ExecContext(context.Background(), args)
		return err
	})
	return r, err
}

// among is "(?, …)" for as many terms as rows are inserted at once: SQLite changes the
// rows of terms that are written like this at once, and those of terms that a query
// finds in a second pass.
var among = "(?" + strings.Repeat(", ?", rowsAtOnce[0]-1) + ")"

// change runs a statement about terms, whose arguments are the source, others, and
// then those among.
func (tx *Tx) change(query string, ids []ID, others ...driver.Value) {
	tx.flush()
	for some := range slices.Chunk(ids, rowsAtOnce[0]) {
		args := make([]driver.NamedValue, 0, 1+len(others)+rowsAtOnce[0])
		args = append(args, driver.NamedValue{Value: int64(tx.source)})
		for _, v := range others {
			args = append(args, driver.NamedValue{Value: v})
		}
		for i := range rowsAtOnce[0] { // the last one again where there are fewer
			args = append(args, driver.NamedValue{Value: int64(some[min(i, len(some)-1)])})
		}
		tx.runRows(query, args)
	}
}

// flush inserts the rows that wait.
func (tx *Tx) flush() {
	for in, rows := range tx.waiting {
		if len(rows) == 0 {
			continue
		}
		width := strings.Count(in.row, "?")
		for i, n := range rowsAtOnce {
			for ; len(rows) >= n*width; rows = rows[n*width:] {
				tx.runRows(in.statements()[i], rows[:n*width])
			}
		}
		tx.waiting[in] = tx.waiting[in][:0]
	}
}
