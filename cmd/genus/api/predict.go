package api

import (
	"context"
	"errors"
	"slices"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/source"
)

// PredictInput is the input of Predict.
type PredictInput struct {
	About
	IRIs []string `json:"iris" maxItems:"10000" jsonschema:"individuals, of which the source may not know all: IRIs, whole or with a prefix of the source"`
}

// PredictOutput says of the individuals that the source knows whether they are members.
type PredictOutput struct {
	Explanations []genus.Explanation `json:"explanations" jsonschema:"why each individual belongs to the concept or not"`
	Notes        []string            `json:"notes" jsonschema:"warnings, and what was left out and why"`
}

// Predict explains the individuals that the source knows.
func Predict(ctx context.Context, s Session, in PredictInput) (out PredictOutput, err error) {
	c, _, err := s.Read(ctx, in.About, s.Prefixes())
	if err != nil {
		return out, err
	}
	on := s.Session
	if s.Once {
		on = on.Extracting(dl.EntitiesOf(c).Properties())
	}
	iris, err := source.Expand(in.IRIs, s.Prefixes())
	if err != nil {
		return out, err
	}
	ex := extract.Examples{Pos: extract.NewList(iris).IRIs}
	p, err := source.ProblemAbout(ctx, on.Use(), ex, c)
	for unknown := (&extract.UnknownExamplesError{}); errors.As(err, &unknown) && len(unknown.IRIs) < len(ex.Pos); {
		isUnknown := map[string]bool{}
		for _, iri := range unknown.IRIs {
			isUnknown[iri] = true
		}
		ex.Pos = slices.DeleteFunc(ex.Pos, func(iri string) bool { return isUnknown[iri] })
		p, err = source.ProblemAbout(ctx, on.Use(), ex, c)
	}
	if err != nil {
		return out, err
	}
	list, err := on.Look().Why(ctx, p, c)
	for i := range list {
		list[i].Positive, list[i].Correct = nil, nil // they are no examples
	}
	return PredictOutput{append([]genus.Explanation{}, list...), s.Collected()}, err
}
