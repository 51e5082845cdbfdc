package app

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// Reason is a part of a concept that decides whether an individual is a member:
// a leaf, a restriction or a negation of one, whether it holds there, and what
// the data says, as text.
type Reason struct {
	Concept dl.Concept
	Holds   bool
	Text    string
}

// Explainer evaluates a concept at individuals and explains why they are members or
// not. It is not safe for concurrent use.
type Explainer struct {
	*interp.Evaluator
	p *Problem

	unlabelled []string // IRIs without a label that texts have named
}

// Explainer explains membership in the problem's structure.
func (p *Problem) Explainer() *Explainer {
	return &Explainer{Evaluator: interp.NewEvaluator(p.Structure), p: p}
}

// Why returns the parts that decide: the failing parts of a conjunction that fails,
// the holding parts of a disjunction that holds, else all parts, recursively.
func (j *Explainer) Why(c dl.Concept, a interp.Individual) ([]Reason, error) {
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
			return j.Why(dl.Or{L: dl.Not{C: inner.L}, R: dl.Not{C: inner.R}}, a)
		case dl.Or:
			return j.Why(dl.And{L: dl.Not{C: inner.L}, R: dl.Not{C: inner.R}}, a)
		case dl.Not:
			return j.Why(inner.C, a)
		}
		text, err := j.text(d.C, a, !holds)
		return []Reason{{c, holds, text}}, err
	}
	text, err := j.text(c, a, holds)
	return []Reason{{c, holds, text}}, err
}

// parts are the reasons of the operands that hold as the whole does.
func (j *Explainer) parts(a interp.Individual, holds bool, operands ...dl.Concept) ([]Reason, error) {
	var all []Reason
	for _, c := range operands {
		is, err := j.Holds(c, a)
		if err != nil {
			return nil, err
		}
		if is != holds {
			continue
		}
		reasons, err := j.Why(c, a)
		if err != nil {
			return nil, err
		}
		for _, r := range reasons {
			if !slices.Contains(all, r) {
				all = append(all, r)
			}
		}
	}
	return all, nil
}

// text is what the data says about a part without operators at its root.
func (j *Explainer) text(c dl.Concept, a interp.Individual, holds bool) (string, error) {
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
			return stated(j.name(c.Feature)+" "+c.Value.Lexical(), holds), nil
		}
		return j.values(c, a), nil
	}
	if role, ok := dl.RoleOf(c); ok {
		return j.successors(role, dl.Children(c)[0], a)
	}
	return "", nil
}

// mostValues is how many values of a feature are named.
const mostValues = 5

func (j *Explainer) values(c dl.Compare, a interp.Individual) string {
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

// successors names some, those in c first, and says how many of them are in c.
func (j *Explainer) successors(r dl.Role, c dl.Concept, a interp.Individual) (string, error) {
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
	return fmt.Sprintf("%s: %s (%d of %d as asked)", name, j.list(shown), len(in), len(all)), nil
}

// mostSuccessors is how many successors are named.
const mostSuccessors = 3

// list names some of the individuals.
func (j *Explainer) list(individuals []interp.Individual) string {
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

// name is the label, or the IRI as short as prefixes make it.
func (j *Explainer) name(iri string) string {
	if label := j.p.Info.Labels[iri]; label != "" {
		return OneLine(label)
	}
	j.unlabelled = append(j.unlabelled, iri)
	return j.p.Source.Prefixes.Shorten(iri)
}

func stated(what string, holds bool) string {
	if holds {
		return what + " is stated"
	}
	return what + " is not stated"
}

// ExplanationJSON says whether an example is in a concept, and why.
type ExplanationJSON struct {
	TermJSON
	Positive *bool        `json:"positive"` // null for individuals that are no examples
	Member   bool         `json:"member"`
	Correct  *bool        `json:"correct"` // member is what positive says
	Why      []ReasonJSON `json:"why"`     // the parts of the concept that decide
}

// ReasonJSON is a part of a concept that decides.
type ReasonJSON struct {
	Concept  string `json:"concept"`
	Labelled string `json:"labelled"` // with labels in place of names
	Holds    bool   `json:"holds"`
	Text     string `json:"text"` // what the data says
}

// Explain explains every example of the problem, the positive ones first. The data
// must decide the concept (CheckCoverage).
func (p *Problem) Explain(ctx context.Context, c dl.Concept) ([]ExplanationJSON, error) {
	if err := p.CheckCoverage(c); err != nil {
		return nil, err
	}
	e := p.Explainer()
	list, err := p.explain(ctx, e, c)
	if err != nil || p.Source.Client == nil {
		return list, err
	}
	p.fetchLabels(ctx, slices.Concat(e.unlabelled, syntax.IRIs(c)))
	return p.explain(ctx, p.Explainer(), c)
}

func (p *Problem) explain(ctx context.Context, e *Explainer, c dl.Concept) ([]ExplanationJSON, error) {
	plain := syntax.Options{Prefixes: p.Source.Prefixes}
	labelled := plain
	labelled.Titles = syntax.Titles(c, p.Info.Labels, p.Source.Prefixes) // of the whole: a part has the names that the whole has
	list := []ExplanationJSON{}
	for a, positive := range p.examples() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		member, err := e.Holds(c, a)
		if err != nil {
			return nil, err
		}
		reasons, err := e.Why(c, a)
		if err != nil {
			return nil, err
		}
		iri, correct := p.Structure.IRI(a), member == positive
		x := ExplanationJSON{TermJSON{iri, p.Info.Labels[iri]}, &positive, member, &correct, []ReasonJSON{}}
		for _, r := range reasons {
			x.Why = append(x.Why, ReasonJSON{syntax.Print(r.Concept, plain), syntax.Print(r.Concept, labelled), r.Holds, r.Text})
		}
		list = append(list, x)
	}
	return list, nil
}
