package dataset

import (
	"slices"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// literalChains returns the transitive roles whose chains can pass through a literal: they
// have a step to a literal and a step back from one. Both directions of a property are
// among them, or none.
func (d *Dataset) literalChains() []graph.Chain {
	chains := d.Symbols.Chains()
	if len(chains) == 0 || !d.Vocabulary.RDFS {
		return nil
	}
	literal := d.literalProperties()
	return slices.DeleteFunc(chains, func(c graph.Chain) bool {
		to := slices.ContainsFunc(c.Steps, func(s graph.Step) bool { return !s.Inverse && literal[s.Property] })
		back := slices.ContainsFunc(c.Steps, func(s graph.Step) bool { return s.Inverse && literal[s.Property] })
		return !to || !back
	})
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
