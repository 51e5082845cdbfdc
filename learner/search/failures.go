package search

// failureCache stores some of the sets that cost at least the incumbent. A set replaces
// the earlier one in its slot.
type failureCache struct {
	words int
	slots []uint64
	used  []bool
	count int
}

// reset empties the cache, for sets of that many words.
func (f *failureCache) reset(words int) {
	n := 1 << 12
	for n > 16 && n*words > failureWords {
		n /= 2
	}
	if len(f.used) < n || cap(f.slots) < n*words {
		f.used = make([]bool, n)
		f.slots = make([]uint64, n*max(words, 1))
	} else if f.count > 0 {
		f.used = f.used[:n]
		clear(f.used)
	}
	f.used, f.slots = f.used[:n], f.slots[:n*words]
	f.words, f.count = words, 0
}

func (f *failureCache) find(x []uint64) (slot int, known bool) {
	slot = int(hash(x)) & (len(f.used) - 1)
	return slot, f.used[slot] && equal(f.slots[slot*f.words:(slot+1)*f.words], x)
}

func (f *failureCache) add(slot int, x []uint64) {
	f.used[slot] = true
	f.count++
	copy(f.slots[slot*f.words:], x)
}
