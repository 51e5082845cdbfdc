package intent_test

import (
	"reflect"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
)

// TestDeepen checks that the search finds a union of two chains, neither of which all positives
// share, although two labels are wrong, that so many examples make it likely, and that it finds the same one again.
func TestDeepen(t *testing.T) {
	s, anAunt := dltest.Families()
	o := intent.Options{Language: dl.ALCQIF}
	aunts, others := draw(t, s, anAunt, 25), draw(t, s, dl.Not{C: anAunt}, 25)
	pos, neg := append(aunts[:24:24], others[24]), append(others[:24:24], aunts[24])
	want := extension(t, s, anAunt)
	o.MaxSize = 12
	before := newSession(t, s, pos, neg, o)
	best := first(t, before)
	check.That(t, reflect.DeepEqual(extension(t, s, best.Concept), want) && len(best.Wrong) == 2 && best.Probability > 0.5,
		"got %v, %.2f likely, wrong about %v", best.Concept, best.Probability, best.Wrong)
	check.That(t, reflect.DeepEqual(rank(t, before), rank(t, newSession(t, s, pos, neg, o))),
		"another ranking the second time")
}

// TestBeamLanguage checks that the candidates are in the language.
func TestBeamLanguage(t *testing.T) {
	s, anAunt := dltest.Families()
	pos, neg := draw(t, s, anAunt, 10), draw(t, s, dl.Not{C: anAunt}, 10)
	for _, without := range []dl.Language{dl.WithOr, dl.WithAnd, dl.WithNot, dl.WithInverse, dl.WithAtLeast} {
		language := dl.All &^ without
		for _, c := range rank(t, newSession(t, s, pos, neg, intent.Options{Language: language, MaxSize: 12})).Candidates {
			check.Equal(t, dl.LanguageOf(c.Concept)&^language, 0, "%v uses", c.Concept)
		}
	}
}

// TestBounds checks that the candidates, also those that Next adds, are within the bounds of the
// user, and that there are others without the bounds.
func TestBounds(t *testing.T) {
	s, anAunt := dltest.Families()
	pos, neg := draw(t, s, anAunt, 10), draw(t, s, dl.Not{C: anAunt}, 10)
	for name, tt := range map[string]struct {
		bounded intent.Options
		outside func(dl.Concept) bool
	}{
		"size":  {intent.Options{MaxSize: 4}, func(c dl.Concept) bool { return dl.Size(c) > 4 }},
		"depth": {intent.Options{MaxSize: 12, MaxDepth: 1}, func(c dl.Concept) bool { return dl.Depth(c) > 1 }},
		"number": {
			intent.Options{MaxSize: 12, MaxNumber: 1},
			func(c dl.Concept) bool { return dl.LanguageOf(c).Has(dl.WithAtLeast) },
		},
		"top": {
			intent.Options{MaxSize: 12, Language: dl.All &^ dl.WithTop},
			func(c dl.Concept) bool { return dl.LanguageOf(c).Has(dl.WithTop) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			count := func(o intent.Options) (n int) {
				session := newSession(t, s, pos, neg, o)
				require.Value(session.Next(t.Context()))(t)
				for _, c := range rank(t, session).Candidates {
					if tt.outside(c.Concept) {
						n++
					}
				}
				return n
			}
			if n := count(tt.bounded); n > 0 {
				t.Errorf("%d candidates are outside the bound", n)
			}
			check.That(t, count(intent.Options{MaxSize: 12}) != 0,
				"no candidate is outside the bound without it: the test shows nothing")
		})
	}
}
