package speed

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

var (
	facts = flag.Int("facts", 20_000, "facts in the graph")
	limit = flag.Duration("limit", 2*time.Minute, "longest time of one query")
)

const prologue = "PREFIX : <" + ns + ">\nPREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\nPREFIX xsd: <" + dl.XSD +
	">\n"

// TestEngines asks every question in three ways. The answers must agree; the times are
// printed.
func TestEngines(t *testing.T) {
	for _, s := range engines.All() {
		t.Run(s.Name, func(t *testing.T) {
			e := s.Start(t, "")
			r, w := io.Pipe()
			go func() { _ = w.CloseWithError(generate(w, *facts, 1)) }()
			start := time.Now()
			require.NoError(t, e.LoadFrom(context.Background(), r))
			loaded := time.Since(start)
			dialect, err := queries.ParseDialect(s.Name)
			require.NoError(t, err)
			fmt.Printf("\n%s, %d facts, loaded in %.0f s:\n\n", s.Name, *facts, loaded.Seconds())
			fmt.Println(
				"| concept | answers | anchored (s) | unanchored (s) | by hand (s) | confirm 20 (s) " +
					"|\n|---|---:|---:|---:|---:|---:|",
			)
			measure(t, connect(t, e, connector.Options{Timeout: *limit, Retries: -1}), dialect)
		})
	}
}

// An asker is a client that measures the processor time of its engine.
type asker struct {
	*connector.Client
	engine engines.Engine
}

// connect returns a client for the engine.
func connect(t *testing.T, e engines.Engine, o connector.Options) asker {
	t.Helper()
	return asker{e.Connect(t, o), e}
}

// measureWork runs f and returns the processor time that the engine took for it, in seconds, or
// the time on the clock if the processor time is not known.
func (a asker) measureWork(f func()) float64 {
	before, err := a.engine.Work()
	start := time.Now()
	f()
	if err != nil {
		return time.Since(start).Seconds()
	}
	after, err := a.engine.Work()
	if err != nil {
		return time.Since(start).Seconds()
	}
	return (after - before).Seconds()
}

// measure prints the rows of the table.
func measure(t *testing.T, a asker, dialect queries.Dialect) {
	o := queries.Options{
		Dialect: dialect, Prefixes: map[string]string{"": ns},

		Kinds: map[string][]dl.Kind{ns + "age": {dl.Integer}, ns + "born": {dl.Date}},
	}
	anchored := o
	anchored.Anchor = ns + "Person"
	for _, q := range questions {
		c, err := syntax.ParseDL(q.concept, prefixes)
		require.NoError(t, err)
		own, err := queries.Count(c, anchored)
		require.NoError(t, err)
		free, err := queries.Count(c, o)
		require.NoError(t, err)
		confirm, err := queries.Confirm(c, people(20), o)
		require.NoError(t, err)
		n, seconds := count(t, a, own)
		_, unanchored := count(t, a, free)
		hand, byHand := count(t, a, prologue+"SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { "+q.query+" }")
		switch {
		case n < 0 || hand < 0 || n == hand:
		case dialect.Has(queries.LooseOrder): // the reason for dialects
			byHand += fmt.Sprintf(", wrong: %d", hand)
		default:
			t.Errorf("%s: %d by the query, %d by hand\n%s", q.concept, n, hand, own)
		}
		if n < 0 {
			n = hand
		}
		confirmed := a.measureWork(func() {
			if _, err := a.Select(context.Background(), confirm); err != nil {
				t.Errorf("%v\n%s", err, confirm)
			}
		})
		fmt.Printf("| %s | %d | %s | %s | %s | %.2f |\n", q.concept, n, seconds, unanchored, byHand, confirmed)
	}
}

// people returns n people.
func people(n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("%sperson%d", ns, 31*i))
	}
	return out
}

// count returns the number in the answer and how long it took the engine. If the query
// timed out or the engine declined it, the number is -1 and seconds says why.
func count(t *testing.T, c asker, query string) (n int, seconds string) {
	t.Helper()
	var table *connector.Table
	var err error
	took := c.measureWork(func() { table, err = c.Select(context.Background(), query) })
	switch {
	case errors.Is(err, connector.ErrTimeout) || errors.Is(err, context.DeadlineExceeded):
		return -1, "gave up"
	case err != nil && strings.Contains(err.Error(), "estimated execution time"):
		return -1, "declined"
	case err != nil:
		t.Errorf("%v\n%s", err, query)
		return -1, "error"
	}
	if len(table.Rows) != 1 || table.Rows[0][0] == nil {
		t.Fatalf("a count is %v\n%s", table.Rows, query)
	}
	n, err = strconv.Atoi(table.Rows[0][0].String())
	require.NoError(t, err)
	return n, fmt.Sprintf("%.2f", took)
}
