package repair

import (
	"cmp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// roleContext is a set of individuals with the tables of their concepts.
type roleContext struct {
	individuals []interp.Individual
	depth       int
	steps       map[dl.Role]*roleStep
	usable      []*roleStep // by which steps may be inserted; nil: not listed yet
	listed      bool
	tables      map[*node]*table
}

// words is the length of an extension.
func (c *roleContext) words() int { return (len(c.individuals) + 63) / 64 }

// roleStep leads from a context to that of the successors by a role.
type roleStep struct {
	role       dl.Role
	to         *roleContext
	successors [][]int32 // by individual of the first context: places in the second
	most       int       // successors of one individual
	unknown    bool      // a closure that Task.Extracted does not decide in the context
	heads      []head    // that may be inserted
}

func newContext(individuals []interp.Individual, depth int) *roleContext {
	return &roleContext{individuals: individuals, depth: depth, steps: map[dl.Role]*roleStep{},
		tables: map[*node]*table{}}
}

// step returns the step by a role. Contexts of the same individuals at the same depth are one.
func (s *search) step(c *roleContext, role dl.Role) *roleStep {
	if t := c.steps[role]; t != nil {
		return t
	}
	t := &roleStep{role: role, successors: make([][]int32, len(c.individuals))}
	c.steps[role] = t
	of := make([][]interp.Individual, len(c.individuals))
	var all []interp.Individual
	for i, a := range c.individuals {
		if s.check(); s.stopped() {
			break
		}
		of[i] = s.task.Problem.Structure.SuccessorsOf(role, a)
		t.unknown = t.unknown || role.Closure != dl.NoClosure && !s.isClosed(a, of[i])
		all = append(all, of[i]...)
		s.bytes += int64(4 * len(of[i]))
	}
	slices.Sort(all)
	all = slices.Compact(all)
	at := map[interp.Individual]int32{}
	for i, b := range all {
		at[b] = int32(i)
	}
	for i := range c.individuals {
		for _, b := range of[i] {
			t.successors[i] = append(t.successors[i], at[b])
		}
		t.most = max(t.most, len(t.successors[i]))
	}
	key := contextKey{c.depth + 1, individualsKey(all)}
	if t.to = s.contexts[key]; t.to == nil {
		t.to = newContext(all, c.depth+1)
		s.contexts[key] = t.to
	}
	t.heads = s.heads(role, t.most)
	return t
}

// isClosed reports whether the structure has all successors of a by a closure, which are these.
func (s *search) isClosed(a interp.Individual, successors []interp.Individual) bool {
	extracted := s.task.Extracted
	return extracted == nil ||
		!slices.ContainsFunc(successors, func(b interp.Individual) bool { return b != a && !extracted.Test(uint(b)) })
}

type contextKey struct {
	depth       int
	individuals string
}

func individualsKey(list []interp.Individual) string {
	var b strings.Builder
	for _, a := range list {
		b.Write([]byte{byte(a), byte(a >> 8), byte(a >> 16), byte(a >> 24)})
	}
	return b.String()
}

// heads returns the role steps that may be inserted. A number over the most successors
// of an individual stands for all larger ones.
func (s *search) heads(role dl.Role, most int) (hs []head) {
	l := s.task.Space.Language
	if l.Has(dl.WithExists) {
		hs = append(hs, head{exists, 0, role})
	}
	if l.Has(dl.WithForAll) {
		hs = append(hs, head{forAll, 0, role})
	}
	first := 2
	if !l.Has(dl.WithExists) {
		first = 1
	}
	for n := first; l.Has(dl.WithAtLeast) && n <= min(s.task.Space.MaxNumber, max(most, first-1)+1); n++ {
		hs = append(hs, head{atLeast, n, role})
	}
	for n := 0; l.Has(dl.WithAtMost) && n <= min(s.task.Space.MaxNumber, most); n++ {
		hs = append(hs, head{atMost, n, role})
	}
	return hs
}

// insertable returns the steps that may be inserted in the context: those by its roles without
// high-degree individuals, and one by a role that it does not have.
func (s *search) insertable(c *roleContext) []*roleStep {
	if c.listed || c.depth >= s.task.Space.MaxDepth {
		return c.usable
	}
	c.listed = true
	structure := s.task.Problem.Structure
	most := map[interp.RoleID]int{}
	for _, a := range c.individuals {
		for _, r := range structure.RolesOf(a) {
			most[r] = max(most[r], len(structure.Successors(r, a)))
		}
	}
	absent := false
	for _, r := range s.task.Space.Roles {
		role := structure.Signature().Role(r)
		switch n := most[r]; {
		case n > s.task.MaxSuccessors:
			s.left[role] = max(s.left[role], n)
		case n > 0 || !absent:
			c.usable = append(c.usable, s.step(c, role))
			absent = absent || n == 0
		}
	}
	return c.usable
}

// extension returns the extension of a leaf in the context.
func (s *search) extension(c *roleContext, leaf dl.Concept) []uint64 {
	x := make([]uint64, c.words())
	all, err := s.eval.ExtensionWithin(s.ctx, leaf)
	if err != nil {
		s.err = err
		return x
	}
	for i, a := range c.individuals {
		if all.Test(uint(a)) {
			x[i/64] |= 1 << (i % 64)
		}
	}
	return x
}

// eachLeaf calls visit with the leaves that may be inserted in the context. Values and names
// are those of its individuals; one name that they do not have stands for the others.
func (s *search) eachLeaf(c *roleContext, visit func(leaf dl.Concept, x []uint64)) {
	l := s.task.Space.Language
	sets := map[dl.Concept][]uint64{}
	var order []dl.Concept
	add := func(leaf dl.Concept, i int) {
		x, ok := sets[leaf]
		if !ok {
			x = make([]uint64, c.words())
			sets[leaf] = x
			order = append(order, leaf)
		}
		x[i/64] |= 1 << (i % 64)
	}
	structure := s.task.Problem.Structure
	for i, a := range c.individuals {
		for _, id := range s.atomsOf(a) {
			add(structure.Signature().Atoms()[id], i)
		}
		if iri := structure.IRI(a); l.Has(dl.WithNominals) && !s.isExample[a] && s.task.Problem.IsNamed(iri) {
			add(dl.Nominal{IRI: iri}, i)
		}
		s.eachString(a, func(leaf dl.Concept) { add(leaf, i) })
	}
	for _, leaf := range order {
		visit(leaf, sets[leaf])
	}
	s.eachThreshold(c, visit)
	if l.Has(dl.WithTop) {
		visit(dl.Top{}, s.extension(c, dl.Top{}))
	}
	if l.Has(dl.WithBottom) {
		visit(dl.Bottom{}, make([]uint64, c.words()))
		return
	}
	for _, id := range s.task.Space.Atoms {
		if leaf := structure.Signature().Atoms()[id]; sets[leaf] == nil {
			visit(leaf, make([]uint64, c.words()))
			return
		}
	}
}

// atomsOf returns the names of the space that a has.
func (s *search) atomsOf(a interp.Individual) []interp.ConceptID {
	if s.atoms == nil {
		structure := s.task.Problem.Structure
		s.atoms = map[interp.Individual][]interp.ConceptID{}
		for _, id := range s.task.Space.Atoms {
			if _, nominal := structure.Signature().Atoms()[id].(dl.Nominal); nominal {
				continue
			}
			for b := range structure.Atom(id).EachSet() {
				s.atoms[interp.Individual(b)] = append(s.atoms[interp.Individual(b)], id)
			}
		}
	}
	return s.atoms[a]
}

func (s *search) eachString(a interp.Individual, visit func(dl.Concept)) {
	if !s.task.Space.Language.Has(dl.WithStrings) {
		return
	}
	structure := s.task.Problem.Structure
	for _, f := range s.features {
		for _, rank := range structure.StringRanks(f, a) {
			visit(dl.Compare{Feature: structure.Signature().Features()[f], Op: dl.Equal,
				Value: structure.Strings(f)[rank]})
		}
	}
}

// eachThreshold visits the comparisons with the values that occur in the context.
func (s *search) eachThreshold(c *roleContext, visit func(leaf dl.Concept, x []uint64)) {
	structure, l := s.task.Problem.Structure, s.task.Space.Language
	for _, f := range s.features {
		all := structure.Values(f)
		var ranks []uint32
		for _, a := range c.individuals {
			ranks = append(ranks, structure.Ranks(f, a)...)
		}
		slices.Sort(ranks)
		for _, rank := range slices.Compact(ranks) {
			for _, op := range []dl.Op{dl.GreaterEq, dl.LessEq} {
				if !l.Has(map[dl.Op]dl.Language{dl.GreaterEq: dl.WithDataAtLeast, dl.LessEq: dl.WithDataAtMost}[op]) {
					continue
				}
				leaf := dl.Compare{Feature: structure.Signature().Features()[f], Op: op, Value: all[rank]}
				lo, hi := dl.Range(all, op, all[rank])
				x := make([]uint64, c.words())
				for i, a := range c.individuals {
					for _, w := range structure.Ranks(f, a) {
						if lo <= int(w) && int(w) < hi {
							x[i/64] |= 1 << (i % 64)
						}
					}
				}
				visit(leaf, x)
			}
		}
	}
}

// leftOut returns the roles that were not inserted somewhere, with the successors of the individual
// that has most.
func (s *search) leftOut() (out []LeftOut) {
	for r, n := range s.left {
		out = append(out, LeftOut{r, n})
	}
	slices.SortFunc(out, func(x, y LeftOut) int {
		return cmp.Or(cmp.Compare(y.Successors, x.Successors), x.Role.Compare(y.Role))
	})
	return out
}
