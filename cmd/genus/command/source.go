package command

import (
	"context"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/extract"
)

// session is what the settings of the command say, told on the terminal.
func (a *program) session() app.Session {
	return app.Session{Config: a.cfg, Reporter: a.status, Version: programVersion(), Only: a.only}
}

// oneSource reports how many sources there are, if not one.
func (a *program) oneSource() error {
	if a.cfg.Endpoint == "" && len(a.cfg.Data) == 0 && a.cfg.DB == "" {
		return app.Usagef("no source: give --endpoint URL, --data FILE... or --db FILE")
	}
	if a.cfg.Endpoint == "" && a.cfg.DryRun {
		return app.Usagef("--dry-run says what asking an endpoint would cost: give --endpoint URL")
	}
	return nil
}

// open opens the source and puts the examples of the settings into it: an
// endpoint is crawled into a database in memory or the cache. The source of the
// problem is to be closed.
func (a *program) open(ctx context.Context) (*app.Problem, error) {
	var err error
	if a.cfg.Data, err = app.ProblemData(a.cfg); err != nil {
		return nil, err
	}
	if err := a.oneSource(); err != nil {
		return nil, err
	}
	b := a.session()
	var ex extract.Examples
	if a.cfg.Endpoint != "" { // what is wrong with the examples is said before anything is asked
		if ex, err = a.endpointExamples(); err != nil {
			return nil, err
		}
		inBackground()
	}
	s, err := b.Open(ctx)
	if err != nil {
		return nil, err
	}
	p, err := a.put(ctx, s, ex)
	if err != nil {
		s.Close()
		return nil, err
	}
	s.Forget() // there is one problem only
	return p, nil
}

// endpointExamples are the examples of the settings, and the settings of a crawl
// are checked.
func (a *program) endpointExamples() (extract.Examples, error) {
	b := a.session()
	own, err := b.OwnPrefixes()
	if err != nil {
		return extract.Examples{}, err
	}
	ex, err := b.Examples(own)
	if err != nil {
		return ex, err
	}
	_, err = b.CrawlOptions()
	return ex, err
}

// put puts the examples into the source; those for files and databases are read
// with the prefixes of the data.
func (a *program) put(ctx context.Context, s *app.Source, ex extract.Examples) (*app.Problem, error) {
	b := a.session()
	var err error
	if s.Client == nil {
		if ex, err = b.Examples(s.Prefixes); err != nil {
			return nil, err
		}
	}
	ex, siblings, err := b.Negatives(ctx, s, ex)
	if err != nil {
		return nil, err
	}
	if s.Client != nil {
		if err := a.onlyEstimate(ctx, s.Client, a.cfg.Cache, ex); err != nil {
			return nil, err
		}
	}
	p, err := s.Problem(ctx, b, ex)
	if err != nil {
		return nil, err
	}
	p.Siblings = siblings
	return p, nil
}
