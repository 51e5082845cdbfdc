package browsertest

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
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
	if wide := eval[[]string](p, `[...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && !e.closest(".code, .tablist, .visually-hidden, .skip, .found, #live"))
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
		for _, found := range eval[[]string](p, `axe.run(document, { resultTypes: ["violations"]`+only+` }).then((r) => r.violations.map((v) => v.id + ": " + v.help + ": " + v.nodes.map((n) => n.html.slice(0, 160)).join(" | ")))`) {
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
		"document.querySelectorAll('.found-row').length > 3 && document.querySelector('.chip.on') && /weight/.test(document.querySelector('.evidence').innerText)",
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
	p.wait("document.querySelector('.matches .name')")
	p.scrollToTop("#result")
	at("result")
	p.scrollToTop(".details")
	at("matches")
	p.click(".matches", "Facts of")
	p.wait("document.querySelector('.matches .condition')")
	p.click(".headline", "Change a part of it")
	p.wait("document.querySelector('.parts .offer')")
	p.scrollToTop(".parts")
	at("parts")
	p.click(".headline", "Change a part of it")
	if small := eval[[]string](p, `[...document.querySelectorAll("#bar button, .matches .button, .example .button")].filter((e) => e.checkVisibility())
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
	p.waitText(".progress", "Best so far")
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
	p.scrollToTop("[aria-labelledby=card-rdf-file]")
	at("error")
}
