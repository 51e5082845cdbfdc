package memory

import (
	"cmp"
	"context"
	"slices"

	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/queries"
)

// order puts the members of the page in the order of the question.
func (r *reading) order(ctx context.Context) error {
	by := r.q.By
	column := by.Column
	column.Labelled = len(by.Labels.Languages) > 0
	q := ask.Question{Columns: []queries.Column{column}, Labels: by.Labels}
	all := &reading{Executor: r.Executor, page: r.page, q: q}
	if err := all.fill(ctx); err != nil {
		return err
	}
	places := make([]int, len(r.page))
	labels, values := make([]ask.Key, len(r.page)), make([]ask.Key, len(r.page))
	take := func(key *ask.Key, k ask.Key) {
		if c := k.Compare(*key); key.IsNone() || !by.Descending && c < 0 || by.Descending && c > 0 {
			*key = k
		}
	}
	for i, m := range all.out.Members {
		places[i] = i
		for _, v := range m.Values[0] {
			if v.Datatype == "" {
				for _, label := range all.out.Labels[v.Value] {
					take(&labels[i], ask.TextKey(label))
				}
			}
			if len(by.Path) > 0 {
				take(&values[i], ask.KeyOf(v))
			}
		}
	}
	slices.SortStableFunc(places, func(i, j int) int { // the members are in the order of their IRIs
		return cmp.Or(labels[i].CompareIn(labels[j], by.Descending), values[i].CompareIn(values[j], by.Descending))
	})
	page := slices.Clone(r.page)
	for to, from := range places {
		r.page[to] = page[from]
	}
	return nil
}
