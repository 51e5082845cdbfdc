package graph

import (
	"slices"

	"github.com/genus-kg/genus/queries"
)

// Domain returns which statements of a source with the vocabulary are facts; see
// dataset/fill.go. Its list is never nil: a query would use a default list then.
func (e Exclusions) Domain(v Vocabulary) queries.Domain {
	v, e = v.WithDefaults(), e.WithDefaults()
	excluded := slices.Concat(e.Properties, v.Label, []string{v.Type, v.SubClassOf, SWRL})
	slices.Sort(excluded)
	return queries.Domain{Excluded: slices.Compact(excluded), Only: e.Only}
}
