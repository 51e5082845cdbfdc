package browsertest

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

var walks = flag.Bool("walk", false, "TestBrowserWalkOnEngines: measure from typed names to answers, for about ten minutes")

// mostClicks is the largest number of clicks from typed names to a checked answer.
const mostClicks = 10

// TestBrowserWalkOnEngines gets from typed names to a checked answer, with the pace of the preset
// on a part of Wikidata in Oxigraph. It logs the times. It pastes 50 names, and opens the link
// to an answer in another browser.
func TestBrowserWalkOnEngines(t *testing.T) {
	if !*walks {
		t.Skipf("%s: it measures for about ten minutes: -walk", t.Name())
	}
	chromium(t)
	e := engines.StartOxigraph(t, engines.NTriples(t, testfiles.Dataset(t, "codex/codex.nt.gz")))
	const prefixes = `PREFIX wd: <http://www.wikidata.org/entity/> PREFIX wdt: <http://www.wikidata.org/prop/direct/>
		PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> `
	for _, tt := range []struct{ name, pattern string }{
		{"French actors", "?x wdt:P106 wd:Q33999 ; wdt:P27 wd:Q142 ."},
		{"jazz pianists", "?x wdt:P106 wd:Q486748 ; wdt:P136 wd:Q8341 ."},
		{"films with a French cast member", "?x wdt:P31 wd:Q11424 ; wdt:P161/wdt:P27 wd:Q142 ."},
		{"born and died in Paris", "?x wdt:P19 wd:Q90 ; wdt:P20 wd:Q90 ."},
	} {
		meant := map[string]bool{}
		for _, iri := range answers(t, e, prefixes+"SELECT DISTINCT ?x WHERE { "+tt.pattern+" }") {
			meant[iri] = true
		}
		names := labelsOf(t, e, prefixes+"SELECT DISTINCT ?label WHERE { "+tt.pattern+` ?x rdfs:label ?label . FILTER(LANG(?label) = "en")
			FILTER NOT EXISTS { ?y rdfs:label ?label . FILTER(?y != ?x) } } ORDER BY ?x LIMIT 50`)
		for screenName, s := range map[string]screen{"desktop": desktop, "phone": phone} {
			t.Run(tt.name+"/"+screenName, func(t *testing.T) {
				p := open(t, serve(t, "--endpoint", e.Endpoint, "--preset", "wikidata", "--search", "scan").url, s)
				p.waitOpened()
				walk(t, p, e, s, names, meant)
			})
		}
	}
}

func walk(t *testing.T, p *tab, e engines.Engine, s screen, names []string, meant map[string]bool) {
	t.Helper()
	begun := time.Now()
	for i, name := range names[:3] {
		p.write("#search-input", name)
		p.press(kb.Enter)
		p.wait(fmt.Sprintf("document.querySelectorAll('.side.pos .example').length === %d", i+1))
	}
	clicks := 1
	if s.touch {
		p.click("#bar", "Learn")
	} else {
		p.click("#examples", "Learn")
	}
	p.waitLearned()
	for ; p.questionIRI() != ""; clicks++ {
		if clicks > mostClicks {
			t.Fatalf("after %d clicks it is %q", clicks, p.text(".sentence"))
		}
		p.answer(meant)
	}
	p.waitText(".facts", "The endpoint agrees")
	seconds := time.Since(begun).Seconds()
	found := answers(t, e, p.query())
	right := 0
	for _, iri := range found {
		if meant[iri] {
			right++
		}
	}
	t.Logf("%.1f s, %d clicks: %s; %d found, %d of them among the %d meant", seconds, clicks, p.text(".sentence"), len(found), right, len(meant))

	p.click(".details", "Table")
	p.wait("document.querySelector('table.members')")
	p.checkCSV(e, len(found))

	if axe, err := os.ReadFile(os.Getenv("GENUS_AXE")); err == nil {
		p.checkAccessible("walk", string(axe))
	}
	p.click("#header", "Share a link")
	p.wait("document.querySelector('#dialog textarea')")
	link := eval[string](p, "document.querySelector('#dialog textarea').value")
	other := p.beside(link, s)
	begun = time.Now()
	other.visit(link)
	other.waitText(".linked-notice", "This answer came with the link")
	t.Logf("the link shows %q after %.2f s", other.text(".sentence"), time.Since(begun).Seconds())

	p.click("#dialog", "Close")
	p.click("#examples", "Clear")
	p.waitSides(0, 0)
	p.pasteMany(names)
}

// pasteMany pastes names and an unknown one, adds all that is found, and logs the time.
func (p *tab) pasteMany(names []string) {
	t := p.t
	t.Helper()
	p.click("#examples", "Paste a list")
	p.write("#paste-text", strings.Join(append(slices.Clone(names), "Nobody Atall"), "\n"))
	begun := time.Now()
	p.click("#dialog", "These belong")
	p.waitText("#dialog .error", "Nobody Atall. It is not added.")
	if eval[bool](p, "Boolean(document.querySelector('.candidates'))") {
		p.click("#dialog", "Add these")
	}
	p.waitSides(len(names), 0)
	t.Logf("%d names that were pasted are examples after %.1f s", len(names), time.Since(begun).Seconds())
}

// labelsOf returns the values of ?label that a query finds.
func labelsOf(t *testing.T, e engines.Engine, query string) []string {
	t.Helper()
	body, err := e.Query(t.Context(), query)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	var answer struct {
		Results struct {
			Bindings []struct{ Label struct{ Value string } }
		}
	}
	require.NoError(t, json.Unmarshal(body, &answer))
	var labels []string
	for _, b := range answer.Results.Bindings {
		labels = append(labels, b.Label.Value)
	}
	return labels
}
