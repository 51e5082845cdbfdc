package crawl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Defaults of Bounds.
const (
	DefaultDepth       = 2
	DefaultSuccessors  = 1000
	DefaultIndividuals = 100_000
	DefaultFacts       = 2_000_000
)

// Bounds limit what is extracted from a source. If a role in one direction exceeds one of
// them it is dropped, with a reason.
type Bounds struct {
	// Depth is the largest distance of an individual from the examples, in edges, and
	// so the largest role depth of a concept. Zero means DefaultDepth; a negative number
	// means classes and features of the examples only.
	Depth int `json:"depth"`
	// Successors is the largest number of successors by one role (or values of
	// one feature) that an individual may have. Zero means DefaultSuccessors.
	Successors int `json:"successors"`
	// Individuals is the largest size of the domain. Zero means DefaultIndividuals.
	Individuals int `json:"individuals"`
	// Facts is the largest number of facts. Zero means DefaultFacts.
	Facts int `json:"facts"`
	// Statements are the names of the properties of a Wikibase whose statements are read with
	// their qualifiers, separated by spaces. The vocabulary has their namespace.
	Statements string `json:"statements,omitempty"`
}

// Qualified returns the names in Statements.
func (b Bounds) Qualified() []string { return strings.Fields(b.Statements) }

// WithQualified adds names to Statements.
func (b Bounds) WithQualified(names []string) Bounds {
	all := slices.Concat(b.Qualified(), names)
	slices.Sort(all)
	b.Statements = strings.Join(slices.Compact(all), " ")
	return b
}

// QualifiedIn returns the Statements that the other bounds have, too.
func (b Bounds) QualifiedIn(other Bounds) string {
	return strings.Join(slices.DeleteFunc(b.Qualified(), func(name string) bool {
		return !slices.Contains(other.Qualified(), name)
	}), " ")
}

// WithDefaults replaces zeros by the defaults. A negative depth becomes 0.
func (b Bounds) WithDefaults() Bounds {
	return Bounds{
		Depth:       max(cmp.Or(b.Depth, DefaultDepth), 0),
		Successors:  cmp.Or(b.Successors, DefaultSuccessors),
		Individuals: cmp.Or(b.Individuals, DefaultIndividuals),
		Facts:       cmp.Or(b.Facts, DefaultFacts),
		Statements:  b.Statements,
	}
}

// Validate reports the first bound that cannot be used.
func (b Bounds) Validate() error {
	for _, n := range []struct {
		name string
		n    int
	}{{"successors", b.Successors}, {"individuals", b.Individuals}, {"facts", b.Facts}} {
		if n.n < 0 {
			return fmt.Errorf("bound on %s: %d is negative", n.name, n.n)
		}
	}
	return nil
}
