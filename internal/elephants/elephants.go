// Package elephants is the knowledge graph of the demo: a few hundred animals of five
// zoos, with their parents, keepers and measures, and two problems over it.
//
// The main problem is that of the paper's introduction: the male elephants that weigh at
// least three tonnes or have at least two daughters. The sister problem omits the weight.
// The examples are near twins, so that no concept smaller than Target and SisterTarget
// separates them.
//
// The tests check that the targets separate their examples, and that at least ten
// individuals that are not examples of the main problem are in Target.
//
// Source: Funk, Jung, Voellmer, "Bounded Fitting for Expressive Description Logics",
// section 1.
package elephants

import (
	_ "embed" // the files
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Namespace is that of all terms of the graph; its prefix is zoo.
const (
	// Namespace is that of all terms of the graph; Prefix is its usual prefix.
	Namespace = "http://example.org/zoo#"
	Prefix    = "zoo"
)

// Turtle is the graph.
//
//go:embed elephants.ttl
var Turtle string

var (
	//go:embed pos.txt
	posText string
	//go:embed neg.txt
	negText string
	//go:embed sister_pos.txt
	sisterPosText string
	//go:embed sister_neg.txt
	sisterNegText string
)

// The examples, as IRIs: of the main problem and of its sister.
var (
	Positives       = iris(posText)
	Negatives       = iris(negText)
	SisterPositives = iris(sisterPosText)
	SisterNegatives = iris(sisterNegText)
)

var (
	elephant  = dl.Name{IRI: Namespace + "Elephant"}
	male      = dl.Name{IRI: Namespace + "Male"}
	daughters = dl.AtLeast{
		N:    2,
		Role: dl.Role{IRI: Namespace + "childOf", Inverse: true},
		C:    dl.Name{IRI: Namespace + "Female"},
	}
	heavy = dl.Compare{Feature: Namespace + "weight", Op: dl.GreaterEq, Value: dl.Int(3000)}
)

// Target is the concept of the main problem, of size 8: Elephant ⊓ Male ⊓ ((weight ≥
// 3000) ⊔ (≥2 childOf⁻.Female)).
var Target dl.Concept = dl.And{L: elephant, R: dl.And{L: male, R: dl.Or{L: heavy, R: daughters}}}

// SisterTarget is the concept of the sister problem, of size 6: Elephant ⊓ Male ⊓ (≥2
// childOf⁻.Female).
var SisterTarget dl.Concept = dl.And{L: elephant, R: dl.And{L: male, R: daughters}}

// iris returns the lines that are neither blank nor comments.
func iris(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}
