package api

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/names"
)

// Properties of reconciliation queries: what a row says about an individual beside its name. Each property of a
// candidate agrees with the row, refutes the candidate, or has no value.

// A ReconcileProperty has the values of a property of which the candidate should have one.
type ReconcileProperty struct {
	PID string    `json:"pid"`
	V   rowValues `json:"v"`
}

// rowValues are one or more values.
type rowValues []rowValue

// A rowValue is an individual or a text, which may be that of a number or a date.
type rowValue struct{ id, text string }

// UnmarshalJSON reads a value or a list of values. Empty ones say nothing.
func (l *rowValues) UnmarshalJSON(b []byte) error {
	var one any
	if err := json.Unmarshal(b, &one); err != nil {
		return err
	}
	list, isList := one.([]any)
	if !isList {
		list = []any{one}
	}
	for _, v := range list {
		var read rowValue
		switch v := v.(type) {
		case map[string]any:
			read.id, _ = v["id"].(string)
		case float64:
			read.text = strconv.FormatFloat(v, 'f', -1, 64)
		case string, bool:
			read.text = strings.Join(strings.Fields(fmt.Sprint(v)), " ")
		}
		if read != (rowValue{}) {
			*l = append(*l, read)
		}
	}
	return nil
}

// is reports whether a value of a candidate is the value.
func (v rowValue) is(w members.TableValue) bool {
	if v.id != "" {
		return w.Value == v.id
	}
	return members.Agrees(w, v.text)
}

// An agreement is how a candidate agrees with the properties of a query.
type agreement struct{ agree, refute, all int }

// score returns the mean of the score of the name and of the share of the properties that agree. One without a value
// counts half.
func (a agreement) score(name float64) float64 {
	if a.all == 0 {
		return name
	}
	return math.Round((name + 100*(1+float64(a.agree-a.refute)/float64(a.all))/2) / 2)
}

// agreements reads the values of the candidates for the properties of the queries, and returns how a candidate agrees.
func agreements(ctx context.Context, s Session, queries map[string]ReconcileQuery,
	candidates map[string][]names.NameCandidate) (func(q ReconcileQuery, iri string) agreement, error) {
	columns, individuals := map[string]bool{}, map[string]bool{}
	for key, q := range queries {
		for _, p := range q.Properties {
			if len(p.V) == 0 {
				continue
			}
			columns[p.PID] = true
			for _, c := range candidates[key] {
				individuals[c.IRI] = true
			}
		}
	}
	properties := slices.Sorted(maps.Keys(columns))
	values := map[string][][]members.TableValue{} // by IRI, for each property
	if err := checkExtended(0, len(properties)); err != nil {
		return nil, err
	}
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(individuals)), mostExtended) {
		found, err := s.Members().Values(ctx, ids, properties)
		if err != nil {
			return nil, err
		}
		for _, iri := range ids {
			values[iri] = found.Of(iri)
		}
	}
	return func(q ReconcileQuery, iri string) (a agreement) {
		for _, p := range q.Properties {
			if len(p.V) == 0 {
				continue
			}
			a.all++
			has := values[iri]
			if has == nil {
				continue
			}
			at, _ := slices.BinarySearch(properties, p.PID)
			switch {
			case slices.ContainsFunc(has[at], func(w members.TableValue) bool {
				return slices.ContainsFunc(p.V, func(v rowValue) bool { return v.is(w) })
			}):
				a.agree++
			case len(has[at]) > 0:
				a.refute++
			}
		}
		return a
	}, nil
}
