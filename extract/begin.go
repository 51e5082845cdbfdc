package extract

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// begin finds the place of the source in the database, and enters the run.
func (c *crawl) begin(ctx context.Context, db *store.DB) (err error) {
	graphs := slices.Clone(c.o.Graphs)
	slices.Sort(graphs)
	c.db, err = db.Add(ctx, store.Source{
		Kind: store.Endpoint, Name: c.client.URL(), Graphs: slices.Compact(graphs),
		Vocabulary: toJSON(c.o.Vocabulary), Exclusions: toJSON(c.o.Exclusions),
	})
	if err != nil {
		return err
	}
	err = c.db.Snapshot(ctx, func() (err error) { // another process may enter a run
		if c.runs, err = c.db.Runs(ctx); err == nil {
			c.always, err = c.db.AlwaysCut(ctx)
		}
		return err
	})
	if err != nil {
		return err
	}
	c.since = c.cutoff(time.Now())
	forget := len(c.always) > 0 && c.since.After(c.db.Source().Started)
	c.me = store.Run{Depth: c.o.Bounds.Depth, Bounds: toJSON(c.o.Bounds), Since: c.since, Started: time.Now(), Examples: c.examples}
	return c.db.Update(ctx, func(tx *store.Tx) error {
		if forget {
			tx.ForgetAll()
			c.always, c.runs = nil, nil
		}
		for _, p := range slices.Sorted(maps.Keys(c.o.Prefixes)) {
			tx.AddPrefix(p, c.o.Prefixes[p])
		}
		c.me.ID = tx.BeginRun(c.me)
		return nil
	})
}

// cutoff is the time before which nothing counts that was asked; zero: all
// counts. A refresh that was interrupted goes on with its own.
func (c *crawl) cutoff(now time.Time) time.Time {
	var since time.Time
	if c.o.MaxAge > 0 {
		since = now.Add(-c.o.MaxAge)
	}
	if !c.o.Refresh {
		return since
	}
	for _, r := range c.runs { // the latest first
		if c.alike(r) {
			if r.Finished.IsZero() && r.Since.After(since) {
				return r.Since
			}
			break
		}
	}
	return now
}

// alike reports whether the run is from the same examples and as deep.
func (c *crawl) alike(r store.Run) bool {
	return slices.Equal(r.Examples, c.examples) && r.Depth == c.o.Bounds.Depth
}

// finish enters what the run has found to be complete, in place of earlier runs
// that asked for the same.
func (c *crawl) finish(ctx context.Context) error {
	c.me.Cuts = c.cutList
	var replaced []int
	for _, r := range c.runs {
		if slices.Equal(r.Examples, c.examples) && (r.Depth == c.me.Depth || r.Finished.IsZero()) {
			replaced = append(replaced, r.ID)
		}
	}
	return c.db.Update(ctx, func(tx *store.Tx) error {
		tx.FinishRun(c.me, replaced)
		return nil
	})
}

// look reads what the database knows of the terms: what was asked about them,
// and what is not here although it was. What is too old is as if it were not
// there.
func (c *crawl) look(ctx context.Context, terms []string) error {
	alone, err := c.db.Alone()
	if err != nil {
		return err
	}
	if alone && c.first { // it knows what it asked, but not what it counted at other levels
		terms = slices.DeleteFunc(slices.Clone(terms), func(s string) bool {
			return !slices.ContainsFunc([]store.Part{store.Out, store.In, store.Leaf}, func(p store.Part) bool { return c.fetched[p.Count()][s] != 0 })
		})
	}
	if len(terms) == 0 {
		return nil
	}
	if err := c.db.Settle(ctx, terms); err != nil {
		return err
	}
	return c.db.Snapshot(ctx, func() error { // what was pulled between both would look empty
		for some := range slices.Chunk(terms, 1000) {
			if err := c.lookAsked(ctx, some, ""); err != nil {
				return err
			}
			tallies, err := c.db.Tallies(ctx, some)
			if err != nil {
				return err
			}
			for _, t := range tallies {
				if c.fetched[t.Part.Count()][t.Term] != 0 || c.fetched[t.Part][t.Term] != 0 { // the latter at hubs
					c.counted.set(t)
				}
			}
		}
		return nil
	})
}

// lookAsked reads only what was asked about the terms; of the part, or of all parts
// if it is empty.
func (c *crawl) lookAsked(ctx context.Context, terms []string, part store.Part) error {
	asked, err := c.db.AskedAbout(ctx, terms, part)
	if err != nil {
		return err
	}
	for p, fetched := range c.fetched { // another process may have forgotten something
		if p == part || part == "" {
			for _, t := range terms {
				delete(fetched, t)
			}
		}
	}
	for _, a := range asked {
		if a.Time < c.since.UnixMilli() && !c.since.IsZero() {
			continue
		}
		c.mark(a.Term, a.Part, a.Time)
	}
	return nil
}

// setAsked says that a part of the terms was asked for, now.
func (c *crawl) setAsked(tx *store.Tx, part store.Part, terms ...string) {
	c.markAll(terms, part, tx.SetAsked(part, terms...))
}

// markAll is mark for several terms.
func (c *crawl) markAll(terms []string, part store.Part, time int64) {
	for _, t := range terms {
		c.mark(t, part, time)
	}
}

// mark notes that a part of a term was asked for, and when.
func (c *crawl) mark(term string, part store.Part, time int64) {
	if c.fetched[part] == nil {
		c.fetched[part] = map[string]int64{}
	}
	c.fetched[part][term] = time
}

// examplesFirst reports whether examples are to be found before anything is counted: a
// typing error should show before all axioms are asked for, and at depth 0 only
// statements of some kinds are counted.
func (c *crawl) examplesFirst() bool { return c.o.Vocabulary.RDFS || c.o.Bounds.Depth == 0 }

// known notes examples that the source surely knows.
func (c *crawl) known(tx *store.Tx, examples ...string) {
	for _, iri := range examples {
		tx.AddIndividual(iri)
	}
	c.setAsked(tx, store.Known, examples...)
}

// findExamples makes sure that the source knows every example, of which those with
// statements that were counted need not be asked for. The examples were looked at.
func (c *crawl) findExamples(ctx context.Context) error {
	absent := c.missing(c.examples, store.Known)
	var unknown []string
	err := c.batches(ctx, "looking for examples", absent, func(ctx context.Context, batch []string) (func(*store.Tx) error, error) {
		found, absent, err := c.find(ctx, batch)
		if err != nil {
			return nil, err
		}
		return func(tx *store.Tx) error {
			unknown = append(unknown, absent...)
			c.known(tx, found...)
			return nil
		}, nil
	})
	if err != nil {
		return err
	}
	if len(unknown) > 0 {
		return &UnknownExamplesError{Source: c.client.URL(), IRIs: unknown, Hint: c.o.Elsewhere}
	}
	return nil
}

// warnOfSilent says which of the examples have no statements of their own to learn
// from: the source may be the wrong one for them, and knows them only because
// something points to them.
func (c *crawl) warnOfSilent(part store.Part, examples []string) {
	var silent []string
	for _, s := range examples {
		if len(c.counted.of[part][s]) == 0 && c.fetched[part.Hub()][s] == 0 {
			silent = append(silent, s)
		}
	}
	if len(silent) == 0 || c.warnedOfSilent {
		return
	}
	c.warnedOfSilent = true
	message := fmt.Sprintf("examples without statements of their own to learn from, at %s: %s", c.client.URL(), some(silent))
	if c.o.Elsewhere != "" {
		message += ": " + c.o.Elsewhere
	}
	c.warn("%s", message)
}

func (c *crawl) find(ctx context.Context, batch []string) (found, absent []string, err error) {
	rows, err := c.splitting(ctx, batch, queries.Known)
	if err != nil {
		return nil, nil, err
	}
	is := map[string]bool{}
	for _, row := range rows {
		if n, _ := integer(row.n); n > 0 {
			is[text(row.s)] = true
		}
	}
	for _, iri := range batch {
		if !is[iri] { // one by one, because it happens to few
			q, err := queries.KnownAsObject(iri)
			if err != nil {
				return nil, nil, err
			}
			err = c.inTurn(func() (err error) {
				is[iri], err = c.client.Ask(ctx, q)
				return err
			})
			if err != nil {
				return nil, nil, fmt.Errorf("looking for %s: %w", bracket(iri), err)
			}
		}
		if is[iri] {
			found = append(found, iri)
		} else {
			absent = append(absent, iri)
		}
	}
	return found, absent, nil
}

func toJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil { // structs of strings, numbers and booleans
		panic(err)
	}
	return string(b)
}
