package read

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/queries/sparql11"
)

// About returns the user's own query for those of the individuals, IRIs, that it selects: SELECT
// DISTINCT with one variable, without what Notes say is left out.
func (r *Reading) About(individuals []string) string {
	q := r.plain()
	var rows [][]sparql11.Term
	for _, iri := range individuals {
		rows = append(rows, []sparql11.Term{{Kind: sparql11.IRI, Value: iri}})
	}
	elements := q.Where.Elements
	if q.Where.Sub != nil {
		elements = []sparql11.Element{&sparql11.Union{Branches: []*sparql11.Group{q.Where}}}
	}
	given := &sparql11.Values{Vars: []string{r.inner()}, Rows: rows}
	q.Where = &sparql11.Group{Elements: append([]sparql11.Element{given}, elements...)}
	return q.String()
}

// First returns the user's own query for the first individuals that it selects.
func (r *Reading) First(limit int) string {
	q := r.plain()
	q.Limit = &sparql11.Slice{N: fmt.Sprint(limit)}
	return q.String()
}

// inner returns the variable that the answer variable is in the pattern.
func (r *Reading) inner() string {
	for _, c := range r.Query.Select {
		if c.Var == r.Variable && c.Expr != nil {
			return c.Expr.Term.Value
		}
	}
	return r.Variable
}

// plain returns the query about the answer variable alone, without order, limits and label services.
func (r *Reading) plain() *sparql11.Query {
	q := *r.Query
	q.Distinct, q.Star, q.OrderBy, q.Limit, q.Offset = true, false, nil, nil, nil
	only := func(c sparql11.Projection) bool { return c.Var == r.Variable }
	if i := slices.IndexFunc(q.Select, only); i < 0 {
		q.Select = []sparql11.Projection{{Var: r.Variable}}
	} else if len(q.GroupBy) == 0 {
		q.Select = q.Select[i : i+1]
	} else { // HAVING may use the others
		q.Select = append([]sparql11.Projection{q.Select[i]}, slices.Delete(slices.Clone(q.Select), i, i+1)...)
	}
	where := *q.Where
	where.Elements = slices.DeleteFunc(slices.Clone(where.Elements), func(e sparql11.Element) bool {
		s, is := e.(*sparql11.Service)
		return is && s.Name.Value == labelService
	})
	if sub := page(r.Query.Where); sub != nil {
		whole := *sub
		whole.OrderBy, whole.Limit, whole.Offset = nil, nil, nil
		for i, e := range where.Elements {
			if _, is := e.(*sparql11.Union); is {
				where.Elements[i] = &sparql11.Union{Branches: []*sparql11.Group{{Sub: &whole}}}
			}
		}
	}
	q.Where = &where
	return &q
}

// defaultPrefixes are those that public endpoints declare and people leave out.
var defaultPrefixes = map[string]string{
	"rdf":      "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
	"rdfs":     "http://www.w3.org/2000/01/rdf-schema#",
	"owl":      "http://www.w3.org/2002/07/owl#",
	"xsd":      "http://www.w3.org/2001/XMLSchema#",
	"skos":     "http://www.w3.org/2004/02/skos/core#",
	"schema":   "http://schema.org/",
	"bd":       bigdata + "rdf#",
	"gas":      bigdata + "rdf/gas#",
	"hint":     bigdata + "queryHints#",
	"mwapi":    "https://www.mediawiki.org/ontology#API/",
	"wikibase": wikibase,
}

// withDefaults adds the default prefixes.
func withDefaults(prefixes map[string]string) map[string]string {
	all := maps.Clone(defaultPrefixes)
	for p, ns := range prefixes {
		all[strings.TrimSuffix(p, ":")] = ns
	}
	return all
}
