package genus

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
)

// A reportingGraph reports its requests as progress: an endpoint may take seconds for an
// answer.
type reportingGraph struct {
	intent.Graph
	reporter Reporter
}

func (w reportingGraph) report(detail string) { w.reporter.Progress("ranking", detail) }

func (w reportingGraph) Look(ctx context.Context, further, individuals []string) (*interp.Structure, error) {
	w.report("looking around " + Plural(len(further)+len(individuals), "individual"))
	return w.Graph.Look(ctx, further, individuals)
}

func (w reportingGraph) Count(ctx context.Context, cs []dl.Concept) ([]intent.Bounds, error) {
	w.report("asking how many members " + Plural(len(cs), "candidate") + " may have")
	return w.Graph.Count(ctx, cs)
}

func (w reportingGraph) Members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error) {
	w.report("looking for an individual to ask about")
	return w.Graph.Members(ctx, cs, limit)
}

func (w reportingGraph) Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]intent.Truth, error) {
	w.report("asking which candidates have " + Plural(len(individuals), "individual") + " as members")
	return w.Graph.Holds(ctx, cs, individuals)
}
