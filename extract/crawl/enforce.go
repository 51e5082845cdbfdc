package crawl

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract/graph"
)

// load is the number of statements of one kind with one property at a level.
type load struct {
	st       *statements
	property string
	sum      int // statements
	most     int // the largest number at one individual
	where    string
}

// loads returns the loads of all properties that matter, the largest first.
func loads(all []*statements) []load {
	var out []load
	for _, st := range all {
		by := map[string]*load{}
		for _, term := range st.terms { // sorted: of individuals with equal numbers the first is named
			for _, c := range st.expect[term] {
				l := by[c.Property]
				if l == nil {
					l = &load{st: st, property: c.Property}
					by[c.Property] = l
				}
				l.sum += c.N
				if c.N > l.most {
					l.most, l.where = c.N, term
				}
			}
		}
		for p, l := range by {
			if st.matters(p) {
				out = append(out, *l)
			}
		}
	}
	slices.SortFunc(out, func(a, b load) int {
		return cmp.Or(cmp.Compare(b.sum, a.sum), cmp.Compare(a.property, b.property), cmp.Compare(a.st.kind, b.st.kind))
	})
	return out
}

// enforceBounds drops the properties whose counts exceed a bound.
func (s *search) enforceBounds(all []*statements, level int) error {
	drop := func(l load, n int, reason string) {
		for _, dir := range l.st.directions() {
			s.drop(Dropped{Property: l.property, Direction: dir, Individual: l.where, N: n, Reason: reason})
		}
	}
	for _, l := range loads(all) {
		if l.most > s.Bounds.Successors && s.symbols.Uses(l.property) {
			drop(l, l.most, l.st.fanOutReason(l.where, l.most))
		}
	}
	left := loads(all)
	total := s.total
	for _, l := range left {
		total += l.sum
	}
	for _, l := range left {
		if total <= s.Bounds.Facts {
			break
		}
		if !s.symbols.Uses(l.property) {
			continue
		}
		drop(
			l,
			l.sum,
			fmt.Sprintf("%s more facts at distance %d, %s of them at %s, would make %s, over the bound of %s",
				graph.Thousands(l.sum), level, graph.Thousands(l.most), graph.Bracketed(l.where),
				graph.Thousands(total), graph.Thousands(s.Bounds.Facts)),
		)
		total -= l.sum
	}
	if total > s.Bounds.Facts && !s.stale {
		return fmt.Errorf(
			"%w: %s facts so far and %s class memberships at distance %d, and the bound on facts is %s: extract with a "+
				"smaller depth, or raise max-facts in a preset",
			ErrTooMany,
			graph.Thousands(s.total),
			graph.Thousands(total-s.total),
			level,
			graph.Thousands(s.Bounds.Facts),
		)
	}
	s.total = total
	return nil
}
