package repair_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/brute"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/repair"
)

// editor applies the edits of doc.go one by one, to find the distance by its definition.
type editor struct {
	leaves, conditions []dl.Concept
	wrap               []func(dl.Concept) dl.Concept
	depth, number      int
	language           dl.Language
}

func newEditor(p *interp.Problem, sp interp.Space) *editor {
	e := &editor{depth: sp.MaxDepth, number: sp.MaxNumber, language: sp.Language}
	s, l := p.Structure, sp.Language
	e.leaves = []dl.Concept{dl.Top{}, dl.Bottom{}}
	for _, id := range sp.Atoms {
		e.leaves = append(e.leaves, s.Signature().Atoms()[id])
	}
	for a := range interp.Individual(s.Len()) {
		if l.Has(dl.WithNominals) && !slices.Contains(p.Pos, a) && !slices.Contains(p.Neg, a) {
			e.leaves = append(e.leaves, dl.Nominal{IRI: s.IRI(a)})
		}
	}
	for _, f := range interp.Features(p, l) {
		for _, v := range s.Values(f) {
			for _, op := range []dl.Op{dl.GreaterEq, dl.LessEq} {
				e.leaves = append(e.leaves, dl.Compare{Feature: s.Signature().Features()[f], Op: op, Value: v})
			}
		}
	}
	e.wrap = append(e.wrap, func(c dl.Concept) dl.Concept { return dl.Not{C: c} })
	for _, id := range sp.Roles {
		e.wrap = append(e.wrap, e.by(s.Signature().Role(id))...)
	}
	e.conditions = slices.Clone(e.leaves)
	for _, w := range e.wrap[1:] {
		for _, leaf := range e.leaves {
			e.conditions = append(e.conditions, w(leaf))
		}
	}
	return e
}

// by returns the steps by the role.
func (e *editor) by(r dl.Role) (steps []func(dl.Concept) dl.Concept) {
	add := func(step func(dl.Concept) dl.Concept) { steps = append(steps, step) }
	add(func(c dl.Concept) dl.Concept { return dl.Exists{Role: r, C: c} })
	if e.language.Has(dl.WithForAll) {
		add(func(c dl.Concept) dl.Concept { return dl.ForAll{Role: r, C: c} })
	}
	for n := 0; n <= e.number; n++ {
		if e.language.Has(dl.WithAtLeast) && n > 0 {
			add(func(c dl.Concept) dl.Concept { return dl.AtLeast{N: n, Role: r, C: c} })
		}
		if e.language.Has(dl.WithAtMost) {
			add(func(c dl.Concept) dl.Concept { return dl.AtMost{N: n, Role: r, C: c} })
		}
	}
	return steps
}

func isCondition(c dl.Concept) bool {
	if _, ok := dl.RoleOf(c); ok {
		c = dl.Children(c)[0]
	}
	return len(dl.Children(c)) == 0
}

// neighbours returns the concepts one edit away, with operands in one order.
func (e *editor) neighbours(c dl.Concept) (out []dl.Concept) {
	below := dl.Children(c)
	switch len(below) {
	case 0:
		out = append(out, e.leaves...)
	case 1:
		out = append(out, below[0])
		for _, w := range e.wrap {
			out = append(out, w(below[0]))
		}
		if r, ok := dl.RoleOf(c); ok && r.Closure != dl.NoClosure { // of the given concept: edits make none
			for _, w := range e.by(r) {
				out = append(out, w(below[0]))
			}
		}
	case 2:
		for i := range below {
			if isCondition(below[i]) {
				out = append(out, below[1-i])
			}
		}
		if _, ok := c.(dl.And); ok {
			out = append(out, dl.Or{L: below[0], R: below[1]})
		} else {
			out = append(out, dl.And{L: below[0], R: below[1]})
		}
	}
	for _, w := range e.wrap {
		out = append(out, w(c))
	}
	for _, d := range e.conditions {
		out = append(out, dl.And{L: c, R: d}, dl.Or{L: c, R: d})
	}
	for i := range below {
		for _, d := range e.neighbours(below[i]) {
			at := 0
			out = append(out, dl.MapChildren(c, func(old dl.Concept) dl.Concept {
				if at++; at-1 == i {
					return d
				}
				return old
			}))
		}
	}
	kept := out[:0]
	for _, d := range out {
		if dl.Depth(d) <= e.depth {
			kept = append(kept, sorted(d))
		}
	}
	return kept
}

// numbers number the concepts in the order in which sorted meets them.
var numbers = map[dl.Concept]int{}

func number(c dl.Concept) int {
	n, ok := numbers[c]
	if !ok {
		n = len(numbers)
		numbers[c] = n
	}
	return n
}

// sorted orders the two operands of every ⊓ and ⊔, without moving brackets.
func sorted(c dl.Concept) dl.Concept {
	switch d := c.(type) {
	case dl.And:
		l, r := sorted(d.L), sorted(d.R)
		if number(l) > number(r) {
			l, r = r, l
		}
		return dl.And{L: l, R: r}
	case dl.Or:
		l, r := sorted(d.L), sorted(d.R)
		if number(l) > number(r) {
			l, r = r, l
		}
		return dl.Or{L: l, R: r}
	}
	return dl.MapChildren(c, sorted)
}

// bracketings returns the concept with the brackets of its chains in all places.
func bracketings(c dl.Concept) (out []dl.Concept) {
	var operands []dl.Concept
	join := func(l, r dl.Concept) dl.Concept { return dl.And{L: l, R: r} }
	switch c.(type) {
	case dl.And:
		operands = dl.Conjuncts(c)
	case dl.Or:
		operands = dl.Disjuncts(c)
		join = func(l, r dl.Concept) dl.Concept { return dl.Or{L: l, R: r} }
	default:
		below := dl.Children(c)
		if len(below) == 0 {
			return []dl.Concept{c}
		}
		for _, d := range bracketings(below[0]) {
			out = append(out, dl.MapChildren(c, func(dl.Concept) dl.Concept { return d }))
		}
		return out
	}
	var all func(mask uint) []dl.Concept
	all = func(mask uint) (out []dl.Concept) {
		if mask&(mask-1) == 0 {
			for i, d := range operands {
				if mask == 1<<i {
					return bracketings(d)
				}
			}
		}
		for left := (mask - 1) & mask; left > 0; left = (left - 1) & mask {
			for _, l := range all(left) {
				for _, r := range all(mask &^ left) {
					out = append(out, sorted(join(l, r)))
				}
			}
		}
		return out
	}
	return all(1<<len(operands) - 1)
}

// nearest returns the least distance of a concept that fits, its least size, and the distance of
// every concept up to there. It returns -1 if no concept up to the limit fits.
func (e *editor) nearest(t *testing.T, p *interp.Problem, c dl.Concept, limit int) (distance, size int,
	ball map[dl.Concept]int) {
	level := map[dl.Concept]bool{}
	for _, d := range bracketings(c) {
		level[sorted(d)] = true
	}
	ball = map[dl.Concept]int{}
	for distance = 0; distance <= limit; distance++ {
		size = math.MaxInt
		for d := range level {
			ball[d] = distance
			if fits(t, p, d) {
				size = min(size, dl.Size(d))
			}
		}
		if size < math.MaxInt {
			return distance, size, ball
		}
		next := map[dl.Concept]bool{}
		for d := range level {
			if distance == limit {
				break
			}
			for _, x := range e.neighbours(d) {
				if _, seen := ball[x]; !seen {
					next[x] = true
				}
			}
		}
		level = next
	}
	return -1, 0, ball
}

func fits(t *testing.T, p *interp.Problem, c dl.Concept) bool {
	t.Helper()
	x := require.Value(brute.Extension(p.Structure, c))(t)
	for _, a := range p.Pos {
		if !x[a] {
			return false
		}
	}
	return !slices.ContainsFunc(p.Neg, func(a interp.Individual) bool { return x[a] })
}

// On random structures the search finds the distance and the size that applying all edits
// finds, and every repair that it returns is that near.
func TestNearestByDefinition(t *testing.T) {
	const alcq = dl.ALCQIF &^ (dl.WithInverse | dl.WithDataAtLeast | dl.WithDataAtMost)
	kinds := []struct {
		language            dl.Language
		config              dltest.Config
		number, limit, size int
	}{
		{alcq &^ (dl.WithAtLeast | dl.WithAtMost | dl.WithForAll), dltest.Config{Individuals: 7, Positives: 3,
			Negatives: 4}, 1, 3, 3},
		{alcq | dl.WithNominals, dltest.Config{Individuals: 6, Positives: 2, Negatives: 2}, 1, 2, 4},
		{alcq | dl.WithInverse, dltest.Config{Individuals: 7, Positives: 3, Negatives: 3}, 2, 2, 5},
		{dl.ALCQIF &^ dl.WithInverse, dltest.Config{Individuals: 7, Features: 1, ValueDensity: 0.3, Positives: 3,
			Negatives: 3}, 1, 2, 3},
		{alcq | dl.WithInverse | dl.WithClosures | dl.WithAgree | dl.WithPresence, dltest.Config{Individuals: 7, Positives: 3,
			Negatives: 3}, 1, 2, 3},
	}
	found := map[int]int{}
	for _, k := range kinds {
		if testing.Short() {
			k.limit = min(k.limit, 2)
		}
		for seed := range testsize.Seeds(testsize.Choose(8, 40)) {
			rng := dltest.Rand(seed)
			k.config.Labels, k.config.Names, k.config.Roles, k.config.Booleans = dltest.ConceptLabels, 1, 1, -1
			k.config.Language, k.config.Size = k.language, 4
			k.config.Features = cmp.Or(k.config.Features, -1)
			p := dltest.Problem(rng, k.config)
			c := dltest.Concept(rng, p.Structure, k.language, 1+rng.IntN(k.size), k.number)
			sp := dltest.FullSpace(&p, k.language&^dl.Derived, k.number)
			sp.MaxDepth = dl.Depth(c) + rng.IntN(2)
			e := newEditor(&p, sp)
			distance, size, ball := e.nearest(t, &p, c, k.limit)
			got := require.Value(repair.Search(t.Context(), repair.Task{Problem: &p, Concept: c, Space: sp,
				MaxDistance: k.limit}))(t)
			first := got.Repairs[:min(1, len(got.Repairs))]
			found[distance]++
			switch {
			case distance < 0:
				check.That(t, len(got.Repairs) <= 0 && got.Excluded == k.limit,
					"seed %d, %#v: got %+v, want none up to %d", seed, c, first, k.limit)
				continue
			case len(got.Repairs) == 0 || !got.Proved() || got.Repairs[0].Distance != distance ||
				got.Repairs[0].Size != size:
				t.Errorf("seed %d, %#v: got %+v, proved %v, want distance %d and size %d", seed, c, first, got.Proved(),
					distance, size)
				continue
			}
			for _, r := range got.Repairs {
				near := func(d dl.Concept) bool { n, ok := ball[sorted(d)]; return ok && n == distance }
				check.That(t, slices.ContainsFunc(bracketings(r.Concept), near),
					"seed %d, %#v: %#v is not at distance %d", seed, c, r.Concept, distance)
				check.That(t, len(r.Edits) <= distance, "seed %d: %d edits for distance %d: %+v", seed, len(r.Edits), distance,
					r.Edits)
			}
		}
	}
	t.Logf("problems by distance: %v", found)
	for distance := range 3 {
		check.That(t, found[distance] != 0, "no problem has distance %d", distance)
	}
}
