package propose

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
)

// options are those of a ranking, with what follows from them.
type options struct{ ask.Options }

// withDefaults sets the defaults that ask.Options tells.
func (o options) withDefaults() options {
	if o.Language == 0 {
		o.Language = dl.All
	}
	if o.Sure == 0 {
		o.Sure = 0.8
	}
	return o
}

// allows reports whether an atom or a chain is in the language of the candidates and within the
// bounds of depth and number.
func (o options) allows(c dl.Concept) bool {
	if n, ok := c.(dl.AtLeast); ok && o.MaxNumber > 0 && n.N > o.MaxNumber {
		return false
	}
	// A statement with all its parts is one step.
	return o.Language.Has(dl.LanguageOf(c)) && (o.MaxDepth == 0 || o.Statements.Depth(c) <= o.MaxDepth)
}

func (o options) isLabel(feature string) bool { return slices.Contains(o.Labels, feature) }

// isAboutStatements reports whether the role starts or ends at a statement. It is only used in
// a qualified role.
func (o options) isAboutStatements(role string) bool {
	part, _, ok := o.Statements.Split(role)
	_, _, reified := dl.ReifiedBy(role)
	return ok && part != dl.Direct || reified
}

// isClaim reports whether the role leads from an individual to statements about it: those of a Wikibase, or the
// reifiers of statements (RDF 1.2).
func (o options) isClaim(role string) bool {
	_, toValue, reified := dl.ReifiedBy(role)
	return o.Statements.Is(role, dl.Claim) || reified && !toValue
}

// isValueOf reports whether the role leads from a statement to its value.
func (o options) isValueOf(role string) bool {
	_, toValue, _ := dl.ReifiedBy(role)
	return o.Statements.Is(role, dl.ValueOf) || toValue
}

// isInner reports whether the role starts at a statement or at a quantity. The roles to qualifiers of a reifier may
// start elsewhere, too, and are none of them.
func (o options) isInner(role string) bool { return o.Statements.IsInner(role) || o.isValueOf(role) }

// largestUnion returns the union of as many of the first concepts as the options allow, if
// it has more than half of n positives. covered has the numbers of positives in the first
// 0, 1, 2, ... concepts.
func (o options) largestUnion(cs []dl.Concept, covered []int, n int) []dl.Concept {
	for k := len(cs); k > 0 && 2*covered[k] > n; k-- {
		c := normal.Disjoin(cs[:k])
		if o.Language.Has(dl.LanguageOf(c)) && (o.MaxSize == 0 || dl.Size(c) <= o.MaxSize) {
			return []dl.Concept{c}
		}
	}
	return nil
}
