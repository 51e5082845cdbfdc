package source

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/queries"
)

// Dialect returns the dialect of the settings. If they leave it open, it probes the
// endpoint of the source, once. Without an endpoint or a source the engine inside the
// process is meant, which is standard.
func (s Use) Dialect(ctx context.Context) (queries.Dialect, error) {
	if s.Config.Dialect != config.Auto {
		d, err := queries.ParseDialect(s.Config.Dialect)
		if err != nil {
			return 0, Usage(fmt.Errorf("--dialect: %w", err))
		}
		return d, nil
	}
	src := s.Source
	if !src.IsEndpoint() {
		return 0, nil
	}
	src.dialect.mu.Lock()
	defer src.dialect.mu.Unlock()
	if src.dialect.found != nil {
		return *src.dialect.found, nil
	}
	d := graph.FindDialect(ctx, src.Client)
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	src.dialect.found = &d
	s.Reporter.Detail("dialect of the endpoint: %s", d)
	return d, nil
}
