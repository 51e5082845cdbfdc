package repair

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Task asks for the concepts nearest to Concept that have the positives of the problem and none
// of the negatives.
type Task struct {
	Problem *interp.Problem
	Concept dl.Concept
	// Space is what repairs may use. Its thresholds are ignored: every value is one. Its
	// MaxDepth must be at least the role depth of Concept.
	Space interp.Space
	// Extracted are the individuals with all facts to the depth of the space, if the structure was extracted
	// around them; nil: all. A closure is followed only where it leads to no others.
	Extracted interp.Set
	// MaxDistance is the largest distance that is searched.
	MaxDistance int
	// MaxSuccessors is the largest number of successors of an individual by a role that is
	// inserted; 0 means DefaultMaxSuccessors.
	MaxSuccessors int
	// Memory bounds the tables, in bytes; 0 means DefaultMemory.
	Memory int64
	// Progress, if set, is called with a distance before it is searched.
	Progress func(distance int)
}

// The defaults of [Task].
const (
	DefaultMaxSuccessors = 200
	DefaultMemory        = 1 << 30
)

// Kind says what an edit does.
type Kind string

// The kinds of edits.
const (
	none    Kind = ""
	Replace Kind = "replace" // a node, or an operand as a whole
	Insert  Kind = "insert"  // an operand
	Delete  Kind = "delete"  // an operand
	Wrap    Kind = "wrap"    // insert ¬ or a role step
	Unwrap  Kind = "unwrap"  // delete ¬ or a role step
)

// Edit is what was changed at one place. Several edits that make or delete one operand are one
// Edit. Was is a part of the given concept, nil for an operand that is inserted; Now is a part of
// the repair, nil for an operand that is deleted.
type Edit struct {
	Kind     Kind
	Was, Now dl.Concept
}

// Repair is a concept that fits.
type Repair struct {
	Concept  dl.Concept
	Edits    []Edit
	Distance int
	Size     int
}

// LeftOut is a role that was not inserted where an individual has that many successors.
type LeftOut struct {
	Role       dl.Role
	Successors int
}

// Result is the result of a search.
type Result struct {
	// Repairs are the nearest concepts that fit, the smallest first: all of them, unless
	// Incomplete is set.
	Repairs    []Repair
	Incomplete bool
	// Excluded is the largest distance up to which no concept fits, -1 if that is not known of
	// any.
	Excluded int
	LeftOut  []LeftOut
	// Unmoved are closures that were not moved to some place, where Task.Extracted does not decide them.
	Unmoved []dl.Role
	// Alike are pairs of a positive and a negative that no concept tells apart. If there are any,
	// nothing was searched.
	Alike [][2]interp.Individual
}

// Proved reports whether no concept of the space is nearer than the repairs.
func (r Result) Proved() bool { return len(r.Repairs) > 0 && r.Excluded >= r.Repairs[0].Distance-1 }

// mostRepairs is how many repairs are returned.
const mostRepairs = 2000

// Search returns the nearest repairs. At the end of the context it returns the best so far, with
// the error of the context: those of a short search with fewer role steps, if nothing nearer was
// found. The evaluator checks every repair.
func Search(ctx context.Context, t Task) (Result, error) {
	err := t.Problem.Validate()
	if err != nil && !errors.Is(err, interp.ErrNoPositives) && !errors.Is(err, interp.ErrNoNegatives) {
		return Result{Excluded: -1}, err
	}
	t.MaxSuccessors = cmp.Or(t.MaxSuccessors, DefaultMaxSuccessors)
	t.Memory = cmp.Or(t.Memory, int64(DefaultMemory))
	if t.Progress == nil {
		t.Progress = func(int) {}
	}
	s := newSearch(ctx, t)
	if pairs, err := s.alike(); err == nil && len(pairs) > 0 {
		return Result{Alike: pairs, Excluded: t.MaxDistance}, nil
	}
	const near = 1 // found at once
	out, err := s.run(0, min(near, t.MaxDistance))
	if len(out.Repairs) > 0 || err == nil && t.MaxDistance <= near {
		return out, err
	}
	work := int64(narrowWork)
	if err != nil {
		ctx, work = context.WithoutCancel(ctx), narrowWork/5
	}
	first := newSearch(ctx, t.narrow())
	first.most = work
	incumbent, _ := first.run(out.Excluded+1, t.MaxDistance) // its error only says that there may be more
	if err == nil {
		limit := t.MaxDistance
		if len(incumbent.Repairs) > 0 {
			limit = incumbent.Repairs[0].Distance
		}
		out, err = s.run(near+1, limit)
	}
	if len(out.Repairs) == 0 && len(incumbent.Repairs) > 0 {
		out.Repairs, out.Incomplete = incumbent.Repairs, true
	}
	return out, err
}

// narrow returns the task with ∃ as the only role step, no comparisons, and no more depth.
func (t Task) narrow() Task {
	t.Space.Language &= dl.WithAnd | dl.WithOr | dl.WithNot | dl.WithExists | dl.WithTop | dl.WithInverse |
		dl.WithNominals
	t.Space.MaxDepth = min(t.Space.MaxDepth, max(1, dl.Depth(t.Concept)))
	return t
}

// narrowWork bounds the narrow search, in extensions made: about a second.
const narrowWork = 5_000_000

// run searches those distances. The smaller ones must have no repair.
func (s *search) run(first, last int) (Result, error) {
	t := s.task
	want := make([]uint64, s.root.words())
	for i := range t.Problem.Pos {
		want[i/64] |= 1 << (i % 64)
	}
	out := Result{Excluded: first - 1}
	for d := first; d <= last; d++ {
		t.Progress(d)
		if s.check(); s.stopped() {
			break
		}
		found := &entry{x: want, level: d}
		s.generate(s.tree, d, s.root, want, func(_ []uint64, v derivation) {
			if len(found.alternatives) < mostRepairs {
				found.alternatives = append(found.alternatives, v)
			} else {
				out.Incomplete = true
			}
		})
		if len(found.alternatives) > 0 {
			incomplete, err := s.list(found, &out)
			out.Incomplete = out.Incomplete || incomplete || s.stopped()
			s.err = cmp.Or(s.err, err)
			break
		}
		if s.stopped() {
			break
		}
		out.Excluded = d
	}
	out.LeftOut = s.leftOut()
	out.Unmoved = slices.SortedFunc(maps.Keys(s.unmoved), dl.Role.Compare)
	return out, s.err
}

func newSearch(ctx context.Context, t Task) *search {
	s := &search{
		task: t, ctx: ctx, eval: interp.NewEvaluator(t.Problem.Structure), contexts: map[contextKey]*roleContext{},
		left: map[dl.Role]int{}, unmoved: map[dl.Role]bool{}, isExample: map[interp.Individual]bool{},
		features: interp.Features(t.Problem, t.Space.Language|dl.WithDataAtLeast),
	}
	for _, a := range slices.Concat(t.Problem.Pos, t.Problem.Neg) {
		s.isExample[a] = true
	}
	s.newLeaf = &node{kind: leafNode, free: true}
	s.newStep = &node{kind: stepNode, free: true, kids: []*node{s.newLeaf}}
	s.operand = &node{kind: operandNode}
	s.tree, s.root = newTree(t.Concept), newContext(slices.Concat(t.Problem.Pos, t.Problem.Neg), 0)
	return s
}

// list adds the concepts of the entry, whose level is their distance, to the result.
func (s *search) list(e *entry, out *Result) (incomplete bool, err error) {
	w := &writer{most: mostRepairs, written: map[*entry][]written{}}
	seen := map[dl.Concept]bool{}
	for _, x := range w.write(e) {
		c := canonical(x.concept)
		if seen[c] {
			continue
		}
		seen[c] = true
		confusion, err := s.eval.Classify(s.task.Problem, x.concept)
		if err == nil && confusion.FN+confusion.FP > 0 {
			err = fmt.Errorf("repair: %#v does not fit: %+v", x.concept, confusion)
		}
		if err != nil {
			return true, err
		}
		out.Repairs = append(out.Repairs, Repair{x.concept, x.edits, e.level, dl.Size(x.concept)})
	}
	slices.SortStableFunc(out.Repairs, func(x, y Repair) int { return cmp.Compare(x.Size, y.Size) })
	return w.incomplete, nil
}
