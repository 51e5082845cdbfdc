package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"

	"github.com/chromedp/cdproto/input"
)

// TestBrowserUndo undoes and redoes marks, a list, a correction, what was said of a part and a
// written query, with their results. Clear leaves nothing of them, until it is undone.
func TestBrowserUndo(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startEmpty()
	p.pasteFew()
	p.learn()
	first := p.dl()
	p.correctMatch(belonging(t))
	p.waitSides(few, few+1)
	p.waitLearned()
	second := p.dl()

	p.click("#header", "Undo")
	p.waitSides(few, few)
	p.waitLearned() // the result comes back without learning
	check.Equal(t, p.dl(), first, "after undo the concept is")
	p.click("#header", "Redo")
	p.waitSides(few, few+1)
	p.waitLearned()
	check.Equal(t, p.dl(), second, "after redo the concept")
	p.press("z", input.ModifierCtrl)
	p.waitSides(few, few)
	p.press("y", input.ModifierCtrl)
	p.waitSides(few, few+1)
	p.waitLearned()

	said := "document.querySelector('.parts .said li') !== null"
	p.click(".parts", "Must:")
	p.wait(said)
	p.waitLearned()
	must := p.text(".sentence")
	p.click(".query", "Edit the query")
	p.write(".query textarea", "PREFIX zoo: <http://example.org/zoo#>\nSELECT ?x { ?x zoo:livesIn zoo:Lakeview }")
	p.click(".query", "Run")
	p.waitText(".sentence", "animals that live in Lakeview Zoo")
	p.press("z", input.ModifierCtrl)
	p.wait("document.querySelector('.sentence').innerText === " + quoted(must))
	p.press("z", input.ModifierCtrl)
	p.wait("!(" + said + ")")
	check.Equal(t, p.dl(), second, "after undo of what was said the concept")
	p.press("y", input.ModifierCtrl)
	p.wait(said)
	p.press("y", input.ModifierCtrl)
	p.waitText(".sentence", "animals that live in Lakeview Zoo")

	p.click("#examples", "Clear")
	p.waitSides(0, 0)
	p.waitText("#result", "Mark two or three things")
	check.Equal(t, p.text(".sentence"), "", "after Clear the definition")
	check.That(t, !eval[bool](p, said), "Clear keeps what was said of conditions")
	p.press("z", input.ModifierCtrl)
	p.waitSides(few, few+1)
	p.waitText(".sentence", "animals that live in Lakeview Zoo")
}

// TestBrowserReload checks that the examples, the picked size, the result and the steps for
// undo survive a reload and a restart of the server.
func TestBrowserReload(t *testing.T) {
	s := serve(t)
	p := open(t, s.url, desktop)
	p.startWithExamples()
	p.learn()
	p.pickSize("Size 1")
	want := p.dl()

	for _, again := range []struct {
		name string
		do   func()
	}{
		{"a reload", func() {}},
		{"a restart of the server", func() { p.restart(s) }},
	} {
		again.do()
		p.reload()
		p.waitOpened()
		p.waitSides(len(elephants.Positives), len(elephants.Negatives))
		p.waitLearned()
		check.Equal(t, p.dl(), want, "after %s the concept", again.name)
		check.That(t, len(p.matches()) != 0, "after %s there are no matches", again.name)
	}
	p.click("#header", "Undo")
	p.wait("document.querySelector('.choice.default input').checked")

	// After a restart of the server the page opens the data again. A request that the end of
	// the server met gets 503.
	p.expect("404")
	p.expect("503")
	p.restart(s)
	p.search("Badhu", true)
	p.waitSides(len(elephants.Positives)+1, len(elephants.Negatives))
	p.learn()
}

// TestBrowserUploadGone checks that the page says that an uploaded file is gone after a
// restart of the server. When the user opens it again, the examples are still there.
func TestBrowserUploadGone(t *testing.T) {
	s := serve(t)
	p := open(t, s.url, desktop)
	file := p.upload("zoo.ttl", elephants.Turtle)
	p.waitOpened()
	p.pasteFew()
	p.learn()
	p.expect("404")
	p.restart(s)
	p.reload()
	p.waitText("#examples .error", "The server no longer has the file zoo.ttl. Open it again: your examples stay.")
	p.click("#examples", "Try again")
	p.wait("document.querySelector('#upload')?.checkVisibility() || document.querySelector('#start .card')")
	p.chooseFile("#upload", file)
	p.waitOpened()
	p.waitSides(few, few)
	p.learn()
}

// TestBrowserSavedWork opens saved work in another browser after a restart.
func TestBrowserSavedWork(t *testing.T) {
	s := serve(t)
	p := open(t, s.url, desktop)
	p.startWithExamples()
	p.click("#header", "Saved work")
	p.write("#work-name", "heavy ones")
	p.click("#dialog", "Rename")
	p.waitText("#header .keep", "heavy ones")
	p.wait("document.querySelector('#header .saved.ok')")
	p.search("Badhu", true)
	p.wait("document.querySelectorAll('.side.pos .example').length === " + fmt.Sprint(len(elephants.Positives)+1))
	p.wait("performance.getEntriesByType('resource').filter((r) => r.name.includes('workspaces/heavy')).length >= 2")
	p.restart(s)

	other := open(t, s.url, desktop)
	other.click("#start", "Go on with saved work")
	other.click("#dialog", "heavy ones")
	other.waitOpened()
	other.waitSides(len(elephants.Positives)+1, len(elephants.Negatives))
	other.learn()
}

// TestBrowserShare opens a link in another browser, which has the same examples and learns
// the same concept. A link to an endpoint waits for a click.
func TestBrowserShare(t *testing.T) {
	s := serve(t)
	p := open(t, s.url, desktop)
	p.startWithExamples()
	p.learn()
	p.pickSize("Size 1")
	want := p.dl()
	p.click("#header", "Share a link")
	p.click("#dialog", "Copy the link")
	p.waitText("#toast", "Link copied")
	link := p.clipboard()
	require.That(t, strings.HasPrefix(link, s.url+"#q="), "the link is %s", link)
	p.click("#dialog", "Close")
	check.That(t, len(link) <= 4000, "the link has %d characters", len(link))

	other := newTab(t, link, desktop)
	begun := time.Now()
	other.visit(link)
	other.waitText(".linked-notice", "This answer came with the link")
	t.Logf("the link shows its answer after %.2f s", time.Since(begun).Seconds())
	check.Equal(t, other.text(".sentence"), p.text(".sentence"), "the link shows")
	other.waitOpened()
	other.waitSides(len(elephants.Positives), len(elephants.Negatives))
	check.Equal(t, other.query(), p.query(), "the link has the query")
	const proof = "[...document.querySelectorAll('.facts .fact')].map((e) => e.title).find((t) => " +
		"t.includes('Proved')) ?? ''"
	check.That(t, strings.Contains(eval[string](p, proof), ", in the language"), "the proof is %q", eval[string](p, proof))
	check.Equal(t, eval[string](other, proof), eval[string](p, proof), "the link has the proof with its scope")
	other.click(".linked-notice", "Compute it again")
	other.wait("!document.querySelector('.linked-notice')")
	other.waitLearned()
	check.Equal(t, other.dl(), want, "the link")

	damaged := open(t, link[:len(link)-20], desktop)
	damaged.waitText("#banner", "The link is damaged")

	// A rival that the ranking does not have any more gives way to the default.
	rival := open(t,
		eval[string](p,
			fmt.Sprintf(
				`import("./static/js/share.js").then((m) => m.link({ source: { kind: "builtin" }, pos: [{ iri: %s }], neg: [{ iri: %s }], options: {}, meant: "⊥" }))`,
				quoted(elephants.Positives[0]), quoted(elephants.Negatives[0])),
		), desktop)
	rival.waitOpened()
	rival.learn()
	rival.wait("document.querySelector('.choice.default input').checked")

	elsewhere := open(t, eval[string](p, `import("./static/js/share.js").then((m) => m.link({
		source: { kind: "endpoint", url: "http://192.0.2.1/sparql" }, pos: [{ iri: "http://example.org/a", label: "A" }], neg: [], options: {}, pick: null }))`), desktop)
	elsewhere.waitText("#start .linked", "192.0.2.1")
	elsewhere.checkAsksNobody()
}

// checkAsksNobody checks that the page has not let the server open data.
func (p *tab) checkAsksNobody() {
	p.t.Helper()
	check.That(p.t, !eval[bool](p,
		"performance.getEntriesByType('resource').some((r) => r.name.includes('/api/sources'))"),
		"a link alone made the server open an endpoint")
}

// TestBrowserShareEndpoint shares the answer of the endpoint that the server was started with.
// Another server shows it at once, and asks the endpoint when the user opens it.
func TestBrowserShareEndpoint(t *testing.T) {
	chromium(t)
	e := engines.StartEmbedded(t, elephantTriples(t))
	p := open(t, serve(t, "--endpoint", e.Endpoint).url, desktop)
	p.waitOpened()
	p.pasteFew()
	p.learn()
	sentence := p.text(".sentence")
	p.click("#header", "Share a link")
	p.waitText("#dialog", "This link leaves this machine: yasgui.triply.cc, not the endpoint itself, gets the query.")
	p.keepScreenshot("share-desktop")
	link := eval[string](p, "document.querySelector('#dialog textarea').value")
	_, fragment, _ := strings.Cut(link, "#")

	for name, s := range screens() {
		other := open(t, serve(t).url+"#"+fragment, s)
		other.waitText(".linked-notice", "genus has not asked "+e.Endpoint+" yet")
		check.Equal(t, other.text(".sentence"), sentence, "the link shows")
		other.wait("document.querySelector('.query .code').innerText.includes('SELECT')")
		other.reload()
		other.waitText(".linked-notice", "has not asked")
		other.checkAsksNobody()
		other.scrollToTop("#result")
		other.keepScreenshot("linked-" + name)
		other.click(".linked-notice", "Open the data")
		other.waitOpened()
		other.wait("document.querySelector('table.members')")
		check.Equal(t, other.text(".sentence"), sentence, "with its data the link shows")
	}
}

// TestBrowserFile downloads the work and opens it in another browser, which shows the
// result without learning.
func TestBrowserFile(t *testing.T) {
	s := serve(t)
	p := open(t, s.url, desktop)
	dir := t.TempDir()
	p.downloadTo(dir)
	p.startWithExamples()
	p.learn()
	want := p.dl()
	p.click("#header", "Saved work")
	p.click("#dialog", "Download")
	var file string
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if found, _ := filepath.Glob(filepath.Join(dir, "*.genus.json")); len(found) == 1 {
			file = found[0]
			break
		}
		require.That(t, !time.Now().After(end), "nothing was downloaded")
	}

	other := open(t, s.url, desktop)
	other.click("#start", "Go on with saved work")
	other.chooseFile("#dialog input[type=file]", file)
	other.waitOpened()
	other.waitSides(len(elephants.Positives), len(elephants.Negatives))
	other.waitLearned()
	check.Equal(t, other.dl(), want, "the file")
	other.click("#header", "Saved work")
	bad := filepath.Join(dir, "bad.json")
	require.NoError(t, os.WriteFile(bad, []byte("not JSON"), 0o600))
	other.chooseFile("#dialog input[type=file]", bad)
	other.waitText("#keep-error", "bad.json is not a file of genus")
}

// TestBrowserCompare compares the definition of saved work with another one, and with a list, and learns what tells the
// first two apart.
func TestBrowserCompare(t *testing.T) {
	chromium(t)
	axe := require.Value(os.ReadFile(os.Getenv("GENUS_AXE")))(t)
	for name, s := range screens() {
		t.Run(name, func(t *testing.T) {
			p := open(t, serve(t).url, s)
			p.startEmpty()
			p.click("#header", "Saved work")
			p.waitText("#dialog", "Nothing is saved yet")
			p.click("#dialog", "Close")
			for _, work := range [][2]string{{"males", "zoo:Male"}, {"in Lakeview", "zoo:livesIn value zoo:Lakeview"}} {
				eval[bool](p, fmt.Sprintf(`import("./static/js/api.js").then(({ call }) =>
					call("PUT", "workspaces/" + encodeURIComponent(%s),
						{ state: { source: { kind: "builtin" }, pos: [], neg: [], definition: %s } })).then(() => true)`,
					quoted(work[0]), quoted(work[1])))
			}
			p.pasteFew()
			p.learn()
			p.wait("document.querySelector('#header .saved.ok')")

			p.click("#header", "Saved work")
			p.click("#dialog", "Compare males")
			p.click("#dialog", "Compare in Lakeview")
			p.click("#dialog", "Compare")
			p.wait("document.querySelectorAll('#dialog .compared section').length === 3")
			numbers := p.texts("#dialog .compared .size")
			ask := func(concept string) int {
				return eval[int](p, fmt.Sprintf(`import("./static/js/api.js").then(async ({ call }) => {
					const { id } = await call("POST", "sources", { kind: "builtin" });
					return (await call("POST", "members", { source: id, concept: %s, limit: 1 })).total;
				})`, quoted(concept)))
			}
			for i, concept := range []string{
				"zoo:Male and zoo:livesIn value zoo:Lakeview", "zoo:Male and not (zoo:livesIn value zoo:Lakeview)",
				"zoo:livesIn value zoo:Lakeview and not zoo:Male",
			} {
				check.Equal(t, numbers[i], fmt.Sprint(ask(concept)), concept)
			}
			p.keepScreenshot("compared-" + name)
			p.checkFits("compared")
			p.checkAccessible("compared", string(axe))
			p.click("#dialog", "What tells A from B")
			p.waitLearned()
			p.waitText("#header .keep", "males, not in Lakeview")
			check.That(t, p.text(".sentence") != "", "nothing was learned")

			p.click("#header", "Saved work")
			p.click("#dialog", "Compare males, not in Lakeview")
			p.click("#dialog", "Compare with a list")
			p.write("#compare-list", "Jalani\nNobody Atall")
			p.click("#dialog", "Compare")
			p.waitText("#dialog", "1 name of the list means nothing or may mean several, and is left out: Nobody Atall.")
			check.Equal(t, len(p.texts("#dialog .compared .size")), 3, "parts")
		})
	}
}
