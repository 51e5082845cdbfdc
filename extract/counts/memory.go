package counts

import (
	"sync"

	"github.com/knakk/rdf"
)

// mostKept is the approximate number of statements after which a Memory is cleared.
const mostKept = 500_000

// Memory is a cache of the statements about individuals and classes. Graphs over the same
// endpoint, with the same vocabulary and exclusions, can share one (Endpoint.Remember),
// also at the same time: after every answer of the user all concepts are ranked again, by
// the same facts. The zero value is empty.
type Memory struct {
	mu    sync.Mutex
	known map[memoryKey]facts
	size  int
}

// memoryKey is a term and what was read about it: the statements about it ("out"), those
// that point to it ("in"), or those with some properties (their IRIs).
type memoryKey struct{ what, term string }

// facts are the statements that were read about a term.
type facts struct {
	statements []statement
	lacks      []string // properties with statements that were not read
}

// statement is a property and the other end: the object, or the subject.
type statement struct {
	p string
	o rdf.Term
}

func (m *Memory) find(key memoryKey) (facts, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok := m.known[key]
	return f, ok
}

func (m *Memory) keep(key memoryKey, f facts) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil || m.size > mostKept {
		m.known, m.size = map[memoryKey]facts{}, 0
	}
	m.known[key] = f
	m.size += 1 + len(f.statements)
}

// Remember makes the graph use the memory for the statements that it reads.
func (e *Endpoint) Remember(m *Memory) { e.memory = m }
