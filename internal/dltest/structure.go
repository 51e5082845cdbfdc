package dltest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Structure makes a random structure.
func Structure(rng *rand.Rand, config Config) *interp.Structure {
	c := config.withDefaults(rng)
	var b interp.Builder
	for i := range c.Individuals {
		b.Individual(iri("i", i))
	}
	for i := range c.Names {
		b.Name(iri("A", i))
		for a := range c.Individuals {
			if rng.Float64() < c.NameDensity {
				b.AddName(iri("A", i), iri("i", a))
			}
		}
	}
	addRoles(rng, &b, c)
	addFeatures(rng, &b, c)
	for i := range c.Strings {
		for range randomCount(rng, c.ValueDensity*float64(c.Individuals)) {
			feature := iri("s", i)
			if c.Features > 0 && rng.IntN(4) == 0 { // in addition to values with an order
				feature = iri("f", 0)
			}
			v := randomValue(rng, dl.String)
			if c.Tagged && rng.IntN(3) == 0 {
				v = dl.Text(texts[rng.IntN(len(texts))], tags[rng.IntN(len(tags))])
			}
			b.AddValue(feature, iri("i", rng.IntN(c.Individuals)), v)
		}
	}
	for i := range c.Booleans {
		for a := range c.Individuals {
			// RDF allows a feature to be both true and false.
			for _, x := range []bool{true, false} {
				if rng.IntN(3) == 0 {
					b.AddValue(iri("b", i), iri("i", a), dl.Bool(x))
				}
			}
		}
	}
	addTexts(rng, &b, c)
	s, err := b.Build(context.Background())
	if err != nil {
		panic(fmt.Sprintf("dltest: a structure of %d individuals: %v", c.Individuals, err))
	}
	var atoms []dl.Concept
	if c.Nominals > 0 {
		atoms = valueAtoms(rng, s, c.Nominals)
	}
	if c.Derived > 0 {
		if s, _, err = s.WithClosures(context.Background(), closuresOf(rng, s), 1<<20); err != nil {
			panic(fmt.Sprintf("dltest: closures: %v", err))
		}
		atoms = append(atoms, derivedAtoms(rng, s, c.Derived)...)
	}
	if s, err = s.WithAtoms(atoms); err != nil {
		panic(fmt.Sprintf("dltest: atoms: %v", err))
	}
	return s
}

// closuresOf returns one or two closures of each role.
func closuresOf(rng *rand.Rand, s *interp.Structure) (out []dl.Role) {
	for r := interp.RoleID(0); int(r) < s.Signature().NumRoles(); r += 2 {
		for _, closure := range [][]dl.Closure{{dl.Plus}, {dl.Star}, {dl.Plus, dl.Star}}[rng.IntN(3)] {
			role := s.Signature().Role(r)
			role.Closure = closure
			out = append(out, role)
		}
	}
	return out
}

// derivedAtoms returns up to n derived symbols.
func derivedAtoms(rng *rand.Rand, s *interp.Structure, n int) (out []dl.Concept) {
	g := &grammar{rng: rng}
	g.addDerived(s, dl.Derived|dl.WithInverse)
	for range n {
		if len(g.leaves) > 0 {
			out = append(out, g.leaves[rng.IntN(len(g.leaves))]())
		}
	}
	return out
}

// addTexts gives individuals values of many types.
func addTexts(rng *rand.Rand, b *interp.Builder, c Config) {
	for i := range c.Texts {
		for range randomCount(rng, 1.5*c.ValueDensity*float64(c.Individuals)) {
			feature, a := iri("t", i), iri("i", rng.IntN(c.Individuals))
			switch rng.IntN(8) {
			case 0:
				b.AddOther(feature, a, "P"+strconv.Itoa(1+rng.IntN(3))+"D")
			case 1:
				b.AddRole(feature, a, iri("i", rng.IntN(c.Individuals)))
			case 2:
				b.AddValue(feature, a, randomValue(rng, dl.Double))
			case 3:
				b.AddValue(feature, a, randomValue(rng, dl.Boolean))
			case 4, 5:
				b.AddValue(feature, a, dl.Str(texts[rng.IntN(len(texts))]))
			default:
				b.AddValue(feature, a, dl.Text(texts[rng.IntN(len(texts))], tags[rng.IntN(len(tags))]))
			}
		}
	}
}

// valueAtoms returns the nominals of n individuals and all equalities of strings.
func valueAtoms(rng *rand.Rand, s *interp.Structure, n int) []dl.Concept {
	var cs []dl.Concept
	for _, a := range rng.Perm(s.Len())[:min(n, s.Len())] {
		cs = append(cs, dl.Nominal{IRI: s.IRI(interp.Individual(a))})
	}
	for f, feature := range s.Signature().Features() {
		for _, v := range s.Strings(interp.FeatureID(f)) {
			cs = append(cs, dl.Compare{Feature: feature, Op: dl.Equal, Value: v})
		}
	}
	return cs
}

// addRoles adds random edges, one in six of them a self-loop. For a third of the roles,
// most edges begin at few individuals, and for a third most end at few, so that numbers
// above 1 matter in both directions.
func addRoles(rng *rand.Rand, b *interp.Builder, c Config) {
	var linked []int // the other individuals stay isolated
	for a := range c.Individuals {
		if rng.IntN(10) > 0 {
			linked = append(linked, a)
		}
	}
	for r := range c.Roles {
		b.Role(iri("r", r))
		if len(linked) == 0 {
			continue
		}
		hubs := 1 + rng.IntN(min(2, len(linked)))
		fromHubs, toHubs := rng.IntN(3) == 0, rng.IntN(3) == 0
		draw := func(hub bool) int {
			if hub && rng.IntN(4) > 0 {
				return linked[rng.IntN(hubs)]
			}
			return linked[rng.IntN(len(linked))]
		}
		for range randomCount(rng, c.RoleDensity*float64(c.Individuals)) {
			from, to := draw(fromHubs), draw(toHubs)
			if rng.IntN(6) == 0 {
				to = from
			}
			b.AddRole(iri("r", r), iri("i", from), iri("i", to))
		}
	}
}

// addFeatures gives individuals values, from a small pool so that individuals share them.
// All values of a feature have the kinds of one entry of flavours.
func addFeatures(rng *rand.Rand, b *interp.Builder, c Config) {
	for f := range c.Features {
		b.Feature(iri("f", f))
		if c.Individuals == 0 {
			continue
		}
		kinds := flavours[rng.IntN(len(flavours))]
		for range randomCount(rng, c.ValueDensity*float64(c.Individuals)) {
			v, a := randomValue(rng, kinds[rng.IntN(len(kinds))]), rng.IntN(c.Individuals)
			if c.Keep == nil || c.Keep(v) {
				b.AddValue(iri("f", f), iri("i", a), v)
			}
		}
	}
}

// randomCount returns a random number between mean/2 and 1.5·mean, rounded.
func randomCount(rng *rand.Rand, mean float64) int {
	return int(mean*(0.5+rng.Float64()) + rng.Float64())
}
