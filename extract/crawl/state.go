package crawl

import (
	"cmp"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/source"
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
	total int  // statements counted and wanted
	// stale: what was dropped had led to individuals at an earlier level.
	stale bool
}

// step leads from an individual to another one.
type step struct {
	property, from, to facts.ID
	inverse            bool
	chain              *source.Chain // of which the ends are; nil: it is a statement
}

func (s *search) key(st step) Key {
	if st.inverse {
		return Key{s.Term(st.property), In}
	}
	return Key{s.Term(st.property), Out}
}

func newSearch(c *crawler) *search {
	c.levels = nil
	return &search{
		crawler: c, collector: collector{facts.New(), c.symbols}, chains: newChains(c.symbols.Chains()),
		distance: map[facts.ID]int{}, expanded: map[facts.ID]bool{}, led: map[Key]bool{},
	}
}

// drop takes a property out of the language in one direction. If it has led to
// individuals already, distances change, and the search is stale.
func (s *search) drop(d Dropped) {
	if _, known := s.dropped[d.Key()]; known {
		return
	}
	s.dropped[d.Key()] = d
	s.stale = s.stale || s.led[d.Key()]
	s.Logger.Info("dropped", "property", d.Property, "direction", d.Direction, "reason", d.Reason)
}

// usedProperties are those by which something can be said in what was extracted,
// sorted.
func (s *search) usedProperties() []string {
	used := map[facts.ID]bool{}
	kept := func(p facts.ID, dir Direction) bool {
		_, dropped := s.dropped[Key{s.Term(p), dir}]
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
	return s.IRIs(used)
}

// compare orders by name.
func (s *search) compare(a, b facts.ID) int { return cmp.Compare(s.Term(a), s.Term(b)) }

// isKept reports whether nothing is dropped that the step needs.
func (s *search) isKept(st step) bool {
	_, dropped := s.dropped[s.key(st)]
	return !dropped && (st.chain == nil || IsWhole(*st.chain, s.dropped))
}

// keys are what the step needs.
func (s *search) keys(st step) []Key {
	if st.chain == nil {
		return []Key{s.key(st)}
	}
	var keys []Key
	for _, r := range st.chain.Steps {
		keys = append(keys, KeyOf(r))
	}
	return keys
}

// chains are what a search knows of transitive roles.
type chains struct {
	of     []source.Chain
	next   []map[facts.ID][]facts.ID // the steps of each
	linked int                       // statements that are among the steps
	met    []step                    // from an individual to what chains lead to, of earlier levels
	whole  map[facts.ID]bool         // individuals that were asked for all statements
	asked  map[statementsBy]bool     // others, and for what they were asked
	midst  map[facts.ID]bool         // these others
}

// statementsBy are those of an individual by a role.
type statementsBy struct {
	individual facts.ID
	by         source.Step
}

func newChains(of []source.Chain) chains {
	c := chains{of: of, whole: map[facts.ID]bool{}, asked: map[statementsBy]bool{}, midst: map[facts.ID]bool{}}
	for range of {
		c.next = append(c.next, map[facts.ID][]facts.ID{})
	}
	return c
}
