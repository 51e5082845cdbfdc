package app

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
)

// watched is a graph that says what it is asked for: an endpoint may take seconds
// for an answer.
type watched struct {
	intent.Graph
	reporter Reporter
}

func (w watched) say(detail string) { w.reporter.Progress("ranking", detail) }

func (w watched) Look(ctx context.Context, further, individuals []string) (*interp.Structure, error) {
	w.say("looking around " + Plural(len(further)+len(individuals), "individual"))
	return w.Graph.Look(ctx, further, individuals)
}

func (w watched) Count(ctx context.Context, cs []dl.Concept) ([]intent.Bounds, error) {
	w.say("asking how many members " + Plural(len(cs), "candidate") + " may have")
	return w.Graph.Count(ctx, cs)
}

func (w watched) Members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error) {
	w.say("looking for an individual to ask about")
	return w.Graph.Members(ctx, cs, limit)
}

func (w watched) Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]intent.Truth, error) {
	w.say("asking which of " + Plural(len(individuals), "individual") + " the candidates hold for")
	return w.Graph.Holds(ctx, cs, individuals)
}
