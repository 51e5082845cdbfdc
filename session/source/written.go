package source

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// English returns the concept in words, with the labels that are known.
func (p *Problem) English(c dl.Concept) string { return syntax.English(c, p.InWords(c)) }

// inWords returns how to put the concept into words.
func (p *Problem) InWords(c dl.Concept) syntax.EnglishOptions {
	return syntax.EnglishOptions{Labels: p.Info.Labels, Prefixes: p.Source.PrefixesOf(c)}
}
