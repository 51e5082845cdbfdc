package genus

import (
	"errors"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract"
)

// followRedirects calls do with the examples. If some of them are redirects, such as items
// of Wikidata that were merged into others, it says so and calls do again with the IRIs that
// take their place.
func followRedirects[T any](s Session, ex extract.Examples, do func(extract.Examples) (T, error)) (T, error) {
	followed := map[string]bool{}
	for {
		result, err := do(ex)
		var redirects *extract.RedirectError
		if !errors.As(err, &redirects) {
			return result, err
		}
		for _, from := range slices.Sorted(maps.Keys(redirects.To)) {
			p, to := s.Source.Prefixes, redirects.To[from]
			if followed[from] {
				return result, Usagef("%s redirects to itself", p.Shorten(from))
			}
			followed[from] = true
			s.Reporter.Note("note: %s redirects to %s, which takes its place", p.Shorten(from), p.Shorten(to))
		}
		if ex, err = ex.Replace(redirects.To); err != nil {
			return result, Usage(err)
		}
		noteDuplicates(s.Reporter, ex.Duplicates)
	}
}
