package browsertest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
)

// startEmpty opens the built-in data without its examples.
func (p *tab) startEmpty() {
	p.t.Helper()
	p.click("#start", "Start empty")
	p.waitOpened()
	p.wait("document.querySelector('.found-row')") // the rows push down what is below
}

// startWithExamples opens the built-in data with its examples.
func (p *tab) startWithExamples() {
	p.t.Helper()
	p.startEmpty()
	p.click("#examples", fmt.Sprintf("Load %d examples", len(elephants.Positives)+len(elephants.Negatives)))
	p.waitSides(len(elephants.Positives), len(elephants.Negatives))
}

// restart restarts the server. Requests of the page may fail meanwhile.
func (p *tab) restart(s *server) {
	p.t.Helper()
	p.expect("net::ERR_")
	p.expect("503 (Service Unavailable)") // to a save while the server ends
	s.restart()
}

func (p *tab) waitOpened() {
	p.t.Helper()
	p.wait("document.querySelector('#work').checkVisibility() && document.querySelector('.source-chip .dot.good')")
}

// search finds an individual by name and marks it with the mouse.
func (p *tab) search(name string, belongs bool) {
	p.t.Helper()
	p.write("#search-input", name)
	button := name + " belongs"
	if !belongs {
		button = name + " does not belong"
	}
	p.click("#search-results", button)
}

// paste puts a list of names or IRIs on a side.
func (p *tab) paste(names []string, belong bool) {
	p.t.Helper()
	p.click("#examples", "Paste a list")
	p.wait("document.querySelector('#paste-text')")
	eval[bool](p,
		fmt.Sprintf("((e) => { e.value = %s; return true })(document.querySelector('#paste-text'))",
			quoted(strings.Join(names, "\n"))),
	)
	if belong {
		p.click("#dialog", "These belong")
	} else {
		p.click("#dialog", "These do not")
	}
	p.wait("!document.querySelector('dialog[open]')")
}

// waitSides waits until the sides have these numbers of examples.
func (p *tab) waitSides(pos, neg int) {
	p.t.Helper()
	p.wait(fmt.Sprintf(
		"document.querySelectorAll('.side.pos .example').length === %d && document.querySelectorAll('.side.neg "+
			".example').length === %d", pos, neg))
}

// waitLearned waits until no job runs and the result is that of the current examples.
func (p *tab) waitLearned() {
	p.t.Helper()
	p.wait(`document.querySelector("#examples [data-key=learn]").innerText.trim() === "Learn again"
		&& document.querySelector(".sentence")?.innerText && !document.querySelector(".result-body.stale")`)
}

// learn learns with the button below the examples, which a phone has in its bar.
func (p *tab) learn() {
	p.t.Helper()
	p.click("#examples, #bar", "Learn")
	p.waitLearned()
}

// dl returns the concept in DL syntax, with IRIs or their short forms.
func (p *tab) dl() string {
	p.t.Helper()
	p.form("DL")
	p.wait("document.querySelector('.forms .code.dl')")
	if eval[bool](p, "document.querySelector('.forms .check input')?.checked ?? false") {
		p.click(".forms", "Labels for IRIs")
	}
	return p.text(".forms .code.dl")
}

// form opens a form of the definition.
func (p *tab) form(name string) {
	p.t.Helper()
	p.wait("document.querySelector('.forms')")
	if !eval[bool](p, "document.querySelector('.forms').open") {
		p.click(".forms", "For experts")
	}
	p.click(".forms", name)
}

// movePointerAway moves the pointer away from the rows, which are not redrawn while it is on them.
func (p *tab) movePointerAway() {
	p.t.Helper()
	p.do("pointer", input.DispatchMouseEvent(input.MouseMoved, 1, 1))
}

// query returns the query that the button copies.
func (p *tab) query() string {
	p.t.Helper()
	p.wait("document.querySelector('.query .code.sparql')")
	p.click(".query", "Copy the query")
	p.waitText("#toast", "SPARQL copied")
	return p.clipboard()
}

func (p *tab) matches() []string {
	p.t.Helper()
	p.click(".details", "Matches")
	p.wait("document.querySelector('.details .matches, .details .empty')")
	var all []string
	for {
		page := eval[[]string](p, "[...document.querySelectorAll('.matches .name')].map((e) => e.title)")
		all = append(all, page...)
		if !eval[bool](p,
			"[...document.querySelectorAll('.pages button')].some((b) => b.innerText === 'Next' && !b.disabled)") {
			break
		}
		p.click(".pages", "Next")
		p.waitTurned(page[0])
	}
	return all
}

// memberExamples returns the IRIs of the examples that are in the concept.
func (p *tab) memberExamples() []string {
	p.t.Helper()
	p.click(".details", "Examples")
	p.wait("document.querySelector('[data-key=\"all examples\"]')")
	if !eval[bool](p, "document.querySelector('[data-key=\"all examples\"]').checked") {
		p.click(".details", "Show all examples")
	}
	p.wait("document.querySelectorAll('.verdicts > li').length === document.querySelectorAll('.example').length")
	return eval[[]string](p, "[...document.querySelectorAll('.verdicts .member .verdict .name')].map((e) => e.title)")
}

// allMembers returns the IRIs of all members that the page shows, sorted.
func (p *tab) allMembers() []string {
	p.t.Helper()
	all := append(p.memberExamples(), p.matches()...)
	slices.Sort(all)
	return all
}

// correctMatch marks the first match that does not belong, and returns its IRI.
func (p *tab) correctMatch(belongs map[string]bool) string {
	p.t.Helper()
	p.click(".details", "Matches")
	for {
		p.wait("document.querySelector('.details .matches, .details .empty')")
		type match struct{ IRI, Name string }
		page := eval[[]match](p,
			"[...document.querySelectorAll('.matches .name')].map((e) => ({ IRI: e.title, Name: e.innerText.trim() }))")
		for _, m := range page {
			if !belongs[m.IRI] {
				p.click(".matches", m.Name+" does not belong")
				p.movePointerAway()
				return m.IRI
			}
		}
		p.click(".pages", "Next")
		p.waitTurned(page[0].IRI)
	}
}

// waitTurned waits until the first match has changed.
func (p *tab) waitTurned(first string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("((e) => e && e.title !== %s)(document.querySelector('.matches .name'))", quoted(first)))
}

// scrollToTop scrolls until the element is at the top of the screen.
func (p *tab) scrollToTop(selector string) {
	p.t.Helper()
	eval[bool](p,
		"(document.querySelector("+quoted(selector)+").scrollIntoView({ block: 'start', behavior: 'instant' }), true)")
}

// upload opens a new file with that name and text, and returns its path.
func (p *tab) upload(name, text string) string {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), name)
	require.NoError(p.t, os.WriteFile(file, []byte(text), 0o600))
	p.wait("document.querySelector('#upload')")
	p.chooseFile("#upload", file)
	return file
}

// askedCondition is the text of the question about a condition; "" if there is none.
const askedCondition = "document.querySelector('.question.of-condition h3')?.innerText ?? ''"

// questionIRI returns the individual of the question; "" if there is none. It does not know the answers to questions
// about conditions.
func (p *tab) questionIRI() string {
	p.t.Helper()
	for n := 0; ; n++ {
		asked := eval[string](p, askedCondition)
		if asked == "" {
			break
		}
		require.That(p.t, n < 15, "%d questions about conditions: %s", n, asked)
		p.click(".question", "I don't know")
		p.wait("(" + askedCondition + ") !== " + quoted(asked))
		p.waitLearned()
	}
	return eval[string](p, "document.querySelector('.question h3 .link')?.title ?? ''")
}

// answer answers the question by the members of the intended concept, and waits for the
// result.
func (p *tab) answer(meant map[string]bool) {
	p.t.Helper()
	iri, answer := p.questionIRI(), "No"
	if meant[iri] {
		answer = "Yes"
	}
	p.click(".question", answer)
	p.waitAnswered(iri)
}

// showMatches opens the list of matches and waits for the first.
func (p *tab) showMatches() {
	p.t.Helper()
	p.click(".details", "Matches")
	p.wait("document.querySelector('.matches .name')")
}

func (p *tab) pickSize(size string) {
	p.t.Helper()
	p.click(".choices", size)
	p.wait("!document.querySelector('.choice.default input').checked")
}

// pasteFew puts few examples on each side.
func (p *tab) pasteFew() {
	p.t.Helper()
	p.paste(elephants.Positives[:few], true)
	p.paste(elephants.Negatives[:few], false)
}

// setOption chooses an entry of a list in the settings.
func (p *tab) setOption(name, value string) {
	p.t.Helper()
	p.click("#examples", "Settings")
	p.chooseEntry("#set-"+name, value)
	p.click("#dialog", "Done")
	p.wait("!document.querySelector('dialog[open]')")
}

// binary returns the path of genus, built once for all tests.
var binary = sync.OnceValues(func() (string, error) {
	path := filepath.Join(binaryDir, "genus")
	build := exec.Command("go", "build", "-o", path, "./cmd/genus")
	build.Dir = "../.." // the module of genus, with all that its commands need
	out, err := build.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
})

var binaryDir string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "genus-browsertest-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer func() {
			if err := os.RemoveAll(dir); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		}()
		binaryDir = dir
		defer func() { endBrowser() }()
		return m.Run()
	}())
}

// A server is a process of genus serve.
type server struct {
	t     *testing.T
	url   string // of the page
	flags []string
	cmd   *exec.Cmd
}

// serve starts genus serve with a state file of the test. It ends with the test.
func serve(t *testing.T, flags ...string) *server {
	t.Helper()
	chromium(t) // skips the test before a server is started
	s := &server{t: t, flags: append([]string{"--state", filepath.Join(t.TempDir(), "state.db")}, flags...)}
	s.start("127.0.0.1:0")
	t.Cleanup(s.stop)
	return s
}

func (s *server) start(address string) {
	s.t.Helper()
	path, err := binary()
	require.NoError(s.t, err)
	s.cmd = exec.Command(path, append([]string{"serve", "--addr", address}, s.flags...)...)
	s.cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+s.t.TempDir(), "HOME="+s.t.TempDir())
	var stderr strings.Builder
	s.cmd.Stderr = &stderr
	stdout, err := s.cmd.StdoutPipe()
	require.NoError(s.t, err)
	require.NoError(s.t, s.cmd.Start())
	line, err := bufio.NewReader(stdout).ReadString('\n')
	s.url = strings.TrimSpace(line)
	if err != nil || !strings.HasPrefix(s.url, "http://") {
		s.stop()
		s.t.Fatalf("genus serve: its first line is %q (%v)\n%s", line, err, stderr.String())
	}
}

func (s *server) stop() {
	if s.cmd == nil {
		return
	}
	check.NoError(s.t, s.cmd.Process.Signal(os.Interrupt))
	done := make(chan error, 1)
	go func() { done <- s.cmd.Wait() }()
	select {
	case err := <-done:
		check.That(s.t, err == nil, "genus serve: %v", err)
	case <-time.After(20 * time.Second):
		s.t.Error("genus serve does not end when it is interrupted")
		_ = s.cmd.Process.Kill() // the test has failed already
	}
	s.cmd = nil
}

// restart ends the process and starts another one at the same address.
func (s *server) restart() {
	s.t.Helper()
	host := strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), "/")
	s.stop()
	s.start(host)
}
