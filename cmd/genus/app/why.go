package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
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
