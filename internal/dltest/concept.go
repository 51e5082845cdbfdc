package dltest

import (
	"math/rand/v2"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Concept makes a random concept of exactly that size with the constructors of the
// language and the symbols of the structure. The numbers are 1..maxNumber in ≥n and
// 0..maxNumber in ≤n; the values of comparisons are among, between and beyond those of the
// structure. The only boolean comparison is (f = true). Nominals and strings are the
// structure's atoms; if it has no such atoms, any individual of the structure, and its own
// strings and others. Derived symbols and closures are those of the structure, too; if it
// has none, any.
//
// The result is nil if there is no such concept, for instance none of size 2 if ⊓ is the
// only constructor.
func Concept(rng *rand.Rand, s *interp.Structure, language dl.Language, size, maxNumber int) dl.Concept {
	g := newGrammar(rng, s, language, maxNumber)
	if !g.canMake(size) {
		return nil
	}
	return g.concept(size)
}

// grammar holds functions that make a leaf, or a concept from one or two others.
type grammar struct {
	rng    *rand.Rand
	leaves []func() dl.Concept
	unary  []func(c dl.Concept) dl.Concept
	binary []func(c, d dl.Concept) dl.Concept
}

func newGrammar(rng *rand.Rand, s *interp.Structure, l dl.Language, maxNumber int) *grammar {
	g := &grammar{rng: rng}
	g.addLeaves(s, l)
	if l.Has(dl.WithAnd) {
		g.binary = append(g.binary, func(c, d dl.Concept) dl.Concept { return dl.And{L: c, R: d} })
	}
	if l.Has(dl.WithOr) {
		g.binary = append(g.binary, func(c, d dl.Concept) dl.Concept { return dl.Or{L: c, R: d} })
	}
	if l.Has(dl.WithNot) {
		g.unary = append(g.unary, func(c dl.Concept) dl.Concept { return dl.Not{C: c} })
	}
	g.addRestrictions(s.Signature(), l, maxNumber)
	return g
}

func (g *grammar) addLeaves(s *interp.Structure, l dl.Language) {
	leaf := func(f func() dl.Concept) { g.leaves = append(g.leaves, f) }
	sig := s.Signature()
	for _, c := range sig.Atoms() {
		if cmp, ok := c.(dl.Compare); ok && cmp == (dl.Compare{Feature: cmp.Feature, Op: dl.Equal, Value: dl.Bool(false)}) ||
			!l.Has(dl.LanguageOf(c)) {
			continue
		}
		leaf(func() dl.Concept { return c })
	}
	has := func(m dl.Language) bool {
		return slices.ContainsFunc(sig.Atoms(), func(c dl.Concept) bool { return dl.LanguageOf(c).Any(m) })
	}
	chosen := has(dl.Values)
	if !has(dl.Derived) {
		g.addDerived(s, l)
	}
	if l.Has(dl.WithNominals) && !chosen && s.Len() > 0 {
		leaf(func() dl.Concept { return dl.Nominal{IRI: s.IRI(interp.Individual(g.rng.IntN(s.Len())))} })
	}
	for i, f := range sig.Features() {
		if strings := s.Strings(interp.FeatureID(i)); l.Has(dl.WithStrings) && !chosen && len(strings) > 0 {
			leaf(func() dl.Concept {
				v := strings[g.rng.IntN(len(strings))]
				if g.rng.IntN(6) == 0 {
					v = randomValue(g.rng, dl.String)
				}
				return dl.Compare{Feature: f, Op: dl.Equal, Value: v}
			})
		}
		compare := func(op dl.Op) func() dl.Concept {
			return func() dl.Concept {
				return dl.Compare{Feature: f, Op: op, Value: threshold(g.rng, s.Values(interp.FeatureID(i)))}
			}
		}
		if l.Has(dl.WithDataAtLeast) {
			leaf(compare(dl.GreaterEq))
		}
		if l.Has(dl.WithDataAtMost) {
			leaf(compare(dl.LessEq))
		}
	}
	if l.Has(dl.WithTop) {
		leaf(func() dl.Concept { return dl.Top{} })
	}
	if l.Has(dl.WithBottom) {
		leaf(func() dl.Concept { return dl.Bottom{} })
	}
}

// addDerived adds derived symbols.
func (g *grammar) addDerived(s *interp.Structure, l dl.Language) {
	leaf := func(f func() dl.Concept) { g.leaves = append(g.leaves, f) }
	properties := s.Valued()
	for r := interp.RoleID(0); int(r) < s.Signature().NumRoles(); r += 2 {
		if role := s.Signature().Role(r); role.Closure == dl.NoClosure && !slices.Contains(properties, role.IRI) {
			properties = append(properties, role.IRI)
		}
	}
	for _, f := range properties {
		if l.Has(dl.WithPresence) {
			leaf(func() dl.Concept { return dl.AtLeastValues(1+g.rng.IntN(3), f) })
		}
		id, ok := s.Signature().FeatureID(f)
		if !ok || len(s.Texts(id))+len(s.Strings(id)) == 0 || !l.Has(dl.WithTexts) {
			continue
		}
		for op := dl.Starts; op <= dl.Lang; op++ {
			leaf(func() dl.Concept {
				v := words[g.rng.IntN(len(words))]
				if op == dl.Lang {
					v = []string{"en", "de", "de-at", "*"}[g.rng.IntN(4)]
				}
				return dl.Compare{Feature: f, Op: op, Value: dl.Str(v)}
			})
		}
	}
	if features := s.Signature().Features(); len(features) > 0 && l.Has(dl.WithLess) {
		one := func() string { return features[g.rng.IntN(len(features))] }
		leaf(func() dl.Concept { return dl.Less{F: one(), G: one()} })
	}
	if role := g.roles(s.Signature(), l); role != nil && l.Has(dl.WithAgree) {
		leaf(func() dl.Concept { return dl.Agree{R: role(), S: role()} })
	}
}

// roles returns a function that makes a random role, or nil if there is none. If the
// structure has closures, those are the only ones.
func (g *grammar) roles(sig *interp.Signature, l dl.Language) func() dl.Role {
	var names []dl.Role
	stored := false
	for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
		if role := sig.Role(r); role.Closure == dl.NoClosure || l.Has(dl.WithClosures) {
			names = append(names, role)
			stored = stored || role.Closure != dl.NoClosure
		}
	}
	if len(names) == 0 {
		return nil
	}
	return func() dl.Role {
		r := names[g.rng.IntN(len(names))]
		r.Inverse = l.Has(dl.WithInverse) && g.rng.IntN(2) == 0
		if l.Has(dl.WithClosures) && !stored && g.rng.IntN(3) == 0 {
			r.Closure = dl.Plus + dl.Closure(g.rng.IntN(2))
		}
		return r
	}
}

func (g *grammar) addRestrictions(sig *interp.Signature, l dl.Language, maxNumber int) {
	role := g.roles(sig, l)
	if role == nil {
		return
	}
	unary := func(f func(c dl.Concept) dl.Concept) { g.unary = append(g.unary, f) }
	if l.Has(dl.WithExists) {
		unary(func(c dl.Concept) dl.Concept { return dl.Exists{Role: role(), C: c} })
	}
	if l.Has(dl.WithForAll) {
		unary(func(c dl.Concept) dl.Concept { return dl.ForAll{Role: role(), C: c} })
	}
	if l.Has(dl.WithAtLeast) && maxNumber >= 1 {
		unary(func(c dl.Concept) dl.Concept { return dl.AtLeast{N: 1 + g.rng.IntN(maxNumber), Role: role(), C: c} })
	}
	if l.Has(dl.WithAtMost) && maxNumber >= 0 {
		unary(func(c dl.Concept) dl.Concept { return dl.AtMost{N: g.rng.IntN(maxNumber + 1), Role: role(), C: c} })
	}
}

// canMake reports whether there is a concept of that size.
func (g *grammar) canMake(size int) bool {
	switch {
	case size < 1 || len(g.leaves) == 0:
		return false
	case size == 1 || len(g.unary) > 0:
		return true
	}
	return len(g.binary) > 0 && size%2 == 1
}

// concept makes a concept of a size for which canMake is true.
func (g *grammar) concept(size int) dl.Concept {
	if size == 1 {
		return g.leaves[g.rng.IntN(len(g.leaves))]()
	}
	if size == 2 || len(g.binary) == 0 || (len(g.unary) > 0 && g.rng.IntN(2) == 0) {
		return g.unary[g.rng.IntN(len(g.unary))](g.concept(size - 1))
	}
	left := 1 + g.rng.IntN(size-2)
	if len(g.unary) == 0 {
		left |= 1 // only odd sizes are possible; size-2 is odd, so left does not exceed it
	}
	c, d := g.concept(left), g.concept(size-1-left)
	return g.binary[g.rng.IntN(len(g.binary))](c, d)
}
