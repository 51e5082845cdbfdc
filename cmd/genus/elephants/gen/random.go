package main

// random is SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom
// Number Generators", OOPSLA 2014). It is written out so that the files do not
// depend on the version of a library.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n-1. The bias of the modulus does not matter here.
func (r *random) below(n int) int { return int(r.next() % uint64(n)) }

// between returns a number from lo to hi.
func (r *random) between(lo, hi int) int { return lo + r.below(hi-lo+1) }

// shuffle is the Fisher-Yates shuffle.
func shuffle[T any](r *random, items []T) {
	for i := len(items) - 1; i > 0; i-- {
		j := r.below(i + 1)
		items[i], items[j] = items[j], items[i]
	}
}
