package facts

import "slices"

// A Way tells in which directions the statements of a role may be followed.
type Way struct{ Out, In bool }

// Distances returns the distances in edges from start, by breadth-first search over the
// roles up to limit edges. A negative limit means no limit. way tells in which directions
// the statements of a property may be followed. beyond returns further neighbours of an
// individual; it may be nil.
func (f *Facts) Distances(start []ID, limit int, way func(property ID) Way, beyond func(ID) []ID) map[ID]int {
	// Neighbours in compressed rows: first[a]..first[a+1].
	n := len(f.terms)
	ways := map[ID]Way{}
	first := make([]uint32, n+1)
	each := func(visit func(a, b ID)) {
		for _, t := range f.Roles {
			w, known := ways[t[0]]
			if !known {
				w = way(t[0])
				ways[t[0]] = w
			}
			if w.Out {
				visit(t[1], t[2])
			}
			if w.In {
				visit(t[2], t[1])
			}
		}
	}
	each(func(a, _ ID) { first[a+1]++ })
	for i := range n {
		first[i+1] += first[i]
	}
	next := slices.Clone(first[:n])
	to := make([]ID, first[n])
	each(func(a, b ID) {
		to[next[a]] = b
		next[a]++
	})

	distance := make(map[ID]int, len(start))
	for _, a := range start {
		distance[a] = 0
	}
	frontier := slices.Clone(start)
	for d := 1; len(frontier) > 0 && (limit < 0 || d <= limit); d++ {
		var found []ID
		meet := func(all []ID) {
			for _, b := range all {
				if _, seen := distance[b]; !seen {
					distance[b] = d
					found = append(found, b)
				}
			}
		}
		for _, a := range frontier {
			meet(to[first[a]:first[a+1]])
			if beyond != nil {
				meet(beyond(a))
			}
		}
		frontier = found
	}
	return distance
}
