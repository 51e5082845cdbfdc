package search

import "slices"

// op is the outermost constructor of an entry's concept.
type op uint8

const (
	opLeaf op = iota
	opNot
	opAnd
	opOr
	opRole // a restriction
)

// origin is the construction of an entry's concept: the leaf a; ¬ of the entry a, or ⊓ or ⊔
// of the entries a and b, of the same table; or the restriction b of the entry a of the
// table that the restriction leads to.
type origin struct {
	op   op
	a, b uint32
}

// table lists distinct extensions by size, each with the origin of the first concept that
// has it. It has no pointers in its entries, so that millions of them cost the garbage
// collector nothing.
type table struct {
	words int
	bits  []uint64 // words per entry
	from  []origin
	end   []int    // end[s] is the number of entries of size at most s
	slots []uint32 // open addressing: 1 + entry, 0 if free
}

func newTable(elements int) table {
	return table{words: (elements + 63) / 64, end: []int{0}, slots: make([]uint32, 16)}
}

func (t *table) len() int { return len(t.from) }

func (t *table) at(i int) []uint64 { return t.bits[i*t.words : (i+1)*t.words : (i+1)*t.words] }

// ofSize returns the range lo ≤ i < hi of the entries of size s; it is empty if the size is
// not listed.
func (t *table) ofSize(s int) (lo, hi int) {
	if s < 1 || s >= len(t.end) {
		return 0, 0
	}
	return t.end[s-1], t.end[s]
}

// maxSize returns the largest size that is listed.
func (t *table) maxSize() int { return len(t.end) - 1 }

func (t *table) bytes() uint64 {
	return uint64(cap(t.bits))*8 + uint64(cap(t.from))*12 + uint64(cap(t.slots))*4
}

// expected estimates how many concepts of the size enumerate will construct, if the smaller
// sizes are listed.
func (t *table) expected(size int) int {
	lo, hi := t.ofSize(size - 1)
	n := hi - lo
	for i := 1; i <= (size-1)/2; i++ {
		lo1, hi1 := t.ofSize(i)
		lo2, hi2 := t.ofSize(size - 1 - i)
		n += 2 * (hi1 - lo1) * (hi2 - lo2)
	}
	return n
}

// add lists x, unless it is listed already.
func (t *table) add(x []uint64, from origin) {
	mask := uint64(len(t.slots) - 1)
	at := hash(x) & mask
	for t.slots[at] != 0 {
		if equal(t.at(int(t.slots[at]-1)), x) {
			return
		}
		at = (at + 1) & mask
	}
	t.bits = append(t.bits, x...)
	t.from = append(t.from, from)
	t.slots[at] = uint32(len(t.from))
	if 3*len(t.from) > 2*len(t.slots) {
		t.rehash(2 * len(t.slots))
	}
}

// truncate removes the entries from n on, which must be those of the last size.
func (t *table) truncate(n int) {
	t.bits, t.from = slices.Clone(t.bits[:n*t.words]), slices.Clone(t.from[:n])
	t.end = t.end[:len(t.end)-1]
	slots := 16
	for 3*n > 2*slots {
		slots *= 2
	}
	t.rehash(slots)
}

// rehash replaces the slots by that many new ones.
func (t *table) rehash(slots int) {
	t.slots = make([]uint32, slots)
	mask := uint64(len(t.slots) - 1)
	for i := range t.from {
		at := hash(t.at(i)) & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = uint32(i + 1)
	}
}
