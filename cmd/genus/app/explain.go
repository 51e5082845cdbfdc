package app

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

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
