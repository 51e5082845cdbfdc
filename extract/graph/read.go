package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/queries"
)

// Statements that are read without counting them first. An answer has its number of rows
// with it, so that it is complete or known to be cut. Statements that cannot be facts are
// left out; the counts that follow leave them out, too.

const (
	readRows    = 30     // rows that are expected of an individual at first
	mostPointed = 40     // terms in one request for statements that point to them, or around them
	mostCounted = 20_000 // statements of a term that are counted by property
)

// reader reads statements without counts.
type reader struct{ *Endpoint }

// read fetches the statements of the terms in one direction, or those with some
// properties. A request is about as many terms as rows are expected, by the request before.
func (e reader) read(ctx context.Context, q Question, receive func([]Answer) error) error {
	terms := q.Terms
	next := func() (Question, int) {
		n := min(e.readSize(q), len(terms))
		batch := q
		batch.Terms, terms = terms[:n], terms[n:]
		return batch, n
	}
	e.report(q.Phase, 0, len(terms))
	return fetchInOrder(ctx, e.Endpoint, q.Phase, len(terms), next, e.readBatch, receive)
}

// readSize returns the number of terms of the next request.
func (e reader) readSize(q Question) int {
	switch {
	case q.Kind == In, slices.Contains(q.Around, In):
		return min(mostPointed, e.o.Batch)
	case q.Properties != nil || q.Kind == Superclasses:
		return e.o.Batch
	}
	return int(max(1, min(int64(e.o.Batch), int64(e.o.Rows)/max(1, e.perTerm.Load()))))
}

// readBatch reads the statements of a batch. A term about which the endpoint does not
// answer has a reason.
func (e reader) readBatch(ctx context.Context, q Question) (answers []Answer, err error) {
	asked := time.Now().UnixMilli()
	err = halve(ctx, q.Terms, func(batch []string) error {
		some := q
		some.Terms = batch
		some.Around = e.around(q, len(batch))
		found, err := e.readTerms(ctx, some, asked)
		if len(some.Around) > 0 && err != nil && ctx.Err() == nil { // what is in addition must not cost the rest
			some.Around = nil
			if found, err = e.readTerms(ctx, some, asked); err == nil && len(batch) <= mostAround { // else it may be too long
				e.noAround.failed()
			}
		}
		answers = append(answers, found...)
		return err
	}, halvesOf, func(batch []string, err error) error {
		answers = append(answers,
			Answer{Term: batch[0], Kind: q.Kind, Properties: q.Properties, Time: asked,
				Incomplete: err.Error(), Passes: connector.Passes(err)})
		return nil
	})
	return answers, err
}

// around returns the kinds that are asked for with those of so many terms.
func (e reader) around(q Question, terms int) []Kind {
	return slices.DeleteFunc(slices.Clone(q.Around), func(kind Kind) bool {
		return e.noAround.is() || kind == Labels && terms > mostAround || kind == Superclasses && !e.hasPaths()
	})
}

func (e reader) readTerms(ctx context.Context, q Question, asked int64) ([]Answer, error) {
	if q.Kind == Superclasses {
		return e.readSuperclasses(ctx, q, asked)
	}
	r := e.reading(q)
	if r.Limit = e.o.Rows; q.Kind == In {
		r.Limit = q.Limit + 1
	}
	for _, kind := range q.Around {
		var err error
		switch kind {
		case In:
			r.Pointing = q.Limit + 1
		case Superclasses:
			r.Above = e.o.Vocabulary.SubClassOf
		case Presences:
			r.Present, err = presenceOf(e.o.Vocabulary, e.o.Exclusions).Select(q.Terms)
		default:
			r.Labels, err = simpleKinds[Labels].query(e.Endpoint, q.Terms)
		}
		if err != nil {
			return nil, err
		}
	}
	query, err := r.Select()
	if err != nil {
		return nil, err
	}
	rows, err := e.selectLimited(ctx, len(q.Terms), query)
	if errors.Is(err, connector.ErrQueryTooLarge) && r.Domain != nil && len(q.Terms) <= firstBatch && !e.noList.failed() {
		return e.readTerms(ctx, q, asked)
	}
	if err != nil {
		return nil, err
	}
	if len(q.Around) == 0 {
		return e.readRows(ctx, q, rows, asked)
	}
	return e.readAround(ctx, q, rows, asked)
}

// readAround returns the answers to a question with Around from all its rows.
func (e reader) readAround(ctx context.Context, q Question, rows []solution, asked int64) ([]Answer, error) {
	byUse := map[string][]solution{}
	for _, r := range rows {
		byUse[text(r.use)] = append(byUse[text(r.use)], r)
	}
	if len(byUse[""]) == e.o.Rows {
		return nil, e.truncated(e.o.Rows+1, e.o.Rows)
	}
	answers, err := e.readRows(ctx, q, byUse[""], asked)
	for _, kind := range q.Around {
		if err != nil {
			return nil, err
		}
		var some []Answer
		switch kind {
		case In:
			q.Kind = In
			some, err = e.readRows(ctx, q, byUse[queries.UsePointing], asked)
		case Superclasses:
			var classes []string
			for _, r := range byUse[""] {
				classes = append(classes, text(r.o))
			}
			some, err = e.aboveOf(classes, byUse[queries.UseAbove], asked)
		case Presences:
			some, err = groupByTerm(Presences, q.Terms, time.UnixMilli(asked), byUse[queries.UsePresent],
				func(r solution) (Row, bool) { return presenceRow(e.Endpoint, r) })
			answers, some = some, answers // first: they say which statements count by their existence
		default:
			some, err = groupByTerm(Labels, q.Terms, time.UnixMilli(asked), byUse[queries.UseLabel],
				func(r solution) (Row, bool) { return labelRow(e.Endpoint, r) })
		}
		answers = append(answers, some...)
	}
	return answers, err
}

// readRows returns the answers to a question from all its rows.
func (e reader) readRows(ctx context.Context, q Question, rows []solution, asked int64) ([]Answer, error) {
	if q.Kind == Out && q.Properties == nil {
		e.perTerm.Store(int64(len(rows)/len(q.Terms)) + 1)
	}
	byTerm, err := e.rowsOf(q.Terms, rows)
	if err != nil {
		return nil, err
	}
	var answers []Answer
	var over []string
	for _, term := range q.Terms {
		if t := byTerm[term]; q.Kind == In && t.number > q.Limit {
			over = append(over, term)
		} else {
			answers = append(answers, e.whole(q, term, t.allRows(), asked)...)
		}
	}
	if len(over) == 0 {
		return answers, nil
	}
	q.Terms = over
	more, err := e.readCounted(ctx, q, asked)
	return append(answers, more...), err
}

func (e reader) reading(q Question) queries.Reading {
	v := e.o.Vocabulary
	r := queries.Reading{Subjects: q.Terms, Inverse: q.Kind == In, Properties: q.Properties, Type: v.Type,
		Values: !v.Strings && q.Properties == nil, Leaves: q.Kind == Leaf, Redirect: v.Redirect}
	if q.Kind == Leaf || slices.Equal(q.Properties, []string{v.Type}) { // classes do not redirect
		r.Redirect = ""
	}
	if r.Fixed = !e.isVirtuoso(); v.RDFS { // a property may entail facts
		return r
	}
	domain := e.o.Exclusions.Domain(v)
	if len(domain.Only) == 0 { // most of the default list are texts, which Values leaves out
		texts := set(DefaultExclusions().Properties)
		domain.Excluded = slices.DeleteFunc(domain.Excluded,
			func(p string) bool { return texts[p] && !strings.HasSuffix(p, "/") && !strings.HasSuffix(p, "#") })
	}
	if e.noList.is() {
		domain.Excluded = slices.DeleteFunc(domain.Excluded,
			func(p string) bool { return !strings.HasSuffix(p, "/") && !strings.HasSuffix(p, "#") })
	}
	r.Domain = &domain
	return r
}

func (e reader) isVirtuoso() bool { return e.o.Concepts.Dialect.Has(queries.LooseOrder) }

// selectLimited does what selectChecked does. As many rows as the limit of the query are too many.
func (e reader) selectLimited(ctx context.Context, terms int, query string) ([]solution, error) {
	rows, err := e.selectChecked(ctx, terms, query)
	if err == nil && len(rows) == e.o.Rows {
		return nil, e.truncated(len(rows), len(rows))
	}
	return rows, err
}

// selectChecked returns the rows of a query that has their number in a row of its own.
func (e *Endpoint) selectChecked(ctx context.Context, terms int, query string) ([]solution, error) {
	rows, _, err := e.queryAbout(ctx, terms, query)
	if err != nil {
		return nil, err
	}
	total := -1
	rows = slices.DeleteFunc(rows, func(r solution) bool {
		if r.n == nil {
			return false
		}
		if n, ok := parseCount(r.n); ok {
			total = n
		}
		return true
	})
	if total != len(rows) {
		return nil, e.truncated(total, len(rows))
	}
	e.recordComplete(total + 1)
	return rows, nil
}

func (e *Endpoint) truncated(total, rows int) error {
	return fmt.Errorf("endpoint %s: %w: it counts %s rows and sends %s", e.client.URL(),
		connector.ErrTruncated, Thousands(total), Thousands(rows))
}

func (e reader) rowsOf(terms []string, rows []solution) (map[string]*readTerm, error) {
	byTerm := make(map[string]*readTerm, len(terms))
	for _, term := range terms {
		byTerm[term] = &readTerm{}
	}
	for _, r := range rows {
		t := byTerm[text(r.s)]
		if t == nil {
			return nil, unexpectedTerm(text(r.s))
		}
		t.number++
		if p := text(r.p); queries.IsIRI(p) {
			t.add(e.o.Vocabulary.object(p, r.o))
		}
	}
	return byTerm, nil
}

type readTerm struct {
	termRows
	number int
}

// whole returns the answers about a term of which everything was read: the statements, and
// their numbers by property.
func (e reader) whole(q Question, term string, rows []Row, asked int64) []Answer {
	a := Answer{Term: term, Kind: q.Kind, Properties: q.Properties, Time: asked, Rows: rows}
	if q.Properties != nil || e.o.Vocabulary.RDFS && q.Kind != Superclasses {
		return []Answer{a}
	}
	counts := Answer{Term: term, Kind: CountsOf[q.Kind], Time: asked, Rows: countRows(rows)}
	for _, r := range counts.Rows {
		a.Properties = append(a.Properties, r.Property)
	}
	return []Answer{a, counts}
}

// readCounted counts the statements that point to terms with many of them, and reads those
// with few for a property.
func (e reader) readCounted(ctx context.Context, q Question, asked int64) ([]Answer, error) {
	r := e.reading(q)
	r.Limit = mostCounted
	query, err := r.Counts()
	if err != nil {
		return nil, err
	}
	rows, _, err := e.queryAbout(ctx, len(q.Terms), query)
	if err != nil {
		return nil, err
	}
	counts, err := groupByTerm(CountsIn, q.Terms, time.UnixMilli(asked), rows, func(r solution) (Row, bool) {
		n, ok := parseCount(r.n)
		return Row{Property: text(r.p), N: int64(n)}, ok && queries.IsIRI(text(r.p))
	})
	if err != nil {
		return nil, err
	}
	var answers []Answer
	expect := map[string][]Count{}
	var terms []string
	for _, a := range counts {
		n := 0
		for _, r := range a.Rows {
			n += int(r.N)
		}
		if n <= q.Limit || n >= mostCounted || !e.belowRowCap(len(rows)) {
			answers = append(answers,
				Answer{
					Term:       a.Term,
					Kind:       q.Kind,
					Time:       asked,
					Incomplete: fmt.Sprintf("%s has too many statements to read them", Bracketed(a.Term)),
				})
			continue
		}
		if q.Properties == nil && !e.o.Vocabulary.RDFS {
			answers = append(answers, a)
		}
		for _, r := range a.Rows {
			if int(r.N) > q.Limit {
				answers = append(answers, tooMany(q, a.Term, r.Property, int(r.N), asked))
			} else {
				expect[a.Term] = append(expect[a.Term], Count{r.Property, int(r.N)})
			}
		}
		slices.SortFunc(expect[a.Term], CompareCounts)
		terms = append(terms, a.Term)
	}
	q.Expect = func(term string) []Count { return expect[term] }
	for len(terms) > 0 {
		u := e.pack(q, terms)
		terms = terms[len(u.Terms):]
		found, err := e.fetchUnit(ctx, u)
		if err != nil {
			return nil, err
		}
		answers = append(answers, found...)
	}
	return answers, nil
}

// tooMany is the answer about a property with more statements than the question asks for.
func tooMany(q Question, term, property string, n int, asked int64) Answer {
	return Answer{
		Term:       term,
		Kind:       q.Kind,
		Properties: []string{property},
		Time:       asked,
		Incomplete: fmt.Sprintf("%s has %s statements with it, and %s are read", Bracketed(term), Thousands(n),
			Thousands(q.Limit)),
	}
}

// readSuperclasses reads the superclasses of classes. Where the dialect allows it, it reads
// the superclasses of these, too, and answers about them.
func (e reader) readSuperclasses(ctx context.Context, q Question, asked int64) ([]Answer, error) {
	property := e.o.Vocabulary.SubClassOf
	if e.hasPaths() {
		query, err := queries.SuperclassEdges(q.Terms, property)
		if err != nil {
			return nil, err
		}
		rows, err := e.selectLimited(ctx, len(q.Terms), query)
		if !errors.Is(err, connector.ErrTimeout) {
			if err != nil {
				return nil, err
			}
			return e.aboveOf(q.Terms, rows, asked)
		}
		e.noPaths.failed()
	}
	query, err := queries.Reading{
		Subjects:   q.Terms,
		Properties: []string{property},
		Fixed:      !e.isVirtuoso(),
		Limit:      e.o.Rows,
	}.Select()
	if err != nil {
		return nil, err
	}
	rows, err := e.selectLimited(ctx, len(q.Terms), query)
	if err != nil {
		return nil, err
	}
	return e.superclasses(q.Terms, rows, asked)
}

func (e reader) hasPaths() bool { return !e.isVirtuoso() && !e.noPaths.is() }

// aboveOf returns the superclasses of the classes and of all above them from the rows of
// [queries.SuperclassEdges].
func (e reader) aboveOf(classes []string, rows []solution, asked int64) ([]Answer, error) {
	classes = slices.Clone(classes)
	for _, r := range rows {
		classes = append(classes, text(r.s), text(r.o))
	}
	return e.superclasses(slices.DeleteFunc(uniqueSorted(classes), func(c string) bool { return !queries.IsIRI(c) }), rows,
		asked)
}

func (e reader) superclasses(classes []string, rows []solution, asked int64) ([]Answer, error) {
	byTerm, err := e.rowsOf(classes, rows)
	if err != nil {
		return nil, err
	}
	var answers []Answer
	for _, class := range classes {
		answers = append(answers, e.whole(Question{Kind: Superclasses}, class, byTerm[class].allRows(), asked)...)
	}
	return answers, nil
}
