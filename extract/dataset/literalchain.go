package dataset

import (
	"slices"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/source"
	"github.com/genus-kg/genus/learner/dl"
)

const throughLiterals = "its chains can pass through a literal, which a path of SPARQL cannot exclude"

// chainsThroughLiterals returns the roles that no query can express: the transitive roles
// with a step to a literal and a step back from one, and the roles above them. A property
// path cannot exclude nodes in its middle (SPARQL 1.1, section 9). Literals are not
// individuals, so the path would relate individuals that the role does not relate.
func (d *Dataset) chainsThroughLiterals() []crawl.Dropped {
	schema, chains := d.Symbols.Schema(), d.Symbols.Chains()
	if len(chains) == 0 || !d.Vocabulary.RDFS {
		return nil
	}
	literal := d.literalProperties()
	var out []crawl.Dropped
	for _, c := range chains {
		to := slices.ContainsFunc(c.Steps, func(s source.Step) bool { return !s.Inverse && literal[s.Property] })
		back := slices.ContainsFunc(c.Steps, func(s source.Step) bool { return s.Inverse && literal[s.Property] })
		if !to || !back {
			continue
		}
		for _, above := range schema.Above(dl.Role{IRI: c.Role.Property, Inverse: c.Role.Inverse}) {
			if d.Symbols.IsSymbol(above.IRI) {
				out = append(out, crawl.Dropped{Property: above.IRI, Direction: directionOf(crawl.Out, above.Inverse), Reason: throughLiterals})
			}
		}
	}
	return out
}

// literalProperties returns the properties with a literal as a value.
func (d *Dataset) literalProperties() map[string]bool {
	ids := map[facts.ID]bool{}
	for _, v := range d.Facts.Values {
		ids[v.Property] = true
	}
	all := map[string]bool{}
	for p := range ids {
		all[d.Facts.Term(p)] = true
	}
	for _, s := range d.Facts.Skipped {
		all[s.Property] = true
	}
	return all
}
