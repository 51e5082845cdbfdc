package extract

import (
	"context"
	"fmt"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/queries"
)

// Some endpoints cut every result at a number of rows, and say nothing. Rows that
// were counted before are checked against their number; the counts themselves
// come in rows, too, and a property that is missing there would never be asked
// for. But the cap is the same for every query: once a result of n rows is known
// to be whole, all results of up to n rows are. So a result with more rows than
// any that was checked is checked against the number of all statements, which is
// one row.
//
// Others send what they have when the time is up, with wrong numbers in it
// (Virtuoso's anytime queries; not all versions say so in a header). So what took
// long is checked, too.

// neverCut is a number of rows that no endpoint cuts.
const neverCut = 100

// doubtful is how long an answer may take without being checked for that.
const doubtful = 3 * time.Second

// isWhole notes that a result of that many rows was whole.
func (c *crawl) isWhole(rows int) {
	for {
		known := c.whole.Load()
		if int64(rows) <= known || c.whole.CompareAndSwap(known, int64(rows)) {
			return
		}
	}
}

// surelyWhole reports whether a result of that many rows cannot have been cut.
func (c *crawl) surelyWhole(rows int) bool {
	return rows <= neverCut || int64(rows) <= c.whole.Load()
}

// checkCounts makes sure that counts by property are all there; ok: all are numbers.
func (c *crawl) checkCounts(ctx context.Context, st queries.Statements, rows []counted, ok bool, took time.Duration) error {
	if c.surelyWhole(len(rows)) && took < c.doubtful {
		return nil
	}
	q, err := queries.CountAll(st)
	if err != nil {
		return err
	}
	total, err := c.query(ctx, q)
	if err != nil {
		return err
	}
	n, sum, one := 0, 0, len(total) == 1
	if one {
		n, one = integer(total[0].n)
	}
	for _, row := range rows {
		sum += row.n
	}
	if !ok || !one || n != sum {
		return fmt.Errorf("endpoint %s: %w: it counts %s statements by property in %s rows, and %s in all",
			c.client.URL(), connector.ErrTruncated, count(sum), count(len(rows)), count(n))
	}
	c.isWhole(len(rows))
	return nil
}
