package answer

import (
	"context"
	"errors"
	"fmt"

	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/source"
)

// maxMatches is how many members that are not examples a result shows.
const maxMatches = 10

// Matches are members of a concept that are not examples.
type Matches struct {
	Matches []source.Term `json:"matches"`
	More    bool          `json:"more"`
	Total   *int          `json:"total,omitempty"` // without the examples; nil if they were not counted
}

// Matches returns limit members of the concept that are not examples, after the first
// offset of them, within the class that the query is restricted to.
func (s Worker) Matches(ctx context.Context, p *source.Problem, c dl.Concept,
	limit, offset int) (m Matches, err error) {
	anchor, err := s.Anchor(ctx, p, c)
	if err != nil {
		return m, err
	}
	port, err := source.Port(ctx, s.Use, p)
	if err != nil {
		return m, err
	}
	return s.others(ctx, port, p, ask.Question{Concept: c, Anchor: anchor, Limit: limit, Offset: offset})
}

// others returns the answer to the question without the examples.
func (s Worker) others(ctx context.Context, port ask.Port, p *source.Problem, q ask.Question) (m Matches, err error) {
	q.Except = p.Examples.All()
	a, missing, err := port.Ask(ctx, q)
	if err == nil && !errors.Is(missing.What, source.ErrPart) { // a database has what was extracted
		err = missing.What
	}
	if err != nil {
		return m, fmt.Errorf("asking for other matches: %w", err)
	}
	if a.Total != nil { // of all members
		c := q.Concept
		if q.Anchor != "" {
			c = dl.And{L: dl.Name{IRI: q.Anchor}, R: c}
		}
		examples, _, err := port.Ask(ctx, ask.Question{Concept: c, Individuals: q.Except})
		if err != nil {
			return m, fmt.Errorf("asking which examples are members: %w", err)
		}
		*a.Total -= len(examples.Members)
	}
	iris := a.IRIs()
	return Matches{source.LabelTerms(iris, source.AddLabels(ctx, s.Use, p.Info.Labels, iris)), a.More, a.Total}, nil
}
