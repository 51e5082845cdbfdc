package api

import (
	"context"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/notation"
)

// VerifyInput is the input of Verify.
type VerifyInput struct {
	About
	Examples
}

// VerifyOutput compares a concept with its query.
type VerifyOutput struct {
	Version  int                    `json:"version" jsonschema:"of the format: 1"`
	Concept  notation.Written       `json:"concept" jsonschema:"the concept"`
	Score    *notation.Score        `json:"score" jsonschema:"how the concept classifies the examples"`
	Endpoint *answer.EndpointAnswer `json:"endpoint" jsonschema:"whether the query agrees with the concept at the examples; null if it was not run"`
	Examples []answer.Judged        `json:"examples" jsonschema:"for each example whether it is in the concept, and whether the query returns it"`
	Unknown  []names.UnknownName    `json:"unknown" nullable:"true" jsonschema:"names of the concept that are in no statement of the source; null if an endpoint did not answer"`
	Notes    []string               `json:"notes" jsonschema:"warnings, and what was left out and why"`

	Task    dl.Concept     `json:"-"`
	Problem *genus.Problem `json:"-"`
	Verdict genus.Verdict  `json:"-"`
}

// Verify evaluates a concept at every example, and runs its query.
func Verify(ctx context.Context, s Session, in VerifyInput) (out VerifyOutput, err error) {
	t, err := s.task(ctx, in.About, in.Examples, toLook)
	if err != nil {
		return out, err
	}
	s.noteRows(t.query)
	v, err := s.Session.Work().Verify(ctx, t.problem, t.concept)
	if err != nil {
		return out, err
	}
	return VerifyOutput{
		Version:  1,
		Concept:  notation.Write(t.concept, t.problem.Writing(t.problem.Prefixes())),
		Score:    notation.NewScore(v.Confusion()),
		Endpoint: v.Answer(nil),
		Examples: append([]answer.Judged{}, v.Examples...),
		Unknown:  t.unknown,
		Notes:    s.Collected(),
		Task:     t.concept,
		Problem:  t.problem,
		Verdict:  v,
	}, nil
}
