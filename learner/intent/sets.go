package intent

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// examples holds the examples as sets of the individuals of a structure.
type examples struct {
	pos, neg, drawn []uint64 // drawn: the positives that are not answers
	full            []uint64 // the domain
	all             counts   // of full
}

// counts holds the numbers of elements of a set.
type counts struct{ members, pos, neg, drawn int }

// examplesIn returns the examples as sets of the individuals of m.
func (s *Session) examplesIn(m *Memory) *examples {
	words := (m.s.Len() + 63) / 64
	x := &examples{make([]uint64, words), make([]uint64, words), make([]uint64, words), make([]uint64, words), counts{}}
	copy(x.full, m.s.Domain().Words())
	add := func(set []uint64, iri string) {
		if a, ok := m.s.Lookup(iri); ok {
			set[a/64] |= 1 << (a % 64)
		}
	}
	for _, iri := range s.pos {
		add(x.pos, iri)
		if !s.asked[iri] {
			add(x.drawn, iri)
		}
	}
	for _, iri := range s.neg {
		add(x.neg, iri)
	}
	x.all = x.countIn(x.full)
	return x
}

func (x *examples) countIn(set []uint64) (n counts) {
	for i, w := range set {
		n.add(x, i, w)
	}
	return n
}

// add counts the elements in word i of a set.
func (n *counts) add(x *examples, i int, w uint64) {
	n.members += bits.OnesCount64(w)
	n.pos += bits.OnesCount64(w & x.pos[i])
	n.neg += bits.OnesCount64(w & x.neg[i])
	n.drawn += bits.OnesCount64(w & x.drawn[i])
}

// complement returns the individuals of the domain outside the set.
func (x *examples) complement(set []uint64) []uint64 {
	out := slices.Clone(x.full)
	for i, w := range set {
		out[i] &^= w
	}
	return out
}

// meet removes from x the elements outside y.
func meet(x, y []uint64) {
	for i, w := range y {
		x[i] &= w
	}
}

// keyOf returns the set as a key of a map.
func keyOf(x []uint64) string {
	key := make([]byte, 0, 8*len(x))
	for _, w := range x {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	return string(key)
}
