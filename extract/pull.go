package extract

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// request asks for the statements of some terms by some properties.
type request struct {
	terms, properties []string
	expected          expected // of these and others
	slice             slice
}

// size is the number of rows that are expected.
func (r request) size() int {
	n := 0
	for _, s := range r.terms {
		for _, p := range r.properties {
			n += r.expected.by(s, p)
		}
	}
	return r.slice.of(n)
}

// unit is what is pulled and written as one: the requests cover everything that
// is wanted of its terms.
type unit struct {
	terms    []string
	requests []request
	expected expected
}

// pair is a term and a property.
type pair struct{ s, p string }

func comparePairs(a, b pair) int {
	return slices.Compare([]string{a.s, a.p}, []string{b.s, b.p})
}

// flaw is why the statements of a pair are not complete.
type flaw struct {
	pair
	n      int
	reason string
}

// answer is what came for a unit.
type answer struct {
	rows  []statement
	flaws []flaw
	// beyond are class memberships, or superclasses, behind anonymous classes.
	beyond []statement
}

// pull fetches what was counted, except what is cut, and stores it.
func (c *crawl) pull(ctx context.Context, part store.Part, terms []string, distance int) error {
	phase := "pulling, " + phaseOf(part, distance)
	next := func() (unit, int) {
		u := c.unit(part, terms)
		terms = terms[len(u.terms):]
		return u, len(u.terms)
	}
	return inOrder(ctx, c, phase, len(terms), next, func(ctx context.Context, u unit) (func(*store.Tx) error, error) {
		a, err := c.fetch(ctx, part, u)
		if err != nil {
			return nil, err
		}
		return func(tx *store.Tx) error {
			if c.overtaken(tx, part, u.terms) {
				c.another = true
				return nil
			}
			want := c.here(part, u.terms)
			if err := c.judge(part, part, a); err != nil {
				return err
			}
			now := c.writePulled(tx, part, u.terms, want)
			c.clear(tx, part, u.terms, want)
			c.keep(tx, part, a)
			written(a.rows)
			c.markAll(u.terms, part, now)
			return nil
		}, nil
	})
}

// here notes that what was wanted of the terms is here, and returns what that was where
// the part has been asked for before.
func (c *crawl) here(part store.Part, terms []string) (wanted [][]tallied) {
	wanted = make([][]tallied, len(terms))
	for i, s := range terms {
		if c.fetched[part][s] != 0 {
			wanted[i] = slices.Clone(c.toPull(part, s))
		}
		all := c.counted.of[part][s]
		for j, t := range all {
			if c.pulls(part, t) {
				all[j].fate = isHere
			}
		}
	}
	return wanted
}

// writePulled writes that the part of the terms is here, and of what it is not, and
// returns the time.
func (c *crawl) writePulled(tx *store.Tx, part store.Part, terms []string, want [][]tallied) int64 {
	var some []string // of which not everything that was counted is here, or it came by and by
	for i, s := range terms {
		first, all := c.fetched[part][s] == 0, c.counted.allHere(part, s)
		if (first || len(want[i]) > 0) && !(first && all) { // which SetCounts has said
			some = append(some, s)
		}
	}
	tx.SetTallies(part, some, c.counted.wholly(part))
	return tx.SetAsked(part, terms...)
}

// overtaken reports whether another process counted one of the terms anew, whose
// numbers are the ones to compare with, or pulled it, maybe more of it: then it has
// to be looked at again.
func (c *crawl) overtaken(tx *store.Tx, part store.Part, terms []string) bool {
	if tx.Alone() {
		return false
	}
	asked := tx.AskedAt(terms)
	for _, s := range terms {
		if asked[part.Count()][s] != c.fetched[part.Count()][s] || asked[part][s] != c.fetched[part][s] {
			delete(c.fetched[part.Count()], s)
			return true
		}
	}
	return false
}

// clear makes room for what came of the terms: their newest answer is the one
// that counts, if it is whole.
func (c *crawl) clear(tx *store.Tx, part store.Part, terms []string, want [][]tallied) {
	var all []string
	for i, s := range terms {
		switch {
		case c.fetched[part.Hub()][s] != 0: // property by property
		case c.fetched[part][s] == 0:
			all = append(all, s)
		default:
			for _, w := range want[i] { // only these were missing
				p := c.counted.names[w.property]
				if t, _ := c.counted.get(part, s, p); t.State != store.Gone {
					tx.ClearProperty(s, part, p)
				}
			}
		}
	}
	tx.Clear(all, part)
}

// unit packs the first terms: as many as may be asked about, and expected, at
// once. A term that expects more is a unit of its own with several requests.
func (c *crawl) unit(part store.Part, terms []string) unit {
	u := unit{expected: expected{map[string][]tallied{}, map[string]number{}}}
	var asked []string // of which something is expected
	rows, batch, limit := 0, c.batch.size(), c.rowLimit.size()
	for _, s := range terms {
		want, sum := c.toPull(part, s), 0
		for _, t := range want {
			sum += t.n
		}
		if len(u.terms) == c.o.Batch || len(asked) == batch || len(u.terms) > 0 && rows+sum > limit {
			break
		}
		u.terms = append(u.terms, s)
		if sum == 0 {
			continue
		}
		u.expected.of[s] = want
		for _, t := range want {
			u.expected.numbers[c.counted.names[t.property]] = t.property
		}
		if sum > limit {
			u.requests = inGroups(s, u.expected, limit)
			return u
		}
		asked = append(asked, s)
		rows += sum
	}
	if len(asked) > 0 {
		u.requests = []request{{terms: asked, properties: sortedKeys(u.expected.numbers), expected: u.expected}}
	}
	return u
}

// inGroups asks for the properties of one term, up to limit rows at a time. A
// property that has more is asked for in slices.
func inGroups(s string, e expected, limit int) []request {
	var requests []request
	var group []string
	n := 0
	flush := func() {
		if len(group) > 0 {
			requests = append(requests, request{terms: []string{s}, properties: group, expected: e})
		}
		group, n = nil, 0
	}
	for _, p := range sortedKeys(e.numbers) {
		more := e.by(s, p)
		if more == 0 {
			continue
		}
		if n+more > limit {
			flush()
		}
		if more > limit {
			for _, part := range slicesOf(more, limit) {
				requests = append(requests, request{terms: []string{s}, properties: []string{p}, expected: e, slice: part})
			}
			continue
		}
		group, n = append(group, p), n+more
	}
	flush()
	return requests
}

// fetch sends the unit's requests and compares what came with what was
// counted. Where they differ it counts and pulls once more, for the source may
// have changed in between.
func (c *crawl) fetch(ctx context.Context, part store.Part, u unit) (answer, error) {
	var a answer
	for _, r := range u.requests {
		rows, flaws, err := c.rows(ctx, part, r)
		if err != nil {
			return answer{}, err
		}
		if a.rows == nil {
			a.rows = rows
		} else {
			a.rows = append(a.rows, rows...)
		}
		a.flaws = append(a.flaws, flaws...)
	}
	wrong := differing(a, u.expected)
	if len(wrong) == 0 && len(a.flaws) == 0 && len(u.requests) == 1 {
		c.isWhole(len(a.rows))
	}
	if err := c.again(ctx, part, wrong, &a); err != nil {
		return answer{}, err
	}
	return a, c.lookBeyond(ctx, part, &a)
}

// rows pulls a request, in halves if the whole is too much. What is too much
// even alone is a flaw.
func (c *crawl) rows(ctx context.Context, part store.Part, r request) ([]statement, []flaw, error) {
	st := c.statements(part, r.terms, r.properties)
	st.From, st.To = r.slice.keys()
	q, err := queries.PullStatements(st)
	if err != nil {
		return nil, nil, err
	}
	single := len(r.terms) == 1 && len(r.properties) == 1
	var table *connector.Table
	cut := false // the answer was longer than the endpoint sends
	for try := 1; ; try++ {
		table, _, err = c.about(ctx, len(r.terms), q)
		cut = errors.Is(err, connector.ErrTruncated) || errors.Is(err, connector.ErrTooLarge)
		if !single || cut && r.divisible() || !canSplit(err) || try == tries || ctx.Err() != nil {
			break
		}
	}
	if err == nil {
		return c.statementsIn(table), nil, nil
	}
	if cut {
		c.rowLimit.tooMuch(r.size())
	}
	fail := fmt.Errorf("statements of %s: %w", some(r.terms), err)
	if !canSplit(err) || ctx.Err() != nil {
		return nil, nil, fail
	}
	first, second := r, r
	switch half, halfP := len(r.terms)/2, len(r.properties)/2; {
	case half > 0:
		first.terms, second.terms = r.terms[:half], r.terms[half:]
	case halfP > 0:
		first.properties, second.properties = r.properties[:halfP], r.properties[halfP:]
	case cut && r.divisible():
		first.slice, second.slice = r.slice.halves()
	case cut:
		return nil, []flaw{{pair{r.terms[0], r.properties[0]}, 0, "the endpoint does not send all its statements: " + err.Error()}}, nil
	default: // an endpoint that is slow today is no reason to give up a role
		return nil, nil, fail
	}
	c.o.Logger.Info("pulling half", "terms", len(r.terms), "because", err)
	rows, flaws, err := c.rows(ctx, part, first)
	if err != nil {
		return nil, nil, err
	}
	rows2, flaws2, err := c.rows(ctx, part, second)
	return append(rows, rows2...), append(flaws, flaws2...), err
}

// differing are the pairs of which another number of rows came than was
// counted, and that have no flaw already.
func differing(a answer, e expected) []pair {
	pieces, same := 0, true
	for run := range runs(a.rows) {
		pieces++
		same = same && e.by(run[0].s, run[0].p) == len(run)
	}
	if same && pieces == e.len() && len(a.flaws) == 0 {
		return nil // each came in one piece, as mostly
	}
	expected := e.pairs()
	got := make(map[pair]int, len(expected))
	for run := range runs(a.rows) {
		got[run[0].pair] += len(run)
	}
	flawed := map[pair]bool{}
	for _, f := range a.flaws {
		flawed[f.pair] = true
	}
	wrong := map[pair]bool{}
	for k, n := range expected {
		if got[k] != n && !flawed[k] {
			wrong[k] = true
		}
	}
	for k := range got {
		if expected[k] == 0 && !flawed[k] {
			wrong[k] = true
		}
	}
	return slices.SortedFunc(maps.Keys(wrong), comparePairs)
}

// again counts and pulls the pairs anew, each by itself.
func (c *crawl) again(ctx context.Context, part store.Part, wrong []pair, a *answer) error {
	for _, k := range wrong {
		if _, err := queries.IRI(k.p); err != nil || k.s == "" {
			return notAsked(k.s)
		}
		q, err := queries.CountStatements(c.statements(part, []string{k.s}, []string{k.p}))
		if err != nil {
			return err
		}
		counts, err := c.query(ctx, q)
		if err != nil {
			return fmt.Errorf("counting %s again: %w", bracket(k.s), err)
		}
		n := 0
		for _, row := range counts {
			m, ok := integer(row.n)
			if !ok {
				return fmt.Errorf("%w: the number of statements of %s by %s is %v", ErrInconsistent, bracket(k.s), bracket(k.p), row.n)
			}
			n += m
		}
		var rows []statement
		var flaws []flaw
		for _, r := range inGroups(k.s, expect(k, n), c.rowLimit.size()) {
			came, bad, err := c.rows(ctx, part, r)
			if err != nil {
				return err
			}
			rows, flaws = append(rows, came...), append(flaws, bad...)
		}
		a.flaws = append(a.flaws, flaws...)
		if len(flaws) == 0 && len(rows) != n {
			a.flaws = append(a.flaws, flaw{k, n, fmt.Sprintf("the endpoint counts %s statements of %s and sends %s", count(n), bracket(k.s), count(len(rows)))})
		}
		if n > c.o.Bounds.Successors && c.taste.uses(k.p) {
			a.flaws = append(a.flaws, flaw{k, n, c.overBound(k.s, n)})
		}
		a.rows = slices.DeleteFunc(a.rows, func(st statement) bool { return st.pair == k })
		for _, st := range rows {
			if st.pair != k {
				return notAsked(st.s)
			}
		}
		a.rows = append(a.rows, rows...)
	}
	return nil
}

// lookBeyond asks for the named superclasses of anonymous classes.
func (c *crawl) lookBeyond(ctx context.Context, part store.Part, a *answer) error {
	first := c.o.Vocabulary.Type
	if part == store.Super {
		first = c.o.Vocabulary.SubClass
	}
	ask := map[string]bool{}
	for _, st := range a.rows {
		if st.o.kind == anonymous && slices.Contains(first, st.p) {
			ask[st.s] = true
		}
	}
	if len(ask) == 0 || c.o.Vocabulary.NoClosure || part == store.In {
		return nil
	}
	rows, err := c.anonymous(ctx, slices.Sorted(maps.Keys(ask)), first)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if !ask[text(row.s)] {
			return notAsked(text(row.s))
		}
		a.beyond = append(a.beyond, statement{pair{text(row.s), ""}, c.end(row.o)})
	}
	return nil
}

// anonymous are the superclasses of the anonymous classes that the terms have by one
// of the properties.
func (c *crawl) anonymous(ctx context.Context, terms, properties []string) ([]solution, error) {
	return c.verified(ctx, terms, func(batch []string) (string, error) {
		return queries.AnonymousSuperclasses(batch, properties, c.o.Vocabulary.SubClass)
	}, func(batch []string) (string, error) {
		return queries.CountAnonymousSuperclasses(batch, properties, c.o.Vocabulary.SubClass)
	})
}
