package graph

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
)

// Types of package store.
type (
	Kind   = store.Kind
	Answer = store.Answer
	Row    = store.Row
	Stored = store.Source
)

// Graph answers questions about terms.
type Graph interface {
	// Ask passes the answers to receive, batch by batch, in any order and from one
	// goroutine. Every term of the question gets at least one answer; only a term of
	// which no statements are expected gets none. Ask returns an error if receive does,
	// or if there is no answer about a term.
	Ask(ctx context.Context, q Question, receive func([]Answer) error) error
}

// Question asks for one kind of answer about some terms.
type Question struct {
	Kind  Kind
	Terms []string // absolute IRIs, each once
	// Expect returns the counts of a term by property, sorted by property, all
	// positive. It is used for statements only: just these properties are fetched. The
	// slice must not be changed. Without it, all statements of a term that may be facts
	// are fetched, or those with the Properties, and they were not counted before. Of In
	// a property with more than Limit statements at a term is then incomplete.
	Expect func(term string) []Count
	// Around, for Members, may be SomeMembers: Limit members of each concept that is no conjunction, if one request
	// tells both. For Out without Expect, these are kinds that are asked for, too, where one request can
	// answer all: Labels, In, Presences, and if the one property is that to classes, Superclasses of these
	// classes and of all above them. These answers are in addition: they may be missing.
	Around []Kind
	// Along, for Labels, are terms that are asked about, too, if a request is sent and the answers are stored: somebody
	// is likely to ask for them later.
	Along []string
	// Needs reports which properties are needed; for CountsLeaf, and for statements
	// without Expect. If all that is needed of a term is stored, the term is not asked
	// about.
	Needs func(property string) bool
	// Properties, for counts of a term with too many statements to count them in one
	// request, are the properties to count one by one, each up to Limit. For
	// participation they are the set of properties to look for, sorted; for Memberships
	// the individuals.
	Properties []string
	Limit      int // also the largest number of SomeMembers
	// Concept returns the concept whose text is the term; for questions about concepts,
	// whose terms are their texts in any notation.
	Concept func(term string) dl.Concept
	// Since excludes older answers; in milliseconds since 1970.
	Since int64
	// Phase says what is being done, for progress.
	Phase string
}

// parts returns the parts of the question that its answers must cover; nil if it has no
// parts.
func (q Question) parts() []string {
	if q.isReading() {
		return nil
	}
	if _, is := Sides[q.Kind]; is {
		return []string{setName(q.Properties)}
	}
	return q.Properties
}

func (q Question) isReading() bool { return CountsOf[q.Kind] != "" && q.Expect == nil }

// isReachedBy reports whether the answer counts as far as the question asks: it does not
// if it ended at a lower limit.
func (q Question) isReachedBy(a Answer) bool {
	n := len(a.Rows)
	return n == 0 || a.Rows[n-1].Value != AtLeast || int(a.Rows[n-1].N) >= q.Limit
}

// Count is the number of statements with one property.
type Count struct {
	Property string
	N        int
}

// CompareCounts orders counts by property.
func CompareCounts(a, b Count) int { return cmp.Compare(a.Property, b.Property) }

// FindCount returns the index of a property in counts that are sorted by property, and
// whether it is there.
func FindCount(counts []Count, property string) (int, bool) {
	return slices.BinarySearchFunc(counts, property, func(c Count, p string) int { return cmp.Compare(c.Property, p) })
}

// Errors of sources. Package extract has them under the same names.
var (
	// ErrIncomplete: the database does not have the answer, and there is no source to
	// ask.
	ErrIncomplete = errors.New("the database does not hold enough")
	// ErrExpired: the answer in the database is too old, and there is no source to ask.
	ErrExpired = errors.New("the database is out of date")
	// ErrBudget: the limit on requests or on time is reached.
	ErrBudget = errors.New("not finished within the budget")
	// ErrInconsistent: the source contradicts itself about something that cannot be
	// dropped.
	ErrInconsistent = errors.New("the source contradicts itself")
)
