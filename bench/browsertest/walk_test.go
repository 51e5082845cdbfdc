package browsertest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/faults"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
)

// mostClicks is the largest number of clicks from typed names to the answer that is meant.
const mostClicks = 20

const prefixes = `PREFIX wd: <http://www.wikidata.org/entity/> PREFIX wdt: <http://www.wikidata.org/prop/direct/>
	PREFIX zoo: <` + elephants.Namespace + `> PREFIX shop: <http://example.org/shop#> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> `

// A task is what a user has in mind: the members of a pattern for ?x.
type task struct {
	name, pattern string
	byKeyboard    bool
}

var frenchPeople = task{name: "French actors", pattern: "?x wdt:P106 wd:Q33999 ; wdt:P27 wd:Q142 ."}

// codexTasks are tasks over a part of Wikidata.
var codexTasks = []task{
	frenchPeople,
	{name: "films with a French cast member", pattern: "?x wdt:P31 wd:Q11424 ; wdt:P161/wdt:P27 wd:Q142 ."},
	{name: "politicians who studied at Harvard", pattern: "?x wdt:P106 wd:Q82955 ; wdt:P69 wd:Q13371 ."},
	{name: "born in Paris and no writers", pattern: "?x wdt:P19 wd:Q90 . FILTER NOT EXISTS { ?x wdt:P106 wd:Q36180 }"},
	{
		name:       "at least four occupations",
		pattern:    "{ SELECT ?x { ?x wdt:P106 ?job } GROUP BY ?x HAVING (COUNT(DISTINCT ?job) >= 4) }",
		byKeyboard: true,
	},
	{name: "born and died in Paris", pattern: "?x wdt:P19 wd:Q90 ; wdt:P20 wd:Q90 ."},
}

// TestBrowserWalkOnEngines gets from three typed names to the checked query that is meant, and the page is never sure
// of another one: over
// Oxigraph at the pace of the preset for Wikidata, over a file, over the built-in data and over a
// catalogue that it uploads. It logs the clicks and the seconds. GENUS_TESTS=full does all tasks,
// on both screens.
func TestBrowserWalkOnEngines(t *testing.T) {
	chromium(t)
	endpoint := func(e engines.Engine) opened {
		return func(t *testing.T, s screen) (*tab, *faults.Proxy) {
			proxy := faults.Start(t, e.Endpoint, func(int) *faults.Fault { return nil })
			return open(t, serve(t, "--endpoint", proxy.URL, "--preset", "wikidata", "--search", "scan").url, s), proxy
		}
	}
	t.Run("generated", func(t *testing.T) {
		e := engines.StartOxigraph(t, people(manyPeople))
		walk(t, e, endpoint(e), frenchPeople, phone)
	})
	t.Run("built in", func(t *testing.T) {
		builtIn := func(t *testing.T, s screen) (*tab, *faults.Proxy) {
			p := open(t, serve(t).url, s)
			p.startEmpty()
			p.press(kb.Escape)
			return p, nil
		}
		lakeview := task{name: "elephants that live in Lakeview", pattern: "?x a zoo:Elephant ; zoo:livesIn zoo:Lakeview ."}
		walks(t, engines.StartOxigraph(t, elephantTriples(t)), builtIn, lakeview)
	})
	t.Run("uploaded", func(t *testing.T) {
		text := products()
		uploaded := func(t *testing.T, s screen) (*tab, *faults.Proxy) {
			p := open(t, serve(t).url, s)
			p.upload("catalogue.ttl", text)
			return p, nil
		}
		dear := task{
			name:       "products over 100 made after 2020",
			pattern:    "?x shop:price ?p ; shop:year ?m . FILTER(?p > 100 && ?m > 2020)",
			byKeyboard: true,
		}
		walks(t, engines.StartOxigraph(t, engines.NTriples(t, testfiles.Write(t, "catalogue.ttl", text))), uploaded, dear)
	})
	path := testfiles.Dataset(t, "codex/codex.nt.gz")
	e := engines.StartOxigraph(t, engines.NTriples(t, path))
	file := func(t *testing.T, s screen) (*tab, *faults.Proxy) {
		return open(t, serve(t, "--data", path, "--preset", "wikidata").url, s), nil
	}
	t.Run("codex", func(t *testing.T) { walks(t, e, endpoint(e), codexTasks[:testsize.Choose(1, len(codexTasks))]...) })
	t.Run("codex file", func(t *testing.T) { walks(t, e, file, codexTasks[:testsize.Choose(1, len(codexTasks))]...) })
}

// opened opens the page with data, and returns the proxy between genus and an endpoint, if it has one.
type opened func(*testing.T, screen) (*tab, *faults.Proxy)

// walks does each task on the desktop; with GENUS_TESTS=full also on the phone.
func walks(t *testing.T, e engines.Engine, from opened, tasks ...task) {
	for _, what := range tasks {
		t.Run(what.name, func(t *testing.T) {
			t.Run("desktop", func(t *testing.T) { walk(t, e, from, what, desktop) })
			if testsize.Full() {
				t.Run("phone", func(t *testing.T) { walk(t, e, from, what, phone) })
			}
		})
	}
}

// products is a catalogue in Turtle. Prices and years do not depend on each other.
func products() string {
	b := strings.Builder{}
	b.WriteString("@prefix s: <http://example.org/shop#> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n")
	rng := rand.New(rand.NewPCG(7, 2))
	for i := range 60 {
		kind := []string{"Lamp", "Chair", "Table", "Phone"}[i%4]
		fmt.Fprintf(&b, "s:p%d a s:%s ; rdfs:label \"%[2]s %[3]d\"@en ; s:price %[4]d.50 ; s:year %[5]d .\n", i, kind, 200+i,
			20+rng.IntN(180), 2012+rng.IntN(14))
	}
	return b.String()
}

// A walker is a user who types names of members and answers questions truthfully.
type walker struct {
	*tab
	e          engines.Engine
	touch      bool
	byKeyboard bool
	meant      map[string]bool
	names      []string // of members, in the order of a hash, which is as good as any
	typed      int      // of these
	clicks     int
	checked    string // what the page says of the query when it is checked
}

// walk does a task on the page that from opens. The engine, which has the same data, knows who is meant.
func walk(t *testing.T, e engines.Engine, from opened, what task, s screen) {
	t.Helper()
	w := walker{e: e, touch: s.touch, byKeyboard: what.byKeyboard && !s.touch, meant: map[string]bool{}}
	for _, iri := range answers(t, e, prefixes+"SELECT DISTINCT ?x WHERE { "+what.pattern+" }") {
		w.meant[iri] = true
	}
	w.names = labelsOf(t, e, prefixes+"SELECT DISTINCT ?label WHERE { "+what.pattern+`
		?x rdfs:label ?label . FILTER(LANG(?label) = "en")
		FILTER NOT EXISTS { ?y rdfs:label ?label . FILTER(?y != ?x) } } ORDER BY MD5(STR(?x)) LIMIT 50`)
	p, proxy := from(t, s)
	w.tab = p
	requests := func() int { return 0 }
	if proxy != nil {
		requests, w.checked = proxy.Requests, "The endpoint agrees"
	}
	w.waitOpened()

	begun, before := time.Now(), requests()
	for range 3 {
		w.typeName()
	}
	w.learnAgain()
	first := time.Since(begun)
	for !w.isRight() {
		require.That(t, w.clicks != mostClicks, "after %d clicks it is %q", w.clicks, w.text(".sentence"))
		check.That(t, !strings.Contains(w.text(".facts"), "No more questions"), "the page is sure of %q", w.text(".sentence"))
		w.wait(`!document.querySelector('.question[aria-label="Question"]')`) // one is to come
		if condition := eval[string](w.tab, conditionTitle); condition != "" {
			w.answerCondition(condition)
			continue
		}
		if iri := w.questionIRI(); iri != "" {
			w.answerQuestion(iri)
			continue
		}
		t.Logf("no question is left after %d clicks, and it is %q: another name", w.clicks, w.text(".sentence"))
		w.typeName()
		w.learnAgain()
	}
	t.Logf("%.1f s, the first answer after %.1f; %d names, %d clicks, %d requests: %s; %s", time.Since(begun).Seconds(),
		first.Seconds(),
		w.typed, w.clicks, requests()-before, w.text(".sentence"), strings.ReplaceAll(w.text(".facts"), "\n", ", "))
	w.checkAccessible("walk", string(require.Value(os.ReadFile(os.Getenv("GENUS_AXE")))(t)))
	if proxy != nil && !s.touch {
		w.look(s)
	}
}

// typeName types the next name and presses Enter.
func (w *walker) typeName() {
	w.t.Helper()
	w.write("#search-input", w.names[w.typed])
	w.press(kb.Enter)
	w.typed++
	// a phone shows three
	w.wait("document.querySelector('.side.pos').textContent.includes(" + quoted(w.names[w.typed-1]) + ")")
}

func (w *walker) learnAgain() {
	w.t.Helper()
	w.clicks++
	switch {
	case w.byKeyboard:
		w.press(kb.Enter, input.ModifierCtrl)
	case w.touch:
		w.click("#bar", "Learn")
	default:
		w.click("#examples", "Learn")
	}
	w.waitChecked()
}

func (w *walker) answerQuestion(iri string) {
	w.t.Helper()
	w.answerWith(w.meant[iri])
	w.wait("document.querySelector('.question h3 .link')?.title !== " + quoted(iri))
	w.waitChecked()
}

// conditionTitle is the condition of the question, as a concept; "" if the question is about no condition.
const conditionTitle = "document.querySelector('.question.of-condition h3')?.title ?? ''"

// answerCondition says whether all that are meant satisfy the condition.
func (w *walker) answerCondition(concept string) {
	w.t.Helper()
	query := eval[string](w.tab, `fetch('api/query', {
		method: 'POST',
		headers: {'Content-Type': 'application/json', 'X-Genus': '1'},
		body: JSON.stringify({
			source: performance.getEntriesByType('resource')
				.map((r) => r.name.match('/api/sources/([^/]+)/')?.[1]).findLast(Boolean),
			concept: `+quoted(concept)+`,
		}),
	}).then((r) => r.json()).then((forms) => forms.sparql)`)
	isMember := map[string]bool{}
	for _, iri := range answers(w.t, w.e, query) {
		isMember[iri] = true
	}
	all := true
	for iri := range w.meant {
		all = all && isMember[iri]
	}
	w.t.Logf("must all be %s? %v", concept, all)
	w.answerWith(all)
	w.wait("(" + conditionTitle + ") !== " + quoted(concept))
	w.waitChecked()
}

func (w *walker) answerWith(yes bool) {
	w.t.Helper()
	w.clicks++
	answer := "No"
	if yes {
		answer = "Yes"
	}
	if w.byKeyboard {
		w.press(strings.ToLower(answer[:1]))
	} else {
		w.click(".question", answer)
	}
}

// waitChecked waits until the page shows a result of the current examples that the endpoint has
// checked. It may still look for a question and for a proof.
func (w *walker) waitChecked() {
	w.t.Helper()
	w.wait(`document.querySelector(".sentence")?.innerText && !document.querySelector(".result-body.stale")
		&& document.querySelector(".query .code.sparql") && document.querySelector(".facts").innerText.includes(` + quoted(w.checked) + `)`)
}

// isRight reports whether the query that the page shows has the members that are meant, as the
// definition in words tells a user.
func (w *walker) isRight() bool {
	w.t.Helper()
	found := answers(w.t, w.e, w.text(".query .code.sparql"))
	return len(found) == len(w.meant) && !slices.ContainsFunc(found, func(iri string) bool { return !w.meant[iri] })
}

// look opens the table, compares its CSV with the query's rows, runs axe again, opens the link to
// the answer in another browser, and pastes many names.
func (w *walker) look(s screen) {
	t := w.t
	t.Helper()
	w.openTable()
	w.checkCSV(w.e, "CSV, long", len(w.meant))
	axe := require.Value(os.ReadFile(os.Getenv("GENUS_AXE")))(t)
	w.checkAccessible("walk", string(axe))
	w.click("#header", "Share a link")
	w.wait("document.querySelector('#dialog textarea')")
	link := eval[string](w.tab, "document.querySelector('#dialog textarea').value")
	other := newTab(t, link, s)
	begun := time.Now()
	other.visit(link)
	other.waitText(".linked-notice", "This answer came with the link")
	t.Logf("the link shows %q after %.2f s", other.text(".sentence"), time.Since(begun).Seconds())
	w.click("#dialog", "Close")
	w.click("#examples", "Clear")
	w.waitSides(0, 0)
	w.pasteMany(w.names)
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
	require.That(t, err == nil, "%v\n%s", err, query)
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

// TestBrowserStatements learns a role with a qualifier from a piece of a Wikibase: who became
// mayor in 2000 or later. Everybody was a mayor and a judge, one of the two before 2000. The
// page says what was meant, and its members are right.
func TestBrowserStatements(t *testing.T) {
	chromium(t)
	const entity = "http://www.wikidata.org/entity/"
	text := strings.Builder{}
	text.WriteString(`@prefix wd: <http://www.wikidata.org/entity/> .
@prefix s: <http://www.wikidata.org/entity/statement/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix p: <http://www.wikidata.org/prop/> .
@prefix ps: <http://www.wikidata.org/prop/statement/> .
@prefix pq: <http://www.wikidata.org/prop/qualifier/> .
@prefix wikibase: <http://wikiba.se/ontology#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
wd:Q1 rdfs:label "mayor"@en .
wd:Q100 wdt:P31 wd:Q5 .
wd:P39 wikibase:directClaim wdt:P39 ; rdfs:label "position held"@en .
wd:P580 wikibase:directClaim wdt:P580 ; rdfs:label "start time"@en .
`)
	var late, early []string
	for i := range 12 {
		who := 100 + i
		mayor, judge := 2000+i, 1980+i
		late = append(late, fmt.Sprint(entity, "Q", who))
		if i%2 == 1 {
			mayor, judge = judge, mayor
			early, late = append(early, late[len(late)-1]), late[:len(late)-1]
		}
		for office, year := range map[int]int{1: mayor, 2: judge} {
			fmt.Fprintf(&text, `wd:Q%[1]d wdt:P39 wd:Q%[2]d ; p:P39 s:Q%[1]d-%[2]d .
s:Q%[1]d-%[2]d ps:P39 wd:Q%[2]d ; pq:P580 "%[3]d-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:rank wikibase:NormalRank .
`, who, office, year)
		}
	}
	p := open(t, serve(t).url, desktop)
	p.upload("offices.ttl", text.String())
	p.waitOpened()
	p.paste(late[:4], true)
	p.paste(early[:2], false)
	p.learn()
	p.waitText(".sentence", "held the position mayor from 2000 on")
	p.openTable()
	const names = "[...document.querySelectorAll('table.members tbody .name')].map((n) => n.title)"
	members := eval[[]string](p, names)
	slices.Sort(members)
	check.That(t, slices.Equal(members, late), "members %q, want %q", members, late)
	if query := p.query(); !strings.Contains(query, "pq:P580") || !strings.Contains(query, "DeprecatedRank") {
		t.Errorf("the query has no qualifier or no rank:\n%s", query)
	}
}
