package answer

import (
	"context"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/session/source"
)

// ExtractOptions returns the options of the settings for an extraction around the examples. Of a
// Wikibase it also reads the statements of the properties whose qualifiers nearly all positives
// share.
func (s Worker) ExtractOptions(ctx context.Context, ex extract.Examples) (extract.CrawlOptions, error) {
	o, err := s.CrawlOptions()
	if err != nil {
		return o, err
	}
	return source.FollowRedirects(ctx, s.Use, ex, func(ex extract.Examples) (extract.CrawlOptions, error) {
		qualified, err := s.qualified(ctx, ex, nil)
		o.Bounds = o.Bounds.WithQualified(qualified)
		return o, err
	})
}
