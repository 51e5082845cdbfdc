package browsertest

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserAxe looks for faults of accessibility in every state, by the rules of
// axe-core, whose file axe.min.js GENUS_AXE names; .ci/browser sets it.
func TestBrowserAxe(t *testing.T) {
	path := os.Getenv("GENUS_AXE")
	if path == "" {
		t.Skipf("%s: GENUS_AXE does not name the file axe.min.js", t.Name())
	}
	axe, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]screen{"desktop": desktop, "phone": phone} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(name+" "+scheme, func(t *testing.T) { violations(t, open(t, serve(t).url, s), scheme, string(axe)) })
		}
	}
}

func violations(t *testing.T, p *tab, scheme, axe string) {
	t.Helper()
	p.scheme(scheme)
	check := func(state string) {
		t.Helper()
		if !eval[bool](p, "Boolean(window.axe)") {
			p.do("axe", chromedp.Evaluate(axe+"\n;true", nil))
		}
		for _, found := range eval[[]string](p, `axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((v) => v.id + ": " + v.help + ": " + v.nodes.map((n) => n.html.slice(0, 160)).join(" | ")))`) {
			t.Errorf("%s: %s", state, found)
		}
	}
	learn := "#examples"
	if eval[bool](p, "document.querySelector('#bar').checkVisibility()") || eval[bool](p, "innerWidth < 600") {
		learn = "#bar"
	}
	p.wait("document.querySelector('#start .card')")
	check("start")
	p.startEmpty()
	p.wait("document.querySelectorAll('.found-row').length > 3")
	check("offered")
	p.write("#search-input", "elephant")
	p.wait("document.querySelector('.chip.on') && document.querySelectorAll('.found-row').length > 3")
	check("class")
	p.click("#examples", "Done")
	p.click("#examples", "Load 30 examples")
	p.click(learn, "Learn")
	p.learned()
	p.wait("document.querySelector('.matches .name')")
	check("result")
	for _, form := range []string{"DL", "SHACL"} {
		p.form(form)
		p.wait("document.querySelector('.forms .code')")
		check(form)
	}
	p.click(".details", "Examples")
	p.wait("document.querySelector('[data-key=\"all examples\"]')")
	check("examples")
	p.click(".details", "Matches")
	p.wait("document.querySelector('.matches .name')")
	for _, dialog := range []string{"Share a link", "Saved work"} {
		p.click("#header", dialog)
		p.wait("document.querySelector('dialog[open] .dialog-body')?.children.length > 1")
		check(strings.ToLower(dialog))
		p.click("#dialog", "Close")
	}
	for _, dialog := range []string{"Paste a list", "Settings"} {
		p.click("#examples", dialog)
		p.wait("document.querySelector('dialog[open] .dialog-body')?.children.length > 1")
		check(strings.ToLower(dialog))
		p.click("#dialog", "Close")
	}
	p.click(".matches", p.text(".matches .name"))
	p.wait("document.querySelector('#dialog .table')")
	check("neighbourhood")
}
