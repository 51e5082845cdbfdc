package counts

import (
	"context"
	"errors"

	"github.com/genus-kg/genus/connector"
)

// mostTerms is how many terms are looked at in one request.
const mostTerms = 300

// read passes on the facts about each term, in their order: from the memory, or by
// asking for as many terms at a time as the endpoint allows. It reports whether all
// were read.
func (e *Endpoint) read(ctx context.Context, what string, terms []string, ask func(terms []string) (map[string]facts, error), take func(term string, f facts)) (all bool, err error) {
	found := make(map[string]facts, len(terms))
	var missing []string
	for _, term := range terms {
		if f, ok := e.memory.find(asked{what, term}); ok {
			found[term] = f
		} else {
			missing = append(missing, term)
		}
	}
	all, err = halves(ctx, 0, len(missing), mostTerms, func(from, to int) error {
		some, err := ask(missing[from:to])
		for _, term := range missing[from:to] {
			switch f, ok := some[term]; {
			case err == nil:
				found[term] = f
				e.memory.keep(asked{what, term}, f)
			case ok:
				found[term] = f // nobody else may be told so little
			}
		}
		return err
	})
	for _, term := range terms {
		if f, ok := found[term]; ok && err == nil {
			take(term, f)
		}
	}
	return all, err
}

// refused reports whether the endpoint declined the question, rather than being
// out of reach.
func refused(ctx context.Context, err error) bool {
	if ctx.Err() != nil {
		return false
	}
	for _, target := range []error{connector.ErrTimeout, connector.ErrTruncated, connector.ErrQueryTooLarge, connector.ErrTooLarge} {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

// halves calls do for as many of n things at a time as most allows, and for half of
// them where that is refused. Of a single one that is refused nothing is known: then
// it reports false.
func halves(ctx context.Context, from, to, most int, do func(from, to int) error) (all bool, err error) {
	all = true
	for ; from < to; from += most {
		end := min(from+most, to)
		err := do(from, end)
		switch {
		case err == nil:
		case !refused(ctx, err):
			return false, err
		case end-from > 1:
			rest, err := halves(ctx, from, end, (end-from+1)/2, do)
			if err != nil {
				return false, err
			}
			all = all && rest
		default:
			all = false
		}
	}
	return all, nil
}
