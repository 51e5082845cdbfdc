package api

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/source"
)

// A Match is what a name means.
type Match struct {
	genus.Term
	Score      float64
	Candidates []names.NameCandidate // if it is not certain which one, or there is none
}

// MatchOf returns what a name means.
func MatchOf(n names.Named) Match {
	if n.Accepted != nil {
		return Match{Term: *n.Accepted, Score: 100}
	}
	m := Match{Candidates: n.Candidates}
	if len(n.Candidates) > 0 {
		m.Score = n.Candidates[0].Score
	}
	return m
}

// A ReconcileQuery is a query of the Reconciliation Service API 0.2.
type ReconcileQuery struct {
	Query      string `json:"query"`
	Type       string `json:"type,omitempty"` // a class: candidates are its members
	Limit      int    `json:"limit,omitempty"`
	TypeStrict string `json:"type_strict,omitempty"` // ignored: one class is asked for
}

// A ReconcileResult has the candidates for a query, the best first.
type ReconcileResult struct {
	Result []ReconcileCandidate `json:"result"`
}

// A ReconcileCandidate is an individual that a query may mean.
type ReconcileCandidate struct {
	Entity
	Type  []Entity `json:"type"`
	Score float64  `json:"score"`
	Match bool     `json:"match"` // it is certain
}

// An Entity is an individual, a class or a property with its name.
type Entity struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// EntityOf returns the entity of a term. It has no empty name.
func EntityOf(t genus.Term) Entity {
	return Entity{ID: t.IRI, Name: cmp.Or(t.Label, names.LocalName(t.IRI), t.IRI)}
}

// Reconcile answers a batch of queries of the Reconciliation Service API 0.2. The names of a batch tell about each
// other, as in Names.
func Reconcile(ctx context.Context, s Session, queries map[string]ReconcileQuery) (map[string]ReconcileResult, error) {
	if len(queries) > MostNames {
		return nil, source.Usagef("%d queries: send %d at most", len(queries), MostNames)
	}
	keys := slices.Sorted(maps.Keys(queries))
	var texts []string
	for _, key := range keys {
		texts = append(texts, queries[key].Query)
	}
	found, err := Names(ctx, s, NamesInput{Names: texts})
	if err != nil {
		return nil, err
	}
	out := map[string]ReconcileResult{}
	for i, n := range found.Names.Names {
		q := queries[keys[i]]
		candidates := n.Candidates
		if n.Accepted != nil && len(candidates) == 0 { // an IRI
			candidates = []names.NameCandidate{{Term: *n.Accepted, Score: 100, Classes: look.On(s.Use()).ClassesOf(n.Accepted.IRI)}}
		}
		out[keys[i]] = ReconcileResult{candidatesFor(s, q, candidates, n.Accepted)}
	}
	return out, nil
}

// candidatesFor returns the candidates of the class of the query.
func candidatesFor(s Session, q ReconcileQuery, found []names.NameCandidate, accepted *genus.Term) []ReconcileCandidate {
	list := []ReconcileCandidate{}
	for _, c := range found {
		kept := ReconcileCandidate{Entity: EntityOf(c.Term), Type: []Entity{}, Score: c.Score, Match: accepted != nil && c.IRI == accepted.IRI}
		kept.Description = c.About
		ofType := q.Type == ""
		for _, class := range slices.Concat(c.Classes, look.On(s.Use()).ClassesOf(c.IRI)) {
			ofType = ofType || class.IRI == q.Type
			if e := EntityOf(class); !slices.Contains(kept.Type, e) {
				kept.Type = append(kept.Type, e)
			}
		}
		if ofType {
			list = append(list, kept)
		}
	}
	if whole := slices.DeleteFunc(slices.Clone(list), func(c ReconcileCandidate) bool { return c.Score < names.WholeName }); q.Type != "" && len(whole) == 1 {
		i := slices.IndexFunc(list, func(c ReconcileCandidate) bool { return c.ID == whole[0].ID })
		list[i].Match, list[i].Score = true, 100 // the only one of the class
	}
	if q.Limit > 0 {
		list = list[:min(q.Limit, len(list))]
	}
	return list
}

// What can be suggested.
const (
	SuggestEntity   = "entity"
	SuggestType     = "type"
	SuggestProperty = "property"
)

// Suggest returns the entities, types or properties whose names have words that begin so. Those of an endpoint
// are not listed, so that properties are suggested for files and databases only.
func Suggest(ctx context.Context, s Session, what, prefix string) ([]Entity, error) {
	list := []Entity{}
	if strings.TrimSpace(prefix) == "" {
		return list, nil
	}
	if what == SuggestProperty {
		known, _ := s.Use().Source.Names()
		labels := s.Use().Labels(ctx, known.Properties)
		for _, p := range known.Properties {
			if e := EntityOf(genus.Term{IRI: p, Label: labels[p]}); strings.Contains(strings.ToLower(e.Name), strings.ToLower(prefix)) {
				list = append(list, e)
			}
		}
		return list[:min(len(list), defaultFound)], nil
	}
	found, err := Search(ctx, s, SearchInput{Name: prefix})
	if err != nil {
		return nil, err
	}
	if what == SuggestType {
		for _, c := range found.Classes {
			list = append(list, EntityOf(c.Term))
		}
		return list, nil
	}
	for _, m := range found.Individuals {
		e := EntityOf(m.Term)
		if len(m.Classes) > 0 {
			e.Description = EntityOf(m.Classes[0]).Name
		}
		list = append(list, e)
	}
	return list, nil
}
