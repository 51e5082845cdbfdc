package command

import (
	"context"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/extract"
)

// session returns a session with the settings of the command that reports to stderr.
func (a *program) session() genus.Session {
	return genus.Session{Config: a.cfg, Reporter: a.status, Version: programVersion(), Spent: new(extract.Spent)}
}

func (a *program) checkSource() error {
	if a.cfg.Endpoint == "" && len(a.cfg.Data) == 0 && a.cfg.DB == "" {
		return genus.Usagef("no source: give --endpoint URL, --data FILE... or --db FILE")
	}
	return nil
}

// openSource opens the source of the settings. The caller must close it.
func (a *program) openSource(ctx context.Context) (s genus.Session, err error) {
	if err := a.checkSource(); err != nil {
		return s, err
	}
	s = a.session()
	src, err := s.Open(ctx)
	if err != nil {
		return s, err
	}
	s = s.On(src)
	a.cfg = s.Config
	return s, nil
}

// open opens the source of the settings and reads the examples. The caller must close the
// source.
func (a *program) open(ctx context.Context) (s genus.Session, ex extract.Examples, err error) {
	if a.cfg.Data, err = genus.ProblemData(a.cfg); err != nil {
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
	if err = s.ResolveLabels(ctx, &s.Config.PosIRI, &s.Config.NegIRI); err == nil {
		ex, err = s.Examples(s.Source.Prefixes)
	}
	if err == nil && s.Source.IsEndpoint() {
		_, err = s.CrawlOptions()
	}
	if err != nil {
		s.Source.Close()
	}
	return s, ex, err
}

// problem opens the source and makes the problem of the settings. An endpoint is crawled
// into the cache or a database in memory; if only names properties, the crawl follows no
// others. The caller must close the source.
func (a *program) problem(ctx context.Context, only ...string) (genus.Session, *genus.Problem, error) {
	s, ex, err := a.open(ctx)
	if err != nil {
		return s, nil, err
	}
	s.Only = only
	p, err := s.Problem(ctx, ex)
	if err != nil {
		s.Source.Close()
		return s, nil, err
	}
	s.Source.Forget() // there is one problem only
	return s, p, nil
}
