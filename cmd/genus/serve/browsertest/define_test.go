package browsertest

import "testing"

// TestBrowserDefine defines a class by its chip: its members belong, and the
// definition names neither the class nor a class above it. Undo takes it back.
func TestBrowserDefine(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startEmpty()
	p.click("#search-results", "keeper")
	p.wait("document.querySelector('.chip.on') && document.querySelectorAll('.found-row').length === 12")
	p.click("#search-results", "Define keeper")
	p.learned()
	p.sides(12, 50)
	if dl := p.dl(); dl != "∃zoo:friendOf.⊤" {
		t.Errorf("keepers are %s", dl)
	}
	p.click("#examples", "Settings")
	p.waitText("#dialog", "Classes not to use")
	p.waitText("#dialog", "keeper")
	p.click("#dialog", "Use them again")
	p.wait("!document.querySelector('#set-exclude')")
	p.click("#dialog", "Done")
	p.click("#header", "Undo")
	p.click("#header", "Undo")
	p.sides(0, 0)
}
