package extract

import "fmt"

// A property with more statements at one term than the endpoint sends at a time is
// pulled in slices of its objects. Sorting and OFFSET fail on endpoints with a row
// cap, and what comes after what is not the same on two engines; a hash of the
// object orders it the same everywhere, and in slices of about one size.

// slice is a part of all hashes: those whose first 16 bits are at least lo and
// less than hi. The zero value is all of them.
type slice struct{ lo, hi uint32 }

const hashes = 1 << 16

func (s slice) end() uint32 {
	if s == (slice{}) {
		return hashes
	}
	return s.hi
}

// keys are lo and hi as the beginnings of hexadecimal hashes; empty: no bound.
func (s slice) keys() (from, to string) {
	if s.lo > 0 {
		from = fmt.Sprintf("%04x", s.lo)
	}
	if s.end() < hashes {
		to = fmt.Sprintf("%04x", s.end())
	}
	return from, to
}

// of is about how many of n objects are in the slice.
func (s slice) of(n int) int { return int(uint64(n) * uint64(s.end()-s.lo) / hashes) }

// divisible reports whether half of the slice is much less: where a few rows are
// too many, fewer will be.
func (r request) divisible() bool { return r.size() > neverCut/2 && r.slice.end()-r.slice.lo > 1 }

func (s slice) halves() (slice, slice) {
	middle := (s.lo + s.end()) / 2
	return slice{s.lo, middle}, slice{middle, s.end()}
}

// slicesOf cuts n objects into slices of less than limit, most probably.
func slicesOf(n, limit int) []slice {
	parts := min(uint64(n+n/4)/uint64(limit)+1, hashes)
	cut := make([]slice, parts)
	for i := range cut {
		cut[i] = slice{uint32(uint64(i) * hashes / parts), uint32(uint64(i+1) * hashes / parts)}
	}
	return cut
}
