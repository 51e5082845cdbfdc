package graph

import (
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// An endpoint with reifiers of statements (RDF 1.2, dl.Reified) answers about an individual as if it had the triples
//
//	x p·statement s,  s p·value v
//
// that no graph states. Most reifiers are blank nodes, which cannot be asked about. They come with all that is stated
// of them when their subject is asked about, and get a name of which a later question can find the subject again:
// that of the n-th reifier of the statements with its subject and property, in the order of what is stated of them.
// They are read from the subject on only: where two subjects share a blank node each has its own, and what leads back
// is dropped (crawl) or left to the endpoint (Whole).

const nodePrefix = Blank + "r"

// reifierName returns the name of a reifier without an IRI.
func reifierName(subject, property string, n int) string {
	return nodePrefix + strconv.Itoa(n) + "x" + base64.RawURLEncoding.EncodeToString([]byte(subject+" "+property))
}

// subjectOfNode returns the subject of a reifier with such a name.
func subjectOfNode(name string) (subject string, ok bool) {
	rest, ok := strings.CutPrefix(name, nodePrefix)
	number, code, found := strings.Cut(rest, "x")
	_, err := strconv.Atoi(number)
	text, failed := base64.RawURLEncoding.DecodeString(code)
	subject, _, both := strings.Cut(string(text), " ")
	return subject, ok && found && both && err == nil && failed == nil
}

// canAsk reports whether an endpoint can be asked about the term: an IRI, or a reifier.
func canAsk(term string) bool {
	_, isNode := subjectOfNode(term)
	return isNode || queries.IsIRI(term)
}

// reifiers are what an endpoint has said of its reifiers.
type reifiers struct {
	mu                       sync.Mutex
	asked, has, bare, nested bool
	refused                  time.Time           // when the endpoint last did not say
	read                     map[string]*reified // by subject
	rows                     int                 // in read
}

// note notes whether the endpoint has reifiers, if nobody has.
func (r *reifiers) note(has bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.asked && !has {
		r.asked = true
	}
}

// take takes over what is known of the same endpoint.
func (r *reifiers) take(from *reifiers) {
	from.mu.Lock()
	asked, has, bare, nested := from.asked, from.has, from.bare, from.nested
	from.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if asked {
		r.asked, r.has, r.bare, r.nested = asked, has, bare, nested
	}
}

// mostReified is how many rows about reifiers are kept.
const mostReified = 500_000

// reified is what no triple states of a subject, and what is stated of its reifiers without IRIs.
type reified struct {
	out   []Row
	nodes map[string]node
}

// node is a reifier without an IRI, by the rows of Out and In.
type node struct{ out, in []Row }

// hasReifiers reports whether the endpoint has reifiers. No Wikibase has.
func (e *Endpoint) hasReifiers(ctx context.Context) (bool, error) {
	if e.o.Vocabulary.Statements != "" {
		return false, nil
	}
	d, err := e.FindReifiers(ctx, charged{e.client, e}, func(err error) {
		e.o.Logger.Info("statements about statements are not read", "because", err)
	})
	e.o.Concepts.Dialect |= d
	return e.reifiers.has, err
}

// charged is a client whose requests count for the budget.
type charged struct {
	Client
	e *Endpoint
}

func (c charged) Ask(ctx context.Context, query string) (bool, error) {
	if err := c.e.charge(); err != nil {
		return false, err
	}
	return c.Client.Ask(ctx, query)
}

func (c charged) Select(ctx context.Context, query string) (*connector.Table, error) {
	if err := c.e.charge(); err != nil {
		return nil, err
	}
	return c.Client.Select(ctx, query)
}

// FindReifiers finds out whether the endpoint has reifiers of statements, unless it was found out or the endpoint is
// known not to have any. It returns [queries.StatedReifiers] if it has, and all their statements are stated. The error
// is that of the context, or ErrBudget; failed is called with that of an endpoint that does not say. Such an endpoint
// is asked again after a while.
func (l *Limits) FindReifiers(ctx context.Context, client Client, failed func(error)) (queries.Dialect, error) {
	r := &l.reifiers
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := queries.DialectOfHost(client.URL()); !r.asked && !known && time.Since(r.refused) > askAgain {
		has, err := client.Ask(ctx, queries.HasReifiers())
		switch {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case errors.Is(err, ErrBudget):
			return 0, err
		case err != nil:
			r.refused = time.Now()
			failed(err)
			return 0, nil
		}
		if r.has = has; has {
			r.bare, r.nested = kindsOfReifiers(ctx, client)
		}
		r.asked = ctx.Err() == nil
	}
	if r.has && !r.bare && !r.nested {
		return queries.StatedReifiers, ctx.Err()
	}
	return 0, ctx.Err()
}

// HasReifiers reports whether FindReifiers has found some.
func (l *Limits) HasReifiers() bool {
	l.reifiers.mu.Lock()
	defer l.reifiers.mu.Unlock()
	return l.reifiers.has
}

// kindsOfReifiers says what [queries.Reifiers] asks. If it takes long, or not all is known, both are true.
func kindsOfReifiers(ctx context.Context, client Client) (bare, nested bool) {
	table, err := client.Select(ctx, queries.KindsOfReifiers())
	if err != nil {
		return true, true
	}
	for _, row := range solutions(table) {
		bare = bare || text(row.use) == "bare"
		nested = nested || text(row.use) == "nested"
	}
	return bare, nested
}

// reifiedKinds are the kinds of questions about an individual whose answers have its reifiers or their values.
var reifiedKinds = []Kind{Out, CountsOut, Leaf, CountsLeaf}

// divideNodes divides terms into those that are no nodes of statements, and the nodes with their subjects.
func divideNodes(terms []string) (others, nodes, subjects []string) {
	for _, term := range terms {
		if subject, is := subjectOfNode(term); is {
			nodes, subjects = append(nodes, term), append(subjects, subject)
		} else {
			others = append(others, term)
		}
	}
	return others, nodes, subjects
}

// askReified is Ask where the endpoint may have reifiers.
func (e *Endpoint) askReified(ctx context.Context, q Question, receive func([]Answer) error) error {
	if isAboutConcept(q.Kind) && namesReifiers(q) {
		if _, err := e.hasReifiers(ctx); err != nil {
			return err
		}
	}
	if isAboutConcept(q.Kind) || browsed[q.Kind] != nil || q.Kind == Axioms {
		return e.askTriples(ctx, q, receive)
	}
	iris, nodes, subjects := divideNodes(q.Terms)
	isReified := slices.Contains(reifiedKinds, q.Kind)
	if len(nodes) == 0 && !isReified {
		return e.askTriples(ctx, q, receive)
	}
	switch has, err := e.hasReifiers(ctx); {
	case err != nil:
		return err
	case !has && len(nodes) == 0:
		return e.askTriples(ctx, q, receive)
	}
	if isReified {
		subjects = append(subjects, iris...)
	}
	of, err := e.readReifiers(ctx, uniqueSorted(subjects), q.Kind == Leaf || q.Kind == CountsLeaf)
	if err != nil {
		return err
	}
	if len(nodes) > 0 {
		var answers []Answer
		for _, term := range nodes {
			subject, _ := subjectOfNode(term)
			answers = append(answers, e.answerNode(q, term, of[subject].nodes[term])...)
		}
		if err := receive(answers); err != nil {
			return err
		}
	}
	if q.Terms = iris; !isReified {
		return e.askTriples(ctx, q, receive)
	}
	return e.askWith(ctx, q, of, receive)
}

// askWith asks about IRIs, and adds to the answers what no triple states.
func (e *Endpoint) askWith(ctx context.Context, q Question, of map[string]*reified,
	receive func([]Answer) error) error {
	rows := map[string][]Row{}
	for _, term := range q.Terms {
		rows[term] = e.ofKind(q.Kind, of[term].out)
	}
	stated := q
	stated.Properties = slices.DeleteFunc(slices.Clone(q.Properties), IsReifiedProperty)
	if q.Expect != nil {
		stated.Expect = func(term string) []Count {
			return slices.DeleteFunc(slices.Clone(q.Expect(term)), func(c Count) bool { return IsReifiedProperty(c.Property) })
		}
	}
	if q.Properties != nil || q.Expect != nil { // each property has an answer
		var answers []Answer
		for _, term := range q.Terms {
			some := q
			some.Properties = slices.DeleteFunc(slices.Clone(q.Properties), func(p string) bool { return !IsReifiedProperty(p) })
			if q.Expect != nil {
				some.Expect = func(term string) []Count {
					return slices.DeleteFunc(slices.Clone(q.Expect(term)),
						func(c Count) bool { return !IsReifiedProperty(c.Property) })
				}
			}
			if q.Expect != nil || len(some.Properties) > 0 {
				answers = append(answers, answerRows(some, term, rows[term])...)
			}
		}
		if err := receive(answers); err != nil || q.Properties != nil && len(stated.Properties) == 0 {
			return err
		}
		return e.askTriples(ctx, stated, receive)
	}
	return e.askTriples(ctx, q, func(answers []Answer) error {
		for i := range answers {
			e.addRows(q, &answers[i], rows[answers[i].Term])
		}
		return receive(answers)
	})
}

// addRows adds rows to an answer about all statements of its term, or their numbers to one about these.
func (e *Endpoint) addRows(q Question, a *Answer, rows []Row) {
	_, isCount := statementsOf[a.Kind]
	switch {
	case len(rows) == 0 || a.Incomplete != "":
	case a.Kind == CountsOf[q.Kind], isCount && a.Kind == q.Kind:
		a.Rows = slices.Concat(a.Rows, countRows(rows))
	case a.Kind == q.Kind:
		a.Rows = slices.Concat(a.Rows, rows)
		if e.o.Vocabulary.RDFS {
			return
		}
		for _, r := range countRows(rows) {
			a.Properties = append(a.Properties, r.Property)
		}
	}
}

// namesReifiers reports whether a concept of the question is about reifiers.
func namesReifiers(q Question) bool {
	return slices.ContainsFunc(q.Terms, func(term string) bool { return dl.NamesReified(q.Concept(term)) })
}

// IsReifiedProperty reports whether the property leads to reifiers of statements, or from these to the values.
func IsReifiedProperty(p string) bool {
	_, _, is := dl.ReifiedBy(p)
	return is
}

// ofKind returns the rows that answer a question of the kind, or whose number does.
func (e *Endpoint) ofKind(kind Kind, rows []Row) []Row {
	if kind != Leaf && kind != CountsLeaf {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows),
		func(r Row) bool { return !IsLiteral(r) && r.Property != e.o.Vocabulary.Type })
}

// answerNode returns the answers about a reifier without an IRI.
func (e *Endpoint) answerNode(q Question, term string, n node) []Answer {
	if side, is := Sides[q.Kind]; is {
		return answerRows(q, term, participation(q, side, n))
	}
	var rows []Row
	switch q.Kind {
	case Out, CountsOut, Leaf, CountsLeaf:
		rows = e.ofKind(q.Kind, n.out)
	case In, CountsIn:
		rows = n.in
	}
	if q.isReading() && q.Properties == nil {
		return reader{e}.whole(q, term, rows, time.Now().UnixMilli())
	}
	return answerRows(q, term, rows)
}

// answerRows returns the answers about a term with these rows, or their numbers: one for all, one for the expected
// properties, or one for each property that is counted.
func answerRows(q Question, term string, rows []Row) []Answer {
	a := Answer{Term: term, Kind: q.Kind, Time: time.Now().UnixMilli(), Rows: rows}
	_, isCount := statementsOf[q.Kind]
	switch {
	case isCount && q.Properties != nil:
		var answers []Answer
		for _, p := range q.Properties {
			a.Properties, a.Rows = []string{p}, countRows(withProperties(rows, a.Properties))
			answers = append(answers, a)
		}
		return answers
	case isCount:
		a.Rows = countRows(rows)
	case q.Expect != nil:
		for _, c := range q.Expect(term) {
			a.Properties = append(a.Properties, c.Property)
		}
		if a.Rows = withProperties(rows, a.Properties); len(a.Properties) == 0 {
			return nil
		}
	case q.isReading():
		a.Properties, a.Rows = q.Properties, withProperties(rows, q.Properties)
	default:
		a.Properties = q.parts()
	}
	return []Answer{a}
}

// participation returns the properties of the question with which the reifier has statements.
func participation(q Question, side entail.Side, n node) (rows []Row) {
	stated := n.out
	if side == Sides[AsObject] {
		stated = n.in
	}
	for _, p := range q.Properties {
		if slices.ContainsFunc(stated, func(r Row) bool {
			return r.Property == p && (side != Sides[AsLinked] || !IsLiteral(r))
		}) {
			rows = append(rows, Row{Property: setName(q.Properties), Value: p})
		}
	}
	return rows
}

func withProperties(rows []Row, properties []string) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return !slices.Contains(properties, r.Property) })
}
