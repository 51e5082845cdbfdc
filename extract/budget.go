package extract

import (
	"fmt"
	"time"
)

// spend counts a request that is about to be sent, or refuses it.
func (c *crawl) spend() error {
	n := int(c.requests.Add(1))
	var what string
	switch {
	case c.o.MaxRequests > 0 && n > c.o.MaxRequests:
		what = fmt.Sprintf("%s requests", count(c.o.MaxRequests))
	case c.o.MaxTime > 0 && time.Since(c.started) > c.o.MaxTime:
		what = c.o.MaxTime.String()
	default:
		return nil
	}
	c.requests.Add(-1)
	return fmt.Errorf("%w of %s", ErrBudget, what)
}
