package crawl

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/source"
)

const unnamedProperty = "property that is not an IRI"

// run searches until it comes to its end or is stale.
func (s *search) run(ctx context.Context) error {
	frontier := make([]facts.ID, len(s.examples))
	for i, iri := range s.examples {
		frontier[i] = s.ID(iri)
		s.distance[frontier[i]] = 0
	}
	for level := range s.Bounds.Depth + 1 {
		some := frontier
		if s.sample > 0 {
			some = spread(frontier, s.sample)
			s.levels = append(s.levels, s.newLevel(some))
		}
		if level == s.Bounds.Depth {
			return s.visit(ctx, some, level, nil, source.Leaf)
		}
		var steps []step
		if err := s.visit(ctx, some, level, &steps, source.Out, source.In); err != nil || s.stale {
			return err
		}
		next, err := s.advance(steps, level+1)
		if err != nil || s.stale {
			return err
		}
		if s.sample > 0 {
			s.levels[level].found, s.levels[level].half = len(next), s.metBy(spread(some, s.levels[level].size), steps, level+1)
		}
		frontier = next
	}
	return nil
}

// visit gets everything about the individuals of a level, and drops what is over a
// bound or not complete. The steps that lead on are added to steps.
func (s *search) visit(ctx context.Context, frontier []facts.ID, level int, steps *[]step, kinds ...source.Kind) error {
	terms := make([]string, len(frontier))
	for i, id := range frontier {
		terms[i] = s.Term(id)
	}
	var all []*statements
	for _, kind := range kinds {
		st := &statements{search: s, kind: kind, terms: terms, level: level, expect: map[string][]source.Count{}}
		if err := st.count(ctx); err != nil {
			return err
		}
		all = append(all, st)
		if level == 0 && kind == source.Out {
			if err := s.findExamples(ctx, st.silent()); err != nil {
				return err
			}
		}
	}
	if level == 0 {
		s.warnOfSilent(all[0])
	}
	if err := s.askKinds(ctx, all); err != nil {
		return err
	}
	if err := s.enforceBounds(all, level); err != nil || s.stale {
		return err
	}
	for _, st := range all {
		st.prune()
		if st.kind == source.In {
			if err := st.infer(ctx); err != nil {
				return err
			}
		}
		if err := st.fetch(ctx, steps); err != nil || s.stale {
			return err
		}
	}
	return nil
}

// advance is the next frontier, sorted: the individuals to which the steps lead
// that were not met before. While there are too many individuals it drops the role
// that leads to most of those farther away.
func (s *search) advance(steps []step, level int) ([]facts.ID, error) {
	for {
		met := map[facts.ID]bool{}
		led := map[Key]bool{}
		for _, st := range steps {
			key := s.key(st)
			if _, known := s.distance[st.to]; known {
				continue
			}
			if _, dropped := s.dropped[key]; !dropped {
				met[st.to], led[key] = true, true
			}
		}
		if n := len(s.distance) + len(met); n > s.Bounds.Individuals && s.sample == 0 {
			if err := s.dropWidest(steps, met, level, n); err != nil || s.stale {
				return nil, err
			}
			continue
		}
		for id := range met {
			s.distance[id] = level
		}
		maps.Copy(s.led, led)
		next := slices.Collect(maps.Keys(met))
		slices.SortFunc(next, s.compare)
		return next, nil
	}
}

// dropWidest drops the role and direction that leads to most individuals one edge
// farther away, those in met being at the level.
func (s *search) dropWidest(steps []step, met map[facts.ID]bool, level, n int) error {
	targets := map[Key]map[facts.ID]bool{}
	s.eachFarther(steps, met, level, func(key Key, st step) { insert(targets, key, st.to) })
	widest, size := largest(targets, CompareKeys)
	if size == 0 {
		return fmt.Errorf("%w: there are %s individuals, and the bound is %s: raise it or give fewer examples", ErrTooMany, source.Thousands(n), source.Thousands(s.Bounds.Individuals))
	}
	bySource := map[facts.ID]map[facts.ID]bool{}
	s.eachFarther(steps, met, level, func(key Key, st step) {
		if key == widest {
			insert(bySource, st.from, st.to)
		}
	})
	where, _ := largest(bySource, s.compare)
	s.drop(Dropped{
		Property: widest.Property, Direction: widest.Direction, Individual: s.Term(where), N: size,
		Reason: fmt.Sprintf("it leads to %s of the %s individuals within distance %d, over the bound of %s",
			source.Thousands(size), source.Thousands(n), level, source.Thousands(s.Bounds.Individuals)),
	})
	return nil
}

// eachFarther visits the steps of kept roles to individuals one edge farther away:
// those in met, which are at the level, and those of earlier levels.
func (s *search) eachFarther(steps []step, met map[facts.ID]bool, level int, visit func(Key, step)) {
	visitKept := func(st step) {
		key := s.key(st)
		if _, dropped := s.dropped[key]; !dropped {
			visit(key, st)
		}
	}
	for _, st := range steps {
		if met[st.to] {
			visitKept(st)
		}
	}
	for _, t := range s.Roles {
		a, isA := s.distance[t[1]]
		b, isB := s.distance[t[2]]
		switch {
		case !isA || !isB:
		case b == a+1 && b < level:
			visitKept(step{t[0], t[1], t[2], false})
		case a == b+1 && a < level:
			visitKept(step{t[0], t[2], t[1], true})
		}
	}
}

func insert[K comparable](sets map[K]map[facts.ID]bool, key K, id facts.ID) {
	if sets[key] == nil {
		sets[key] = map[facts.ID]bool{}
	}
	sets[key][id] = true
}

// largest is the key of the largest set, the first of several, and its size.
func largest[K comparable](sets map[K]map[facts.ID]bool, compare func(a, b K) int) (key K, size int) {
	for k, set := range sets {
		if n := len(set); n > size || n == size && compare(k, key) < 0 {
			key, size = k, n
		}
	}
	return key, size
}

// newProperties reports whether something can be said, in what was extracted, by
// properties that high-degree nodes were not asked about, and notes these.
func (s *search) newProperties() bool {
	if !s.hubs {
		return false
	}
	before := len(s.properties)
	for _, p := range s.symbols.Related(s.usedProperties()) {
		s.properties[p] = true
	}
	return len(s.properties) > before
}
