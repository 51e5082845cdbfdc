package command

import (
	"context"

	"github.com/genus-kg/genus/cmd/genus/workbench"
	"github.com/genus-kg/genus/extract"
)

// workbench is what the settings of the command say, told on the terminal.
func (a *app) workbench() workbench.Bench {
	return workbench.Bench{Config: a.cfg, Reporter: a.status, Version: programVersion(), Only: a.only}
}

// oneSource reports how many sources there are, if not one.
func (a *app) oneSource() error {
	if a.cfg.Endpoint == "" && len(a.cfg.Data) == 0 && a.cfg.DB == "" {
		return workbench.Usagef("no source: give --endpoint URL, --data FILE... or --db FILE")
	}
	if a.cfg.Endpoint == "" && a.cfg.DryRun {
		return workbench.Usagef("--dry-run says what asking an endpoint would cost: give --endpoint URL")
	}
	return nil
}

// open opens the source and puts the examples of the settings into it: an
// endpoint is crawled into a database in memory or the cache. The source of the
// problem is to be closed.
func (a *app) open(ctx context.Context) (*workbench.Problem, error) {
	var err error
	if a.cfg.Data, err = workbench.ProblemData(a.cfg); err != nil {
		return nil, err
	}
	if err := a.oneSource(); err != nil {
		return nil, err
	}
	b := a.workbench()
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
func (a *app) endpointExamples() (extract.Examples, error) {
	b := a.workbench()
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
func (a *app) put(ctx context.Context, s *workbench.Source, ex extract.Examples) (*workbench.Problem, error) {
	b := a.workbench()
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
