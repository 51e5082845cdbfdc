package extract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/knakk/rdf"
	"golang.org/x/sync/errgroup"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// solution is a row of a table by variable; what is unbound or malformed is nil.
type solution map[string]rdf.Term

// query sends one query.
func (c *crawl) query(ctx context.Context, q string) ([]solution, error) {
	c.requests.Add(1)
	table, err := c.client.Select(ctx, q)
	if err != nil {
		return nil, err
	}
	rows := make([]solution, len(table.Rows))
	for i, row := range table.Rows {
		rows[i] = make(solution, len(row))
		for j, name := range table.Vars {
			rows[i][name] = row[j]
		}
	}
	return rows, nil
}

// splitting asks about a batch of IRIs, in halves if the whole is too much.
func (c *crawl) splitting(ctx context.Context, batch []string, query func([]string) (string, error)) ([]solution, error) {
	q, err := query(batch)
	if err != nil {
		return nil, err
	}
	rows, err := c.query(ctx, q)
	if err == nil || len(batch) == 1 || !canSplit(err) || ctx.Err() != nil {
		if err != nil {
			err = fmt.Errorf("asking about %s: %w", some(batch), err)
		}
		return rows, err
	}
	c.o.Logger.Info("asking for half", "terms", len(batch), "because", err)
	half := len(batch) / 2
	rows, err = c.splitting(ctx, batch[:half], query)
	if err != nil {
		return nil, err
	}
	more, err := c.splitting(ctx, batch[half:], query)
	return append(rows, more...), err
}

func some(batch []string) string {
	if len(batch) == 1 {
		return bracket(batch[0])
	}
	return fmt.Sprintf("%s and %d more", bracket(batch[0]), len(batch)-1)
}

// batches fetches batches of terms, several at a time, and writes what comes
// back batch by batch in their order, each in one transaction.
func (c *crawl) batches(ctx context.Context, phase string, terms []string, fetch func(context.Context, []string) (func(*store.Tx) error, error)) error {
	var list [][]string
	for len(terms) > 0 {
		n := min(c.o.Batch, len(terms))
		list = append(list, terms[:n])
		terms = terms[n:]
	}
	return inOrder(ctx, c, phase, list, func(b []string) int { return len(b) }, fetch)
}

// inOrder fetches the items, Workers at a time, and writes in order. When one
// fails those before it are written first, so that no answer is lost.
func inOrder[T any](ctx context.Context, c *crawl, phase string, items []T, size func(T) int, fetch func(context.Context, T) (func(*store.Tx) error, error)) error {
	total, done := 0, 0
	for _, item := range items {
		total += size(item)
	}
	for len(items) > 0 {
		window := items[:min(c.o.Workers, len(items))]
		items = items[len(window):]
		writes := make([]func(*store.Tx) error, len(window))
		errs := make([]error, len(window))
		var g errgroup.Group
		for i, item := range window {
			g.Go(func() error {
				writes[i], errs[i] = fetch(ctx, item)
				return nil
			})
		}
		_ = g.Wait() // the errors are in errs, in order
		for i, item := range window {
			if errs[i] != nil {
				return fmt.Errorf("%s: %w", phase, errs[i])
			}
			if err := c.db.Update(ctx, writes[i]); err != nil {
				return err
			}
			done += size(item)
			c.o.Progress(Progress{Phase: phase, Done: done, Total: total, Requests: int(c.requests.Load()), Facts: c.received})
		}
	}
	return nil
}

// statements is the query for a part of some terms.
func (c *crawl) statements(part store.Part, terms, properties []string) queries.Statements {
	st := queries.Statements{Subjects: terms, Properties: properties, Inverse: part == store.In}
	switch part {
	case store.Leaf:
		st.LiteralsOr = c.o.Vocabulary.Type
	case store.Super:
		if properties == nil {
			st.Properties = c.o.Vocabulary.SubClass
		}
	}
	return st
}

// matters reports whether the part may ever need the property.
func (c *crawl) matters(part store.Part, p string) bool {
	switch part {
	case store.Super:
		return c.taste.sub[p]
	case store.In:
		return c.taste.uses(p)
	}
	return c.taste.typing[p] || c.taste.uses(p)
}

// wanted reports whether the part needs the property, which may be cut by now.
func (c *crawl) wanted(part store.Part, p string) bool {
	cut := func(d store.Direction) bool { return c.cuts[cutKey{p, d}] }
	if part == store.Super || !c.taste.uses(p) {
		return c.matters(part, p)
	}
	for _, dir := range directions(part) {
		if !cut(dir) {
			return true
		}
	}
	return false
}

// count counts the statements of the terms by property, before any is pulled.
func (c *crawl) count(ctx context.Context, part store.Part, terms []string, distance int) error {
	terms = c.missing(terms, part.Count())
	phase := "counting, " + phaseOf(part, distance)
	return c.batches(ctx, phase, terms, func(ctx context.Context, batch []string) (func(*store.Tx) error, error) {
		rows, hubs, err := c.countBatch(ctx, part, batch)
		if err != nil {
			return nil, err
		}
		asked := set(batch)
		return func(tx *store.Tx) error {
			for _, s := range batch {
				tx.Forget(s, part) // older answers
				tx.Forget(s, part.Hub())
			}
			for _, row := range rows {
				s, p := text(row["s"]), text(row["p"])
				if !asked[s] {
					return notAsked(s)
				}
				n, ok := integer(row["n"])
				if !ok {
					return fmt.Errorf("%w: the number of statements of %s by %s is %v", ErrInconsistent, bracket(s), bracket(p), row["n"])
				}
				if _, err := queries.IRI(p); err != nil { // it cannot be named in a concept either
					tx.Skip(s, store.Skipped{Reason: "property that is not an IRI", N: n})
					continue
				}
				if c.matters(part, p) {
					t := store.Tally{Term: s, Part: part, Property: p, N: n, State: store.Counted}
					tx.SetTally(t)
					c.setTally(t)
				}
			}
			for _, s := range hubs {
				c.mark(s, part.Hub(), tx.SetAsked(s, part.Hub()))
				if part == store.Out {
					tx.ClearClasses(s) // they come anew
				}
				c.warn("%s has too many statements to count them in one request (%s): its properties are asked one by one", bracket(s), part)
			}
			for _, s := range batch {
				c.mark(s, part.Count(), tx.SetAsked(s, part.Count()))
				delete(c.fetched[part], s)
			}
			return nil
		}, nil
	})
}

// countBatch also returns the terms at which counting fails even alone.
func (c *crawl) countBatch(ctx context.Context, part store.Part, batch []string) (rows []solution, hubs []string, err error) {
	q, err := queries.CountStatements(c.statements(part, batch, nil))
	if err != nil {
		return nil, nil, err
	}
	rows, err = c.query(ctx, q)
	switch {
	case err == nil:
		return rows, nil, nil
	case !canSplit(err) || ctx.Err() != nil:
		return nil, nil, fmt.Errorf("%s: %w", some(batch), err)
	case len(batch) == 1 && (part == store.Out || part == store.In) && !errors.Is(err, connector.ErrQueryTooLarge):
		return nil, slices.Clone(batch), nil // the caller appends to it
	case len(batch) == 1:
		return nil, nil, fmt.Errorf("%s: %w", some(batch), err)
	}
	c.o.Logger.Info("counting half", "terms", len(batch), "because", err)
	half := len(batch) / 2
	rows, hubs, err = c.countBatch(ctx, part, batch[:half])
	if err != nil {
		return nil, nil, err
	}
	rows2, hubs2, err := c.countBatch(ctx, part, batch[half:])
	return append(rows, rows2...), append(hubs, hubs2...), err
}

func (c *crawl) warn(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	c.warnings = append(c.warnings, s)
	c.o.Logger.Warn(s)
}

func phaseOf(part store.Part, distance int) string {
	switch part {
	case store.Super:
		return "superclasses"
	case store.In:
		return fmt.Sprintf("distance %d, incoming", distance)
	}
	return fmt.Sprintf("distance %d", distance)
}

// notAsked: an endpoint that spells IRIs in another way than it was given them
// would look as if there were no statements.
func notAsked(s string) error {
	return fmt.Errorf("%w: it answers about %q, which was not asked (does it respell IRIs?)", ErrInconsistent, s)
}

func text(t rdf.Term) string {
	if t == nil {
		return ""
	}
	return t.String()
}

// integer reads a COUNT, which engines write as integer, int or, seldom, decimal.
func integer(t rdf.Term) (int, bool) {
	if t == nil {
		return 0, false
	}
	n, err := strconv.Atoi(t.String())
	return n, err == nil && n >= 0
}
