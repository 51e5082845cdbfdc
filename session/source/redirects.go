package source

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract"
)

// FollowRedirects calls do with the examples. If some of them are redirects, such as items
// of Wikidata that were merged into others, or in another Unicode normal form than in the data,
// it says so and calls do again with the IRIs that take their place.
func FollowRedirects[T any](ctx context.Context, s Use, ex extract.Examples,
	do func(extract.Examples) (T, error)) (T, error) {
	followed, sources := map[string]bool{}, map[string]string{}
	for {
		result, err := do(ex)
		var redirects *extract.RedirectError
		var unknown *extract.UnknownExamplesError
		if errors.As(err, &unknown) && s.Source != nil && ctx.Err() == nil {
			if to := s.inOtherForms(ctx, unknown.IRIs); len(to) > 0 {
				NoteForms(s, to)
				if ex, err = ex.Replace(to); err != nil {
					return result, Usage(err)
				}
				noteDuplicates(s.Reporter, ex.Duplicates)
				continue
			}
		}
		if !errors.As(err, &redirects) {
			err = s.withHint(ctx, err)
			if errors.As(err, &unknown) && sources[unknown.IRIs[0]] != "" { // the user did not write it
				p, to := s.Source.Prefixes(), unknown.IRIs[0]
				err = fmt.Errorf("%s redirects to %s: %w", p.Shorten(sources[to]), p.Shorten(to), err)
			}
			return result, err
		}
		for _, from := range slices.Sorted(maps.Keys(redirects.To)) {
			p, to := s.Source.Prefixes(), redirects.To[from]
			if followed[from] {
				return result, Usagef("%s redirects to itself", p.Shorten(from))
			}
			followed[from], sources[to] = true, from
			s.Reporter.Note("note: %s redirects to %s, which takes its place", p.Shorten(from), p.Shorten(to))
		}
		if ex, err = ex.Replace(redirects.To); err != nil {
			return result, Usage(err)
		}
		noteDuplicates(s.Reporter, ex.Duplicates)
	}
}
