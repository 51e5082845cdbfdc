package genus

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// An explainer evaluates a concept at individuals and explains why they are members or
// not. It is not safe for concurrent use.
type explainer struct {
	*interp.Evaluator
	p               *Problem
	plain, labelled syntax.Options // of the parts of the concept

	unlabelled []string // IRIs in the texts that have no label
}

// newExplainer returns an explainer of the concept for the problem's structure. The titles
// are those of the whole concept, so that its parts have the same titles.
func newExplainer(p *Problem, c dl.Concept) *explainer {
	plain := syntax.Options{Prefixes: p.Source.Prefixes}
	labelled := plain
	labelled.Titles = syntax.Titles(c, p.Info.Labels, p.Source.Prefixes)
	return &explainer{Evaluator: interp.NewEvaluator(p.Structure), p: p, plain: plain, labelled: labelled}
}

func (j *explainer) reason(c dl.Concept, holds bool, text string) []Reason {
	return []Reason{{syntax.Print(c, j.plain), syntax.Print(c, j.labelled), holds, text}}
}

// reasons returns the parts that decide: the failing parts of a conjunction that fails, the
// holding parts of a disjunction that holds, otherwise all parts, recursively.
func (j *explainer) reasons(c dl.Concept, a interp.Individual) ([]Reason, error) {
	holds, err := j.Holds(c, a)
	if err != nil {
		return nil, err
	}
	switch d := c.(type) {
	case dl.And:
		return j.parts(a, holds, d.L, d.R)
	case dl.Or:
		return j.parts(a, holds, d.L, d.R)
	case dl.Not:
		switch inner := d.C.(type) {
		case dl.And:
			return j.reasons(dl.Or{L: dl.Not{C: inner.L}, R: dl.Not{C: inner.R}}, a)
		case dl.Or:
			return j.reasons(dl.And{L: dl.Not{C: inner.L}, R: dl.Not{C: inner.R}}, a)
		case dl.Not:
			return j.reasons(inner.C, a)
		}
		text, err := j.text(d.C, a, !holds)
		return j.reason(c, holds, text), err
	}
	text, err := j.text(c, a, holds)
	return j.reason(c, holds, text), err
}

// parts returns the reasons of the operands that hold or fail as the whole does.
func (j *explainer) parts(a interp.Individual, holds bool, operands ...dl.Concept) ([]Reason, error) {
	var all []Reason
	for _, c := range operands {
		is, err := j.Holds(c, a)
		if err != nil {
			return nil, err
		}
		if is != holds {
			continue
		}
		found, err := j.reasons(c, a)
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			if !slices.Contains(all, r) {
				all = append(all, r)
			}
		}
	}
	return all, nil
}

// text returns what the data says about a part without operators at its root.
func (j *explainer) text(c dl.Concept, a interp.Individual, holds bool) (string, error) {
	switch c := c.(type) {
	case dl.Name:
		if holds {
			return "is " + j.name(c.IRI), nil
		}
		return "is not " + j.name(c.IRI), nil
	case dl.Nominal:
		if holds {
			return "is " + j.name(c.IRI), nil
		}
		return "is another individual", nil
	case dl.Compare:
		if c.Value.Kind() == dl.Boolean {
			return statedText(j.name(c.Feature)+" "+c.Value.Lexical(), holds), nil
		}
		return j.values(c, a), nil
	}
	if role, ok := dl.RoleOf(c); ok {
		return j.successors(role, dl.Children(c)[0], a)
	}
	return "", nil
}

// mostValues is how many values of a feature are listed.
const mostValues = 5

func (j *explainer) values(c dl.Compare, a interp.Individual) string {
	name := j.name(c.Feature)
	s := j.p.Structure
	f, ok := s.Signature().FeatureID(c.Feature)
	if !ok {
		return "has no " + name
	}
	all, ranks := s.Values(f), s.Ranks(f, a)
	if c.Value.Kind() == dl.String {
		all, ranks = s.Strings(f), s.StringRanks(f, a)
	}
	if len(ranks) == 0 {
		return "has no " + name
	}
	text := name + " is "
	for i, r := range ranks {
		if i > 0 {
			text += ", "
		}
		if i == mostValues {
			return text + fmt.Sprintf("… (%d values)", len(ranks))
		}
		text += all[r].Lexical()
	}
	return text
}

// successors lists some successors, those in c first, and says how many of all are in c.
func (j *explainer) successors(r dl.Role, c dl.Concept, a interp.Individual) (string, error) {
	name := j.name(r.IRI)
	if r.Inverse {
		name += "⁻"
	}
	s := j.p.Structure
	id, ok := s.Signature().RoleID(r)
	if !ok {
		return "has no " + name, nil
	}
	all := s.Successors(id, a)
	if len(all) == 0 {
		return "has no " + name, nil
	}
	var in []interp.Individual
	for _, b := range all {
		is, err := j.Holds(c, b)
		if err != nil {
			return "", err
		}
		if is {
			in = append(in, b)
		}
	}
	if _, any := c.(dl.Top); any {
		return fmt.Sprintf("%s: %s (%d)", name, j.list(all), len(all)), nil
	}
	shown := in
	if len(in) == 0 {
		shown = all
	}
	return fmt.Sprintf("%s: %s (%d of %d meet the condition)", name, j.list(shown), len(in), len(all)), nil
}

// mostSuccessors is how many successors are listed.
const mostSuccessors = 3

// list writes the names of some of the individuals.
func (j *explainer) list(individuals []interp.Individual) string {
	var names []string
	for i, b := range individuals {
		if i == mostSuccessors {
			names = append(names, "…")
			break
		}
		names = append(names, j.name(j.p.Structure.IRI(b)))
	}
	return strings.Join(names, ", ")
}

// name returns the label, or the IRI shortened by prefixes.
func (j *explainer) name(iri string) string {
	if label := j.p.Info.Labels[iri]; label != "" {
		return OneLine(label)
	}
	j.unlabelled = append(j.unlabelled, iri)
	return j.p.Source.Prefixes.Shorten(iri)
}

func statedText(what string, holds bool) string {
	if holds {
		return what + " is stated"
	}
	return what + " is not stated"
}

// An Explanation says whether an example is in a concept, and why.
type Explanation struct {
	Term
	Positive *bool    `json:"positive"` // null for individuals that are not examples
	Member   bool     `json:"member"`
	Correct  *bool    `json:"correct"` // member and positive agree
	Why      []Reason `json:"why"`     // the parts of the concept that decide
}

// A Reason is a part of a concept that decides.
type Reason struct {
	Concept  string `json:"concept"`
	Labelled string `json:"labelled"` // with labels in place of names
	Holds    bool   `json:"holds"`
	Text     string `json:"text"` // what the data says
}

// Why explains every example of the problem, the positive ones first. It returns an
// error unless the data decides the concept (see CheckCoverage).
func (s Session) Why(ctx context.Context, p *Problem, c dl.Concept) ([]Explanation, error) {
	if err := p.CheckCoverage(c); err != nil {
		return nil, err
	}
	e := newExplainer(p, c)
	list, err := p.explain(ctx, e, c)
	if err != nil || !s.fetchLabels(ctx, p, slices.Concat(e.unlabelled, syntax.IRIs(c))) {
		return list, err
	}
	return p.explain(ctx, newExplainer(p, c), c)
}

func (p *Problem) explain(ctx context.Context, e *explainer, c dl.Concept) ([]Explanation, error) {
	list := []Explanation{}
	for a, positive := range p.examples() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		member, err := e.Holds(c, a)
		if err != nil {
			return nil, err
		}
		why, err := e.reasons(c, a)
		if err != nil {
			return nil, err
		}
		iri, correct := p.Structure.IRI(a), member == positive
		list = append(list, Explanation{Term{iri, p.Info.Labels[iri]}, &positive, member, &correct, why})
	}
	return list, nil
}
