package syntax

import "github.com/genus-kg/genus/learner/dl"

// nominals reads individuals up to the brace that closes, as the union of
// their nominals.
func (p *parser) nominals() (dl.Concept, error) {
	var cs []dl.Concept
	for {
		c, err := p.individual()
		if err != nil {
			return nil, err
		}
		cs = append(cs, c)
		if len(cs) > MaxDepth/2 {
			return nil, p.fail(p.peek(), "more than %d individuals in braces", MaxDepth/2)
		}
		if !p.accept(tokComma) && !p.accept(tokOr) { // Ontolearn writes {a ⊔ b}
			return dl.Disj(cs...), p.expect(tokUnbrace, `"}"`)
		}
	}
}

// individual reads the name of an individual as its nominal.
func (p *parser) individual() (dl.Concept, error) {
	t := p.next()
	if t.kind != tokName && t.kind != tokIRI {
		return nil, p.expected(t, "an individual")
	}
	iri, err := p.resolve(t)
	if err != nil {
		return nil, err
	}
	return dl.Nominal{IRI: iri}, nil
}
