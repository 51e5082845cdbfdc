package crawl

import (
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// advance returns the next frontier, sorted: the individuals to which the steps lead
// that were not met before.
func (s *search) advance(steps []step, level int) ([]facts.ID, error) {
	met, led, err := s.meet(steps, level)
	if err != nil || s.stale {
		return nil, err
	}
	for id := range met {
		s.distance[id] = level
	}
	maps.Copy(s.led, led)
	next := slices.Collect(maps.Keys(met))
	slices.SortFunc(next, s.compare)
	return next, nil
}

// meet returns the individuals to which the steps lead that were not met before, and the
// roles that lead to them. While there are too many individuals it drops the widest role
// (see dropWidest).
func (s *search) meet(steps []step, level int) (met map[facts.ID]bool, led map[Key]bool, err error) {
	for {
		met, led = map[facts.ID]bool{}, map[Key]bool{}
		for _, st := range steps {
			if _, known := s.distance[st.to]; known || !s.isKept(st) {
				continue
			}
			met[st.to] = true
			for _, key := range s.keys(st) {
				led[key] = true
			}
		}
		n := len(s.distance) + len(met)
		if n <= s.Bounds.Individuals {
			return met, led, nil
		}
		if err := s.dropWidest(steps, met, level, n); err != nil || s.stale {
			return nil, nil, err
		}
	}
}

// dropWidest drops the role and direction that leads to the most individuals one edge
// farther from the examples. The individuals in met are at the level.
func (s *search) dropWidest(steps []step, met map[facts.ID]bool, level, n int) error {
	targets := map[Key]map[facts.ID]bool{}
	s.eachFarther(steps, met, level, func(key Key, st step) { insert(targets, key, st.to) })
	widest, size := largest(targets, CompareKeys)
	if size == 0 {
		return fmt.Errorf(
			"%w: there are %s individuals, and the bound is %s: give fewer examples, or raise max-individuals in a preset",
			ErrTooMany,
			graph.Thousands(n),
			graph.Thousands(s.Bounds.Individuals),
		)
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
			graph.Thousands(size), graph.Thousands(n), level, graph.Thousands(s.Bounds.Individuals)),
	})
	return nil
}

// eachFarther visits the steps of kept roles to individuals one edge farther from the
// examples: those in met, which are at the level, and those of earlier levels.
func (s *search) eachFarther(steps []step, met map[facts.ID]bool, level int, visit func(Key, step)) {
	visitKept := func(st step) {
		if s.isKept(st) {
			visit(s.key(st), st)
		}
	}
	for _, st := range steps {
		if met[st.to] {
			visitKept(st)
		}
	}
	for _, st := range s.chains.met {
		if s.distance[st.to] == s.distance[st.from]+1 && s.distance[st.to] < level {
			visitKept(st)
		}
	}
	for _, t := range s.Roles {
		a, isA := s.distance[t[1]]
		b, isB := s.distance[t[2]]
		switch {
		case !isA || !isB:
		case b == a+1 && b < level:
			visitKept(step{t[0], t[1], t[2], false, nil})
		case a == b+1 && a < level:
			visitKept(step{t[0], t[2], t[1], true, nil})
		}
	}
}

func insert[K, V comparable](sets map[K]map[V]bool, key K, value V) {
	if sets[key] == nil {
		sets[key] = map[V]bool{}
	}
	sets[key][value] = true
}

func largest[K comparable](sets map[K]map[facts.ID]bool, compare func(a, b K) int) (key K, size int) {
	for k, set := range sets {
		if n := len(set); n > size || n == size && compare(k, key) < 0 {
			key, size = k, n
		}
	}
	return key, size
}
