package app

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/genus-kg/genus/queries"
)

// EndpointState is what an endpoint says when it is tried.
type EndpointState struct {
	Server     string // its header, often the name of the engine; may be empty
	Labels     bool   // it has names for things
	Classes    int    // that have members; -1: it did not say in time
	MoreThan   bool   // there are more classes than that
	Statements int    // -1: it did not count them in time
	Seconds    float64
}

// mostCounted is how many classes a trial of an endpoint counts.
const mostCounted = 200

// Try asks the endpoint a few small questions. An error says that it is of no use.
func (s Browser) Try(ctx context.Context) (EndpointState, error) {
	state := EndpointState{Classes: -1, Statements: -1}
	begun := time.Now()
	limited, cancel := s.searching(ctx)
	defer cancel()
	q, err := queries.AnyStatement()
	if err != nil {
		return state, err
	}
	t, err := s.Source.Client.Select(limited, q)
	if err != nil {
		return state, fmt.Errorf("the endpoint does not answer a small question: %w", err)
	}
	state.Seconds = time.Since(begun).Seconds()
	if c, ok := s.Source.Client.(interface{ Server() string }); ok {
		state.Server = c.Server()
	}
	if len(t.Rows) == 0 {
		return state, Usagef("the endpoint answers, but it has no statements%s", ofGraphs(s.Config.Graph))
	}
	if q, err = queries.AnyLabel(s.Config.Vocabulary().WithDefaults().Label[0]); err == nil {
		t, err = s.Source.Client.Select(limited, q)
		state.Labels = err == nil && len(t.Rows) > 0
	}
	classes, more, err := s.Classes(ctx, mostCounted)
	if err != nil { // too large to be counted
		return state, ctx.Err()
	}
	state.Classes, state.MoreThan = len(classes), more
	if q, err = queries.CountGraph(); err == nil {
		counting, cancel := s.searching(ctx)
		defer cancel()
		if t, err = s.Source.Client.Select(counting, q); err == nil {
			for _, row := range pairs(t, "n", "n") {
				if n, err := strconv.Atoi(row[0]); err == nil {
					state.Statements = n
				}
			}
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
