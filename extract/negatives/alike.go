package negatives

import (
	"cmp"
	"context"
	"maps"
	"slices"
)

// membership says which positives a class has.
type membership map[string]map[string]bool

// add reports whether it is new.
func (m membership) add(class, positive string) bool {
	if m[class] == nil {
		m[class] = map[string]bool{}
	}
	isNew := !m[class][positive]
	m[class][positive] = true
	return isNew
}

// best are the classes that most positives have, of those that may be used.
func (m membership) best(isName func(string) bool) []string {
	var best []string
	for _, class := range slices.Sorted(maps.Keys(m)) {
		switch {
		case !isName(class):
		case len(best) == 0 || len(m[class]) > len(m[best[0]]):
			best = []string{class}
		case len(m[class]) == len(m[best[0]]):
			best = append(best, class)
		}
	}
	return best
}

// sharedClasses are the classes that most positives have, and of these the most
// specific, sorted; superclasses count only where no class is stated of all.
func (s *search) sharedClasses(ctx context.Context, stated map[string][]string) ([]string, error) {
	has := membership{}
	level := map[string]bool{}
	for _, a := range s.positives {
		for _, class := range stated[a] {
			has.add(class, a)
			level[class] = true
		}
	}
	for range maxLevels {
		best := has.best(s.isName)
		if len(level) == 0 || len(best) > 0 && len(has[best[0]]) == len(s.positives) {
			break
		}
		above, err := s.superclasses(ctx, slices.Sorted(maps.Keys(level)))
		if err != nil {
			return nil, err
		}
		level = map[string]bool{}
		for class, superclasses := range above {
			for _, super := range superclasses {
				for a := range has[class] {
					if has.add(super, a) {
						level[super] = true
					}
				}
			}
		}
	}
	return s.mostSpecific(ctx, has.best(s.isName))
}

// mostSpecific are the classes without those that are above others.
func (s *search) mostSpecific(ctx context.Context, classes []string) ([]string, error) {
	left := map[string]bool{}
	for _, class := range classes {
		left[class] = true
	}
	level := classes
	for round := 0; len(left) > 1 && len(level) > 0 && round < maxLevels; round++ {
		above, err := s.superclasses(ctx, level)
		if err != nil {
			return nil, err
		}
		level = nil
		for class, superclasses := range above {
			for _, super := range superclasses {
				if super != class {
					delete(left, super)
					level = append(level, super)
				}
			}
		}
		level = distinct(level)
	}
	if len(left) == 0 { // they are below each other
		return classes, nil
	}
	return slices.Sorted(maps.Keys(left)), nil
}

// mostAlike are the n of the pool with most of the classes and properties of the
// positives, each counted by how many positives have it. Of equals the first.
func (s *search) mostAlike(ctx context.Context, classes map[string][]string) ([]string, error) {
	properties, err := s.properties(ctx, s.positives)
	if err != nil {
		return nil, err
	}
	weight := map[string]int{}
	for _, a := range s.positives {
		for _, x := range distinct(classes[a], properties[a]) {
			weight[x]++
		}
	}
	if classes, err = s.classes(ctx, s.pool); err != nil {
		return nil, err
	}
	if properties, err = s.properties(ctx, s.pool); err != nil {
		return nil, err
	}
	score := map[string]int{}
	for _, a := range s.pool {
		for _, x := range distinct(classes[a], properties[a]) {
			score[a] += weight[x]
		}
	}
	best := slices.Clone(s.pool)
	slices.SortStableFunc(best, func(a, b string) int { return cmp.Compare(score[b], score[a]) })
	best = best[:min(s.n, len(best))]
	slices.Sort(best)
	return best, nil
}

func distinct(lists ...[]string) []string {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}
