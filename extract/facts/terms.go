package facts

import (
	"hash/maphash"
	"sync"
	"unsafe"
)

// Terms numbers terms for several goroutines at the same time. The numbers depend on who comes first,
// until [Facts.Take] replaces them.
type Terms struct {
	seed   maphash.Seed
	shards [termShards]termShard // by the hash of a term
}

const (
	termShards = 64
	arenaBytes = 1 << 16 // of the texts that lie beside each other
)

// A termShard is an open hash table. An entry has half of the hash of a term, and its place, from 1.
type termShard struct {
	mu    sync.Mutex
	terms []string
	table []uint64
	arena []byte
}

// NewTerms returns no terms.
func NewTerms() *Terms { return &Terms{seed: maphash.MakeSeed()} }

// ID returns the number of a term, 0 for "".
func (t *Terms) ID(term string) ID {
	if term == "" {
		return 0
	}
	hash := maphash.String(t.seed, term)
	shard := hash % termShards
	return t.shards[shard].place(term, hash>>32<<32)*termShards + ID(shard)
}

// place returns the place of a term. The lower half of its hash is 0.
func (s *termShard) place(term string, hash uint64) ID {
	s.mu.Lock()
	defer s.mu.Unlock()
	if 4*len(s.terms) >= 3*len(s.table) {
		old := s.table
		s.table = make([]uint64, max(64, 2*len(old)))
		for _, entry := range old {
			if entry != 0 {
				s.table[s.find("", entry)] = entry
			}
		}
	}
	at := s.find(term, hash)
	if s.table[at] == 0 {
		if len(s.arena)+len(term) > cap(s.arena) {
			s.arena = make([]byte, 0, max(arenaBytes, len(term)))
		}
		begin := len(s.arena)
		s.arena = append(s.arena, term...) // term may share the memory of a whole document
		s.terms = append(s.terms, unsafe.String(&s.arena[begin], len(term)))
		s.table[at] = hash | uint64(len(s.terms))
	}
	return ID(s.table[at])
}

// find returns the index in the table of a term, or that of the free entry for it.
func (s *termShard) find(term string, hash uint64) uint64 {
	at, mask := hash>>32, uint64(len(s.table)-1)
	for ; ; at++ {
		entry := s.table[at&mask]
		if entry == 0 || entry>>32 == hash>>32 && s.terms[uint32(entry)-1] == term {
			return at & mask
		}
	}
}

// Take makes the terms those of the facts, which have none yet. It returns what gives the number in the
// facts for a number in t, which must not be used any more.
func (f *Facts) Take(t *Terms) (number func(ID) ID) {
	var first [termShards]ID
	for i := range t.shards {
		s := &t.shards[i]
		first[i] = ID(len(f.terms)) - 1 // places begin at 1
		f.terms = append(f.terms, s.terms...)
		*s = termShard{}
	}
	sorted := f.SortTerms()
	return func(id ID) ID {
		if id == 0 {
			return 0
		}
		return sorted[first[id%termShards]+id/termShards]
	}
}
