package extract

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/source"
)

// Reasons that a caller may want to tell apart with errors.Is.
var (
	// ErrUnknownExample: an example is no individual of the source.
	ErrUnknownExample = errors.New("unknown example")
	// ErrNoSource: the database holds several sources, and it is not clear which is
	// meant, or none of that name.
	ErrNoSource = errors.New("which source is meant")
	// ErrExpired: what the database holds was asked for too long ago.
	ErrExpired = source.ErrExpired
	// ErrIncomplete: the extraction was interrupted, or did not start from the
	// example, or did not go as deep.
	ErrIncomplete = source.ErrIncomplete
	// ErrTooMany: the bound is passed and no role can be given up for it.
	ErrTooMany = crawl.ErrTooMany
	// ErrBudget: the requests or the time that the extraction may take are spent.
	// What was extracted stays, and the same call goes on from there.
	ErrBudget = source.ErrBudget
	// ErrInconsistent: the source contradicts itself about something that
	// cannot be left out.
	ErrInconsistent = source.ErrInconsistent
	// ErrBothSides: an example is positive and negative.
	ErrBothSides = errors.New("both a positive and a negative example")
	// ErrNoExamples: a list of examples is empty.
	ErrNoExamples = errors.New("no examples")
)

// UnknownExamplesError names the examples that the source does not know.
type UnknownExamplesError struct {
	Source string
	IRIs   []string
	Hint   string // where else they may be, or empty
}

func (e *UnknownExamplesError) Error() string {
	const most = 3
	shown := make([]string, 0, most)
	for _, iri := range e.IRIs[:min(most, len(e.IRIs))] {
		shown = append(shown, bracket(iri))
	}
	s := strings.Join(shown, ", ")
	if more := len(e.IRIs) - most; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	is := "is no individual"
	if len(e.IRIs) > 1 {
		is = "are no individuals"
	}
	s = fmt.Sprintf("%s %s of %s: check the spelling and the prefix (a class or a property is none)", s, is, e.Source)
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// Is matches ErrUnknownExample.
func (e *UnknownExamplesError) Is(target error) bool { return target == ErrUnknownExample }

func bracket(iri string) string { return source.Bracketed(iri) }

func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
