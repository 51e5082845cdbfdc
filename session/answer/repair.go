package answer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/repair"
	"github.com/genus-kg/genus/queries/read"
	"github.com/genus-kg/genus/session/source"
)

// A RepairTask asks for the concept nearest to Concept that has the missing individuals and not
// the wrong ones. The individuals are IRIs, whole or with a prefix of the source.
type RepairTask struct {
	Concept        dl.Concept
	Query          *read.Reading // of which Concept was read; nil: of none. The query of the repair has its columns
	Missing, Wrong []string
	Right          []string // members that must stay
	// Confirm asks the endpoint whether the query of the repair agrees at all these individuals.
	Confirm bool
}

// A Repair is the outcome of a RepairTask. Its Result has the concept of the repair; the
// positives of its Problem are the missing and the right individuals, the negatives the wrong
// ones.
type Repair struct {
	*Result
	Given dl.Concept
	Edits []repair.Edit
	// Distance is the number of edits (package repair defines them). Excluded is the largest
	// number with which no concept fits, at least -1.
	Distance, Excluded int
	Changes            RepairChanges
	Rivals             []RepairRival // the other nearest repairs, the best first
	// Nearest is the number of nearest repairs; AllNearest: there are no others.
	Nearest    int
	AllNearest bool
	Lacks      []Lack // missing individuals that are out because the data do not say enough
	LeftOut    []repair.LeftOut
	Unmoved    []dl.Role    // see repair.Result
	Space      interp.Space // in which no repair is nearer
}

// A RepairRival is another repair as near.
type RepairRival struct {
	Concept dl.Concept
	Edits   []repair.Edit
	Changes RepairChanges
}

// RepairChanges are the numbers of members on the whole graph that join, leave and stay if a repair
// replaces the given concept.
type RepairChanges struct{ Joined, Left, Stayed intent.Bounds }

// mostEdits is the largest distance that is searched.
const mostEdits = 6

// nodeBits is the price of a node of a repair beside the bits of RepairChanges. Of the orders
// tried on bench/intended/codex-broken.txt (--half choose, seeds 1 to 4), the prices 2, 4 and 6 chose
// the right repair in 38 of 40 cases, 0 in 32, and the smallest repair first in 34.
const nodeBits = 4

// The members of so many repairs are counted, the smallest ones, over an endpoint and in memory.
const (
	mostRepairsCounted  = 20
	mostCountedInMemory = 1000
)

// classifyWithin counts the examples that are right and wrong under the concept, unless the context ends.
func classifyWithin(ctx context.Context, p *source.Problem, c dl.Concept) (interp.Confusion, error) {
	e := interp.NewEvaluator(p.Structure)
	if _, err := e.ExtensionWithin(ctx, c); err != nil {
		return interp.Confusion{}, err
	}
	return e.Classify(&p.Problem, c)
}

// Proved reports whether no concept is nearer.
func (r *Repair) Proved() bool { return r.Excluded >= r.Distance-1 }

// Repair finds the nearest concept. Of equally near ones it prefers one that is small and
// under which the individuals are likely drawn (nodeBits and RepairChanges.bits). If the time is up or the context
// ends, it returns the best so far; Proved then reports whether that is the nearest all the
// same. An error means that there is none.
func (s Worker) Repair(ctx context.Context, t RepairTask) (*Repair, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	s.Config.Anchor = config.None // the query has the members that are counted
	_, ex, err := s.With(source.Request{Pos: slices.Concat(t.Missing, t.Right), Neg: t.Wrong})
	if err != nil {
		return nil, err
	}
	s.Start = append(slices.Clip(s.Start), t.Concept)
	const doing = "looking for a repair"
	limited, cancel := ctx, func() {}
	if s.Source.Endpoint() == nil { // --max-time limits requests
		limited, cancel = source.Within(ctx, s.Config.Timeout, doing)
	}
	defer cancel()
	loaded, err := s.repairProblem(limited, ex, t.Concept)
	if err != nil {
		return nil, source.NamingLimit(limited, err)
	}
	p := loaded.Problem
	g, _, err := s.rankedGraph(limited, p.Examples)
	if err != nil {
		return nil, source.NamingLimit(limited, err)
	}
	task, err := s.repairTask(loaded, t.Concept)
	if err != nil {
		return nil, err
	}
	limited, stopSearch := source.Within(limited, s.Config.Timeout, doing)
	defer stopSearch()
	named, err := s.countNamed(limited, p, t)
	if err != nil {
		return nil, source.NamingLimit(limited, err)
	}
	limited, stop := learner.WithinMemory(limited, uint64(s.Config.Memory)<<20)
	defer stop()
	found, err := repair.Search(limited, task)
	stopped := err != nil && (limited.Err() != nil || errors.Is(err, repair.ErrMemory))
	if err != nil && !stopped {
		return nil, err
	}
	if len(found.Repairs) == 0 {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, s.noRepair(ctx, p, found, task, cmp.Or(context.Cause(limited), err))
	}
	r := &Repair{
		Given: t.Concept, Excluded: found.Excluded, Nearest: len(found.Repairs), AllNearest: !found.Incomplete,
		LeftOut: found.LeftOut, Unmoved: found.Unmoved, Space: task.Space,
	}
	counting := limited
	switch {
	case s.Source.Endpoint() != nil:
		counting, cancel = source.Within(ctx, s.Config.Timeout, "counting")
		defer cancel()
	case stopped:
		counting, cancel = source.Within(ctx, afterSearch, "counting")
		defer cancel()
	}
	s.chooseRepair(counting, r, found.Repairs, g, named)
	r.TimeUp = stopped
	return s.describe(ctx, r, t, p, task.Space)
}

// describe adds to the chosen repair what is said about it. It does so after an interrupt, too.
func (s Worker) describe(ctx context.Context, r *Repair, t RepairTask, p *source.Problem,
	of interp.Space) (*Repair, error) {
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), afterSearch)
	defer cancel()
	if ctx.Err() == nil {
		after = ctx
	}
	confusion, err := classifyWithin(after, p, r.Fitting.Concept)
	if err != nil {
		return nil, err
	}
	r.Problem, r.Fitting.Confusion, r.Interrupted = p, confusion, ctx.Err() != nil
	if r.Lacks, err = lacks(p, r.Given); err != nil {
		return nil, err
	}
	r.without = s.without(after, p, of.Language, p.Removed, of.MaxDepth)
	shown := []dl.Concept{r.Given, r.Fitting.Concept}
	for _, x := range r.Rivals {
		shown = append(shown, x.Concept)
	}
	source.FetchLabels(after, s.Use, p, dl.EntitiesOf(shown...).Individuals)
	if err := s.translate(after, r.Result); err != nil {
		return r, err
	}
	if t.Confirm && !r.Interrupted {
		r.ConfirmErr = s.Confirm(ctx, r.Result)
	}
	if t.Query != nil {
		r.Query, err = t.Query.WithColumns(r.Query)
	}
	return r, err
}

// Check returns an error if too few individuals are named.
func (t RepairTask) Check() error {
	if len(t.Missing)+len(t.Wrong) == 0 {
		return source.Usagef("nothing to repair: name individuals that are missing or wrong")
	}
	if len(t.Missing)+len(t.Right) == 0 {
		return source.Usagef("only wrong individuals: name some members that are right, so that the repair keeps them")
	}
	return nil
}

// named is how many individuals join, leave and stay because the user named them.
type named struct{ joining, leaving, staying int }

// countNamed counts what the given concept is wrong and right about. It notes where the user is
// mistaken about its members.
func (s Worker) countNamed(ctx context.Context, p *source.Problem, t RepairTask) (n named, err error) {
	x, err := interp.NewEvaluator(p.Structure).ExtensionWithin(ctx, t.Concept)
	if err != nil {
		return n, err
	}
	missing, err := source.Expand(t.Missing, s.Source.Prefixes())
	if err != nil {
		return n, err
	}
	for a, positive := range p.EachExample() {
		iri, member := p.Structure.IRI(a), x.Test(uint(a))
		switch wasMissing := slices.Contains(missing, iri); {
		case positive && member:
			n.staying++
			if wasMissing {
				s.Reporter.Note("note: %s is not missing: it is a member already", s.Source.Prefixes().Shorten(iri))
			}
		case positive:
			n.joining++
			if !wasMissing {
				s.Reporter.Note("note: %s is no member yet: it is missing", s.Source.Prefixes().Shorten(iri))
			}
		case member:
			n.leaving++
		default:
			s.Reporter.Note("note: %s is no member anyway", s.Source.Prefixes().Shorten(iri))
		}
	}
	return n, nil
}

func (s Worker) repairTask(p repairProblem, c dl.Concept) (repair.Task, error) {
	language, err := rankedLanguage(s.Config)
	language &^= dl.Derived // edits make none
	if err != nil {
		return repair.Task{}, err
	}
	for _, removal := range p.Removed {
		s.Reporter.Note("not used: %s: %s", p.SymbolName(removal), removal.Reason)
	}
	space := interp.NewSpace(&p.Problem.Problem, language)
	space.MaxNumber = cmp.Or(s.Config.MaxNumber.Constant(), max(5, dl.LargestNumber(c)+1))
	space.MaxDepth, space.Inner = max(p.MaxDepth, dl.Depth(c)), 0 // every edge is a step of a repair
	return repair.Task{
		Problem:     &p.Problem.Problem,
		Concept:     c,
		Space:       space,
		Extracted:   p.extracted,
		MaxDistance: mostEdits,
		Memory:      int64(s.Config.Memory) << 20 / 2,
		Progress:    func(d int) { s.Reporter.Progress("repairing", say.Plural(d, "edit")) },
	}, nil
}

// ErrNoRepair is the error if no concept fits, or none was found.
var ErrNoRepair = errors.New("no repair")

// noRepair says why there is no repair.
func (s Worker) noRepair(ctx context.Context, p *source.Problem, r repair.Result, t repair.Task, cause error) error {
	language := fmt.Sprintf("in the language %s to role depth %d", t.Space.Language, t.Space.MaxDepth)
	up := fmt.Sprintf("no concept within %s fits, %s", say.Plural(r.Excluded, "edit"), language)
	switch {
	case len(r.Alike) > 0:
		to, from := p.Structure.IRI(r.Alike[0][0]), p.Structure.IRI(r.Alike[0][1])
		source.FetchLabels(ctx, s.Use, p, []string{to, from})
		return fmt.Errorf(
			"%w: every concept that has %s has %s, too, %s: name only one of them, or allow more (--language, --depth)",
			ErrNoRepair, p.Name(to), p.Name(from), language)
	case cause != nil && r.Excluded < 0:
		return fmt.Errorf("%w was found: %w: raise --timeout or choose a smaller --language", ErrNoRepair, cause)
	case cause != nil:
		return fmt.Errorf("%w: %s, and then: %w: raise --timeout or choose a smaller --language", ErrNoRepair, up,
			cause)
	}
	return fmt.Errorf("%w: %s: name fewer individuals, or learn the concept anew", ErrNoRepair, up)
}

// chooseRepair makes the best of the repairs the result.
func (s Worker) chooseRepair(ctx context.Context, r *Repair, repairs []repair.Repair, g intent.Graph, n named) {
	most := mostRepairsCounted
	if g.Ahead() == 0 { // counting costs little
		most = mostCountedInMemory
	}
	repairs = repairs[:min(most, len(repairs))]
	ask := []dl.Concept{r.Given}
	for _, x := range repairs {
		ask = append(ask, x.Concept, dl.And{L: r.Given, R: x.Concept})
	}
	s.Reporter.Progress("counting", "the members of "+say.Plural(len(repairs), "repair"))
	counts, err := g.Count(ctx, ask)
	if err != nil {
		s.Reporter.Note(
			"note: the smallest of the nearest repairs is chosen, because their members were not counted: %v",
			source.NamingLimit(ctx, err))
		counts = make([]intent.Bounds, len(ask))
		for i := range counts {
			counts[i] = intent.Unbounded
		}
	}
	type choice struct {
		repair.Repair
		RepairChanges
	}
	var choices []choice
	for i, x := range repairs {
		choices = append(choices, choice{x, newChanges(counts[0], counts[1+2*i], counts[2+2*i])})
	}
	slices.SortStableFunc(choices, func(x, y choice) int {
		return cmp.Compare(x.bits(n)+nodeBits*float64(x.Size), y.bits(n)+nodeBits*float64(y.Size))
	})
	best := choices[0]
	r.Distance, r.Edits, r.Changes = best.Distance, best.Edits, best.RepairChanges
	r.Result = &Result{Fitting: learner.Fitting{Solution: learner.Solution{
		Concept: best.Concept, Size: best.Size, Depth: dl.Depth(best.Concept),
	}, Language: r.Space.Language}}
	for _, x := range choices[1:min(len(choices), 1+rivalsShown)] {
		r.Rivals = append(r.Rivals, RepairRival{x.Concept, x.Edits, x.RepairChanges})
	}
}

// newChanges returns what changes from a concept to a repair, by the bounds of their members and of
// those that both have.
func newChanges(given, to, both intent.Bounds) RepairChanges {
	both.Upper = min(both.Upper, given.Upper, to.Upper)
	minus := func(x, y intent.Bounds) intent.Bounds {
		b := intent.Bounds{Lower: max(0, x.Lower-y.Upper), Upper: intent.Unbounded.Upper}
		if x.Upper < intent.Unbounded.Upper {
			b.Upper = x.Upper - y.Lower
		}
		return b
	}
	return RepairChanges{Joined: minus(to, both), Left: minus(given, both), Stayed: both}
}

// bits is how unlikely the individuals are under the repair, by the size principle of
// package intent: somebody who has the repair in mind draws the missing from those who join, the
// wrong ones from those who leave, and the right ones from those who stay. So of two repairs the
// one that changes fewer other members is better. Where nobody was named to join or to leave, one
// individual is assumed, so that members who join or leave always count.
func (c RepairChanges) bits(n named) float64 {
	of := func(n int, b intent.Bounds) float64 { return float64(n) * math.Log2(1+float64(b.Upper)) }
	return of(max(n.joining, 1), c.Joined) + of(max(n.leaving, 1), c.Left) + of(n.staying, c.Stayed)
}

// afterSearch limits the work after the search when the time limit has passed.
const afterSearch = 500 * time.Millisecond
