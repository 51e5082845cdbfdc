package browsertest

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
)

// TestBrowserTable shows all members as a table, adds a column, filters and sorts, and downloads
// a CSV, whose rows are those of its query.
func TestBrowserTable(t *testing.T) {
	chromium(t)
	axe, err := os.ReadFile(os.Getenv("GENUS_AXE"))
	require.NoError(t, err)
	e := engines.StartEmbedded(t, elephantTriples(t))
	for name, s := range map[string]screen{"desktop": desktop, "phone": phone} {
		t.Run(name, func(t *testing.T) {
			p := open(t, serve(t).url, s)
			p.click("#start", "Elephants of the Lakeview Zoo")
			p.waitOpened()
			p.waitLearned()
			members := answers(t, e, p.query())
			p.click(".details", "Table")
			p.wait("document.querySelector('table.members')")
			p.addColumn("date of birth")
			p.addColumn("weight")
			p.wait("document.querySelectorAll('.drawing').length === 2")
			p.scrollToTop(".details")
			p.keepScreenshot("table-" + name)
			p.checkFits("table")
			p.checkAccessible("table", string(axe))
			p.checkCSV(e, len(members))

			p.click("table.members", "weight")
			p.wait("document.querySelector('th[aria-sort=ascending]')")
			p.write("[data-key='table filter']", "jalani")
			p.wait("document.querySelectorAll('table.members tbody tr').length === 1")
			p.click("table.members", "Remove the column weight")
			p.wait("document.querySelectorAll('.drawing').length === 1")
		})
	}
}

// addColumn adds the suggested column with that label to the table.
func (p *tab) addColumn(label string) {
	p.t.Helper()
	const list = "[data-key='table add']"
	option := "[...document.querySelectorAll(" + quoted(list+" option") + ")].find((o) => o.innerText.startsWith(" + quoted(label+" (") + "))"
	p.wait(option)
	p.chooseEntry(list, eval[string](p, option+".value"))
	p.wait("[...document.querySelectorAll('table.members thead th')].some((e) => e.innerText.includes(" + quoted(label) + "))")
}

// checkCSV downloads the table as CSV and compares its rows with the answers of the engine to
// the table's query, which must have that many members.
func (p *tab) checkCSV(e engines.Engine, members int) {
	t := p.t
	t.Helper()
	dir := t.TempDir()
	p.do("downloads", browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(dir))
	p.click(".details", "Download CSV")
	file := filepath.Join(dir, "members.csv")
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if info, err := os.Stat(file); err == nil && info.Size() > 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("nothing was downloaded")
		}
	}
	f, err := os.Open(file)
	require.NoError(t, err)
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	require.NoError(t, f.Close())

	p.click(".details", "Copy its query")
	p.waitText("#toast", "Query with these columns copied")
	query := p.clipboard()
	body, err := e.Query(t.Context(), query)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	var answer struct {
		Results struct {
			Bindings []map[string]struct{ Value string }
		}
	}
	require.NoError(t, json.Unmarshal(body, &answer))
	var want, got []string
	found := map[string]bool{}
	for _, binding := range answer.Results.Bindings {
		var row []string
		for _, variable := range rows[0] {
			row = append(row, binding[variable].Value)
		}
		want = append(want, strings.Join(row, "\t"))
	}
	for _, row := range rows[1:] {
		got = append(got, strings.Join(row, "\t"))
		found[row[0]] = true
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the answers of %s (-) and the CSV (+) differ:\n%s\n%s", e.Name, diff, query)
	}
	if len(found) != members {
		t.Errorf("the CSV has %d members, and the definition %d", len(found), members)
	}
	t.Logf("a CSV of %d rows with %q, %d members", len(got), rows[0], len(found))
}
