package crawl

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// A transitive role leads from an individual to the ends of all chains of its steps, of
// any length, and each end is one edge away. So the inner individuals of a chain are
// asked for the steps of that role only.

type follower struct{ *search }

// stepsByKind are the steps to ask for: properties by term, by the kind of statements.
type stepsByKind map[graph.Kind]map[string]map[string]bool

// link adds the statements fetched since the last call to the steps.
func (s follower) link() {
	by := map[facts.ID][]func(a, b facts.ID){}
	for i, c := range s.chains.roles {
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

// follow follows the chains that begin at the individuals of a level, and adds a step for
// each end.
func (s follower) follow(ctx context.Context, frontier []facts.ID, level int, steps *[]step) error {
	if len(s.chains.roles) == 0 {
		return nil
	}
	for _, a := range frontier {
		s.chains.visited[a] = true
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
		case len(s.dropped) > dropped: // walk again: there are fewer chains now
		case len(missing[graph.Out])+len(missing[graph.In]) == 0:
			*steps, s.chains.met = append(*steps, found...), append(s.chains.met, found...)
			s.total += len(found)
			return nil
		default:
			if err := s.askInner(ctx, missing, level+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// walk returns the steps from the individuals to the ends of all known chains, and the
// steps that have to be fetched to extend the chains. It drops roles over a bound.
func (s follower) walk(frontier []facts.ID) (found []step, missing stepsByKind) {
	s.link()
	missing = stepsByKind{graph.Out: {}, graph.In: {}}
	most, widest := 0, -1
	for i, c := range s.chains.roles {
		if !s.isUsed(c) {
			continue
		}
		property, before := s.ID(c.Role.Property), len(found)
		for _, a := range frontier {
			ends := entail.Chain(a, s.chains.next[i])
			if len(ends) > s.Bounds.Successors {
				s.dropChains(c, a, len(ends), fmt.Sprintf("chains of it lead from %s to %s individuals, over the bound of %s",
					graph.Bracketed(s.Term(a)), graph.Thousands(len(ends)), graph.Thousands(s.Bounds.Successors)))
				return nil, nil
			}
			for _, b := range ends {
				found = append(found, step{property, a, b, c.Role.Inverse, &s.chains.roles[i]})
				for _, r := range s.missingSteps(c, b) {
					kind := graph.Out
					if r.Inverse {
						kind = graph.In
					}
					insert(missing[kind], s.Term(b), r.Property)
				}
			}
		}
		if n := len(found) - before; n > most {
			most, widest = n, i
		}
	}
	if s.total+len(found) > s.Bounds.Facts && widest >= 0 {
		s.dropChains(
			s.chains.roles[widest],
			frontier[0],
			most,
			fmt.Sprintf("chains of it relate %s pairs, which would make %s facts, over the bound of %s",
				graph.Thousands(most), graph.Thousands(s.total+len(found)), graph.Thousands(s.Bounds.Facts)),
		)
	}
	return found, missing
}

// isUsed reports whether the transitive role is used, and all its steps are kept.
func (s follower) isUsed(c graph.Chain) bool {
	return IsComplete(c, s.dropped) && s.symbols.Uses(c.Role.Property)
}

func (s follower) dropChains(c graph.Chain, where facts.ID, n int, reason string) {
	key := keyOf(c.Role)
	s.drop(Dropped{Property: key.Property, Direction: key.Direction, Individual: s.Term(where), N: n, Reason: reason})
}

// missingSteps returns the steps of c at b that have not been requested yet.
func (s follower) missingSteps(c graph.Chain, b facts.ID) (steps []graph.Step) {
	if s.chains.visited[b] {
		return nil
	}
	for _, r := range c.Steps {
		if !s.chains.requested[request{b, r}] {
			steps = append(steps, r)
		}
	}
	return steps
}

// askInner fetches the missing steps of inner individuals of chains.
func (s follower) askInner(ctx context.Context, missing stepsByKind, level int) error {
	var all []*statements
	for _, kind := range []graph.Kind{graph.Out, graph.In} {
		if len(missing[kind]) == 0 {
			continue
		}
		st := &statements{
			search: s.search,
			kind:   kind,
			terms:  slices.Sorted(maps.Keys(missing[kind])),
			level:  level,
			only:   missing[kind],
		}
		for term, properties := range st.only {
			for p := range properties {
				s.chains.requested[request{s.ID(term), graph.Step{Property: p, Inverse: kind == graph.In}}] = true
			}
			s.chains.inner[s.ID(term)] = true
		}
		if err := st.count(ctx); err != nil {
			return err
		}
		all = append(all, st)
	}
	total := s.total
	if err := s.fetchCounted(ctx, all, level, nil); err != nil {
		return err
	}
	if level < s.Bounds.Depth { // they will be counted again with their level
		s.total = total
	}
	return nil
}

// shortcuts visits the steps with which a later answer has extended the chains from an
// individual at a distance < depth.
func (s follower) shortcuts(visit func(from, to facts.ID)) {
	s.link()
	for i, c := range s.chains.roles {
		if !s.isUsed(c) {
			continue
		}
		next := s.chains.next[i]
		for a, distance := range s.distance {
			if distance >= s.Bounds.Depth {
				continue
			}
			for _, b := range append(entail.Chain(a, next), a) {
				for _, end := range next[b] {
					if d, met := s.distance[end]; !met || d > distance+1 || len(s.missingSteps(c, end)) > 0 {
						visit(b, end)
					}
				}
			}
		}
	}
}
