package interp

import (
	"context"
	"slices"
)

// applyInclusions adds to each set the members of the sets that it includes, through
// any number of inclusions (sub, super). It applies each inclusion once: it merges sets
// that include each other, and handles subsets before their supersets.
func applyInclusions(ctx context.Context, sets []Set, inclusions []pair) error {
	if len(inclusions) == 0 {
		return nil
	}
	supers := make([][]uint32, len(sets))
	for _, p := range inclusions {
		supers[p.x] = append(supers[p.x], p.a)
	}
	groups := components(supers)
	for i := len(groups) - 1; i >= 0; i-- { // subsets first
		if err := ctx.Err(); err != nil {
			return err
		}
		group := groups[i]
		all := sets[group[0]]
		for _, c := range group[1:] {
			all.InPlaceUnion(sets[c])
		}
		for _, c := range group {
			if c != group[0] {
				all.Copy(sets[c])
			}
			for _, d := range supers[c] {
				sets[d].InPlaceUnion(all)
			}
		}
	}
	return nil
}

// components returns the strongly connected components of a graph, each after the
// components that its edges lead to (Tarjan 1972). It does not recur, because a path of
// millions of nodes would exhaust the stack.
func components(next [][]uint32) [][]uint32 {
	const done = ^uint32(0)
	type visit struct {
		node uint32
		edge int // the next one to follow
	}
	var (
		found [][]uint32
		order = make([]uint32, len(next)) // by node: its place in the order of discovery, from 1; 0: not found yet
		low   = make([]uint32, len(next)) // by node: the least order of the open nodes that it leads to; done: in a component
		open  []uint32
		path  []visit
		met   uint32
	)
	enter := func(node uint32) {
		met++
		order[node], low[node] = met, met
		open = append(open, node)
		path = append(path, visit{node: node})
	}
	for root := range next {
		if order[root] == 0 {
			enter(uint32(root))
		}
		for len(path) > 0 {
			v := &path[len(path)-1]
			if v.edge < len(next[v.node]) {
				w := next[v.node][v.edge]
				if order[w] == 0 {
					enter(w) // this edge comes again after w
					continue
				}
				if low[w] != done {
					low[v.node] = min(low[v.node], low[w])
				}
				v.edge++
				continue
			}
			if low[v.node] == order[v.node] {
				first := len(open) - 1
				for open[first] != v.node {
					first--
				}
				component := slices.Clone(open[first:])
				open = open[:first]
				for _, w := range component {
					low[w] = done
				}
				found = append(found, component)
			}
			path = path[:len(path)-1]
		}
	}
	return found
}
