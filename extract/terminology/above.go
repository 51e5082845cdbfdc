package terminology

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/el"
	"github.com/genus-kg/genus/extract/facts"
)

// reach returns what steps reach from a node, itself included.
func (t *Terminology) reach(c facts.ID) map[facts.ID]bool {
	found := map[facts.ID]bool{c: true}
	for d := range t.climb(c, func(facts.ID) bool { return false }) {
		found[d] = true
	}
	return found
}

// smallest returns those of the nodes that no other one of them is strictly below.
func (t *Terminology) smallest(of []facts.ID) map[facts.ID]bool {
	out := map[facts.ID]bool{}
	if t.classified != nil {
		nodes := map[el.Concept][]facts.ID{}
		for _, c := range of {
			d := t.axioms.concept(c)
			nodes[d] = append(nodes[d], c)
		}
		for _, d := range t.classified.Smallest(slices.Collect(maps.Keys(nodes))) {
			for _, c := range nodes[d] {
				out[c] = true
			}
		}
		return out
	}
	for _, c := range of {
		out[c] = true
	}
	for _, c := range of {
		if !out[c] {
			continue // what is above it is above what is below it
		}
		for d := range t.reachedFrom(c) {
			if _, is := out[d]; is && !t.reachedFrom(d)[c] {
				out[d] = false
			}
		}
	}
	return out
}

// reachedFrom is reach, kept for the fillers.
func (t *Terminology) reachedFrom(c facts.ID) map[facts.ID]bool {
	if t.reached[c] == nil {
		t.reached[c] = t.reach(c)
	}
	return t.reached[c]
}

// nearest yields the nodes that steps reach from a node, up to the nearest named classes.
func (t *Terminology) nearest(c facts.ID) iter.Seq[facts.ID] {
	return t.climb(c, func(d facts.ID) bool { return t.classes[d] })
}

// climb yields the nodes that steps reach from a node, each once. No steps go on from an end.
func (t *Terminology) climb(c facts.ID, isEnd func(facts.ID) bool) iter.Seq[facts.ID] {
	return func(yield func(facts.ID) bool) {
		seen := map[facts.ID]bool{c: true}
		for queue := []facts.ID{c}; len(queue) > 0; {
			next := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for _, d := range t.up[next] {
				if seen[d] {
					continue
				}
				if seen[d] = true; !yield(d) {
					return
				}
				if !isEnd(d) {
					queue = append(queue, d)
				}
			}
		}
	}
}

// Superclasses returns the nearest named classes that steps reach from a class, a class
// expression or an individual, sorted.
func (t *Terminology) Superclasses(c facts.ID) (out []facts.ID) {
	if t.classified != nil {
		return t.entailedSuperclasses(c)
	}
	for d := range t.nearest(c) {
		if t.classes[d] {
			out = append(out, d)
		}
	}
	slices.Sort(out)
	return out
}

// Disjoint returns groups of classes: no two of a group have a member in common. An expression in an axiom
// stands for the classes below it.
func (t *Terminology) Disjoint() (groups [][]facts.ID) {
	below := map[facts.ID][]facts.ID{} // classes by an expression that steps reach
	for _, c := range slices.Sorted(maps.Keys(t.classes)) {
		below[c] = append(below[c], c)
		for d := range t.nearest(c) {
			if !t.classes[d] {
				below[d] = append(below[d], c)
			}
		}
	}
	for _, group := range t.apart {
		if !slices.ContainsFunc(group, func(c facts.ID) bool { return !t.classes[c] }) {
			groups = append(groups, group)
			continue
		}
		for i, x := range group {
			for _, y := range group[i+1:] {
				for _, c := range below[x] {
					for _, d := range below[y] {
						groups = append(groups, []facts.ID{c, d})
					}
				}
			}
		}
	}
	return groups
}

// Edges returns the edges of a class or a class expression, sorted.
func (t *Terminology) Edges(c facts.ID) (out []Edge) {
	all := t.statedEdges(c)
	if t.classified != nil {
		all = t.entailedEdges(c)
	}
	slices.SortFunc(all, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.Property, b.Property), cmp.Compare(a.Value, b.Value), cmp.Compare(a.Kind, b.Kind))
	})
	all = slices.Compact(all)
	for start := 0; start < len(all); {
		end := start
		var nodes []facts.ID
		for ; end < len(all) && all[end].Property == all[start].Property; end++ {
			if all[end].Kind == 0 {
				nodes = append(nodes, all[end].Value)
			}
		}
		narrow := t.smallest(nodes)
		for _, e := range all[start:end] {
			if e.Kind != 0 || narrow[e.Value] {
				out = append(out, e)
			}
		}
		start = end
	}
	return out
}

// statedEdges returns the restrictions that steps reach from a class.
func (t *Terminology) statedEdges(c facts.ID) (all []Edge) {
	for d := range t.reach(c) {
		for _, p := range t.on[d] {
			for _, e := range t.fillers[d] {
				for _, r := range t.withAbove(p) {
					all = append(all, Edge{r, e.Value, e.Kind})
				}
			}
		}
	}
	return all
}

// withAbove returns the property and those above it.
func (t *Terminology) withAbove(p facts.ID) []facts.ID {
	all := []facts.ID{p}
	for i := 0; i < len(all); i++ {
		for _, q := range t.above[all[i]] {
			if !slices.Contains(all, q) && !t.isBlank(q) {
				all = append(all, q)
			}
		}
	}
	return all
}
