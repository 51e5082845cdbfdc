package extract

import (
	"context"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// superclasses fetches the class hierarchy above the classes of individuals,
// one level a round; it is closed when a problem is made of the data. Property
// paths would do it in one query, and are incomplete on some engines.
func (c *crawl) superclasses(ctx context.Context) error {
	if c.o.Vocabulary.NoClosure {
		return nil
	}
	for {
		classes, err := c.db.Classes(ctx)
		if err != nil {
			return err
		}
		absent := c.missing(classes, store.Super)
		if len(absent) == 0 {
			return nil
		}
		if err := c.count(ctx, store.Super, absent, -1); err != nil {
			return err
		}
		if err := c.pull(ctx, store.Super, absent, -1); err != nil {
			return err
		}
	}
}

// labels fetches the names of classes, properties and examples. They are for
// reading only: what goes wrong here is a warning.
func (c *crawl) labels(ctx context.Context) error {
	classes, err := c.db.Classes(ctx)
	if err != nil {
		return err
	}
	properties, err := c.db.Properties(ctx)
	if err != nil {
		return err
	}
	terms := slices.Concat(classes, properties, c.examples)
	slices.Sort(terms)
	absent := c.missing(slices.Compact(terms), store.Label)
	failed := 0
	err = c.batches(ctx, "labels", absent, func(ctx context.Context, batch []string) (func(*store.Tx) error, error) {
		rows, err := c.splitting(ctx, batch, func(batch []string) (string, error) {
			return queries.Labels(batch, c.o.Vocabulary.Label, c.o.Vocabulary.Languages)
		})
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
			for _, row := range rows {
				if l, ok := row.o.(rdf.Literal); ok && row.s != nil {
					tx.AddLabel(row.s.String(), l.Lang(), l.String())
				}
			}
			for _, s := range batch {
				tx.SetFetched(s, store.Label, -1)
				c.mark(s, store.Label)
			}
			return nil
		}, nil
	})
	return err
}
