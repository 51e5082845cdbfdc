package serve

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// TestBringTable reads a table, annotates it, and gets what differs as a text. A file that is no table, and a text for
// a Wikibase of a source that is none, are refused.
func TestBringTable(t *testing.T) {
	x := start(t, nil, "")
	const text = "name;zoo;weight\nJalani;Lakeview Zoo;4965\nRazuri;Lakeview Zoo;2792\nShazuri;Lakeview Zoo;9999\n" +
		"Bago;Lakeview Zoo;3098.5\nNobody Atall;Lakeview Zoo;1000\n"
	status, answer := x.do("POST", "/api/table?name=mine.csv", text, nil)
	require.That(t, status == http.StatusOK, "table: %d %s", status, answer)
	var table tableJSON
	require.NoError(t, json.Unmarshal(answer, &table))
	check.Slice(t, table.Columns, []string{"name", "zoo", "weight"}, "columns")
	check.That(t, len(table.Rows) == 5 && table.Rows[2][2] == "9999", "rows %q", table.Rows)
	check.That(t, strings.Contains(table.Described, "semicolons"), "described as %q", table.Described)
	x.status(http.StatusUnprocessableEntity, "POST", "/api/table?name=mine.ttl", text, nil)
	x.status(http.StatusUnprocessableEntity, "POST", "/api/table?name=mine.csv&table=separator=long", text, nil)

	in := map[string]any{"source": x.builtin().ID, "columns": table.Columns, "rows": table.Rows}
	status, answer = x.do("POST", "/api/annotate", in, nil)
	require.That(t, status == http.StatusOK, "annotate: %d %s", status, answer)
	var out api.AnnotateOutput
	require.NoError(t, json.Unmarshal(answer, &out))
	check.That(t, len(out.Columns) == 2 && out.Columns[0].Agree == 4 && out.Columns[1].Agree == 3, "columns %+v",
		out.Columns)
	check.That(t, len(out.Differ) == 1 && out.Differ[0].Cell == "9999", "differ %+v", out.Differ)

	in["format"] = "csv"
	status, answer = x.do("POST", "/api/annotate", in, nil)
	lists := string(answer)
	check.That(t, status == http.StatusOK && strings.HasPrefix(lists, strings.Join(api.ListNames, ",")+"\n") &&
		strings.Contains(lists, "unknown,5,,Nobody Atall,") && strings.Contains(lists, ",Shazuri,weight,9999,2507"),
		"lists: %d %s", status, lists)
	in["format"] = "quickstatements"
	refused := x.status(http.StatusUnprocessableEntity, "POST", "/api/annotate", in, nil)
	check.That(t, strings.Contains(refused, "a Wikibase"), "refused: %s", refused)
}
