package browsertest

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
)

// openTable opens the table of all members.
func (p *tab) openTable() {
	p.t.Helper()
	p.click(".details", "Table")
	p.wait("document.querySelector('table.members')")
}

// TestBrowserTable shows all members as a table, adds a column, filters and sorts, and downloads
// a CSV, whose rows are those of its query.
func TestBrowserTable(t *testing.T) {
	chromium(t)
	axe := require.Value(os.ReadFile(os.Getenv("GENUS_AXE")))(t)
	e := engines.StartEmbedded(t, elephantTriples(t))
	for name, s := range screens() {
		t.Run(name, func(t *testing.T) {
			p := open(t, serve(t).url, s)
			p.click("#start", "Elephants of the Lakeview Zoo")
			p.waitOpened()
			p.waitLearned()
			members := answers(t, e, p.query())
			p.openTable()
			p.askWhy("Lasa", "Lasa is not one of them.", "is an elephant")
			p.askWhy("Jalani", "Jalani is one of them.", "lives in Lakeview Zoo")
			p.addColumn("date of birth")
			p.addColumn("weight")
			p.wait("document.querySelectorAll('.drawing').length === 2")
			p.scrollToTop(".details")
			p.keepScreenshot("table-" + name)
			p.checkFits("table")
			p.checkAccessible("table", string(axe))
			p.checkCSV(e, "CSV, long", len(members))

			p.click("table.members", "weight")
			p.wait("document.querySelector('th[aria-sort=ascending]')")
			p.reload() // the address names the columns and the order
			p.wait("document.querySelector('table.members th[aria-sort=ascending]')?.innerText.includes('weight')")
			p.checkFacets()
			p.write("[data-key='table filter']", "jalani")
			p.wait("document.querySelectorAll('table.members tbody tr').length === 1")
			p.click("table.members", "Remove the column weight")
			p.wait("document.querySelectorAll('.drawing').length === 1")
		})
	}
}

// askWhy asks why a name is among the members or not. The answer begins with one text, and names a part.
func (p *tab) askWhy(name, begin, part string) {
	p.t.Helper()
	p.write("#why-name", name+"\r")
	p.waitText(".why-answer", begin)
	p.waitText(".why-answer .why", part)
}

// checkFacets opens the values of where the members live, takes one as a condition, and undoes it and the column.
func (p *tab) checkFacets() {
	p.t.Helper()
	all := p.text(".sentence")
	p.addColumn("kept by")
	p.click("table.members", "Values of kept by")
	p.wait("document.querySelector('.facets-of .cond')")
	p.scrollToTop(".details")
	p.keepScreenshot("facets-" + map[bool]string{true: "phone", false: "desktop"}[eval[int](p, "innerWidth") < 600])
	p.checkFits("facets")
	facet := strings.Split(p.texts(".facets-of .cond .condition:first-child")[0], "\n")
	p.click(".facets-of", "Only those with: kept by: "+facet[0])
	p.waitText(".sentence", facet[0])
	p.wait("document.querySelectorAll('table.members tbody tr').length === " + facet[1])
	p.click(".parts", "Take out: is an elephant")
	p.wait("!document.querySelector('.sentence').innerText.includes('elephants')")
	p.click("#header", "Undo")
	p.waitText(".sentence", "elephants")
	p.click("#header", "Undo")
	p.wait("document.querySelector('.sentence').innerText === " + quoted(all))
	p.click("#header", "Undo")
	p.wait("!document.querySelector('table.members thead').innerText.includes('kept by')")
}

// addColumn adds the suggested column with that label to the table.
func (p *tab) addColumn(label string) {
	p.t.Helper()
	const list = "[data-key='table add']"
	option := "[...document.querySelectorAll(" + quoted(list+" option") + ")].find((o) => o.innerText.startsWith(" +
		quoted(label+" (") + "))"
	p.wait(option)
	p.chooseEntry(list, eval[string](p, option+".value"))
	p.wait("[...document.querySelectorAll('table.members thead th')].some((e) => e.innerText.includes(" + quoted(label) +
		"))")
}

// checkCSV downloads the table in the form and compares its rows with the answers of the engine to
// the table's query, which must have that many members or values.
func (p *tab) checkCSV(e engines.Engine, form string, n int) {
	t := p.t
	t.Helper()
	dir := t.TempDir()
	p.downloadTo(dir)
	p.click(".details", "Download")
	p.click(".menu-list", "Download "+form)
	var files []string
	for end := time.Now().Add(patience); len(files) == 0; time.Sleep(50 * time.Millisecond) {
		files = require.Value(filepath.Glob(filepath.Join(dir, "*.csv")))(t)
		require.That(t, !time.Now().After(end), "nothing was downloaded")
	}
	f := require.Value(os.Open(files[0]))(t)
	rows := require.Value(csv.NewReader(f).ReadAll())(t)
	require.NoError(t, f.Close())

	if !eval[bool](p, "document.querySelector('.table-query').open") { // it stays open
		p.click(".details", "SPARQL query of this table")
	}
	p.click(".table-query", "Copy its query")
	p.waitText("#toast", "Query of the table copied")
	query := p.clipboard()
	body, err := e.Query(t.Context(), query)
	require.That(t, err == nil, "%v\n%s", err, query)
	var answer struct {
		Results struct {
			Bindings []map[string]struct{ Value string }
		}
	}
	require.NoError(t, json.Unmarshal(body, &answer))
	var want, got []string
	found := map[string]bool{}
	for _, binding := range answer.Results.Bindings {
		row := check.Map(rows[0], func(variable string) string {
			if variable == "iri" {
				variable = "x"
			}
			return binding[variable].Value
		})
		want = append(want, strings.Join(row, "\t"))
	}
	for _, row := range rows[1:] {
		got = append(got, strings.Join(row, "\t"))
		found[row[0]] = true
	}
	slices.Sort(want)
	slices.Sort(got)
	check.Diff(t, got, want, "the answers of %s (-) and the CSV (+) differ %s", e.Name, query)
	check.That(t, len(found) == n, "%s has %d members or values, not %d", filepath.Base(files[0]), len(found), n)
	t.Logf("a CSV of %d rows with %q, %d members or values", len(got), rows[0], len(found))
}

// TestBrowserGroups counts the members of a definition by the values of a property, over the built-in
// data and over an endpoint: the counts are those of the query. A name that no property has leaves the
// table as it is, and a column with numbers of values leads back to the members.
func TestBrowserGroups(t *testing.T) {
	chromium(t)
	axe := require.Value(os.ReadFile(os.Getenv("GENUS_AXE")))(t)
	e := engines.StartEmbedded(t, elephantTriples(t))
	for name, tt := range map[string]struct {
		screen
		flags []string
	}{
		"phone":   {phone, nil},
		"desktop": {desktop, []string{"--endpoint", e.Endpoint, "--rate", "1000"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, serve(t, tt.flags...).url, tt.screen)
			if tt.flags == nil {
				p.click("#start", "Male elephants")
			} else {
				p.waitOpened()
				p.paste(elephants.Positives[:few], true)
				p.click("#examples", "Learn")
			}
			p.waitOpened()
			p.waitLearned()
			members := answers(t, e, p.query())
			p.openTable()

			p.useColumns("group")
			p.addColumn("lives in")
			p.wait("document.querySelector('table.groups th[aria-sort=descending]')")
			values := len(p.texts("table.groups tbody tr"))
			p.waitText(".details", fmt.Sprintf("%d of %[1]d values, among %d members", values, len(members)))
			p.scrollToTop(".details")
			p.keepScreenshot("groups-" + name)
			p.checkFits("groups")
			p.checkAccessible("groups", string(axe))
			p.checkCSV(e, "CSV", values)
			p.checkFits("query of groups")
			p.checkAccessible("query of groups", string(axe))

			counts := func() []string { return p.texts("table.groups tbody td") }
			most := counts()[0]
			p.click("table.groups", "members")
			p.wait("document.querySelector('table.groups th[aria-sort=ascending]')")
			all := counts()
			check.Equal(t, all[len(all)-1], most, "after sorting, the last of %q", all)
			p.write("[data-key='table filter']", "hillpark")
			p.waitText(".details", fmt.Sprintf("1 of %d values with these words", values))

			p.expect("422")
			p.write("[data-key='table other']", "nonsense\t")
			p.waitText(".details .error", `no property of the members has the name "nonsense": choose from`)
			check.Equal(t, len(counts()), 1, "rows after a wrong name")
			p.checkAccessible("wrong name", string(axe))
			p.write("[data-key='table other']", "#child of\t")
			p.waitText("table.groups thead", "number of child of")
			sum := 0
			for _, n := range counts() {
				sum += require.Value(strconv.Atoi(n))(t)
			}
			check.Equal(t, sum, len(members), "members by their number of parents")

			p.click(".details", "Back to the members")
			p.wait("document.querySelector('table.members:not(.groups)')")
			check.Equal(t, p.focusedName(), "What the property is for", "the focus is on")

			p.useColumns("group")
			p.addColumn("lives in")
			p.useColumns("count")
			p.addColumn("child of") // is one of each group, and of each member
			p.waitText("table.groups thead", "number of child of")
			p.click(".details", "Back to the members")
			p.waitText("table.members:not(.groups) thead", "number of child of")
			p.click("table.members", "Remove the column number of child of")
			p.wait("!document.querySelector('table.members thead').innerText.includes('child of')")
		})
	}
}

// TestBrowserOrder sorts a table of more members than are fetched at first: the first row is the first of all members,
// and the query of the table has the order.
func TestBrowserOrder(t *testing.T) {
	chromium(t)
	const n = 700
	var data strings.Builder
	for i := range n {
		fmt.Fprintf(&data, "<http://e/i%d> a <http://e/Item> ; <http://e/code> \"c%03d\" .\n", i, (i*37)%n)
	}
	file := filepath.Join(t.TempDir(), "items.ttl")
	require.NoError(t, os.WriteFile(file, []byte(data.String()), 0o600))
	p := open(t, serve(t, "--data", file).url, desktop)
	p.waitOpened()
	p.paste([]string{"http://e/i1", "http://e/i2", "http://e/i3"}, true)
	p.click("#examples", "Learn")
	p.waitLearned()
	p.openTable()
	p.addColumn("code")
	first := func(code string) {
		t.Helper()
		p.wait("document.querySelector('table.members tbody td')?.innerText === " + quoted(code))
	}
	p.click("table.members", "code")
	first("c000")
	p.click("table.members", "code")
	first("c699")
	p.click(".details", "SPARQL query of this table")
	p.waitText(".table-query", "ORDER BY (!BOUND(?order1)) DESC(?order1) ?x")
	p.click(".details", "Show all 700 members")
	p.wait("!document.querySelector(\"[data-key='table all']\")")
	first("c699")
}

// useColumns says what a property that is chosen next is for.
func (p *tab) useColumns(purpose string) {
	p.t.Helper()
	p.chooseEntry("[data-key='table use']", purpose)
}

// cities are of three countries, with the coordinates that they have in Wikidata.
var cities = []struct {
	name, country string
	lon, lat      float64
}{
	{"Paris", "France", 2.351, 48.857}, {"Marseille", "France", 5.376, 43.297}, {"Lyon", "France", 4.842, 45.757},
	{"Toulouse", "France", 1.444, 43.604}, {"Nice", "France", 7.266, 43.702}, {"Nantes", "France", -1.553, 47.218},
	{"Strasbourg", "France", 7.748, 48.573}, {"Bordeaux", "France", -0.58, 44.838}, {"Lille", "France", 3.063, 50.632},
	{"Brest", "France", -4.486, 48.39}, {"Ajaccio", "France", 8.737, 41.927},
	{"Berlin", "Germany", 13.383, 52.517}, {"Hamburg", "Germany", 10, 53.55}, {"Munich", "Germany", 11.575, 48.138},
	{"Madrid", "Spain", -3.703, 40.417}, {"Barcelona", "Spain", 2.177, 41.383}, {"Seville", "Spain", -5.983, 37.383},
}

// TestBrowserMap draws the members of a definition on a map: the places are in the right
// order from west to east and from north to south, and the examples are marked.
func TestBrowserMap(t *testing.T) {
	chromium(t)
	text := "@prefix e: <http://e/> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n" +
		"@prefix geo: <http://www.opengis.net/ont/geosparql#> .\ne:at rdfs:label \"coordinate location\"@en .\n"
	for _, c := range cities {
		text += fmt.Sprintf(
			"e:%s a e:City ; rdfs:label %[1]q@en ; e:country e:%s ; e:at \"Point(%g %g)\"^^geo:wktLiteral .\n", c.name,
			c.country, c.lon, c.lat)
	}
	for name, s := range screens() {
		t.Run(name, func(t *testing.T) {
			p := open(t, serve(t).url, s)
			p.upload("cities.ttl", text)
			p.waitOpened()
			p.paste([]string{"Paris", "Lyon", "Brest"}, true)
			p.paste([]string{"Berlin", "Madrid"}, false)
			if s.touch {
				p.click("#bar", "Learn")
			} else {
				p.click("#examples", "Learn")
			}
			p.waitLearned()
			p.openTable()
			p.addColumn("coordinate location")
			p.wait("document.querySelector('.drawing circle')")
			p.scrollToTop(".charts")
			p.keepScreenshot("map-" + name)
			p.checkFits("map")
			type dot struct {
				Name    string
				X, Y    float64
				Example bool
			}
			dots := eval[[]dot](p,
				`[...document.querySelectorAll(".drawing circle")].map((c) => ({ name: c.textContent, x: Number(c.getAttribute("cx")), y: Number(c.getAttribute("cy")), example: c.classList.contains("bar-example") }))`)
			at := map[string]dot{}
			for _, d := range dots {
				at[d.Name] = d
			}
			for _, a := range cities {
				for _, b := range cities {
					da, db := at[a.name], at[b.name]
					check.That(t, a.country != "France" || b.country != "France" || (a.lon < b.lon) == (da.X < db.X) &&
						(a.lat < b.lat) == (da.Y > db.Y), "%s is at %v and %s at %v", a.name, da, b.name, db)
				}
			}
			check.That(t, len(dots) == 11 && at["Paris"].Example && !at["Nice"].Example, "the dots are %+v", dots)
		})
	}
}

// TestBrowserBring brings a table of elephants with a row that nobody is, and a weight that differs: the page names
// both and the properties of the columns, downloads what differs, and learns from the rows with the same columns.
func TestBrowserBring(t *testing.T) {
	chromium(t)
	axe := require.Value(os.ReadFile(os.Getenv("GENUS_AXE")))(t)
	const table = "name;zoo;weight\nJalani;Lakeview Zoo;4965\nRazuri;Lakeview Zoo;2792\nShazuri;Lakeview Zoo;9999\n" +
		"Bago;Lakeview Zoo;3098.5\nNobody Atall;Lakeview Zoo;1000\n"
	file := filepath.Join(t.TempDir(), "mine.csv")
	require.NoError(t, os.WriteFile(file, []byte(table), 0o600))
	for name, s := range screens() {
		t.Run(name, func(t *testing.T) {
			p := open(t, serve(t).url, s)
			p.startEmpty()
			p.chooseFile("[data-key=bring]", file)
			p.wait("document.querySelector('#dialog .brought')")
			text := p.text("#dialog")
			for _, want := range []string{"Read as: separated by semicolons", "4 of 5 rows name one thing",
				"lives in\t4 of 4 agree",
				"weight\t3 of 4 agree", "Rows that name nothing (1)", "Cells that differ (1)"} {
				check.That(t, strings.Contains(text, want), "the dialog does not say %q: %s", want, text)
			}
			p.keepScreenshot("brought-" + name)
			p.checkFits("brought")
			p.checkAccessible("brought", string(axe))
			dir := t.TempDir()
			p.downloadTo(dir)
			p.click("#dialog", "Download what differs: CSV")
			lists := filepath.Join(dir, "mine-differs.csv")
			p.waitFile(lists)
			got := string(require.Value(os.ReadFile(lists))(t))
			check.Contains(t, got, "http://example.org/zoo#Shazuri,Shazuri,weight,9999,2507")
			p.click("#dialog", "Use the 4 rows")
			p.waitSides(4, 0)
			p.wait("document.querySelector('table.members')")
			for _, want := range []string{"lives in", "weight"} {
				p.waitText("table.members thead", want)
			}
		})
	}
}

// waitFile waits until a file was downloaded.
func (p *tab) waitFile(path string) {
	p.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return
		}
		require.That(p.t, !time.Now().After(end), "%s was not downloaded", path)
	}
}

// TestBrowserPasteMany pastes 50 names at once.
func TestBrowserPasteMany(t *testing.T) {
	chromium(t)
	e := engines.StartEmbedded(t, elephantTriples(t))
	names := labelsOf(t, e,
		`SELECT DISTINCT (STR(?l) AS ?label) WHERE { ?x a <`+elephants.Namespace+
			`Elephant> ; <http://www.w3.org/2000/01/rdf-schema#label> ?l } ORDER BY ?label LIMIT 50`)
	p := open(t, serve(t).url, desktop)
	p.startEmpty()
	p.pasteMany(names)
}
