package session

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/knakk/rdf"
	"github.com/knakk/sparql"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/sheet"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/members"
)

// residents returns N-Triples with n persons: with several cities, some without a birthday, some
// with labels in two languages, with a quote and a comma in a note.
func residents(n int) string {
	var sb strings.Builder
	add := func(s, p, o string) { fmt.Fprintf(&sb, "<http://e/%s> <%s> %s .\n", s, p, o) }
	const label = "http://www.w3.org/2000/01/rdf-schema#label"
	for i := range n {
		p := fmt.Sprintf("p%04d", i)
		add(p, "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "<http://e/Person>")
		add(p, "http://e/livesIn", fmt.Sprintf("<http://e/city%d>", i%5))
		if i%3 == 0 {
			add(p, "http://e/livesIn", "<http://e/city7>")
			add(p, label, fmt.Sprintf("\"Person %d\"@en", i))
			add(p, label, fmt.Sprintf("\"Personne %d\"@fr", i))
		}
		if i%2 == 0 {
			add(p, "http://e/born", fmt.Sprintf("\"19%02d-02-03\"^^<http://www.w3.org/2001/XMLSchema#date>", i%100))
		}
		if i%7 == 0 {
			add(p, "http://e/note", `"says \"hi, there\"\nand goes"`)
			add(p, "http://e/knows", fmt.Sprintf("<http://e/p%04d>", (i+1)%n))
		}
	}
	for i := range 8 {
		add(fmt.Sprintf("city%d", i), label, fmt.Sprintf("\"City %d\"@en", i))
	}
	return sb.String()
}

var tableColumns = []string{"http://e/born", "note", "^http://e/knows"}

// checkRows compares the CSV and TSV of a table with the rows of its query, as the engine gives them. A file calls
// ?x iri.
func checkRows(t *testing.T, table *members.Table, e engines.Engine) {
	t.Helper()
	body := require.Value(e.Query(t.Context(), table.Query))(t)
	result := require.Value(sparql.ParseJSON(bytes.NewReader(body)))(t)
	blank := regexp.MustCompile(`_:[0-9A-Za-z]+`) // every engine names blank nodes as it likes
	line := func(record []string) string { return blank.ReplaceAllString(fmt.Sprintf("%q", record), "_:") }
	unique := func(lines []string) []string { slices.Sort(lines); return slices.Compact(lines) }
	variables, header := result.Head.Vars, slices.Clone(result.Head.Vars)
	if variables[0] == "x" {
		header[0] = "iri"
	}
	var want []string
	for _, solution := range result.Solutions() {
		var record []string
		for _, v := range variables {
			text := ""
			if term := solution[v]; term != nil {
				if text = term.String(); term.Type() == rdf.TermBlank {
					text = "_:" + text
				}
			}
			record = append(record, text)
		}
		want = append(want, line(record))
	}
	want = unique(want)
	for _, comma := range []rune{',', '\t'} {
		var out bytes.Buffer
		require.NoError(t, table.Write(&out, sheet.Output{Separator: comma}))
		r := csv.NewReader(&out)
		r.Comma = comma
		records := require.Value(r.ReadAll())(t)
		check.Slice(t, records[0], header, "header")
		got := check.Map(records[1:], func(record []string) string { return line(record) })
		got = unique(got)
		if !slices.Equal(got, want) {
			check.Diff(t, got, want, table.Query)
			t.FailNow()
		}
	}
}

// checkTable compares the CSV and TSV of a table of all members with the rows of its query as
// the engine gives them.
func checkTable(t *testing.T, s Session, e engines.Engine, concept string, columns []string) *members.Table {
	t.Helper()
	c := require.Value(syntax.Parse(concept, syntax.Prefixes{"e": "http://e/"}))(t)
	p := require.Value(s.Work().ProblemToQuery(t.Context(), extract.Examples{Pos: []string{"http://e/p0003"}}, c))(t)
	table := require.Value(s.Members().Table(t.Context(), p, c, members.TableOptions{Columns: columns, Long: true}))(t)
	checkRows(t, table, e)
	check.That(t, table.Total != nil && *table.Total == len(table.Members) && table.Missing == "" && !table.More,
		"%d members of %v, missing %q, more %v", len(table.Members), table.Total, table.Missing, table.More)
	return table
}

// TestTable writes tables of files.
func TestTable(t *testing.T) {
	e := engines.StartEmbedded(t, residents(70))
	s := openSession(t, func(c *config.Config) { c.Endpoint = e.Endpoint })
	table := checkTable(t, s, e, "e:Person ⊓ ∃e:livesIn.{e:city1}", tableColumns)
	var names []string
	for _, c := range table.Columns {
		names = append(names, fmt.Sprint(c.Variable, " ", c.LabelVariable, " ", c.Decides))
	}
	check.Equal(t, strings.Join(names, ", "),
		"livesIn livesInLabel true, born  false, note  false, knows knowsLabel false", "columns")
	var choices []string
	for _, c := range table.Suggested {
		choices = append(choices, fmt.Sprint(strings.TrimPrefix(c.Property.IRI, "http://e/"), " ", c.Members, " of ", c.Of))
	}
	check.Equal(t, strings.Join(choices, ", "), "livesIn 14 of 14, born 7 of 14, knows 2 of 14, note 2 of 14", "suggested")
	one := table.Members[0]
	check.That(t, one.IRI == "http://e/p0001" && one.Values[0][0].Label == "City 1" && one.Example == "" &&
		len(table.Members) == 14,
		"%d members, the first is %+v", len(table.Members), one)
	for _, counted := range [][]string{{"#note", "#^http://e/knows", "note"}, {"#livesIn"}} {
		checkTable(t, s, e, "e:Person", counted)
	}
	checkGroups(t, s, e)
	all := checkTable(t, s, e, "e:Person", nil)
	m := all.Members[3]
	check.That(t, m.Example == "positive" && m.Label == "Person 3", "the example is %+v", m)
	checkPages(t, s, all)
}

// checkPages compares pages of the persons with the table of all.
func checkPages(t *testing.T, s Session, all *members.Table) {
	t.Helper()
	c := dl.Name{IRI: "http://e/Person"}
	p := require.Value(s.Work().ProblemToQuery(t.Context(), extract.Examples{}, c))(t)
	seen := 0
	for offset := 0; offset < 70; offset += 30 {
		page := require.Value(s.Members().Table(t.Context(), p, c, members.TableOptions{Limit: 30, Offset: offset}))(t)
		for i, m := range page.Members {
			check.That(t, m.IRI == all.Members[offset+i].IRI, "%s is at %d", m.IRI, offset+i)
		}
		seen += len(page.Members)
		check.That(t, page.More == (seen < 70) && page.Query == all.Query, "%d members after %d, more %v", len(page.Members),
			offset, page.More)
	}
	check.That(t, seen == 70, "pages have %d members", seen)
}

// TestEnginesTableInMemory compares tables of a file with the rows of their queries.
func TestEnginesTableInMemory(t *testing.T) {
	text := residents(40) + `<http://e/p0001> <http://e/knows> _:b .
_:b <http://e/knows> <http://e/p0002> .
_:b <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Person> .
<http://e/p0002> <http://e/knows> "nobody" .
<http://e/p0002> <http://e/age> "7"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://e/p0003> <http://e/age> "x"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://e/p0004> <http://www.w3.org/2000/01/rdf-schema#label> "A" .
<http://e/p0004> <http://www.w3.org/2000/01/rdf-schema#label> "B" .
<http://e/livesIn> <http://www.w3.org/2000/01/rdf-schema#subPropertyOf> <http://e/isIn> .
<http://e/knows> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#TransitiveProperty> .
`
	file := filepath.Join(t.TempDir(), "residents.nt")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	columns := []string{
		"http://e/born", "http://e/note", "^http://e/knows", "http://e/knows", "http://e/livesIn", "^http://e/livesIn",
		"http://e/isIn",
		"http://e/age", "http://www.w3.org/2000/01/rdf-schema#label", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
		"http://e/none",
	}
	menu := filepath.Join("..", "cmd", "genus", "testdata", "data", "menu.ttl")
	for _, tt := range []struct {
		name, file, text string
		columns          []string
		language         dl.Language
	}{
		{config.None, file, text, columns, dl.ALCQIF},
		{"rdfs", file, text, columns, dl.ALCQIF},
		{extract.Classes, menu, engines.NTriples(t, menu),
			[]string{"http://example.org/menu#hasTopping", "http://example.org/menu#hasBase"}, dl.ALCQIF &^ dl.WithInverse},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := engines.StartOxigraph(t, tt.text)
			s := openSession(t, func(c *config.Config) {
				c.Data = []string{tt.file}
				if c.Reasoning = tt.name; tt.name == extract.Classes {
					c.Reasoning = config.None // a query does not classify
				}
			})
			all := require.Value(s.Work().ProblemToQuery(t.Context(), extract.Examples{}, dl.Top{}))(t)
			rng, rows := dltest.Rand(1), 0
			for i := range 150 {
				c := dltest.Concept(rng, all.Structure, tt.language, 1+rng.IntN(6), 3)
				column := func() string { return tt.columns[rng.IntN(len(tt.columns))] }
				two := []string{column(), []string{"", "#"}[i%2] + column()}
				if i%3 == 0 && tt.name != extract.Classes { // an engine takes minutes for two steps of what axioms require
					path := []string{column(), column()}
					for k, step := range path {
						name, isInverse := strings.CutPrefix(step, "^")
						if path[k] = "<" + name + ">"; isInverse {
							path[k] = "^" + path[k]
						}
					}
					two[1] = []string{"", "#"}[i%2] + strings.Join(path, "/")
				}
				o := members.TableOptions{Columns: two, Long: true}
				if i%5 == 0 {
					o = members.TableOptions{Group: two[1]}
				}
				table := require.Value(s.Members().Table(t.Context(), all, c, o))(t)
				checkRows(t, table, e)
				rows += len(table.Rows)
			}
			check.That(t, rows > 1000, "only %d rows were compared", rows)
		})
	}
}

// TestTableOfCutResults reads all members from an endpoint that silently cuts results.
func TestTableOfCutResults(t *testing.T) {
	e := engines.StartEmbedded(t, residents(400))
	target := require.Value(url.Parse(e.Endpoint))(t)
	var cuts atomic.Int64
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.Director = func(r *http.Request) {
		r.URL.Scheme, r.URL.Host, r.Host = target.Scheme, target.Host, target.Host
		r.Header.Del("Accept-Encoding")
	}
	proxy.ModifyResponse = func(r *http.Response) error {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		const end = "]}}"
		if parts := strings.SplitAfter(string(body), "}},"); len(parts) > 150 {
			cuts.Add(1)
			body = []byte(strings.TrimSuffix(strings.Join(parts[:150], ""), ",") + end)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		r.Header.Set("Content-Length", fmt.Sprint(len(body)))
		return nil
	}
	srv := httptest.NewServer(proxy)
	t.Cleanup(srv.Close)
	s := openSession(t, func(c *config.Config) { c.Endpoint = srv.URL + target.Path })
	checkTable(t, s, e, "e:Person", []string{"http://e/livesIn"})
	check.That(t, cuts.Load() != 0, "no result was cut")
	cuts.Store(0)
	w := require.Value(s.Members().FirstWatch(t.Context(), dl.Name{IRI: "http://e/Person"}))(t)
	check.That(t, len(w.Members) == 400 && cuts.Load() != 0, "a watch lists %d members; %d results were cut",
		len(w.Members), cuts.Load())
}

// checkGroups counts people of a city by all cities in which they live, and by how many they know.
func checkGroups(t *testing.T, s Session, e engines.Engine) {
	t.Helper()
	c := require.Value(syntax.Parse("e:Person ⊓ ∃e:livesIn.{e:city1}", syntax.Prefixes{"e": "http://e/"}))(t)
	p := require.Value(s.Work().ProblemToQuery(t.Context(), extract.Examples{}, c))(t)
	for _, property := range []string{"http://e/livesIn", "#http://e/knows"} {
		table := require.Value(s.Members().Table(t.Context(), p, c, members.TableOptions{Group: property}))(t)
		checkRows(t, table, e)
		check.Contains(t, table.Query, "City 1\n", "the comment of the query")
		check.That(t, len(table.Groups) > 1 && len(table.Members) == 0, "%s: %d groups, %d members", property,
			len(table.Groups), len(table.Members))
		sum := 0
		for i, g := range table.Groups {
			check.That(t, (g.Label != "") == (g.Datatype == "") && (i == 0 || g.Members <= table.Groups[i-1].Members),
				"group %+v", g)
			sum += g.Members
		}
		check.That(t, sum >= *table.Total && (sum == *table.Total || property[0] != '#'), "%s: %d of %d members", property,
			sum, *table.Total)
	}
}

// TestTableOnEngines writes tables of more members than a request is for, from every engine.
func TestTableOnEngines(t *testing.T) {
	graph := residents(2100)
	for _, starter := range engines.All() {
		t.Run(starter.Name, func(t *testing.T) {
			e := starter.Start(t, graph)
			s := openSession(t, func(c *config.Config) {
				if c.Endpoint = e.Endpoint; e.Graph != "" {
					c.Graph = []string{e.Graph}
				}
			})
			checkTable(t, s, e, "e:Person ⊓ ∃e:livesIn.{e:city1}", append([]string{"#^http://e/knows"}, tableColumns...))
			checkGroups(t, s, e)
			if starter.Name == "virtuoso" {
				// Virtuoso 7.2 leaves some values unbound in its answer to the whole query, but not in
				// the pages that genus asks for: a date that p0778 has is in the file and not in the answer.
				return
			}
			table := checkTable(t, s, e, "e:Person ⊓ ∃e:livesIn.⊤", tableColumns)
			t.Logf("%d members in %d rows", len(table.Members), len(table.Rows))
		})
	}
}
