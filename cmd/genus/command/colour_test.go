package command

import (
	"bytes"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
)

// examplePage returns a page with an answer, entries and a query for a terminal of that
// height.
func examplePage(height int, colours bool) string {
	var b bytes.Buffer
	p := &page{w: &b}
	if colours {
		p.w, p.styles = &printable{w: &b}, &b
	}
	p.sentence("cats that \x1b[5mpurr")
	p.entryIn(bold, "Concept", "Cat ⊓\n  ∃does.Purring")
	p.entryIn(red, "Endpoint", "not confirmed")
	p.entry("Matches", "no others")
	p.query("# cat\nSELECT DISTINCT ?x\n  # purring\n")
	p.repeatAnswer(strings.Count(b.String(), "\n"), height)
	return b.String()
}

// TestStyles checks the styles of a page. Control sequences in labels are escaped.
func TestStyles(t *testing.T) {
	const answer = bold + `Cats that \u001B[5mpurr.` + plain + "\n"
	want := answer + "\n" +
		dim + "Concept    " + plain + bold + "Cat ⊓" + plain + "\n           " + bold + "  ∃does.Purring" + plain + "\n" +
		dim + "Endpoint   " + plain + red + "not confirmed" + plain + "\n" +
		dim + "Matches    " + plain + "no others\n" +
		dim + "# cat" + plain + "\nSELECT DISTINCT ?x\n" + dim + "  # purring" + plain + "\n"
	check.Equal(t, examplePage(10, true), want)
	// The answer is repeated if the page does not fit.
	check.Equal(t, examplePage(9, true), want+"\n"+answer, "on a small terminal")
	if got := examplePage(10, false); strings.Count(got, "\x1b") != 1 ||
		!strings.Contains(got, "\nConcept    Cat ⊓\n             ∃does.Purring\nEndpoint   not confirmed\n") {
		t.Errorf("without colours: %q", got)
	}
}
