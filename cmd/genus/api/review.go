package api

import (
	"context"
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

// ReviewInput is the input of Review.
type ReviewInput struct {
	Proposal genus.Proposal    `json:"proposal" jsonschema:"a candidate of enrich"`
	Accepted []genus.Proposal  `json:"accepted,omitempty" maxItems:"10000" jsonschema:"what was accepted before, as it was edited"`
	Edited   string            `json:"edited,omitempty" maxLength:"10000" jsonschema:"the axiom that is to be in place of the proposal: its text with the part after ≡, ⊑ or \"is disjoint with\" changed"`
	Labels   map[string]string `json:"labels,omitempty" jsonschema:"labels of results of enrich: their terms are known in an edited axiom"`
	Prefixes map[string]string `json:"prefixes,omitempty" jsonschema:"prefixes of the answer of enrich"`
}

// ReviewOutput says what would follow from a proposal.
type ReviewOutput struct {
	Proposal genus.Proposal `json:"proposal" jsonschema:"as it was edited"`
	Text     *ProposalText  `json:"text,omitempty" jsonschema:"the edited one in words"`
	Adds     [][2]string    `json:"adds" jsonschema:"IRIs of classes, the first below the second: what a reasoner adds between named classes, by the rules of EL, if it is accepted after the others; at most some"`
	Unknown  []string       `json:"unknown" jsonschema:"terms of the edited axiom that nothing proposed names"`
}

// Review reads a proposal as a reviewer has edited it, and returns what follows from it.
func Review(ctx context.Context, s Session, in ReviewInput) (out ReviewOutput, err error) {
	if s.Use().Source.Slow() {
		return out, source.Usagef("a review is about a file or a database: extract the endpoint to a database first")
	}
	out.Proposal, out.Adds, out.Unknown = in.Proposal, [][2]string{}, []string{}
	if in.Edited != "" {
		p := source.UsablePrefixes(in.Prefixes)
		terms := NewTerms(p)
		terms.Add(in.Labels, in.Proposal)
		for iri := range in.Labels {
			terms.addIRI(iri, in.Labels)
		}
		if out.Proposal, out.Unknown, err = terms.ReadEdited(in.Proposal, in.Labels, in.Edited); err != nil {
			return out, err
		}
		text, err := TextOf(out.Proposal, in.Labels, p)
		if err != nil {
			return out, err
		}
		out.Text = &text
	}
	stated, err := s.Axioms().Stated(ctx)
	if err != nil {
		return out, err
	}
	pairs, err := enrich.NewlyEntailed(ctx, stated, append(slices.Clone(in.Accepted), out.Proposal))
	out.Adds = append(out.Adds, pairs...)
	return out, err
}

// Terms are the terms of proposals, as the texts name them.
type Terms struct {
	prefixes syntax.Prefixes
	iris     map[string]string // by title; empty for a title of several
}

// NewTerms returns no terms.
func NewTerms(p syntax.Prefixes) Terms { return Terms{p, map[string]string{}} }

// Add adds the terms of proposals.
func (t Terms) Add(labels map[string]string, proposals ...genus.Proposal) {
	for _, c := range proposals {
		t.addIRI(c.Subject, labels)
		if x, err := c.Axiom(); err == nil && x.Concept != nil {
			for _, iri := range syntax.IRIs(x.Concept) {
				t.addIRI(iri, labels)
			}
		}
	}
}

func (t Terms) addIRI(iri string, labels map[string]string) {
	title := Title(iri, labels, t.prefixes)
	if other, known := t.iris[title]; known && other != iri {
		iri = ""
	}
	t.iris[title] = iri
}

// conceptToken matches what may be a name in a concept: an IRI, a string, a title in quotes, a word.
var conceptToken = regexp.MustCompile(`<[^>]*>|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\p{L}\p{N}_][\p{L}\p{N}_:-]*`)

// ReadEdited returns the proposal with the axiom that a reviewer has written in its place. An empty text, or one that
// ends in …, states none. unknown are the terms that no proposal names.
func (t Terms) ReadEdited(c genus.Proposal, labels map[string]string,
	text string) (_ genus.Proposal, unknown []string, err error) {
	unknown = []string{}
	was, err := TextOf(c, labels, t.prefixes)
	text = strings.TrimSpace(text)
	if err != nil || text == "" || strings.HasSuffix(text, "…") || text == was.Axiom {
		return c, unknown, err
	}
	refuse := func(why string) error {
		return source.Usagef("%s had the axiom %s, and now has %s: %s", c.ID, was.Axiom, text, why)
	}
	at := strings.LastIndex(was.Axiom, was.Concept)
	if c.Kind == dl.Sufficient {
		at = 0
	}
	if was.Concept == "" || c.Kind == dl.DisjointUnion {
		return c, unknown, refuse("only what follows ≡, ⊑ or \"is disjoint with\" can be changed")
	}
	before, after := was.Axiom[:at], was.Axiom[at+len(was.Concept):]
	rest, isSame := strings.CutPrefix(text, before)
	kind := c.Kind
	for _, other := range []struct {
		kind dl.AxiomKind
		sign string
	}{{dl.EquivalentClasses, "≡"}, {dl.SubClassOf, "⊑"}} {
		if !isSame && (c.Kind == dl.EquivalentClasses || c.Kind == dl.SubClassOf) {
			rest, isSame = strings.CutPrefix(text, was.Subject+" "+other.sign+" ")
			kind = other.kind
		}
	}
	rest, ends := strings.CutSuffix(rest, after)
	if !isSame || !ends {
		return c, unknown, refuse(fmt.Sprintf("it must begin with %q and end with %q", before, after))
	}
	concept, err := syntax.ParseDL(conceptToken.ReplaceAllStringFunc(rest, func(token string) string {
		if iri := t.iris[token]; iri != "" {
			return "<" + iri + ">"
		}
		return token
	}), t.prefixes)
	if err != nil {
		return c, unknown, refuse(err.Error())
	}
	if _, isName := concept.(dl.Name); !isName && c.Kind == dl.DisjointClasses {
		return c, unknown, refuse("a class is disjoint with a named one here")
	}
	known := slices.Collect(maps.Values(t.iris))
	for _, iri := range syntax.IRIs(concept) {
		if !slices.Contains(known, iri) {
			unknown = append(unknown, t.prefixes.Shorten(iri))
		}
	}
	return c.Edited(kind, concept, was.Axiom), unknown, nil
}
