package memory

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// order puts the members of the page in the order of the question.
func (r *reading) order(ctx context.Context) error {
	by := r.q.By
	all := &reading{Executor: r.Executor, page: r.page, q: ask.Question{Columns: []queries.Column{by.Column}}}
	if err := all.fill(ctx); err != nil {
		return err
	}
	places := make([]int, len(r.page))
	keys := make([]key, len(r.page))
	for i, m := range all.out.Members {
		places[i] = i
		for j, v := range m.Values[0] {
			k := keyOf(v)
			if c := k.compare(keys[i]); j == 0 || !by.Descending && c < 0 || by.Descending && c > 0 {
				keys[i] = k
			}
		}
	}
	slices.SortStableFunc(places, func(i, j int) int { // the members are in the order of their IRIs
		k, l := keys[i], keys[j]
		if by.Descending && k.kind > 0 && l.kind > 0 {
			k, l = l, k
		}
		return cmp.Or(cmp.Compare(max(1-keys[i].kind, 0), max(1-keys[j].kind, 0)), k.compare(l))
	})
	page := slices.Clone(r.page)
	for to, from := range places {
		r.page[to] = page[from]
	}
	return nil
}

// A key is a value as ORDER BY compares it (SPARQL 1.1, section 15.1): individuals come before numbers, these before
// times, and texts last.
type key struct {
	kind  int // 0: there is no value
	value dl.Value
	text  string
}

// Kinds of values, in their order.
const (
	isIRI = iota + 1
	isNumber
	isTime
	isText
)

func keyOf(v ask.TableValue) key {
	if v.Datatype == "" {
		return key{kind: isIRI, text: v.Value}
	}
	value, err := dl.ParseLiteral(v.Value, v.Datatype)
	switch {
	case err == nil && value.IsNumber():
		return key{isNumber, value, v.Value}
	case err == nil && value.Kind().Family() == dl.DateTime.Family():
		return key{isTime, value, v.Value}
	}
	return key{kind: isText, text: v.Value}
}

func (k key) compare(l key) int {
	if c := cmp.Compare(k.kind, l.kind); c != 0 {
		return c
	}
	if c, ok := k.value.Cmp(l.value); ok && (k.kind == isNumber || k.kind == isTime) {
		return c
	}
	return strings.Compare(k.text, l.text)
}
