package graph_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/queries"
)

// sender is a client that says how it sends queries.
type sender struct {
	*recording
	inURL bool
}

func (s sender) InURL() bool { return s.inURL }

// TestLookupsTogether: in a small graph lookups share a request with other concepts, unless the
// query may become too long for a URL.
func TestLookupsTogether(t *testing.T) {
	lives := dl.Role{IRI: zoo + "livesIn"}
	first := dl.Exists{Role: lives, C: dl.Nominal{IRI: zoo + "Hillpark"}}
	var cs []dl.Concept
	for i := range 40 {
		cs = append(cs, dl.Exists{Role: lives, C: dl.Nominal{IRI: fmt.Sprint(zoo, "Place", i)}}, dl.Name{IRI: fmt.Sprint(zoo, "Class", i)})
	}
	for _, inURL := range []bool{false, true} {
		client := sender{&recording{Client: engines.ServeFile(t, file)}, inURL}
		w, _ := graph.NewWholeEndpoint(client, extract.Vocabulary{}, extract.Exclusions{}, queries.Options{})
		_, err := w.Count(t.Context(), []dl.Concept{first}) // shows that the graph is small
		require.NoError(t, err)
		_, err = w.Count(t.Context(), cs)
		require.NoError(t, err)
		together := 0
		for _, q := range client.queries {
			if strings.Contains(q, "#Place0>") && strings.Contains(q, "#Class0>") {
				together++
			}
		}
		check.That(t, (together == 1) != inURL, "in the URL: %t, but %d requests have lookups and classes", inURL, together)
	}
}

// capped is a client of an endpoint that says when it cuts a result to so many rows.
type capped struct {
	*recording
	rows int
}

func (c capped) InURL() bool { return false }

func (c capped) Select(ctx context.Context, query string) (*connector.Table, error) {
	if len(c.queries) > 100 {
		return nil, errors.New("too many requests")
	}
	table, err := c.recording.Select(ctx, query)
	if err == nil && len(table.Rows) > c.rows {
		return nil, connector.ErrTruncated
	}
	return table, err
}

// TestLookupsCapped: where a result has room for few rows, smaller requests follow.
func TestLookupsCapped(t *testing.T) {
	lives := dl.Role{IRI: zoo + "livesIn"}
	in := func(place string) dl.Concept { return dl.Exists{Role: lives, C: dl.Nominal{IRI: zoo + place}} }
	cs := []dl.Concept{in("Lakeview")}
	for i := range 400 {
		cs = append(cs, in(fmt.Sprint("Place", i)))
	}
	for _, first := range [][]dl.Concept{nil, {in("Hillpark")}} { // the second shows that the graph is small
		client := capped{&recording{Client: engines.ServeFile(t, file)}, 90}
		w, _ := graph.NewWholeEndpoint(client, extract.Vocabulary{}, extract.Exclusions{}, queries.Options{})
		require.Value(w.Count(t.Context(), first))(t)
		bounds := require.Value(w.Count(t.Context(), cs))(t)
		if !bounds[0].Exact() || bounds[0].Lower == 0 || bounds[400] != intent.Exactly(0) {
			t.Errorf("bounds %v and %v", bounds[0], bounds[400])
		}
	}
}
