package interp

import (
	"slices"
	"strings"
)

// interner numbers strings in the order in which they are added.
type interner struct {
	names  []string
	sorted int               // the first names, which are sorted
	id     map[string]uint32 // of the others
	last   uint32            // the number that intern returned last
}

func (in *interner) intern(s string) uint32 {
	if int(in.last) >= len(in.names) || in.names[in.last] != s { // many facts in a row have the same role
		in.last = in.number(s)
	}
	return in.last
}

func (in *interner) number(s string) uint32 {
	if n := len(in.names); in.sorted == n && (n == 0 || in.names[n-1] < s) {
		in.names, in.sorted = append(in.names, s), n+1
		return uint32(n)
	}
	if id, ok := in.find(s); ok {
		return id
	}
	if in.id == nil {
		in.id = map[string]uint32{}
	}
	id := uint32(len(in.names))
	in.id[s] = id
	in.names = append(in.names, s)
	return id
}

func (in *interner) find(s string) (uint32, bool) {
	if i, ok := slices.BinarySearch(in.names[:in.sorted], s); ok {
		return uint32(i), true
	}
	id, ok := in.id[s]
	return id, ok
}

// sortedNames returns the sorted names and, by old number, the new number of each.
func (in *interner) sortedNames() (names []string, renumber []uint32) {
	order := make([]uint32, len(in.names))
	for i := range order {
		order[i] = uint32(i)
	}
	if in.sorted == len(in.names) {
		return in.names[:len(order):len(order)], order // more names only follow
	}
	slices.SortFunc(order, func(x, y uint32) int { return strings.Compare(in.names[x], in.names[y]) })
	names, renumber = make([]string, len(order)), make([]uint32, len(order))
	for i, x := range order {
		names[i], renumber[x] = in.names[x], uint32(i)
	}
	return names, renumber
}
