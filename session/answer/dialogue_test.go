package answer

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// TestDialogueBefore compares the rankings of a task with those that the next one begins with.
func TestDialogueBefore(t *testing.T) {
	examples := func(pos, neg []string) extract.Examples { return require.Value(extract.NewExamples(pos, neg))(t) }
	structure, c := new(interp.Structure), config.Default()
	now := dialogueOf(examples([]string{"p:a", "p:b"}, []string{"p:c"}), []string{"p:b", "p:d", "p:c"})
	next := dialogueOf(examples([]string{"p:a", "p:b", "p:e"}, []string{"p:c"}), []string{"p:b", "p:d", "p:c", "p:e"})
	for n := range 4 {
		check.Equal(t, next.before(n, structure, c), now.before(n, structure, c))
	}
	other := dialogueOf(examples([]string{"p:a"}, []string{"p:b", "p:c"}), []string{"p:b", "p:d", "p:c"})
	check.Equal(t, other.before(0, structure, c), now.before(0, structure, c))
	check.That(t, other.before(1, structure, c) != now.before(1, structure, c), "another answer is another ranking")
	words := c
	words.Words = "said"
	check.That(t, now.before(3, structure, words) != now.before(3, structure, c), "other words are another ranking")
	changed := now.before(3, new(interp.Structure), c)
	check.That(t, changed != now.before(3, structure, c), "another structure is another ranking")
	alone := dialogueOf(examples([]string{"p:a"}, nil), []string{"p:a"})
	check.Equal(t, len(alone.answers), 0, "an answer that is the only example")
}

// TestResumeFromKept puts the ranking of other positives in the place of a kept one: the next task goes on from it.
func TestResumeFromKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cats.ttl")
	text := "@prefix : <http://zoo.example/> . :a a :Cat . :b a :Cat . :c a :Cat . :d a :Dog ."
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	c := config.Default()
	c.Data = []string{file}
	use := source.Use{Config: c, Options: source.Options{Reporter: source.Silent{}}, Rankings: new(intent.Rankings)}
	use = use.On(require.Value(source.Open(t.Context(), use))(t))
	t.Cleanup(use.Source.Close)
	a, b, other, no := "http://zoo.example/a", "http://zoo.example/b", "http://zoo.example/c", "http://zoo.example/d"
	ex := require.Value(extract.NewExamples([]string{a, b}, []string{no}))(t)
	resume := func() *Meant { return require.Value(On(use).resume(t.Context(), ex, []string{no}, nil))(t) }
	m := resume()
	before := dialogueOf(ex, []string{no}).before(0, m.read.Structure, use.Config)
	_, kept := use.Rankings.Find(before)
	check.That(t, kept, "the ranking before the answer was not kept")
	instead := require.Value(intent.New(m.graph, []string{other}, nil, intent.Options{}))(t)
	require.Value(instead.Rank(t.Context()))(t)
	use.Rankings.Keep(before, instead)
	pos, neg := resume().Examples()
	check.Slice(t, pos, []string{other})
	check.Slice(t, neg, []string{no})
}
