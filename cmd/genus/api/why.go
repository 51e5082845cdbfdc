package api

import (
	"context"
	"slices"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

// WhyInput is the input of Why.
type WhyInput struct {
	About
	Examples
	Individuals []string `json:"individuals,omitempty" maxItems:"10000" jsonschema:"individuals that are no examples: names or IRIs"`
}

// WhyOutput explains the members of a concept.
type WhyOutput struct {
	Version      int                 `json:"version" jsonschema:"of the format: 1"`
	Concept      notation.Written    `json:"concept" jsonschema:"the concept"`
	English      string              `json:"english" jsonschema:"the concept in words"`
	Score        *notation.Score     `json:"score" jsonschema:"how the concept classifies the examples; null if there are none"`
	Explanations []genus.Explanation `json:"explanations" jsonschema:"why each individual belongs to the concept or not, the positive examples first"`
	Unknown      []names.UnknownName `json:"unknown" nullable:"true" jsonschema:"names of the concept that are in no statement of the source; null if an endpoint did not answer"`
	Notes        []string            `json:"notes" jsonschema:"warnings, and what was left out and why"`

	Task    dl.Concept     `json:"-"`
	Problem *genus.Problem `json:"-"`
}

// Why explains for each example and individual why it belongs to the concept, or why not.
func Why(ctx context.Context, s Session, in WhyInput) (out WhyOutput, err error) {
	if err := s.Names().ResolveLabels(ctx, &in.Individuals); err != nil {
		return out, err
	}
	individuals, err := source.Expand(in.Individuals, s.Prefixes())
	if err != nil {
		return out, err
	}
	in.Pos = slices.Concat(in.Pos, individuals)
	t, err := s.task(ctx, in.About, in.Examples, toLook)
	if err != nil {
		return out, err
	}
	s.noteRows(t.query)
	list, err := s.Session.Look().Why(ctx, t.problem, t.concept)
	if err != nil {
		return out, err
	}
	var v genus.Verdict
	for i, x := range list {
		if slices.Contains(individuals, x.IRI) {
			list[i].Positive, list[i].Correct = nil, nil
		} else {
			v.Examples = append(v.Examples, answer.Judged{Positive: *x.Positive, Concept: x.Member})
		}
	}
	out = WhyOutput{
		Version:      1,
		Concept:      notation.Write(t.concept, t.problem.Writing(t.problem.Prefixes())),
		English:      t.problem.English(t.concept),
		Explanations: append([]genus.Explanation{}, list...),
		Unknown:      t.unknown,
		Notes:        s.Collected(),
		Task:         t.concept,
		Problem:      t.problem,
	}
	if len(v.Examples) > 0 {
		out.Score = notation.NewScore(v.Confusion())
	}
	return out, nil
}
