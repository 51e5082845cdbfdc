package interp

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Evaluator computes extensions over one structure. It caches the extensions of all
// subconcepts, so that the cost of a concept depends on its number of distinct
// subconcepts (its DAG size). It is not safe for concurrent use; make one per goroutine.
type Evaluator struct {
	s       *Structure
	table   dl.Table
	results []result            // by the numbers of the table
	below   map[FeatureID][]int // by rank, how many individuals have a lesser one, each has at most one
}

type result struct {
	x     Set
	err   error
	known bool
}

// NewEvaluator returns an evaluator for the structure.
func NewEvaluator(s *Structure) *Evaluator {
	return &Evaluator{s: s}
}

// Len returns the number of extensions that the evaluator keeps.
func (e *Evaluator) Len() int { return len(e.results) }

// ErrNotAConcept is returned for the nil interface, a negative number in a
// restriction, an unknown operator and the zero value in a comparison.
var ErrNotAConcept = errors.New("not a concept")

// Extension returns the set of individuals at which c holds (the paper, Section 2; for
// features with several values see [dl.Compare]). Symbols outside the structure's
// signature have no facts: names and comparisons are empty, roles have no successors.
// The caller must not change the set, which the evaluator keeps. It is ExtensionWithin for
// concepts of a learner, whose closures are stored, so that no evaluation takes long.
func (e *Evaluator) Extension(c dl.Concept) (Set, error) {
	return e.ExtensionWithin(context.Background(), c)
}

// ExtensionWithin is Extension for any concept: numbers over closures may take a time that is quadratic
// in the individuals. It returns the error of the context when that ends; the evaluator does not keep it.
func (e *Evaluator) ExtensionWithin(ctx context.Context, c dl.Concept) (Set, error) {
	id := e.table.ID(c)
	if err := e.evaluate(ctx); err != nil {
		return nil, err
	}
	return e.results[id].x, e.results[id].err
}

// Members returns the members of c: its extension or, if c only excludes or by
// [Builder.OnlyDomain], the part of it in the domain of the structure. These are the answers to the query of c. The
// caller must not change the set.
func (e *Evaluator) Members(c dl.Concept) (Set, error) {
	return e.MembersWithin(context.Background(), c)
}

// MembersWithin is to Members what ExtensionWithin is to Extension.
func (e *Evaluator) MembersWithin(ctx context.Context, c dl.Concept) (Set, error) {
	x, err := e.ExtensionWithin(ctx, c)
	if err != nil || e.s.HasAll(c) {
		return x, err
	}
	return x.Intersection(e.s.domain), nil
}

// HasAll reports whether all individuals at which c holds are members of it, not only those of the domain.
func (s *Structure) HasAll(c dl.Concept) bool {
	return s.domain == nil || !s.onlyDomain && !dl.OnlyExcludes(c)
}

// Holds reports whether c holds at a.
func (e *Evaluator) Holds(c dl.Concept, a Individual) (bool, error) {
	x, err := e.Extension(c)
	if err != nil {
		return false, err
	}
	return x.Test(uint(a)), nil
}

// Classify returns how c classifies the examples of p, a problem over the evaluator's
// structure.
func (e *Evaluator) Classify(p *Problem, c dl.Concept) (Confusion, error) {
	x, err := e.Extension(c)
	if err != nil {
		return Confusion{}, err
	}
	return p.Classify(x), nil
}

// computeExtension returns the extension of the concept number id of the table. Those of
// its operands, which have smaller numbers, must be known.
func (e *Evaluator) computeExtension(ctx context.Context, id int) (Set, error) {
	c, ids := e.table.At(id)
	var operands [2]Set
	for i, operand := range ids {
		if err := e.results[operand].err; err != nil {
			return nil, err
		}
		operands[i] = e.results[operand].x
	}
	x, y := operands[0], operands[1]
	switch c := c.(type) {
	case dl.Top:
		return e.s.NewSet().FlipRange(0, uint(e.s.Len())), nil
	case dl.Bottom:
		return e.s.NewSet(), nil
	case dl.Name, dl.Nominal, dl.Compare, dl.Agree, dl.Less:
		return e.leaf(ctx, c)
	case dl.Not:
		return x.Clone().FlipRange(0, uint(e.s.Len())), nil
	case dl.And:
		return x.Intersection(y), nil
	case dl.Or:
		return x.Union(y), nil
	case dl.Exists:
		if e.isFollowed(c.Role) {
			return e.s.leadingTo(ctx, c.Role, x)
		}
		if r, stored := e.s.sig.RoleID(c.Role); stored && e.isNearer(r, x) {
			return e.sources(r, x), nil
		}
		return e.restriction(ctx, c.Role, x, 1, func(n, _ int) bool { return n > 0 })
	case dl.ForAll:
		if e.isFollowed(c.Role) {
			all := uint(e.s.Len())
			out, err := e.s.leadingTo(ctx, c.Role, x.Clone().FlipRange(0, all))
			if err != nil {
				return nil, err
			}
			return out.FlipRange(0, all), nil
		}
		return e.restriction(ctx, c.Role, x, e.s.Len(), func(n, all int) bool { return n == all })
	case dl.AtLeast:
		if c.N < 0 {
			return nil, fmt.Errorf("%w: at least %d", ErrNotAConcept, c.N)
		}
		return e.restriction(ctx, c.Role, x, c.N, func(n, _ int) bool { return n >= c.N })
	case dl.AtMost:
		if c.N < 0 {
			return nil, fmt.Errorf("%w: at most %d", ErrNotAConcept, c.N)
		}
		return e.restriction(ctx, c.Role, x, c.N+1, func(n, _ int) bool { return n <= c.N })
	}
	return nil, ErrNotAConcept
}

// isFollowed reports whether the role is a closure whose pairs are not stored.
func (e *Evaluator) isFollowed(role dl.Role) bool {
	_, stored := e.s.sig.RoleID(role)
	return role.Closure != dl.NoClosure && !stored
}

// leaf returns the extension of a leaf. If c is an atom of
// the structure, the extension is stored there.
func (e *Evaluator) leaf(ctx context.Context, c dl.Concept) (Set, error) {
	if id, ok := e.s.sig.Atom(c); ok {
		return e.s.Atom(id), nil
	}
	if c, ok := c.(dl.Agree); ok {
		return e.s.agreement(ctx, c)
	}
	x := e.s.NewSet()
	switch c := c.(type) {
	case dl.Nominal:
		if a, ok := e.s.Lookup(c.IRI); ok {
			x.Set(uint(a))
		}
	case dl.Compare:
		if err := c.Validate(); err != nil {
			return nil, fmt.Errorf("%w: comparison of %s: %w", ErrNotAConcept, c.Feature, err)
		}
		e.s.compare(c, x)
	case dl.Less:
		e.s.addLess(c, x)
	}
	return x, nil
}

// compare adds to x the individuals at which the comparison holds.
func (s *Structure) compare(c dl.Compare, x Set) {
	if c.Op == dl.Present || c.Op == dl.Many {
		s.addValued(c.Feature, max(c.N(), 1), x)
		return
	}
	f, ok := s.sig.FeatureID(c.Feature)
	if !ok {
		return
	}
	add := func(visit func(FeatureID, func(Individual, []uint32)), holds func(rank int) bool) {
		visit(f, func(a Individual, ranks []uint32) {
			if slices.ContainsFunc(ranks, func(rank uint32) bool { return holds(int(rank)) }) {
				x.Set(uint(a))
			}
		})
	}
	switch {
	case c.Op.OnText():
		matches := c.TextMatcher()
		add(s.EachString, holdsOf(s.Strings(f), matches))
		add(s.EachText, holdsOf(s.Texts(f), matches))
	case c.Value.Kind() == dl.String && c.Op == dl.Equal:
		equal := stringRank(s.Strings(f), c.Value)
		add(s.EachString, func(rank int) bool { return rank == equal })
	default:
		lo, hi := dl.Range(s.Values(f), c.Op, c.Value)
		s.features[f].ranks.between(uint32(lo), uint32(hi), x)
	}
}

// CountCompared returns the number of individuals at which the comparison holds; false if it has to be evaluated: it is
// not of values that have an order, or some individual has several.
func (e *Evaluator) CountCompared(c dl.Compare) (int, bool) {
	f, ok := e.s.isOfRanks(c)
	m := &e.s.features[f].ranks
	if !ok || len(m.data) > len(m.src) {
		return 0, false
	}
	below, known := e.below[f]
	if !known {
		below = make([]int, len(e.s.Values(f))+1)
		for _, rank := range m.data {
			below[rank+1]++
		}
		for rank := range e.s.Values(f) {
			below[rank+1] += below[rank]
		}
		if e.below == nil {
			e.below = map[FeatureID][]int{}
		}
		e.below[f] = below
	}
	lo, hi := dl.Range(e.s.Values(f), c.Op, c.Value)
	return below[max(lo, hi)] - below[lo], true
}

// isOfRanks returns the feature of a comparison of values that have an order; false if it is another, or an atom.
func (s *Structure) isOfRanks(c dl.Compare) (FeatureID, bool) {
	f, known := s.sig.FeatureID(c.Feature)
	_, isAtom := s.sig.Atom(c)
	isOfString := c.Value.Kind() == dl.String && c.Op == dl.Equal
	is := known && !isAtom && c.Op != dl.Present && c.Op != dl.Many && !c.Op.OnText() && !isOfString
	return f, is && c.Validate() == nil
}

// between adds to x the individuals with a rank of at least lo and below hi.
func (m *rows[T]) between(lo, hi T, x Set) {
	for i, a := range m.src {
		for _, rank := range m.data[m.off[i]:m.off[i+1]] {
			if lo <= rank && rank < hi {
				x.Set(uint(a))
				break
			}
		}
	}
}

// holdsOf evaluates the condition once for each text.
func holdsOf(texts []dl.Value, matches func(text, lang string) bool) func(rank int) bool {
	holds := make([]bool, len(texts))
	for i, v := range texts {
		holds[i] = matches(v.Lexical(), v.Lang())
	}
	return func(rank int) bool { return holds[rank] }
}

// isNearer reports whether the way from the individuals in inner to those with a successor among them is shorter than
// a walk over all edges of the role.
func (e *Evaluator) isNearer(r RoleID, inner Set) bool {
	return 8*int(inner.Count()) <= len(e.s.Sources(r))
}

// sources returns the individuals with a successor in inner, found from there.
func (e *Evaluator) sources(r RoleID, inner Set) Set {
	x := e.s.NewSet()
	for b := range inner.EachSet() {
		for _, a := range e.s.Successors(r.Inv(), Individual(b)) {
			x.Set(uint(a))
		}
	}
	return x
}

// restriction returns the individuals for which holds(n, all) is true, where all
// is their number of successors by the role and n is the number of those in inner. It counts no
// further than n = enough. The error is that of the context.
func (e *Evaluator) restriction(ctx context.Context, role dl.Role, inner Set, enough int,
	holds func(n, all int) bool) (Set, error) {
	x := e.s.NewSet()
	if holds(0, 0) { // most individuals have no successors
		x.FlipRange(0, uint(e.s.Len()))
	}
	if r, stored := e.s.sig.RoleID(role); stored {
		e.restrictStored(ctx, r, inner, enough, x, holds)
		return x, ctx.Err()
	}
	f := e.s.newFollower(role)
	for i, a := range f.sources() {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		n := 0
		err := f.follow(ctx, a, func(b Individual) bool {
			if inner.Test(uint(b)) {
				n++
			}
			return n < enough
		})
		if err != nil {
			return nil, err
		}
		x.SetTo(uint(a), holds(n, len(f.out)))
	}
	return x, nil
}

// restrictStored sets in x whether holds(n, all) is true of the sources of a role whose pairs are stored. It ends early
// if the context does.
func (e *Evaluator) restrictStored(
	ctx context.Context, r RoleID, inner Set, enough int, x Set, holds func(n, all int) bool,
) {
	m := &e.s.roles[r]
	in, out := wordsOf(inner, e.s.numBlocks()), x.Words()
	e.s.eachPart(func(from, to int) {
		i, _ := slices.BinarySearch(m.src, Individual(64*from))
		for ; i < len(m.src) && int(m.src[i]) < 64*to; i++ {
			if i%checkEvery == 0 && ctx.Err() != nil {
				return
			}
			row := m.data[m.off[i]:m.off[i+1]]
			n := 0
			for _, b := range row {
				n += int(in[b/64] >> (b % 64) & 1)
				if n >= enough {
					break
				}
			}
			a := m.src[i]
			out[a/64] &^= 1 << (a % 64)
			if holds(n, len(row)) {
				out[a/64] |= 1 << (a % 64)
			}
		}
	})
}

// wordsOf returns the words of a set, this many.
func wordsOf(x Set, n int) []uint64 {
	words := x.Words()
	if len(words) < n {
		words = append(slices.Clone(words), make([]uint64, n-len(words))...)
	}
	return words
}

// applyInclusions adds to each set the members of the sets that it includes, through
// any number of inclusions (sub, super). It applies each inclusion once: it merges sets
// that include each other, and handles subsets before their supersets.
func applyInclusions(ctx context.Context, sets []Set, inclusions []pair) error {
	if len(inclusions) == 0 {
		return nil
	}
	supers := make([][]uint32, len(sets))
	for _, p := range inclusions {
		supers[p.x] = append(supers[p.x], p.a)
	}
	groups := components(supers)
	for i := len(groups) - 1; i >= 0; i-- { // subsets first
		if err := ctx.Err(); err != nil {
			return err
		}
		group := groups[i]
		all := sets[group[0]]
		for _, c := range group[1:] {
			all.InPlaceUnion(sets[c])
		}
		for _, c := range group {
			if c != group[0] {
				all.Copy(sets[c])
			}
			for _, d := range supers[c] {
				sets[d].InPlaceUnion(all)
			}
		}
	}
	return nil
}

// components returns the strongly connected components of a graph, each after the
// components that its edges lead to (Tarjan 1972). It does not recur, because a path of
// millions of nodes would exhaust the stack.
func components(next [][]uint32) [][]uint32 {
	const done = ^uint32(0)
	type visit struct {
		node uint32
		edge int // the next one to follow
	}
	var (
		found [][]uint32
		order = make([]uint32, len(next)) // by node: its place in the order of discovery, from 1; 0: not found yet
		low   = make([]uint32, len(next)) // by node: the least order of the open nodes that it leads to; done: in a component
		open  []uint32
		path  []visit
		met   uint32
	)
	enter := func(node uint32) {
		met++
		order[node], low[node] = met, met
		open = append(open, node)
		path = append(path, visit{node: node})
	}
	for root := range next {
		if order[root] == 0 {
			enter(uint32(root))
		}
		for len(path) > 0 {
			v := &path[len(path)-1]
			if v.edge < len(next[v.node]) {
				w := next[v.node][v.edge]
				if order[w] == 0 {
					enter(w) // this edge comes again after w
					continue
				}
				if low[w] != done {
					low[v.node] = min(low[v.node], low[w])
				}
				v.edge++
				continue
			}
			if low[v.node] == order[v.node] {
				first := len(open) - 1
				for open[first] != v.node {
					first--
				}
				component := slices.Clone(open[first:])
				open = open[:first]
				for _, w := range component {
					low[w] = done
				}
				found = append(found, component)
			}
			path = path[:len(path)-1]
		}
	}
	return found
}
