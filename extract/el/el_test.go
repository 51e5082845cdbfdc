package el

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// classify classifies the concepts.
func classify(t require.T, o *Ontology, concepts ...Concept) *Classification {
	return require.Value(o.Classify(context.Background(), slices.Values(concepts)))(t)
}

func TestRules(t *testing.T) {
	o := New()
	a, b, c, d, e, f := o.Name(), o.Name(), o.Name(), o.Name(), o.Name(), o.Name()
	part, overlaps := o.Role(), o.Role()
	o.Chain([]Role{part, part}, part)
	o.SubRole(part, overlaps)
	o.SubClassOf(a, o.Some(part, b))
	o.SubClassOf(b, o.Some(part, c))
	o.SubClassOf(o.Some(overlaps, c), d)         // a general axiom
	o.SubClassOf(o.And(d, o.Some(part, Top)), e) // one half of a definition
	o.SubClassOf(o.Some(part, o.And(b, o.Name())), f)
	o.Range(part, f)
	o.Disjoint(e, c)
	k := classify(t, o, a, b, c)
	for _, x := range []struct {
		name     string
		c, d     Concept
		expected bool
	}{
		{"chain, superrole, general axiom", a, d, true}, {"definition", a, e, true}, {"definition, one step", b, e, true},
		{"nothing", c, e, false}, {"a conjunct is missing", a, f, false},
	} {
		check.Equal(t, k.IsBelow(x.c, x.d), x.expected, x.name)
	}
	for _, to := range k.Links(a) {
		check.That(t, k.IsBelow(to.To, f), "a filler is not in the range")
	}
	o.SubClassOf(c, o.Some(part, b))
	k = classify(t, o, a, b, c)
	check.That(t, k.IsEmpty(a) && k.IsEmpty(b) && k.IsEmpty(c), "all lead to what is empty")
}

// An input has random axioms, as they were added.
type input struct {
	o       *Ontology
	names   []Concept
	axioms  [][2]Concept
	subrole [][2]Role
	chains  [][3]Role
	ranges  [][]Concept
}

func random(t *rapid.T, withRanges bool) input {
	x := input{o: New()}
	for range rapid.IntRange(2, 6).Draw(t, "names") {
		x.names = append(x.names, x.o.Name())
	}
	roles := rapid.IntRange(1, 3).Draw(t, "roles")
	for range roles {
		x.o.Role()
	}
	role := rapid.Map(rapid.IntRange(0, roles-1), func(r int) Role { return Role(r) })
	var concept func(depth int) Concept
	concept = func(depth int) Concept {
		switch k := rapid.IntRange(0, 6).Draw(t, "kind"); {
		case depth > 0 && k < 2:
			return x.o.And(concept(depth-1), concept(depth-1))
		case depth > 0 && k < 5:
			return x.o.Some(role.Draw(t, "role"), concept(depth-1))
		}
		return rapid.SampledFrom(append(x.names, Top)).Draw(t, "name")
	}
	for range rapid.IntRange(1, 8).Draw(t, "axioms") {
		a := [2]Concept{concept(2), concept(2)}
		if rapid.IntRange(0, 9).Draw(t, "empty") == 0 {
			a[1] = Bottom
		}
		x.axioms = append(x.axioms, a)
		x.o.SubClassOf(a[0], a[1])
	}
	for range rapid.IntRange(0, 2).Draw(t, "subroles") {
		a := [2]Role{role.Draw(t, "r"), role.Draw(t, "s")}
		x.subrole = append(x.subrole, a)
		x.o.SubRole(a[0], a[1])
	}
	for range rapid.IntRange(0, 2).Draw(t, "chains") {
		a := [3]Role{role.Draw(t, "r"), role.Draw(t, "s"), role.Draw(t, "t")}
		x.chains = append(x.chains, a)
		x.o.Chain(a[:2], a[2])
	}
	x.ranges = make([][]Concept, roles)
	if withRanges {
		x.chains, x.o.chains = nil, nil // which OWL 2 EL would restrict
		c, r := concept(1), role.Draw(t, "range")
		x.ranges[r] = append(x.ranges[r], c)
		x.o.Range(r, c)
	}
	return x
}

// Where nothing more is derived of what is empty, the same is empty, and the same is above the others.
func TestPossible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := random(t, rapid.Bool().Draw(t, "ranges"))
		all := classify(t, x.o, x.names...)
		possible := require.Value(x.o.ClassifyPossible(context.Background(), slices.Values(x.names)))(t)
		for _, c := range x.names {
			require.That(t, possible.IsEmpty(c) == all.IsEmpty(c), "%d is empty: %t", c, all.IsEmpty(c))
			for _, d := range x.names {
				is := all.IsBelow(c, d)
				require.That(t, possible.IsBelow(c, d) == is, "%d is below %d: %t", c, d, is)
			}
		}
	})
}

// The links are a model of the axioms in which each concept holds at itself, and a name holds at a concept
// only if it is above it. So nothing that follows is missing.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := random(t, rapid.Bool().Draw(t, "ranges"))
		k := classify(t, x.o, x.names...)
		var domain []Concept
		for c, of := range k.known {
			if of != nil && !k.IsEmpty(Concept(c)) {
				domain = append(domain, Concept(c))
			}
		}
		var holds func(c, d Concept) bool
		holds = func(c, d Concept) bool {
			switch n := x.o.nodes[d]; n.kind {
			case and:
				return holds(c, Concept(n.a)) && holds(c, Concept(n.b))
			case some:
				return slices.ContainsFunc(k.Links(c), func(to Link) bool {
					return uint32(to.Role) == n.a && holds(to.To, Concept(n.b))
				})
			}
			return k.IsBelow(c, d)
		}
		for _, c := range domain {
			check.That(t, holds(c, c), "%d does not hold at itself", c)
			for _, a := range x.axioms {
				check.That(t, !holds(c, a[0]) || holds(c, a[1]), "%d: %d ⊑ %d does not hold", c, a[0], a[1])
			}
			links := k.Links(c)
			for _, to := range links {
				for _, d := range x.ranges[to.Role] {
					check.That(t, holds(to.To, d), "%d is not in the range", to.To)
				}
				for _, a := range x.subrole {
					check.That(t, to.Role != a[0] || slices.Contains(links, Link{a[1], to.To}), "a superrole is missing")
				}
				for _, next := range k.Links(to.To) {
					for _, a := range x.chains {
						isChain := to.Role == a[0] && next.Role == a[1]
						check.That(t, !isChain || slices.Contains(links, Link{a[2], next.To}), "a chain is missing")
					}
				}
			}
		}
	})
}

// All that is derived follows: the rules of EL++ without an index, repeated until nothing is new, derive the same.
func TestNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := random(t, false)
		k := classify(t, x.o, x.names...)
		n, roles := len(x.o.nodes), len(x.o.roles)
		super := x.o.superroles()
		below, linked := make([][]bool, n), make([][][]bool, roles)
		for c := range below {
			below[c] = make([]bool, n)
			below[c][c], below[c][Top], below[Bottom][c] = true, true, true
		}
		for c := range below {
			below[Bottom][c] = true
		}
		for r := range linked {
			linked[r] = make([][]bool, n)
			for c := range linked[r] {
				linked[r][c] = make([]bool, n)
			}
		}
		for changed := true; changed; {
			changed = false
			set := func(at *bool) { changed, *at = changed || !*at, true }
			for c := range n {
				for d := range n {
					if below[c][Bottom] {
						set(&below[c][d])
					}
					for e := range n {
						if below[c][d] && below[d][e] {
							set(&below[c][e])
						}
					}
					switch node := x.o.nodes[d]; {
					case node.kind == and && below[c][d]:
						set(&below[c][node.a])
						set(&below[c][node.b])
					case node.kind == and && below[c][node.a] && below[c][node.b]:
						set(&below[c][d])
					case node.kind == some && below[c][d]:
						set(&linked[node.a][c][node.b])
					}
				}
				for _, a := range x.axioms {
					if below[c][a[0]] {
						set(&below[c][a[1]])
					}
				}
				for r := range roles {
					for d := range n {
						if !linked[r][c][d] {
							continue
						}
						if below[d][Bottom] {
							set(&below[c][Bottom])
						}
						for _, s := range super[r] {
							set(&linked[s][c][d])
						}
						for e, node := range x.o.nodes {
							if node.kind == some && int(node.a) == r && below[d][node.b] {
								set(&below[c][e])
							}
							for _, a := range x.chains {
								if int(a[0]) == r && linked[a[1]][d][e] {
									set(&linked[a[2]][c][e])
								}
							}
						}
					}
				}
			}
		}
		for _, c := range x.names {
			for _, d := range append(x.names, Bottom) {
				check.Equal(t, k.IsBelow(c, d), below[c][d], "%d ⊑ %d", c, d)
			}
		}
	})
}

// Smallest returns what a comparison of each two returns, for names and for conjunctions.
func TestSmallest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := random(t, false)
		of := slices.Clone(x.names)
		for i := range x.names[1:] {
			of = append(of, x.o.And(x.names[i], x.names[i+1]))
		}
		slices.Sort(of)
		of = slices.Compact(of)
		k := classify(t, x.o, of...)
		var expected []Concept
		for _, c := range of {
			if !slices.ContainsFunc(of, func(d Concept) bool { return k.IsBelow(d, c) && !k.IsBelow(c, d) }) {
				expected = append(expected, c)
			}
		}
		check.Slice(t, slices.Sorted(slices.Values(k.Smallest(of))), expected, "smallest of %v", of)
	})
}
