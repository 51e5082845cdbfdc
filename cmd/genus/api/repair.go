package api

import (
	"context"
	"slices"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/session/answer"
)

// RepairInput is the input of Repair.
type RepairInput struct {
	About
	Missing []string `json:"missing,omitempty" maxItems:"10000" jsonschema:"names or IRIs of individuals that must become members" flag:"IRI"`
	Wrong   []string `json:"wrong,omitempty" maxItems:"10000" jsonschema:"names or IRIs of individuals that must not be members" flag:"IRI"`
	Right   []string `json:"right,omitempty" maxItems:"10000" jsonschema:"names or IRIs of members that must stay; at least one if none is missing" flag:"IRI"`
}

// RepairOutput is the nearest concept.
type RepairOutput struct {
	answer.RepairDocument
	Notes []string `json:"notes" jsonschema:"warnings, and what was left out and why"`

	Repair *genus.Repair `json:"-"`
}

// Repair changes a concept as little as possible, so that it has the missing individuals and
// not the wrong ones.
func Repair(ctx context.Context, s Session, in RepairInput) (out RepairOutput, err error) {
	if err := (genus.RepairTask{Missing: in.Missing, Wrong: in.Wrong, Right: in.Right}).Check(); err != nil {
		return out, err
	}
	if err := s.Names().ResolveLabels(ctx, &in.Missing, &in.Wrong, &in.Right); err != nil {
		return out, err
	}
	c, query, err := s.Read(ctx, in.About, s.Prefixes(), slices.Concat(in.Missing, in.Wrong, in.Right)...)
	if err != nil {
		return out, err
	}
	if in.Strict {
		if _, err := s.UnknownNames(ctx, c, nil, true); err != nil {
			return out, err
		}
	}
	r, err := s.Session.Work().Repair(ctx, genus.RepairTask{
		Concept: c, Query: query, Missing: in.Missing, Wrong: in.Wrong, Right: in.Right, Confirm: s.Work().Confirms(),
	})
	if err != nil {
		return out, err
	}
	return RepairOutput{r.Document(), s.Collected(), r}, nil
}
