package command

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	if err := writeEstimate(a.stdout, e, a.cfg.ExtractionConfig); err != nil {
		return err
	}
	return errDone
}

func writeEstimate(w io.Writer, e extract.Estimate, most config.ExtractionConfig) error {
	individuals, facts := e.Totals()
	about := "about "
	if !slices.ContainsFunc(e.Levels, func(l extract.Level) bool { return !l.Counted() }) {
		about = ""
	}
	_, err := fmt.Fprintf(w, "would take about %s, for %s%s and %s (found out with %s)\n",
		app.Plural(e.Requests, "request"), about, app.Plural(individuals, "individual"), app.Plural(facts, "fact"), app.Plural(e.Asked, "request"))
	for d, l := range e.Levels {
		if err != nil {
			return err
		}
		held := ""
		if l.Held > 0 {
			held = fmt.Sprintf(" (%d of them in the database)", l.Held)
		}
		from := "counted"
		if !l.Counted() {
			from = fmt.Sprintf("from a sample of %d", l.Sampled)
		}
		_, err = fmt.Fprintf(w, "distance %d: %s%s, %s, %s\n", d, app.Plural(l.Individuals, "individual"), held, app.Plural(l.Facts, "fact"), from)
	}
	for _, cut := range e.Dropped {
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(w, "left out: <%s> (%s): %s\n", cut.Property, cut.Direction, cut.Reason)
	}
	for _, over := range []struct {
		what     string
		n, bound int
	}{{"individuals", individuals, most.MaxIndividuals}, {"facts", facts, most.MaxFacts}} {
		if err == nil && over.n > over.bound {
			_, err = fmt.Fprintf(w, "over the bound of %d %s: the roles that lead to most of them would be left out (--max-%s)\n", over.bound, over.what, over.what)
		}
	}
	return err
}
