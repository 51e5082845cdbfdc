package config

import (
	"strings"
)

// ExamplesConfig gives the examples, by Pos and Neg, by PosIRI and NegIRI, or by Problem.
type ExamplesConfig struct {
	Pos, Neg       string // paths
	PosIRI, NegIRI []string
	Problem        string // path, and # and the name of a problem in the file
}

// exampleSettings returns the settings of the group Examples.
func (c *Config) exampleSettings() []Setting {
	return []Setting{
		{
			Name: "pos", Group: Examples, Arg: "FILE", Value: &c.Pos, Choice: "examples", Side: "pos and neg",
			Help: "positive examples: one IRI or CURIE per line, optionally followed by a weight; # starts a comment",
		},
		{
			Name: "neg", Group: Examples, Arg: "FILE", Value: &c.Neg, Choice: "examples", Side: "pos and neg",
			Help: "negative examples",
		},
		{
			Name: "pos-iri", Group: Examples, Arg: "IRI...",
			Value: &c.PosIRI, Choice: "examples", Side: "pos-iri and neg-iri",
			Help: "positive examples",
		},
		{
			Name: "neg-iri", Group: Examples, Arg: "IRI...",
			Value: &c.NegIRI, Choice: "examples", Side: "pos-iri and neg-iri",
			Help: "negative examples",
		},
		{
			Name: "problem", Group: Examples, Arg: "FILE[#NAME]",
			Value: &c.Problem, Choice: "examples", Side: "problem",
			Help: "examples of an Ontolearn JSON or DL-Learner .conf file; FILE#NAME chooses one of several problems",
		},
	}
}

// ProblemFile returns the path of the problem file and the name of a problem in it, which is
// empty if none is given.
func (c Config) ProblemFile() (path, name string) {
	path, name, _ = strings.Cut(c.Problem, "#")
	return path, name
}
