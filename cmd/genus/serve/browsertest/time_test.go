package browsertest

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/elephants"
)

var corrections = flag.Int("corrections", 3, "how many corrections TestBrowserCorrections measures on the built-in data")

// TestBrowserCorrections measures how long it takes from a click on a match to
// the new concept on the screen, proved. The user knows which animals are male
// elephants that weigh three tonnes or have two daughters, begins with two of
// each, and corrects match after match; then begins again with two others.
func TestBrowserCorrections(t *testing.T) {
	p := open(t, serve(t).url, desktop)
	p.startWithExamples()
	belongs := belonging(t)
	var times []float64
	for round := 0; len(times) < *corrections; round++ {
		p.click("#examples", "Clear")
		at := func(iris []string, i int) string { return iris[(2*round+i)%len(iris)] }
		p.paste([]string{at(elephants.Positives, 0), at(elephants.Positives, 1)}, true)
		p.paste([]string{at(elephants.Negatives, 0), at(elephants.Negatives, 1)}, false)
		p.learn()
		for len(times) < *corrections {
			p.click(".details", "Matches")
			p.wait("document.querySelector('.matches .name, .details .empty')")
			iri := eval[string](p, "document.querySelector('.matches .name')?.title ?? ''")
			if iri == "" {
				break
			}
			times = append(times, p.correction(belongs[iri]))
		}
	}
	slices.Sort(times)
	fmt.Printf("%d corrections: median %.0f ms, 95th percentile %.0f ms, longest %.0f ms\n",
		len(times), times[len(times)/2], times[len(times)*95/100], times[len(times)-1])
}

// correction clicks on the first match and is the time in milliseconds until
// the new result is on the screen.
func (p *tab) correction(belongs bool) float64 {
	p.t.Helper()
	side := "neg"
	if belongs {
		side = "pos"
	}
	took := eval[float64](p, fmt.Sprintf(`new Promise((done) => {
		const start = performance.now();
		document.querySelector(".matches .side-%s").click();
		const look = () => {
			const over = document.querySelector("#examples [data-key=learn]").innerText.trim() === "Learn again" && !document.querySelector(".result-body.stale");
			if (over) done(performance.now() - start);
			else requestAnimationFrame(look);
		};
		requestAnimationFrame(look);
	})`, side))
	if got := p.text(".facts .good"); got == "" {
		p.t.Errorf("the concept is not proved: %q", p.text(".facts"))
	}
	// The list below is that of the new concept when its first row is another.
	p.wait("document.querySelector('.matches .name, .details .empty') && !document.querySelector('.details .waiting')")
	return took
}
