package extract

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// labels fetches the labels of classes, their superclasses, properties, examples,
// and the individuals that a concept may use by name. Labels are for reading only:
// an error here is a warning.
func (c *crawl) labels(ctx context.Context, classes []string) error {
	for level := classes; len(level) > 0; {
		above, err := c.db.SuperclassesOf(ctx, level)
		if err != nil {
			return err
		}
		known := set(classes)
		level = slices.DeleteFunc(above, func(class string) bool { return known[class] })
		slices.Sort(level)
		level = slices.Compact(level)
		classes = append(classes, level...)
	}
	properties, err := c.properties(ctx, true)
	if err != nil {
		return err
	}
	nominals, err := c.nominals(ctx)
	if err != nil {
		return err
	}
	terms := slices.Concat(classes, nominals, c.examples)
	v, via := c.o.Vocabulary, c.o.Exclusions.Via
	if via == "" {
		terms = append(terms, properties...)
	}
	if err := c.fetchLabels(ctx, terms, func(batch []string) (string, error) {
		return queries.Labels(batch, v.Label, v.Languages)
	}); err != nil || via == "" {
		return err
	}
	return c.fetchLabels(ctx, properties, func(batch []string) (string, error) {
		return queries.PropertyLabels(batch, via, v.Label, v.Languages)
	})
}

// nominals are the individuals that a concept about the examples may use by name,
// at most labelledNominals.
func (c *crawl) nominals(ctx context.Context) ([]string, error) {
	n := &c.near
	iris, err := c.db.IRIs(ctx, slices.Sorted(maps.Keys(n.distance)))
	if err != nil {
		return nil, err
	}
	b := &interp.Builder{}
	for _, f := range n.facts {
		property, s, o := n.iris[f[0]], iris[f[1]], iris[f[2]]
		if s == "" || o == "" {
			continue
		}
		if !c.cuts[cutKey{property, store.CutOut}] {
			b.AddRole("out", s, o)
		}
		if !c.cuts[cutKey{property, store.CutIn}] {
			b.AddRole("in", o, s)
		}
	}
	for _, iri := range c.examples {
		b.Individual(iri)
	}
	p := interp.Problem{MaxDepth: c.o.Bounds.Depth}
	if p.Structure, err = b.Build(ctx); err != nil {
		return nil, err
	}
	for _, iri := range c.examples {
		a, _ := p.Structure.Lookup(iri) // it was added above
		p.Pos = append(p.Pos, a)
	}
	var out []string
	candidates, _ := interp.Candidates(&p, dl.WithNominals|dl.WithExists, interp.Limits{Support: 2, Values: labelledNominals})
	for _, o := range candidates {
		out = append(out, o.(dl.Nominal).IRI)
	}
	return out, nil
}

// labelledNominals is how many individuals get a label because a concept may use
// them by name. It is learner.DefaultValues, the number that learning takes.
const labelledNominals = 100

// fetchLabels asks for the labels of the terms that were not asked for yet.
func (c *crawl) fetchLabels(ctx context.Context, terms []string, query func(batch []string) (string, error)) error {
	slices.Sort(terms)
	terms = slices.Compact(terms)
	if err := c.lookAsked(ctx, terms, store.Label); err != nil {
		return err
	}
	absent := c.missing(terms, store.Label)
	failed := 0
	if len(absent) > 0 { // while the endpoint works
		var wg sync.WaitGroup
		wg.Go(func() { c.db.Checkpoint(ctx) })
		defer wg.Wait()
	}
	return c.batches(ctx, "labels", absent, func(ctx context.Context, batch []string) (func(*store.Tx) error, error) {
		rows, err := c.splitting(ctx, batch, query)
		if err != nil && ctx.Err() != nil {
			return nil, err
		}
		return func(tx *store.Tx) error {
			if err != nil {
				if failed++; failed == 1 {
					c.warn("labels are missing: %v", err)
				}
				return nil
			}
			tx.Clear(batch, store.Label)
			for _, row := range rows {
				if l, ok := row.o.(rdf.Literal); ok && row.s != nil {
					tx.AddLabel(row.s.String(), l.Lang(), l.String())
				}
			}
			c.setAsked(tx, store.Label, batch...)
			return nil
		}, nil
	})
}
