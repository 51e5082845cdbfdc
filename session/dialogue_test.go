package session

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/encyclopedia"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/session/answer"
)

// TestDialogueGoesOn answers questions and judges a condition, each in a new task, as the page does. A session that
// keeps its rankings, and one that ranks after each answer again, from the first on, ask the same questions and give
// the same answers.
func TestDialogueGoesOn(t *testing.T) {
	g := encyclopedia.Yago(1)
	file := filepath.Join(t.TempDir(), "yago.nt")
	require.NoError(t, os.WriteFile(file, []byte(g.NTriples), 0o600))
	each := openSession(t, func(c *config.Config) { c.Data, c.Words = []string{file}, "large cities" })
	keeping := each
	keeping.use.Rankings = new(intent.Rankings)
	concept := g.Concepts[0]
	pos := concept.Sample(3, 1)
	var neg, asked []string
	var said []answer.Requirement
	for n := range 4 {
		if n == 3 {
			said = append(said, require.Value(answer.NewRequirement(dl.Has("http://schema.org/elevation"), "must"))(t))
		}
		kept, again := firstAnswer(t, keeping, pos, neg, asked, said), firstAnswer(t, each, pos, neg, asked, said)
		check.That(t, reflect.DeepEqual(kept.Ranking, again.Ranking), "after %d answers: %+v, and from the first on %+v",
			len(asked), kept.Ranking, again.Ranking)
		require.That(t, kept.Ranking.Question != nil, "no question after %d answers", len(asked))
		iri := kept.Ranking.Question.Individual
		if asked = append(asked, iri); concept.Members[iri] {
			pos = append(pos, iri)
		} else {
			neg = append(neg, iri)
		}
	}
}

// firstAnswer returns the first answer to a task with its question.
func firstAnswer(t *testing.T, s Session, pos, neg, asked []string, said []answer.Requirement) *answer.Result {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r := require.Value(s.Work().Answer(ctx, answer.Task{
		Examples: require.Value(extract.NewExamples(pos, neg))(t), Asked: asked, Conditions: said,
		Options: require.Value(s.use.Config.Learner())(t),
		Show: func(r *answer.Result) {
			if r.Running&answer.Asking == 0 {
				cancel() // the proof
			}
		},
	}))(t)
	return r
}
