package intent_test

import (
	"reflect"
	"strconv"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/intent"
)

// TestRankings answers a question in a session, and in a new one that goes on from the ranking of the first: both rank
// and propose the same. The oldest rankings are forgotten.
func TestRankings(t *testing.T) {
	s := people(t)
	pos := draw(t, s, france, 3)
	begin := func() *intent.Session {
		return require.Value(intent.New(intent.NewMemory(s, nil), pos, nil, intent.Options{}))(t)
	}
	one, other := begin(), begin()
	kept := new(intent.Rankings)
	kept.Keep("0", one)
	_, found := kept.Find("0")
	check.That(t, !found, "a session was kept that had not ranked")
	require.Value(one.Rank(t.Context()))(t)
	kept.Keep("0", one)
	state, found := kept.Find("0")
	require.That(t, found, "the ranking was not kept")
	other.Resume(state)
	check.That(t, reflect.DeepEqual(other.Proposals(), one.Proposals()), "proposed are %v, %v before", other.Proposals(),
		one.Proposals())
	iri := draw(t, s, france, 4)[3]
	var rankings []intent.Ranking
	for _, session := range []*intent.Session{one, other} {
		require.NoError(t, session.Answer(t.Context(), iri, intent.No))
		rankings = append(rankings, require.Value(session.Rank(t.Context()))(t))
	}
	check.That(t, reflect.DeepEqual(rankings[0], rankings[1]), "%+v and %+v", rankings[0], rankings[1])
	for n := range 300 {
		kept.Keep(strconv.Itoa(n), one)
	}
	_, first := kept.Find("0")
	_, last := kept.Find("299")
	check.That(t, !first && last, "the first is kept: %t, the last: %t", first, last)
	var none *intent.Rankings
	none.Keep("0", one)
	_, found = none.Find("0")
	check.That(t, !found, "a nil Rankings has kept something")
}
