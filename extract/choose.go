package extract

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/extract/store"
)

// Choose finds the source in a database that is meant. from is its number or its
// name (the URL of the endpoint, the paths of the files); if it is empty, the
// source is the only one or the only one that was extracted from the examples, of
// which there may be none. ErrNoSource if that does not tell.
func Choose(ctx context.Context, db *store.DB, from string, ex Examples) (*store.Space, error) {
	sources, err := db.Sources(ctx)
	if err != nil {
		return nil, err
	}
	if len(sources) == 0 {
		return nil, fmt.Errorf("%w: %s is empty: fill it with genus extract", ErrIncomplete, db.Path())
	}
	fit := slices.DeleteFunc(slices.Clone(sources), func(s store.Source) bool {
		return from != "" && from != s.Name && from != strconv.Itoa(s.ID)
	})
	if len(fit) == 0 {
		return nil, fmt.Errorf("%w: %s has none called %q: it has %s", ErrNoSource, db.Path(), from, listed(sources))
	}
	if len(fit) > 1 {
		named := fit
		if fit, err = withExamples(ctx, db, fit, ex); err != nil {
			return nil, err
		}
		if len(fit) != 1 {
			return nil, fmt.Errorf("%w: %s has %s: choose one with --from and its number", ErrNoSource, db.Path(), listed(named))
		}
	}
	return db.Space(ctx, fit[0].ID)
}

// withExamples are those of the sources that have all the examples; if none
// has, all of them.
func withExamples(ctx context.Context, db *store.DB, sources []store.Source, ex Examples) ([]store.Source, error) {
	var fit []store.Source
	for _, s := range sources {
		space, err := db.Space(ctx, s.ID)
		if err != nil {
			return nil, err
		}
		has, err := hasExamples(ctx, space, ex)
		if err != nil {
			return nil, err
		}
		if has {
			fit = append(fit, s)
		}
	}
	if len(fit) == 0 {
		return sources, nil
	}
	return fit, nil
}

func hasExamples(ctx context.Context, space *store.Space, ex Examples) (bool, error) {
	var have []string
	if space.Source().Kind == store.Endpoint {
		runs, err := space.Runs(ctx)
		if err != nil {
			return false, err
		}
		for _, r := range runs {
			have = append(have, r.Examples...)
		}
	} else {
		ids, err := space.IDs(ctx, ex.All())
		if err != nil {
			return false, err
		}
		individuals, err := space.Individuals(ctx)
		if err != nil {
			return false, err
		}
		for iri, id := range ids {
			if _, is := slices.BinarySearch(individuals, id); is {
				have = append(have, iri)
			}
		}
	}
	known := set(have)
	for _, iri := range ex.All() {
		if !known[iri] {
			return false, nil
		}
	}
	return true, nil
}

func listed(sources []store.Source) string {
	parts := make([]string, len(sources))
	for i, s := range sources {
		parts[i] = fmt.Sprintf("%d (%s)", s.ID, oneLine(s.Name))
	}
	return strings.Join(parts, ", ")
}
