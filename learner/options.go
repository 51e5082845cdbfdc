package learner

import (
	"cmp"
	"fmt"
	"log/slog"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/internal/enum"
	"github.com/genus-kg/genus/learner/interp"
)

// Mode is the kind of fitting.
type Mode uint8

// The modes.
const (
	// Approx finds, for every size up to MaxSize, the best score and the smallest
	// concept that has it. It returns the concept of the size that Select chooses.
	Approx Mode = iota
	// Exact finds the smallest concept that holds at all positive examples and at
	// no negative one.
	Exact
)

var modeNames = enum.Names[Mode]{"approx", "exact"}

// ModeNames returns the names that [ParseMode] accepts.
func ModeNames() []string { return modeNames.List() }

// String returns the name of the mode.
func (m Mode) String() string { return modeNames.Of(m) }

// ParseMode returns the mode with the name.
func ParseMode(name string) (Mode, error) { return modeNames.Parse("mode", name) }

// Growth is g of the paper's Algorithm 2: the largest number at stage k as a function of
// k. With each of them bounded fitting is complete and an Occam algorithm (Theorem 4).
type Growth uint8

// The functions.
const (
	Linear      Growth = iota // k
	Double                    // 2k
	Exponential               // 2^k
)

var growthNames = enum.Names[Growth]{"k", "2k", "2^k"}

// GrowthNames returns the names that [ParseGrowth] accepts.
func GrowthNames() []string { return growthNames.List() }

// ParseGrowth returns the function with the name.
func ParseGrowth(name string) (Growth, error) { return growthNames.Parse("function", name) }

// largestPower is the largest k for which 2^k is not reduced: no individual has as many
// successors.
const largestPower = 30

func (g Growth) at(k int) int {
	switch g {
	case Double:
		return 2 * k
	case Exponential:
		return 1 << min(k, largestPower)
	}
	return k
}

// The defaults of [Options].
const (
	DefaultMaxSize = 20
	DefaultValues  = 100
)

// LargestMaxSize is the largest allowed MaxSize. Engines allocate memory for each size.
const LargestMaxSize = 10_000

// Options says how to learn. The zero value is the default everywhere.
type Options struct {
	// Language is the set of constructors; 0 means dl.ALCQIF.
	Language dl.Language
	// Values is the largest number of nominals, and of strings, that a language with
	// these constructors uses. interp.Candidates chooses those nearest to most
	// examples. 0 means DefaultValues.
	Values int
	// Shared restricts nominals to the values that examples share: at most
	// sharedValues objects of roles that lead from things to their values
	// (interp.Limits.Shared). If there are none, the language has no nominals.
	Shared bool
	// MaxSize is the last stage, at most LargestMaxSize; 0 means DefaultMaxSize.
	MaxSize int
	// Patience ends approximate fitting after so many stages in a row that have found nothing better than what was
	// known before them; larger concepts that the search has found ahead of its stages count, but are not proved.
	// 0 means never.
	Patience int
	// MaxNumber is the largest number in ≥n and ≤n at all stages. 0 means that the
	// number grows with the stage, by Growth.
	MaxNumber int
	Growth    Growth
	// Thresholds is the number of thresholds per feature at every stage
	// (threshold.Feature.Choose). 0 means that the thresholds grow with k until every value
	// is one (threshold.Feature.Refine).
	Thresholds int
	// Midpoints puts thresholds between the values that occur. Learn then moves each
	// threshold of a concept to the middle of the gap in which the concept classifies
	// the examples the same.
	Midpoints bool
	// MaxDepth bounds the role depth; 0 means the bound of the problem.
	MaxDepth int
	Mode     Mode
	Score    interp.Score // what Approx maximises for every size
	Select   Select       // the size whose best concept Approx returns
	// Start are concepts to start from, such as earlier results. The result is never
	// worse than the best of them, even if the context ends before the stage of its
	// size. They must be within Language, MaxSize, the role depth, and the roles and
	// features of the problem; their thresholds and numbers are free.
	Start []dl.Concept
	// Memory bounds the heap of the process while it learns, in bytes (see
	// [WithinMemory]). At the bound Learn ends with the best concept so far.
	// 0 means DefaultMemory.
	Memory uint64
	// Engine searches the stages; nil means Portfolio{}.
	Engine Engine
	// Optimal replaces the search by the polynomial-time fitting of the paper's
	// Theorem 2. Its concept has the best score that is possible, but is usually
	// large and overfits. Engine, MaxSize and MaxNumber are ignored.
	Optimal bool
	// Progress, if set, is called after every stage and for every better concept
	// within a stage. Calls come from any goroutine, one at a time.
	Progress func(Progress)
	// Logger gets debug messages; nil discards them.
	Logger *slog.Logger
}

// Progress is the argument of [Options].Progress.
type Progress struct {
	K      int  // the stage; 0 before the first one, when Best may have any size
	Done   bool // whether the stage has ended
	Proved bool // whether its result is proved
	// Best is the best concept so far, nil if there is none. It may be larger than K if
	// it was found before the stage of its size and is better than the concept of stage K.
	Best      dl.Concept
	Confusion interp.Confusion // of Best
}

// Validate checks the options without looking at a problem.
func (o Options) Validate() error {
	for _, n := range []struct {
		name  string
		value int
	}{
		{"max-size", o.MaxSize}, {"patience", o.Patience}, {"max-number", o.MaxNumber}, {"thresholds", o.Thresholds},
		{"depth", o.MaxDepth}, {"max-values", o.Values},
	} {
		if n.value < 0 {
			return fmt.Errorf("%s is %d, but must not be negative", n.name, n.value)
		}
	}
	if o.MaxSize > LargestMaxSize {
		return fmt.Errorf("max-size is %d, but must be at most %d", o.MaxSize, LargestMaxSize)
	}
	if !modeNames.Has(o.Mode) {
		return fmt.Errorf("unknown mode %d", o.Mode)
	}
	if !selectNames.Has(o.Select) {
		return fmt.Errorf("unknown selection %d", o.Select)
	}
	if !growthNames.Has(o.Growth) {
		return fmt.Errorf("unknown growth %d", o.Growth)
	}
	if o.Score > interp.Balanced {
		return fmt.Errorf("unknown score %d", o.Score)
	}
	if o.Language&^dl.All != 0 {
		return fmt.Errorf("unknown constructors %b in the language", o.Language&^dl.All)
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.Language == 0 {
		o.Language = dl.ALCQIF
	}
	if o.Values == 0 {
		o.Values = DefaultValues
	}
	if o.MaxSize == 0 {
		o.MaxSize = DefaultMaxSize
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory()
	}
	if o.Engine == nil {
		o.Engine = Portfolio{}
	}
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// number returns g(k).
func (o Options) number(k int) int { return cmp.Or(o.MaxNumber, o.Growth.at(k)) }
