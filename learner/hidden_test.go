package learner_test

import (
	"testing"

	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestHidden: no engine uses a hidden name, even if it would be the smallest fitting.
func TestHidden(t *testing.T) {
	var b interp.Builder
	for _, a := range []string{"p1", "p2"} {
		b.AddName("Wanted", a)
		b.AddName("Red", a)
		b.AddName("Round", a)
	}
	b.AddName("Red", "n1")
	b.AddName("Round", "n2")
	p := dltest.Labelled(t, &b, []string{"p1", "p2"}, []string{"n1", "n2"})
	p.Hidden = []string{"Wanted"}
	for name, o := range map[string]learner.Options{
		"search": {Engine: learner.Search{}}, "sat": {Engine: learner.SAT{}}, "portfolio": {}, "optimal": {Optimal: true},
	} {
		o.Mode = learner.Exact
		f, err := learner.Learn(t.Context(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		if dl.Symbols(f.Concept)[dl.Name{IRI: "Wanted"}] || f.Confusion.Correct() != 4 || !o.Optimal && f.Size != 3 {
			t.Errorf("%s: %v, size %d", name, f.Concept, f.Size)
		}
	}
	p.Hidden = nil
	if f, err := learner.Learn(t.Context(), p, learner.Options{Mode: learner.Exact}); err != nil ||
		f.Concept != (dl.Name{IRI: "Wanted"}) {
		t.Errorf("not hidden: %v, %v", f.Concept, err)
	}
}

// TestHiddenRole: no engine uses a hidden role.
func TestHiddenRole(t *testing.T) {
	var b interp.Builder
	for _, a := range []string{"p1", "p2"} {
		b.AddRole("wanted", a, "o")
		b.AddName("Red", a)
		b.AddName("Round", a)
	}
	b.AddName("Red", "n1")
	b.AddName("Round", "n2")
	p := dltest.Labelled(t, &b, []string{"p1", "p2"}, []string{"n1", "n2"})
	p.Hidden = []string{"wanted"}
	for name, o := range map[string]learner.Options{
		"search": {Engine: learner.Search{}}, "sat": {Engine: learner.SAT{}}, "portfolio": {}, "optimal": {Optimal: true},
	} {
		o.Mode = learner.Exact
		f, err := learner.Learn(t.Context(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		if dl.LanguageOf(f.Concept).Any(dl.WithRoles) || f.Confusion.Correct() != 4 {
			t.Errorf("%s: %v", name, f.Concept)
		}
	}
	p.Hidden = nil
	if f, err := learner.Learn(t.Context(), p, learner.Options{Mode: learner.Exact}); err != nil || f.Size != 2 {
		t.Errorf("not hidden: %v, %v", f.Concept, err)
	}
}
