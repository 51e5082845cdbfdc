package mcp_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/cmd/genus/mcp"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// TestDialogueSize measures the answers of a dialogue in which a user names two elephants, means
// the male animals, and answers every question:
//
//	go test -count=1 ./cmd/genus/mcp -v -run DialogueSize
func TestDialogueSize(t *testing.T) {
	c := serve(t, nil)
	list, err := c.ListTools(t.Context(), nil)
	require.NoError(t, err)
	tools, err := json.Marshal(list)
	require.NoError(t, err)
	males := map[string]bool{}
	for _, m := range must[mcp.SearchOutput](t, c, "search", map[string]any{"class": elephants.Namespace + "Male", "limit": 1000}).Individuals {
		males[m.IRI] = true
	}
	total, largest, calls := 0, 0, 0
	say := func(tool string, in map[string]any) (out mcp.LearnOutput) {
		r, err := c.CallTool(context.Background(), params(tool, in))
		require.That(t, err == nil && !r.IsError, "%s: %v %+v", tool, err, r)
		b, err := json.Marshal(r)
		require.NoError(t, err)
		total, largest, calls = total+len(b), max(largest, len(b)), calls+1
		b, err = json.Marshal(r.StructuredContent)
		if err == nil {
			err = json.Unmarshal(b, &out)
		}
		require.NoError(t, err)
		return out
	}
	positives, negatives, asked := []string{"Chobu", "Damba"}, []string{}, []string{}
	var last mcp.LearnOutput
	for range 8 {
		last = say("learn", map[string]any{"positives": positives, "negatives": negatives, "asked": asked})
		if last.Question == nil {
			break
		}
		if asked = append(asked, last.Question.IRI); males[last.Question.IRI] {
			positives = append(positives, last.Question.IRI)
		} else {
			negatives = append(negatives, last.Question.IRI)
		}
	}
	t.Logf("tools/list %d bytes; %d calls, %d bytes, the largest answer %d", len(tools), calls, total, largest)
	check.That(t, last.Question == nil && last.English == "male things" && last.Detail == nil && largest <= 6000,
		"the last answer is %+v, the largest has %d bytes", last, largest)
	before := total
	detailed := say("learn", map[string]any{"positives": positives, "negatives": negatives, "asked": asked, "detail": true})
	check.That(t, detailed.Detail != nil && total-before >= 6000, "with detail %d bytes", total-before)
	_, failure := call[mcp.LearnOutput](t.Context(), t, c, "learn", map[string]any{"positives": []string{"Chobu", "Nobody"}})
	check.That(t, failure == `no individual is certain: nothing has the name "Nobody"`, "an unknown name: %q", failure)
}
