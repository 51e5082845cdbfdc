package negatives

import (
	"cmp"
	"context"
	"maps"
	"slices"
)

// A membership has the set of positives of each class.
type membership map[string]map[string]bool

// add adds a positive to a class. It reports whether the class did not have it.
func (m membership) add(class, positive string) bool {
	if m[class] == nil {
		m[class] = map[string]bool{}
	}
	isNew := !m[class][positive]
	m[class][positive] = true
	return isNew
}

// largestClasses returns the classes with most positives, among those that isName accepts.
func (m membership) largestClasses(isName func(string) bool) []string {
	var largest []string
	for _, class := range slices.Sorted(maps.Keys(m)) {
		switch {
		case !isName(class):
		case len(largest) == 0 || len(m[class]) > len(m[largest[0]]):
			largest = []string{class}
		case len(m[class]) == len(m[largest[0]]):
			largest = append(largest, class)
		}
	}
	return largest
}

// sharedClasses returns the most specific of the classes that most positives have, sorted.
// It looks at superclasses only if no stated class has all positives.
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
		largest := has.largestClasses(s.isName)
		if len(level) == 0 || len(largest) > 0 && len(has[largest[0]]) == len(s.positives) {
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
	return s.mostSpecificClasses(ctx, has.largestClasses(s.isName))
}

// mostSpecificClasses returns the classes without those that are superclasses of others.
func (s *search) mostSpecificClasses(ctx context.Context, classes []string) ([]string, error) {
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
		level = sortedUnion(level)
	}
	if len(left) == 0 { // a cycle
		return classes, nil
	}
	return slices.Sorted(maps.Keys(left)), nil
}

// mostSimilarMembers returns the s.n individuals of the pool with the highest scores, sorted. The
// score is the sum over the classes and properties of the individual of the number of
// positives that have them. Of equal scores, the first in the pool wins.
func (s *search) mostSimilarMembers(ctx context.Context, classes map[string][]string) ([]string, error) {
	properties, err := s.properties(ctx, s.positives)
	if err != nil {
		return nil, err
	}
	weight := map[string]int{}
	for _, a := range s.positives {
		for _, x := range sortedUnion(classes[a], properties[a]) {
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
		for _, x := range sortedUnion(classes[a], properties[a]) {
			score[a] += weight[x]
		}
	}
	best := slices.Clone(s.pool)
	slices.SortStableFunc(best, func(a, b string) int { return cmp.Compare(score[b], score[a]) })
	best = best[:min(s.n, len(best))]
	slices.Sort(best)
	return best, nil
}

// sortedUnion returns the elements of the lists, sorted and without duplicates.
func sortedUnion(lists ...[]string) []string {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}
