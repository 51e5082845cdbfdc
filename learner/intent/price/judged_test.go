package price

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/interp"
)

// Whoever says that they need not be members of A may have seen an accident of the examples. So a membership of B may
// be one, too, but no wider condition is.
func TestPriceAlike(t *testing.T) {
	member := func(sides ...dl.Concept) dl.Concept {
		return dl.Exists{Role: dl.Role{IRI: "member"}, C: dl.Disj(sides...)}
	}
	a, b := dl.Nominal{IRI: "A"}, dl.Nominal{IRI: "B"}
	var empty interp.Builder
	s := require.Value(empty.Build(t.Context()))(t)
	q := Required{k: &Prior{Knowledge: ask.NewKnowledge(ask.NewMemory(s, nil))}, All: []ask.Requirement{
		{Concept: member(a), Answer: ask.NeedNot},
		{Concept: member(b), Answer: ask.Must},
	}}
	q.Read()
	for _, tt := range []struct {
		name string
		c    dl.Concept
		want float64
	}{
		{"what need not be", member(a), 5 + Broken},
		{"another value", member(dl.Nominal{IRI: "C"}), 5 + priceAlike},
		{"what must be", member(b), 0},
		{"a further value", member(a, b), 5},
		{"some value", member(dl.Top{}), 5},
		{"not another value", dl.Not{C: member(dl.Nominal{IRI: "C"})}, 5},
		{"another property", dl.Exists{Role: dl.Role{IRI: "border"}, C: a}, 5},
	} {
		check.Equal(t, q.Price(tt.c, 5), tt.want, tt.name)
	}
}
