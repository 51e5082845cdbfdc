package extract

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// superclasses fetches the class hierarchy above the classes, those of individuals,
// one level a round; it is closed when a problem is made of the data. Property
// paths would do it in one query, and are incomplete on some engines.
func (c *crawl) superclasses(ctx context.Context, level []string) error {
	if c.o.Vocabulary.NoClosure {
		return nil
	}
	for seen := set(level); len(level) > 0; {
		for again := true; again; again = c.another {
			c.another = false
			if err := c.look(ctx, level); err != nil {
				return err
			}
			if err := c.count(ctx, store.Super, c.missing(level, store.Super.Count()), -1); err != nil {
				return err
			}
			if err := c.pull(ctx, store.Super, c.unpulled(level, store.Super), -1); err != nil {
				return err
			}
		}
		above, err := c.db.SuperclassesOf(ctx, level)
		if err != nil {
			return err
		}
		level = nil
		for _, class := range above {
			if !seen[class] {
				seen[class] = true
				level = append(level, class)
			}
		}
		slices.Sort(level)
	}
	return nil
}

// classes are those of the individuals within reach, as stated, and all domains and
// ranges, sorted.
func (c *crawl) classes(ctx context.Context) ([]string, error) {
	classes, err := c.stated(ctx)
	classes = append(classes, c.taste.told()...)
	slices.Sort(classes)
	return slices.Compact(classes), err
}

// stated are the classes of the individuals within reach.
func (c *crawl) stated(ctx context.Context) ([]string, error) {
	if c.recent.whole && !c.recent.again {
		if alone, err := c.db.Alone(); err != nil {
			return nil, err
		} else if alone {
			met := map[store.ID]bool{}
			for _, f := range c.recent.classes {
				if _, near := c.near.distance[f[0]]; near {
					met[f[1]] = true
				}
			}
			iris, err := c.db.IRIs(ctx, slices.Sorted(maps.Keys(met)))
			return slices.Collect(maps.Values(iris)), err
		}
	}
	return c.db.ClassesOf(ctx, slices.Sorted(maps.Keys(c.near.distance)))
}

// labels fetches the names of classes, those above them, properties and examples. They
// are for reading only: what goes wrong here is a warning.
func (c *crawl) labels(ctx context.Context, classes []string) error {
	for level := classes; len(level) > 0; { // and those above
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
	terms := slices.Concat(classes, properties, c.examples)
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
	return err
}
