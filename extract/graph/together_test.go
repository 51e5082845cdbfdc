package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/learner/dl"
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
		require(t, err)
		_, err = w.Count(t.Context(), cs)
		require(t, err)
		together := 0
		for _, q := range client.queries {
			if strings.Contains(q, "#Place0>") && strings.Contains(q, "#Class0>") {
				together++
			}
		}
		if (together == 1) == inURL {
			t.Errorf("in the URL: %t, but %d requests have lookups and classes", inURL, together)
		}
	}
}
