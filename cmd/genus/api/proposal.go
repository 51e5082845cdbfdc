package api

import (
	"fmt"
	"maps"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// ProposalText is a proposal in words, for reports and for a review.
type ProposalText struct {
	Axiom    string `json:"axiom" jsonschema:"the axiom, with labels"`
	English  string `json:"english,omitempty" jsonschema:"its concept in English"`
	Evidence string `json:"evidence" jsonschema:"a sentence about the evidence"`
	But      string `json:"but,omitempty" jsonschema:"with what it conflicts, or which individuals do not have it"`
	// Subject and Concept are the parts of the axiom.
	Subject, Concept string `json:"-"`
}

// MostNamed is how many individuals or classes a text names.
const MostNamed = 8

// ReaderPrefixes returns the prefixes of the source, and generated ones for other subjects.
func (out *EnrichOutput) ReaderPrefixes() syntax.Prefixes {
	var iris []string
	for _, r := range out.Results {
		iris = append(iris, r.Subject)
	}
	known := source.UsablePrefixes(out.Prefixes)
	maps.Copy(known, syntax.NewPrefixes(known, iris...))
	return known
}

// Describe adds the candidates in words, and the prefixes that these have.
func (out *EnrichOutput) Describe() error {
	p := out.ReaderPrefixes()
	out.Texts = map[string]ProposalText{}
	for _, r := range out.Results {
		for _, c := range r.Candidates {
			text, err := out.Text(c, r, p)
			if err != nil {
				return err
			}
			out.Texts[c.ID] = text
		}
	}
	maps.Copy(p, out.Prefixes)
	out.Prefixes = p
	return nil
}

// Text returns a proposal of the result in words.
func (out *EnrichOutput) Text(c genus.Proposal, r genus.Proposals, p syntax.Prefixes) (ProposalText, error) {
	text, err := TextOf(c, r.Labels, p)
	if err == nil && c.Conflict != nil {
		var why string
		why, err = out.WhyNot(*c.Conflict, p)
		text.But = strings.TrimSuffix("conflict: "+why+"; "+text.But, "; ")
	}
	return text, err
}

// mostClasses is how many classes of exceptions a conflict names: they have all their superclasses.
const mostClasses = 4

// WhyNot says with what a proposal conflicts.
func (out *EnrichOutput) WhyNot(x genus.Inconsistency, p syntax.Prefixes) (string, error) {
	axioms := map[string]string{}
	for _, id := range x.With {
		axioms[id] = id
	}
	for _, r := range out.Results {
		for _, c := range r.Candidates {
			if axioms[c.ID] == "" {
				continue
			}
			text, err := TextOf(c, r.Labels, p)
			if err != nil {
				return "", err
			}
			axioms[c.ID] = text.Axiom + " (" + c.ID + ")"
		}
	}
	var with, classes []string
	for _, id := range x.With {
		with = append(with, axioms[id])
	}
	for _, class := range x.Classes {
		var labels map[string]string
		for _, r := range out.Results {
			if r.Labels[class] != "" {
				labels = r.Labels
				break
			}
		}
		classes = append(classes, Title(class, labels, p))
	}
	if more := len(classes) - mostClasses; more > 1 {
		classes = append(classes[:mostClasses], fmt.Sprintf("%d more classes", more))
	}
	what := "nothing could be in "
	if x.OfExceptions {
		what = "there could be no exceptions in "
	}
	return "with " + strings.Join(append(with, "what is stated"), " and ") + ", " + what + strings.Join(classes, " and "),
		nil
}

// TextOf returns a proposal in words, without its conflicts.
func TextOf(c genus.Proposal, labels map[string]string, p syntax.Prefixes) (ProposalText, error) {
	x, err := c.Axiom()
	t := ProposalText{Evidence: c.Evidence(), Subject: Title(c.Subject, labels, p)}
	if err != nil {
		return t, err
	}
	if x.Concept != nil {
		t.Concept = syntax.Print(x.Concept, syntax.Options{Prefixes: p, Titles: syntax.Titles(x.Concept, labels, p)})
		t.English = syntax.English(x.Concept, syntax.EnglishOptions{Labels: labels, Prefixes: p})
	}
	some := dl.Exists{Role: dl.Role{IRI: c.Subject}, C: dl.Top{}}
	role := syntax.Print(some, syntax.Options{Prefixes: p, Titles: syntax.Titles(some, labels, p)})
	switch c.Kind {
	case dl.EquivalentClasses:
		t.Axiom = t.Subject + " ≡ " + t.Concept
	case dl.SubClassOf:
		t.Axiom = t.Subject + " ⊑ " + t.Concept
	case dl.Sufficient:
		t.Axiom = t.Concept + " ⊑ " + t.Subject
	case dl.DisjointClasses:
		t.Axiom, t.English = t.Subject+" is disjoint with "+t.Concept, ""
	case dl.DisjointUnion:
		t.Axiom, t.English = t.Subject+" is the disjoint union "+t.Concept, ""
	case dl.PropertyDomain:
		t.Axiom = role + " ⊑ " + t.Concept + " (domain)"
	case dl.PropertyRange:
		t.Axiom = "⊤ ⊑ " + strings.Replace(strings.TrimSuffix(role, "⊤")+t.Concept, "∃", "∀", 1) + " (range)"
	case dl.InverseProperties:
		t.Axiom = t.Subject + " is the inverse of " + Title(c.Other, labels, p)
	default:
		t.Axiom = t.Subject + " is " + string(c.Kind)
	}
	named := func(text string, iris []string, of int) {
		if len(iris) == 0 {
			return
		}
		var names []string
		for _, iri := range iris[:min(len(iris), MostNamed)] {
			names = append(names, Title(iri, labels, p))
		}
		if more := of - len(names); more > 0 {
			names = append(names, fmt.Sprintf("%d more", more))
		}
		t.But = strings.TrimPrefix(t.But+"; "+text, "; ") + strings.Join(names, ", ")
	}
	named("not for ", c.Exceptions, c.Of-c.Support)
	named("also for ", c.Extras, c.Extra)
	return t, nil
}

// Title returns the label, quoted where necessary, or else the short name.
func Title(iri string, labels map[string]string, p syntax.Prefixes) string {
	c := dl.Name{IRI: iri}
	return syntax.Print(c, syntax.Options{Prefixes: p, Titles: syntax.Titles(c, labels, p)})
}
