package learner_test

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestHidden: no engine uses a hidden name of a concept or role, even if it would be the smallest fitting.
func TestHidden(t *testing.T) {
	for wanted, test := range map[string]struct {
		add  func(b *interp.Builder, a string)
		size int // of the fitting if nothing is hidden
		uses func(c dl.Concept) bool
	}{
		"concept": {func(b *interp.Builder, a string) { b.AddName("concept", a) }, 1,
			func(c dl.Concept) bool { return dl.Symbols(c)[dl.Name{IRI: "concept"}] }},
		"role": {func(b *interp.Builder, a string) { b.AddRole("role", a, "o") }, 2,
			func(c dl.Concept) bool { return dl.LanguageOf(c).Any(dl.WithRoles) }},
	} {
		var b interp.Builder
		for _, a := range []string{"p1", "p2"} {
			test.add(&b, a)
			b.AddName("Red", a)
			b.AddName("Round", a)
		}
		b.AddName("Red", "n1")
		b.AddName("Round", "n2")
		p := dltest.Labelled(t, &b, []string{"p1", "p2"}, []string{"n1", "n2"})
		p.Hidden = []string{wanted}
		for name, o := range map[string]learner.Options{
			"search": {Engine: learner.Search{}}, "sat": {Engine: learner.SAT{}}, "portfolio": {}, "optimal": {Optimal: true},
		} {
			o.Mode = learner.Exact
			f := require.Value(learner.Learn(t.Context(), p, o))(t)
			check.That(t, !test.uses(f.Concept) && f.Confusion.Correct() == 4 && (o.Optimal || f.Size == 3),
				"%s, %s: %v, size %d", wanted, name, f.Concept, f.Size)
		}
		p.Hidden = nil
		if f, err := learner.Learn(t.Context(), p, learner.Options{Mode: learner.Exact}); err != nil ||
			!test.uses(f.Concept) || f.Size != test.size {
			t.Errorf("%s not hidden: %v, %v", wanted, f.Concept, err)
		}
	}
}
