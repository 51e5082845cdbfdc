package memory

import (
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
	keys := make([]ask.Key, len(r.page))
	for i, m := range all.out.Members {
		places[i] = i
		for _, v := range m.Values[0] {
			for _, k := range all.keysOf(v, len(by.Path) == 0) {
				if c := k.Compare(keys[i]); keys[i].IsNone() || !by.Descending && c < 0 || by.Descending && c > 0 {
					keys[i] = k
				}
			}
		}
	}
	slices.SortStableFunc(places, func(i, j int) int { // the members are in the order of their IRIs
		return keys[i].CompareIn(keys[j], by.Descending)
	})
	page := slices.Clone(r.page)
	for to, from := range places {
		r.page[to] = page[from]
	}
	return nil
}

// keysOf returns the keys of the labels of a value, or else that of the value, unless it is the member itself.
func (r *reading) keysOf(v ask.TableValue, isMember bool) (keys []ask.Key) {
	if v.Datatype == "" {
		for _, label := range r.out.Labels[v.Value] {
			keys = append(keys, ask.TextKey(label))
		}
	}
	if len(keys) == 0 && !isMember {
		keys = append(keys, ask.KeyOf(v))
	}
	return keys
}
