package learner_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// makeColoured returns a problem of 40 things with a colour each, and a parent among them.
// Those of the first colour are positive; of the others, the label of one in flip.
func makeColoured(t *testing.T, rng *rand.Rand, flip int) (p interp.Problem, first dl.Concept) {
	t.Helper()
	var b interp.Builder
	var pos, neg []string
	for i := range 40 {
		thing := fmt.Sprint("thing", i)
		colour := rng.IntN(4)
		b.AddName("Thing", thing)
		b.AddRole("colour", thing, fmt.Sprint("colour", colour))
		b.AddRole("parent", thing, fmt.Sprint("thing", rng.IntN(40)))
		if colour == 0 || flip > 0 && rng.IntN(flip) == 0 {
			pos = append(pos, thing)
		} else {
			neg = append(neg, thing)
		}
	}
	for i := range 30 { // no examples: the numbers that a colour is counted by are not those of examples
		b.AddRole("colour", fmt.Sprint("other", i), fmt.Sprint("colour", rng.IntN(4)))
	}
	return dltest.Labelled(t, &b, pos, neg), dl.Exists{Role: dl.Role{IRI: "colour"}, C: dl.Nominal{IRI: "colour0"}}
}

// TestSharedValues: a value that examples share is used by its name, and not by the number
// of things that have it, with and without wrong labels. Things of the examples' kind get no
// nominals.
func TestSharedValues(t *testing.T) {
	for seed := range uint64(20) {
		p, want := makeColoured(t, rand.New(rand.NewPCG(seed, 1)), int(seed%2)*12)
		f, err := learner.Learn(t.Context(), p, learner.Options{Language: dl.ALCQIF | dl.WithNominals, Shared: true, Engine: learner.Search{}, MaxSize: 4, Select: learner.SelectMDL})
		require.NoError(t, err)
		check.That(t, f.Concept == want && f.Optimal && f.Nominals == 4 && f.Language.Has(dl.WithNominals),
			"seed %d: %v, optimal %v, %d nominals, %s", seed, f.Concept, f.Optimal, f.Nominals, f.Language)
	}
}

// TestNoSharedValues: if there are no shared values, the language has no nominals, and the
// result is the same as without Options.Shared.
func TestNoSharedValues(t *testing.T) {
	var b interp.Builder
	for i := range 20 { // everybody's parent is a person
		b.AddRole("parent", fmt.Sprint(i), fmt.Sprint((i*7+3)%20))
		if i%3 == 0 {
			b.AddName("Tall", fmt.Sprint(i))
		}
	}
	p := dltest.Labelled(t, &b, []string{"0", "3", "5"}, []string{"1", "2", "4"})
	o := learner.Options{Engine: learner.Search{}, MaxSize: 4}
	want, err := learner.Learn(t.Context(), p, o)
	require.NoError(t, err)
	o.Language, o.Shared = dl.ALCQIF|dl.WithNominals, true
	got, err := learner.Learn(t.Context(), p, o)
	check.That(t, err == nil && got.Language == dl.ALCQIF && got.Nominals == 0 && got.Concept == want.Concept,
		"%v in %s with %d nominals, want %v; %v", got.Concept, got.Language, got.Nominals, want.Concept, err)
	// What is known from before may use the name of a value that is shared no longer.
	o.Start = []dl.Concept{dl.Exists{Role: dl.Role{IRI: "parent"}, C: dl.Nominal{IRI: "3"}}}
	if _, err := learner.Learn(t.Context(), p, o); err != nil {
		t.Error(err)
	}
}
