package intent

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Bounds of the beam search. A unit of work takes about as long as one word of a set.
const (
	beamWork  = 50_000_000 // literals take a third of it at most
	lookWork  = 40         // to look at a formula, in addition to its words
	beamWidth = 40         // the number of best formulas to vary
	beamKept  = 2 * beamWidth
	mostFound = 20 // the number of formulas that become candidates
)

// searchInMemory finds the likeliest concepts in conjunctive normal form of at most
// Options.MaxSize nodes by a beam search, if the graph is in memory and there are negatives.
// The other candidates combine only parts that nearly all positives share, because over an
// endpoint a count costs a request. The search counts its work, so its result does not
// depend on time.
func (s *Session) searchInMemory(ctx context.Context) ([]dl.Concept, error) {
	m, ok := s.k.g.(*Memory)
	if !ok || s.o.MaxSize == 0 || len(s.neg) == 0 {
		return nil, nil
	}
	b, err := s.beamIn(ctx, m)
	if err != nil {
		return nil, err
	}
	var found []dl.Concept
	for _, f := range b.best[:min(len(b.best), mostFound)] {
		found = append(found, b.concept(f))
	}
	return found, nil
}

// beamIn runs a beam search in m.
func (s *Session) beamIn(ctx context.Context, m *Memory) (*beam, error) {
	b := &beam{examples: s.examplesIn(m), errorBits: s.errorBits, language: s.o.Language, maxSize: s.o.MaxSize, work: beamWork, seen: map[string]*formula{}}
	var err error
	if b.literals, err = s.literalsOf(ctx, m, b.examples, beamWork/3); err != nil {
		return nil, err
	}
	b.largest = math.Log2(float64(s.k.largest))
	for f := (&formula{}); f != nil && b.work > 0 && ctx.Err() == nil; f = b.next() {
		b.expand(f)
	}
	return b, ctx.Err()
}

// formula is a concept in conjunctive normal form: a conjunction of clauses. A clause is a
// union of literals and lists their numbers. At least one clause has no negation, because
// people rarely mean only the lack of something.
type formula struct {
	clauses  [][]int
	members  []uint64
	score    float64
	size     int
	expanded bool
}

// beam is a search for the formulas with the least score.
type beam struct {
	*examples
	errorBits func(errors int) float64
	language  dl.Language
	literals  []literal
	largest   float64 // log₂ of the largest number of members
	maxSize   int
	work      int64 // the work that is left
	best      []*formula
	seen      map[string]*formula // by members
}

// next returns the best formula that was not varied yet, or nil if there is none.
func (b *beam) next() *formula {
	for _, f := range b.best[:min(len(b.best), beamWidth)] {
		if !f.expanded {
			return f
		}
	}
	return nil
}

// expand offers the formulas that add, remove or replace one literal of f.
func (b *beam) expand(f *formula) {
	f.expanded = true
	b.vary(f.clauses, nil)
	for i, clause := range f.clauses {
		others := slices.Delete(slices.Clone(f.clauses), i, i+1)
		b.vary(others, clause)
		for j := range clause {
			left := slices.Delete(slices.Clone(clause), j, j+1)
			b.vary(others, left)
			switch {
			case len(left) > 0:
				b.offer(append(slices.Clone(others), left))
			case len(others) > 0:
				b.offer(others)
			}
		}
	}
}

// vary offers the formulas that consist of the other clauses and of clause with one more
// literal.
func (b *beam) vary(others [][]int, clause []int) {
	if b.work <= 0 || len(others) > 0 && !b.language.Has(dl.WithAnd) || len(clause) > 0 && !b.language.Has(dl.WithOr) {
		return
	}
	b.work -= int64(len(b.literals)) * int64(len(b.full)+lookWork)
	rest, have := slices.Clone(b.full), b.union(clause)
	length, size := b.measure(others)
	if len(others) > 0 {
		length, size = length+priceAnd, size+1
	}
	if len(clause) > 0 {
		l, s := b.measure([][]int{clause})
		length, size = length+l+priceOr, size+s+1
	}
	for _, c := range others {
		meet(rest, b.union(c))
	}
	for i := range b.literals {
		l := &b.literals[i]
		if size+l.size > b.maxSize {
			continue
		}
		var n counts
		for j, w := range l.members {
			n.add(b.examples, j, (w|have[j])&rest[j])
		}
		if n.pos > 0 && b.terms(length+l.bits, n).score() < b.worst() && !slices.Contains(clause, i) {
			b.offer(append(slices.Clone(others), append(slices.Clone(clause), i)))
		}
	}
}

// worst returns the score that a formula must be below to be kept.
func (b *beam) worst() float64 {
	if len(b.best) < beamKept {
		return math.Inf(1)
	}
	return b.best[len(b.best)-1].score
}

// terms returns the terms of the score of a formula, without what is alone.
func (b *beam) terms(length float64, n counts) terms {
	members := math.Log2(float64(max(n.members, b.all.pos)))
	return terms{bits: length, members: members, largest: b.largest, drawn: n.drawn, missed: b.all.pos - n.pos, errors: b.errorBits(b.all.pos - n.pos + n.neg)}
}

func (b *beam) measure(clauses [][]int) (length float64, size int) {
	for i, clause := range clauses {
		if i > 0 {
			length, size = length+priceAnd, size+1
		}
		for j, l := range clause {
			if j > 0 {
				length, size = length+priceOr, size+1
			}
			length, size = length+b.literals[l].bits, size+b.literals[l].size
		}
	}
	return length, size
}

// offer keeps a formula if it is among the best and no better one has the same members.
func (b *beam) offer(clauses [][]int) {
	f := &formula{members: slices.Clone(b.full)}
	for _, clause := range clauses {
		clause = slices.Sorted(slices.Values(clause))
		f.clauses = append(f.clauses, clause)
		meet(f.members, b.union(clause))
	}
	if !slices.ContainsFunc(f.clauses, b.isPositive) {
		return
	}
	slices.SortFunc(f.clauses, slices.Compare)
	length := 0.0
	if length, f.size = b.measure(f.clauses); f.size > b.maxSize {
		return
	}
	t := b.terms(length, b.countIn(f.members))
	t.alone = b.alone(f.clauses)
	f.score = t.score()
	key := keyOf(f.members)
	if old := b.seen[key]; old != nil {
		if old.score <= f.score {
			return
		}
		b.best = slices.DeleteFunc(b.best, func(g *formula) bool { return g == old })
	}
	b.seen[key] = f
	i, _ := slices.BinarySearchFunc(b.best, f, func(g, f *formula) int {
		return cmp.Or(cmp.Compare(g.score, f.score), slices.CompareFunc(g.clauses, f.clauses, slices.Compare))
	})
	b.best = slices.Insert(b.best, i, f)
	b.best = b.best[:min(len(b.best), beamKept)]
}

// isPositive reports whether no literal of the clause is a negation.
func (b *beam) isPositive(clause []int) bool {
	return !slices.ContainsFunc(clause, func(l int) bool { _, is := b.literals[l].c.(dl.Not); return is })
}

// alone returns the number of literals in unions that have at most one positive for
// themselves.
func (b *beam) alone(clauses [][]int) int {
	n := 0
	for _, clause := range clauses {
		for i, l := range clause {
			others := b.union(slices.Delete(slices.Clone(clause), i, i+1))
			own := 0
			for j, w := range b.literals[l].members {
				own += bits.OnesCount64(w & b.pos[j] &^ others[j])
			}
			if len(clause) > 1 && own < 2 {
				n++
			}
		}
	}
	return n
}

func (b *beam) union(clause []int) []uint64 {
	x := make([]uint64, len(b.full))
	for _, l := range clause {
		for i, w := range b.literals[l].members {
			x[i] |= w
		}
	}
	return x
}

func (b *beam) concept(f *formula) dl.Concept {
	var all []dl.Concept
	for _, clause := range f.clauses {
		var parts []dl.Concept
		for _, l := range clause {
			parts = append(parts, b.literals[l].c)
		}
		all = append(all, dl.Disj(parts...))
	}
	slices.SortFunc(all, compareConcepts)
	return dl.Conj(all...)
}
