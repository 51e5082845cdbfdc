package app

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/enrich"
	"github.com/genus-kg/genus/learner/syntax"
)

// EnrichedJSON is what is proposed for one class or property, in a results file and
// in the JSON form of genus enrich.
type EnrichedJSON struct {
	Subject    string            `json:"subject"`
	Property   bool              `json:"property,omitempty"`
	Members    int               `json:"members"`
	Candidates []ProposalJSON    `json:"candidates"`
	Unmet      []ProposalJSON    `json:"unmet"` // stated, and not borne out by the data
	Note       string            `json:"note,omitempty"`
	Labels     map[string]string `json:"labels,omitempty"` // of the names in it
	Seconds    float64           `json:"seconds"`
}

// ProposalJSON is an axiom with its evidence.
type ProposalJSON struct {
	ID         string       `json:"id"`
	Kind       dl.AxiomKind `json:"kind"`
	Subject    string       `json:"subject"`
	Concept    string       `json:"concept,omitempty"` // DL syntax with whole IRIs
	Other      string       `json:"other,omitempty"`
	Feature    bool         `json:"feature,omitempty"`
	Support    int          `json:"support"`
	Of         int          `json:"of"`
	Confidence float64      `json:"confidence"`
	Elsewhere  float64      `json:"elsewhere"` // of a subclass axiom
	Exceptions []string     `json:"exceptions"`
	Extra      int          `json:"extra"` // non-members that a definition holds for
	Extras     []string     `json:"extras,omitempty"`
	Size       int          `json:"size,omitempty"`
	Proved     bool         `json:"proved,omitempty"`
}

func newEnrichedJSON(r enrich.Result, labels map[string]string) EnrichedJSON {
	out := EnrichedJSON{
		Subject: r.Subject, Property: r.Property, Members: r.Members, Note: r.Note, Seconds: math.Round(r.Elapsed.Seconds()*1000) / 1000,
		Candidates: []ProposalJSON{}, Unmet: []ProposalJSON{}, Labels: map[string]string{},
	}
	label := func(iris ...string) {
		for _, iri := range iris {
			if text, ok := labels[iri]; ok {
				out.Labels[iri] = text
			}
		}
	}
	label(r.Subject)
	for _, side := range []struct {
		from []enrich.Candidate
		to   *[]ProposalJSON
	}{{r.Candidates, &out.Candidates}, {r.Unmet, &out.Unmet}} {
		for _, c := range side.from {
			label(append(c.Exceptions, c.Extras...)...)
			if label(c.Other); c.Concept != nil {
				label(syntax.IRIs(c.Concept)...)
			}
			*side.to = append(*side.to, newProposalJSON(c))
		}
	}
	return out
}

func newProposalJSON(c enrich.Candidate) ProposalJSON {
	round := func(x float64) float64 { return math.Round(x*1e4) / 1e4 }
	out := ProposalJSON{
		Kind: c.Kind, Subject: c.Subject, Other: c.Other, Feature: c.Feature, Support: c.Support, Of: c.Of,
		Confidence: round(c.Confidence), Elsewhere: round(c.Elsewhere), Exceptions: append([]string{}, c.Exceptions...),
		Extra: c.Extra, Extras: c.Extras, Size: c.Size, Proved: c.Proved,
	}
	if c.Concept != nil {
		out.Concept = syntax.Print(c.Concept, syntax.Options{Exact: true})
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%s", out.Kind, out.Subject, out.Concept, out.Other))
	out.ID = hex.EncodeToString(sum[:4])
	return out
}

// Axiom is the axiom of the candidate.
func (c ProposalJSON) Axiom() (dl.Axiom, error) {
	a := dl.Axiom{Kind: c.Kind, Subject: c.Subject, Other: c.Other, Feature: c.Feature}
	if c.Concept == "" {
		return a, nil
	}
	var err error
	if a.Concept, err = syntax.ParseDL(c.Concept, nil); err != nil {
		err = fmt.Errorf("the concept %q of candidate %s: %w", c.Concept, c.ID, err)
	}
	return a, err
}

// Evidence is a sentence on what speaks for the axiom.
func (c ProposalJSON) Evidence() string {
	switch c.Kind {
	case dl.EquivalentClasses:
		text := fmt.Sprintf("F1 %.3f: holds for %d of %s and %s; size %d", c.Confidence, c.Support, Plural(c.Of, "member"), Plural(c.Extra, "other"), c.Size)
		if c.Proved {
			text += ", no smaller one is as good"
		}
		return text
	case dl.SubClassOf:
		return fmt.Sprintf("holds for %d of %s (%.1f %%), and for %.1f %% of the others", c.Support, Plural(c.Of, "member"), 100*c.Confidence, 100*c.Elsewhere)
	case dl.DisjointClasses:
		return fmt.Sprintf("no common member among %d", c.Of)
	case dl.InverseProperties, dl.SymmetricProperty:
		return fmt.Sprintf("holds for %d of %s", c.Support, Plural(c.Of, "pair"))
	}
	return fmt.Sprintf("holds for %d of %s", c.Support, Plural(c.Of, "individual"))
}
