package speed

import (
	"compress/gzip"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/engines"
)

var codex = flag.String("codex", "", "codex.nt.gz, a piece of Wikidata, for TestEnginesClosure")

// closures are ways to ask for the members of a class %s and of its subclasses.
var closures = []struct{ name, pattern string }{
	{"one path", "?y wdt:P31/wdt:P279* wd:%s ."},
	{"classes first", "?c wdt:P279* wd:%s . ?y wdt:P31 ?c ."},
	{"members first", "?y wdt:P31 ?c . ?c wdt:P279* wd:%s ."},
	{"subselect first", "{ SELECT DISTINCT ?c WHERE { ?c wdt:P279* wd:%s . } } ?y wdt:P31 ?c ."},
	{"subselect last", "?y wdt:P31 ?c . { SELECT DISTINCT ?c WHERE { ?c wdt:P279* wd:%s . } }"},
}

// memberships are where a query asks for members; %s is one of the closures.
var memberships = []struct{ name, class, query string }{
	{"films", "Q11424", "%s"},
	{"humans", "Q5", "%s"},
	{"who died of a disease", "Q12136", "?x wdt:P509 ?y . %s"},
	{"humans who died of cancer", "Q5", "?y wdt:P509 wd:Q12078 . %s"},
	{"no film", "Q11424", "?y wdt:P495 wd:Q30 . MINUS { %s }"},
	{"is each of 20 a human?", "Q5", "VALUES ?y { %[2]s } %[1]s"},
}

// TestEnginesClosure compares the closures on every engine. Answers must agree, but on
// Virtuoso, which has wrong ones; processor times are printed, in seconds.
func TestEnginesClosure(t *testing.T) {
	if *codex == "" {
		t.Skip("-codex names no file")
	}
	for _, s := range engines.All() {
		t.Run(s.Name, func(t *testing.T) {
			f, err := os.Open(*codex)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			r, err := gzip.NewReader(f)
			if err != nil {
				t.Fatal(err)
			}
			e := s.Start(t, "")
			if err := e.LoadFrom(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			o := connector.Options{URL: e.Endpoint, Timeout: *limit, Retries: -1}
			if e.Graph != "" {
				o.DefaultGraph = []string{e.Graph}
			}
			client, err := connector.New(o)
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			c := asker{client, e}
			people := c.people(t)
			for _, m := range memberships {
				row := fmt.Sprintf("| %s | %s ", s.Name, m.name)
				var first int
				for i, way := range closures {
					pattern := fmt.Sprintf(way.pattern, m.class)
					where := fmt.Sprintf(m.query, pattern, people)
					where, _, _ = strings.Cut(where, "%!(EXTRA")
					query := wikidataPrologue + "SELECT (COUNT(DISTINCT ?y) AS ?n) WHERE { " + where + " }"
					n, seconds := count(t, c, query) // the engine compiles its own code meanwhile
					if took := c.timed(func() {
						for range 10 {
							count(t, c, query)
						}
					}); n >= 0 {
						seconds = fmt.Sprintf("%.3f", took/10)
					}
					if i == 0 {
						first = n
					}
					if n != first && n >= 0 && first >= 0 {
						seconds += fmt.Sprintf(" (%d, not %d)", n, first)
						if s.Name != "virtuoso" {
							t.Errorf("%s, %s: %d members, and %d otherwise", m.name, way.name, n, first)
						}
					}
					row += "| " + seconds + " "
				}
				fmt.Println(row + "|")
			}
		})
	}
}

const wikidataPrologue = "PREFIX wdt: <http://www.wikidata.org/prop/direct/> PREFIX wd: <http://www.wikidata.org/entity/> "

// people are 20 individuals.
func (a asker) people(t *testing.T) string {
	table, err := a.Select(t.Context(), wikidataPrologue+"SELECT DISTINCT ?y WHERE { ?y wdt:P509 ?d . } ORDER BY ?y LIMIT 20")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, row := range table.Rows {
		names = append(names, "<"+row[0].String()+">")
	}
	return strings.Join(names, " ")
}
