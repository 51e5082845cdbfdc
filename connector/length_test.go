package connector

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/genus-kg/genus/internal/check"
)

// TestWrongRefusal: a refusal for the length holds for a while, and an answer to a request as long ends it.
func TestWrongRefusal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l length
		sent := func(what string, want bool) {
			t.Helper()
			_, tooLong := l.tooLong(Get, 3000)
			check.Equal(t, !tooLong, want, "%s: sent", what)
		}
		l.refuse(Get, 2000)
		sent("at once", false)
		time.Sleep(lengthAgain)
		sent("after a while", true)
		sent("a second one", false)
		l.refuse(Get, 3000)
		_, tooLong := l.tooLong(Get, 2000)
		check.That(t, tooLong, "a longer refusal lifts the shorter one")
		time.Sleep(lengthAgain)
		sent("later", true)
		l.take(Get, 3000)
		sent("after an answer", true)
		sent("and on", true)
	})
}
