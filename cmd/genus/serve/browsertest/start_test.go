package browsertest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/elephants"

	"github.com/chromedp/chromedp/kb"
)

// posted is a job that the page asks for.
type posted struct {
	Pos, Neg, Asked []string
	Options         struct{ Start []string }
}

// record keeps what the page posts to learn.
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

// posted are the jobs since record, the last one last.
func (p *tab) posted() []posted {
	p.t.Helper()
	var all []posted
	for _, body := range eval[[]string](p, "window.posted") {
		var one posted
		if err := json.Unmarshal([]byte(body), &one); err != nil {
			p.t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

// TestBrowserStart: learning starts from the concept on the screen as long as the data
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
	p.learned()
	p.set("max_size", "9")
	p.learn()
	jobs := p.posted()
	if len(jobs) != 3 {
		t.Fatalf("%d jobs were posted", len(jobs))
	}
	for i, want := range [][]string{nil, {first}, nil} {
		if got := jobs[i].Options.Start; !slices.Equal(got, want) {
			t.Errorf("job %d starts from %q, want %q", i+1, got, want)
		}
	}
	if text := eval[string](p, "document.querySelector('#result .error')?.innerText ?? ''"); text != "" {
		t.Errorf("the page shows %q", text)
	}
}

// TestBrowserConflict: an example that contradicts all the others is named, with what
// can be done about it.
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
	p.top("#result")
	p.keep("conflict-desktop")
	p.click(".conflict", "It does belong")
	p.sides(len(elephants.Positives)+1, len(elephants.Negatives))
	p.wait("!document.querySelector('.conflict')")
	p.learned()
	if got := p.text(".sentence"); got != definition {
		t.Errorf("it is %q, and was %q", got, definition)
	}
	p.click("#header", "Undo")
	p.waitText(".conflict", "Badhu fits")
	p.click(".conflict", "Remove it")
	p.sides(len(elephants.Positives), len(elephants.Negatives))
	p.learned()
	if got := p.text("#result"); strings.Contains(got, "exception") || p.text(".sentence") != definition {
		t.Errorf("the result is %q", got)
	}
}
