package endpoint

import (
	"sync/atomic"

	"github.com/genus-kg/genus/internal/recent"
)

// Kept is what an endpoint has answered lately.
type Kept struct {
	number  recent.Values[string, int]         // of members, by the text of the query
	members recent.Values[string, []string]    // all of them, by the text of the query without a limit
	first   recent.Values[firstPage, []string] // the page that a question in no order returned

	complete atomic.Int64 // rows of the largest result that was compared with the number of its rows
}

// isComplete reports whether a result with so many rows is known to be whole: the endpoint has returned one as large.
func (k *Kept) isComplete(rows int) bool {
	return rows <= checkedRows || int64(rows) <= k.complete.Load()
}

// A firstPage names the first page of members by the text of the query without a limit and by the members that
// were left out.
type firstPage struct{ query, except string }

// NewKept returns a Kept with nothing in it.
func NewKept() *Kept {
	return &Kept{first: recent.Values[firstPage, []string]{Ageless: true}}
}
