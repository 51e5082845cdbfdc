package crawl

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// A source may change between two questions, or between two runs that share a database.
// Then one end of a statement may have it and the other end, asked at another time, may
// not. So there may be a shorter path to some individual than the search has found. In
// this case both ends are counted again, and another search follows.

// recheck counts again the individuals whose statements contradict each other about
// distances, and reports whether there are any.
func (s *search) recheck(ctx context.Context) (again bool, err error) {
	terms := map[facts.ID]bool{}
	shortcut := func(property, from, to facts.ID, dir Direction) {
		a, b := s.distance[from], s.distance[to]
		if _, dropped := s.dropped[Key{Property: s.Term(property), Direction: dir}]; !dropped && a < s.Bounds.Depth &&
			b > a+1 {
			terms[from], terms[to] = true, true
		}
	}
	for _, t := range s.Roles {
		_, isS := s.distance[t[1]]
		_, isO := s.distance[t[2]]
		if isS && isO {
			shortcut(t[0], t[1], t[2], Out)
			shortcut(t[0], t[2], t[1], In)
		}
	}
	follower{s}.shortcuts(func(from, to facts.ID) { terms[from], terms[to] = true, true })
	if len(terms) == 0 {
		return false, nil
	}
	maps.DeleteFunc(terms, func(id facts.ID, _ bool) bool { return s.rechecked[s.Term(id)] })
	if len(terms) == 0 {
		return false, fmt.Errorf(
			"%w: asked about the subject, it sends a statement that it does not send when asked about the object: extract "+
				"again with --max-age 0",
			graph.ErrInconsistent,
		)
	}
	iris := s.IRIs(maps.Keys(terms))
	for _, iri := range iris {
		s.rechecked[iri] = true
	}
	counted := slices.DeleteFunc(slices.Clone(iris), func(iri string) bool {
		return s.distance[s.ID(iri)] == s.Bounds.Depth && !s.chains.inner[s.ID(iri)]
	})
	for _, kind := range []graph.Kind{graph.CountsOut, graph.CountsIn} {
		q := graph.Question{Kind: kind, Terms: counted, Since: time.Now().UnixMilli() + 1, Phase: "counting the facts again"}
		if err := s.ask(ctx, q, func(graph.Answer) error { return nil }); err != nil {
			return false, err
		}
	}
	return true, nil
}
