package crawl

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/source"
)

// A transitive role leads from an individual to all that chains of its steps lead to,
// however long, and all of it is one edge away. So the individuals in the midst of a
// chain are asked for the steps of that role, and for nothing else.

// follower follows the chains of a search.
type follower struct{ *search }

// link adds the statements that came since the last time to the steps.
func (s follower) link() {
	by := map[facts.ID][]func(a, b facts.ID){}
	for i, c := range s.chains.of {
		next := s.chains.next[i]
		for _, r := range c.Steps {
			by[s.ID(r.Property)] = append(by[s.ID(r.Property)], func(a, b facts.ID) {
				if r.Inverse {
					a, b = b, a
				}
				next[a] = append(next[a], b)
			})
		}
	}
	for _, t := range s.Roles[s.chains.linked:] {
		for _, add := range by[t[0]] {
			add(t[1], t[2])
		}
	}
	s.chains.linked = len(s.Roles)
}

// follow follows the chains that begin at the individuals of a level to their
// ends, and adds the steps that lead there.
func (s follower) follow(ctx context.Context, frontier []facts.ID, level int, steps *[]step) error {
	if len(s.chains.of) == 0 {
		return nil
	}
	for _, a := range frontier {
		s.chains.whole[a] = true
	}
	for !s.stale {
		dropped := len(s.dropped)
		found, missing := s.walk(frontier)
		if len(s.dropped) == dropped {
			if _, _, err := s.meet(slices.Concat(*steps, found), level+1); err != nil {
				return err
			}
		}
		switch {
		case len(s.dropped) > dropped: // then there are fewer chains
		case len(missing[source.Out])+len(missing[source.In]) == 0:
			*steps, s.chains.met = append(*steps, found...), append(s.chains.met, found...)
			s.total += len(found)
			return nil
		default:
			if err := s.askMidst(ctx, missing, level+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// walk are the steps from the individuals to all that chains are known to lead to,
// and what has to be asked to know more. It drops what is over a bound.
func (s follower) walk(frontier []facts.ID) (found []step, missing map[source.Kind]map[string]map[string]bool) {
	s.link()
	missing = map[source.Kind]map[string]map[string]bool{source.Out: {}, source.In: {}}
	most, widest := 0, -1
	for i, c := range s.chains.of {
		if !IsWhole(c, s.dropped) || !s.symbols.Uses(c.Role.Property) {
			continue
		}
		property, before := s.ID(c.Role.Property), len(found)
		for _, a := range frontier {
			ends := entail.Chain(a, s.chains.next[i])
			if len(ends) > s.Bounds.Successors {
				s.dropChains(c, a, len(ends), fmt.Sprintf("chains of it lead from %s to %s individuals, over the bound of %s",
					source.Bracketed(s.Term(a)), source.Thousands(len(ends)), source.Thousands(s.Bounds.Successors)))
				return nil, nil
			}
			for _, b := range ends {
				found = append(found, step{property, a, b, c.Role.Inverse, &s.chains.of[i]})
				s.missSteps(missing, c, b)
			}
		}
		if n := len(found) - before; n > most {
			most, widest = n, i
		}
	}
	if s.total+len(found) > s.Bounds.Facts && s.sample == 0 && widest >= 0 {
		s.dropChains(s.chains.of[widest], frontier[0], most, fmt.Sprintf("chains of it relate %s pairs, which would make %s facts, over the bound of %s",
			source.Thousands(most), source.Thousands(s.total+len(found)), source.Thousands(s.Bounds.Facts)))
	}
	return found, missing
}

func (s follower) dropChains(c source.Chain, where facts.ID, n int, reason string) {
	key := KeyOf(c.Role)
	s.drop(Dropped{Property: key.Property, Direction: key.Direction, Individual: s.Term(where), N: n, Reason: reason})
}

// missSteps notes what is unasked.
func (s follower) missSteps(missing map[source.Kind]map[string]map[string]bool, c source.Chain, b facts.ID) {
	for _, r := range s.unasked(c, b) {
		kind, term := source.Out, s.Term(b)
		if r.Inverse {
			kind = source.In
		}
		insert(missing[kind], term, r.Property)
	}
}

// unasked are the steps from b that it was not asked for.
func (s follower) unasked(c source.Chain, b facts.ID) (steps []source.Step) {
	if s.chains.whole[b] {
		return nil
	}
	for _, r := range c.Steps {
		if !s.chains.asked[statementsBy{b, r}] {
			steps = append(steps, r)
		}
	}
	return steps
}

// askMidst asks individuals in the midst of chains for the steps that lead on.
func (s follower) askMidst(ctx context.Context, missing map[source.Kind]map[string]map[string]bool, level int) error {
	var all []*statements
	for _, kind := range []source.Kind{source.Out, source.In} {
		if len(missing[kind]) == 0 {
			continue
		}
		st := &statements{search: s.search, kind: kind, terms: slices.Sorted(maps.Keys(missing[kind])), level: level, expect: map[string][]source.Count{}, only: missing[kind]}
		for term, properties := range st.only {
			for p := range properties {
				s.chains.asked[statementsBy{s.ID(term), source.Step{Property: p, Inverse: kind == source.In}}] = true
			}
			s.chains.midst[s.ID(term)] = true
		}
		if err := st.count(ctx); err != nil {
			return err
		}
		all = append(all, st)
	}
	total := s.total
	if err := s.pull(ctx, all, level, nil); err != nil {
		return err
	}
	if level < s.Bounds.Depth { // there they are counted with everything else
		s.total = total
	}
	return nil
}

// shortcuts visits the steps that a later answer has added to the chains from an
// individual nearer than the depth.
func (s follower) shortcuts(visit func(from, to facts.ID)) {
	s.link()
	for i, c := range s.chains.of {
		if !IsWhole(c, s.dropped) || !s.symbols.Uses(c.Role.Property) {
			continue
		}
		next := s.chains.next[i]
		for a, distance := range s.distance {
			if distance >= s.Bounds.Depth {
				continue
			}
			for _, b := range append(entail.Chain(a, next), a) {
				for _, end := range next[b] {
					if d, met := s.distance[end]; !met || d > distance+1 || len(s.unasked(c, end)) > 0 {
						visit(b, end)
					}
				}
			}
		}
	}
}
