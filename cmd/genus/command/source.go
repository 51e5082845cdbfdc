package command

import (
	"context"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/session"
	"github.com/genus-kg/genus/session/source"
)

func (a *program) options() genus.Options {
	return genus.Options{Reporter: a.status, Version: programVersion()}
}

// session returns a session without a source, with the settings of the command that reports to stderr.
func (a *program) session() genus.Session {
	return session.New(a.cfg, a.options())
}

func (a *program) checkSource() error {
	if a.cfg.Endpoint == "" && len(a.cfg.Data) == 0 && a.cfg.DB == "" {
		return source.Usagef("no source: give --endpoint URL, --data FILE... or --db FILE")
	}
	return nil
}

// openSource opens the source of the settings. The caller must close it.
func (a *program) openSource(ctx context.Context) (s genus.Session, err error) {
	if err := a.checkSource(); err != nil {
		return s, err
	}
	open, err := genus.Open(ctx, a.cfg, a.options())
	if err != nil {
		return s, err
	}
	a.cfg = open.Settings()
	return *open, nil
}

// open opens the source of the settings and reads the examples. The caller must close the
// source.
func (a *program) open(ctx context.Context) (s genus.Session, ex extract.Examples, err error) {
	if a.cfg.Data, err = source.ProblemData(a.cfg); err != nil {
		return s, ex, err
	}
	if err := a.checkSource(); err != nil {
		return s, ex, err
	}
	if err := source.CheckExamples(a.session().Use()); err != nil {
		return s, ex, err
	}
	if s, err = a.openSource(ctx); err != nil {
		return s, ex, err
	}
	c := s.Settings()
	if err = s.Names().ResolveLabels(ctx, &c.PosIRI, &c.NegIRI); err == nil {
		s = s.Configured(func(own *config.Config) { own.PosIRI, own.NegIRI = c.PosIRI, c.NegIRI })
		ex, err = source.Examples(s.Use(), s.Prefixes())
	}
	if err == nil {
		err = s.Use().Source.CheckExtraction(s.Use())
	}
	if err != nil {
		s.Close()
	}
	return s, ex, err
}

// lookAt opens the source for an operation on the concept at the examples of the settings. From an
// endpoint the operation reads only what the concept needs. The caller must close the source.
func (a *program) lookAt(ctx context.Context, text string) (s api.Session, q api.About, x api.Examples, err error) {
	a.cfg.Strings = a.cfg.DB == "" // the concept may compare strings; a database is as it is
	open, ex, err := a.open(ctx)
	if err != nil {
		return s, q, x, err
	}
	if q, err = a.about(ctx, text, open.Prefixes()); err != nil {
		open.Close()
		return s, q, x, err
	}
	s = api.On(open)
	s.Once = true
	return s, q, api.Examples{Pos: ex.Pos, Neg: ex.Neg}, nil
}
