package crawl

import "fmt"

// Defaults of Bounds.
const (
	DefaultDepth       = 2
	DefaultSuccessors  = 1000
	DefaultIndividuals = 100_000
	DefaultFacts       = 2_000_000
)

// Bounds limit what is extracted from a source. Whatever passes one of them takes
// a role, in one direction, out of the language; nothing is dropped silently.
type Bounds struct {
	// Depth is how many edges the crawl goes from the examples: what is learned
	// may have that role depth. Zero means DefaultDepth; a negative number means
	// classes and features of the examples only.
	Depth int `json:"depth"`
	// Successors is the largest number of successors by one role (or values of
	// one feature) that an individual may have. Zero means DefaultSuccessors.
	Successors int `json:"successors"`
	// Individuals is the largest size of the domain. Zero means DefaultIndividuals.
	Individuals int `json:"individuals"`
	// Facts is the largest number of facts. Zero means DefaultFacts.
	Facts int `json:"facts"`
}

// WithDefaults fills in what is zero. A negative depth becomes 0.
func (b Bounds) WithDefaults() Bounds {
	for _, d := range []struct {
		n  *int
		or int
	}{{&b.Depth, DefaultDepth}, {&b.Successors, DefaultSuccessors}, {&b.Individuals, DefaultIndividuals}, {&b.Facts, DefaultFacts}} {
		if *d.n == 0 {
			*d.n = d.or
		}
	}
	b.Depth = max(b.Depth, 0)
	return b
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
