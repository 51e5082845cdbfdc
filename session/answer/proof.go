package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// Proof says in one sentence what is proved about the concept.
func (r *Result) Proof() string {
	f := r.Fitting
	if r.Options.Optimal {
		return "no concept of any size does better, in " + r.Everything() + "; it is not the smallest"
	}
	switch {
	case r.Running&Proving != 0:
		return "not proved yet"
	case r.Unproved != nil:
		return "not proved: " + r.reason() + ", so a better or a smaller concept may exist"
	case len(r.Problem.Neg) == 0:
		return "nothing is proved about the size: there are no negative examples"
	case r.Smallest != nil && r.Options.Score.Compare(f.Confusion, r.Smallest.Confusion) > 0:
		return "no: the search chooses a concept with a worse score (--select " + r.Options.Select.String() +
			"); this one is more likely meant" + r.cutShortAt()
	case r.Smallest != nil:
		return "no: a smaller concept, or one with a better score, fits the examples; this one is more likely meant" +
			r.cutShortAt()
	case len(f.Stages) == 0:
		return "nothing is proved about the size"
	}
	if !f.Optimal {
		return "not proved: " + r.WhyUnproved() + ", a better or a smaller concept may exist" + provedInPart(r)
	}
	var s string
	switch {
	case r.Options.Mode == learner.Exact:
		s = "no smaller concept fits all the examples"
	case r.Options.Score.Compare(f.Confusion, f.Ceiling.Confusion) >= 0:
		s = "no concept of any size does better, and no smaller one does as well"
	default:
		s = fmt.Sprintf("no concept of size up to %d does better, and no smaller one does as well", f.Stages[f.Chosen].K)
	}
	return "proved: " + s + ", in " + r.scope(f.Stages[f.Chosen]) + r.cutShortAt()
}

// reason says why there is no proof.
func (r *Result) reason() string {
	if r.Interrupted {
		return "interrupted before the proof was finished"
	}
	return fmt.Sprintf("the proof is not finished: %s", say.OneLine(r.Unproved.Error()))
}

// provedInPart says for a concept that is not proved to be optimal up to which size
// nothing is better, and in which language.
func provedInPart(r *Result) string {
	f := r.Fitting
	if f.Refuted == 0 {
		return ""
	}
	does := "does better"
	if r.Options.Mode == learner.Exact {
		does = "fits all the examples"
	}
	return fmt.Sprintf("; proved: none of size up to %d %s, in %s", f.Refuted, does, r.scope(f.Stages[f.Refuted-1]))
}

// cutShortAt says why and where the search ended early; empty if it did not.
func (r *Result) cutShortAt() string {
	if !r.CutShort() {
		return ""
	}
	searched := slices.DeleteFunc(slices.Clone(r.Fitting.Stages), func(s learner.Stage) bool { return s.Skipped })
	if len(searched) == 0 {
		return "; " + r.WhyUnproved() + " before size 1 was searched"
	}
	last, at := searched[len(searched)-1], "at"
	if last.Proved {
		at = "after"
	}
	return fmt.Sprintf("; %s %s size %d", r.WhyUnproved(), at, last.K)
}

// WhyUnproved says why the search ended without a proof.
func (r *Result) WhyUnproved() string {
	switch {
	case r.Interrupted:
		return "interrupted"
	case r.TimeUp:
		return "the time was up"
	case r.Fitting.End == learner.EndMemory:
		return "the memory limit was reached"
	case r.Fitting.End == learner.EndPatience:
		return fmt.Sprintf("stopped: %s brought no better concept", say.Plural(r.Options.Patience, "further size"))
	case r.Fitting.Refuted == cmp.Or(r.Options.MaxSize, learner.DefaultMaxSize), r.Fitting.End == learner.EndFound:
		return "not all of its names, numbers and thresholds were searched"
	}
	return "the search did not end"
}

// Refuted says up to which size no concept fits, after an exact search that found none.
// It is empty if nothing is proved.
func (r *Result) Refuted() string {
	f := r.Fitting
	switch {
	case r.Options.Mode != learner.Exact || f.Concept != nil:
		return ""
	case f.End == learner.EndInseparable:
		return "no concept of any size fits all the examples, in " + r.Everything()
	case f.Refuted == 0:
		return ""
	}
	return fmt.Sprintf("no concept of size up to %d fits all the examples, in %s", f.Refuted,
		r.scope(f.Stages[f.Refuted-1]))
}

// Everything names the language, the symbols that the search had, and the role depth: what holds for all its
// concepts, of any size and with any numbers and thresholds. What is left out is no part of it.
func (r *Result) Everything() string {
	s := r.Fitting.Scope()
	if d := r.Depth(); d > 0 && r.Fitting.Language.Any(dl.WithRoles) {
		s += fmt.Sprintf(" with role depth up to %d", d)
	}
	return s + r.without
}

// CutShort reports whether the last stage was not finished, or the next one not started,
// for lack of time or memory. Then another size might have been selected.
func (r *Result) CutShort() bool {
	stages := r.Fitting.Stages
	if len(stages) == 0 {
		return false
	}
	last := stages[len(stages)-1]
	more := last.K < cmp.Or(r.Options.MaxSize, learner.DefaultMaxSize) &&
		r.Options.Score.Compare(last.Confusion, r.Fitting.Ceiling.Confusion) < 0
	isEarly := r.Fitting.End == learner.EndMemory || r.Fitting.End == learner.EndPatience
	return !last.Proved || more && (r.Interrupted || r.TimeUp || isEarly)
}

// Selected explains why a concept with a better score is not the result, and what to do
// about a concept that holds for all examples; otherwise it is empty.
func (r *Result) Selected() string {
	f := r.Fitting
	if len(f.Stages) == 0 || r.Smallest != nil {
		return ""
	}
	last := f.Stages[len(f.Stages)-1]
	var parts []string
	if r.Options.Score.Compare(last.Confusion, f.Confusion) > 0 {
		parts = append(
			parts,
			fmt.Sprintf("by %s, which often generalises better; a concept of size %[3]d has %[2]s (--select score)",
				r.Options.Select, r.Correct(last.Confusion), dl.Size(last.Concept)),
		)
	}
	if c := f.Confusion; r.Options.Mode == learner.Approx && r.Options.Score == interp.F1 && c.TN == 0 && c.FN == 0 &&
		c.FP > 0 {
		parts = append(
			parts,
			"it holds for all examples, which often has a high F1 (--score accuracy or balanced tells the examples apart)",
		)
	}
	return strings.Join(parts, "; ")
}

// SmallestProof says what is proved about the concept that bounded fitting found; there must be one.
func (r *Result) SmallestProof() string {
	stages := r.Fitting.Stages
	if !r.Smallest.Optimal || len(stages) == 0 {
		return "not proved"
	}
	return "proved in " + r.scope(stages[len(stages)-1])
}

// scope describes where a proof holds: the language, and the bounds of the stage.
func (r *Result) scope(last learner.Stage) string {
	f := r.Fitting
	s := f.Scope()
	var bounds []string
	if r.Problem.Info.Vocabulary.Statements != "" {
		bounds = append(bounds, qualifiers(r.Problem))
	}
	if f.Language.Any(dl.WithAtLeast | dl.WithAtMost) {
		bounds = append(bounds, fmt.Sprintf("numbers up to %d", last.MaxNumber))
	}
	switch {
	case !f.Language.Any(dl.WithDataAtLeast|dl.WithDataAtMost) || last.Thresholds == 0:
	case last.AllThresholds:
		bounds = append(bounds, "any threshold")
	default:
		bounds = append(bounds, "up to "+say.Plural(last.Thresholds, "threshold")+" per feature")
	}
	if f.Language.Any(dl.WithRoles) {
		if d := r.Depth(); d > 0 {
			bounds = append(bounds, fmt.Sprintf("role depth up to %d", d))
		} else {
			bounds = append(bounds, "any role depth")
		}
	}
	if len(bounds) > 0 {
		s += " with " + strings.Join(bounds, ", ")
	}
	return s + r.without
}

// qualifiers says of which properties of a Wikibase the language has the qualifiers.
func qualifiers(p *source.Problem) string {
	var of []string
	sig := p.Structure.Signature()
	for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
		if role := sig.Role(r); p.Statements.Is(role.IRI, dl.Claim) && len(p.Structure.Sources(r)) > 0 {
			of = append(of, cmp.Or(p.Info.Labels[role.IRI], p.Source.Prefixes().Shorten(role.IRI)))
		}
	}
	if len(of) == 0 {
		return "no qualifiers"
	}
	return "qualifiers of " + strings.Join(of, ", ")
}

// Correct calls [Correct] for the examples of the problem.
func (r *Result) Correct(c interp.Confusion) string { return Correct(c, r.Problem.Weighted()) }

// Correct writes how many examples are classified correctly, or their weight.
func Correct(c interp.Confusion, weighted bool) string {
	if weighted {
		return fmt.Sprintf("%d of %d correct, weighted", c.Correct(), c.Total())
	}
	return fmt.Sprintf("%d of %s correct", c.Correct(), say.Plural(c.Total(), "example"))
}

// StageName names the stage of the progress. K is 0 in the search for good concepts of all
// sizes, which comes first.
func StageName(p learner.Progress) string {
	if p.K == 0 {
		return "before the first stage"
	}
	return fmt.Sprintf("stage %d", p.K)
}

// StageText describes the best concept of the stage.
func StageText(p learner.Progress, weighted bool) string {
	if p.Best == nil {
		return "nothing found yet"
	}
	text := fmt.Sprintf("%s, size %d", Correct(p.Confusion, weighted), dl.Size(p.Best))
	if p.Done && dl.Size(p.Best) > p.K {
		return "best so far " + text
	}
	return text
}
