package source

import (
	"context"
	"errors"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
)

// The types of package store that questions and answers are made of.
type (
	Kind   = store.Kind
	Answer = store.Answer
	Row    = store.Row
	Stored = store.Source
)

// Source answers questions about terms.
type Source interface {
	// Ask passes the answers to receive, batch by batch, in any order and from one
	// goroutine. Every term of the question gets at least one answer, but for
	// statements of which none are expected. When receive fails, or anything cannot be
	// answered, Ask ends with an error.
	Ask(ctx context.Context, q Question, receive func([]Answer) error) error
}

// Question asks for one kind of answer about some terms.
type Question struct {
	Kind  Kind
	Terms []string // absolute IRIs, each once
	// Expect is how many statements of which properties a term has, as they were
	// counted; for statements only. Just these properties are asked for. The slice
	// is sorted by property, all numbers are positive, and it is not changed.
	Expect func(term string) []Count
	// Needs tells which properties the asker needs; for CountsLeaf only. An
	// individual of which everything needed is known already is not asked about.
	Needs func(property string) bool
	// Properties and Limit: count only these, one by one, and no further than
	// Limit; for counts of one term that has too many statements to count them in
	// one request. For participation the set of properties that are looked for, sorted;
	// for Memberships the individuals.
	Properties []string
	Limit      int
	// Concept is the concept that a term is the text of; for questions about concepts,
	// whose terms are texts of any notation. Limit is the largest number of SomeMembers.
	Concept func(term string) dl.Concept
	// Since: answers of an earlier time do not count, in milliseconds since 1970.
	Since int64
	// Phase says what is being done, for progress.
	Phase string
}

// parts are what has to be covered of the question, each by some answer; nil: it has no
// parts.
func (q Question) parts() []string {
	if _, is := Sides[q.Kind]; is {
		return []string{setName(q.Properties)}
	}
	return q.Properties
}

// isReached reports whether the answer goes as far as the question: one that ended at a
// lower limit does not.
func (q Question) isReached(a Answer) bool {
	n := len(a.Rows)
	return n == 0 || a.Rows[n-1].Value != AtLeast || int(a.Rows[n-1].N) >= q.Limit
}

// Count is a number of statements of one property.
type Count struct {
	Property string
	N        int
}

// Errors of sources. Package extract has them under the same names.
var (
	// ErrIncomplete: the answer is not in the database, and there is nobody to ask.
	ErrIncomplete = errors.New("the database does not hold enough")
	// ErrExpired: the answer in the database is too old, and there is nobody to ask.
	ErrExpired = errors.New("the database is out of date")
	// ErrBudget: the requests or the time that may be spent are spent.
	ErrBudget = errors.New("not finished within the budget")
	// ErrInconsistent: the source contradicts itself about something that cannot be
	// left out.
	ErrInconsistent = errors.New("the source contradicts itself")
)
