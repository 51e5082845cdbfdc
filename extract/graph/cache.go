package graph

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// Cache is a Graph that answers from a store, and asks another source for answers that
// the store does not have. It stores the answers of the other source batch by batch.
//
// Without another source it works offline. Statements that were counted and never asked
// for are then an incomplete answer. Any other missing answer is ErrIncomplete, or
// ErrExpired if the stored answer is too old.
type Cache struct {
	store     *Stored
	next      Graph
	later     func(context.Context) (Graph, error)
	opened    Graph  // by later
	typing    string // the property that leads to classes
	notBefore int64
}

// NewCache returns a cache in front of next, or an offline cache if next is nil. It
// ignores stored answers from before notBefore, in milliseconds since 1970. The
// vocabulary is that of next.
func NewCache(s *Stored, next Graph, v Vocabulary, notBefore int64) *Cache {
	return &Cache{store: s, next: next, typing: v.Type, notBefore: notBefore}
}

// AskLater makes an offline cache ask the graph that open returns, which is called until it returns no error,
// when an answer is missing. The answers of that graph are not stored here. If open
// returns nil, the cache stays offline.
func (c *Cache) AskLater(open func(context.Context) (Graph, error)) { c.later = open }

// lookUp is the number of terms that are looked up at once.
const lookUp = 1000

// Ask implements Graph.
func (c *Cache) Ask(ctx context.Context, q Question, receive func([]Answer) error) error {
	if browsed[q.Kind] != nil && c.next != nil { // people look at them now
		return c.next.Ask(ctx, q, receive)
	}
	l := lookup{Cache: c, q: q, parts: q.parts(), missing: map[string][]Count{}, missingParts: map[string]bool{}}
	for terms := range slices.Chunk(q.Terms, lookUp) {
		found, err := l.find(ctx, terms)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			continue
		}
		if err := receive(found); err != nil {
			return err
		}
	}
	if len(l.ask) == 0 {
		return nil
	}
	next, keeps := c.next, true
	if c.later != nil {
		opened, err := c.later(ctx)
		if err != nil {
			return err
		}
		c.opened, c.later = opened, nil
	}
	if c.opened != nil {
		next, keeps = c.opened, false
	}
	if next == nil {
		return l.answerOffline(ctx, receive)
	}
	if err := cmp.Or(l.askForLabels(ctx), l.askAlong(ctx, keeps)); err != nil {
		return err
	}
	rest := q
	rest.Terms = l.ask
	if _, is := Sides[q.Kind]; !is && !q.isReading() && q.Properties != nil {
		rest.Properties = sortedKeys(l.missingParts)
	}
	if q.Expect != nil {
		rest.Expect = func(term string) []Count { return l.missing[term] }
	}
	return next.Ask(ctx, rest, func(batch []Answer) error {
		if keeps {
			if err := c.store.Put(ctx, slices.DeleteFunc(slices.Clone(batch), q.isTransient)); err != nil {
				return err
			}
		}
		return receive(slices.DeleteFunc(batch, func(a Answer) bool { return !q.isAnsweredBy(a) }))
	})
}

// isAnsweredBy reports whether the answer is for whoever asks: new counts, for example, are not.
func (q Question) isAnsweredBy(a Answer) bool {
	mayComeAlong := a.Kind == In || a.Kind == Presences || a.Kind == SomeMembers
	return a.Kind == q.Kind || mayComeAlong && slices.Contains(q.Around, a.Kind)
}

// isTransient reports whether the answer is not to be stored: the next run asks again.
func (q Question) isTransient(a Answer) bool {
	return a.Passes || q.isReading() && a.Incomplete != "" ||
		(a.Kind == Known || a.Kind == Stated || a.Kind == Uses) && len(a.Rows) == 0 ||
		isOptional(a.Kind) && a.Incomplete != ""
}

// find returns the stored answers about the terms, and records what is missing.
func (l *lookup) find(ctx context.Context, terms []string) ([]Answer, error) {
	if l.q.isReading() {
		return l.findRead(ctx, terms)
	}
	stored, err := l.get(ctx, l.q.Kind, terms)
	if err != nil {
		return nil, err
	}
	var found []Answer
	var leaves []string
	for _, term := range terms {
		answers := stored[term]
		switch {
		case l.q.Expect != nil:
			some, missing := matchExpected(l.q.Kind, answers, l.q.Expect(term))
			found = append(found, some...)
			if len(missing) > 0 {
				l.ask = append(l.ask, term)
				l.missing[term] = missing
			}
		case l.parts != nil:
			if l.q.Kind == CountsLeaf {
				if answers, err = l.countLeavesOneByOne(ctx, term); err != nil {
					return nil, err
				}
			}
			found = append(found, l.findParts(term, answers)...)
		case len(answers) > 0 && answers[0].Properties == nil && l.counts(answers[0]):
			found = append(found, mergeAnswers(answers))
		case l.q.Kind == CountsLeaf:
			leaves = append(leaves, term)
		default:
			l.ask = append(l.ask, term)
		}
	}
	if l.q.Kind == Leaf {
		more, err := l.leavesFromOut(ctx, terms)
		return append(found, more...), err
	}
	if len(leaves) > 0 {
		more, err := l.countLeavesFromOut(ctx, leaves)
		return append(found, more...), err
	}
	if l.q.Kind == Stated {
		more, err := l.statedByLabels(ctx)
		return append(found, more...), err
	}
	return found, nil
}

// statedByLabels answers about the terms that have stored labels: the label is stated of them or, of a property, of
// its entity.
func (l *lookup) statedByLabels(ctx context.Context) (found []Answer, err error) {
	labels, err := l.get(ctx, Labels, l.ask)
	if err != nil {
		return nil, err
	}
	var left []string
	for _, term := range l.ask {
		i := slices.IndexFunc(labels[term], func(a Answer) bool { return len(a.Rows) > 0 })
		if i < 0 {
			left = append(left, term)
			continue
		}
		stated := labels[term][i]
		stated.Kind = Stated
		stated.Rows = stated.Rows[:1]
		found = append(found, stated)
	}
	l.ask = left
	return found, nil
}

// askAgain is how long an endpoint that gave no number is not asked for it again: a page ranks after each answer.
// It may be well afterwards.
const askAgain = time.Minute

// asksAgain reports whether a stored answer has only the reason why a concept or a property was not counted, from
// a while ago, and another source can be asked.
func (l *lookup) asksAgain(a Answer) bool {
	canAsk := l.next != nil || l.later != nil || l.opened != nil
	return canAsk && a.Incomplete != "" && (isAboutConcept(a.Kind) || a.Properties != nil) &&
		time.Since(time.UnixMilli(a.Time)) > askAgain
}

// counts reports whether a stored answer is one to the question.
func (l *lookup) counts(a Answer) bool { return l.q.isReachedBy(a) && !l.asksAgain(a) }

// findRead returns the stored statements about the terms of which all that the question
// needs is stored.
func (l *lookup) findRead(ctx context.Context, terms []string) (found []Answer, err error) {
	counts, err := l.get(ctx, CountsOf[l.q.Kind], terms)
	if err != nil {
		return nil, err
	}
	stored, err := l.get(ctx, l.q.Kind, terms)
	if err != nil {
		return nil, err
	}
	for _, term := range terms {
		if answers, ok := l.readFrom(term, counts[term], stored[term]); ok {
			found = append(found, answers...)
		} else {
			l.ask = append(l.ask, term)
		}
	}
	return found, nil
}

// askForLabels asks about the other terms whose labels are not stored, too, if the question is for
// classes and labels: a request is sent anyway.
func (l *lookup) askForLabels(ctx context.Context) error {
	if l.q.Properties == nil || !slices.Contains(l.q.Around, Labels) || len(l.q.Terms) > mostAround {
		return nil
	}
	labels, err := l.get(ctx, Labels, l.q.Terms)
	if err != nil {
		return err
	}
	asked := set(l.ask)
	for _, term := range l.q.Terms {
		if !asked[term] && len(labels[term]) == 0 {
			l.ask = append(l.ask, term)
		}
	}
	return nil
}

// askAlong adds the terms of Along without a stored answer, if answers are kept.
func (l *lookup) askAlong(ctx context.Context, keeps bool) error {
	if !keeps || len(l.q.Along) == 0 {
		return nil
	}
	along := slices.DeleteFunc(uniqueSorted(l.q.Along), func(term string) bool {
		return !queries.IsIRI(term) || slices.Contains(l.q.Terms, term)
	})
	stored, err := l.get(ctx, l.q.Kind, along)
	l.ask = append(l.ask, slices.DeleteFunc(along, func(term string) bool { return len(stored[term]) > 0 })...)
	return err
}

// readFrom returns the answers about a term from stored ones; false if some are missing.
func (l *lookup) readFrom(term string, counts, stored []Answer) ([]Answer, bool) {
	a := Answer{Term: term, Kind: l.q.Kind, Properties: l.q.Properties}
	counted := len(counts) > 0 && counts[0].Properties == nil && counts[0].Incomplete == ""
	if l.q.Properties != nil && !counted {
		for _, p := range l.q.Properties {
			b, ok := store.FindCovering(stored, p)
			if !ok || b.Incomplete != "" {
				return nil, false
			}
			a.Time = b.Time
			for _, r := range b.Rows {
				if r.Property == p {
					a.Rows = append(a.Rows, r)
				}
			}
		}
		return []Answer{a}, true
	}
	if !counted {
		return nil, false
	}
	var answers []Answer
	var expect []Count
	for _, r := range mergeAnswers(counts).Rows {
		switch {
		case r.Property == "" || l.q.Needs != nil && !l.q.Needs(r.Property) ||
			l.q.Properties != nil && !slices.Contains(l.q.Properties, r.Property):
		case l.q.Limit > 0 && int(r.N) > l.q.Limit:
			answers = append(answers, tooMany(l.q, term, r.Property, int(r.N), counts[0].Time))
		default:
			expect = append(expect, Count{r.Property, int(r.N)})
		}
	}
	slices.SortFunc(expect, CompareCounts)
	some, missing := matchExpected(l.q.Kind, stored, expect)
	a.Time = counts[0].Time
	return append(append(answers, some...), a), len(missing) == 0
}

// findParts returns the stored answers that cover parts of the question, and records the
// parts that none covers.
func (l *lookup) findParts(term string, answers []Answer) (found []Answer) {
	wanted := set(l.parts)
	for _, a := range answers {
		if !l.counts(a) {
			continue
		}
		before := len(wanted)
		for _, part := range a.Properties {
			delete(wanted, part)
		}
		if len(wanted) < before {
			found = append(found, a)
		}
	}
	if len(wanted) > 0 {
		l.ask = append(l.ask, term)
		maps.Copy(l.missingParts, wanted)
	}
	return found
}

// answerOffline answers what is not in the store without asking another source.
func (l *lookup) answerOffline(ctx context.Context, receive func([]Answer) error) error {
	var answers []Answer
	for _, term := range l.ask {
		a := Answer{Term: term, Kind: l.q.Kind}
		if l.q.Properties != nil {
			a.Properties = sortedKeys(l.missingParts)
		}
		_, counts := statementsOf[l.q.Kind]
		switch {
		case l.q.Expect != nil:
			for _, c := range l.missing[term] {
				a.Properties = []string{c.Property}
				a.Incomplete = fmt.Sprintf("the %s statements of %s were counted, but not read", Thousands(c.N), Bracketed(term))
				answers = append(answers, a)
			}
			continue
		case isAboutConcept(l.q.Kind):
			a.Incomplete = NotAsked
		case counts && l.q.Properties != nil:
			a.Incomplete = fmt.Sprintf("%s has too many statements to ask for all, and was not asked for these", Bracketed(term))
		case !isOptional(l.q.Kind):
			return l.missingError(ctx, term)
		}
		answers = append(answers, a)
	}
	return receive(answers)
}

// missingError returns ErrIncomplete for a term without a stored answer, or ErrExpired if
// the stored answer is too old.
func (l *lookup) missingError(ctx context.Context, term string) error {
	old, err := l.store.Get(ctx, l.q.Kind, []string{term}, 0)
	if err != nil {
		return err
	}
	what := Bracketed(term)
	if l.q.Kind == Axioms {
		what = "the axioms about properties, " + what + ","
	}
	if answers := old[term]; len(answers) > 0 && answers[0].Time < l.notBefore {
		return fmt.Errorf("%w: the answer about %s is from %s: run genus extract again with the same --max-age",
			ErrExpired, what, time.UnixMilli(answers[0].Time).UTC().Format(time.RFC3339))
	}
	return fmt.Errorf(
		"%w: the database lacks the answer about %s (%s): run the same genus extract command again, which asks only for "+
			"what is missing",
		ErrIncomplete,
		what,
		l.q.Kind,
	)
}
