package extract

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// Some sources say of what kind a property is: Wikidata that it holds an external
// identifier, as four of five do. Which of the properties that turn up are of a
// kind that is excluded, the source is asked as soon as they were counted and
// before anything is pulled.

// kinds finds the kinds of the properties counted at the individuals, and
// excludes those properties that have one of an excluded kind.
func (c *crawl) kinds(ctx context.Context, parts []store.Part, at []string) error {
	e := c.o.Exclusions
	if len(e.Kinds) == 0 {
		return nil
	}
	met := map[string]bool{}
	for _, part := range parts {
		for _, s := range at {
			for _, t := range c.counted.of[part][s] {
				if p := c.counted.names[t.property]; c.taste.uses(p) && !c.kindKnown[p] {
					met[p] = true
				}
			}
		}
	}
	properties := sortedKeys(met)
	if err := c.lookAsked(ctx, properties, store.Kind); err != nil {
		return err
	}
	err := c.batches(ctx, "kinds of properties", c.missing(properties, store.Kind), func(ctx context.Context, batch []string) (func(*store.Tx) error, error) {
		rows, err := c.splitting(ctx, batch, func(batch []string) (string, error) {
			if e.Via == "" {
				return queries.PullStatements(queries.Statements{Subjects: batch, Properties: []string{e.Kind}})
			}
			return queries.PropertyKinds(batch, e.Via, e.Kind)
		})
		if err != nil {
			return nil, err
		}
		asked := set(batch)
		return func(tx *store.Tx) error {
			tx.Clear(batch, store.Kind)
			c.setAsked(tx, store.Kind, batch...)
			for _, row := range rows {
				p := text(row.s)
				if !asked[p] {
					return notAsked(p)
				}
				if usable(row.o) {
					tx.AddKind(p, row.o.String())
				}
			}
			return nil
		}, nil
	})
	if err != nil {
		return err
	}
	kinds, err := c.db.Kinds(ctx)
	if err != nil {
		return err
	}
	c.wants, c.matterings = nil, nil
	excludeKinds(c.taste, kinds, e)
	for _, p := range properties {
		c.kindKnown[p] = true
	}
	return nil
}

// excludeKinds excludes the properties that are of an excluded kind.
func excludeKinds(t *taste, kinds []store.KindOf, e Exclusions) {
	for _, k := range kinds {
		if slices.Contains(e.Kinds, k.Kind) {
			t.exclude(k.Property)
		}
	}
}
