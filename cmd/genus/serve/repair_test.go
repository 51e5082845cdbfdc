package serve

import (
	"net/http"
	"strings"
	"testing"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/check"
)

// TestRepair repairs a definition that lacks a condition, and says why another cannot be repaired.
func TestRepair(t *testing.T) {
	x := start(t, nil, "")
	id := x.builtin().ID
	body := map[string]any{"source": id, "concept": "zoo:Elephant ⊓ ∃zoo:livesIn.{zoo:Lakeview}", "right": []string{"zoo:Vari"},
		"wrong": []string{"zoo:Jashi"}}
	got := call[genus.RepairDocument](x, http.StatusOK, "POST", "/api/repair", body)
	if got.Distance != 1 || !got.Proved || len(got.Edits) != 1 || got.Edits[0].Text == "" ||
		got.Changes.Left.Lower == 0 || got.English == "" ||
		got.Changes.Left.Lower+got.Changes.Stayed.Lower != 30 {
		t.Errorf("repair %+v", got)
	}
	body["concept"] = "?x a zoo:Elephant ; zoo:livesIn zoo:Lakeview"
	query := call[genus.RepairDocument](x, http.StatusOK, "POST", "/api/repair", body)
	check.Equal(t, query.Given, got.Given, "the query is read as")
	delete(body, "right")
	f := call[fault](x, http.StatusUnprocessableEntity, "POST", "/api/repair", body)
	check.That(t, strings.Contains(f.Detail, "right"), "without a right one: %+v", f)
	twins := x.upload("twins.nt", `<http://e/a> <http://e/p> <http://e/b> .
<http://e/c> <http://e/p> <http://e/b> .
`)
	f = call[fault](x, http.StatusUnprocessableEntity, "POST", "/api/repair", map[string]any{"source": twins.ID, "concept": "∃<http://e/p>.⊤", "right": []string{"http://e/a"},
		"wrong": []string{"http://e/c"}})
	check.That(t, strings.HasSuffix(f.Type, "/no-repair") && strings.Contains(f.Detail, "every concept that has"),
		"twins: %+v", f)
}
