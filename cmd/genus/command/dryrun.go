package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
)

// errDone ends a command early and successfully: the output is complete.
var errDone = errors.New("done")

// onlyEstimate does nothing without --dry-run. With it, it prints the estimated cost
// of the crawl, less what the database file held has already, and returns errDone.
func (a *program) onlyEstimate(ctx context.Context, s app.Session, held string, ex extract.Examples) error {
	if !s.Config.DryRun {
		return nil
	}
	o, err := s.Extraction().Options()
	if err != nil {
		return err
	}
	if ex, _, err = s.FindNegatives(ctx, ex); err != nil {
		return err
	}
	e, err := extract.EstimateCrawl(ctx, s.Source.Client, held, ex.All(), o)
	if err != nil {
		return err
	}
	a.status.clear()
	var b bytes.Buffer
	writeEstimate(&b, e, a.cfg.ExtractionConfig)
	if _, err := a.stdout.Write(b.Bytes()); err != nil {
		return err
	}
	return errDone
}

func writeEstimate(w *bytes.Buffer, e extract.Estimate, most config.ExtractionConfig) {
	individuals, facts := e.Totals()
	about := "about "
	if !slices.ContainsFunc(e.Levels, func(l extract.Level) bool { return !l.Counted() }) {
		about = ""
	}
	fmt.Fprintf(w, "would take about %s, for %s%s and %s (found out with %s)\n",
		app.Plural(e.Requests, "request"), about, app.Plural(individuals, "individual"), app.Plural(facts, "fact"), app.Plural(e.Asked, "request"))
	for d, l := range e.Levels {
		held := ""
		if l.Held > 0 {
			held = fmt.Sprintf(" (%d of them in the database)", l.Held)
		}
		from := "counted"
		if !l.Counted() {
			from = fmt.Sprintf("from a sample of %d", l.Sampled)
		}
		fmt.Fprintf(w, "distance %d: %s%s, %s, %s\n", d, app.Plural(l.Individuals, "individual"), held, app.Plural(l.Facts, "fact"), from)
	}
	for _, cut := range e.Dropped {
		fmt.Fprintf(w, "left out: <%s> (%s): %s\n", cut.Property, cut.Direction, cut.Reason)
	}
	for _, over := range []struct {
		what     string
		n, bound int
	}{{"individuals", individuals, most.MaxIndividuals}, {"facts", facts, most.MaxFacts}} {
		if over.n > over.bound {
			fmt.Fprintf(w, "over the bound of %d %s: the roles that lead to most of them would be left out (--max-%s)\n", over.bound, over.what, over.what)
		}
	}
}
