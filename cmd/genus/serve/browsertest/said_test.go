package browsertest

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
)

// TestBrowserConditions says conditions under a question, in a neighbourhood and in a row, and
// changes a part of the definition. The members are those of the query each time.
func TestBrowserConditions(t *testing.T) {
	e := engines.StartEmbedded(t, elephantTriples(t))
	for name, s := range screens() {
		t.Run(name, func(t *testing.T) {
			p := open(t, serve(t).url, s)
			p.startEmpty()
			p.paste([]string{"Damba", "Fumba", "Omgo"}, true)
			if s.touch {
				p.click("#bar", "Learn")
			} else {
				p.click("#examples", "Learn")
			}
			p.waitLearned()
			first := p.text(".sentence")
			said := func(what string) {
				t.Helper()
				p.wait("document.querySelector('.facts').innerText.includes('As you said') && document.querySelector('.sentence').innerText !== " + quoted(first))
				compareMembers(t, p, e, what)
				t.Logf("%s: %s", what, p.text(".sentence"))
				p.click("#header", "Undo")
				p.wait("document.querySelector('.sentence').innerText === " + quoted(first))
			}
			p.click(".question", "must:")
			said("a condition under a question")

			p.click(".question .why li:nth-child(2)", "must not:")
			said("the negation of one")

			p.showMatches()
			p.click(".matches", "Facts of")
			p.wait("document.querySelector('.matches .condition')")
			p.scrollToTop(".details")
			p.keepScreenshot("row-facts-" + name)
			p.click(".matches .why", "must:")
			said("a condition in a row")

			p.click(".matches", p.text(".matches .name"))
			p.wait("document.querySelector('#dialog .condition')")
			p.keepScreenshot("neighbourhood-conditions-" + name)
			p.click("#dialog", "must not:")
			p.wait("document.querySelector('.facts').innerText.includes('As you said')")
			p.click("#dialog", "Close")
			said("a condition in a neighbourhood")

			p.click(".question .why li:nth-child(2)", "must:")
			p.waitText(".facts", "As you said")
			p.click(".headline", "Change a part of it")
			p.wait("document.querySelector('.parts .offer')")
			p.scrollToTop(".parts")
			p.keepScreenshot("parts-" + name)
			p.checkFits("parts")
			count := regexp.MustCompile(`\d+ members`).FindString(p.text(".parts .offer"))
			p.click(".parts", p.text(".parts .offer"))
			p.waitText(".facts", count)
			n := len(answers(t, e, p.query()))
			check.Equal(t, count, fmt.Sprintf("%d members", n), "the change is offered with and has %d", n)
		})
	}
}
