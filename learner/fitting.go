package learner

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/internal/available"
	"github.com/genus-kg/genus/learner/interp"
)

// ErrNoFitting reports that no concept of the searched sizes fits all examples
// (exact fitting). The Fitting returned with it has no concept, but its Ceiling and
// Stages say why.
var ErrNoFitting = errors.New("no fitting concept")

var errInseparable = fmt.Errorf("%w", ErrNoFitting)

// Fitting is the result of [Learn].
type Fitting struct {
	// Solution has the chosen concept, nil if none was found. Optimal reports whether
	// it is proved to be optimal. Exact: no smaller concept fits. Approx: no concept
	// up to the size of the chosen stage (of any size, if the ceiling is reached) has
	// a better score, and no smaller one has the same score. The proof covers the
	// language, the numbers, thresholds and role depth of that stage, and the nominals
	// and strings counted below.
	Solution
	// End says what ended the search.
	End End
	// Refuted is the size up to which it is proved, within the same bounds, that no
	// concept fits (exact) or has a better score than Concept (approximate); 0 if
	// nothing is proved.
	Refuted  int
	Language dl.Language
	// Nominals and Strings are the numbers of them in the language (interp.Candidates), Texts, Presences,
	// Agreements, Orders and Closures those of its derived symbols (interp.WithDerived). The language has
	// more, and Ceiling, Optimal and Refuted are about these. Given is the number of further ones,
	// which a concept of Options.Start names.
	Nominals, Strings, Texts, Presences, Agreements, Orders, Closures, Given int
	Stages                                                                   []Stage
	// Chosen is the index of the stage that Concept comes from (Options.Select).
	Chosen  int
	Ceiling bisim.Ceiling
	// Reasons say what would separate the first pairs of the ceiling, in their
	// order.
	Reasons [][]bisim.Reason
	// Outdegree is the largest number of successors that an individual within reach of
	// the examples has by one role of the language, and FeatureValues the largest number
	// of values of one feature there; 0 if the language has no comparisons. All values
	// may be thresholds from the start, and bounded fitting is still an Occam algorithm,
	// on databases that share a bound on either (the paper, Theorem 6).
	Outdegree, FeatureValues int
	// the symbols that were not used, and why: first the problem's, then nominals and strings
	Removed []interp.Removal
	Elapsed time.Duration
}

// Stage is the result of one stage.
type Stage struct {
	K          int
	Engine     string
	Elapsed    time.Duration
	MaxNumber  int // g(k)
	Thresholds int // the largest number of values in T(k) of one feature
	// AllThresholds reports whether T(k) has all values, so that further thresholds
	// would separate no more individuals.
	AllThresholds bool
	// Reached is the number of individuals that the examples can reach, Individuals
	// the number of classes of them that the stage distinguished, and Names the
	// number of leaf labels.
	Reached, Individuals, Names int
	// Concept is the best concept of size at most K, nil if none was found. Proved
	// reports whether it is proved that no concept of these sizes is better.
	Concept   dl.Concept
	Confusion interp.Confusion
	Proved    bool
	// Skipped reports whether the stage was not searched: Concept was found before it, and
	// the search ended.
	Skipped bool
}

// Solution is a concept with its measures.
type Solution struct {
	Concept   dl.Concept
	Size      int // dl.Size
	Depth     int // dl.Steps
	Confusion interp.Confusion
	Optimal   bool // see Fitting.Solution
}

// withMeasures returns the solution with its size and role depth.
func (s Solution) withMeasures() Solution {
	s.Size, s.Depth = dl.Size(s.Concept), dl.Steps(s.Concept)
	return s
}

// ErrMemory reports that Options.Memory was reached before a concept was found.
var ErrMemory = errors.New("memory limit reached")

// memoryEvery is the interval at which the heap is measured.
const memoryEvery = 50 * time.Millisecond

// DefaultMemory returns the default of Options.Memory: half of the memory that the machine,
// the control group (container) and the limit of the address space leave to the process, and
// no more than GOMEMLIMIT.
func DefaultMemory() uint64 {
	return min(available.Memory()/2, uint64(debug.SetMemoryLimit(-1)))
}

// WithinMemory returns a context that ends with [ErrMemory] as its cause when the process
// needs more memory than limit, in bytes; 0 means [DefaultMemory]. The limit is for the heap
// with its garbage, so the context ends when objects in use take three quarters of it. The
// caller must call stop, which waits for the measurements to end.
func WithinMemory(ctx context.Context, limit uint64) (watched context.Context, stop func()) {
	if limit == 0 {
		limit = DefaultMemory()
	}
	most := limit / 4 * 3
	watched, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(memoryEvery)
		defer tick.Stop()
		for {
			select {
			case <-watched.Done():
				return
			case <-tick.C:
			}
			if heap, live := readHeap(); heap <= limit && live <= most {
				continue
			}
			runtime.GC() // part of the heap may be garbage
			if _, live := readHeap(); live > most {
				cancel(fmt.Errorf("%w: %d MiB in use, %d MiB allowed", ErrMemory, live>>20, most>>20))
				return
			}
		}
	}()
	return watched, func() {
		cancel(nil)
		<-done
	}
}

// readHeap returns the number of bytes in objects on the heap, garbage included, and how
// many of them the last garbage collection found in use.
func readHeap() (heap, live uint64) {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64(), samples[1].Value.Uint64()
}

// run is the state of one Learn.
type run struct {
	p          *interp.Problem
	o          Options
	eval       *interp.Evaluator
	scale      scale
	fitting    Fitting
	proved     bool        // whether all stages so far are proved
	idle       int         // how many stages, up to now, have found nothing better
	centred    dl.Concept  // the last concept whose thresholds were centred
	foundAhead []candidate // the concepts that lookAhead has found
	*observer
	bound interp.Confusion // an upper bound for every concept
}

func newRun(p *interp.Problem, o Options) *run {
	return &run{
		p:        p,
		o:        o,
		eval:     interp.NewEvaluator(p.Structure),
		observer: &observer{score: o.Score, progress: o.Progress},
	}
}

// judgeFound evaluates a concept that an engine reports, and keeps it if it is
// better than the best so far.
func (l *run) judgeFound(k int, c dl.Concept) (interp.Confusion, error) {
	confusion, err := l.eval.Classify(l.p, c)
	if err != nil {
		return confusion, err
	}
	better := l.fitting.Concept == nil || l.o.Score.Compare(confusion, l.fitting.Confusion) > 0
	if l.o.Mode == Exact {
		better = confusion.Correct() == confusion.Total()
	}
	if better {
		l.fitting.Concept, l.fitting.Confusion = c, confusion
		l.show(candidate{c, confusion}, Progress{K: k})
	}
	return confusion, nil
}

// isBestPossible reports whether the concept found reaches the bound for all sizes.
func (l *run) isBestPossible() bool {
	return l.fitting.Concept != nil && (l.o.Mode == Exact || l.o.Score.Compare(l.fitting.Confusion, l.bound) >= 0)
}

// simplifyFitting simplifies the concepts of the stages and of the fitting. For
// instance, an engine returns ¬≤3 r.C for ≥4 r.C if the largest number of its stage is 3.
func (l *run) simplifyFitting() {
	if l.o.Optimal { // the tree of the concept may be exponentially large
		return
	}
	f := &l.fitting
	f.Concept = l.simplifyConcept(f.Concept)
	for i, s := range f.Stages {
		f.Stages[i].Concept = l.simplifyConcept(s.Concept)
	}
}

func (l *run) simplifyConcept(c dl.Concept) dl.Concept {
	if c == nil {
		return nil
	}
	return dl.Simplify(c, l.o.Language, l.o.MaxNumber)
}
