package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/queries"
)

// request asks for the statements of some terms by some properties.
type request struct {
	terms, properties []string
	partition         partition
}

// unit is what is fetched as one: the requests cover everything that is expected of
// its terms.
type unit struct {
	Question
	requests []request
}

// statements fetches the statements that are expected of the terms.
func (e *Endpoint) statements(ctx context.Context, q Question, receive func([]Answer) error) error {
	terms := slices.DeleteFunc(slices.Clone(q.Terms), func(s string) bool { return len(q.Expect(s)) == 0 })
	total := len(terms)
	next := func() (unit, int) {
		u := e.pack(q, terms)
		terms = terms[len(u.Terms):]
		return u, len(u.Terms)
	}
	return inOrder(ctx, e, q.Phase, total, next, e.fetch, receive)
}

// pack takes the first terms: as many as may be asked about, and expected, at
// once. A term that expects more is a unit of its own with several requests.
func (e *Endpoint) pack(q Question, terms []string) unit {
	limit, n, rows := e.rows.size(), 0, 0
	properties := map[string]bool{}
	for _, s := range terms[:min(len(terms), e.batch.size())] {
		sum := 0
		for _, c := range q.Expect(s) {
			sum += c.N
		}
		if n > 0 && rows+sum > limit {
			break
		}
		n, rows = n+1, rows+sum
		for _, c := range q.Expect(s) {
			properties[c.Property] = true
		}
	}
	u := unit{Question: q}
	u.Terms = terms[:n]
	switch {
	case n == 1 && rows > limit:
		u.requests = inGroups(terms[0], q.Expect(terms[0]), limit)
	case n > 0:
		u.requests = []request{{terms: u.Terms, properties: sortedKeys(properties)}}
	}
	return u
}

// inGroups asks for the properties of one term, up to limit rows at a time. A
// property that has more is asked for in parts.
func inGroups(s string, expect []Count, limit int) []request {
	var requests []request
	var group []string
	n := 0
	flush := func() {
		if len(group) > 0 {
			requests = append(requests, request{terms: []string{s}, properties: group})
		}
		group, n = nil, 0
	}
	for _, c := range expect {
		if n+c.N > limit {
			flush()
		}
		if c.N > limit {
			for _, part := range partitionsOf(c.N, limit) {
				requests = append(requests, request{[]string{s}, []string{c.Property}, part})
			}
			continue
		}
		group, n = append(group, c.Property), n+c.N
	}
	flush()
	return requests
}

// termRows is what came of the statements of one term.
type termRows struct {
	expect     []Count
	got        []int    // by index in expect
	incomplete []string // why, by index in expect; nil: nothing is
	rows       []Row
	unusable   map[Row]int64 // numbers of objects that cannot be used, by rows without them
	recounted  bool          // expect is not what was asked for
}

// index is that of a property in expect.
func (t *termRows) index(property string) (int, bool) {
	return slices.BinarySearchFunc(t.expect, property, func(c Count, p string) int { return cmp.Compare(c.Property, p) })
}

func (t *termRows) markIncomplete(at int, reason string) {
	if t.incomplete == nil {
		t.incomplete = make([]string, len(t.expect))
	}
	t.incomplete[at] = cmp.Or(t.incomplete[at], reason)
}

func (t *termRows) add(r Row) {
	if r.N == 0 {
		t.rows = append(t.rows, r)
		return
	}
	n := r.N
	if r.N = 0; t.unusable == nil {
		t.unusable = map[Row]int64{}
	}
	t.unusable[r] += n
}

// all are the rows, those that stand for several at the end.
func (t *termRows) all() []Row {
	rows := t.rows
	for r, n := range t.unusable {
		r.N = n
		rows = append(rows, r)
	}
	slices.SortFunc(rows[len(t.rows):], func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Property, b.Property), cmp.Compare(a.Value, b.Value), cmp.Compare(a.Datatype, b.Datatype), cmp.Compare(a.Lang, b.Lang))
	})
	return rows
}

// fetch sends the unit's requests and compares what came with what was counted.
// Where they differ it counts and fetches once more, for the source may have
// changed in between.
func (e *Endpoint) fetch(ctx context.Context, u unit) ([]Answer, error) {
	asked := time.Now().UnixMilli()
	f := fetcher{e, u.Kind, make(map[string]*termRows, len(u.Terms))}
	for _, s := range u.Terms {
		expect := u.Expect(s)
		sum := 0
		for _, c := range expect {
			sum += c.N
		}
		f.byTerm[s] = &termRows{expect: expect, got: make([]int, len(expect)), rows: make([]Row, 0, sum)}
	}
	received := 0
	for _, r := range u.requests {
		n, err := f.receive(ctx, r)
		if err != nil {
			return nil, err
		}
		received += n
	}
	var answers []Answer
	clean := len(u.requests) == 1
	for _, s := range u.Terms {
		t := f.byTerm[s]
		for i, c := range t.expect {
			if t.got[i] != c.N && (t.incomplete == nil || t.incomplete[i] == "") {
				clean = false
				if err := f.recheck(ctx, s, i); err != nil {
					return nil, err
				}
			}
		}
		clean = clean && t.incomplete == nil
		answers = append(answers, t.answers(u.Kind, s, asked)...)
	}
	if clean {
		e.isComplete(received)
	}
	return answers, nil
}

// answers are the statements, what is incomplete, and the new counts.
func (t *termRows) answers(kind Kind, s string, asked int64) []Answer {
	var all []Answer
	covered := make([]string, 0, len(t.expect))
	for i, c := range t.expect {
		switch {
		case t.incomplete != nil && t.incomplete[i] != "":
			all = append(all, Answer{Term: s, Kind: kind, Properties: []string{c.Property}, Time: asked, Incomplete: t.incomplete[i]})
		case c.N > 0:
			covered = append(covered, c.Property)
		}
		if t.recounted {
			counts := Answer{Term: s, Kind: countsOf[kind], Properties: []string{c.Property}, Time: time.Now().UnixMilli()}
			if c.N > 0 {
				counts.Rows = []Row{{Property: c.Property, N: int64(c.N)}}
			}
			all = append(all, counts)
		}
	}
	if len(covered) > 0 {
		rows := t.all()
		if t.incomplete != nil { // parts may have come of what was given up
			rows = slices.DeleteFunc(rows, func(r Row) bool { at, _ := t.index(r.Property); return t.incomplete[at] != "" })
		}
		all = append(all, Answer{Term: s, Kind: kind, Properties: covered, Time: asked, Rows: rows})
	}
	return all
}

// fetcher fetches statements of one kind.
type fetcher struct {
	*Endpoint
	kind   Kind
	byTerm map[string]*termRows
}

// receive adds what comes for a request to the rows of its terms, in halves if the whole is
// too much, and returns the number of rows. What is too much even alone is
// incomplete.
func (f fetcher) receive(ctx context.Context, r request) (int, error) {
	st := f.pattern(f.kind, r.terms, r.properties)
	st.From, st.To = r.partition.bounds()
	q, err := queries.PullStatements(st)
	if err != nil {
		return 0, err
	}
	size := f.expected(r)
	divisible := size > neverCut/2 && r.partition.divisible() // where a few rows are too many, fewer will be
	rows, cut, err := f.pull(ctx, r, q, divisible)
	if err == nil {
		return len(rows), f.add(rows)
	}
	if cut {
		f.rows.tooMuch(size)
	}
	fail := fmt.Errorf("statements of %s: %w", someOf(r.terms), err)
	if !IsRefused(ctx, err) {
		return 0, fail
	}
	first, second, ok := r.halves(cut && divisible)
	switch {
	case ok:
	case cut:
		t := f.byTerm[r.terms[0]]
		if at, ok := t.index(r.properties[0]); ok {
			t.markIncomplete(at, "the endpoint does not send all its statements: "+err.Error())
		}
		return 0, nil
	default: // an endpoint that is slow today is no reason to give up a role
		return 0, fail
	}
	f.o.Logger.Info("fetching half", "terms", len(r.terms), "because", err)
	n, err := f.receive(ctx, first)
	if err != nil {
		return 0, err
	}
	m, err := f.receive(ctx, second)
	return n + m, err
}

// pull sends a request, and the smallest several times. cut: the answer was longer than
// the endpoint sends.
func (f fetcher) pull(ctx context.Context, r request, query string, divisible bool) (rows []solution, cut bool, err error) {
	single := len(r.terms) == 1 && len(r.properties) == 1
	for try := 1; ; try++ {
		rows, _, err = f.queryAbout(ctx, len(r.terms), query)
		cut = errors.Is(err, connector.ErrTruncated) || errors.Is(err, connector.ErrTooLarge)
		if !single || cut && divisible || try == tries || !IsRefused(ctx, err) {
			return rows, cut, err
		}
	}
}

// halves ask for half of the terms each, or of the properties, or of the partition
// if that may be split.
func (r request) halves(splitPartition bool) (first, second request, ok bool) {
	first, second = r, r
	terms, properties := len(r.terms)/2, len(r.properties)/2
	switch {
	case terms > 0:
		first.terms, second.terms = r.terms[:terms], r.terms[terms:]
	case properties > 0:
		first.properties, second.properties = r.properties[:properties], r.properties[properties:]
	case splitPartition:
		first.partition, second.partition = r.partition.halves()
	default:
		return r, r, false
	}
	return first, second, true
}

// expected is the number of rows that are expected of a request.
func (f fetcher) expected(r request) int {
	n := 0
	for _, s := range r.terms {
		t := f.byTerm[s]
		for _, p := range r.properties {
			if at, ok := t.index(p); ok {
				n += t.expect[at].N
			}
		}
	}
	return r.partition.share(n)
}

// add sorts rows by their terms. What is not expected of a term, because the
// request asks for it of another one, is left out.
func (f fetcher) add(rows []solution) error {
	var t *termRows
	term, property, at, expected := "", "", 0, false
	for _, r := range rows {
		s, p := text(r.s), text(r.p)
		if t == nil || s != term {
			if t = f.byTerm[s]; t == nil {
				return notAsked(s)
			}
			term, property = s, p
			at, expected = t.index(p)
		} else if p != property {
			property = p
			at, expected = t.index(p)
		}
		if expected {
			t.got[at]++
			t.add(f.o.Vocabulary.object(t.expect[at].Property, r.o))
		}
	}
	return nil
}

// recheck counts and fetches the statements of one property anew.
func (f fetcher) recheck(ctx context.Context, s string, at int) error {
	t := f.byTerm[s]
	p := t.expect[at].Property
	q, err := queries.CountStatements(f.pattern(f.kind, []string{s}, []string{p}))
	if err != nil {
		return err
	}
	counts, _, err := f.query(ctx, q)
	if err != nil {
		return fmt.Errorf("counting %s again: %w", Bracketed(s), err)
	}
	n, err := sum(counts)
	if err != nil {
		return fmt.Errorf("counting %s again: %w", Bracketed(s), err)
	}
	anew := &termRows{expect: []Count{{p, n}}, got: make([]int, 1)}
	again := fetcher{f.Endpoint, f.kind, map[string]*termRows{s: anew}}
	if n > 0 {
		for _, r := range inGroups(s, anew.expect, f.rows.size()) {
			if _, err := again.receive(ctx, r); err != nil {
				return err
			}
		}
	}
	if anew.incomplete == nil && anew.got[0] != n {
		anew.markIncomplete(0, fmt.Sprintf("the endpoint counts %s statements of %s and sends %s", Thousands(n), Bracketed(s), Thousands(anew.got[0])))
	}
	t.expect = slices.Clone(t.expect) // it is the asker's
	t.expect[at].N, t.recounted = n, true
	t.rows = slices.DeleteFunc(t.rows, func(r Row) bool { return r.Property == p })
	maps.DeleteFunc(t.unusable, func(r Row, _ int64) bool { return r.Property == p })
	if anew.incomplete != nil {
		t.markIncomplete(at, anew.incomplete[0])
		return nil
	}
	for _, r := range anew.all() {
		t.add(r)
	}
	return nil
}
