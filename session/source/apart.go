package source

import (
	"cmp"

	"github.com/genus-kg/genus/internal/say"
)

// name returns the label of an individual, or its IRI in short.
func (p *Problem) Name(iri string) string {
	return cmp.Or(say.OneLine(p.Info.Labels[iri]), p.Source.Prefixes().Shorten(iri))
}
