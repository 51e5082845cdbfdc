package search

import (
	"math"
	"math/bits"
	"sync"
)

// bounds remembers, for sets of examples and either way round, below what no
// concept of a size can cost: at [k], for sizes up to k. It is a cache of
// bounded size; what is forgotten is found again. Costs that are too large for
// 32 bits are kept without their last bits: rounded down, a bound stays true.
type bounds struct {
	words, sizes int
	shift        int // bits that are dropped
	shards       [64]shard
	most         int   // entries of a shard
	limit        int64 // bytes
}

// shard is one part of the cache: buckets of 4 entries. It doubles up to its
// bound and then replaces.
type shard struct {
	mu    sync.Mutex
	n     int
	key   []uint64 // words per entry
	value []int32  // sizes+1 per entry, shifted, and capped at the largest int32
	mark  []uint8  // 0: free; 1 or 2: the way round, plus 4 times the size searched
}

const bucket = 4

// newBounds makes a cache of so many bytes for costs up to total.
func newBounds(words, sizes int, total, bytes int64) *bounds {
	b := &bounds{words: words, sizes: sizes, shift: max(bits.Len64(uint64(total))-31, 0), limit: bytes}
	b.fit()
	return b
}

// fit sets how many entries a shard may have.
func (b *bounds) fit() {
	b.most = bucket
	each := int64(8*b.words + 4*(b.sizes+1) + 1)
	for int64(2*b.most)*each*int64(len(b.shards)) <= b.limit {
		b.most *= 2
	}
}

// widen makes room for bounds for sizes up to that one. Shards that would be too
// large then forget all.
func (b *bounds) widen(sizes int) {
	old := b.sizes
	b.sizes = sizes
	b.fit()
	for i := range b.shards {
		s := &b.shards[i]
		if len(s.mark) > b.most {
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

// bytes is what the cache takes.
func (b *bounds) bytes() (n int64) {
	for i := range b.shards {
		s := &b.shards[i]
		n += 8*int64(cap(s.key)) + 4*int64(cap(s.value)) + int64(cap(s.mark))
	}
	return n
}

// side is the mark of the way round.
func side(flipped bool) uint8 {
	if flipped {
		return 2
	}
	return 1
}

// find is the entry of the key, or -1; at is its bucket.
func (b *bounds) find(s *shard, h uint64, care []uint64, flipped bool) (at, entry int) {
	at = int(h>>6) & (len(s.mark)/bucket - 1) * bucket
	for i := at; i < at+bucket; i++ {
		if s.mark[i]&3 == side(flipped) && equal(care, s.key[i*b.words:]) {
			return at, i
		}
	}
	return at, -1
}

func (b *bounds) hash(care []uint64, flipped bool) uint64 {
	return hash(care) * (2*uint64(side(flipped)) + 1)
}

// raise lifts the bounds low[1:] to what is known.
func (b *bounds) raise(care []uint64, flipped bool, low []int64) {
	h := b.hash(care, flipped)
	s := &b.shards[h&63]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n == 0 {
		return
	}
	if _, i := b.find(s, h, care, flipped); i >= 0 {
		value := s.value[i*(b.sizes+1):]
		for k := 1; k < len(low); k++ {
			low[k] = max(low[k], int64(value[k])<<b.shift)
		}
	}
}

// store remembers the bounds low[1:].
func (b *bounds) store(care []uint64, flipped bool, low []int64) {
	h := b.hash(care, flipped)
	s := &b.shards[h&63]
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.mark) == 0 {
		b.resize(s, bucket)
	}
	at, i := b.find(s, h, care, flipped)
	if i < 0 {
		i = b.room(s, h, at)
		clear(s.value[i*(b.sizes+1) : (i+1)*(b.sizes+1)])
		copy(s.key[i*b.words:(i+1)*b.words], care)
	}
	s.mark[i] = side(flipped) | 4*uint8(min(len(low)-1, 63))
	value := s.value[i*(b.sizes+1):]
	for k := 1; k < len(low); k++ {
		value[k] = max(value[k], int32(min(low[k]>>b.shift, math.MaxInt32)))
	}
}

// room is a place for a new entry: free, or that of the entry in the bucket
// that took the least search.
func (b *bounds) room(s *shard, h uint64, at int) int {
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
		if len(s.mark) >= b.most {
			return least
		}
		b.resize(s, 2*len(s.mark))
		at = int(h>>6) & (len(s.mark)/bucket - 1) * bucket
	}
}

// resize gives the shard that many entries and moves the old ones, of which
// some may be dropped if their bucket is full.
func (b *bounds) resize(s *shard, entries int) {
	key, value, mark := s.key, s.value, s.mark
	s.n = 0
	s.key = make([]uint64, entries*b.words)
	s.value = make([]int32, entries*(b.sizes+1))
	s.mark = make([]uint8, entries)
	for i, m := range mark {
		if m == 0 {
			continue
		}
		care := key[i*b.words : (i+1)*b.words]
		at := int(b.hash(care, m&3 == 2)>>6) & (entries/bucket - 1) * bucket
		for j := at; j < at+bucket; j++ {
			if s.mark[j] == 0 {
				s.mark[j] = m
				s.n++
				copy(s.key[j*b.words:(j+1)*b.words], care)
				copy(s.value[j*(b.sizes+1):(j+1)*(b.sizes+1)], value[i*(b.sizes+1):])
				break
			}
		}
	}
}
