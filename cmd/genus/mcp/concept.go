package mcp

import (
	"context"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/learner/dl"
)

// openFor parses the concept, or the query of which it is the concept, and opens the source with a depth that is enough for it. If
// there is no error, the caller must call done.
func (s *Server) openFor(ctx context.Context, w *task, where Where,
	concept, variable string) (session genus.Session, c dl.Concept, query *genus.Reading, done func(), err error) {
	if session, done, err = s.open(ctx, w, where, false); err != nil {
		return session, nil, nil, nil, err
	}
	depth := session.Settings().Depth
	if depth == config.AutoDepth {
		depth = session.DefaultDepth()
	}
	if c, query, err = parse(ctx, session, concept, variable); err == nil && depth != config.AutoDepth {
		needed := dl.Steps(c)
		if needed > maxDepth {
			err = genus.Usagef("the concept has role depth %d, but may have at most %d", needed, maxDepth)
		}
		depth = max(depth, needed)
	}
	if err != nil {
		done()
		return session, nil, nil, nil, err
	}
	return session.Configured(func(c *config.Config) { c.Depth = depth }), c, query, done, nil
}

// problemAbout returns the problem of the examples for looking at the concept. It notes names in
// the concept that the source does not know.
func problemAbout(ctx context.Context, session genus.Session, c dl.Concept, positives, negatives []string) (
	genus.Session, *genus.Problem, error) {
	if err := session.ResolveLabels(ctx, &positives, &negatives); err != nil {
		return session, nil, err
	}
	session, ex, err := session.With(genus.Request{Pos: positives, Neg: negatives})
	if err != nil {
		return session, nil, err
	}
	p, err := session.ProblemAbout(ctx, ex, c)
	if err != nil {
		return session, nil, explainBudget(err)
	}
	noteUnknownNames(ctx, session, c, p)
	return session, p, nil
}

func noteUnknownNames(ctx context.Context, session genus.Session, c dl.Concept, p *genus.Problem) {
	if _, err := session.UnknownNames(ctx, c, p); err != nil && ctx.Err() == nil {
		session.Reporter().Note("warning: the spelling of names was not checked: %v", err)
	}
}

// Selected is the input that says which variable of a query has the members.
type Selected struct {
	Variable string `json:"variable,omitempty" jsonschema:"if the concept is a SPARQL query: name of the variable whose values are the members; default the first"`
}

// parse reads a concept or query with the prefixes and labels of the source. It refuses one with
// more than genus.MostNodes nodes.
func parse(ctx context.Context, s genus.Session, text, variable string) (dl.Concept, *genus.Reading, error) {
	c, query, err := s.ReadConcept(ctx, text, variable, s.Prefixes())
	if err != nil {
		return nil, nil, err
	}
	if n := dl.Size(c); n > genus.MostNodes {
		return nil, nil, genus.Usagef("the concept has %d nodes, but may have at most %d", n, genus.MostNodes)
	}
	return c, query, nil
}
