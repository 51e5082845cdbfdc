package command

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/enrich"
	"github.com/genus-kg/genus/session/source"
)

// A reviewer may correct the text of an axiom and tick its box: then what is written there counts.

// conceptToken matches what may be a name in a concept: an IRI, a string, a title in quotes, a word.
var conceptToken = regexp.MustCompile(`<[^>]*>|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\p{L}\p{N}_][\p{L}\p{N}_:-]*`)

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

// readEdited returns the proposal with the axiom that the text of its box states. An empty text, or one that
// ends in …, states none.
func (e *enrichResults) readEdited(c enrich.Proposal, r genus.Proposals, text string) (enrich.Proposal, error) {
	p := e.prefixes()
	row, err := e.row(c, r, p)
	text = strings.TrimSpace(plainText.Replace(text))
	isUnchanged := text == plainText.Replace(escapeMarkdown.Replace(row.Axiom))
	if err != nil || text == "" || strings.HasSuffix(text, "…") || isUnchanged {
		return c, err
	}
	refuse := func(why string) error {
		return source.Usagef("--accept: the box %s had the axiom %s, and now has %s: %s", c.ID, row.Axiom, text, why)
	}
	at := strings.LastIndex(row.Axiom, row.Concept)
	if row.Concept == "" || c.Kind == dl.DisjointUnion {
		return c, refuse("only what follows ≡, ⊑ or \"is disjoint with\" can be changed")
	}
	before, after := row.Axiom[:at], row.Axiom[at+len(row.Concept):]
	rest, isSame := strings.CutPrefix(text, before)
	kind := c.Kind
	for _, other := range []struct {
		kind dl.AxiomKind
		sign string
	}{{dl.EquivalentClasses, "≡"}, {dl.SubClassOf, "⊑"}} {
		if !isSame && (c.Kind == dl.EquivalentClasses || c.Kind == dl.SubClassOf) {
			rest, isSame = strings.CutPrefix(text, row.Subject+" "+other.sign+" ")
			kind = other.kind
		}
	}
	rest, ends := strings.CutSuffix(rest, after)
	if !isSame || !ends {
		return c, refuse(fmt.Sprintf("it must begin with %q", before))
	}
	titles := e.titles(p)
	concept, err := syntax.ParseDL(conceptToken.ReplaceAllStringFunc(rest, func(token string) string {
		if iri := titles[token]; iri != "" {
			return "<" + iri + ">"
		}
		return token
	}), p)
	if err != nil {
		return c, refuse(err.Error())
	}
	if _, isName := concept.(dl.Name); !isName && c.Kind == dl.DisjointClasses {
		return c, refuse("a class is disjoint with a named one here")
	}
	for _, iri := range syntax.IRIs(concept) {
		if !slices.Contains(slices.Collect(maps.Values(titles)), iri) {
			e.Notes = append(e.Notes, fmt.Sprintf(
				"--accept: nothing that is proposed names %s, as the box %s does: look whether it is right", p.Shorten(iri), c.ID))
		}
	}
	return c.Edited(kind, concept, row.Axiom), nil
}

// titles returns the IRIs by what reports call them; empty for what they call several.
func (e *enrichResults) titles(p syntax.Prefixes) map[string]string {
	iris := map[string]string{}
	for _, r := range e.Results {
		add := func(iri string) {
			title := titleOf(iri, r.Labels, p)
			if other, known := iris[title]; known && other != iri {
				iri = ""
			}
			iris[title] = iri
		}
		add(r.Subject)
		for _, c := range r.Candidates {
			if x, err := c.Axiom(); err == nil && x.Concept != nil {
				for _, iri := range syntax.IRIs(x.Concept) {
					add(iri)
				}
			}
		}
	}
	return iris
}
