package api

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
)

// The schemas of the inputs of a table say what columns, groups and orders may also be.
func TestTableDescriptions(t *testing.T) {
	inputs := map[string]map[string]string{"members": described[MembersInput](), "query": described[QueryInput]()}
	for name, s := range inputs {
		check.Contains(t, s["columns"], "avg(p)", name)
		check.Contains(t, s["group"], "of all members that have one", name)
		check.Contains(t, s["order"], "label is that of the members", name)
	}
}

func described[T any]() map[string]string {
	out := map[string]string{}
	for property, s := range InputSchema[T]().Properties {
		out[property] = s.Description
	}
	return out
}
