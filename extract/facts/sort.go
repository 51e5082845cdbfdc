package facts

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
)

// sortUnique sorts the list in place and returns it without duplicates.
func sortUnique[T comparable](list []T, compare func(a, b T) int) []T {
	slices.SortFunc(list, compare)
	return slices.Clip(slices.Compact(list))
}

// SortByKeys sorts the list by its keys, the first of which counts most, and returns it without
// duplicates. All keys are below n. The list may be used for something else.
func SortByKeys[T comparable](list []T, n int, keys ...func(T) uint32) []T {
	compare := func(a, b T) int {
		for _, key := range keys {
			if c := cmp.Compare(key(a), key(b)); c != 0 {
				return c
			}
		}
		return 0
	}
	switch {
	case slices.IsSortedFunc(list, compare):
		return slices.Clip(slices.Compact(list))
	case len(list) < n/8:
		return sortUnique(list, compare)
	}
	list = sortParallel(list, func(part []T) []T { return sortByCounting(part, n, keys) }, compare)
	return slices.Clip(slices.Compact(list))
}

// sortByCounting sorts a long list by its keys, from the last on.
func sortByCounting[T any](list []T, n int, keys []func(T) uint32) []T {
	sorted, next := make([]T, len(list)), make([]uint32, n+1)
	for _, key := range slices.Backward(keys) {
		clear(next)
		for _, x := range list {
			next[key(x)+1]++
		}
		for i := range n {
			next[i+1] += next[i]
		}
		for _, x := range list {
			at := &next[key(x)]
			sorted[*at] = x
			*at++
		}
		list, sorted = sorted, list
	}
	return list
}

// sortParallel sorts the parts of the list on all cores and merges them. sort and it may use the list for
// something else.
func sortParallel[T any](list []T, sort func(part []T) []T, compare func(a, b T) int) []T {
	parts := runtime.GOMAXPROCS(0)
	if parts == 1 || len(list) < 1<<14 {
		return sort(list)
	}
	var wait sync.WaitGroup
	sorted := slices.Collect(slices.Chunk(list, (len(list)+parts-1)/parts))
	for i, part := range sorted {
		wait.Go(func() { sorted[i] = sort(part) })
	}
	wait.Wait()
	for len(sorted) > 1 {
		sorted = append(sorted[2:], merge(sorted[0], sorted[1], compare))
	}
	return sorted[0]
}

// merge returns a sorted list of two.
func merge[T any](a, b []T, compare func(a, b T) int) []T {
	all := make([]T, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if compare(a[0], b[0]) <= 0 {
			all, a = append(all, a[0]), a[1:]
		} else {
			all, b = append(all, b[0]), b[1:]
		}
	}
	return append(append(all, a...), b...)
}
