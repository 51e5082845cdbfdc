package counts

import (
	"context"

	"github.com/genus-kg/genus/extract/source"
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
	all, err = source.InHalves(ctx, missing, mostTerms, func(batch []string) error {
		some, err := ask(batch)
		for _, term := range batch {
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
