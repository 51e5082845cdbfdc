package recent

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/genus-kg/genus/internal/check"
)

// A value is kept for some minutes, and the oldest goes if there are too many.
func TestValues(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r Values[int, string]
		for i := range most + 2 {
			r.Put(i, "x")
			time.Sleep(time.Millisecond)
		}
		_, first := r.Get(1)
		_, third := r.Get(2)
		check.That(t, !first && third && len(r.all) == most, "first %v, third %v, of %d", first, third, len(r.all))
		time.Sleep(Fresh)
		_, third = r.Get(2)
		r.Put(0, "y")
		check.That(t, !third && len(r.all) == 1, "an old value %v, of %d", third, len(r.all))
	})
}
