package answer

import (
	"time"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/source"
)

// A Result is the outcome of learning.
type Result struct {
	Problem *source.Problem
	Options learner.Options
	// Fitting has the concept of the result. Smallest is the concept that bounded fitting
	// found, if the result is another one that is more likely meant; nil otherwise.
	Fitting  learner.Fitting
	Smallest *learner.Solution
	Ranking  *Ranking  // nil if nothing was ranked
	Conflict *Conflict // nil if no example contradicts the others
	Err      error     // why there is no concept
	Query    string
	Anchor   string // the class that the query is restricted to; empty: none
	Confirmation
	Course
	TooLarge bool // larger than MostNodes
	Elapsed  time.Duration

	query   queries.Options // the options of Query
	without string          // what claims about all concepts are not about
}

// Course says how far the work on a result has come, and what has stopped it.
type Course struct {
	// Running is what is still to come; the result is shown again then.
	Running Running
	// Unproved says why the extraction or the search was not finished; nil if it was. The
	// result is then the first answer.
	Unproved    error
	Interrupted bool
	TimeUp      bool // for the search
}

// A Confirmation is what the endpoint answers to the query.
type Confirmation struct {
	Verdict    *Verdict // nil if no endpoint was asked
	ConfirmErr error    // why the verdict is not complete; nil if it is
	Others     Matches
	OthersErr  error // why the other members are not known; nil if they are, or were not asked for
}

// Written reports whether there is a concept and it is small enough to print.
func (r *Result) Written() bool { return r.Fitting.Concept != nil && !r.TooLarge }

// Confirmed reports whether the query returns what the concept has, at every example.
func (r *Result) Confirmed() bool {
	return r.Verdict != nil && !r.Verdict.NotRun && r.ConfirmErr == nil && len(r.Verdict.Mismatches()) == 0
}

// English returns the concept of the result in words; it must have one.
func (r *Result) English() string { return r.Problem.English(r.Fitting.Concept) }

// OutsideAnchor returns how many positives the query lacks because they are no members of the
// class that it asks for; 0 if the class was not read.
func (r *Result) OutsideAnchor() (n int) {
	p, class := r.Problem, dl.Name{IRI: r.Anchor}
	if p.CheckCoverage(class) != nil {
		return 0
	}
	e := interp.NewEvaluator(p.Structure)
	in, err := e.Extension(r.Fitting.Concept)
	if err != nil {
		return 0
	}
	anchored, err := e.Extension(class)
	if err != nil {
		return 0
	}
	for _, a := range p.Pos {
		if in.Test(uint(a)) && !anchored.Test(uint(a)) {
			n++
		}
	}
	return n
}

// Depth returns the bound on the role depth, 0 if there is none.
func (r *Result) Depth() int {
	d := r.Problem.MaxDepth
	if o := r.Options.MaxDepth; o > 0 && (d == 0 || o < d) {
		d = o
	}
	return d
}

// Pairs returns the IRIs of the examples that no concept tells apart.
func (r *Result) Pairs() [][2]string {
	pairs := [][2]string{}
	s := r.Problem.Structure
	for _, p := range r.Fitting.Ceiling.Pairs {
		pairs = append(pairs, [2]string{s.IRI(p[0]), s.IRI(p[1])})
	}
	return pairs
}

// nominals returns the nominals of all concepts of the result. These may lack labels; the
// extraction has asked for those of all other terms.
func (r *Result) nominals() []string {
	all := []dl.Concept{r.Fitting.Concept}
	if r.Smallest != nil {
		all = append(all, r.Smallest.Concept)
	}
	for _, s := range r.Fitting.Stages {
		if s.Concept != nil {
			all = append(all, s.Concept)
		}
	}
	return dl.EntitiesOf(all...).Individuals
}
