package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"

	"github.com/genus-kg/genus/internal/check"
)

// TestBrowserKeyboard uses the page without the mouse: it chooses the data, searches, marks,
// moves, removes, learns and corrects. The focus is always visible.
func TestBrowserKeyboard(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.wait("document.querySelector('#start .card')")
	p.tabTo("Start empty")
	p.press(kb.Enter)
	p.waitOpened()
	if got := p.focusedName(); !strings.HasPrefix(got, "Find an individual") {
		t.Errorf("after the data is chosen the focus is on %q", got)
	}

	mark := func(name string, modifiers ...input.Modifier) {
		p.write("#search-input", name)
		p.waitText("#search-results", name)
		p.wait("document.querySelectorAll('.found-row').length === 1 || document.querySelector('.found-row .name')")
		p.press(kb.ArrowDown)
		p.wait("document.querySelector('#search-input').getAttribute('aria-activedescendant') === 'found-0'")
		p.press(kb.Enter, modifiers...)
	}
	mark("Chobu")
	mark("Bawen", input.ModifierShift)
	mark("Damba")
	mark("Chomba", input.ModifierShift)
	p.waitSides(2, 2)
	p.press(kb.Escape)

	// Move in the list of positives, to the other side and back, and remove.
	p.tabTo("Chobu")
	p.press(kb.ArrowDown)
	check.Equal(t, p.focusedName(), "Damba", "arrow down goes to")
	p.press(kb.ArrowRight)
	p.waitSides(1, 3)
	check.Equal(t, p.focusedName(), "Damba", "after a move the focus is on")
	p.press(kb.ArrowLeft)
	p.waitSides(2, 2)
	p.press(kb.Delete)
	p.waitSides(1, 2)

	p.write("#search-input", "")
	p.press(kb.Enter, input.ModifierCtrl)
	p.waitLearned()
	p.tabTo("Table")
	p.press(kb.ArrowLeft)
	got := p.focusedName()
	check.That(t, strings.HasPrefix(got, "Examples"), "arrow left on the first tab goes to %q", got)
	p.press(kb.ArrowRight)
	p.press(kb.ArrowRight)
	p.wait("document.querySelector('.matches .name')")
	name := p.text(".matches .name")
	p.tabTo(name + " does not belong")
	p.press(kb.Enter)
	p.waitSides(1, 3)
	p.waitLearned()
	if p.text(".matches li") != "" {
		p.wait("document.activeElement.closest('.matches')")
	}

	// A dialog takes the focus and gives it back.
	p.tabTo("Share a link")
	p.press(kb.Enter)
	p.wait("document.querySelector('dialog[open]')?.contains(document.activeElement)")
	p.press(kb.Escape)
	p.wait("!document.querySelector('dialog[open]')")
	p.wait("document.activeElement.dataset.key === 'share'")

	// So it does if the button was drawn anew meanwhile, as the head is whenever work is saved.
	p.press(kb.Enter)
	p.wait("document.querySelector('dialog[open]')")
	eval[bool](p, "(b => { b.replaceWith(b.cloneNode(true)); return true; })(document.querySelector('[data-key=share]'))")
	p.press(kb.Escape)
	p.wait("document.activeElement.dataset.key === 'share'")
}

// tabTo presses Tab until the element with that name has the focus. Each focus on the way
// must be visible.
func (p *tab) tabTo(name string) {
	p.t.Helper()
	var seen []string
	for range 200 {
		p.press(kb.Tab)
		at := p.focusedName()
		if at == name {
			return
		}
		seen = append(seen, at)
		if !eval[bool](p, `(() => {
			const e = document.activeElement;
			if (e === document.body) return true;
			const shown = e.matches("input.visually-hidden") ? e.parentElement : e;
			return getComputedStyle(shown).outlineStyle !== "none" || getComputedStyle(e.closest("label") ?? e).outlineStyle !== "none";
		})()`) {
			p.t.Errorf("the focus cannot be seen on %q", eval[string](p, "document.activeElement.outerHTML.slice(0, 200)"))
		}
	}
	p.t.Fatalf("Tab does not reach %q, but %q", name, seen)
}

// TestBrowserDrag moves an example to the other side with the mouse.
func TestBrowserDrag(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startEmpty()
	p.search("Chobu", true)
	p.search("Bawen", false)
	p.press(kb.Escape)
	p.waitSides(1, 1)
	p.drag(p.find(".side.pos", "Chobu"), p.find(".side.neg", "Bawen"))
	p.waitSides(0, 2)
	p.click("#header", "Undo")
	p.waitSides(1, 1)
}
