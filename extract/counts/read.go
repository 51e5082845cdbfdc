package counts

import (
	"context"

	"github.com/genus-kg/genus/extract/graph"
)

// mostTerms is the largest number of terms in one request.
const mostTerms = 300

// read passes the facts about each term to take, in the order of the terms. It takes them
// from the memory or asks for them, about as many terms at a time as the endpoint allows.
// It reports whether all were read.
func (e *Endpoint) read(ctx context.Context, what string, terms []string, ask func(terms []string) (map[string]facts, error), take func(term string, f facts)) (all bool, err error) {
	found := make(map[string]facts, len(terms))
	var missing []string
	for _, term := range terms {
		if f, ok := e.memory.find(memoryKey{what, term}); ok {
			found[term] = f
		} else {
			missing = append(missing, term)
		}
	}
	all, err = graph.InHalves(ctx, missing, mostTerms, func(batch []string) error {
		some, err := ask(batch)
		for _, term := range batch {
			switch f, ok := some[term]; {
			case err == nil:
				found[term] = f
				e.memory.keep(memoryKey{what, term}, f)
			case ok:
				found[term] = f // incomplete: not for the memory
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
