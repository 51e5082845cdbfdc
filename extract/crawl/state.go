package crawl

import (
	"cmp"

	"github.com/genus-kg/genus/extract/facts"
)

// search is one breadth-first search from the examples.
type search struct {
	*crawler
	collector
	distance map[facts.ID]int
	// expanded is when the statements of an individual were fetched, of those at a
	// distance < depth.
	expanded map[facts.ID]int64
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
		crawler: c, collector: collector{facts.New(), c.symbols},
		distance: map[facts.ID]int{}, expanded: map[facts.ID]int64{}, led: map[Key]bool{},
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
		if !used[t[0]] && (s.expanded[t[1]] != 0 && kept(t[0], Out) || s.expanded[t[2]] != 0 && kept(t[0], In)) {
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
