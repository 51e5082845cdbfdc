package intent

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Bounds of the literals.
const (
	deepest      = 3    // the largest role depth
	mostLiterals = 1200 // the largest number of literals
	// The work to evaluate a concept, and for every individual.
	evaluationWork = 1000
	individualWork = 5
)

// literal is a concept without ⊓ and ⊔, or the negation of one, with its members.
type literal struct {
	c       dl.Concept
	members []uint64
	bits    float64 // the description length
	size    int
}

// listing lists literals of a structure in memory. Of literals with the same members it has
// the shortest one.
type listing struct {
	k    *knowledge
	o    Options
	m    *Memory
	work int64 // the work that is left
	list []literal
	at   map[string]int // by members
}

// literalsOf returns literals, the shortest first: names, chains of up to three roles,
// at-least restrictions, and comparisons at natural break points. Each has at least two
// positives as members (or all, if there are fewer), and lacks at least one individual. The
// listing ends when it has used up work.
func (s *Session) literalsOf(ctx context.Context, m *Memory, x *examples, work int64) ([]literal, error) {
	t := listing{k: s.k, o: s.o, m: m, work: work, at: map[string]int{}}
	// Counting raises k.largest, which bits depends on. Most concepts counted here are not
	// candidates, so they must not change the bits of the candidates.
	defer func(largest int64) { s.k.largest = largest }(s.k.largest)
	if err := t.listAll(ctx, s.atomsOf(m.s).thresholds(s.pos, len(s.pos)/2)); err != nil {
		return nil, err
	}
	var out []literal
	add := func(l literal) {
		if n := x.countIn(l.members); n.pos >= min(2, x.all.pos) && n.members < m.s.Len() {
			out = append(out, l)
		}
	}
	for _, l := range t.list {
		add(l)
		if x.countIn(l.members).neg > 0 && s.o.Language.Has(dl.WithNot) {
			not := dl.Not{C: l.c}
			add(literal{not, x.complement(l.members), s.k.bits(not), l.size + 1})
		}
	}
	slices.SortStableFunc(out, func(l, r literal) int { return cmp.Compare(l.bits, r.bits) })
	return out[:min(len(out), mostLiterals)], nil
}

// listAll lists the concepts in the order of their role depth.
func (t *listing) listAll(ctx context.Context, thresholds map[dl.Concept]int) error {
	sig := t.m.s.Signature()
	var roles []dl.Role
	var first []dl.Concept // the bits of all other concepts depend on their counts
	for r := range interp.RoleID(sig.NumRoles()) {
		if role := sig.Role(r); (!role.Inverse || t.o.Language.Has(dl.WithInverse)) && !t.o.isAboutStatements(role.IRI) {
			roles, first = append(roles, role), append(first, dl.Exists{Role: role, C: dl.Top{}})
		}
	}
	for _, c := range sig.Atoms() {
		if v, ok := c.(dl.Compare); !dl.LanguageOf(c).Has(dl.WithNominals) && (!ok || v.Value != dl.Bool(false)) {
			first = append(first, c)
		}
	}
	first = append(first, slices.SortedFunc(maps.Keys(thresholds), compareConcepts)...)
	t.k.count(ctx, first)
	comparisons := len(first) - len(thresholds)
	if err := t.add(ctx, append([]dl.Concept{dl.Top{}}, first[len(roles):comparisons]...)...); err != nil {
		return err
	}
	from, to := 0, len(t.list)
	for depth := 1; depth <= deepest; depth++ {
		for i := from; i < to; i++ {
			for _, role := range roles {
				if t.work < t.cost() { // thousands of roles would be tried in vain
					return nil
				}
				if err := t.add(ctx, t.restrictions(role, t.list[i].c, depth)...); err != nil {
					return err
				}
			}
		}
		from, to = to, len(t.list)
	}
	return t.add(ctx, first[comparisons:]...)
}

func (t *listing) cost() int64 { return int64(evaluationWork + individualWork*t.m.s.Len()) }

// restrictions returns ∃r.C and, at depth 1, ≥n r.C.
func (t *listing) restrictions(role dl.Role, c dl.Concept, depth int) []dl.Concept {
	out := []dl.Concept{dl.Exists{Role: role, C: c}}
	if id, ok := t.m.s.Signature().RoleID(role); ok && depth == 1 {
		for n := 2; n <= min(t.m.s.MaxSuccessors(id), mostNumber); n++ {
			out = append(out, dl.AtLeast{N: n, Role: role, C: c})
		}
	}
	return out
}

// add lists the concepts of the language until the work is used up. Of two concepts with
// the same members it keeps the shorter one.
func (t *listing) add(ctx context.Context, cs ...dl.Concept) error {
	cs = slices.DeleteFunc(cs, func(c dl.Concept) bool { return !t.o.allows(c) })
	cs = cs[:min(int64(len(cs)), t.work/t.cost())]
	t.work -= t.cost() * int64(len(cs))
	sets, err := each(ctx, t.m, cs, (*interp.Evaluator).Extension, func(x interp.Set) []uint64 {
		return append(slices.Clone(x.Words()), make([]uint64, (t.m.s.Len()+63)/64-len(x.Words()))...)
	})
	if err != nil {
		return err
	}
	for j, c := range cs {
		l := literal{c, sets[j], t.k.bits(c), dl.Size(c)}
		key := keyOf(l.members)
		i, known := t.at[key]
		switch {
		case !known:
			t.at[key], t.list = len(t.list), append(t.list, l)
		case l.bits < t.list[i].bits:
			t.list[i] = l
		}
	}
	return nil
}
