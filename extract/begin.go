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

// begin checks that the database is of this source, or empty, and learns how
// far it is.
func (c *crawl) begin(ctx context.Context) error {
	sources, err := c.db.Sources(ctx)
	if err != nil {
		return err
	}
	meta, err := c.db.Meta(ctx)
	if err != nil {
		return err
	}
	vocabulary, exclusions, bounds := toJSON(c.o.Vocabulary), toJSON(c.o.Exclusions), toJSON(c.o.Bounds)
	if len(sources) > 0 {
		other := func(what string) error {
			return fmt.Errorf("%w: %s was filled %s; name another file or use the same", ErrOtherSource, c.db.Path(), what)
		}
		var had Bounds
		if err := json.Unmarshal([]byte(meta[metaBounds]), &had); err != nil && sources[0].Kind == store.Endpoint {
			return fmt.Errorf("database %s: its bounds are unreadable: %w", c.db.Path(), err)
		}
		switch {
		case sources[0].Kind != store.Endpoint:
			return other("from the file " + sources[0].Name)
		case sources[0].Name != c.client.URL():
			return other("from " + sources[0].Name + ", not from " + c.client.URL())
		case meta[metaVocabulary] != vocabulary:
			return other("with another vocabulary: " + meta[metaVocabulary])
		case meta[metaExclusions] != exclusions:
			return other("with other exclusions")
		case had.Successors != c.o.Bounds.Successors:
			return other(fmt.Sprintf("with the bound of %d successors, not %d", had.Successors, c.o.Bounds.Successors))
		}
	}
	err = c.db.Update(ctx, func(tx *store.Tx) error {
		if len(sources) == 0 {
			tx.AddSource(store.Source{Name: c.client.URL(), Kind: store.Endpoint})
			tx.SetMeta(metaStarted, time.Now().UTC().Format(time.RFC3339))
			tx.SetMeta(metaVocabulary, vocabulary)
			tx.SetMeta(metaExclusions, exclusions)
		}
		tx.SetMeta(metaBounds, bounds)
		for _, p := range slices.Sorted(maps.Keys(c.o.Prefixes)) {
			tx.AddPrefix(p, c.o.Prefixes[p])
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.restore(ctx)
}

// restore reads how far an earlier run came.
func (c *crawl) restore(ctx context.Context) error {
	cuts, err := c.db.Cuts(ctx)
	if err != nil {
		return err
	}
	for _, cut := range cuts {
		c.cuts[cutKey{cut.Property, cut.Direction}] = true
	}
	fetched, err := c.db.Fetched(ctx)
	if err != nil {
		return err
	}
	for _, f := range fetched {
		c.mark(f.Term, f.Part)
		for _, part := range hubParts {
			if f.Part == part.hub {
				c.addHub(part.hub, f.Term, f.Distance)
			}
		}
	}
	fanOuts, err := c.db.FanOuts(ctx)
	if err != nil {
		return err
	}
	for _, f := range fanOuts {
		c.setCount(f.Part, f.Term, f.Property, f.N)
	}
	// An example that was found before need not be looked for again.
	known, err := c.db.Examples(ctx)
	if err != nil {
		return err
	}
	for _, e := range known {
		c.mark(e.IRI, partExample)
		if !slices.Contains(c.examples, e.IRI) {
			c.examples = append(c.examples, e.IRI) // one database, one set of distances
		}
	}
	slices.Sort(c.examples)
	return nil
}

// partExample marks, in memory, examples that are known to the source.
const partExample store.Part = "example"

func (c *crawl) mark(term string, part store.Part) {
	if c.fetched[part] == nil {
		c.fetched[part] = map[string]bool{}
	}
	c.fetched[part][term] = true
}

func (c *crawl) setCount(part store.Part, term, property string, n int) {
	if c.counted[part] == nil {
		c.counted[part] = map[string]map[string]int{}
	}
	if c.counted[part][term] == nil {
		c.counted[part][term] = map[string]int{}
	}
	c.counted[part][term][property] = n
}

// findExamples makes sure that the source knows every example.
func (c *crawl) findExamples(ctx context.Context) error {
	absent := c.missing(c.examples, partExample)
	var unknown []string
	err := c.batches(ctx, "looking for the examples", absent, func(ctx context.Context, batch []string) (func(*store.Tx) error, error) {
		found, absent, err := c.find(ctx, batch)
		if err != nil {
			return nil, err
		}
		return func(tx *store.Tx) error {
			unknown = append(unknown, absent...)
			for _, iri := range found {
				tx.SetExample(iri, -1)
				tx.AddIndividual(iri)
				c.mark(iri, partExample)
			}
			return nil
		}, nil
	})
	if err != nil {
		return err
	}
	if len(unknown) > 0 {
		return &UnknownExamplesError{Source: c.client.URL(), IRIs: unknown}
	}
	return nil
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
			if err := c.spend(); err != nil {
				return nil, nil, err
			}
			if is[iri], err = c.client.Ask(ctx, q); err != nil {
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
