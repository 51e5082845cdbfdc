package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
)

// TestBrowserStop stops a long search. The best concept so far stays, marked as not proved.
// Before the first stage the page names no size.
func TestBrowserStop(t *testing.T) {
	p := open(t, serve(t, "--prefer", "smallest", "--select", "score").url, desktop)
	p.startEmpty()
	markAtRandom(p)
	p.click("#examples", "Learn")
	p.waitText(".progress", "The best so far")
	p.waitText(".progress", "Looking for a concept of size")
	for stage, want := range map[int]string{0: "Looking for a first concept", 3: "Looking for a concept of size 3"} {
		got := eval[string](p,
			fmt.Sprintf(`import("./static/js/progress.js").then((m) => m.sentence({ phase: "", stage: %d }))`, stage))
		check.That(t, got == want, "at stage %d the progress is %q", stage, got)
	}
	p.click("#examples", "Stop")
	p.waitLearned()
	check.Contains(t, p.text(".facts"), "Not proved", "after a stop the result says")
}

// markAtRandom marks animals at random, so that a search takes long.
func markAtRandom(p *tab) {
	p.t.Helper()
	var odd, even []string
	for i, iri := range slices.Concat(elephants.Positives, elephants.Negatives) {
		if i%2 == 0 {
			even = append(even, iri)
		} else {
			odd = append(odd, iri)
		}
	}
	p.paste(odd, true)
	p.paste(even, false)
}

// TestBrowserLeftOut opens an endpoint with roles that have too many successors. The page
// says which roles are not used, and why.
func TestBrowserLeftOut(t *testing.T) {
	for name, s := range screens() {
		t.Run(name, func(t *testing.T) {
			chromium(t)
			p := open(t,
				serve(t, "--endpoint", engines.StartEmbedded(t, elephantTriples(t)).Endpoint, "--max-successors",
					"3").url, s)
			p.waitOpened()
			p.pasteFew()
			p.learn()
			p.form("Left out")
			p.waitText(".forms .table", "lives in")
			got := p.texts(".forms .table tbody td")
			check.That(t, len(got) != 0 && got[0] != "", "no reasons: %q", got)
			p.wait("!document.querySelector('.facts').innerText.includes('Asking')")
			p.waitText(".facts", "The endpoint agrees")
			p.scrollToTop(".forms")
			p.keepScreenshot("left-out-" + name)
		})
	}
}

// TestBrowserNotSeparable checks that the page shows pairs that the language cannot tell
// apart, and removes an example with its pair.
func TestBrowserNotSeparable(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startWithExamples()
	p.setOption("language", "el")
	p.learn()
	p.click(".details", "Not separable")
	p.wait("document.querySelector('.pairs li')")
	p.waitText(".pairs .apart", "comparisons of features")
	before := p.texts(".pairs li")
	name := p.text(".pairs .pair-one .name")
	p.click(".pairs", "Remove "+name)
	p.waitLearned()
	p.wait(
		fmt.Sprintf(
			"![...document.querySelectorAll('.pairs .pair-one:first-child .name')].some((e) => e.innerText === %s)",
			quoted(name)),
	)
	after := p.texts(".pairs li")
	check.That(t, !slices.Equal(before, after), "without %s the pairs are %q, as before", name, after)
}

// TestBrowserNothing checks that without a concept the page says whether none exists or the
// time was up.
func TestBrowserNothing(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startWithExamples()
	p.setOption("language", "el")
	p.setOption("mode", "exact")
	p.click("#examples", "Learn")
	p.waitText(".headline", "Nothing fits")
	p.click(".details", "Not separable")
	p.waitText(".details", "look exactly alike")

	hurried := open(t, serve(t, "--timeout", "1us").url, desktop)
	hurried.startWithExamples()
	hurried.click("#examples", "Learn")
	hurried.waitText(".headline", "The time was up before a concept was found.")
	// At times genus knows by then that it can tell all examples apart.
	if eval[bool](hurried, "Boolean(document.querySelector('.details'))") {
		hurried.click(".details", "Not separable")
		hurried.waitText(".details", "before genus knew which examples it can tell apart")
	}
}

// TestBrowserToken uses a server that other machines can reach. The printed address has the
// token; without it the page asks for it.
func TestBrowserToken(t *testing.T) {
	chromium(t)
	s := &server{t: t, flags: []string{"--state", filepath.Join(t.TempDir(), "state.db")}}
	s.start("0.0.0.0:0")
	t.Cleanup(s.stop)
	address, token, ok := strings.Cut(s.url, "#token=")
	require.That(t, ok, "the address is %s", s.url)
	address = "http://127.0.0.1" + address[strings.LastIndex(address, ":"):] // the server listens on all addresses

	p := open(t, address+"#token="+token, desktop)
	p.startWithExamples()
	p.learn()
	got := eval[string](p, "location.href")
	check.That(t, !strings.Contains(got, "token"), "the address bar says %s", got)

	other := open(t, address, desktop)
	other.expect("the server responded with a status of 401")
	other.write("#token", "not the token")
	other.click("#dialog", "Go on")
	other.wait("document.querySelector('#token')?.value === ''")
	other.write("#token", token)
	other.click("#dialog", "Go on")
	other.startWithExamples()
	other.learn()
}

// TestBrowserHostileLabels shows labels with markup, with marks that turn the direction of
// writing and with 500 characters. They are text, nothing is wider than the screen, and axe finds
// nothing. Pictures are shown from the host that the server allows.
func TestBrowserHostileLabels(t *testing.T) {
	chromium(t)
	axe := string(require.Value(os.ReadFile(os.Getenv("GENUS_AXE")))(t))
	hostile := []string{`<img src=x onerror="alert(1)"><script>alert(2)</script>`, "\u202egnorw\u2067 \u05d0\u05d1 \u200f",
		strings.Repeat("long", 125)}
	turtle := strings.NewReplacer(`"`, `\"`)
	var b strings.Builder
	b.WriteString("@prefix ex: <http://example.org/> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n")
	for i := range 12 {
		class := []string{"ex:Good", "ex:Bad"}[i%2]
		fmt.Fprintf(&b, "ex:thing%d a %s ; rdfs:label \"thing %d %s\" ; ex:knows ex:thing%d ; ex:shown "+
			"<https://pictures.example/%d.png>, <https://elsewhere.example/%d.png> .\n",
			i, class, i, turtle.Replace(hostile[i/2%3]), (i+1)%12, i, i)
	}
	b.WriteString("ex:shown rdfs:label \"shown\" .\n")
	for i, name := range []string{"Good", "Bad", "knows"} {
		fmt.Fprintf(&b, "ex:%s rdfs:label \"%s\" .\n", name, turtle.Replace(hostile[i]))
	}
	for name, s := range screens() {
		t.Run(name, func(t *testing.T) {
			p := open(t, serve(t, "--allow", "images:pictures.example").url, s)
			p.expect("pictures.example") // which does not exist
			p.upload("hostile.ttl", b.String())
			p.waitOpened()
			p.paste([]string{"http://example.org/thing0", "http://example.org/thing2"}, true)
			p.paste([]string{"http://example.org/thing1", "http://example.org/thing3"}, false)
			p.learn()
			p.showMatches()
			inspect := func(state string) {
				t.Helper()
				p.checkFits(state)
				p.checkAccessible(state, axe)
				n := eval[int](p, "document.querySelectorAll('img[src=x], script:not([src])').length")
				check.That(t, n == 0, "%s: %d elements of the data are in the page", state, n)
			}
			inspect("result")
			p.click(".matches", p.text(".matches .name"))
			p.wait("document.querySelector('#dialog .table')")
			inspect("neighbourhood")
			p.press(kb.Escape)
			p.openTable()
			p.addColumn("shown")
			pictures := eval[[]string](p, "[...document.querySelectorAll('.picture')].map((e) => new URL(e.src).host)")
			if len(pictures) == 0 ||
				slices.ContainsFunc(pictures, func(host string) bool { return host != "pictures.example" }) {
				t.Errorf("pictures of %q", pictures)
			}
			inspect("table")
			p.click(".repair", "Is one wrong or missing?")
			p.click("table.members", p.text("table.members tbody .name")+" should not be here")
			p.click(".repair", "Repair")
			p.wait("document.querySelector('.repairs').innerText")
			inspect("repair")
		})
	}
}

// TestBrowserErrors checks that the page shows errors where they occur.
func TestBrowserErrors(t *testing.T) {
	s := serve(t)
	p := open(t, s.url, desktop)
	p.expect("the server responded with a status of")
	p.expect("ERR_CONNECTION_REFUSED")
	p.expect("Failed to load resource")
	p.write("#endpoint-url", "http://127.0.0.1:9/sparql")
	p.click("#start [aria-labelledby=card-sparql-endpoint]", "Connect")
	p.waitText("[aria-labelledby=card-sparql-endpoint] .error", "127.0.0.1:9")
	p.upload("bad.ttl", "<a> <b> .")
	p.waitText("[aria-labelledby=card-file] .error", "expected ':'")
	p.startEmpty()
	p.click("#examples", "Paste a list")
	p.wait("document.querySelector('#paste-text')")
	p.write("#paste-text", "Badhu\nNobody Atall\nLakev\n# a comment\n")
	p.click("#dialog", "These belong")
	p.waitText("#dialog .error", "Nobody Atall. It is not added.")
	p.waitText("#dialog", "1 of 3 names is added.")
	p.waitSides(1, 0)
	p.waitText("#dialog .candidates", "Lakeview Zoo")
	p.keepScreenshot("candidates-desktop")
	p.click("#dialog", "Add these")
	p.waitSides(2, 0)
	p.click("#dialog", "Close")
	p.write("#search-input", "nothing of that name")
	p.waitText("#search-results", "Nothing is called")
	p.paste([]string{elephants.Positives[0]}, true)
	p.paste([]string{elephants.Negatives[0]}, false)
	s.stop()
	p.click("#examples", "Learn")
	p.waitText("#result .error", "The server does not answer")
}

type postedJob struct {
	Pos, Neg, Asked []string
	Options         struct{ Start []string }
}

// record makes the page record the jobs that it posts.
func (p *tab) record() {
	p.t.Helper()
	eval[bool](p, `(() => {
		const real = window.fetch;
		window.posted = [];
		window.fetch = (url, init) => {
			if (init?.method === "POST" && String(url).endsWith("/jobs")) window.posted.push(init.body);
			return real(url, init);
		};
		return true;
	})()`)
}

func (p *tab) postedJobs() []postedJob {
	p.t.Helper()
	var all []postedJob
	for _, body := range eval[[]string](p, "window.posted") {
		var one postedJob
		require.NoError(p.t, json.Unmarshal([]byte(body), &one))
		all = append(all, one)
	}
	return all
}

// TestBrowserStart checks that learning starts from the last concept as long as the data
// and the settings are the same.
func TestBrowserStart(t *testing.T) {
	p := open(t, serve(t, "--prefer", "smallest").url, desktop)
	p.startEmpty()
	p.record()
	p.pasteFew()
	p.learn()
	first := p.dl()
	p.showMatches()
	p.correctMatch(belonging(t))
	p.waitLearned()
	p.setOption("max_size", "9")
	p.learn()
	jobs := p.postedJobs()
	require.That(t, len(jobs) == 3, "%d jobs were posted", len(jobs))
	for i, want := range [][]string{nil, {first}, nil} {
		check.Slice(t, jobs[i].Options.Start, want, "job %d starts from", i+1)
	}
	check.Equal(t, p.text("#result .error"), "", "the page shows")
}

// TestBrowserStartOutsideLanguage checks that learning does without the last concept if it
// compares strings and the server, after a restart, does not allow that any more.
func TestBrowserStartOutsideLanguage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "stones.ttl")
	text := "@prefix : <urn:s:> . :a a :A ; :colour \"red\" . :b a :B ; :colour \"red\" . :c a :C ; :colour \"blue\" . " +
		":d a :D ; :colour \"blue\" ."
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	s := serve(t, "--data", file, "--prefer", "smallest", "--strings")
	p := open(t, s.url, desktop)
	p.waitOpened()
	p.paste([]string{"urn:s:a", "urn:s:b"}, true)
	p.paste([]string{"urn:s:c"}, false)
	p.learn()
	got := p.dl()
	require.That(t, strings.Contains(got, `= "red"`), "learned %s", got)
	s.flags = slices.DeleteFunc(s.flags, func(flag string) bool { return flag == "--strings" })
	p.restart(s)
	p.reload()
	p.waitOpened()
	p.record()
	p.paste([]string{"urn:s:d"}, false)
	p.learn()
	jobs := p.postedJobs()
	check.That(t, len(jobs) == 2 && len(jobs[0].Options.Start) == 1 && jobs[1].Options.Start == nil &&
		!strings.Contains(p.dl(), "red"), "%s after the jobs %+v", p.dl(), jobs)
	check.Equal(t, p.text("#result .error"), "", "the page shows")
}

// TestBrowserConflict checks that the page names an example that contradicts the others,
// with remedies.
func TestBrowserConflict(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startWithExamples()
	p.learn()
	definition := p.text(".sentence")
	p.search("Badhu", false)
	p.press(kb.Escape)
	p.learn()
	p.waitText(".conflict", "Badhu fits like the 14 others: keep it as an exception, or undo?")
	p.waitText(".conflict", "Without it: "+definition)
	p.scrollToTop("#result")
	p.keepScreenshot("conflict-desktop")
	p.click(".conflict", "It does belong")
	p.waitSides(len(elephants.Positives)+1, len(elephants.Negatives))
	p.wait("!document.querySelector('.conflict')")
	p.waitLearned()
	check.Equal(t, p.text(".sentence"), definition, "it is")
	p.click("#header", "Undo")
	p.waitText(".conflict", "Badhu fits")
	p.click(".conflict", "Remove it")
	p.waitSides(len(elephants.Positives), len(elephants.Negatives))
	p.waitLearned()
	got := p.text("#result")
	check.That(t, !strings.Contains(got, "exception") && p.text(".sentence") == definition, "the result is %q", got)
}
