package extract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// solution is a row of a table; what is unbound or malformed is nil.
type solution struct{ s, p, o, n rdf.Term }

// query sends one query.
func (c *crawl) query(ctx context.Context, q string) ([]solution, error) {
	table, err := c.ask(ctx, q)
	return solutions(table), err
}

// ask sends one query; the table is nil after an error.
func (c *crawl) ask(ctx context.Context, q string) (table *connector.Table, err error) {
	err = c.inTurn(func() (err error) {
		table, err = c.client.Select(ctx, q)
		return err
	})
	if err != nil {
		return nil, err
	}
	return table, nil
}

// inTurn sends a request when not too many are on their way, and if the budget allows
// it.
func (c *crawl) inTurn(send func() error) error {
	c.asking <- struct{}{}
	defer func() { <-c.asking }()
	if err := c.spend(); err != nil {
		return err
	}
	return send()
}

// solutions are the rows of a table, which they release; nil has none.
func solutions(table *connector.Table) []solution {
	if table == nil {
		return nil
	}
	defer table.Release()
	rows := make([]solution, len(table.Rows))
	for j, name := range table.Vars {
		for i, row := range table.Rows {
			switch name {
			case "s":
				rows[i].s = row[j]
			case "p":
				rows[i].p = row[j]
			case "o":
				rows[i].o = row[j]
			case "n":
				rows[i].n = row[j]
			}
		}
	}
	return rows
}

// tries is how often the smallest request is sent, which cannot be split.
const tries = 3

// splitting asks about a batch of IRIs, in halves if the whole is too much, or
// may have been cut.
func (c *crawl) splitting(ctx context.Context, batch []string, query func([]string) (string, error)) ([]solution, error) {
	return c.halving(ctx, batch, query, c.surelyWhole)
}

// halving is splitting where whole tells of a number of rows whether it may be
// believed.
func (c *crawl) halving(ctx context.Context, batch []string, query func([]string) (string, error), whole func(rows int) bool) ([]solution, error) {
	q, err := query(batch)
	if err != nil {
		return nil, err
	}
	var rows []solution
	for try := 1; ; try++ {
		var table *connector.Table
		table, _, err = c.about(ctx, len(batch), q)
		rows = solutions(table)
		if len(batch) > 1 || !canSplit(err) || try == tries || ctx.Err() != nil {
			break
		}
	}
	if err == nil && len(batch) > 1 && !whole(len(rows)) {
		err = fmt.Errorf("%w: %s rows, and nobody knows whether these are all", connector.ErrTruncated, count(len(rows)))
	}
	if err == nil || len(batch) == 1 || !canSplit(err) || ctx.Err() != nil {
		if err != nil {
			err = fmt.Errorf("asking about %s: %w", some(batch), err)
		}
		return rows, err
	}
	c.o.Logger.Info("asking for half", "terms", len(batch), "because", err)
	half := len(batch) / 2
	rows, err = c.halving(ctx, batch[:half], query, whole)
	if err != nil {
		return nil, err
	}
	more, err := c.halving(ctx, batch[half:], query, whole)
	return append(rows, more...), err
}

// verified asks about a batch of IRIs for rows of which the endpoint first says the
// number. If another number comes, the source has changed or rows are lost, and it is
// asked again, with more distrust.
func (c *crawl) verified(ctx context.Context, batch []string, pull, total func([]string) (string, error)) ([]solution, error) {
	whole := func(int) bool { return true }
	for try := 1; ; try++ {
		totals, err := c.splitting(ctx, batch, total) // one row, or more where that was too much
		if err != nil {
			return nil, err
		}
		n := 0
		for _, row := range totals {
			m, ok := integer(row.n)
			if !ok {
				return nil, fmt.Errorf("%w: the number of rows about %s is %v", ErrInconsistent, some(batch), row.n)
			}
			n += m
		}
		rows, err := c.halving(ctx, batch, pull, whole)
		switch {
		case err != nil:
			return nil, err
		case len(totals) > 0 && n == len(rows):
			return rows, nil
		case try == tries:
			return nil, fmt.Errorf("%w: about %s the endpoint counts %s rows and sends %s", ErrInconsistent, some(batch), count(n), count(len(rows)))
		}
		whole = c.surelyWhole
	}
}

func some(batch []string) string {
	if len(batch) == 1 {
		return bracket(batch[0])
	}
	return fmt.Sprintf("%s and %d more", bracket(batch[0]), len(batch)-1)
}

// batches fetches batches of terms, several at a time, and writes what comes
// back batch by batch in their order, each in one transaction.
func (c *crawl) batches(ctx context.Context, phase string, terms []string, fetch func(context.Context, []string) (func(*store.Tx) error, error)) error {
	next := func() ([]string, int) {
		n := min(c.batch.size(), len(terms))
		b := terms[:n]
		terms = terms[n:]
		return b, n
	}
	return inOrder(ctx, c, phase, len(terms), next, fetch)
}

// statements is the query for a part of some terms.
func (c *crawl) statements(part store.Part, terms, properties []string) queries.Statements {
	st := queries.Statements{Subjects: terms, Properties: properties, Inverse: part == store.In}
	switch part {
	case store.Leaf:
		st.LiteralsOr = c.o.Vocabulary.Type
	case store.Super:
		if properties == nil {
			st.Properties = c.o.Vocabulary.SubClass
		}
	}
	return st
}

// matters reports whether the part may ever need the property.
func (c *crawl) matters(part store.Part, p string) bool {
	switch part {
	case store.Super:
		return c.taste.sub[p]
	case store.In:
		return c.taste.uses(p)
	}
	return c.taste.typing[p] || c.taste.uses(p)
}

// wanted reports whether the part needs the property, which may be cut by now.
func (c *crawl) wanted(part store.Part, p string) bool {
	cut := func(d store.Direction) bool { return c.cuts[cutKey{p, d}] }
	if part == store.Super || !c.taste.uses(p) {
		return c.matters(part, p)
	}
	for _, dir := range directions(part) {
		if !cut(dir) {
			return true
		}
	}
	return false
}

// wanting is wanted for a number, which it remembers until something is cut.
func (c *crawl) wanting(part store.Part, n number) bool {
	return c.wants.is(part, n, c.counted.names, c.wanted)
}

// mattering is matters for a number.
func (c *crawl) mattering(part store.Part, n number) bool {
	return c.matterings.is(part, n, c.counted.names, c.matters)
}

// answers remembers what is true of properties in a part, of which there are few.
type answers []partAnswers

type partAnswers struct {
	part store.Part
	of   []truth // by number
}

// truth is a truth value that may be unknown, which its zero value means.
type truth uint8

const (
	isTrue truth = 1 + iota
	isFalse
)

// is asks, unless it knows already.
func (a *answers) is(part store.Part, n number, names []string, ask func(store.Part, string) bool) bool {
	all := a.in(part, names)
	if all[n] == 0 {
		all[n] = isFalse
		if ask(part, names[n]) {
			all[n] = isTrue
		}
	}
	return all[n] == isTrue
}

// in makes room for what is true in a part.
func (a *answers) in(part store.Part, names []string) []truth {
	for i := range *a {
		if in := &(*a)[i]; in.part == part {
			if len(in.of) < len(names) {
				in.of = append(in.of, make([]truth, len(names)-len(in.of))...)
			}
			return in.of
		}
	}
	*a = append(*a, partAnswers{part, make([]truth, len(names))})
	return (*a)[len(*a)-1].of
}

// count counts the statements of the terms by property, before any is pulled.
func (c *crawl) count(ctx context.Context, part store.Part, terms []string, distance int) error {
	terms = c.missing(terms, part.Count())
	phase := "counting, " + phaseOf(part, distance)
	return c.batches(ctx, phase, terms, func(ctx context.Context, batch []string) (func(*store.Tx) error, error) {
		rows, hubs, err := c.countBatch(ctx, part, batch)
		if err != nil {
			return nil, err
		}
		place := make(map[string]int, len(batch))
		for i, s := range batch {
			place[s] = i
		}
		sizes := make([]int, len(batch))
		last, at := "", 0
		for i := range rows { // in any order, but those of a term mostly together
			row := &rows[i]
			if row.s != last || i == 0 {
				var asked bool
				if at, asked = place[row.s]; !asked {
					return nil, notAsked(row.s)
				}
				last = row.s
			}
			row.place = at
			sizes[at]++
		}
		return func(tx *store.Tx) error {
			tx.Forget(batch, part) // older answers
			tx.Forget(batch, part.Hub())
			numbers, found := make([][]tallied, len(batch)), make([]bool, len(batch))
			room := make([]tallied, len(rows))
			for i, n := range sizes {
				numbers[i], room = room[:0:n], room[n:]
			}
			for _, row := range rows {
				number, known := c.counted.numbers[row.p]
				if !known {
					if _, err := queries.IRI(row.p); err != nil { // it cannot be named in a concept either
						tx.Skip(row.s, store.Skipped{Reason: "property that is not an IRI", N: row.n})
						continue
					}
					number = c.counted.number(row.p)
				}
				found[row.place] = true
				if c.mattering(part, number) {
					numbers[row.place] = append(numbers[row.place], tallied{property: number, n: row.n})
				}
			}
			for i, s := range batch {
				c.counted.put(part, s, numbers[i])
			}
			if part == store.Out && distance == 0 {
				known := slices.Clone(hubs)
				for i, s := range batch {
					if found[i] {
						known = append(known, s)
					}
				}
				c.known(tx, known...)
			}
			for _, s := range hubs {
				c.setAsked(tx, part.Hub(), s)
				if part == store.Out {
					tx.ClearClasses(s) // they come anew
				}
				c.warn("%s has too many statements to count them in one request (%s): its properties are asked one by one", bracket(s), part)
			}
			tx.SetCounts(part, batch, c.counted.wholly(part))
			c.setAsked(tx, part.Count(), batch...)
			for _, s := range batch {
				delete(c.fetched[part], s)
			}
			return nil
		}, nil
	})
}

// counted is a number of statements of a pair.
type counted struct {
	pair
	n     int
	place int // of s in a batch
}

// countsIn are the rows of a table with the variables s, p and n, which it releases;
// bad: not all numbers are.
func countsIn(t *connector.Table) (rows []counted, bad error) {
	defer t.Release()
	rows = make([]counted, len(t.Rows))
	s, p, n := slices.Index(t.Vars, "s"), slices.Index(t.Vars, "p"), slices.Index(t.Vars, "n")
	if min(s, p, n) < 0 {
		return nil, fmt.Errorf("%w: the numbers of statements come as %q", ErrInconsistent, t.Vars)
	}
	for i, row := range t.Rows {
		k := pair{text(row[s]), text(row[p])}
		number, ok := integer(row[n])
		if !ok && bad == nil {
			bad = fmt.Errorf("%w: the number of statements of %s by %s is %v", ErrInconsistent, bracket(k.s), bracket(k.p), row[n])
		}
		rows[i] = counted{pair: k, n: number}
	}
	return rows, bad
}

// countBatch also returns the terms at which counting fails even alone.
func (c *crawl) countBatch(ctx context.Context, part store.Part, batch []string) (rows []counted, hubs []string, err error) {
	st := c.statements(part, batch, nil)
	q, err := queries.CountStatements(st)
	if err != nil {
		return nil, nil, err
	}
	mayBeHub := (part == store.Out || part == store.In) && len(batch) == 1
	for try := 1; ; try++ {
		var took time.Duration
		var table *connector.Table
		if table, took, err = c.about(ctx, len(batch), q); err == nil {
			var bad error
			rows, bad = countsIn(table)
			if err = c.checkCounts(ctx, st, rows, bad == nil, took); err == nil {
				err = bad
			}
		}
		if len(batch) > 1 || !canSplit(err) || try == tries || ctx.Err() != nil {
			break
		}
		if mayBeHub && errors.Is(err, connector.ErrTimeout) {
			few, err := c.hasFew(ctx, part, batch[0])
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", some(batch), err)
			}
			if !few {
				break
			}
		}
	}
	switch {
	case err == nil:
		return rows, nil, nil
	case !canSplit(err) || ctx.Err() != nil:
		return nil, nil, fmt.Errorf("%s: %w", some(batch), err)
	case mayBeHub && !errors.Is(err, connector.ErrQueryTooLarge):
		return nil, slices.Clone(batch), nil // the caller appends to it
	case len(batch) == 1:
		return nil, nil, fmt.Errorf("%s: %w", some(batch), err)
	}
	c.o.Logger.Info("counting half", "terms", len(batch), "because", err)
	half := len(batch) / 2
	rows, hubs, err = c.countBatch(ctx, part, batch[:half])
	if err != nil {
		return nil, nil, err
	}
	rows2, hubs2, err := c.countBatch(ctx, part, batch[half:])
	return append(rows, rows2...), append(hubs, hubs2...), err
}

func (c *crawl) warn(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	c.warnings = append(c.warnings, s)
	c.o.Logger.Warn(s)
}

func phaseOf(part store.Part, distance int) string {
	switch part {
	case store.Super:
		return "superclasses"
	case store.In:
		return fmt.Sprintf("distance %d, incoming", distance)
	}
	return fmt.Sprintf("distance %d", distance)
}

// notAsked: an endpoint that spells IRIs in another way than it was given them
// would look as if there were no statements.
func notAsked(s string) error {
	return fmt.Errorf("%w: it answers about %q, which was not asked (does it respell IRIs?)", ErrInconsistent, s)
}

func text(t rdf.Term) string {
	if t == nil {
		return ""
	}
	return t.String()
}

// integer reads a COUNT, which engines write as integer, int or, seldom, decimal.
func integer(t rdf.Term) (int, bool) {
	if t == nil {
		return 0, false
	}
	n, err := strconv.Atoi(t.String())
	return n, err == nil && n >= 0
}
