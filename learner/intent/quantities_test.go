package intent_test

import (
	"fmt"
	"testing"

	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
)

// measured returns a graph of 60 people with heights: those with even numbers in centimetres, from
// 150 to 208, the others in metres, from 1.5 to 2.08. If normalised is set, all are in metres, too. The
// heights are values or, if qualifies is set, qualifiers of an occupation that all have.
func measured(t *testing.T, normalised, qualifies bool) *interp.Structure {
	t.Helper()
	var b interp.Builder
	add := func(feature, x, lexical string) {
		v := require.Value(dl.NewValue(dl.Decimal, lexical))(t)
		b.AddValue(feature, x, v)
	}
	plain, compound, inSI := dl.ValueOf, dl.Quantity, dl.Normalized
	if qualifies {
		plain, compound, inSI = dl.Qualifier, dl.QualifierQuantity, dl.QualifierNormalized
	}
	for i := range 60 {
		x, s := tall(i), fmt.Sprintf("http://w.example/entity/statement/%d", i)
		centimetres := 150 + i/2*2
		lexical, unit := fmt.Sprint(centimetres), "centimetre"
		metres := fmt.Sprintf("%.2f", float64(centimetres)/100)
		if i%2 == 1 {
			lexical, unit = metres, "metre"
		}
		b.AddName("Person", x)
		add(wikibase.Property(plain, "P2048"), s, lexical)
		if qualifies {
			b.AddRole(wikibase.Property(dl.Direct, "P106"), x, "basketball player")
			b.AddRole(wikibase.Property(dl.ValueOf, "P106"), s, "basketball player")
			b.AddRole(wikibase.Property(dl.Claim, "P106"), x, s)
		} else {
			add(wikibase.Property(dl.Direct, "P2048"), x, lexical)
			b.AddRole(wikibase.Property(dl.Claim, "P2048"), x, s)
		}
		node := func(part, lexical, unit string) {
			n := fmt.Sprintf("http://w.example/value/%s%s", lexical, unit)
			b.AddRole(wikibase.Property(part, "P2048"), s, n)
			add(dl.QuantityAmount, n, lexical)
			b.AddRole(dl.QuantityUnit, n, unit)
		}
		if node(compound, lexical, unit); normalised {
			node(inSI, metres, "metre")
		}
	}
	s := require.Value(b.Build(t.Context()))(t)
	return s
}

func tall(i int) string { return fmt.Sprintf("http://w.example/entity/Person%02d", i) }

// TestUnits: no candidate compares centimetres with metres. Normalised amounts are compared where
// there are some, otherwise amounts in the unit that the positives share.
func TestUnits(t *testing.T) {
	for _, test := range []struct {
		name       string
		normalised bool
		qualifies  bool
		pos, neg   []int
		part, unit string
		members    int64
	}{
		{"normalised", true, false, []int{30, 33, 40, 47, 59}, []int{3, 12, 21, 28, 29}, dl.Normalized, "", 30},
		{"one unit", false, false, []int{30, 34, 40, 46, 58}, []int{4, 12, 20, 26, 28}, dl.Quantity, "centimetre", 15},
		{"normalised qualifier", true, true, []int{30, 33, 40, 47, 59}, []int{3, 12, 21, 28, 29}, dl.QualifierNormalized, "",
			30},
		{"qualifier in one unit", false, true, []int{30, 34, 40, 46, 58}, []int{4, 12, 20, 26, 28}, dl.QualifierQuantity,
			"centimetre", 15},
	} {
		t.Run(test.name, func(t *testing.T) {
			var sides [2][]string
			for k, side := range [][]int{test.pos, test.neg} {
				for _, i := range side {
					sides[k] = append(sides[k], tall(i))
				}
			}
			g := intent.NewMemory(measured(t, test.normalised, test.qualifies), nil)
			session := require.Value(intent.New(g, sides[0], sides[1], intent.Options{Statements: wikibase}))(t)
			require.Value(session.Next(t.Context()))(t)
			candidates := rank(t, session).Candidates
			for _, x := range candidates {
				dl.Walk(x.Concept, func(c dl.Concept) bool {
					if v, ok := c.(dl.Compare); ok && v.Feature != dl.QuantityAmount {
						t.Errorf("%v compares values in several units", x.Concept)
					}
					return true
				})
			}
			require.That(t, len(candidates) != 0, "no candidate")
			q, _ := dl.QualifiedOf(candidates[0].Concept)
			require.That(t, len(q.Qualifiers) == 1, "%v comes first", candidates[0].Concept)
			amounts, unit, ok := wikibase.QuantityOf(q.Qualifiers[0])
			role, _ := dl.RoleOf(q.Qualifiers[0])
			if !ok || amounts[0].Op != dl.GreaterEq || unit != test.unit || role.IRI != wikibase.Property(test.part, "P2048") ||
				candidates[0].Members != intent.Exactly(test.members) {
				t.Errorf("%v with %v members comes first", candidates[0].Concept, candidates[0].Members)
			}
		})
	}
}
