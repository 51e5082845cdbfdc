package extract

import (
	"context"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/store"
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
