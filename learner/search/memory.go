package search

import "sync/atomic"

// memory counts the bytes in the tables and Pareto fronts of a space.
type memory struct {
	limit    int64
	used     atomic.Int64
	obsolete int64 // of these, in tables of contexts that were replaced (extend.go)
	// overflowed reports whether some table did not fit. truncated reports whether the
	// search needs a table that is incomplete, so that it proves nothing.
	overflowed atomic.Bool
	truncated  atomic.Bool
}

// charge adds bytes and reports whether the total is over the limit.
func (m *memory) charge(bytes int64) bool { return m.used.Add(bytes) > m.limit }
