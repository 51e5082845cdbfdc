package command

import (
	"fmt"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/session/enrich"
	"github.com/genus-kg/genus/session/source"
)

// A reviewer may correct the text of an axiom and tick its box: then what is written there counts.

// plainText turns escaped Markdown back into what it says.
var plainText = strings.NewReplacer(`\*`, "*", `\_`, "_", `\|`, "|", "&lt;", "<", "&gt;", ">")

// accept keeps what is ticked, and notes what is odd about it.
func (a *program) accept(all *enrichResults, t ticks) error {
	before := len(all.Notes)
	err := all.accept(t)
	for _, note := range all.Notes[before:] {
		a.status.Note("note: %s", note)
	}
	return err
}

// readEdited returns the proposal with the axiom that the text of its box states.
func (e *enrichResults) readEdited(c enrich.Proposal, r genus.Proposals, text string) (enrich.Proposal, error) {
	text = strings.TrimSpace(plainText.Replace(text))
	was, err := api.TextOf(c, r.Labels, e.ReaderPrefixes())
	if err != nil || text == "" || text == plainText.Replace(escapeMarkdown.Replace(was.Axiom)) {
		return c, err
	}
	edited, unknown, err := e.terms().ReadEdited(c, r.Labels, text)
	if err != nil {
		return c, source.Usagef("--accept: the box %w", err)
	}
	for _, term := range unknown {
		e.Notes = append(e.Notes, fmt.Sprintf(
			"--accept: nothing that is proposed names %s, as the box %s does: look whether it is right", term, c.ID))
	}
	return edited, nil
}

// terms returns the terms of the results.
func (e *enrichResults) terms() api.Terms {
	t := api.NewTerms(e.ReaderPrefixes())
	for _, r := range e.Results {
		t.Add(r.Labels, append([]genus.Proposal{{Subject: r.Subject}}, r.Candidates...)...)
	}
	return t
}
