package command

import (
	"context"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/extract"
)

// session is work with the settings of the command, reported on the terminal.
func (a *program) session() app.Session {
	return app.Session{Config: a.cfg, Reporter: a.status, Version: programVersion()}
}

// checkSource reports that no source is given, or none that --dry-run is for.
func (a *program) checkSource() error {
	if a.cfg.Endpoint == "" && len(a.cfg.Data) == 0 && a.cfg.DB == "" {
		return app.Usagef("no source: give --endpoint URL, --data FILE... or --db FILE")
	}
	if a.cfg.Endpoint == "" && a.cfg.DryRun {
		return app.Usagef("--dry-run says what asking an endpoint would cost: give --endpoint URL")
	}
	return nil
}

// openSource opens the source of the settings, which is to be closed.
func (a *program) openSource(ctx context.Context) (s app.Session, err error) {
	if err := a.checkSource(); err != nil {
		return s, err
	}
	s = a.session()
	s.Source, err = s.Open(ctx)
	return s, err
}

// open opens the source of the settings and reads the examples. Endpoints are asked
// nothing yet. The source is to be closed.
func (a *program) open(ctx context.Context) (s app.Session, ex extract.Examples, err error) {
	if a.cfg.Data, err = app.ProblemData(a.cfg); err != nil {
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

// problem opens the source and makes the problem of the settings: an endpoint is
// crawled into a database in memory or the cache, of the properties only if there are
// any. The source is to be closed.
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
