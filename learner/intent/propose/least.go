package propose

import "slices"

// least returns the n least elements in their order, and the others in the order of the list. No two elements are
// equal. Of a long list it sorts a small part only.
func least[T any](list []T, n int, compare func(x, y T) int) (first, others []T) {
	n = min(n, len(list))
	if n == 0 {
		return nil, list
	}
	isSorted := false // the first n are the least so far
	for _, x := range list {
		if isSorted && compare(x, first[n-1]) > 0 {
			continue
		}
		if first = append(first, x); len(first) == 2*n {
			slices.SortFunc(first, compare)
			first, isSorted = first[:n], true
		}
	}
	slices.SortFunc(first, compare)
	first = first[:n]
	for _, x := range list {
		if compare(x, first[n-1]) > 0 {
			others = append(others, x)
		}
	}
	return first, others
}
