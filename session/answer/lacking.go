package answer

import (
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// A Lack is a missing individual about which the data do not say enough: who adds it to the data needs no repair.
type Lack struct {
	source.Term
	Only bool   `json:"only" jsonschema:"nothing else keeps it out"`
	Text string `json:"text" jsonschema:"what the data do not have, in words"`
}

// lacks returns the missing individuals that lack values of the given concept. A role that was not read may have some.
func lacks(p *source.Problem, c dl.Concept) (list []Lack, err error) {
	e := interp.NewEvaluator(p.Structure)
	holds := func(part dl.Concept, a interp.Individual) (bool, error) {
		x, err := e.Extension(part)
		return err == nil && x.Test(uint(a)), err
	}
	for a, positive := range p.EachExample() {
		if !positive {
			continue
		}
		paths, only, err := p.Structure.Lacking(holds, c, a)
		if err != nil {
			return nil, err
		}
		var texts []string
		for _, path := range paths {
			if !slices.ContainsFunc(path, func(r dl.Role) bool { return isRemoved(p, r) }) {
				texts = append(texts, p.Lacks(path))
			}
		}
		if len(texts) > 0 {
			iri := p.Structure.IRI(a)
			only = only && len(texts) == len(paths)
			list = append(list, Lack{source.Term{IRI: iri, Label: p.Info.Labels[iri]}, only, strings.Join(texts, "; ")})
		}
	}
	return list, nil
}

func isRemoved(p *source.Problem, r dl.Role) bool {
	return slices.ContainsFunc(p.Removed, func(x interp.Removal) bool {
		return x.Feature == r.IRI || x.Role.IRI == r.IRI && x.Role.Inverse == r.Inverse
	})
}
