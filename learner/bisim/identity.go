package bisim

import "github.com/genus-kg/genus/learner/interp"

// Identity returns the partition into single individuals. The paper's experiments compare
// the quotient with it (Table 3).
func Identity(s *interp.Structure) *Levels {
	n := s.Len()
	l := &Levels{class: make([]uint32, n), parent: make([]uint32, n), born: make([]uint32, n), member: make([]uint32, n),
		count: []int{n}, stable: true}
	for a := range uint32(n) {
		l.class[a], l.member[a] = a, a
	}
	return l
}
