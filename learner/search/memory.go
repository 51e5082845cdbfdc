package search

import "sync/atomic"

// memory accounts for the bytes in the tables and Pareto fronts of a subspace.
type memory struct {
	limit    int64
	used     atomic.Int64
	obsolete int64 // of these, in tables of contexts that were replaced (extend.go)
	// overflowed says that some table did not fit, truncated that one is
	// incomplete that the search needs: it proves nothing then.
	overflowed atomic.Bool
	truncated  atomic.Bool
}

// charge adds bytes and reports whether there are too many now.
func (m *memory) charge(bytes int64) bool { return m.used.Add(bytes) > m.limit }
