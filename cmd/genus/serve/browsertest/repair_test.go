package browsertest

import (
	"os"
	"slices"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
)

// TestBrowserRepair marks a member that should not be there and names one that is missing. The
// nearest definition becomes the result, and its query puts both right.
func TestBrowserRepair(t *testing.T) {
	chromium(t)
	axe := require.Value(os.ReadFile(os.Getenv("GENUS_AXE")))(t)
	e := engines.StartEmbedded(t, elephantTriples(t))
	for name, s := range screens() {
		t.Run(name, func(t *testing.T) {
			p := open(t, serve(t).url, s)
			p.click("#start", "Elephants of the Lakeview Zoo")
			p.waitOpened()
			p.waitLearned()
			p.click(".details", "Table")
			p.wait("document.querySelector('table.members')")
			p.click(".repair", "Is one wrong or missing?")
			const first = "table.members tbody .name"
			wrong := eval[string](p, "document.querySelector("+quoted(first)+").title")
			p.click("table.members", p.text(first)+" should not be here")
			p.write("[data-key=missing]", "Badhu")
			p.click(".repair", "It is missing")
			p.waitText(".repair", "Missing:")
			p.click(".repair", "Repair")
			p.wait("document.querySelector('.repairs .offer')")
			p.scrollToTop(".repair")
			p.keepScreenshot("repair-" + name)
			p.checkFits("repair")
			p.checkAccessible("repair", string(axe))
			repair := p.text(".repairs .offer strong")
			p.click(".repairs", repair)
			p.waitText(".facts", "As you said")
			got := p.text(".sentence")
			check.That(t, got == repair, "the result is %q, the repair %q", got, repair)
			members := answers(t, e, p.query())
			check.That(t, !slices.Contains(members, wrong) && slices.Contains(members, elephants.Namespace+"Badhu"),
				"%s has the members %q", repair, members)
		})
	}
}
