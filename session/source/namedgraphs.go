package source

import (
	"context"
	"fmt"
	"strings"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/queries"
)

// Some endpoints have all their data in named graphs and leave them out of the default graph. They
// are asked over the one graph that they have, over the union of all if they have a name for it,
// over the graphs together (FROM), or, if they know none of these, over each named graph (GRAPH).

// unionGraphs are the names of engines for the union of all named graphs: of Jena and of Stardog.
var unionGraphs = []string{"urn:x-arq:UnionGraph", "tag:stardog:api:context:named"}

// mostFrom is how many graphs a query names.
const mostFrom = 20

// findGraphs returns the graphs to ask about if the default graph has nothing; nil if there are none.
// It says what it found.
func (s *glance) findGraphs() []string {
	ctx := connector.Within(connector.Interactive(s.ctx), recogniseTimeout)
	graphs, _ := selectGraphs(ctx, s.client, allGraphs(mostFrom+1), mostFrom+1)
	if len(graphs) == 0 { // perhaps they are too many to look through in time
		any := false
		s.ask(func(ctx context.Context) (err error) {
			any, err = s.client.Ask(ctx, "ASK { GRAPH ?g { ?s ?p ?o } }")
			return err
		})
		if !any {
			return nil
		}
	}
	has := func(graphs ...string) bool { return s.hasAny(ctx, graphs) }
	union := ""
	if len(graphs) != 1 {
		for _, u := range unionGraphs {
			if has(u) {
				union = u
				break
			}
		}
	}
	const empty = "note: the default graph of the endpoint is empty, so the queries are about "
	switch {
	case union != "":
		s.Reporter.Note(empty+"the union of its named graphs, <%s> (--graph chooses others)", union)
		return []string{union}
	case len(graphs) > 0 && len(graphs) <= mostFrom && has(graphs...):
		s.Reporter.Note(empty+"%s: %s (--graph chooses others)", say.Plural(len(graphs), "named graph"), shortList(graphs))
		return graphs
	}
	s.Reporter.Note(empty + "all its named graphs: each statement may be in any of them (--graph chooses one)")
	return []string{queries.NamedGraphs}
}

func shortList(graphs []string) string {
	text := "<" + strings.Join(graphs[:min(3, len(graphs))], ">, <") + ">"
	if len(graphs) > 3 {
		text += ", …"
	}
	return text
}

// hasAny reports whether the endpoint has a statement in the graphs when they are its default graph.
func (s Use) hasAny(ctx context.Context, graphs []string) bool {
	s.Config.Graph, s.Reporter = graphs, Silent{}
	query, err := queries.HasStatement(graphs) // as in the queries that are shown
	if err != nil {
		return false
	}
	c, err := s.connect()
	if err != nil {
		return false
	}
	defer c.Close()
	any, err := c.Ask(ctx, query)
	return any && err == nil
}

const askAny = "ASK { ?s ?p ?o }"

// allGraphs returns the query for the named graphs, at most so many.
func allGraphs(most int) string {
	return fmt.Sprintf("SELECT DISTINCT ?g\nWHERE {\n  GRAPH ?g { ?s ?p ?o }\n}\nLIMIT %d", most)
}

// overNamed sends its queries over all named graphs.
type overNamed struct{ *connector.Client }

func (c overNamed) Select(ctx context.Context, query string) (*connector.Table, error) {
	query, err := queries.OverNamedGraphs(query)
	if err != nil {
		return nil, err
	}
	return c.Client.Select(ctx, query)
}

func (c overNamed) Ask(ctx context.Context, query string) (bool, error) {
	query, err := queries.OverNamedGraphs(query)
	if err != nil {
		return false, err
	}
	return c.Client.Ask(ctx, query)
}

var _ extract.Client = overNamed{}
