package intended

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/learner/dl"
)

// Members returns the IRIs ?x of a graph pattern of the file, in any order.
type Members func(ctx context.Context, f File, pattern string) ([]string, error)

// Selected returns the members by the answers of an endpoint to SPARQL queries.
func Selected(c *connector.Client) Members {
	return func(ctx context.Context, f File, pattern string) ([]string, error) {
		table, err := c.Select(ctx, f.Select(pattern))
		if err != nil {
			return nil, err
		}
		var iris []string
		for _, row := range table.Rows {
			if row[0] != nil {
				iris = append(iris, row[0].String())
			}
		}
		return iris, nil
	}
}

// A Case is a query with its answers.
type Case struct {
	Query
	Said     string       // the phrase beside the examples
	Draft    []dl.Concept // parts of a draft beside the examples
	Members  map[string]bool
	Prefixes map[string]string
	sorted   []string   // the members
	near     [][]string // near misses by pattern, sorted, without members
	other    []string
}

// Ask asks for the answers of a query of the file.
func (f File) Ask(ctx context.Context, members Members, q Query) (Case, error) {
	c := Case{Query: q, Members: map[string]bool{}, Prefixes: f.Prefixes}
	ask := func(pattern string) ([]string, error) {
		iris, err := members(ctx, f, pattern)
		if err != nil {
			return nil, fmt.Errorf("query %q: %w", q.Name, err)
		}
		iris = slices.DeleteFunc(iris, func(iri string) bool { return c.Members[iri] })
		slices.Sort(iris)
		return slices.Compact(iris), nil
	}
	var err error
	if c.sorted, err = ask(q.Meant); err != nil {
		return c, err
	}
	if len(c.sorted) == 0 {
		return c, fmt.Errorf("query %q has no members", q.Name)
	}
	for _, iri := range c.sorted {
		c.Members[iri] = true
	}
	for _, pattern := range q.Near {
		near, err := ask(pattern)
		if err != nil {
			return c, err
		}
		c.near = append(c.near, near)
	}
	if q.Other != "" {
		c.other, err = ask(q.Other)
	}
	return c, err
}

// Sample draws positives from the members and negatives from the others. Half of the
// negatives are near misses, in turn from each pattern. The wrong positives are in truth near misses, or
// if Far is set, others. The same seed gives the same sample.
func (c Case) Sample(s Setting, seed uint64) (pos, neg []string) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(c.Name))
	r := rand.New(rand.NewPCG(seed, h.Sum64()))
	draw := func(from []string) func() string {
		order := r.Perm(len(from))
		return func() string {
			for len(order) > 0 {
				iri := from[order[0]]
				order = order[1:]
				if !slices.Contains(neg, iri) && !slices.Contains(pos, iri) {
					return iri
				}
			}
			return ""
		}
	}
	take := func(next func() string, to *[]string) bool {
		iri := next()
		if iri != "" {
			*to = append(*to, iri)
		}
		return iri != ""
	}
	member := draw(c.sorted)
	for len(pos) < s.Positives-s.Wrong && take(member, &pos) {
	}
	var near []func() string
	for _, from := range c.near {
		near = append(near, draw(from))
	}
	inTurn := func(want int, to *[]string) {
		for i, misses := 0, 0; len(*to) < want && len(near) > 0 && misses < len(near); i++ {
			if take(near[i%len(near)], to) {
				misses = 0
			} else {
				misses++
			}
		}
	}
	other := draw(c.other)
	for wanted := len(pos) + s.Wrong; s.Far && len(pos) < wanted && take(other, &pos); {
	}
	if !s.Far {
		inTurn(len(pos)+s.Wrong, &pos)
	}
	inTurn((s.Negatives+1)/2, &neg)
	for len(neg) < s.Negatives && take(other, &neg) {
	}
	inTurn(s.Negatives, &neg)
	return pos, neg
}

// shuffle returns as many positives and negatives as were given, drawn from both.
func shuffle(pos, neg []string, seed uint64) (newPos, newNeg []string) {
	all := slices.Concat(pos, neg)
	r := rand.New(rand.NewPCG(seed, uint64(len(all))))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:len(pos)], all[len(pos):]
}
