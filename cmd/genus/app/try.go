package app

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/genus-kg/genus/queries"
)

// SourceState is what a source says when it is tried.
type SourceState struct {
	Server     string  `json:"server"`     // header of the endpoint, often the name of the engine; may be empty
	Labels     bool    `json:"labels"`     // it has names for things
	Classes    *int    `json:"classes"`    // that have members; null: not counted in time
	MoreThan   bool    `json:"more_than"`  // there are more classes than that
	Statements *int    `json:"statements"` // null: not counted in time
	Seconds    float64 `json:"seconds"`
}

// mostCounted is how many classes a trial of an endpoint counts.
const mostCounted = 200

// Try asks an endpoint a few small questions; files and databases are as they are. An
// error says that the source is of no use.
func (s Browser) Try(ctx context.Context) (SourceState, error) {
	var state SourceState
	if g := s.Source.Graph(); g != nil {
		n := g.Size()
		return SourceState{Labels: true, Classes: &n.Classes, Statements: &n.Facts}, nil
	}
	begun := time.Now()
	limited, cancel := s.searching(ctx)
	defer cancel()
	q, err := queries.AnyStatement()
	rows, err := ask(limited, s.Source.Client, "the endpoint does not answer a small question", q, err, "s")
	if err != nil {
		return state, err
	}
	state.Seconds = time.Since(begun).Seconds()
	if c, ok := s.Source.Client.(interface{ Server() string }); ok {
		state.Server = c.Server()
	}
	if len(rows) == 0 {
		return state, Usagef("the endpoint answers, but it has no statements%s", ofGraphs(s.Config.Graph))
	}
	q, err = queries.AnyLabel(s.Config.Vocabulary().WithDefaults().Label[0])
	rows, err = ask(limited, s.Source.Client, "", q, err, "s")
	state.Labels = err == nil && len(rows) > 0
	classes, more, err := s.Classes(ctx, mostCounted)
	if err != nil { // too large to be counted
		return state, ctx.Err()
	}
	n := len(classes)
	state.Classes, state.MoreThan = &n, more
	counting, cancel := s.searching(ctx)
	defer cancel()
	q, err = queries.CountGraph()
	if rows, err = ask(counting, s.Source.Client, "", q, err, "n"); err == nil && len(rows) == 1 {
		if n, err := strconv.Atoi(rows[0][0].String()); err == nil {
			state.Statements = &n
		}
	}
	return state, ctx.Err()
}

func ofGraphs(graphs []string) string {
	if len(graphs) == 0 {
		return " in its default graph: name the graph that has them"
	}
	return " in " + strings.Join(graphs, " ") + ": is the name of the graph right?"
}
