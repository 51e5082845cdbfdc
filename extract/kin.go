package extract

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// endpointKin asks an endpoint.
type endpointKin struct {
	client   Client
	o        SiblingOptions
	taste    *taste
	requests int
}

// pairs asks about the terms, in batches, in halves where that is too much, and
// adds for each term the values of the column. What is too much even alone is
// left out.
func (e *endpointKin) pairs(ctx context.Context, terms []string, column string, query func([]string) (string, error)) (map[string][]string, error) {
	found := map[string][]string{}
	var ask func(batch []string) error
	ask = func(batch []string) error {
		q, err := query(batch)
		if err != nil {
			return err
		}
		rows, err := e.column(ctx, q, "s", column)
		if err == nil {
			for _, row := range rows {
				found[row[0]] = append(found[row[0]], row[1])
			}
			return nil
		}
		if !canSplit(err) || ctx.Err() != nil {
			return err
		}
		if len(batch) == 1 {
			return nil
		}
		half := len(batch) / 2
		if err := ask(batch[:half]); err != nil {
			return err
		}
		return ask(batch[half:])
	}
	for batch := range slices.Chunk(terms, DefaultBatch) {
		if err := ask(batch); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// column is the text of the columns, without rows in which one is unbound.
func (e *endpointKin) column(ctx context.Context, query string, names ...string) ([][]string, error) {
	e.requests++
	table, err := e.client.Select(ctx, query)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for _, row := range table.Rows {
		texts := make([]string, 0, len(names))
		for _, name := range names {
			if i := slices.Index(table.Vars, name); i >= 0 && row[i] != nil && !blank(row[i]) {
				texts = append(texts, row[i].String())
			}
		}
		if len(texts) == len(names) {
			rows = append(rows, texts)
		}
	}
	return rows, nil
}

func (e *endpointKin) types(ctx context.Context, individuals []string) (map[string][]string, error) {
	return e.pairs(ctx, individuals, "o", func(batch []string) (string, error) {
		return queries.PullStatements(queries.Statements{Subjects: batch, Properties: e.o.Vocabulary.Type})
	})
}

func (e *endpointKin) above(ctx context.Context, classes []string) (map[string][]string, error) {
	return e.pairs(ctx, classes, "o", func(batch []string) (string, error) {
		return queries.PullStatements(queries.Statements{Subjects: batch, Properties: e.o.Vocabulary.SubClass})
	})
}

func (e *endpointKin) traits(ctx context.Context, individuals []string) (map[string][]string, error) {
	found, err := e.pairs(ctx, individuals, "p", func(batch []string) (string, error) {
		return queries.CountStatements(queries.Statements{Subjects: batch})
	})
	for a, ps := range found {
		found[a] = slices.DeleteFunc(ps, func(p string) bool { return !e.taste.uses(p) })
	}
	return found, err
}

func (e *endpointKin) pointing(ctx context.Context, properties []string, object string, limit int) ([]string, error) {
	q, err := queries.Pointing(properties, object, limit)
	if err != nil {
		return nil, err
	}
	rows, err := e.column(ctx, q, "s")
	if err != nil {
		return nil, err
	}
	var found []string
	for _, row := range rows {
		found = append(found, row[0])
	}
	return found, nil
}

func (e *endpointKin) below(ctx context.Context, class string) ([]string, error) {
	return e.pointing(ctx, e.o.Vocabulary.SubClass, class, siblingPool)
}

func (e *endpointKin) members(ctx context.Context, class string, limit int) ([]string, error) {
	return e.pointing(ctx, e.o.Vocabulary.Type, class, limit)
}

// dataKin answers from data in memory.
type dataKin struct {
	classOf, super, sub, memberOf, traitsOf map[string][]string
}

func newDataKin(d *Data, taste *taste) *dataKin {
	k := &dataKin{map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string][]string{}}
	learnable := map[string]bool{} // of a crawl: it was complete around these only
	if d.crawled != nil {
		for _, r := range d.crawled.runs {
			for _, iri := range r.Examples {
				learnable[iri] = !r.Finished.IsZero() || learnable[iri]
			}
		}
	}
	add := func(m map[string][]string, key, value store.ID) {
		m[d.terms[key]] = append(m[d.terms[key]], d.terms[value])
	}
	for _, f := range d.classes {
		add(k.classOf, f[0], f[1])
		if d.crawled == nil || learnable[d.terms[f[0]]] {
			add(k.memberOf, f[1], f[0])
		}
	}
	for _, f := range d.subclasses {
		add(k.super, f[0], f[1])
		add(k.sub, f[1], f[0])
	}
	for _, f := range d.roles {
		if taste.uses(d.terms[f[0]]) {
			add(k.traitsOf, f[1], f[0])
		}
	}
	for _, v := range d.values {
		if taste.uses(d.terms[v.Property]) {
			add(k.traitsOf, v.Individual, v.Property)
		}
	}
	return k
}

func (k *dataKin) types(_ context.Context, _ []string) (map[string][]string, error) {
	return k.classOf, nil
}

func (k *dataKin) above(_ context.Context, classes []string) (map[string][]string, error) {
	found := map[string][]string{}
	for _, class := range classes {
		found[class] = k.super[class]
	}
	return found, nil
}

func (k *dataKin) below(_ context.Context, class string) ([]string, error) { return k.sub[class], nil }

func (k *dataKin) members(_ context.Context, class string, limit int) ([]string, error) {
	members := slices.Clone(k.memberOf[class])
	slices.Sort(members)
	return members[:min(limit, len(members))], nil
}

func (k *dataKin) traits(_ context.Context, _ []string) (map[string][]string, error) {
	return k.traitsOf, nil
}
