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
	{store.Out, store.Out.Hub()},
	{store.In, store.In.Hub()},
}

func (c *crawl) addHub(hub store.Part, term string) {
	if c.hubs[hub] == nil {
		c.hubs[hub] = map[string]bool{}
	}
	c.hubs[hub][term] = true
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

// visitHubs asks every hub about every property that it was not asked about.
func (c *crawl) visitHubs(ctx context.Context) error {
	if len(c.hubs) == 0 {
		return nil
	}
	properties, err := c.properties(ctx, false)
	if err != nil {
		return err
	}
	properties = append(properties, c.o.Vocabulary.Type...)
	for _, h := range hubParts {
		for _, s := range slices.Sorted(maps.Keys(c.hubs[h.hub])) {
			for _, p := range properties {
				t, done := c.counted.get(h.hub, s, p)
				if done && t.State == store.Counted && t.N <= c.o.Bounds.Successors {
					done = false // it was over a lower bound
				}
				if !done && c.wanted(h.part, p) {
					if t, err = c.visit(ctx, h.part, pair{s, p}); err != nil {
						return err
					}
					c.another = true
				}
				c.cutAtHub(h.part, t)
			}
		}
	}
	return nil
}

// cutAtHub cuts what is not complete at a hub.
func (c *crawl) cutAtHub(part store.Part, t store.Tally) {
	dirs, reason := directions(part), t.Reason
	switch {
	case t.State == store.Values:
		dirs = dirs[:1]
	case t.State == store.Counted && c.taste.uses(t.Property):
		reason = fmt.Sprintf("fan-out of %s is over the bound of %s", bracket(t.Term), count(c.o.Bounds.Successors))
	case t.State != store.Gone:
		return
	}
	for _, dir := range dirs {
		c.cut(store.Cut{Property: t.Property, Direction: dir, Individual: t.Term, N: t.N, Reason: reason})
	}
}

// visit counts one property at a hub, up to the bound, and pulls it if it is
// within.
func (c *crawl) visit(ctx context.Context, part store.Part, k pair) (store.Tally, error) {
	t := store.Tally{Term: k.s, Part: part.Hub(), Property: k.p, State: store.Here}
	q, err := queries.CountUpTo(k.s, k.p, part == store.In, c.o.Bounds.Successors+1)
	if err != nil {
		return t, err
	}
	var a answer
	began := time.Now()
	rows, err := c.query(ctx, q)
	took := time.Since(began)
	switch {
	case err != nil && errors.Is(err, connector.ErrTimeout) && ctx.Err() == nil:
		t.State, t.Reason = store.Gone, fmt.Sprintf("counting at %s takes too long: %v", bracket(k.s), err)
	case err != nil:
		return t, fmt.Errorf("counting <%s> at %s: %w", k.p, bracket(k.s), err)
	case len(rows) != 1:
		return t, fmt.Errorf("%w: %d rows for one number", ErrInconsistent, len(rows))
	default:
		var ok bool
		if t.N, ok = integer(rows[0].n); !ok {
			return t, fmt.Errorf("%w: the number of statements of %s by <%s> is %v", ErrInconsistent, bracket(k.s), k.p, rows[0].n)
		}
	}
	if took > c.doubtful && err == nil && t.N <= c.o.Bounds.Successors {
		if err := c.sameAgain(ctx, q, t.N); err != nil {
			return t, fmt.Errorf("counting <%s> at %s: %w", k.p, bracket(k.s), err)
		}
	}
	switch {
	case t.State == store.Gone && !c.taste.uses(k.p):
		return t, classesIncomplete(k.p, t.Reason)
	case t.N > c.o.Bounds.Successors && c.taste.uses(k.p):
		t.State = store.Counted
	case t.N > 0:
		u := unit{expected: expect(k, t.N)}
		u.requests = inGroups(k.s, u.expected, c.rowLimit.size())
		if a, err = c.fetch(ctx, part, u); err != nil {
			return t, err
		}
	}
	err = c.db.Update(ctx, func(tx *store.Tx) error {
		c.counted.set(t)
		if err := c.judge(part, t.Part, a); err != nil {
			return err
		}
		t, _ = c.counted.get(t.Part, k.s, k.p)
		tx.SetTally(t)
		if t.State == store.Here || t.State == store.Values {
			tx.ClearProperty(k.s, part, k.p)
		}
		c.keep(tx, part, a)
		return nil
	})
	return t, err
}

// sameAgain counts once more: a number that took long may be what was counted
// when the time was up.
func (c *crawl) sameAgain(ctx context.Context, q string, n int) error {
	rows, err := c.query(ctx, q)
	if err != nil {
		return err
	}
	m, ok := 0, len(rows) == 1
	if ok {
		m, ok = integer(rows[0].n)
	}
	if !ok || m != n {
		return fmt.Errorf("%w: first it is %s, then %s", ErrInconsistent, count(n), count(m))
	}
	return nil
}
