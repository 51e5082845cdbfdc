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

// session returns a session with the settings of the command that reports to stderr.
func (a *program) session() app.Session {
	return app.Session{Config: a.cfg, Reporter: a.status, Version: programVersion(), Spent: new(extract.Spent)}
}

// checkSource returns an error if no source is given, or --dry-run without an endpoint.
func (a *program) checkSource() error {
	if a.cfg.Endpoint == "" && len(a.cfg.Data) == 0 && a.cfg.DB == "" {
		return app.Usagef("no source: give --endpoint URL, --data FILE... or --db FILE")
	}
	if a.cfg.Endpoint == "" && a.cfg.DryRun {
		return app.Usagef("--dry-run estimates the requests to an endpoint: give --endpoint URL")
	}
	return nil
}

// openSource opens the source of the settings. The caller must close it.
func (a *program) openSource(ctx context.Context) (s app.Session, err error) {
	if err := a.checkSource(); err != nil {
		return s, err
	}
	s = a.session()
	s.Source, err = s.Open(ctx)
	return s, err
}

// open opens the source of the settings and reads the examples. It sends no requests to
// endpoints. The caller must close the source.
func (a *program) open(ctx context.Context) (s app.Session, ex extract.Examples, err error) {
	if a.cfg.Data, err = app.ProblemData(a.cfg); err != nil {
		return s, ex, err
	}
	if err := a.checkSource(); err != nil {
		return s, ex, err
	}
	if err := a.session().CheckExamples(); err != nil {
		return s, ex, err
	}
	if s, err = a.openSource(ctx); err != nil {
		return s, ex, err
	}
	if ex, err = s.Examples(s.Source.Prefixes); err == nil && s.Source.Client != nil {
		_, err = s.Extraction().Options()
	}
	if err != nil {
		s.Source.Close()
	}
	return s, ex, err
}

// problem opens the source and makes the problem of the settings. An endpoint is crawled
// into the cache or a database in memory; if only names properties, the crawl follows no
// others. The caller must close the source.
func (a *program) problem(ctx context.Context, only ...string) (app.Session, *app.Problem, error) {
	s, ex, err := a.open(ctx)
	if err != nil {
		return s, nil, err
	}
	s.Only = only
	var p *app.Problem
	if err = a.onlyEstimate(ctx, s, s.Config.Cache, ex); err == nil {
		p, err = s.Problem(ctx, ex)
	}
	if err != nil {
		s.Source.Close()
		return s, nil, err
	}
	s.Source.Forget() // there is one problem only
	return s, p, nil
}

// errDone ends a command early, but successfully: the output is complete.
var errDone = errors.New("done")

// onlyEstimate does nothing without --dry-run. With it, it prints the estimated cost of
// the crawl, without what the database file has already, and returns errDone.
func (a *program) onlyEstimate(ctx context.Context, s app.Session, database string, ex extract.Examples) error {
	if !s.Config.DryRun {
		return nil
	}
	o, err := s.Extraction().Options()
	if err != nil {
		return err
	}
	e, err := extract.EstimateCrawl(ctx, s.Source.Client, database, ex.All(), o)
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
	fmt.Fprintf(w, "would take about %s, for %s%s and %s (estimated with %s)\n",
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
			fmt.Fprintf(w, "over the limit of %d %s: the roles that lead to most of them would be left out (--max-%s)\n", over.bound, over.what, over.what)
		}
	}
}
