package browsertest

import (
	"fmt"
	"maps"
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
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

// heavy is the concept of elephants that weigh three tonnes.
var heavy dl.Concept = dl.And{L: dl.Name{IRI: elephants.Namespace + "Elephant"},
	R: dl.Compare{Feature: elephants.Namespace + "weight", Op: dl.GreaterEq, Value: dl.Int(3000)}}

// TestBrowserAsked marks three examples and answers the questions, which leads to the
// intended concept. Undo takes an answer back.
func TestBrowserAsked(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startEmpty()
	meant := membersOf(t, heavy)
	for _, name := range []string{"Damba", "Fumba", "Omgo"} {
		require.That(t, meant[elephants.Namespace+name], "%s does not belong", name)
		p.search(name, true)
	}
	p.press(kb.Escape)
	p.waitSides(3, 0)
	p.learn()
	p.keepScreenshot("question-desktop")

	// A rival that is clicked changes places with the first concept.
	first, rival := p.text(".sentence"), p.text(".rival span")
	p.click(".rivals", rival)
	p.wait("document.querySelector('.sentence').innerText === " + quoted(rival))
	others := p.texts(".rival span:first-child")
	check.That(t, slices.Contains(others, first) && !slices.Contains(others, rival), "beside %q the page shows %q", rival, others)
	p.click("#header", "Undo")
	p.wait("document.querySelector('.sentence').innerText === " + quoted(first))

	asked := map[string]bool{}
	for n := 0; p.questionIRI() != ""; n++ {
		iri := p.questionIRI()
		require.That(t, !asked[iri] && n <= 12, "question %d is about %s, after %v", n, iri, asked)
		asked[iri] = true
		answer := "No"
		switch {
		case n == 0:
			answer = "I don't know"
		case meant[iri]:
			answer = "Yes"
		}
		p.click(".question", answer)
		p.waitAnswered(iri)
		if n == 1 { // again, after an undo that needs no learning
			p.click("#header", "Undo")
			p.wait("document.querySelector('.question h3 .link')?.title === " + quoted(iri))
			p.click(".question", answer)
			p.waitAnswered(iri)
		}
	}
	t.Logf("%d questions: %s; %s", len(asked), p.text(".sentence"), p.text(".facts"))
	got := p.text(".facts")
	check.That(t, strings.Contains(got, fmt.Sprintf("%d members", len(meant))) && strings.Contains(got, "likely what you mean"),
		"the result says %q", got)
	for _, iri := range p.allMembers() {
		check.That(t, meant[iri], "%s does not belong", iri)
		delete(meant, iri)
	}
	check.That(t, len(meant) <= 0, "not found: %v", meant)
	p.scrollToTop("#result")
	p.keepScreenshot("sure-desktop")
}

// waitAnswered waits until the page has learned from the answer about the individual.
func (p *tab) waitAnswered(iri string) {
	p.t.Helper()
	p.wait("document.querySelector('.question h3 .link')?.title !== " + quoted(iri))
	p.waitLearned()
}

// TestBrowserAskedByKeyboard answers with the keyboard, on a button and by a letter. The focus
// stays on the answers.
func TestBrowserAskedByKeyboard(t *testing.T) {
	p := open(t, serve(t).url, phone)
	p.startEmpty()
	p.search("Damba", true)
	p.search("Fumba", true)
	p.press(kb.Escape)
	p.press(kb.Enter, input.ModifierCtrl)
	p.waitLearned()
	for i, key := range []string{"n", kb.Enter, "n"} {
		if i == 1 { // the first key was pressed where learning left the focus
			p.tabTo("No")
		}
		iri := p.questionIRI()
		p.press(key)
		p.waitAnswered(iri)
		check.That(t, i == 0 || p.focusedName() == "No", "after an answer the focus is on %q", p.focusedName())
	}
	p.waitSides(2, 3)
	p.keepScreenshot("question-phone")
}

// TestBrowserFirstAnswer learns from a slow endpoint. The definition stands, confirmed, while
// the page looks for a proof. Stop keeps it.
func TestBrowserFirstAnswer(t *testing.T) {
	chromium(t)
	endpoint := engines.StartEmbedded(t, elephantTriples(t)).Endpoint
	p := open(t, serve(t, "--endpoint", endpoint, "--rate", "3", "--timeout", "5m").url, desktop) // time to press Stop
	p.waitOpened()
	p.pasteFew()
	p.click("#examples", "Learn")
	p.wait(
		`document.querySelector(".progress").checkVisibility() && /Looking for a proof …/.test(document.querySelector(".facts")?.innerText)
		&& /✓ The endpoint agrees/.test(document.querySelector(".facts").innerText)`,
	)
	sentence, query := p.text(".sentence"), p.query()
	p.keepScreenshot("first-answer-desktop")
	eval[bool](p, `window.copy = document.querySelector('[data-key="copy query"]'), true`)
	p.click("#examples", "Stop")
	p.waitLearned()
	facts := p.text(".facts")
	// On a busy machine the search may have ended without a proof before Stop is pressed.
	notProved := strings.Contains(facts, "Not proved: stopped") || strings.Contains(facts, "Not proved: not all was searched")
	check.That(t, notProved && strings.Contains(facts, "✓ The endpoint agrees"),
		"after a stop the result says %q", facts)
	check.That(t, eval[bool](p, "window.copy.isConnected"),
		"the button that copies the query was drawn again: a click at that time is lost")
	check.That(t, p.text(".sentence") == sentence && p.query() == query, "after a stop it is %q, not %q", p.text(".sentence"), sentence)
	p.click("#examples", "Learn again")
	// What is first depends on the counts that a busy machine gets in time: the proof says
	// that it is a smallest one, or that a simpler one fits.
	p.wait(`/✓ Proved|A simpler one fits/.test(document.querySelector(".facts")?.innerText)`)
	p.waitLearned()
}

// TestBrowserTypedNames gets from typed names to the intended query, on an embedded endpoint
// in the vocabulary of Wikidata.
func TestBrowserTypedNames(t *testing.T) {
	chromium(t)
	graph := people(somePeople)
	e, names, meant := engines.StartEmbedded(t, graph), threeNames(t, graph), subjectsWith(graph, frenchActors)
	p := open(t, serve(t, "--search", "scan", "--rate", "1000").url, desktop)
	begun := time.Now()
	p.wait("document.querySelector('#endpoint-preset')")
	p.chooseEntry("#endpoint-preset", "wikidata")
	p.connect(e.Endpoint)
	for _, name := range names {
		p.search(name, true)
	}
	p.waitSides(len(names), 0)
	p.learn()
	asked := 0
	for ; p.questionIRI() != ""; asked++ {
		require.That(t, asked <= 15, "%d questions, and it is %q", asked, p.text(".sentence"))
		p.answer(meant)
	}
	query := p.query()
	t.Logf("%d questions, %.0f s: %s; %s", asked, time.Since(begun).Seconds(), p.text(".sentence"),
		strings.ReplaceAll(p.text(".facts"), "\n", ", "))
	p.keepScreenshot("typed-desktop")
	got := answers(t, e, query)
	check.That(t, len(got) == len(meant) && !slices.ContainsFunc(got, func(iri string) bool { return !meant[iri] }),
		"the query finds %d, of %d that are meant:\n%s", len(got), len(meant), query)
}

func subjectsWith(graph string, statements []string) map[string]bool {
	count := map[string]int{}
	for line := range strings.Lines(graph) {
		for _, s := range statements {
			if subject, ok := strings.CutSuffix(strings.TrimSpace(line), s); ok {
				count[strings.TrimPrefix(subject, "<")]++
			}
		}
	}
	all := map[string]bool{}
	for iri, n := range count {
		if n == len(statements) {
			all[iri] = true
		}
	}
	return all
}

// Numbers of people in generated graphs, with about ten facts each.
const (
	somePeople = 400
	manyPeople = 4000
)

func threeNames(t *testing.T, graph string) []string {
	t.Helper()
	meant := slices.Sorted(maps.Keys(subjectsWith(graph, frenchActors)))
	require.That(t, len(meant) >= 10, "the graph has %d French actors", len(meant))
	var names []string
	for _, iri := range meant[:3] {
		_, label, _ := strings.Cut(graph, "<"+iri+"> <http://www.w3.org/2000/01/rdf-schema#label> \"")
		name, _, _ := strings.Cut(label, "\"")
		names = append(names, name)
	}
	return names
}

// TestBrowserConditions says conditions under a question, in a neighbourhood and in a row, and of
// the parts of the definition. Each ranks again until it is taken back. The members are those of the query each time.
func TestBrowserConditions(t *testing.T) {
	chromium(t)
	axe := require.Value(os.ReadFile(os.Getenv("GENUS_AXE")))(t)
	e := engines.StartEmbedded(t, elephantTriples(t))
	for name, s := range screens() {
		t.Run(name, func(t *testing.T) {
			p := open(t, serve(t).url, s)
			p.startEmpty()
			p.paste([]string{"Damba", "Fumba", "Omgo"}, true)
			if s.touch {
				p.click("#bar", "Learn")
				p.wait("document.querySelector('.sentence')?.getBoundingClientRect().bottom < innerHeight / 2") // it scrolls there
			} else {
				p.click("#examples", "Learn")
			}
			p.waitLearned()
			p.questionIRI() // past those about conditions
			first := p.text(".sentence")
			said := func(what string) {
				t.Helper()
				p.wait("(document.querySelector('.facts').innerText.includes('As you said') || document.querySelector('.parts .said li'))")
				p.waitLearned()
				compareMembers(t, p, e, what)
				t.Logf("%s: %s", what, p.text(".sentence"))
				p.click("#header", "Undo")
				p.wait("!document.querySelector('.parts .said li') && document.querySelector('.sentence').innerText === " + quoted(first))
			}
			p.click(".question", "must:")
			said("a condition under a question")

			p.click(".question .why li:nth-child(2)", "must not:")
			said("the negation of one")

			p.showMatches()
			p.click(".matches", "Facts of")
			p.wait("document.querySelector('.matches .condition')")
			p.scrollToTop(".details")
			p.keepScreenshot("row-facts-" + name)
			p.click(".matches .why", "must:")
			said("a condition in a row")

			p.click(".matches", p.text(".matches .name"))
			p.wait("document.querySelector('#dialog .condition')")
			p.keepScreenshot("neighbourhood-conditions-" + name)
			p.click("#dialog", "must not:")
			p.wait("document.querySelector('.parts .said li')")
			p.click("#dialog", "Close")
			said("a condition in a neighbourhood")

			edited := strings.TrimSuffix(strings.TrimSpace(p.query()), "}") + "?x a zoo:Elephant .\n}"
			for _, query := range []string{"SELECT ?x { ?x ?p ?y }", edited} {
				p.expect("422")
				p.click(".query", "Edit the query")
				p.write(".query textarea", query)
				p.click(".query", "Run")
				if query != edited {
					p.waitText(".query .error", "the property ?p is a variable")
				}
			}
			p.waitText(".facts", "As you said")
			p.click("#header", "Undo")
			p.wait("!document.querySelector('.facts').innerText.includes('As you said') && document.querySelector('.sentence').innerText === " + quoted(first))

			p.click(".parts", "Need not:")
			said("a part that need not be")
			p.click(".parts", "Change:")
			p.wait("document.querySelector('.parts li :is(.offer, p.hint)')")
			p.scrollToTop(".parts")
			p.keepScreenshot("parts-" + name)
			p.checkFits("parts")
			p.checkAccessible("parts", string(axe))
		})
	}
}

// TestBrowserConditionQuestion says words, answers a question about a condition, adds a value to a part, and takes
// what was said back. Each ranks again.
func TestBrowserConditionQuestion(t *testing.T) {
	chromium(t)
	var text strings.Builder
	text.WriteString("@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n")
	occupations, cities := []string{"painter", "sculptor", "writer"}, []string{"Paris", "Rome", "Vienna"}
	for _, name := range slices.Concat(occupations, cities) {
		fmt.Fprintf(&text, ":%s rdfs:label %[1]q .\n", name)
	}
	for i := range 60 {
		fmt.Fprintf(&text, ":p%02d a :Person ; rdfs:label \"person %[1]d\" ; :occupation :%s ; :city :%s .\n", i, occupations[i%3], cities[i/3%3])
	}
	p := open(t, serve(t).url, desktop)
	p.upload("people.ttl", text.String())
	p.waitOpened()
	p.paste([]string{"http://e/p00", "http://e/p09", "http://e/p18"}, true)
	p.learn()
	const (
		paris = "has the city Paris"
		said  = "[...document.querySelectorAll('.parts .said li')].map((e) => e.innerText.replaceAll('take back', '').trim()).join(', ')"
	)
	p.wait("(" + askedCondition + ").includes(" + quoted(paris) + ")")
	p.keepScreenshot("condition-question-desktop")
	p.click(".question", "Yes")
	p.wait("(" + said + ") === " + quoted("Must: "+paris))
	p.waitLearned()

	p.click(".parts", "Change: is a painter")
	p.click(".parts", "Or: sculptor")
	p.wait("(" + said + ").includes('sculptor')")
	p.waitLearned()
	p.waitText(".sentence", "sculptor")
	check.Equal(t, eval[string](p, said), "Must: "+paris+", Need not: is a painter, Must: is a painter or sculptor", "what was said is")
	check.That(t, strings.Contains(p.text(".facts"), "14 members"), "facts: %s", p.text(".facts"))

	p.click(".parts", "Take back: Must: "+paris)
	p.wait("!(" + said + ").includes('Paris')")
	p.waitLearned()
	p.click("#header", "Undo")
	p.wait("(" + said + ").includes('Paris')")
	for range 2 { // the value and the question
		p.click("#header", "Undo")
	}
	p.wait("(" + said + ") === ''")
	p.learn()

	p.write("#words", "painters in Paris")
	p.press(kb.Tab)
	p.learn()
	p.waitText("#result", "said: painters")
	p.waitText(".sentence", "Paris")
}

// TestBrowserOnlyValue rules out what is listed below the parts, and puts one value in the place of any.
func TestBrowserOnlyValue(t *testing.T) {
	chromium(t)
	var text strings.Builder
	text.WriteString("@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n:won rdfs:label \"award\" .\n")
	for i := range 60 {
		fmt.Fprintf(&text, ":p%02d a :Person ; rdfs:label \"person %[1]d\" ; :city :city%d .\n", i, i%5)
		if i < 20 {
			fmt.Fprintf(&text, ":p%02d :won :prize%d . :prize%[2]d rdfs:label \"prize %[2]d\" .\n", i, i%10)
		}
	}
	p := open(t, serve(t).url, desktop)
	p.upload("people.ttl", text.String())
	p.waitOpened()
	p.paste([]string{"http://e/p01", "http://e/p07", "http://e/p18"}, true)
	p.learn()
	p.waitText(".sentence", "award")
	p.click(".parts", "Must not: has the city city0")
	p.waitLearned()
	p.waitText(".sentence", "city0")
	check.That(t, strings.Contains(p.text(".facts"), "16 members"), "facts: %s", p.text(".facts"))

	p.click(".parts", "Change: has an award")
	p.click(".parts", "Only: prize 1")
	p.waitLearned()
	p.waitText(".said", "has an award: prize 1")
	last := eval[string](p, "[...document.querySelectorAll('.parts .said li span[title]')].at(-1).title")
	check.That(t, strings.HasPrefix(last, "∃") && strings.Contains(last, "prize1"), "it must be so: %s", last)
}

// TestBrowserRepair marks a member that should not be there and names one that is missing. The
// nearest definition becomes the result, and its query puts both right.
func TestBrowserRepair(t *testing.T) {
	chromium(t)
	axe := require.Value(os.ReadFile(os.Getenv("GENUS_AXE")))(t)
	e := engines.StartEmbedded(t, elephantTriples(t))
	for name, s := range screens() {
		t.Run(name, func(t *testing.T) {
			p := open(t, serve(t).url, s)
			p.click("#start", "Elephants of the Lakeview Zoo")
			p.waitOpened()
			p.waitLearned()
			p.openTable()
			p.click(".repair", "Is one wrong or missing?")
			const first = "table.members tbody .name"
			wrong := eval[string](p, "document.querySelector("+quoted(first)+").title")
			p.click("table.members", p.text(first)+" should not be here")
			p.write("[data-key=missing]", "Badhu")
			p.click(".repair", "It is missing")
			p.waitText(".repair", "Missing:")
			p.click(".repair", "Repair")
			p.wait("document.querySelector('.repairs .offer')")
			p.scrollToTop(".repair")
			p.keepScreenshot("repair-" + name)
			p.checkFits("repair")
			p.checkAccessible("repair", string(axe))
			repair := p.text(".repairs .offer strong")
			p.click(".repairs", repair)
			p.waitText(".facts", "As you said")
			check.Equal(t, p.text(".sentence"), repair, "the result")
			members := answers(t, e, p.query())
			check.That(t, !slices.Contains(members, wrong) && slices.Contains(members, elephants.Namespace+"Badhu"),
				"%s has the members %q", repair, members)
		})
	}
}

// TestBrowserEditQuery edits the query. What genus can read becomes the definition, with its table;
// the endpoint answers another one as it is.
func TestBrowserEditQuery(t *testing.T) {
	chromium(t)
	axe := require.Value(os.ReadFile(os.Getenv("GENUS_AXE")))(t)
	e := engines.StartEmbedded(t, elephantTriples(t))
	p := open(t, serve(t, "--endpoint", e.Endpoint, "--rate", "1000").url, desktop)
	p.waitOpened()
	p.paste(elephants.Positives[:few], true)
	p.learn()
	edit := func(query string) {
		t.Helper()
		p.click(".query", "Edit the query")
		p.write(".query textarea", query)
		p.click(".query", "Run")
	}
	const prefix = "PREFIX zoo: <" + elephants.Namespace + "> "
	edit(prefix + "SELECT ?x { ?x a zoo:Elephant ; zoo:livesIn zoo:Lakeview }")
	p.waitText(".sentence", "elephants that live in Lakeview Zoo")
	p.waitText(".details", "30 of 30 members")
	// What is known of the examples is not about the query that was written.
	for _, part := range []string{".rivals", ".curve", "[data-key='details mistakes']"} {
		check.That(t, !eval[bool](p, "document.querySelector("+quoted(part)+") !== null"), "%s stays", part)
	}
	// The columns that the query asks for stay after a reload.
	edit(prefix + "SELECT ?x ?w { ?x a zoo:Elephant ; zoo:livesIn zoo:Lakeview OPTIONAL { ?x zoo:weight ?w } }")
	const weights = "document.querySelector('table.members')?.innerText.includes('weight')"
	p.openTable()
	p.wait(weights)
	p.reload()
	p.waitOpened()
	p.openTable()
	p.wait(weights)
	// What is left out is named.
	edit(prefix + "SELECT ?x ?w { ?x a zoo:Elephant ; zoo:livesIn zoo:Lakeview OPTIONAL { ?x zoo:weight ?w } } " +
		"ORDER BY STR(?w)")
	p.waitText(".details .notice", "left out: ORDER BY")
	// An error stands at its place.
	p.expect("422")
	edit(prefix + "\nSELECT ?x {\n ?x a zoo:Elephant ;\n zoo:livesIn .\n}")
	p.waitText(".query .error", "line 4, column 14")
	check.Equal(t, eval[string](p, "document.querySelector('.query textarea').value.slice(document.activeElement.selectionStart)"), ".\n}", "the cursor is before")
	check.Equal(t, p.text(".editor mark"), ".", "the mark is at")
	p.checkFits("editor")
	p.checkAccessible("editor", string(axe))
	p.click(".query", "Cancel")
	edit(prefix + "SELECT DISTINCT ?p { ?x a zoo:Zoo ; ?p ?o } ORDER BY ?p")
	p.waitText(".query .error", "genus cannot read this query")
	p.click(".query", "Ask the endpoint as it is")
	p.wait("document.querySelector('.query tbody tr')")
	if rows := p.text(".query table"); !strings.HasPrefix(rows, "p\n") || !strings.Contains(rows, "label") {
		t.Errorf("the rows are %q", rows)
	}
	const start = "JSON.parse(localStorage.getItem('genus.work')).question.start ?? ''"
	check.That(t, eval[string](p, start) != "", "learning does not start from the query")
	p.click("#examples", "Clear")
	p.waitSides(0, 0)
	check.Equal(t, eval[string](p, start), "", "after Clear learning starts from")
}

// TestBrowserOntology learns from the classes of an ontology, answers questions, edits the query about their
// axioms, and sees the values that these require.
func TestBrowserOntology(t *testing.T) {
	chromium(t)
	p := open(t, serve(t, "--data", "../../cmd/genus/testdata/data/menu.ttl").url, desktop)
	p.waitOpened()
	for _, name := range []string{"Margherita", "FourCheese", "Greek"} {
		p.search(name, true)
	}
	p.learn()
	meant := map[string]bool{}
	for _, name := range []string{"Margherita", "FourCheese", "Greek", "Parmesana", "Pepperoni", "Rustic", "Devil",
		"Deep0", "Deep1", "Deep2", "Deep3", "Deep4"} {
		meant["http://example.org/menu#"+name] = true
	}
	for asked := 0; p.questionIRI() != ""; asked++ {
		require.That(t, asked <= 10, "%d questions, and it is %q", asked, p.text(".sentence"))
		p.answer(meant)
	}
	p.waitText(".sentence", "have a topping that is a cheese")
	query := p.query()
	p.click(".query", "Edit the query")
	p.write(".query textarea", strings.ReplaceAll(query, ":Cheese", ":Vegetable"))
	p.click(".query", "Run")
	p.waitText(".sentence", "have a topping that is a vegetable")
	p.keepScreenshot("ontology-desktop")
}
