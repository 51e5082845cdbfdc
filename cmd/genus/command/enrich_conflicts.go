package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/session/enrich"
	"github.com/genus-kg/genus/session/source"
)

// mostConflicts is how many conflicts an error names.
const mostConflicts = 5

// settle looks for contradictions among the proposals that the format writes, and with the ontology. Ticked ones that
// contradict are refused. Of others, OWL leaves out the one with the weakest evidence, and reports say what it
// contradicts.
func (a *program) settle(ctx context.Context, all *enrichResults, format string) error {
	axioms, p := map[string]string{}, all.ReaderPrefixes() // by identifier
	for _, r := range all.Results {
		for _, c := range r.Candidates {
			if !all.isWritten(c, format) {
				continue
			}
			row, err := all.row(c, r, p)
			if err != nil {
				return err
			}
			axioms[c.ID] = row.Axiom + " (" + c.ID + ")"
		}
	}
	a.status.Progress("looking for contradictions", fmt.Sprintf("among %d proposals", len(axioms)))
	conflicts, err := all.FindInconsistencies(ctx, func(c enrich.Proposal) bool { return all.isWritten(c, format) })
	if err != nil {
		return err
	}
	isOWL := slices.Contains(owlFormats, format)
	var lines []string
	for _, x := range conflicts {
		why, err := all.WhyNot(x, p)
		if err != nil {
			return err
		}
		lines = append(lines, axioms[x.ID]+": "+why)
		if isOWL && !all.isReviewed {
			a.status.Note("left out: %s: %s", axioms[x.ID], why)
		}
	}
	if len(lines) > 0 && all.isReviewed {
		text, more := source.FirstOf(lines, mostConflicts)
		if more {
			text = append(text, "…")
		}
		return source.Usagef(
			"--accept: ticked axioms contradict each other or the ontology; untick one in each line:\n  %s",
			strings.Join(text, "\n  "))
	}
	if isOWL {
		for i := range all.Results {
			r := &all.Results[i]
			r.Candidates = slices.DeleteFunc(r.Candidates, func(c enrich.Proposal) bool { return c.Conflict != nil })
		}
	}
	return nil
}
