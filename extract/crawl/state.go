package crawl

import (
	"cmp"
	"maps"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// search is one breadth-first search from the examples.
type search struct {
	*crawler
	collector
	chains   chains
	distance map[facts.ID]int
	// expanded are the individuals whose statements were fetched: those at a distance
	// < depth.
	expanded map[facts.ID]bool
	// led are the roles by which individuals were met for the first time.
	led   map[Key]bool
	hubs  bool // there are high-degree nodes
	total int  // statements counted and kept
	// stale: a role was dropped that had led to individuals at an earlier level.
	stale bool
}

// step is an edge from an individual to another one.
type step struct {
	property, from, to facts.ID
	inverse            bool
	chain              *graph.Chain // the edge is a chain of this role; nil: it is a statement
}

// key returns the property of the step and its direction.
func (s *search) key(st step) Key {
	if st.inverse {
		return Key{Property: s.Term(st.property), Direction: In}
	}
	return Key{Property: s.Term(st.property), Direction: Out}
}

func newSearch(c *crawler) *search {
	return &search{
		crawler: c, collector: collector{facts.New(), c.symbols, nil}, chains: newChains(c.symbols.Chains()),
		distance: map[facts.ID]int{}, expanded: map[facts.ID]bool{}, led: map[Key]bool{},
	}
}

// drop drops a property in one direction. If it has already led to individuals, distances
// change, and the search becomes stale.
func (s *search) drop(d Dropped) {
	if _, known := s.dropped[d.Key()]; known {
		return
	}
	s.dropped[d.Key()] = d
	s.stale = s.stale || s.led[d.Key()]
	s.Logger.Info("dropped", "property", d.Property, "direction", d.Direction, "reason", d.Reason)
}

// usedProperties returns the properties that concepts over the extract can use, sorted.
func (s *search) usedProperties() []string {
	used := map[facts.ID]bool{}
	kept := func(p facts.ID, dir Direction) bool {
		_, dropped := s.dropped[Key{Property: s.Term(p), Direction: dir}]
		return !dropped
	}
	for _, t := range s.Roles {
		if !used[t[0]] && (s.expanded[t[1]] && kept(t[0], Out) || s.expanded[t[2]] && kept(t[0], In)) {
			used[t[0]] = true
		}
	}
	for _, v := range s.Facts.Values {
		if !used[v.Property] && kept(v.Property, Values) {
			used[v.Property] = true
		}
	}
	for _, o := range s.Facts.Others {
		used[o.Property] = true
	}
	direct := func(p facts.ID) { // whose label the others take
		if d := s.symbols.DirectOf(s.Term(p)); d != s.Term(p) {
			used[s.ID(d)] = true
		}
	}
	for _, t := range s.Facts.Statements.Roles {
		direct(t[0])
	}
	for _, v := range s.Facts.Statements.Values {
		direct(v.Property)
	}
	return s.IRIs(maps.Keys(used))
}

// compare orders terms by IRI.
func (s *search) compare(a, b facts.ID) int { return cmp.Compare(s.Term(a), s.Term(b)) }

func (s *search) isKept(st step) bool {
	_, dropped := s.dropped[s.key(st)]
	return !dropped && (st.chain == nil || IsComplete(*st.chain, s.dropped))
}

// keys returns the properties and directions of the statements that the step is made of.
func (s *search) keys(st step) []Key {
	if st.chain == nil {
		return []Key{s.key(st)}
	}
	var keys []Key
	for _, r := range st.chain.Steps {
		keys = append(keys, keyOf(r))
	}
	return keys
}

// chains are the chains of transitive roles found in a search.
type chains struct {
	roles     []graph.Chain
	next      []map[facts.ID][]facts.ID // the steps of each role
	linked    int                       // number of statements already added to next
	met       []step                    // from individuals of earlier levels to the ends of their chains
	visited   map[facts.ID]bool         // individuals of a level, asked for all statements
	requested map[request]bool          // steps that inner individuals of chains were asked for
	inner     map[facts.ID]bool         // these individuals
}

// request is a request for the statements of an individual by one step.
type request struct {
	individual facts.ID
	step       graph.Step
}

func newChains(roles []graph.Chain) chains {
	c := chains{roles: roles, visited: map[facts.ID]bool{}, requested: map[request]bool{}, inner: map[facts.ID]bool{}}
	for range roles {
		c.next = append(c.next, map[facts.ID][]facts.ID{})
	}
	return c
}
