package learner

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/threshold"
)

// Mode is the kind of fitting.
type Mode uint8

// The modes.
const (
	// Approx looks for the best score among concepts of every size up to
	// MaxSize, among those for the smallest concept, and returns that of the size
	// that Select says.
	Approx Mode = iota
	// Exact looks for the smallest concept with every positive in and every
	// negative out.
	Exact
)

var modeNames = []string{"approx", "exact"}

// ModeNames are the names that [ParseMode] knows.
func ModeNames() []string { return slices.Clone(modeNames) }

// String is the name of the mode.
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return "unknown"
}

// ParseMode is the mode of that name.
func ParseMode(name string) (Mode, error) {
	if i := slices.Index(modeNames, strings.ToLower(name)); i >= 0 {
		return Mode(i), nil
	}
	return 0, fmt.Errorf("unknown mode %q: choose one of %s", name, strings.Join(modeNames, ", "))
}

// Differ says how several solutions must differ.
type Differ uint8

// The ways to differ.
const (
	ByStructure Differ = iota // in what they speak of
	ByExtension               // and in some individual of the structure
)

var differNames = []string{"structure", "extension"}

// String is the name of the way.
func (d Differ) String() string {
	if int(d) < len(differNames) {
		return differNames[d]
	}
	return "unknown"
}

// Numbers is how the largest number g(k) in ≥n and ≤n grows from stage to
// stage. Every growth here is at least linear and at most exponential, so that
// no concept is missed for ever and bounded fitting is an Occam algorithm (the
// paper, Theorem 4). Numbers that no individual has that many successors for
// are left out whatever g(k) is.
type Numbers uint8

// The growths.
const (
	Linear      Numbers = iota // g(k) = k
	Exponential                // g(k) = 2^(k-1)
)

var numbersNames = []string{"linear", "exponential"}

// String is the name of the growth.
func (n Numbers) String() string {
	if int(n) < len(numbersNames) {
		return numbersNames[n]
	}
	return "unknown"
}

// The defaults of [Options].
const (
	DefaultMaxSize = 12
	DefaultSupport = 2
	DefaultValues  = 100
)

// Options says how to learn. The zero value is the default everywhere.
type Options struct {
	// Language is the set of constructors; 0 means dl.ALCQIF.
	Language dl.Language
	// Support and Values bound the nominals and strings of a language that has
	// them: at least Support examples must see one, and at most Values of each
	// are used, the nearest (interp.Candidates). 0 means
	// DefaultSupport and DefaultValues.
	Support, Values int
	// MaxSize is the last stage; 0 means DefaultMaxSize.
	MaxSize int
	// MaxNumber fixes g: the largest number in ≥n and ≤n at every stage. 0
	// means that g grows as Numbers says.
	MaxNumber int
	Numbers   Numbers
	// Thresholds fixes T: that many thresholds per feature at every stage,
	// chosen by ThresholdMethod. 0 means that T grows with k until every
	// value has its own (threshold.Refined).
	Thresholds      int
	ThresholdMethod threshold.Method
	// Midpoints puts thresholds between values that occur, not on them: those of
	// the concepts found are in the middle of the values between which the
	// examples are classified alike.
	Midpoints bool
	// MaxDepth bounds the role depth; 0 means as the problem has it.
	MaxDepth int
	Mode     Mode
	Score    interp.Score // what Approx maximises for every size
	Select   Select       // of which size's best concept Approx returns
	// Solutions is how many concepts are wanted, best first; 0 means 1. No
	// concept speaks of everything that one before it speaks of (its names,
	// roles and features), so that none is a trivial variant of another;
	// with Differ ByExtension none has the extension of another either.
	Solutions int
	Differ    Differ
	// Start are concepts to begin with: one on a screen, or solutions of before.
	// Each is the best so far of its size and all larger ones until a better one is
	// found; so the result is never worse than the best of them, even if the time
	// ends before the stage of its size. They have to be within Language, MaxSize,
	// the role depth, and the roles and features of the problem; their thresholds
	// and numbers may be any.
	Start []dl.Concept
	// Memory bounds the live heap of the process while it learns, in bytes; a
	// stage that reaches it ends as not proved. 0 means no bound.
	Memory uint64
	// Engine searches the stages; nil means Portfolio{}.
	Engine Engine
	// Optimal asks for the polynomial-time fitting of the paper's Theorem 2 in
	// place of a search: the best score that is possible, by a concept that is
	// in general large as a tree and overfits. Engine, MaxSize, MaxNumber and
	// Solutions do not matter then.
	Optimal bool
	// Progress, if set, is called after every stage, and for every better
	// concept within one, by any goroutine but one call at a time.
	Progress func(Progress)
	// Logger gets what may interest a developer; nil discards it.
	Logger *slog.Logger
}

// Progress is what [Options].Progress is told.
type Progress struct {
	K      int  // the stage
	Done   bool // the stage has ended
	Proved bool // and what it found is proved
	// Best is the best concept so far, nil if there is none.
	Best      dl.Concept
	Confusion interp.Confusion // of Best
}

// Validate checks the options without looking at a problem.
func (o Options) Validate() error {
	for _, n := range []struct {
		name  string
		value int
	}{{"max-size", o.MaxSize}, {"max-number", o.MaxNumber}, {"thresholds", o.Thresholds}, {"depth", o.MaxDepth}, {"solutions", o.Solutions}, {"support", o.Support}, {"max-values", o.Values}} {
		if n.value < 0 {
			return fmt.Errorf("%s is %d, but must not be negative", n.name, n.value)
		}
	}
	if int(o.Mode) >= len(modeNames) {
		return fmt.Errorf("unknown mode %d", o.Mode)
	}
	if int(o.Differ) >= len(differNames) {
		return fmt.Errorf("unknown way to differ %d", o.Differ)
	}
	if int(o.Select) >= len(selectNames) {
		return fmt.Errorf("unknown selection %d", o.Select)
	}
	if int(o.Numbers) >= len(numbersNames) {
		return fmt.Errorf("unknown growth of numbers %d", o.Numbers)
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
	if o.Support == 0 {
		o.Support = DefaultSupport
	}
	if o.Values == 0 {
		o.Values = DefaultValues
	}
	if o.MaxSize == 0 {
		o.MaxSize = DefaultMaxSize
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

// number is g(k), at most what fits an int.
func (o Options) number(k int) int {
	switch {
	case o.MaxNumber > 0:
		return o.MaxNumber
	case o.Numbers == Exponential:
		return 1 << min(k-1, 30)
	}
	return k
}
