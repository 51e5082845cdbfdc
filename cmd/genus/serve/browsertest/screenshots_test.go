package browsertest

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/cmd/genus/elephants"

	"github.com/chromedp/chromedp/kb"
)

var screenshots = flag.String("screenshots", "", "folder to write pictures of every state of the page to, in light and dark colours")

// largest is the size in bytes of a screenshot that may be in the repository.
const largest = 230_000

// TestBrowserScreenshots writes pictures of every state, for people to look at.
func TestBrowserScreenshots(t *testing.T) {
	if *screenshots == "" {
		t.Skipf("%s: every state is gone through and written with -screenshots DIR only, as .ci/run does", t.Name())
	}
	for name, s := range map[string]screen{"desktop": desktop, "phone": phone} {
		t.Run(name, func(t *testing.T) { states(t, open(t, serve(t).url, s), s, name) })
	}
}

func states(t *testing.T, p *tab, s screen, name string) {
	t.Helper()
	write := func(state string) {
		t.Helper()
		p.keep(state + "-" + name)
	}
	learnIn := "#examples"
	if s.touch {
		learnIn = "#bar"
	}
	top := func(selector string) {
		eval[bool](p, "(document.querySelector("+quoted(selector)+").scrollIntoView({ block: 'start', behavior: 'instant' }), true)")
	}

	p.wait("document.querySelector('#start .card')")
	write("start")
	p.startEmpty()
	write("empty")
	p.write("#search-input", "ba")
	p.wait("document.querySelectorAll('.found-row').length > 3")
	p.press(kb.ArrowDown)
	p.press(kb.Enter)
	write("search")
	p.write("#search-input", "elephant")
	p.wait("document.querySelectorAll('.found-row').length > 3 && document.querySelector('.chip.on') && /weight/.test(document.querySelector('.evidence').innerText)")
	write("class")
	p.press(kb.Escape)
	p.click("#examples", "Paste a list")
	p.wait("document.querySelector('#paste-text')")
	write("paste")
	p.click("#dialog", "Close")
	p.click("#examples", "Clear")
	p.click("#examples", "Load 30 examples")
	p.sides(len(elephants.Positives), len(elephants.Negatives))
	write("examples")

	p.click(learnIn, "Learn")
	p.learned()
	p.wait("document.querySelector('.matches .name')")
	top("#result")
	write("result")
	top(".details")
	write("matches")
	top(".curve")
	write("curve")
	p.click(".choices", "Size 5")
	p.wait("!document.querySelector('.choice.default input').checked")
	p.click(".details", "Examples")
	p.wait("document.querySelector('.verdicts')")
	top(".details")
	write("mistakes")
	top("#result")
	write("other-size")
	p.form("SHACL")
	p.wait("document.querySelector('.forms .code.shacl')")
	top(".query")
	write("forms")
	p.click(".verdicts", p.text(".verdicts .name"))
	p.wait("document.querySelector('.graph canvas')")
	write("neighbourhood")
	p.click("#dialog", "Close")
	p.click("#header", "Share a link")
	write("share")
	p.click("#dialog", "Close")
	p.click("#header", "Saved work")
	p.wait("document.querySelector('#dialog .kept')")
	write("saved")
	p.click("#dialog", "Close")
	p.click("#examples", "Settings")
	p.wait("document.querySelector('.settings-body select')")
	write("settings")
	p.click("#dialog", "For experts")
	p.wait("document.querySelector('#set-language').checkVisibility()")
	write("settings-expert")
	p.click("#dialog", "Done")

	// Without comparisons some examples are alike.
	p.set("language", "el")
	p.click(learnIn, "Learn")
	p.learned()
	p.click(".details", "Not separable")
	p.wait("document.querySelector('.pairs')")
	top(".details")
	write("not-separable")

	// A search that takes a while.
	p.set("language", "alcqif")
	p.set("max_size", "30")
	p.click("#examples", "Clear")
	mixed(p)
	p.click(learnIn, "Learn")
	p.waitText(".progress", "Best so far")
	top("#result")
	time.Sleep(time.Second)
	write("learning")
	p.click(learnIn, "Stop")
	p.learned()
	top("#result")
	write("stopped")
	p.click("#header", "Elephants")
	p.wait("document.querySelector('#start .card')")
	p.expect("Failed to load resource")
	bad := filepath.Join(t.TempDir(), "bad.ttl")
	if err := os.WriteFile(bad, []byte("<a> <b> ."), 0o600); err != nil {
		t.Fatal(err)
	}
	p.choose("#upload", bad)
	p.wait("document.querySelector('.card .error')")
	top("[aria-labelledby=card-rdf-file]")
	write("error")
}

// keep writes a screenshot of that name, which ends in the kind of screen, and one with
// dark colours, if a folder is given for them.
func (p *tab) keep(name string) {
	p.t.Helper()
	if *screenshots == "" {
		return
	}
	eval[bool](p, "(document.getElementById('toast').hidden = true)")
	if err := os.MkdirAll(*screenshots, 0o755); err != nil {
		p.t.Fatal(err)
	}
	at := strings.LastIndex(name, "-")
	for scheme, file := range map[string]string{"dark": name[:at] + "-dark" + name[at:], "light": name} {
		p.scheme(scheme)
		time.Sleep(400 * time.Millisecond) // for what moves
		b := compressed(p.t, p.shot(false))
		if len(b) > largest {
			p.t.Errorf("%s: %d bytes", file, len(b))
		}
		if err := os.WriteFile(filepath.Join(*screenshots, file+".png"), b, 0o644); err != nil {
			p.t.Fatal(err)
		}
	}
	p.scheme("light")
}

// compressed is the picture with all the patience that PNG allows.
func compressed(t *testing.T, picture []byte) []byte {
	t.Helper()
	i, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, i); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
