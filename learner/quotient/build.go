package quotient

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/learner/interp"
)

// build makes the reduced problem of the nodes with their copies.
func (g *grouping) build(ctx context.Context, links []link, copies []int64) (*Reduction, error) {
	var b interp.Builder
	sig := g.s.Signature()
	g.declare(&b, sig)
	iris := make([][]string, len(g.rep)) // by node and copy
	for id, a := range g.rep {
		if id%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		iris[id] = make([]string, copies[id])
		for i := range iris[id] {
			// No IRI has spaces, so these are new.
			iris[id][i] = g.s.IRI(interp.Individual(a))
			if i > 0 {
				iris[id][i] = fmt.Sprintf("%s (copy %d)", iris[id][i], i+1)
			}
			b.Individual(iris[id][i])
		}
	}
	g.addAtoms(&b, iris)
	g.addValues(&b, iris)
	for i, l := range links {
		if i%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		role := sig.Role(l.role).IRI
		g.join(l, copies, func(from, to int64) { b.AddRole(role, iris[l.from][from], iris[l.to][to]) })
	}
	s, err := b.Build()
	if err != nil {
		return nil, fmt.Errorf("quotient: %w", err)
	}
	return g.reduction(s, iris), nil
}

// declare keeps the whole signature, and so all identifiers.
func (g *grouping) declare(b *interp.Builder, sig *interp.Signature) {
	for _, c := range sig.Atoms() {
		b.Atom(c)
	}
	for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
		b.Role(sig.Role(r).IRI)
	}
	for _, f := range sig.Features() {
		b.Feature(f)
	}
}

func (g *grouping) addAtoms(b *interp.Builder, iris [][]string) {
	for _, id := range g.sp.Atoms {
		atom, x := g.s.Signature().Atoms()[id], g.s.Atom(id)
		for node, a := range g.rep {
			if !x.Test(uint(a)) {
				continue
			}
			for _, iri := range iris[node] {
				b.AddAtom(atom, iri)
			}
		}
	}
}

func (g *grouping) addValues(b *interp.Builder, iris [][]string) {
	for f, thresholds := range g.sp.Thresholds {
		if len(thresholds) == 0 {
			continue
		}
		feature, values := g.s.Signature().Features()[f], g.s.Values(interp.FeatureID(f))
		for node, a := range g.rep {
			for _, rank := range g.s.Ranks(interp.FeatureID(f), interp.Individual(a)) {
				for _, iri := range iris[node] {
					b.AddValue(feature, iri, values[rank])
				}
			}
		}
	}
}

// reduction is the result over the structure that was built.
func (g *grouping) reduction(s *interp.Structure, iris [][]string) *Reduction {
	r := &Reduction{Problem: *g.p, Node: make([]interp.Individual, len(g.node)), Origin: make([]interp.Individual, s.Len())}
	r.Problem.Structure, r.Problem.Pos, r.Problem.Neg = s, nil, nil
	r.Problem.PosWeights, r.Problem.NegWeights = nil, nil
	if g.sp.MaxDepth > 0 {
		r.Problem.MaxDepth = g.sp.MaxDepth
	}
	first := make([]interp.Individual, len(iris))
	for node, copies := range iris {
		for i, iri := range copies {
			a, _ := s.Lookup(iri)
			if r.Origin[a] = interp.Individual(g.rep[node]); i == 0 {
				first[node] = a
			}
		}
	}
	for a, node := range g.node {
		r.Node[a] = None
		if node != none {
			r.Node[a] = first[node]
		}
	}
	index := map[interp.Individual]int{}
	at := func(a interp.Individual) *Example {
		i, ok := index[r.Node[a]]
		if !ok {
			i = len(r.Examples)
			index[r.Node[a]] = i
			r.Examples = append(r.Examples, Example{Individual: r.Node[a]})
		}
		return &r.Examples[i]
	}
	for i, a := range g.p.Pos {
		at(a).Pos += g.p.PosWeight(i)
	}
	for i, a := range g.p.Neg {
		at(a).Neg += g.p.NegWeight(i)
	}
	for _, e := range r.Examples {
		if e.Pos > 0 {
			r.Problem.Pos = append(r.Problem.Pos, e.Individual)
			r.Problem.PosWeights = append(r.Problem.PosWeights, e.Pos)
		}
		if e.Neg > 0 {
			r.Problem.Neg = append(r.Problem.Neg, e.Individual)
			r.Problem.NegWeights = append(r.Problem.NegWeights, e.Neg)
		}
	}
	return r
}
