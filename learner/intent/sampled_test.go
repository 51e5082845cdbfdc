package intent_test

import (
	"fmt"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/interp"
)

// TestSampledRanking: with numbers of members that are bounded by a sample before they are counted, rankings and
// questions are the same.
func TestSampledRanking(t *testing.T) {
	compared := 0
	for seed := range testsize.Seeds(testsize.Choose(20, 500)) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{Individuals: 200 + rng.IntN(600), Roles: 2 + rng.IntN(2)})
		meant := dltest.Concept(rng, s, dl.All, 1+rng.IntN(5), 3)
		members := interp.Members(require.Value(interp.NewEvaluator(s).Extension(meant))(t))
		if len(members) < 3 {
			continue
		}
		compared++
		var pos, neg []string
		for _, i := range rng.Perm(len(members))[:3] {
			pos = append(pos, s.IRI(members[i]))
		}
		outside := require.Value(interp.NewEvaluator(s).Extension(dl.Not{C: meant}))(t)
		for a := range outside.EachSet() {
			if rng.IntN(s.Len()) < 3 && seed%2 == 0 {
				neg = append(neg, s.IRI(interp.Individual(a)))
			}
		}
		var told []string
		for _, least := range []int{1, 1 << 30} {
			g := ask.NewMemory(s, nil)
			g.LeastSampled = least
			m := require.Value(intent.New(g, pos, neg, ask.Options{}))(t)
			text := fmt.Sprintf("%+v\n", require.Value(m.Rank(t.Context()))(t))
			q := require.Value(m.Next(t.Context()))(t)
			if q != nil {
				require.NoError(t, m.Answer(t.Context(), q.Individual, ask.No))
				text += fmt.Sprintf("%+v\n%+v\n", q, require.Value(m.Rank(t.Context()))(t))
			}
			told = append(told, text)
		}
		check.That(t, told[0] == told[1],
			"seed %d: %v meant:\n%.3000s\nwithout a sample\n%.3000s", seed, meant, told[0], told[1])
	}
	check.That(t, compared >= 10, "only %d rankings were compared", compared)
}
