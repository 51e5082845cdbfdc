package browsertest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"

	"github.com/chromedp/chromedp/kb"
)

type postedJob struct {
	Pos, Neg, Asked []string
	Options         struct{ Start []string }
}

// record makes the page record the jobs that it posts.
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

func (p *tab) postedJobs() []postedJob {
	p.t.Helper()
	var all []postedJob
	for _, body := range eval[[]string](p, "window.posted") {
		var one postedJob
		require.NoError(p.t, json.Unmarshal([]byte(body), &one))
		all = append(all, one)
	}
	return all
}

// TestBrowserStart checks that learning starts from the last concept as long as the data
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
	p.waitLearned()
	p.setOption("max_size", "9")
	p.learn()
	jobs := p.postedJobs()
	require.That(t, len(jobs) == 3, "%d jobs were posted", len(jobs))
	for i, want := range [][]string{nil, {first}, nil} {
		check.Slice(t, jobs[i].Options.Start, want, "job %d starts from", i+1)
	}
	check.Equal(t, p.text("#result .error"), "", "the page shows")
}

// TestBrowserStartOutsideLanguage checks that learning does without the last concept if it
// compares strings and the server, after a restart, does not allow that any more.
func TestBrowserStartOutsideLanguage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "stones.ttl")
	text := "@prefix : <urn:s:> . :a a :A ; :colour \"red\" . :b a :B ; :colour \"red\" . :c a :C ; :colour \"blue\" . :d a :D ; :colour \"blue\" ."
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	s := serve(t, "--data", file, "--prefer", "smallest", "--strings")
	p := open(t, s.url, desktop)
	p.waitOpened()
	p.paste([]string{"urn:s:a", "urn:s:b"}, true)
	p.paste([]string{"urn:s:c"}, false)
	p.learn()
	got := p.dl()
	require.That(t, strings.Contains(got, `= "red"`), "learned %s", got)
	s.flags = slices.DeleteFunc(s.flags, func(flag string) bool { return flag == "--strings" })
	p.restart(s)
	p.reload()
	p.waitOpened()
	p.record()
	p.paste([]string{"urn:s:d"}, false)
	p.learn()
	if jobs := p.postedJobs(); len(jobs) != 2 || len(jobs[0].Options.Start) != 1 || jobs[1].Options.Start != nil ||
		strings.Contains(p.dl(), "red") {
		t.Errorf("%s after the jobs %+v", p.dl(), jobs)
	}
	check.Equal(t, p.text("#result .error"), "", "the page shows")
}

// TestBrowserConflict checks that the page names an example that contradicts the others,
// with remedies.
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
	p.scrollToTop("#result")
	p.keepScreenshot("conflict-desktop")
	p.click(".conflict", "It does belong")
	p.waitSides(len(elephants.Positives)+1, len(elephants.Negatives))
	p.wait("!document.querySelector('.conflict')")
	p.waitLearned()
	if got := p.text(".sentence"); got != definition {
		t.Errorf("it is %q, and was %q", got, definition)
	}
	p.click("#header", "Undo")
	p.waitText(".conflict", "Badhu fits")
	p.click(".conflict", "Remove it")
	p.waitSides(len(elephants.Positives), len(elephants.Negatives))
	p.waitLearned()
	if got := p.text("#result"); strings.Contains(got, "exception") || p.text(".sentence") != definition {
		t.Errorf("the result is %q", got)
	}
}
