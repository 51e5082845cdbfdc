package intent_test

import (
	"reflect"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/intent"
)

// TestBeam checks that the beam search finds a union of two chains, neither of which all positives
// share, although two labels are wrong, and that it finds the same one again.
func TestDeepen(t *testing.T) {
	s, anAunt := dltest.Families()
	o := intent.Options{Language: dl.ALCQIF}
	aunts, others := draw(t, s, anAunt, 25), draw(t, s, dl.Not{C: anAunt}, 25)
	pos, neg := append(aunts[:24:24], others[24]), append(others[:24:24], aunts[24])
	want := extension(t, s, anAunt)
	if best := first(t, newSession(t, s, pos, neg, o)); reflect.DeepEqual(extension(t, s, best.Concept), want) {
		t.Errorf("%v is found without: the test shows nothing", best.Concept)
	}
	o.MaxSize = 12
	before := newSession(t, s, pos, neg, o)
	if best := first(t, before); !reflect.DeepEqual(extension(t, s, best.Concept), want) || len(best.Wrong) != 2 {
		t.Errorf("got %v, wrong about %v", best.Concept, best.Wrong)
	}
	if !reflect.DeepEqual(rank(t, before), rank(t, newSession(t, s, pos, neg, o))) {
		t.Error("another ranking the second time")
	}
}

// TestBeamLanguage checks that the candidates are in the language.
func TestBeamLanguage(t *testing.T) {
	s, anAunt := dltest.Families()
	pos, neg := draw(t, s, anAunt, 10), draw(t, s, dl.Not{C: anAunt}, 10)
	for _, without := range []dl.Language{dl.WithOr, dl.WithAnd, dl.WithNot, dl.WithInverse, dl.WithAtLeast} {
		language := dl.All &^ without
		for _, c := range rank(t, newSession(t, s, pos, neg, intent.Options{Language: language, MaxSize: 12})).Candidates {
			if outside := dl.LanguageOf(c.Concept) &^ language; outside != 0 {
				t.Errorf("%v uses %s", c.Concept, outside)
			}
		}
	}
}
