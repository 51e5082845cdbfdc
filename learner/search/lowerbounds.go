package search

import (
	"math"
	"math/bits"
	"sync"
)

// lowerBounds is the lower-bound table, the memo of the search at the examples. For a set
// of active examples and a polarity it has, for each size k, a lower bound of the cost of
// concepts of size at most k. It is a cache of bounded size and may lose entries. It stores
// costs that are too large for 32 bits without their last bits: rounded down, a lower bound
// stays true.
type lowerBounds struct {
	words, sizes int
	shift        int // the number of bits dropped
	shards       [64]shard
	maxEntries   int   // entries of a shard
	limit        int64 // bytes
}

// shard is one part of the table: buckets of 4 entries. It doubles up to its bound, and
// then replaces entries.
type shard struct {
	mu    sync.Mutex
	n     int
	key   []uint64 // words per entry
	value []int32  // sizes+1 per entry, shifted, and capped at the largest int32
	mark  []uint8  // 0: free; 1 + the polarity, plus 4 times the size searched
}

const bucket = 4

// newLowerBounds makes a table of at most that many bytes, for costs up to total.
func newLowerBounds(words, sizes int, total, bytes int64) *lowerBounds {
	b := &lowerBounds{words: words, sizes: sizes, shift: max(bits.Len64(uint64(total))-31, 0), limit: bytes}
	b.setCapacity()
	return b
}

// setCapacity sets the largest number of entries of a shard.
func (b *lowerBounds) setCapacity() {
	b.maxEntries = bucket
	each := int64(8*b.words + 4*(b.sizes+1) + 1)
	for int64(2*b.maxEntries)*each*int64(len(b.shards)) <= b.limit {
		b.maxEntries *= 2
	}
}

// setSizes makes room for bounds for sizes up to that one. Shards that would be too large
// lose all entries.
func (b *lowerBounds) setSizes(sizes int) {
	old := b.sizes
	b.sizes = sizes
	b.setCapacity()
	for i := range b.shards {
		s := &b.shards[i]
		if len(s.mark) > b.maxEntries {
			*s = shard{}
			continue
		}
		value := s.value
		s.value = make([]int32, len(s.mark)*(sizes+1))
		for j := range s.mark {
			copy(s.value[j*(sizes+1):], value[j*(old+1):(j+1)*(old+1)])
		}
	}
}

func markOf(p polarity) uint8 { return 1 + uint8(p) }

// find returns the entry of the key, or -1, and its bucket.
func (b *lowerBounds) find(s *shard, h uint64, active []uint64, p polarity) (at, entry int) {
	at = int(h>>6) & (len(s.mark)/bucket - 1) * bucket
	for i := at; i < at+bucket; i++ {
		if s.mark[i]&3 == markOf(p) && equal(active, s.key[i*b.words:]) {
			return at, i
		}
	}
	return at, -1
}

func (b *lowerBounds) hash(active []uint64, p polarity) uint64 {
	return hash(active) * (2*uint64(markOf(p)) + 1)
}

func (b *lowerBounds) raise(active []uint64, p polarity, lower []int64) {
	h := b.hash(active, p)
	s := &b.shards[h&63]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n == 0 {
		return
	}
	if _, i := b.find(s, h, active, p); i >= 0 {
		value := s.value[i*(b.sizes+1):]
		for k := 1; k < len(lower); k++ {
			lower[k] = max(lower[k], int64(value[k])<<b.shift)
		}
	}
}

func (b *lowerBounds) store(active []uint64, p polarity, lower []int64) {
	h := b.hash(active, p)
	s := &b.shards[h&63]
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.mark) == 0 {
		b.resize(s, bucket)
	}
	at, i := b.find(s, h, active, p)
	if i < 0 {
		i = b.evict(s, h, at)
		clear(s.value[i*(b.sizes+1) : (i+1)*(b.sizes+1)])
		copy(s.key[i*b.words:(i+1)*b.words], active)
	}
	s.mark[i] = markOf(p) | 4*uint8(min(len(lower)-1, 63))
	value := s.value[i*(b.sizes+1):]
	for k := 1; k < len(lower); k++ {
		value[k] = max(value[k], int32(min(lower[k]>>b.shift, math.MaxInt32)))
	}
}

// evict returns the index for a new entry: a free one, or that of the entry in the bucket
// with the smallest size searched.
func (b *lowerBounds) evict(s *shard, h uint64, at int) int {
	for {
		least := at
		for i := at; i < at+bucket; i++ {
			if s.mark[i] == 0 {
				s.n++
				return i
			}
			if s.mark[i]>>2 < s.mark[least]>>2 {
				least = i
			}
		}
		if len(s.mark) >= b.maxEntries {
			return least
		}
		b.resize(s, 2*len(s.mark))
		at = int(h>>6) & (len(s.mark)/bucket - 1) * bucket
	}
}

// resize gives the shard that many entries and moves the old ones. It drops an entry whose
// bucket is full.
func (b *lowerBounds) resize(s *shard, entries int) {
	key := s.key
	value := s.value
	mark := s.mark
	s.n = 0
	s.key = make([]uint64, entries*b.words)
	s.value = make([]int32, entries*(b.sizes+1))
	s.mark = make([]uint8, entries)
	for i, m := range mark {
		if m == 0 {
			continue
		}
		active := key[i*b.words : (i+1)*b.words]
		at := int(b.hash(active, polarity(m&3-1))>>6) & (entries/bucket - 1) * bucket
		for j := at; j < at+bucket; j++ {
			if s.mark[j] == 0 {
				s.mark[j] = m
				s.n++
				copy(s.key[j*b.words:(j+1)*b.words], active)
				copy(s.value[j*(b.sizes+1):(j+1)*(b.sizes+1)], value[i*(b.sizes+1):])
				break
			}
		}
	}
}
