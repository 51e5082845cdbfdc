package dataset

import (
	"errors"
	"runtime/debug"
	"testing"

	"github.com/genus-kg/genus/internal/check"
)

// TestFrugally: the percentage of garbage is low while any large work goes on, and afterwards it is what it was.
func TestFrugally(t *testing.T) {
	percent := func() int {
		now := debug.SetGCPercent(100)
		debug.SetGCPercent(now)
		return now
	}
	for _, before := range []int{400, 10, -1} {
		given := debug.SetGCPercent(before)
		want := min(before, frugalPercent)
		failed := errors.New("failed")
		err := frugally(true, func() error {
			_ = frugally(true, func() error { return nil })
			check.That(t, percent() == want, "%d: after one of two works %d", before, percent())
			return failed
		})
		check.That(t, errors.Is(err, failed), "%d: got the error %v", before, err)
		check.That(t, percent() == before, "%d: afterwards %d", before, percent())
		_ = frugally(false, func() error {
			check.That(t, percent() == before, "%d: during small work %d", before, percent())
			return nil
		})
		debug.SetGCPercent(given)
	}
}
