package classes

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract/facts"
)

// A memory is the graph of facts in memory.
type memory struct {
	classesOf, membersOf, above, below map[string][]string
}

func newMemory(f *facts.Facts, learnable func(iri string) bool) *memory {
	m := &memory{map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string][]string{}}
	add := func(to map[string][]string, key, value facts.ID) {
		to[f.Term(key)] = append(to[f.Term(key)], f.Term(value))
	}
	for _, t := range f.Classes {
		add(m.classesOf, t[0], t[1])
		if learnable == nil || learnable(f.Term(t[0])) {
			add(m.membersOf, t[1], t[0])
		}
	}
	for _, t := range f.Superclasses {
		add(m.above, t[0], t[1])
		add(m.below, t[1], t[0])
	}
	return m
}

func (m *memory) classes(context.Context, []string) (map[string][]string, error) {
	return m.classesOf, nil
}

func (m *memory) members(_ context.Context, class string, limit int) ([]string, error) {
	members := slices.Sorted(slices.Values(m.membersOf[class]))
	return members[:min(limit, len(members))], nil
}

func (m *memory) superclasses(_ context.Context, classes []string) (map[string][]string, error) {
	found := map[string][]string{}
	for _, class := range classes {
		found[class] = m.above[class]
	}
	return found, nil
}

func (m *memory) subclasses(_ context.Context, class string) ([]string, error) {
	return m.below[class], nil
}
