package queries

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

// TestPlanIsConnected checks for random sizes that a plan has every pattern once, and that
// each pattern after the first is connected to earlier ones: there is no cross product.
func TestPlanIsConnected(t *testing.T) {
	testsize.Check(t, 40, func(t *rapid.T) {
		size := rapid.Float64Range(0, 1e6)
		drawEstimate := func() cardinality {
			return cardinality{size.Draw(t, "all"), size.Draw(t, "per subject"), size.Draw(t, "per object")}
		}
		g := newGroup(root, rapid.Bool().Draw(t, "known"))
		variables := []string{root}
		for i := range rapid.IntRange(1, 8).Draw(t, "atoms") {
			a := atom{text: fmt.Sprint(i), estimate: drawEstimate(), subject: rapid.SampledFrom(variables).Draw(t, "variable")}
			if rapid.Bool().Draw(t, "edge") {
				a.object = fmt.Sprintf("?v%d", i)
				variables = append(variables, a.object)
				if rapid.Bool().Draw(t, "inverse") {
					a.subject, a.object = a.object, a.subject
				}
			}
			g.atoms = append(g.atoms, a)
		}
		plan := g.plan()
		seen, bound := map[string]bool{}, map[string]bool{}
		if g.known {
			bound[root] = true
		}
		for i, a := range plan {
			require.That(t, !seen[a.text], "atom %s comes twice", a.text)
			seen[a.text] = true
			require.That(t, i <= 0 && !g.known || bound[a.subject] || bound[a.object],
				"atom %d of %v is connected to nothing before", i, plan)
			bound[a.subject] = true
			if a.object != "" {
				bound[a.object] = true
			}
		}
		require.That(t, len(plan) == len(g.atoms), "%d atoms became %d", len(g.atoms), len(plan))
	})
}
