package counts

import (
	"sync"

	"github.com/knakk/rdf"
)

// mostKept is about how many statements a Memory keeps. Then it begins anew.
const mostKept = 500_000

// Memory has what was read about individuals and classes. Several graphs of one
// endpoint can share one (Endpoint.Remember), one after the other or at once: after
// an answer all is ranked again, by the same facts. What is read depends on the
// vocabulary and the exclusions, which must be the same. The zero value is empty.
type Memory struct {
	mu    sync.Mutex
	known map[asked]facts
	size  int
}

// asked is what was read about a term: statements about it ("out"), statements that
// point to it ("in"), or those with some properties.
type asked struct{ what, term string }

// facts are the statements that were read about a term.
type facts struct {
	statements []statement
	lacks      []string // properties of which not all were read
}

// statement is one with the other end: its object, or its subject.
type statement struct {
	p string
	o rdf.Term
}

func (m *Memory) find(a asked) (facts, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok := m.known[a]
	return f, ok
}

func (m *Memory) keep(a asked, f facts) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil || m.size > mostKept {
		m.known, m.size = map[asked]facts{}, 0
	}
	m.known[a] = f
	m.size += 1 + len(f.statements)
}

// Remember makes the graph take facts from the memory, where it has them, and put
// there what it reads.
func (e *Endpoint) Remember(m *Memory) { e.memory = m }
