package search

// rejected remembers some of the sets that cost too much. It forgets the older
// one of two that fall on the same slot.
type rejected struct {
	words int
	slots []uint64
	used  []bool
	count int
}

// rejectedWords is how many words it takes at most.
const rejectedWords = 1 << 18

// reset forgets all, for sets of that many words.
func (r *rejected) reset(words int) {
	n := 1 << 12
	for n > 16 && n*words > rejectedWords {
		n /= 2
	}
	if len(r.used) < n || cap(r.slots) < n*words {
		r.used = make([]bool, n)
		r.slots = make([]uint64, n*max(words, 1))
	} else if r.count > 0 {
		r.used = r.used[:n]
		clear(r.used)
	}
	r.used, r.slots = r.used[:n], r.slots[:n*words]
	r.words, r.count = words, 0
}

// slot is where x belongs, and whether it is there.
func (r *rejected) slot(x []uint64) (at int, known bool) {
	at = int(hash(x)) & (len(r.used) - 1)
	return at, r.used[at] && equal(r.slots[at*r.words:(at+1)*r.words], x)
}

// add remembers x, which belongs there.
func (r *rejected) add(at int, x []uint64) {
	r.used[at] = true
	r.count++
	copy(r.slots[at*r.words:], x)
}
