package enrich

import (
	"maps"
	"slices"

	"github.com/genus-kg/genus/learner/interp"
)

// A hierarchy is the classes of the structure with their direct superclasses. A
// superclass that the structure does not have is replaced by its own superclasses.
type hierarchy struct {
	direct map[string][]string
	up     map[string]map[string]bool // all superclasses, without the class
	down   map[string]map[string]bool

	children map[string][]string // direct subclasses, sorted
}

func newHierarchy(names map[string]interp.ConceptID, stated map[string][]string) *hierarchy {
	h := &hierarchy{direct: map[string][]string{}, up: map[string]map[string]bool{}, down: map[string]map[string]bool{}}
	for class := range names {
		up := map[string]bool{}
		for stack := slices.Clone(stated[class]); len(stack) > 0; {
			super := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !up[super] && super != class {
				up[super] = true
				stack = append(stack, stated[super]...)
			}
		}
		maps.DeleteFunc(up, func(super string, _ bool) bool { _, known := names[super]; return !known })
		h.up[class] = up
		for super := range up {
			if h.down[super] == nil {
				h.down[super] = map[string]bool{}
			}
			h.down[super][class] = true
		}
	}
	for class, up := range h.up {
		for super := range up {
			// Direct: no other superclass is between. Equivalent classes are above each
			// other, and neither is a direct superclass of the other.
			between := func(mid string) bool { return mid != super && h.up[mid][super] && !h.up[super][mid] }
			if !h.up[super][class] && !slices.ContainsFunc(slices.Collect(maps.Keys(up)), between) {
				h.direct[class] = append(h.direct[class], super)
			}
		}
		slices.Sort(h.direct[class])
	}
	h.children = map[string][]string{}
	for _, class := range slices.Sorted(maps.Keys(h.direct)) {
		for _, super := range h.direct[class] {
			h.children[super] = append(h.children[super], class)
		}
	}
	return h
}

func (h *hierarchy) withSuperclasses(class string) []string {
	return slices.AppendSeq([]string{class}, maps.Keys(h.up[class]))
}

// relatedClasses returns the class, its superclasses and its subclasses, sorted.
func (h *hierarchy) relatedClasses(class string) []string {
	all := slices.AppendSeq(h.withSuperclasses(class), maps.Keys(h.down[class]))
	slices.Sort(all)
	return slices.Compact(all)
}

// siblings returns the other classes with the same direct superclass, sorted. A class
// without superclasses has all such classes as siblings.
func (h *hierarchy) siblings(class string) (out []string) {
	related := h.relatedClasses(class)
	for other := range h.up {
		if _, is := slices.BinarySearch(related, other); is {
			continue
		}
		of, its := h.direct[class], h.direct[other]
		if len(of) == 0 && len(its) == 0 || slices.ContainsFunc(of, func(s string) bool { return slices.Contains(its, s) }) {
			out = append(out, other)
		}
	}
	slices.Sort(out)
	return out
}
