package answer

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// whole returns the problem without examples that has all facts of a file or database, with the
// statements that the concept is about. Of an endpoint's data these are what was extracted.
func (s Worker) whole(ctx context.Context, c dl.Concept) (*source.Problem, error) {
	var ex extract.Examples
	of := s.Config.Vocabulary().Statements
	names := of.Names(c)
	o := extract.LoadOptions{
		MaxAge: s.Config.OldestLoaded(), Exclusions: s.Config.Exclusions(),
		Statements: s.Source.IsWhole() && len(names) > 0, Properties: names,
	}
	if len(names) == 0 && slices.ContainsFunc(source.Properties(c), of.IsInner) { // it is about statements of any property
		o.Statements, o.Properties = s.Source.IsWhole(), nil
	}
	if !s.Source.IsWhole() {
		ex.Pos = s.Source.Data.Covered()
	}
	p, info, err := s.Source.Load(ctx, s.Source.Data, ex, o)
	if err != nil {
		return nil, err
	}
	w := &source.Problem{Problem: p, Source: s.Source, Info: info}
	return w, w.CheckCoverage(c)
}

// evaluated returns the members of the concept in a file or database, within the class of the anchor if
// it is not empty, in the order of their IRIs.
func (s Worker) Evaluated(ctx context.Context, c dl.Concept, anchor string) (*source.Problem, []interp.Individual, error) {
	p, err := s.whole(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	if anchor != "" {
		c = dl.And{L: dl.Name{IRI: anchor}, R: c}
	}
	x, err := interp.NewEvaluator(p.Structure).Members(c)
	if err != nil {
		return nil, nil, err
	}
	return p, interp.Members(x), ctx.Err()
}
