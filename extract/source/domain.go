package source

import (
	"slices"

	"github.com/genus-kg/genus/queries"
)

// Domain says which statements of a source with that vocabulary are facts; see
// dataset/domain.go. Its list is never nil, for which a query would take its own.
func (e Exclusions) Domain(v Vocabulary) queries.Domain {
	v, e = v.WithDefaults(), e.WithDefaults()
	excluded := slices.Concat(e.Properties, v.Type, v.SubClass, v.Label, []string{SWRL})
	slices.Sort(excluded)
	return queries.Domain{Excluded: slices.Compact(excluded), Only: e.Only}
}
