package api

import (
	"testing"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// A conflict names the classes by their labels, and not all classes of exceptions.
func TestWhyNot(t *testing.T) {
	out := EnrichOutput{Results: []genus.Proposals{{Labels: map[string]string{"u:1": "limb"}}}}
	for _, tt := range []struct {
		classes []string
		want    string
	}{
		{[]string{"u:1", "u:2"}, "with what is stated, nothing could be in limb and <u:2>"},
		{[]string{"u:1", "u:2", "u:3", "u:4", "u:5"},
			"with what is stated, nothing could be in limb and <u:2> and <u:3> and <u:4> and <u:5>"},
		{[]string{"u:1", "u:2", "u:3", "u:4", "u:5", "u:6"},
			"with what is stated, nothing could be in limb and <u:2> and <u:3> and <u:4> and 2 more classes"},
	} {
		why := require.Value(out.WhyNot(genus.Inconsistency{Classes: tt.classes}, nil))(t)
		check.Equal(t, why, tt.want)
	}
}
