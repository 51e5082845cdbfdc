package intent

import (
	"cmp"
	"context"
	"hash/fnv"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Memory is a [Graph] in memory: a structure that is the whole graph, as that of
// RDF files is. It is not safe for concurrent use.
type Memory struct {
	s      *interp.Structure
	labels map[string]string
	e      *interp.Evaluator
	used   int
}

// mostExtensions is how many concepts a Memory evaluates before it forgets the
// extensions, each of which takes one bit for every individual.
const mostExtensions = 20_000

// NewMemory makes a graph of the structure. The labels, by IRI, may be nil.
func NewMemory(s *interp.Structure, labels map[string]string) *Memory {
	return &Memory{s: s, labels: labels, e: interp.NewEvaluator(s)}
}

// Look returns the whole structure.
func (m *Memory) Look(context.Context, []string, int) (*interp.Structure, error) { return m.s, nil }

func (m *Memory) extension(c dl.Concept) (interp.Set, error) {
	if m.used++; m.used > mostExtensions {
		m.e, m.used = interp.NewEvaluator(m.s), 0
	}
	return m.e.Extension(c)
}

// Count counts exactly.
func (m *Memory) Count(ctx context.Context, cs []dl.Concept) ([]Bounds, error) {
	out := make([]Bounds, len(cs))
	for i, c := range cs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x, err := m.extension(c)
		if err != nil {
			return nil, err
		}
		out[i] = Exactly(int64(x.Count()))
	}
	return out, nil
}

// Members returns the members with the smallest hashes, so that those of
// different concepts are drawn independently of their names.
func (m *Memory) Members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error) {
	out := make([][]string, len(cs))
	for i, c := range cs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x, err := m.extension(c)
		if err != nil {
			return nil, err
		}
		members := interp.Members(x)
		slices.SortFunc(members, func(a, b interp.Individual) int { return cmp.Compare(scatter(a), scatter(b)) })
		for _, a := range members[:min(limit, len(members))] {
			out[i] = append(out[i], m.s.IRI(a))
		}
	}
	return out, nil
}

// scatter is a hash of the individual.
func scatter(a interp.Individual) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte{byte(a), byte(a >> 8), byte(a >> 16), byte(a >> 24)})
	return h.Sum64()
}

// Holds is known everywhere. What is no individual of the structure is a member
// of nothing.
func (m *Memory) Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]Truth, error) {
	out := make([][]Truth, len(cs))
	for i, c := range cs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x, err := m.extension(c)
		if err != nil {
			return nil, err
		}
		out[i] = make([]Truth, len(individuals))
		for j, iri := range individuals {
			out[i][j] = No
			if a, ok := m.s.Lookup(iri); ok && x.Test(uint(a)) {
				out[i][j] = Yes
			}
		}
	}
	return out, nil
}

// Labels are those that the graph was made with.
func (m *Memory) Labels(_ context.Context, iris []string) (map[string]string, error) {
	out := map[string]string{}
	for _, iri := range iris {
		if l := m.labels[iri]; l != "" {
			out[iri] = l
		}
	}
	return out, nil
}
