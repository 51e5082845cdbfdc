package graph

import "fmt"

// If a term has more statements by one property than the endpoint sends at a time, the
// statements are asked for in parts, by the hash of the object. Sorting and OFFSET fail
// on endpoints with a row cap, and engines differ in their order of terms. A hash is
// the same everywhere, and gives parts of about equal size.

// partition is the range of hashes whose first 16 bits are at least lo and less than
// hi. The zero value is the range of all hashes.
type partition struct{ lo, hi uint32 }

const hashes = 1 << 16

func (r partition) end() uint32 {
	if r == (partition{}) {
		return hashes
	}
	return r.hi
}

// bounds returns lo and hi as prefixes of hexadecimal hashes; empty means no bound.
func (r partition) bounds() (from, to string) {
	if r.lo > 0 {
		from = fmt.Sprintf("%04x", r.lo)
	}
	if r.end() < hashes {
		to = fmt.Sprintf("%04x", r.end())
	}
	return from, to
}

// share estimates how many of n objects are in the range.
func (r partition) share(n int) int { return int(uint64(n) * uint64(r.end()-r.lo) / hashes) }

func (r partition) divisible() bool { return r.end()-r.lo > 1 }

func (r partition) halves() (partition, partition) {
	middle := (r.lo + r.end()) / 2
	return partition{r.lo, middle}, partition{middle, r.end()}
}

// partitionsOf returns ranges that cover all hashes. Of n objects each of them most
// probably has fewer than limit.
func partitionsOf(n, limit int) []partition {
	parts := min(uint64(n+n/4)/uint64(limit)+1, hashes)
	all := make([]partition, parts)
	for i := range all {
		all[i] = partition{uint32(uint64(i) * hashes / parts), uint32(uint64(i+1) * hashes / parts)}
	}
	return all
}
