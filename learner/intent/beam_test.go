package intent_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
)

// deepened returns a session after Deepen.
func deepened(t *testing.T, s *interp.Structure, pos, neg []string, o intent.Options) *intent.Session {
	t.Helper()
	m := intent.NewMemory(s, nil)
	session, err := intent.New(m, pos, neg, o)
	if err != nil {
		t.Fatal(err)
	}
	rank(t, session)
	if err := session.Deepen(t.Context(), m, 12); err != nil {
		t.Fatal(err)
	}
	return session
}

// TestDeepen checks that Deepen finds a union of two chains, neither of which all positives
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
	before := deepened(t, s, pos, neg, o)
	if best := first(t, before); !reflect.DeepEqual(extension(t, s, best.Concept), want) || len(best.Wrong) != 2 {
		t.Errorf("got %v, wrong about %v", best.Concept, best.Wrong)
	}
	if !reflect.DeepEqual(rank(t, before), rank(t, deepened(t, s, pos, neg, o))) {
		t.Error("another ranking the second time")
	}
}

// TestDeepenLanguage checks that the candidates are in the language.
func TestDeepenLanguage(t *testing.T) {
	s, anAunt := dltest.Families()
	pos, neg := draw(t, s, anAunt, 10), draw(t, s, dl.Not{C: anAunt}, 10)
	for _, without := range []dl.Language{dl.WithOr, dl.WithAnd, dl.WithNot, dl.WithInverse, dl.WithAtLeast} {
		language := dl.All &^ without
		for _, c := range rank(t, deepened(t, s, pos, neg, intent.Options{Language: language})).Candidates {
			if outside := dl.LanguageOf(c.Concept) &^ language; outside != 0 {
				t.Errorf("%v uses %s", c.Concept, outside)
			}
		}
	}
}

func TestDeepenStops(t *testing.T) {
	s, anAunt := dltest.Families()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := intent.NewMemory(s, nil)
	session := newSession(t, s, draw(t, s, anAunt, 5), draw(t, s, dl.Not{C: anAunt}, 5), intent.Options{})
	if err := session.Deepen(ctx, m, 12); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v", err)
	}
}
