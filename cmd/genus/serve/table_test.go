package serve

import (
	"net/http"
	"strings"
	"testing"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/internal/check"
)

// TestNamesAndTable gets from pasted names to a table in CSV.
func TestNamesAndTable(t *testing.T) {
	x := start(t, nil, "")
	id := x.builtin().ID
	found := call[genus.Names](x, http.StatusOK, "POST", "/api/sources/"+id+"/names",
		map[string]any{"names": []string{"Vari", "zoo:Jashi", "no such animal", "lake"}})
	var accepted []string
	for _, n := range found.Names {
		if n.Accepted != nil {
			accepted = append(accepted, n.Accepted.Label)
		}
	}
	got := strings.Join(accepted, " ")
	check.That(t, got == "Vari Jashi" && len(found.Names[3].Candidates) == 1 && len(found.Names[2].Candidates) == 0, "names %+v", found)
	body := map[string]any{"source": id, "concept": "zoo:Elephant ⊓ ∃zoo:livesIn.{zoo:Lakeview}", "pos": []string{"zoo:Vari"}, "neg": []string{},
		"columns": []map[string]any{{"property": "zoo:weight"}, {"property": "zoo:childOf", "inverse": true}}, "limit": 7,
	}
	table := call[genus.Table](x, http.StatusOK, "POST", "/api/table", body)
	if len(table.Members) != 7 || *table.Total != 30 || !table.More || len(table.Columns) != 3 || !table.Columns[0].Decides ||
		table.Members[0].Values[0][0] != (genus.TableValue{Value: elephants.Namespace + "Lakeview", Label: "Lakeview Zoo"}) {
		t.Errorf("table %+v", table)
	}
	for format, first := range map[string]string{
		"csv": "x,label,livesIn,livesInLabel,weight,childOf,childOfLabel\n",
		"tsv": "x\tlabel\tlivesIn\tlivesInLabel\tweight\tchildOf\tchildOfLabel\n",
	} {
		body["format"], body["limit"] = format, 0
		status, text := x.do("POST", "/api/table", body, nil)
		if status != http.StatusOK || !strings.HasPrefix(string(text), first) || strings.Count(string(text), "\n") < 31 {
			t.Errorf("%d %s", status, text)
		}
	}
}
