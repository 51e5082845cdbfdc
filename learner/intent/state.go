package intent

import (
	"maps"
	"slices"
	"sync"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/price"
)

// A State is what the answers so far have made of a session, right after a ranking. It does not change.
type State struct {
	pos, neg       []string
	asked, unknown map[string]bool
	earned         float64
	first          dl.Concept
	kept           []dl.Concept
	ranked         []price.Candidate
	groups         []ask.Group
	shared         []dl.Concept
}

// state returns the state; false if the session has not ranked the last answer, or some questions to the graph
// failed, or the user said something of conditions or added concepts.
func (s *Session) state() (st State, ok bool) {
	if s.stale || s.incomplete != nil || len(s.added)+len(s.p.Required.All) > 0 {
		return st, false
	}
	return State{
		pos:     slices.Clone(s.p.Pos),
		neg:     slices.Clone(s.p.Neg),
		asked:   maps.Clone(s.p.Asked),
		unknown: maps.Clone(s.p.Unknown),
		earned:  s.earned,
		first:   s.first,
		kept:    s.kept,
		ranked:  slices.Clone(s.ranked),
		groups:  s.p.Groups,
		shared:  s.p.Shared,
	}, true
}

// Resume brings a new session to the state of another about the same structure in memory, with the same options and
// examples.
func (s *Session) Resume(st State) {
	s.p.Pos, s.p.Neg = slices.Clone(st.pos), slices.Clone(st.neg)
	s.p.Asked, s.p.Unknown = maps.Clone(st.asked), maps.Clone(st.unknown)
	s.earned, s.first, s.kept, s.ranked = st.earned, st.first, st.kept, slices.Clone(st.ranked)
	s.p.Groups, s.p.Shared = st.groups, st.shared
	s.stale = false
}

// mostStates is how many states Rankings keeps.
const mostStates = 200

// Rankings keeps the states of the last rankings, so that a dialogue goes on where it was. It is safe for
// concurrent use. A nil Rankings keeps nothing.
type Rankings struct {
	mu   sync.Mutex
	list []keptState // the oldest first
}

type keptState struct {
	key any
	State
}

// Keep keeps the state of a session after a ranking, if nothing was judged or added and no question failed. The key is
// of a comparable type.
func (r *Rankings) Keep(key any, s *Session) {
	st, ok := s.state()
	if !ok || r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = slices.DeleteFunc(r.list, func(k keptState) bool { return k.key == key })
	r.list = append(r.list, keptState{key, st})
	r.list = r.list[max(0, len(r.list)-mostStates):]
}

// Find returns the state that was kept with the key.
func (r *Rankings) Find(key any) (State, bool) {
	if r == nil {
		return State{}, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.list, func(k keptState) bool { return k.key == key })
	if i < 0 {
		return State{}, false
	}
	return r.list[i].State, true
}
