package browsertest

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
)

// TestBrowserDefine learns a definition of a class. The definition names neither the class
// nor a superclass. Undo restores the examples.
func TestBrowserDefine(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startEmpty()
	p.click("#search-results", "keeper")
	p.wait("document.querySelector('.chip.on') && document.querySelectorAll('.found-row').length === 12")
	p.click("#search-results", "Define keeper")
	p.waitLearned()
	p.waitSides(12, 50)
	check.Equal(t, p.dl(), "∃zoo:friendOf.⊤", "keepers are")
	p.click("#examples", "Settings")
	p.waitText("#dialog", "Classes not to use")
	p.waitText("#dialog", "keeper")
	p.click("#dialog", "Use them again")
	p.wait("!document.querySelector('#set-exclude')")
	p.click("#dialog", "Done")
	p.click("#header", "Undo")
	p.click("#header", "Undo")
	p.waitSides(0, 0)
}
