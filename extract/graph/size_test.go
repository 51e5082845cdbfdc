package graph

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/genus-kg/genus/internal/check"
)

// TestFailing: a form of queries that failed is tried again, later each time.
func TestFailing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f failing
		check.That(t, !f.is() && !f.failed() && f.is() && f.failed(), "the first failure")
		time.Sleep(askAgain)
		check.That(t, !f.is() && !f.failed(), "after %s", askAgain)
		time.Sleep(askAgain)
		check.That(t, f.is(), "the second failure holds longer")
		time.Sleep(askAgain)
		check.That(t, !f.is(), "after two more")
	})
}
