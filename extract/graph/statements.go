package graph

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

// request is a request for the statements of the terms by the properties, with objects
// in the partition.
type request struct {
	terms, properties []string
	partition         partition
}

// unit is a part of a question that is fetched and stored as a whole: its requests
// cover all statements that are expected of its terms.
type unit struct {
	Question
	requests []request
}

func (e *Endpoint) fetchStatements(ctx context.Context, q Question, receive func([]Answer) error) error {
	terms := slices.DeleteFunc(slices.Clone(q.Terms), func(s string) bool { return len(q.Expect(s)) == 0 })
	total := len(terms)
	next := func() (unit, int) {
		u := e.pack(q, terms)
		terms = terms[len(u.Terms):]
		return u, len(u.Terms)
	}
	return fetchInOrder(ctx, e, q.Phase, total, next, e.fetchUnit, receive)
}

// pack returns a unit of the first terms. It has at most as many terms, and expects at
// most as many rows, as one request may. A term that expects more rows becomes a unit
// with several requests.
func (e *Endpoint) pack(q Question, terms []string) unit {
	limit := e.rows.size()
	n := 0
	rows := 0
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
		u.requests = groupRequests(terms[0], q.Expect(terms[0]), limit)
	case n > 0:
		u.requests = []request{{terms: u.Terms, properties: sortedKeys(properties)}}
	}
	return u
}

// groupRequests returns requests for all properties of one term, of up to limit rows
// each. A property with more rows gets one request for each partition.
func groupRequests(s string, expect []Count, limit int) []request {
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

// termRows are the statements received of one term.
type termRows struct {
	expect     []Count
	got        []int    // number of rows received, by index in expect
	incomplete []string // reasons, by index in expect, empty if complete; nil: all are complete
	rows       []Row
	unusable   map[Row]int64 // number of objects that cannot be used, by their row with N = 0
	recounted  bool          // expect was counted again
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

// allRows returns the rows, first the usable ones, then those that stand for several
// objects, sorted.
func (t *termRows) allRows() []Row {
	rows := t.rows
	for r, n := range t.unusable {
		r.N = n
		rows = append(rows, r)
	}
	slices.SortFunc(rows[len(t.rows):], func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Property, b.Property), cmp.Compare(a.Value, b.Value),
			cmp.Compare(a.Datatype, b.Datatype), cmp.Compare(a.Lang, b.Lang))
	})
	return rows
}

// fetchUnit sends the requests of a unit and compares the number of rows with the
// counts. For a property where they differ it counts and fetches once more, because the
// source may have changed in between.
func (e *Endpoint) fetchUnit(ctx context.Context, u unit) ([]Answer, error) {
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
		n, err := f.fetch(ctx, r)
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
				if err := f.refetch(ctx, s, i); err != nil {
					return nil, err
				}
			}
		}
		clean = clean && t.incomplete == nil
		answers = append(answers, t.answers(u.Kind, s, asked)...)
	}
	if clean {
		e.recordComplete(received)
	}
	return answers, nil
}

// answers returns an answer with the complete properties, one for each incomplete
// property, and the counts if they are new.
func (t *termRows) answers(kind Kind, s string, asked int64) []Answer {
	var all []Answer
	covered := make([]string, 0, len(t.expect))
	for i, c := range t.expect {
		switch {
		case t.incomplete != nil && t.incomplete[i] != "":
			all = append(all,
				Answer{Term: s, Kind: kind, Properties: []string{c.Property}, Time: asked, Incomplete: t.incomplete[i]})
		case c.N > 0:
			covered = append(covered, c.Property)
		}
		if t.recounted {
			counts := Answer{Term: s, Kind: CountsOf[kind], Properties: []string{c.Property}, Time: time.Now().UnixMilli()}
			if c.N > 0 {
				counts.Rows = []Row{{Property: c.Property, N: int64(c.N)}}
			}
			all = append(all, counts)
		}
	}
	if len(covered) > 0 {
		rows := t.allRows()
		if t.incomplete != nil { // some rows of incomplete properties may have been received
			rows = slices.DeleteFunc(rows,
				func(r Row) bool { at, _ := FindCount(t.expect, r.Property); return t.incomplete[at] != "" })
		}
		all = append(all, Answer{Term: s, Kind: kind, Properties: covered, Time: asked, Rows: rows})
	}
	return all
}

// fetcher fetches statements of one kind into byTerm.
type fetcher struct {
	*Endpoint
	kind   Kind
	byTerm map[string]*termRows
}

// fetch sends a request and adds the rows to those of its terms. If the request is too
// large, it fetches each half. A property that cannot be divided further is marked as
// incomplete. fetch returns the number of rows received.
func (f fetcher) fetch(ctx context.Context, r request) (received int, err error) {
	err = halve(ctx, r, func(r request) error {
		rows, err := f.send(ctx, r)
		switch {
		case err == nil:
			received += len(rows)
			f.rows.grow(min(f.expectedRows(r), len(rows)))
			return f.add(rows)
		case isCut(err):
			f.rows.shrink(f.expectedRows(r))
		}
		f.o.Logger.Info("statements were not sent", "terms", len(r.terms), "because", err)
		return fmt.Errorf("statements of %s: %w", listTerms(r.terms), err)
	}, func(r request, err error) (first, second request, ok bool) {
		return r.halves(isCut(err) && f.isDivisible(r))
	}, func(r request, err error) error {
		if !isCut(err) { // a role is not dropped because the endpoint is slow today
			return err
		}
		t := f.byTerm[r.terms[0]]
		if at, ok := FindCount(t.expect, r.properties[0]); ok {
			t.markIncomplete(at, "the endpoint does not send all its statements: "+errors.Unwrap(err).Error())
		}
		return nil
	})
	return received, err
}

// isCut reports whether the endpoint does not send so many rows or bytes.
func isCut(err error) bool {
	return errors.Is(err, connector.ErrTruncated) || errors.Is(err, connector.ErrTooLarge)
}

// isDivisible reports whether the partition of a request can be divided. If the endpoint
// refuses a few rows, fewer do not help.
func (f fetcher) isDivisible(r request) bool {
	return f.expectedRows(r) > neverCut/2 && r.partition.divisible()
}

// send sends a request. It tries several times if the request cannot be divided.
func (f fetcher) send(ctx context.Context, r request) (rows []solution, err error) {
	st := f.pattern(f.kind, r.terms, r.properties)
	st.From, st.To = r.partition.bounds()
	query, err := queries.PullStatements(st)
	if err != nil {
		return nil, err
	}
	single := len(r.terms) == 1 && len(r.properties) == 1
	for try := 1; ; try++ {
		rows, _, err = f.queryAbout(ctx, len(r.terms), query)
		if !single || isCut(err) && f.isDivisible(r) || try == tries || !IsRefused(ctx, err) {
			return rows, err
		}
	}
}

// halves splits a request by its terms; if it has one term, by its properties; if it has
// one property, too, by its partition, provided that splitPartition is set.
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

func (f fetcher) expectedRows(r request) int {
	n := 0
	for _, s := range r.terms {
		t := f.byTerm[s]
		for _, p := range r.properties {
			if at, ok := FindCount(t.expect, p); ok {
				n += t.expect[at].N
			}
		}
	}
	return r.partition.share(n)
}

// add adds rows to those of their terms. It leaves out a property that is not expected
// of the term: the request asks for it because of another term.
func (f fetcher) add(rows []solution) error {
	var t *termRows
	term := ""
	property := ""
	at := 0
	expected := false
	for _, r := range rows {
		s, p := text(r.s), text(r.p)
		if t == nil || s != term {
			if t = f.byTerm[s]; t == nil {
				return unexpectedTerm(s)
			}
			term, property = s, p
			at, expected = FindCount(t.expect, p)
		} else if p != property {
			property = p
			at, expected = FindCount(t.expect, p)
		}
		if expected {
			t.got[at]++
			t.add(f.o.Vocabulary.object(t.expect[at].Property, r.o))
		}
	}
	return nil
}

// refetch counts and fetches the statements of one property of a term again. at is the
// index of the property in the expected counts.
func (f fetcher) refetch(ctx context.Context, s string, at int) error {
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
	n, err := sumNumbers(counts)
	if err != nil {
		return fmt.Errorf("counting %s again: %w", Bracketed(s), err)
	}
	fresh := &termRows{expect: []Count{{p, n}}, got: make([]int, 1)}
	again := fetcher{f.Endpoint, f.kind, map[string]*termRows{s: fresh}}
	if n > 0 {
		for _, r := range groupRequests(s, fresh.expect, f.rows.size()) {
			if _, err := again.fetch(ctx, r); err != nil {
				return err
			}
		}
	}
	if fresh.incomplete == nil && fresh.got[0] != n {
		fresh.markIncomplete(
			0,
			fmt.Sprintf("the endpoint counts %s statements of %s and sends %s", Thousands(n), Bracketed(s),
				Thousands(fresh.got[0])),
		)
	}
	t.expect = slices.Clone(t.expect) // the slice belongs to the caller
	t.expect[at].N, t.recounted = n, true
	t.rows = slices.DeleteFunc(t.rows, func(r Row) bool { return r.Property == p })
	maps.DeleteFunc(t.unusable, func(r Row, _ int64) bool { return r.Property == p })
	if fresh.incomplete != nil {
		t.markIncomplete(at, fresh.incomplete[0])
		return nil
	}
	for _, r := range fresh.allRows() {
		t.add(r)
	}
	return nil
}
