package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

// TestBrowserFirstClicks gets from opening the page to the intended, confirmed query with
// at most eight clicks: on three of the listed individuals, and one or two answers.
func TestBrowserFirstClicks(t *testing.T) {
	elephant := dl.Name{IRI: elephants.Namespace + "Elephant"}
	for _, tt := range []struct {
		means    string // the sentence on the page
		concept  dl.Concept
		pos, neg []string
		answers  int
		settled  bool // no more questions follow
	}{
		{"elephants", elephant, []string{"Bafari", "Bago"}, []string{"Cholani"}, 2, true},
		{"male elephants", dl.And{L: elephant, R: dl.Name{IRI: elephants.Namespace + "Male"}},
			[]string{"Badhu", "Bako", "Bamba"}, nil, 2, false},
	} {
		t.Run(tt.means, func(t *testing.T) {
			p := open(t, serve(t).url, desktop)
			begun := time.Now()
			meant := membersOf(t, tt.concept)
			clicks := 0
			click := func(within, name string) {
				t.Helper()
				clicks++
				p.click(within, name)
			}
			click("#start", "Start empty")
			p.waitOpened()
			p.wait(
				"document.querySelectorAll('.found-row').length > 8 && /weight/.test(document.querySelector('.found-row " +
					".evidence').innerText)",
			)
			p.keepScreenshot("offered-desktop")
			for _, name := range tt.pos {
				click("#search-results", name+" belongs")
			}
			for _, name := range tt.neg {
				click("#search-results", name+" does not belong")
			}
			p.waitSides(len(tt.pos), len(tt.neg))
			click("#examples", "Learn")
			p.waitLearned()
			for range tt.answers {
				clicks++
				p.answer(meant)
			}
			p.waitText(".facts", "✓ Query checked")
			facts := strings.ReplaceAll(p.text(".facts"), "\n", ", ")
			t.Logf("%d clicks, %.0f s: %s; %s", clicks, time.Since(begun).Seconds(), p.text(".sentence"), facts)
			if got := p.text(".sentence"); got != tt.means || clicks > 8 {
				t.Errorf("after %d clicks it is %q", clicks, got)
			}
			check.That(t, tt.settled == (p.text(".question") == ""), "the question is %q", p.text(".question"))
			got := p.allMembers()
			check.That(t, len(got) == len(meant) && !slices.ContainsFunc(got, func(iri string) bool { return !meant[iri] }),
				"%d are found, %d are meant", len(got), len(meant))
			query := p.query()
			check.That(t, strings.Contains(query, "zoo:Elephant") && strings.Contains(query, "zoo:Male") != tt.settled,
				"the query is\n%s", query)
		})
	}
}

// TestBrowserTryExamples gets a definition and a question with one click.
func TestBrowserTryExamples(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.click("#start", "Try with examples")
	p.waitOpened()
	p.waitLearned()
	p.waitSides(4, 2)
	p.waitText(".sentence", "lephants that live in Lakeview Zoo")
	p.click("#header", "Saved work")
	p.waitText("#dialog .kept", p.text(".sentence"))
}

// TestBrowserOneExample checks that the page counts one example in the singular.
func TestBrowserOneExample(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startEmpty()
	p.search("Chobu", true)
	p.learn()
	p.waitText(".facts", "The example is right")
}

// TestBrowserClasses finds a class by its name, and its members.
func TestBrowserClasses(t *testing.T) {
	for _, source := range []string{"built in", "endpoint"} {
		t.Run(source, func(t *testing.T) {
			p := open(t, serve(t).url, desktop)
			if source == "endpoint" {
				p.connect(engines.StartEmbedded(t, elephantTriples(t)).Endpoint)
				p.waitText(".source-facts", "classes")
			} else {
				p.startEmpty()
			}
			p.wait("document.querySelectorAll('.chip').length > 4 && document.querySelectorAll('.found-row').length > 3")
			p.write("#search-input", "giraffe")
			p.wait("document.querySelector('.chip.on') && document.querySelectorAll('.found-row').length === 20")
			p.wait("[...document.querySelectorAll('.found-row .evidence')].every((e) => /giraffe/.test(e.innerText))")
			p.click("#search-results", "Show more")
			p.wait("document.querySelectorAll('.found-row').length === 64")
			p.write("#search-input", "child of")
			p.waitText("#search-results", "Nothing is called")
		})
	}
}

// connect connects to an endpoint whose address is typed.
func (p *tab) connect(endpoint string) {
	p.t.Helper()
	p.write("#endpoint-url", endpoint)
	p.click("#start [aria-labelledby=card-sparql-endpoint]", "Connect")
	p.waitOpened()
}

// TestBrowserCredentials connects to an endpoint that wants a user and a password, and takes
// the preset that the page offers. The password is nowhere in the browser or the saved work.
func TestBrowserCredentials(t *testing.T) {
	const secret = "open-sesame"
	chromium(t)
	graph := people(somePeople)
	guarded := engines.Guard(t, engines.StartEmbedded(t, graph).Endpoint, "ali", secret, nil)
	s := serve(t, "--search", "scan", "--rate", "1000")
	p := open(t, s.url, desktop)
	p.expect("502") // without credentials
	p.write("#endpoint-url", guarded)
	p.click("#start [aria-labelledby=card-sparql-endpoint]", "Connect")
	p.waitText("#start .error", "it wants credentials")
	p.click("#start .secret", "User and password")
	p.write("#endpoint-user", "ali")
	p.write("#endpoint-password", secret)
	p.click("#start [aria-labelledby=card-sparql-endpoint]", "Connect")
	p.waitOpened()
	p.waitText("#examples .notice", "This looks like wikidata.")
	p.click("#examples .notice", "Use them")
	p.wait("document.querySelector('.source-facts')?.innerText.includes('as wikidata') && " +
		"!document.querySelector('#examples .notice')")
	p.search(threeNames(t, graph)[0], true)
	p.waitSides(1, 0)
	p.wait("document.querySelector('#header .saved.ok')")
	p.click("#header", "Share a link")
	p.wait("document.querySelector('#dialog textarea')?.value")
	for place, text := range map[string]string{
		"the browser": eval[string](p,
			"JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie + location.href"),
		"the link": eval[string](p, "document.querySelector('#dialog textarea').value"),
		"saved work": eval[string](p,
			"fetch('api/workspaces').then((r) => r.json()).then((all) => Promise.all(all.workspaces.map((w) => "+
				"fetch('api/workspaces/' + encodeURIComponent(w.name)).then((r) => r.text())))).then((t) => t.join())"),
		"open sources":  eval[string](p, "import('./static/js/sources.js').then((m) => JSON.stringify(m.live()))"),
		"the last work": eval[string](p, "import('./static/js/work.js').then((m) => JSON.stringify(m.current()))"),
	} {
		check.That(t, text != "" && !strings.Contains(text, secret), "%s has %s", place, text)
	}
}

// TestBrowserPresetKeepsAddress checks that a preset sets the address only as long as the
// user has entered none, so that genus contacts no server that the user has not named.
func TestBrowserPresetKeepsAddress(t *testing.T) {
	e := engines.StartEmbedded(t, elephantTriples(t))
	p := open(t, serve(t, "--search", "scan").url, desktop)
	address := func() string { return eval[string](p, "document.querySelector('#endpoint-url').value") }
	for _, step := range []struct{ preset, want string }{
		{"wikidata", config.PresetEndpoint("wikidata")}, {"dbpedia", config.PresetEndpoint("dbpedia")}, {"", ""},
	} {
		p.chooseEntry("#endpoint-preset", step.preset)
		check.That(t, address() == step.want, "an empty address and the preset %q: %q, want %q", step.preset, address(),
			step.want)
	}
	p.write("#endpoint-url", e.Endpoint)
	p.chooseEntry("#endpoint-preset", "wikidata")
	require.That(t, address() == e.Endpoint, "the preset replaced the address %s by %s", e.Endpoint, address())
	p.click("#start [aria-labelledby=card-sparql-endpoint]", "Connect")
	p.waitOpened()
	p.waitText(".source-chip", strings.TrimPrefix(e.Endpoint, "http://"))
}

// TestBrowserEndpointDies checks that the head of the page says when an endpoint does not
// answer any more.
func TestBrowserEndpointDies(t *testing.T) {
	s := serve(t, "--retries", "0")
	e := require.Value(embedded.StartNTriples(t.Context(), strings.NewReader(elephantTriples(t)), embedded.Options{}))(t)
	p := open(t, s.url, desktop)
	p.expect("the server responded with a status of")
	p.connect(e.URL())
	p.search("Chobu", true)
	require.NoError(t, e.Close())
	p.write("#search-input", "Damba")
	p.wait("document.querySelector('.source-chip .dot.bad')")
	p.waitText(".source-facts", "does not answer")
	p.wait("document.querySelector('#search-results .error')")
}

// TestBrowserSecondClick checks that the matches stay while the pointer is on them, so that
// a second click at the same place undoes the first.
func TestBrowserSecondClick(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startWithExamples()
	p.learn()
	p.showMatches()
	rows := func() []string {
		return eval[[]string](p, "[...document.querySelectorAll('.matches .name')].map((e) => e.title)")
	}
	before := rows()
	name := p.text(".matches .name")
	at := p.find(".matches", name+" does not belong")
	again := p.find(".matches", name+" does not belong")
	p.clickAt(at)
	p.waitSides(len(elephants.Positives), len(elephants.Negatives)+1)
	p.waitLearned()
	check.Slice(t, rows(), before, "the rows")
	p.clickAt(again)
	p.waitSides(len(elephants.Positives), len(elephants.Negatives))
	p.clickAt(at)
	p.waitSides(len(elephants.Positives), len(elephants.Negatives)+1)
	p.waitLearned()
	p.movePointerAway()
	p.wait(
		fmt.Sprintf(
			"document.querySelector('.matches .name') && ![...document.querySelectorAll('.matches .name')].some((e) => "+
				"e.title === %s)",
			quoted(before[0])),
	)
}

// TestBrowserTwoTabs checks that a tab warns of another one with the same work.
func TestBrowserTwoTabs(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startWithExamples()
	p.wait("document.querySelector('#header .saved.ok')")
	ctx, cancel := chromedp.NewContext(p.ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Run(ctx, chromedp.Navigate(p.origin)))
	p.waitText("#banner .twins", "Another tab has this work open")
}

// TestBrowserUnknownExamples removes examples that the source does not have, with one click.
func TestBrowserUnknownExamples(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startEmpty()
	p.expect("the server responded with a status of")
	p.paste(elephants.Positives[:few], true)
	for _, name := range []string{"Nobody", "NoOne"} {
		p.write("#search-input", elephants.Namespace+name)
		p.press(kb.Enter)
		p.waitText(".side.pos", name)
	}
	p.click("#examples", "Learn")
	p.waitText("#result .error", "Nobody")
	text := p.text("#result .error")
	check.That(t, !strings.Contains(text, "/tmp") && strings.Contains(text, "Elephants"), "the message is %q", text)
	p.click("#result", "Remove these 2 and learn")
	p.waitSides(few, 0)
	p.waitLearned()
}

// TestBrowserGallery checks that the first answer to every question of the gallery has exactly
// the members that are meant, and that the work is named by it; without GENUS_TESTS=full to every other one.
func TestBrowserGallery(t *testing.T) {
	name := func(s string) dl.Concept { return dl.Name{IRI: elephants.Namespace + s} }
	some := func(r string, c dl.Concept) dl.Concept {
		return dl.Exists{Role: dl.Role{IRI: elephants.Namespace + r}, C: c}
	}
	one := func(s string) dl.Concept { return dl.Nominal{IRI: elephants.Namespace + s} }
	and := func(c, d dl.Concept) dl.Concept { return dl.And{L: c, R: d} }
	elephant := name("Elephant")
	const wikidata = "../../internal/builtin/wikidata.nt.gz"
	wd := func(property, value string) dl.Concept {
		return dl.Exists{
			Role: dl.Role{IRI: "http://www.wikidata.org/prop/direct/" + property},
			C:    dl.Nominal{IRI: "http://www.wikidata.org/entity/" + value},
		}
	}
	meantOfWikidata := []dl.Concept{
		and(wd("P106", "Q10800557"), wd("P27", "Q142")), // film actor, France
		wd("P57", "Q56005"),                             // Ridley Scott
		wd("P106", "Q386854"),
		wd("P31", "Q484170"), // communes of France
		wd("P31", "Q1188663"),
	}
	meant := []dl.Concept{
		and(elephant, some("livesIn", one("Lakeview"))),
		some("keptBy", one("Jonas")),
		and(elephant, name("Male")),
		heavy,
		dl.AtLeast{N: 2, Role: dl.Role{IRI: elephants.Namespace + "childOf", Inverse: true}, C: dl.Top{}},
		some("childOf", some("livesIn", one("Hillpark"))),
	}
	meantPizzas := []string{
		"Cajun Capricciosa FourSeasons FruttiDiMare Napoletana Siciliana",
		"Capricciosa Fiorentina FourSeasons Giardiniera LaReine Napoletana Siciliana Soho Veneziana",
		"ChickenTopping HamTopping HotSpicedBeefTopping MeatTopping ParmaHamTopping PeperoniSausageTopping",
	}
	p := open(t, serve(t).url, desktop)
	p.wait("document.querySelector('.gallery')")
	p.keepScreenshot("start-desktop")
	titles := p.texts(".gallery .offer span:first-child")
	firstPizza := len(meantOfWikidata) + len(meant)
	require.That(t, len(titles) == firstPizza+len(meantPizzas), "the gallery has %q", titles)
	for i, title := range titles {
		if i%4 > 0 && !testsize.Full() {
			continue
		}
		p.click(".gallery", title)
		p.waitOpened()
		p.waitLearned()
		var members map[string]bool
		switch {
		case i < len(meantOfWikidata):
			members = membersIn(t, wikidata, meantOfWikidata[i])
		case i < firstPizza:
			members = membersOf(t, meant[i-len(meantOfWikidata)])
		default:
			members = map[string]bool{}
			for class := range strings.FieldsSeq(meantPizzas[i-firstPizza]) {
				members["http://www.co-ode.org/ontologies/pizza/pizza.owl#"+class] = true
			}
		}
		got := p.allMembers()
		check.That(t, len(got) == len(members) && !slices.ContainsFunc(got, func(iri string) bool { return !members[iri] }),
			"%s: %q has %d members, of %d that are meant", title, p.text(".sentence"), len(got), len(members))
		sentence := p.text(".sentence")
		p.waitText("#header .keep-name", strings.ToUpper(sentence[:1])+sentence[1:min(20, len(sentence))])
		p.do("back", chromedp.NavigateBack())
		p.wait("document.querySelector('#start .gallery')?.checkVisibility()")
	}
	p.do("forward", chromedp.NavigateForward())
	p.wait("document.querySelector('#work').checkVisibility()")
}

// TestBrowserEnterWaits checks that Enter marks what the search then finds, that the field is
// empty for the next name, that a name of several is asked about, and that Back closes a dialog.
func TestBrowserEnterWaits(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startEmpty()
	for _, name := range []string{"Chobu", "Damba"} {
		p.write("#search-input", name)
		p.press(kb.Enter)
		p.waitText(".side.pos", name)
		check.Equal(t, eval[string](p, "document.querySelector('#search-input').value"), "", "after %s the field has", name)
	}
	p.waitSides(2, 0)
	p.write("#search-input", "Damba")
	p.press(kb.Enter) // once more: it is an example already
	p.waitSides(2, 0)
	p.write("#search-input", "ba")
	p.press(kb.Enter)
	p.waitText("#search-results", "None is exactly called ba: which one?")
	p.wait("document.querySelector('#search-input').getAttribute('aria-activedescendant') === 'found-0'")
	p.click("#examples", "Settings")
	p.wait("document.querySelector('dialog[open]')")
	p.do("back", chromedp.NavigateBack())
	p.wait("!document.querySelector('dialog[open]') && document.querySelector('#work').checkVisibility()")
	p.waitSides(2, 0)
}

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
