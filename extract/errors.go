package extract

import (
	"errors"
	"fmt"
	"strings"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/graph"
)

// Errors for errors.Is.
var (
	// ErrUnknownExample: an example is not an individual of the source.
	ErrUnknownExample = errors.New("unknown example")
	// ErrExpired: an answer in the database is too old.
	ErrExpired = graph.ErrExpired
	// ErrIncomplete: the extraction was interrupted, or did not start from the
	// example, or did not go as deep.
	ErrIncomplete = graph.ErrIncomplete
	// ErrTooMany: a bound is exceeded, and dropping a role does not help.
	ErrTooMany = crawl.ErrTooMany
	// ErrBudget: the limit on requests or on time is reached. The answers stay in the
	// database, and the same call continues from there.
	ErrBudget = graph.ErrBudget
	// ErrInconsistent: the source contradicts itself about something that cannot be
	// dropped.
	ErrInconsistent = graph.ErrInconsistent
	// ErrBothSides: an example is positive and negative.
	ErrBothSides = errors.New("both a positive and a negative example")
	// ErrNoExamples: a list of examples is empty.
	ErrNoExamples = errors.New("no examples")
)

// A RedirectError maps each example that is a redirect to the IRI that takes its place.
type RedirectError = crawl.RedirectError

// UnknownExamplesError lists the examples that the source does not know.
type UnknownExamplesError struct {
	Source string
	IRIs   []string
	Hint   string // another place to look for them, or empty
	Found  string // where one of them is, in place of advice; may be empty
}

func (e *UnknownExamplesError) Error() string {
	const most = 3
	shown := make([]string, 0, most)
	for _, iri := range e.IRIs[:min(most, len(e.IRIs))] {
		shown = append(shown, graph.Bracketed(iri))
	}
	s := strings.Join(shown, ", ")
	if more := len(e.IRIs) - most; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	is := "is not an individual"
	if len(e.IRIs) > 1 {
		is = "are not individuals"
	}
	s = fmt.Sprintf("%s %s of %s: ", s, is, e.Source)
	if e.Found != "" {
		return s + e.Found
	}
	s += "check the spelling and the prefix (classes and properties are not individuals)"
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// Is matches ErrUnknownExample.
func (e *UnknownExamplesError) Is(target error) bool { return target == ErrUnknownExample }

func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}
