package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// Sizes of requests about concepts.
const (
	firstConcepts   = 60      // in the first request; more after quick answers
	fewConcepts     = 6       // in the first request to a large graph, after the lookups
	mostConcepts    = 300     // in one request
	mostMemberships = 6000    // pairs of a concept and an individual in one request
	mostTimeouts    = 3       // of one question; the concepts left are then not asked about
	mostPatient     = 16      // requests of one question after the first time-out
	largeConcept    = 100_000 // members; of a larger concept genus only learns that it has more
	quickAnswer     = 2 * time.Second

	// countTime limits the time of one question for numbers in a large graph, or of those that
	// share it, lookups aside. A request may take half of the time that is left, but at least
	// quickAnswer, so that a slow one leaves time for others. A person waits for the ranking,
	// which can do without the numbers that take long: cheap concepts are counted first.
	countTime = 12 * time.Second
)

// NotAsked is the reason in an answer about a concept when the store has no answer and
// there is no endpoint to ask.
const NotAsked = "the endpoint was not asked about this concept"

// conceptAsker asks one question about concepts. One request is about several concepts:
// lookups by a value in one, all others in further ones. Requests grow while answers are
// quick.
//
// No concept is in more than two requests that time out. After the first one the last
// concept, which costs most, gets a reason and no number, and the others are asked about in
// parts of at most an eighth, the last parts smaller. If a part times out, too, all its
// concepts get no number. After a few time-outs all concepts that are left get none: asking
// about each alone would cost more than the numbers are worth.
type conceptAsker struct {
	Question
	e       *Endpoint
	receive func([]Answer) error
	done    int
	room    int              // for branches in a request, after one was too large; 0: not known
	left    *time.Duration   // of countTime
	large   map[dl.Role]bool // roles by which a value has more than largeConcept members
}

// ShareCountTime returns a context in which all questions for numbers together take no longer in
// a large graph than one may take. Only one of them may be asked at a time.
func ShareCountTime(ctx context.Context) context.Context {
	left := countTime
	return context.WithValue(ctx, countTimeKey{}, &left)
}

type countTimeKey struct{}

// branch is one part of a request: a single concept, or restrictions with the same role
// and filler and different numbers, which are counted by one tally of successors.
type branch struct {
	terms  []string
	tally  *dl.Exists
	failed bool // was in a request that timed out
}

func (e *Endpoint) askConcepts(ctx context.Context, q Question, receive func([]Answer) error) error {
	if ctx.Value(countTimeKey{}) == nil {
		ctx = ShareCountTime(ctx)
	}
	a := &conceptAsker{Question: q, e: e, receive: receive, large: map[dl.Role]bool{},
		left: ctx.Value(countTimeKey{}).(*time.Duration)}
	size, _ := a.sizes()
	e.report(q.Phase, 0, len(q.Terms)) // an answer may take seconds
	timeouts, since := 0, 0            // since: requests after the first time-out
	for rest := a.branches(); len(rest) > 0; {
		if timeouts > mostTimeouts || since > mostPatient || *a.left <= 0 && a.isLimited(rest) {
			return a.refuse(rest, time.Now(), "counting concepts takes too long")
		}
		if timeouts > 0 {
			since++
		}
		some := a.next(rest, size)
		asked := time.Now()
		err := a.ask(ctx, some)
		if a.isLimited(some) {
			*a.left -= time.Since(asked)
		}
		switch {
		case err == nil:
			if rest, err = a.answerImplied(rest[len(some):]); err != nil {
				return err
			}
			size = a.nextSize(size, some, time.Since(asked), timeouts == 0)
			a.keepSize(size)
			continue
		case !IsRefused(ctx, err):
			return fmt.Errorf("%s: %w", q.Phase, err)
		}
		if len(a.sampled(some)) > 0 { // what is in addition must not cost the rest
			e.noAround.failed()
			continue
		}
		a.keepSize(0)
		e.o.Logger.Info("asking about fewer concepts", "concepts", len(some), "because", err)
		timedOut := errors.Is(err, connector.ErrTimeout)
		if timedOut {
			timeouts++
		}
		keep := 0
		keep, size = a.afterRefusal(some, timedOut, size)
		if err := a.refuse(some[keep:], asked, err.Error()); err != nil {
			return err
		}
		rest = slices.Delete(rest, keep, len(some))
	}
	return nil
}

// afterRefusal returns how many of the branches are asked again, and how many at a time from now on. It marks those
// that timed out.
func (a *conceptAsker) afterRefusal(some []branch, timedOut bool, size int) (keep, newSize int) {
	newSize = size
	switch {
	case len(some) == 1 || timedOut && some[0].failed:
	case timedOut:
		keep, newSize = len(some)-1, max(1, len(some)/8)
	default:
		keep, newSize = len(some), max(1, len(some)/4)
		a.room = newSize
	}
	for i := range some[:keep] {
		some[i].failed = some[i].failed || timedOut
	}
	return keep, newSize
}

// answerImplied answers that ∃r.⊤ is large where ∃r.{a} is, and returns the other branches.
func (a *conceptAsker) answerImplied(rest []branch) ([]branch, error) {
	var answers []Answer
	rest = slices.DeleteFunc(rest, func(b branch) bool {
		exists, is := a.Concept(b.terms[0]).(dl.Exists)
		if !is || b.tally != nil || !a.large[exists.Role] || exists.C != (dl.Top{}) {
			return false
		}
		answers = append(answers, Answer{Term: b.terms[0], Kind: a.Kind, Time: time.Now().UnixMilli(),
			Rows: []Row{{Value: AtLeast, N: largeConcept + 1}}})
		return true
	})
	if len(answers) == 0 {
		return rest, nil
	}
	return rest, a.receive(answers)
}

// sizes returns how many concepts the first request is about, and any request at most.
func (a *conceptAsker) sizes() (first, most int) {
	switch most = mostConcepts; a.Kind {
	case Memberships: // cheap for each concept, as some members are
		most = min(most, max(1, mostMemberships/max(1, len(a.Properties))))
		return most, most
	case SomeMembers:
		return most, most
	}
	if _, and := a.Concept(a.Terms[0]).(dl.And); and && a.e.isLarge.Load() { // a join may take all the time of a request
		return 1, most
	}
	return min(max(firstConcepts, int(a.e.concepts.Load())), most), most
}

// nextSize returns the size of the next request after an answer that took some time.
func (a *conceptAsker) nextSize(size int, some []branch, took time.Duration, mayGrow bool) int {
	switch _, most := a.sizes(); {
	case a.e.isLarge.Load() && a.isLookup(some[0]): // other concepts take long
		return min(size, fewConcepts)
	case took > quickAnswer:
		return max(1, min(size, int(float64(len(some))*quickAnswer.Seconds()/took.Seconds())))
	case took < quickAnswer/4 && mayGrow && (a.Kind != Members || !a.isLookup(some[0])):
		// After lookups nothing is known of others.
		return min(2*max(size, len(some)), most)
	}
	return size
}

// keepSize makes this the size of the first request of later questions for numbers, unless the graph is large.
func (a *conceptAsker) keepSize(size int) {
	if a.Kind == Members && !a.e.isLarge.Load() {
		a.e.concepts.Store(int64(size))
	}
}

// next returns the branches of the next request.
func (a *conceptAsker) next(rest []branch, size int) []branch {
	some := a.fitting(rest, size)
	if a.room > 0 {
		some = some[:min(a.room, len(some))]
	}
	return some
}

// fitting returns the branches of the next request, if it has room for them. Lookups by a value,
// which come first, have requests of their own, and may be more; unless earlier ones have shown that
// the graph is small. If the query is sent in the URL, all must fit into one request then: more may
// be too long.
func (a *conceptAsker) fitting(rest []branch, size int) []branch {
	if rest[0].failed {
		n := 1
		for n < len(rest) && rest[n].failed {
			n++
		}
		return rest[:min(size, (n+1)/2)]
	}
	if a.Kind != Members {
		return rest[:min(size, len(rest))]
	}
	if a.e.posts() {
		size = max(size, min(atOnce(size, len(rest)), mostConcepts))
	}
	n := slices.IndexFunc(rest, func(b branch) bool { return !a.isLookup(b) })
	switch {
	case n == 0:
		return rest[:min(size, len(rest))]
	case n < 0:
		n = len(rest)
	}
	if a.e.isSmall.Load() && !a.e.isLarge.Load() && (len(rest) <= size || a.e.posts()) { // lookups and others together
		return rest[:min(n+size, len(rest))]
	}
	if size >= firstConcepts {
		size = mostConcepts
	}
	return rest[:min(size, n)]
}

// posts reports whether the client is known to send queries in the bodies of requests.
func (e *Endpoint) posts() bool {
	c, known := e.client.(interface{ InURL() bool })
	return known && !c.InURL()
}

// isLookup reports whether the branch is the lookup of a value.
func (a *conceptAsker) isLookup(b branch) bool {
	exists, is := a.Concept(b.terms[0]).(dl.Exists)
	if !is || b.tally != nil {
		return false
	}
	_, is = exists.C.(dl.Nominal)
	return is
}

// isLimited reports whether the request is one of those that share the time of the question.
func (a *conceptAsker) isLimited(some []branch) bool {
	return a.Kind == Members && a.e.isLarge.Load() && !a.isLookup(some[0])
}

// limit returns how long a request may take.
func (a *conceptAsker) limit(some []branch) time.Duration {
	if !a.isLimited(some) {
		return a.e.o.ConceptTime
	}
	return min(a.e.o.ConceptTime, max(*a.left/2, quickAnswer))
}

// branches returns the branches of the question in the order of the terms, the tallies
// last: that is their place in a query.
func (a *conceptAsker) branches() []branch {
	var all []branch
	at := map[dl.Exists]int{}
	for _, term := range a.Terms {
		var key dl.Exists
		counted := false
		switch c := a.Concept(term).(type) {
		case dl.AtLeast:
			key, counted = dl.Exists{Role: c.Role, C: c.C}, c.N > 0
		case dl.Exists:
			_, name := c.C.(dl.Name)
			_, top := c.C.(dl.Top)
			key, counted = c, name || top
		}
		if i, ok := at[key]; ok && counted && a.Kind == Members {
			all[i].terms, all[i].tally = append(all[i].terms, term), &key
			continue
		}
		if counted {
			at[key] = len(all)
		}
		all = append(all, branch{terms: []string{term}})
	}
	isSingle := func(b branch) bool { return b.tally == nil }
	singles := slices.DeleteFunc(slices.Clone(all), func(b branch) bool { return !isSingle(b) })
	return append(singles, slices.DeleteFunc(all, isSingle)...)
}

// ask sends one request, and passes on the answers.
func (a *conceptAsker) ask(ctx context.Context, branches []branch) error {
	sampled := a.sampled(branches)
	query, err := a.query(branches, sampled)
	if err != nil {
		return err
	}
	if err := a.e.charge(); err != nil {
		return err
	}
	asked := time.Now()
	table, err := a.e.client.Select(connector.Within(ctx, a.limit(branches)), query)
	if err != nil {
		return err
	}
	for _, b := range branches {
		a.done += len(b.terms)
	}
	a.e.report(a.Phase, a.done, len(a.Terms))
	rows, samples := a.splitSamples(branches, sampled, table.Rows)
	answers := append(a.answers(branches, rows, asked), samples...)
	if a.Kind == Members && a.isLookup(branches[0]) {
		a.e.isSmall.Store(true)
	}
	return a.receive(answers)
}

func (a *conceptAsker) query(branches []branch, sampled []int) (string, error) {
	var cs []dl.Concept
	var tallied []dl.Exists
	for _, b := range branches {
		if b.tally != nil {
			tallied = append(tallied, *b.tally)
		} else {
			cs = append(cs, a.Concept(b.terms[0]))
		}
	}
	switch a.Kind {
	case SomeMembers:
		return queries.Samples(cs, a.Limit, a.e.o.Concepts)
	case Memberships:
		return queries.Memberships(cs, a.Properties, a.e.o.Concepts)
	}
	var along []dl.Concept
	for _, at := range sampled {
		along = append(along, a.Concept(branches[at].terms[0]))
	}
	return queries.CountsWithSamples(cs, tallied, along, largeConcept+1, a.Limit, a.e.o.Concepts)
}

// sampled returns the places of the branches of whose concepts some members come along.
func (a *conceptAsker) sampled(branches []branch) (at []int) {
	if a.Kind != Members || !slices.Contains(a.Around, SomeMembers) || a.e.noAround.is() {
		return nil
	}
	for i, b := range branches {
		if _, and := a.Concept(b.terms[0]).(dl.And); !and && b.tally == nil {
			at = append(at, i)
		}
	}
	return at
}

// splitSamples returns the rows of a request without those of members that came along, and answers with these. at are
// the places of the branches that they are of.
func (a *conceptAsker) splitSamples(
	branches []branch, at []int, rows [][]rdf.Term,
) (rest [][]rdf.Term, answers []Answer) {
	if len(at) == 0 {
		return rows, nil
	}
	members := make([][][]rdf.Term, len(at))
	for _, row := range rows {
		last := len(row) - 1
		i, err := strconv.Atoi(text(row[0]))
		if j := i - len(branches); err == nil && j >= 0 && j < len(at) {
			members[j] = append(members[j], row[last:])
		} else {
			rest = append(rest, row[:last])
		}
	}
	for j, i := range at {
		answer := Answer{Term: branches[i].terms[0], Kind: SomeMembers, Time: time.Now().UnixMilli()}
		answers = append(answers, a.someOf(answer, members[j]))
	}
	return rest, answers
}

// someOf returns the answer with some members.
func (a *conceptAsker) someOf(answer Answer, rows [][]rdf.Term) Answer {
	for _, row := range rows {
		if isUsable(row[0]) {
			answer.Rows = append(answer.Rows, Row{Value: text(row[0])})
		}
	}
	if len(rows) >= a.Limit {
		answer.Rows = append(answer.Rows, Row{Value: AtLeast, N: int64(a.Limit)})
	}
	return answer
}

// refuse passes on incomplete answers with the reason.
func (a *conceptAsker) refuse(branches []branch, asked time.Time, reason string) error {
	if len(branches) == 0 {
		return nil
	}
	var answers []Answer
	for _, b := range branches {
		for _, term := range b.terms {
			answers = append(answers,
				Answer{Term: term, Kind: a.Kind, Properties: a.Properties, Time: asked.UnixMilli(), Incomplete: reason})
		}
	}
	return a.receive(answers)
}

func (a *conceptAsker) answers(branches []branch, rows [][]rdf.Term, asked time.Time) []Answer {
	byBranch := make([][][]rdf.Term, len(branches))
	for _, row := range rows {
		if i, err := strconv.Atoi(text(row[0])); err == nil && i >= 0 && i < len(branches) {
			byBranch[i] = append(byBranch[i], row[1:])
		}
	}
	var all []Answer
	for i, b := range branches {
		for _, term := range b.terms {
			answer := Answer{Term: term, Kind: a.Kind, Properties: a.Properties, Time: asked.UnixMilli()}
			switch a.Kind {
			case Members:
				switch n, ok := a.number(term, b, byBranch[i]); {
				case !ok:
					answer.Incomplete = "the endpoint gave no number"
				case n > largeConcept && b.tally == nil && !a.isLookup(b):
					answer.Rows = []Row{{Value: AtLeast, N: n}}
				default:
					if n > largeConcept && a.isLookup(b) {
						a.large[a.Concept(term).(dl.Exists).Role] = true
						a.e.isLarge.Store(true)
					}
					answer.Rows = []Row{{N: n}}
				}
			case SomeMembers:
				answer = a.someOf(answer, byBranch[i])
			default:
				for _, row := range byBranch[i] {
					if s := text(row[0]); slices.Contains(a.Properties, s) {
						answer.Rows = append(answer.Rows, Row{Property: s, N: 1})
					}
				}
			}
			all = append(all, answer)
		}
	}
	return all
}

// number returns the number of members of a concept, from the one row of a count or the
// rows of a tally. It returns false if there is no such number.
func (a *conceptAsker) number(term string, b branch, rows [][]rdf.Term) (int64, bool) {
	if b.tally == nil {
		if len(rows) != 1 {
			return 0, false
		}
		n, ok := parseCount(rows[0][len(rows[0])-1])
		return int64(n), ok
	}
	least, sum := 1, 0
	if c, ok := a.Concept(term).(dl.AtLeast); ok {
		least = c.N
	}
	for _, row := range rows {
		k, ok := parseCount(row[0])
		n, counted := parseCount(row[1])
		if !ok || !counted {
			return 0, false
		}
		if k >= least {
			sum += n
		}
	}
	return int64(sum), true
}
