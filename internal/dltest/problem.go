package dltest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Problem makes a random structure with positive and negative examples, sometimes with
// weights. Some individuals may not be examples.
func Problem(rng *rand.Rand, config Config) interp.Problem {
	c := config.withDefaults(rng)
	if c.Individuals < 2 {
		c.Individuals = 2
	}
	s := Structure(rng, c.withoutDefaults())
	labels := c.Labels
	if labels == AnyLabels {
		labels = RandomLabels + Labels(rng.IntN(3))
	}
	positive := labelIndividuals(rng, s, c, labels)
	if labels == NoisyLabels {
		for range 1 + len(positive)/8 {
			a := rng.IntN(len(positive))
			positive[a] = !positive[a]
		}
	}
	ensureBothLabels(rng, positive)
	p := interp.Problem{Structure: s}
	// The order of the examples is random, so that the limits choose at random.
	for _, a := range rng.Perm(s.Len()) {
		side, limit := &p.Neg, c.Negatives
		if positive[a] {
			side, limit = &p.Pos, c.Positives
		}
		isExample := len(*side) == 0 || rng.IntN(6) > 0
		if isExample && (limit <= 0 || len(*side) < limit) {
			*side = append(*side, interp.Individual(a))
		}
	}
	most := c.Weights
	if most == 0 {
		most = []int{0, 0, 4, 1000}[rng.IntN(4)]
	}
	p.PosWeights, p.NegWeights = randomWeights(rng, len(p.Pos), most), randomWeights(rng, len(p.Neg), most)
	return p
}

// randomWeights returns n weights up to most. It returns nil if most is not positive, and
// otherwise sometimes, so that one side may have weights and the other none.
func randomWeights(rng *rand.Rand, n, most int) []int {
	if most <= 0 || rng.IntN(6) == 0 {
		return nil
	}
	w := make([]int, n)
	for i := range w {
		w[i] = 1 + rng.IntN(most)
	}
	return w
}

// labelIndividuals returns whether each individual is positive.
func labelIndividuals(rng *rand.Rand, s *interp.Structure, c Config, labels Labels) []bool {
	positive := make([]bool, s.Len())
	if labels != RandomLabels {
		eval := interp.NewEvaluator(s)
		for range 20 { // most concepts of a random language hold at some individuals only
			size := c.Size
			if size <= 0 {
				size = 1 + rng.IntN(7)
			}
			d := Concept(rng, s, c.Language, size, 3)
			if d == nil {
				continue
			}
			if fillExtension(eval, d, positive) {
				return positive
			}
		}
	}
	for a := range positive {
		positive[a] = rng.IntN(2) == 0
	}
	return positive
}

// fillExtension fills positive with the extension of d and reports whether both sides
// have individuals.
func fillExtension(eval *interp.Evaluator, d dl.Concept, positive []bool) bool {
	x, err := eval.Extension(d)
	if err != nil {
		return false
	}
	for a := range positive {
		positive[a] = x.Test(uint(a))
	}
	n := int(x.Count())
	return 0 < n && n < len(positive)
}

func ensureBothLabels(rng *rand.Rand, positive []bool) {
	for _, x := range positive {
		if x != positive[0] {
			return
		}
	}
	a := rng.IntN(len(positive))
	positive[a] = !positive[a]
}

// withoutDefaults replaces every 0 by -1, so that withDefaults leaves it at none.
func (c Config) withoutDefaults() Config {
	for _, n := range []*int{&c.Names, &c.Roles, &c.Features, &c.Booleans} {
		if *n == 0 {
			*n = -1
		}
	}
	for _, x := range []*float64{&c.NameDensity, &c.RoleDensity, &c.ValueDensity} {
		if *x == 0 {
			*x = -1
		}
	}
	return c
}

// Labelled returns the problem with the builder's structure and the examples with these
// IRIs. It fails the test if the structure cannot be built or lacks an IRI.
func Labelled(t testing.TB, b *interp.Builder, pos, neg []string) interp.Problem {
	t.Helper()
	s, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	find := func(iris []string) (list []interp.Individual) {
		for _, iri := range iris {
			a, ok := s.Lookup(iri)
			if !ok {
				t.Fatalf("there is no %s", iri)
			}
			list = append(list, a)
		}
		return list
	}
	return interp.Problem{Structure: s, Pos: find(pos), Neg: find(neg)}
}

// FullSpace returns the space of all symbols of the problem, with every value as a
// threshold.
func FullSpace(p *interp.Problem, l dl.Language, maxNumber int) interp.Space {
	sp := interp.NewSpace(p, l)
	sp.MaxNumber = maxNumber
	for _, f := range interp.Features(p, l) {
		sp.Thresholds[f] = p.Structure.Values(f)
	}
	return sp
}

// Classify returns the concept's classification of the examples of the problem. It fails
// the test if the evaluator refuses the concept.
func Classify(t testing.TB, p interp.Problem, c dl.Concept) interp.Confusion {
	t.Helper()
	confusion, err := interp.NewEvaluator(p.Structure).Classify(&p, c)
	if err != nil {
		t.Fatal(err)
	}
	return confusion
}

// Facts returns the individuals, symbols and facts of a structure as sorted strings,
// without [Namespace], for comparison.
func Facts(s *interp.Structure) []string {
	var out []string
	local := func(iri string) string { return strings.TrimPrefix(iri, Namespace) }
	sig := s.Signature()
	for a := range s.Len() {
		out = append(out, local(s.IRI(interp.Individual(a))))
	}
	for i, c := range sig.Atoms() {
		name := ""
		switch c := c.(type) {
		case dl.Name:
			name = local(c.IRI)
		case dl.Compare:
			name = local(c.Feature) + "=" + c.Value.Lexical()
		}
		out = append(out, name)
		for a := range s.Len() {
			if s.Atom(interp.ConceptID(i)).Test(uint(a)) {
				out = append(out, name+"("+local(s.IRI(interp.Individual(a)))+")")
			}
		}
	}
	for r := 0; r < sig.NumRoles(); r += 2 {
		name := local(sig.Role(interp.RoleID(r)).IRI)
		out = append(out, name)
		s.EachSource(interp.RoleID(r), func(a interp.Individual, bs []interp.Individual) {
			for _, b := range bs {
				out = append(out, name+"("+local(s.IRI(a))+","+local(s.IRI(b))+")")
			}
		})
	}
	for i, f := range sig.Features() {
		out = append(out, local(f))
		s.EachValued(interp.FeatureID(i), func(a interp.Individual, ranks []uint32) {
			for _, rank := range ranks {
				v := s.Values(interp.FeatureID(i))[rank]
				out = append(out, local(f)+"("+local(s.IRI(a))+")="+v.Lexical())
			}
		})
		s.EachString(interp.FeatureID(i), func(a interp.Individual, ranks []uint32) {
			for _, rank := range ranks {
				out = append(out,
					fmt.Sprintf("%s(%s)=%q", local(f), local(s.IRI(a)), s.Strings(interp.FeatureID(i))[rank].Lexical()))
			}
		})
	}
	slices.Sort(out)
	return slices.Compact(out)
}
