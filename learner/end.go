package learner

import (
	"context"
	"errors"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/internal/enum"
)

// End says what ended a search.
type End uint8

// The possible ends.
const (
	EndFailed      End = iota // Learn returned an error
	EndFound                  // the concept fits (exact) or reaches the ceiling (approximate), so no concept is better
	EndMaxSize                // the search has covered all allowed sizes
	EndInseparable            // exact: a positive and a negative example are bisimilar, so no concept fits
	EndTimeout                // the context's deadline passed
	EndInterrupted            // the context was cancelled
	EndMemory                 // the process reached Options.Memory
	EndPatience               // Options.Patience stages have found nothing better
)

var endNames = enum.Names[End]{
	"failed", "found", "max_size", "inseparable", "timeout", "interrupted", "memory", "patience",
}

// String returns the name of the end that JSON output uses.
func (e End) String() string { return endNames.Of(e) }

// endOf returns the end of a search that returned err. bestPossible reports whether no
// concept is better than the one found.
func endOf(err error, bestPossible bool) End {
	switch {
	case errors.Is(err, errInseparable):
		return EndInseparable
	case errors.Is(err, ErrNoFitting) || err == nil && !bestPossible:
		return EndMaxSize
	case err == nil:
		return EndFound
	case errors.Is(err, ErrMemory):
		return EndMemory
	case errors.Is(err, context.DeadlineExceeded):
		return EndTimeout
	case errors.Is(err, context.Canceled):
		return EndInterrupted
	}
	return EndFailed
}

// refutedSize returns Fitting.Refuted for the concept found.
func (l *run) refutedSize() int {
	f := &l.fitting
	largest := 0
	for i, s := range f.Stages {
		if !s.Proved || i > f.Chosen || l.o.Mode == Exact && s.Concept != nil {
			break
		}
		largest = s.K
	}
	if l.o.Mode == Exact && f.Optimal {
		largest = dl.Size(f.Concept) - 1
	}
	return largest
}
