package search

import "math/bits"

// A bit set over the elements of a context is a []uint64: element e is bit e%64 of word
// e/64.

func test(x []uint64, e uint32) bool { return x[e/64]>>(e%64)&1 != 0 }

func union(z, x, y []uint64) {
	for i := range z {
		z[i] = x[i] | y[i]
	}
}

func meet(z, x, y []uint64, without bool) []uint64 {
	y, z = y[:len(x)], z[:len(x)]
	if without {
		for i, w := range x {
			z[i] = w &^ y[i]
		}
		return z
	}
	for i, w := range x {
		z[i] = w & y[i]
	}
	return z
}

// equal reports whether y begins with the words of x.
func equal(x, y []uint64) bool {
	for i, w := range x {
		if y[i] != w {
			return false
		}
	}
	return true
}

// empty reports whether x has no element.
func empty(x []uint64) bool {
	for _, w := range x {
		if w != 0 {
			return false
		}
	}
	return true
}

func hash(x []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range x {
		hi, lo := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = hi ^ lo + 0x2545f4914f6cdd1d
	}
	return h ^ h>>29
}

// count returns the number of elements in x.
func count(x []uint64) (n int) {
	for _, w := range x {
		n += bits.OnesCount64(w)
	}
	return n
}

// resize returns a slice of n words, in the memory of x if that suffices. Its contents are
// arbitrary.
func resize(x []uint64, n int) []uint64 {
	if cap(x) < n {
		return make([]uint64, n)
	}
	return x[:n]
}
