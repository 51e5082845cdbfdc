package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
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
	for n := 0; p.text(".question h3") != ""; n++ {
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
	if got := p.text(".facts"); !strings.Contains(got, fmt.Sprintf("%d members", len(meant))) ||
		!strings.Contains(got, "likely what you mean") {
		t.Errorf("the result says %q", got)
	}
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

// TestBrowserAskedByKeyboard answers with the keyboard. The focus stays on the answers.
func TestBrowserAskedByKeyboard(t *testing.T) {
	p := open(t, serve(t).url, phone)
	p.startEmpty()
	p.search("Damba", true)
	p.search("Fumba", true)
	p.press(kb.Escape)
	p.press(kb.Enter, input.ModifierCtrl)
	p.waitLearned()
	p.tabTo("No")
	for range 2 {
		iri := p.questionIRI()
		p.press(kb.Enter)
		p.waitAnswered(iri)
		check.Equal(t, p.focusedName(), "No", "after an answer the focus is on")
	}
	p.waitSides(2, 2)
	p.keepScreenshot("question-phone")
}

// TestBrowserFirstAnswer learns from a slow endpoint. The definition stands, confirmed, while
// the page looks for a proof. Stop keeps it.
func TestBrowserFirstAnswer(t *testing.T) {
	chromium(t)
	endpoint := engines.StartEmbedded(t, elephantTriples(t)).Endpoint
	p := open(t, serve(t, "--endpoint", endpoint, "--rate", "8").url, desktop)
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
	check.That(t, strings.Contains(facts, "Not proved: stopped") && strings.Contains(facts, "✓ The endpoint agrees"),
		"after a stop the result says %q", facts)
	check.That(t, eval[bool](p, "window.copy.isConnected"),
		"the button that copies the query was drawn again: a click at that time is lost")
	if p.text(".sentence") != sentence || p.query() != query {
		t.Errorf("after a stop it is %q, not %q", p.text(".sentence"), sentence)
	}
	p.click("#examples", "Learn again")
	p.waitText(".facts", "✓ Proved")
	p.waitLearned()
}
