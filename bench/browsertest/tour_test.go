package browsertest

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
)

// TestBrowserStates visits every state of the page, on a desktop and on a phone. It checks
// that nothing is wider than the screen, and that axe-core (the file axe.min.js in
// GENUS_AXE) finds no accessibility problems in light and dark colours. With -screenshots
// DIR it writes screenshots.
func TestBrowserStates(t *testing.T) {
	chromium(t)
	axe, err := os.ReadFile(os.Getenv("GENUS_AXE"))
	require.That(t, err == nil, "GENUS_AXE must name the file axe.min.js, as .ci/browser does: %v", err)
	for name, s := range screens() {
		t.Run(name, func(t *testing.T) {
			p := open(t, serve(t).url, s)
			tour(p, s, func(state string) {
				t.Helper()
				p.checkFits(state)
				if state != "learning" { // the last result is dimmed then
					p.checkAccessible(state, string(axe))
				}
				p.keepScreenshot(state + "-" + name)
			})
		})
	}
}

// checkFits checks that nothing is wider than the screen.
func (p *tab) checkFits(state string) {
	p.t.Helper()
	if wide := eval[[]string](p,
		`[...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && !e.closest(".code, .tablist, .table-scroll, .visually-hidden, .skip, .found, #live"))
		.filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 120))`); len(wide) > 0 {
		p.t.Errorf("%s: wider than the screen: %s", state, strings.Join(wide, "\n"))
	}
	n := eval[int](p, "document.documentElement.scrollWidth - innerWidth")
	check.That(p.t, n <= 0, "%s: the page scrolls sideways by %d pixels", state, n)
}

// checkAccessible checks that axe-core finds no problems in light colours, and in dark ones no
// text that is hard to see: nothing else depends on the colours.
func (p *tab) checkAccessible(state, axe string) {
	p.t.Helper()
	if !eval[bool](p, "Boolean(window.axe)") {
		p.do("axe", chromedp.Evaluate(axe+"\n;true", nil))
	}
	for scheme, only := range map[string]string{"dark": `, runOnly: ["color-contrast"]`, "light": ""} {
		p.setScheme(scheme)
		for _, found := range eval[[]string](p,
			`axe.run(document, { resultTypes: ["violations"]`+only+
				` }).then((r) => r.violations.map((v) => v.id + ": " + v.help + ": " + v.nodes.map((n) => n.html.slice(0, 160)).join(" | ")))`) {
			p.t.Errorf("%s, %s: %s", state, scheme, found)
		}
	}
	p.setScheme("light")
}

// tour visits every state and calls at there.
func tour(p *tab, s screen, at func(state string)) {
	p.t.Helper()
	learnIn := "#examples"
	if s.touch {
		learnIn = "#bar"
	}
	dialog := func(within, name, ready string) {
		p.click(within, name)
		p.wait("document.querySelector('#dialog " + ready + "')")
	}

	p.wait("document.querySelector('#start .card')")
	at("start")
	p.startEmpty()
	at("empty")
	p.write("#search-input", "ba")
	p.wait("document.querySelectorAll('.found-row').length > 3")
	p.press(kb.ArrowDown)
	p.press(kb.Enter)
	at("search")
	p.write("#search-input", "elephant")
	p.wait(
		"document.querySelectorAll('.found-row').length > 3 && document.querySelector('.chip.on') && " +
			"/weight/.test(document.querySelector('.evidence').innerText)",
	)
	at("class")
	p.press(kb.Escape)
	dialog("#examples", "Paste a list", "#paste-text")
	at("paste")
	p.click("#dialog", "Close")
	p.click("#examples", "Clear")
	p.click("#examples", fmt.Sprintf("Load %d examples", len(elephants.Positives)+len(elephants.Negatives)))
	p.waitSides(len(elephants.Positives), len(elephants.Negatives))
	at("examples")

	p.click(learnIn, "Learn")
	p.waitLearned()
	p.wait("document.querySelector('table.members')")
	p.scrollToTop("#result")
	at("result")
	p.showMatches()
	p.scrollToTop(".details")
	at("matches")
	p.click(".matches", "Facts of")
	p.wait("document.querySelector('.matches .condition')")
	p.click(".parts", "Change:")
	p.wait("document.querySelector('.parts li :is(.offer, p.hint)')")
	p.scrollToTop(".parts")
	at("parts")
	p.click(".parts", "Change:")
	if small := eval[[]string](p,
		`[...document.querySelectorAll("#bar button, .matches .button, .example .button")].filter((e) => e.checkVisibility())
		.filter((e) => e.getBoundingClientRect().height < 34).map((e) => e.outerHTML.slice(0, 100))`); s.touch && len(small) > 0 {
		p.t.Errorf("too small for a finger: %s", strings.Join(small, "\n"))
	}
	p.scrollToTop(".curve")
	at("curve")
	p.pickSize("Size 5")
	p.click(".details", "Examples")
	p.wait("document.querySelector('.verdicts')")
	p.scrollToTop(".details")
	at("mistakes")
	p.scrollToTop("#result")
	at("other-size")
	for _, form := range []string{"Manchester", "OWL", "DL", "SHACL"} {
		p.form(form)
		p.wait("document.querySelector('.forms .code')")
		p.checkFits(form)
	}
	p.scrollToTop(".query")
	at("forms")
	p.click(".verdicts", p.text(".verdicts .name"))
	p.wait("document.querySelector('.graph canvas')")
	at("neighbourhood")
	p.click("#dialog", "Close")
	dialog("#header", "Share a link", ".dialog-body > :nth-child(2)")
	at("share")
	p.click("#dialog", "Close")
	dialog("#header", "Saved work", ".kept")
	at("saved")
	p.click("#dialog", "Close")
	dialog("#examples", "Settings", ".settings-body select")
	at("settings")
	p.click("#dialog", "For experts")
	p.wait("document.querySelector('#set-language').checkVisibility()")
	at("settings-expert")
	p.click("#dialog", "Done")

	// Without comparisons some examples cannot be told apart.
	p.setOption("language", "el")
	p.click(learnIn, "Learn")
	p.waitLearned()
	p.click(".details", "Not separable")
	p.wait("document.querySelector('.pairs')")
	p.scrollToTop(".details")
	at("not-separable")

	// A search that takes a while.
	p.setOption("language", "alcqif")
	p.setOption("max_size", "30")
	p.click("#examples", "Clear")
	markAtRandom(p)
	p.click(learnIn, "Learn")
	p.waitText(".progress", "The best so far")
	p.scrollToTop("#result")
	time.Sleep(time.Second)
	at("learning")
	p.click(learnIn, "Stop")
	p.waitLearned()
	p.scrollToTop("#result")
	at("stopped")
	p.click("#header", "Elephants")
	p.wait("document.querySelector('#start .card')")
	p.expect("Failed to load resource")
	p.upload("bad.ttl", "<a> <b> .")
	p.wait("document.querySelector('.card .error')")
	p.scrollToTop("[aria-labelledby=card-file]")
	at("error")
}

const (
	entity   = "http://www.wikidata.org/entity/"
	direct   = "http://www.wikidata.org/prop/direct/"
	wikibase = "http://wikiba.se/ontology#"
)

// frenchActors has the ends of the statements about the intended individuals: occupation
// actor, citizenship France.
var frenchActors = []string{fmt.Sprintf("> <%sP106> <%sQ33999> .", direct, entity),
	fmt.Sprintf("> <%sP27> <%sQ142> .", direct, entity)}

// The successors of people in the graph, the most frequent first.
var (
	countries = [][2]string{{"Q30", "United States"}, {"Q142", "France"}, {"Q183", "Germany"}, {"Q38", "Italy"},
		{"Q145", "United Kingdom"}, {"Q29", "Spain"}, {"Q36", "Poland"}, {"Q34", "Sweden"}}
	occupations = [][2]string{{"Q33999", "actor"}, {"Q36180", "writer"}, {"Q177220", "singer"}, {"Q82955", "politician"},
		{"Q1028181", "painter"}, {"Q36834", "composer"}, {"Q901", "scientist"}, {"Q1622272", "university teacher"}}
	languages = [][2]string{{"Q1860", "English"}, {"Q150", "French"}, {"Q188", "German"}, {"Q652", "Italian"}}
	genders   = [][2]string{{"Q6581097", "male"}, {"Q6581072", "female"}}
	classes   = [][2]string{{"Q5", "human"}, {"Q6256", "country"}, {"Q28640", "profession"}, {"Q34770", "language"},
		{"Q483501", "artist"}}
	properties = [][2]string{{"P31", "instance of"}, {"P279", "subclass of"}, {"P106", "occupation"},
		{"P27", "country of citizenship"}, {"P1412", "languages spoken"}, {"P21", "gender"}, {"P26", "spouse"}}
)

// people returns a graph of n people in the vocabulary of Wikidata. Some have two
// occupations or speak a language other than that of their country; each has a date of
// birth and an identifier.
func people(n int) string {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	link := func(s, p, o string) { fmt.Fprintf(&b, "<%s%s> <%s%s> <%s%s> .\n", entity, s, direct, p, entity, o) }
	label := func(id, text string) {
		fmt.Fprintf(&b, "<%s%s> <http://www.w3.org/2000/01/rdf-schema#label> \"%s\"@en .\n", entity, id, text)
	}
	for _, kind := range []struct {
		class string
		list  [][2]string
	}{{"Q6256", countries}, {"Q28640", occupations}, {"Q34770", languages}} {
		for _, one := range kind.list {
			label(one[0], one[1])
			link(one[0], "P31", kind.class)
		}
	}
	for _, one := range append(genders, classes...) {
		label(one[0], one[1])
	}
	for _, one := range properties {
		label(one[0], one[1])
		fmt.Fprintf(&b, "<%s%s> <%sdirectClaim> <%s%s> .\n", entity, one[0], wikibase, direct, one[0])
	}
	for _, artist := range []string{"Q33999", "Q177220", "Q1028181"} {
		link(artist, "P279", "Q483501")
	}
	// draw prefers the first entries.
	draw := func(list [][2]string) int { return min(rng.IntN(len(list)), rng.IntN(len(list))) }
	for i := range n {
		id := fmt.Sprintf("Q%d", 1_000_000+i)
		label(id, fmt.Sprintf("Person %d", 1000+i))
		link(id, "P31", "Q5")
		link(id, "P21", genders[rng.IntN(2)][0])
		country := draw(countries)
		link(id, "P27", countries[country][0])
		occupation := draw(occupations)
		link(id, "P106", occupations[occupation][0])
		if second := draw(occupations); second != occupation && rng.IntN(3) == 0 {
			link(id, "P106", occupations[second][0])
		}
		language := country % len(languages)
		if rng.IntN(4) == 0 {
			language = draw(languages)
		}
		link(id, "P1412", languages[language][0])
		if i%10 == 1 {
			link(id, "P26", fmt.Sprintf("Q%d", 1_000_000+i-1))
		}
		fmt.Fprintf(&b, "<%s%s> <%sP569> \"%d-%02d-%02dT00:00:00Z\"^^<http://www.w3.org/2001/XMLSchema#dateTime> .\n",
			entity, id, direct, 1900+rng.IntN(100), 1+rng.IntN(12), 1+rng.IntN(28))
		fmt.Fprintf(&b, "<%s%s> <%sP214> \"%d\" .\n", entity, id, direct, rng.IntN(1<<30))
	}
	return b.String()
}

var screenshots = flag.String("screenshots", "",
	"folder to write pictures of every state of the page to, in light and dark colours")

// largest is the largest size in bytes of a screenshot in the repository.
const largest = 230_000

// keepScreenshot writes a screenshot in light and in dark colours to -screenshots, if it is set. name
// ends in the kind of screen.
func (p *tab) keepScreenshot(name string) {
	p.t.Helper()
	if *screenshots == "" {
		return
	}
	eval[bool](p, "(document.getElementById('toast').hidden = true)")
	require.NoError(p.t, os.MkdirAll(*screenshots, 0o755))
	at := strings.LastIndex(name, "-")
	for scheme, file := range map[string]string{"dark": name[:at] + "-dark" + name[at:], "light": name} {
		p.setScheme(scheme)
		time.Sleep(50 * time.Millisecond) // until it is drawn
		b := compress(p.t, p.screenshot(false))
		check.That(p.t, len(b) <= largest, "%s: %d bytes", file, len(b))
		require.NoError(p.t, os.WriteFile(filepath.Join(*screenshots, file+".png"), b, 0o644))
	}
	p.setScheme("light")
}

// compress returns the picture with the best compression of PNG.
func compress(t *testing.T, picture []byte) []byte {
	t.Helper()
	i := require.Value(png.Decode(bytes.NewReader(picture)))(t)
	var b bytes.Buffer
	require.NoError(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, i))
	return b.Bytes()
}
