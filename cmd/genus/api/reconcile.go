package api

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus"
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

// A ReconcileQuery is a query of the Reconciliation Service API 0.2. Its type_strict is not used.
type ReconcileQuery struct {
	Query      string              `json:"query"`
	Type       classes             `json:"type,omitempty"` // candidates are members of one of them
	Limit      int                 `json:"limit,omitempty"`
	Properties []ReconcileProperty `json:"properties,omitempty"`
}

// classes are one IRI or a list of IRIs.
type classes []string

// UnmarshalJSON reads a text or a list of texts. An empty text says nothing.
func (c *classes) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) != nil {
		return json.Unmarshal(b, (*[]string)(c))
	}
	if one != "" {
		*c = classes{one}
	}
	return nil
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
		says := func(p ReconcileProperty) bool { return len(p.V) > 0 }
		if q := queries[key]; strings.TrimSpace(q.Query) == "" && slices.ContainsFunc(q.Properties, says) {
			return nil, source.Usagef(
				"the query %q has no name: properties tell the individuals with a name apart, and genus finds none by "+
					"properties alone", key)
		}
		texts = append(texts, queries[key].Query)
	}
	found, err := Names(ctx, s, NamesInput{Names: texts})
	if err != nil {
		return nil, err
	}
	accepted, candidates := map[string]string{}, map[string][]names.NameCandidate{}
	for i, n := range found.Names.Names {
		candidates[keys[i]] = n.Candidates
		if n.Accepted == nil {
			continue
		}
		accepted[keys[i]] = n.Accepted.IRI
		if len(n.Candidates) == 0 { // an IRI
			classes := s.Look().ClassesOf(n.Accepted.IRI)
			candidates[keys[i]] = []names.NameCandidate{{Term: *n.Accepted, Score: 100, Classes: classes}}
		}
	}
	agree, err := agreements(ctx, s, queries, candidates)
	if err != nil {
		return nil, err
	}
	out := map[string]ReconcileResult{}
	for key, q := range queries {
		out[key] = ReconcileResult{candidatesFor(s, q, candidates[key], accepted[key], agree)}
	}
	return out, nil
}

// candidatesFor returns the candidates of the classes of the query, those that agree with its properties first. A
// candidate is certain if its name is, or if only it has the whole name and what the query says beside it, and no
// property refutes it.
func candidatesFor(s Session, q ReconcileQuery, found []names.NameCandidate, accepted string,
	agree func(ReconcileQuery, string) agreement) []ReconcileCandidate {
	list := []ReconcileCandidate{}
	// the candidates with the whole name that nothing refutes, and those of which the query says more
	var possible, told []string
	for _, c := range found {
		types := s.typesOf(c)
		if len(q.Type) > 0 && !slices.ContainsFunc(types, func(t Entity) bool { return slices.Contains(q.Type, t.ID) }) {
			continue
		}
		a := agree(q, c.IRI)
		kept := ReconcileCandidate{Entity: EntityOf(c.Term), Type: types, Score: a.score(c.Score)}
		kept.Description = c.About
		list = append(list, kept)
		if a.refute > 0 {
			continue
		}
		if c.Score >= names.WholeName {
			possible = append(possible, c.IRI)
		}
		if len(q.Type) > 0 || a.agree > 0 || c.IRI == accepted {
			told = append(told, c.IRI)
		}
	}
	for i, c := range list {
		isOnly := len(possible) == 1 && possible[0] == c.ID
		if slices.Contains(told, c.ID) && (isOnly || c.ID == accepted) {
			list[i].Match, list[i].Score = true, 100
		}
	}
	slices.SortStableFunc(list, func(a, b ReconcileCandidate) int { return cmp.Compare(b.Score, a.Score) })
	if q.Limit > 0 {
		list = list[:min(q.Limit, len(list))]
	}
	return list
}

// typesOf returns the classes of a candidate.
func (s Session) typesOf(c names.NameCandidate) []Entity {
	list := []Entity{}
	for _, class := range slices.Concat(c.Classes, s.Look().ClassesOf(c.IRI)) {
		if e := EntityOf(class); !slices.Contains(list, e) {
			list = append(list, e)
		}
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
// are not listed, so that properties are suggested for files and databases only. An IRI of a property is that property.
// The first skip suggestions are left out, for the pages after the first.
func Suggest(ctx context.Context, s Session, what, prefix string, skip int) ([]Entity, error) {
	if skip < 0 || skip > mostSkipped {
		return nil, source.Usagef("cursor: %d is not a number from 0 to %d", skip, mostSkipped)
	}
	list, err := suggest(ctx, s, what, prefix, skip+defaultFound)
	if err != nil {
		return nil, err
	}
	return list[min(skip, len(list)):], nil
}

// mostSkipped limits how many suggestions are left out: all before are found again for each page.
const mostSkipped = 10_000

func suggest(ctx context.Context, s Session, what, prefix string, limit int) ([]Entity, error) {
	list := []Entity{}
	if strings.TrimSpace(prefix) == "" {
		return list, nil
	}
	if what == SuggestProperty {
		if iris, err := source.Expand([]string{prefix}, s.Prefixes()); err == nil {
			return append(list, EntityOf(source.LabelTerms(iris, source.Labels(ctx, s.Use(), iris))[0])), nil
		}
		for _, p := range s.properties(ctx) {
			if e := EntityOf(p); strings.Contains(strings.ToLower(e.Name), strings.ToLower(prefix)) {
				list = append(list, e)
			}
		}
		return list[:min(len(list), limit)], nil
	}
	found, err := Search(ctx, s, SearchInput{Name: prefix, Limit: limit})
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
