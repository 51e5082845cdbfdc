package source

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/config"
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
	if s.Source == nil {
		return 0, nil
	}
	return s.Source.findDialect(ctx, s)
}
