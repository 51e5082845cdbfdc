package session

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// A Written is a concept in two notations.
type Written struct {
	DL         string `json:"dl"`
	Manchester string `json:"manchester"`
	Size       int    `json:"size"`
	Depth      int    `json:"depth"`
}

// A Score is how a concept classifies the examples.
type Score struct {
	TP       int     `json:"tp"`
	FP       int     `json:"fp"`
	TN       int     `json:"tn"`
	FN       int     `json:"fn"`
	Accuracy float64 `json:"accuracy"`
	F1       float64 `json:"f1"`
}

// Write writes the concept with the prefixes. kinds are the kinds of values of
// each feature, as far as the data is known.
func Write(c dl.Concept, prefixes syntax.Prefixes, kinds map[string][]dl.Kind) Written {
	return Written{
		DL: syntax.Print(c, syntax.Options{Prefixes: prefixes}),
		Manchester: syntax.Print(c,
			syntax.Options{Notation: syntax.Manchester, Prefixes: prefixes, Exact: true, Kinds: kinds}),
		Size:  dl.Size(c),
		Depth: dl.Steps(c),
	}
}

// NewScore returns the confusion with its measures.
func NewScore(c interp.Confusion) *Score {
	return &Score{c.TP, c.FP, c.TN, c.FN, c.Accuracy(), c.F1()}
}

// A Labelled is a concept with labels in place of names.
type Labelled struct {
	DL         string `json:"dl"`
	Manchester string `json:"manchester"`
	English    string `json:"english"`
	SPARQL     string `json:"sparql"`
}

// Labelled writes the concept with labels in place of names. SPARQL stays empty.
func NewLabelled(c dl.Concept, v Writing) Labelled {
	titles := syntax.Titles(c, v.Labels, v.Prefixes)
	return Labelled{
		DL:         syntax.Print(c, syntax.Options{Prefixes: v.Prefixes, Titles: titles}),
		Manchester: syntax.Print(c, syntax.Options{Notation: syntax.Manchester, Prefixes: v.Prefixes, Exact: true, Kinds: v.Kinds, Titles: titles}),
		English:    syntax.English(c, syntax.EnglishOptions{Labels: v.Labels, Prefixes: v.Document}),
	}
}

// English returns the concept in words, with the labels that are known.
func (p *Problem) English(c dl.Concept) string { return syntax.English(c, p.inWords(c)) }

// inWords returns how to put the concept into words.
func (p *Problem) inWords(c dl.Concept) syntax.EnglishOptions {
	return syntax.EnglishOptions{Labels: p.Info.Labels, Prefixes: p.Source.PrefixesOf(c)}
}
