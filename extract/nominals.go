package extract

import (
	"context"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// labelledNominals is the largest number of nominals that get a label. It equals
// learner.DefaultValues, the number of nominals that the learner uses.
const labelledNominals = 100

// nominals returns the individuals that a concept about the examples may use as nominals,
// at most labelledNominals.
func nominals(ctx context.Context, result crawl.Result, examples []string, depth int) ([]string, error) {
	f := result.Facts
	dropped := map[crawl.Key]bool{}
	for _, d := range result.Dropped {
		dropped[d.Key()] = true
	}
	b := &interp.Builder{}
	for _, a := range f.Individuals {
		b.Individual(f.Term(a))
	}
	for _, t := range f.Roles {
		property := f.Term(t[0])
		s := f.Term(t[1])
		o := f.Term(t[2])
		if !dropped[crawl.Key{Property: property, Direction: crawl.Out}] {
			b.AddRole("out", s, o)
		}
		if !dropped[crawl.Key{Property: property, Direction: crawl.In}] {
			b.AddRole("in", o, s)
		}
	}
	p := interp.Problem{MaxDepth: depth}
	var err error
	if p.Structure, err = b.Build(ctx); err != nil {
		return nil, err
	}
	for _, iri := range examples {
		if a, ok := p.Structure.Lookup(iri); ok {
			p.Pos = append(p.Pos, a)
		}
	}
	var found []string
	candidates, _, err := interp.Candidates(ctx, &p, dl.WithNominals|dl.WithExists,
		interp.Limits{Support: 2, Values: labelledNominals})
	if err != nil {
		return nil, err
	}
	for _, c := range candidates {
		found = append(found, c.(dl.Nominal).IRI)
	}
	return found, nil
}
