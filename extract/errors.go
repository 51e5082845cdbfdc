package extract

import (
	"errors"
	"fmt"
	"strings"
)

// Reasons that a caller may want to tell apart with errors.Is.
var (
	// ErrUnknownExample: an example is in no statement of the source.
	ErrUnknownExample = errors.New("unknown example")
	// ErrNoSource: the database holds several sources, and it is not clear which is
	// meant, or none of that name.
	ErrNoSource = errors.New("which source is meant")
	// ErrExpired: what the database holds was asked for too long ago.
	ErrExpired = errors.New("the database is out of date")
	// ErrIncomplete: the extraction was interrupted, or did not start from the
	// example, or did not go as deep.
	ErrIncomplete = errors.New("the database does not hold enough")
	// ErrTooMany: the bound is passed and no role can be given up for it.
	ErrTooMany = errors.New("over the bound")
	// ErrBudget: the requests or the time that the extraction may take are spent.
	// What was extracted stays, and the same call goes on from there.
	ErrBudget = errors.New("not finished within the budget")
	// ErrInconsistent: the source contradicts itself about something that
	// cannot be left out.
	ErrInconsistent = errors.New("the source contradicts itself")
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
	verb := "is"
	if len(e.IRIs) > 1 {
		verb = "are"
	}
	s = fmt.Sprintf("%s %s in no statement of %s: check the spelling and the prefix", s, verb, e.Source)
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// Is matches ErrUnknownExample.
func (e *UnknownExamplesError) Is(target error) bool { return target == ErrUnknownExample }

func bracket(iri string) string {
	if strings.HasPrefix(iri, "_:") {
		return iri
	}
	return "<" + iri + ">"
}

// count writes a number with thousands separators.
func count(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
