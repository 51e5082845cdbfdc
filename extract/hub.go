package extract

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// A hub is an individual with so many statements that the endpoint cannot even
// count them in one request: the incoming links of a country, say. Its
// properties are asked one by one, with a limit. Which ones? Those that are in
// the language, that is, that occur anywhere in what was extracted. So hubs are
// visited again when a new property has turned up.

// hubParts are the parts that may have hubs.
var hubParts = []struct{ part, hub store.Part }{
	{store.Out, "hub-out"},
	{store.In, "hub-in"},
}

func hubPart(part store.Part) store.Part { return "hub-" + part }

func (c *crawl) addHub(hub store.Part, term string, distance int) {
	if c.hubs[hub] == nil {
		c.hubs[hub] = map[string]int{}
	}
	c.hubs[hub][term] = distance
}

// many is how many statements it takes to be a hub.
const many = 10_000

// hasFew reports whether the term is no hub: that its statements could not be
// counted has another reason then. An endpoint that cannot tell is slow with
// everything, which is an error, for as a hub the individual would lose every
// property that occurs nowhere else.
func (c *crawl) hasFew(ctx context.Context, part store.Part, term string) (bool, error) {
	q, err := queries.CountFew(term, part == store.In, many)
	if err != nil {
		return false, err
	}
	rows, err := c.query(ctx, q)
	if err != nil {
		return false, err
	}
	n, ok := 0, false
	if len(rows) == 1 {
		n, ok = integer(rows[0].n)
	}
	return ok && n < many, nil
}

// visitHubs asks every hub about every property that it was not asked about,
// until nothing new turns up.
func (c *crawl) visitHubs(ctx context.Context) error {
	for asked := len(c.hubs) > 0; asked; {
		asked = false
		properties, err := c.properties(ctx)
		if err != nil {
			return err
		}
		for _, h := range hubParts {
			for _, s := range slices.Sorted(maps.Keys(c.hubs[h.hub])) {
				for _, p := range properties {
					if _, done := c.counted[h.hub][s][p]; done || !c.wanted(h.part, p) {
						continue
					}
					if err := c.visit(ctx, h.part, pair{s, p}); err != nil {
						return err
					}
					asked = true
				}
			}
		}
	}
	return nil
}

// properties are those of all facts stored, and those of types.
func (c *crawl) properties(ctx context.Context) ([]string, error) {
	ps, err := c.db.Properties(ctx)
	if err != nil {
		return nil, err
	}
	ps = append(ps, c.o.Vocabulary.Type...)
	slices.Sort(ps)
	return slices.Compact(ps), nil
}

// visit counts one property at a hub, up to the bound, and pulls it if it is
// within.
func (c *crawl) visit(ctx context.Context, part store.Part, k pair) error {
	hub := hubPart(part)
	q, err := queries.CountUpTo(k.s, k.p, part == store.In, c.o.Bounds.Successors+1)
	if err != nil {
		return err
	}
	var a answer
	u := unit{terms: []string{k.s}, expected: map[pair]int{}}
	n, slow := 0, error(nil)
	began := time.Now()
	rows, err := c.query(ctx, q)
	took := time.Since(began)
	switch {
	case err != nil && errors.Is(err, connector.ErrTimeout) && ctx.Err() == nil:
		slow = err
	case err != nil:
		return fmt.Errorf("counting <%s> at %s: %w", k.p, bracket(k.s), err)
	case len(rows) != 1:
		return fmt.Errorf("%w: %d rows for one number", ErrInconsistent, len(rows))
	default:
		var ok bool
		if n, ok = integer(rows[0].n); !ok {
			return fmt.Errorf("%w: the number of statements of %s by <%s> is %v", ErrInconsistent, bracket(k.s), k.p, rows[0].n)
		}
	}
	if took > c.doubtful && err == nil && n <= c.o.Bounds.Successors {
		if err := c.sameAgain(ctx, q, n); err != nil {
			return fmt.Errorf("counting <%s> at %s: %w", k.p, bracket(k.s), err)
		}
	}
	switch {
	case slow != nil:
		a.flaws = append(a.flaws, flaw{k, 0, fmt.Sprintf("counting at %s takes too long: %v", bracket(k.s), slow)})
	case n > c.o.Bounds.Successors && c.taste.uses(k.p):
		a.flaws = append(a.flaws, flaw{k, n, fmt.Sprintf("fan-out of %s is over the bound of %s", bracket(k.s), count(c.o.Bounds.Successors))})
	case n > 0:
		u.expected[k] = n
		u.requests = inGroups(k.s, map[string]int{k.p: n}, u.expected, c.rowLimit.size())
		if a, err = c.fetch(ctx, part, u); err != nil {
			return err
		}
	}
	return c.db.Update(ctx, func(tx *store.Tx) error {
		if err := c.write(tx, part, u, a); err != nil {
			return err
		}
		tx.SetFanOut(k.s, hub, k.p, n)
		c.setCount(hub, k.s, k.p, n)
		return nil
	})
}

// sameAgain counts once more: a number that took long may be what was counted
// when the time was up.
func (c *crawl) sameAgain(ctx context.Context, q string, n int) error {
	rows, err := c.query(ctx, q)
	if err != nil {
		return err
	}
	m := 0
	if len(rows) == 1 {
		m, _ = integer(rows[0].n)
	}
	if m != n {
		return fmt.Errorf("%w: first it is %s, then %s", ErrInconsistent, count(n), count(m))
	}
	return nil
}
