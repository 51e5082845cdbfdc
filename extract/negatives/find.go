package negatives

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/queries"
)

// Most is the largest value of Options.N.
const Most = 1000

// Bounds of a search.
const (
	maxMembers  = 1000 // members of a class to choose from
	maxCompared = 200  // individuals whose properties are compared; at least 10 Options.N
	maxLevels   = 3    // levels of superclasses above the classes of the positives
	maxClasses  = 10   // classes of a level whose members are drawn
)

// ErrNone: there are no suitable individuals.
var ErrNone = errors.New("no negatives found")

// Options configure a search. The zero value is usable.
type Options struct {
	// N is the number of negatives. Zero means twice the number of positives, but at
	// least 20 and at most 50.
	N int
	// Likely returns the probabilities that individuals belong to the concept of the
	// positives. If it is not nil, likely members are not taken as negatives.
	Likely func(ctx context.Context, individuals []string) ([]float64, error)
	// Seed chooses among equally similar individuals.
	Seed uint64
	// Vocabulary and Exclusions are those of the extraction.
	Vocabulary graph.Vocabulary
	Exclusions graph.Exclusions
}

// Found holds negatives and their origin.
type Found struct {
	IRIs []string `json:"iris"`
	// Classes are the classes that the positives share.
	Classes []string `json:"classes"`
	// Pool is the number of individuals to choose from. Compared is the number of those
	// whose classes and properties were compared.
	Pool     int `json:"pool"`
	Compared int `json:"compared"`
	Requests int `json:"requests"`
}

// A graph has the data in which negatives are searched.
type searched interface {
	// classes returns the stated classes of individuals.
	classes(ctx context.Context, individuals []string) (map[string][]string, error)
	// properties returns the properties of which individuals are subjects.
	properties(ctx context.Context, individuals []string) (map[string][]string, error)
	// members returns at most limit individuals with the stated class.
	members(ctx context.Context, class string, limit int) ([]string, error)
	// superclasses and subclasses return the direct ones.
	superclasses(ctx context.Context, classes []string) (map[string][]string, error)
	subclasses(ctx context.Context, class string) ([]string, error)
}

// A search is a search for negatives.
type search struct {
	searched
	isName    func(class string) bool
	positives []string        // sorted
	n         int             // number of negatives to find
	pool      []string        // the individuals to choose from
	taken     map[string]bool // the pool and the positives
}

func find(ctx context.Context, g searched, symbols *graph.Symbols, positives []string, o Options) (Found, error) {
	var found Found
	switch {
	case len(positives) == 0:
		return found, errors.New("there is no positive example for which to find negatives")
	case o.N < 0 || o.N > Most:
		return found, fmt.Errorf("%d negatives: the number must be between 0 and %d", o.N, Most)
	case o.N == 0:
		o.N = min(max(2*len(positives), 20), 50)
	}
	s := &search{searched: g, isName: symbols.IsName, positives: slices.Sorted(slices.Values(positives)), n: o.N, taken: map[string]bool{}}
	for _, p := range positives {
		s.taken[p] = true
	}
	classes, err := s.classes(ctx, s.positives)
	if err != nil {
		return found, err
	}
	if found.Classes, err = s.sharedClasses(ctx, classes); err != nil {
		return found, err
	}
	if err := s.fillPool(ctx, found.Classes); err != nil {
		return found, err
	}
	if len(s.pool) == 0 {
		return found, fmt.Errorf("%w: no class that the positives share has another member: name negatives yourself", ErrNone)
	}
	random := rand.New(rand.NewPCG(o.Seed, 0))
	choose := func() {
		found.Pool = len(s.pool)
		slices.Sort(s.pool)
		random.Shuffle(len(s.pool), func(i, j int) { s.pool[i], s.pool[j] = s.pool[j], s.pool[i] })
		s.pool = s.pool[:min(len(s.pool), max(maxCompared, 10*s.n))]
		found.Compared = len(s.pool)
	}
	choose()
	if o.Likely == nil {
		found.IRIs, err = s.mostSimilarMembers(ctx, classes)
		return found, err
	}
	found.IRIs, err = s.unlikelyMembers(ctx, o.Likely)
	for level, at := 0, found.Classes; errors.Is(err, ErrNone) && level < maxLevels; level++ { // try classes farther up
		if at, err = s.aboveNames(ctx, at); err != nil {
			return found, err
		}
		s.pool = nil
		if err = errors.Join(s.take(ctx, at), s.takeBelow(ctx, at)); err != nil {
			return found, err
		}
		choose()
		found.IRIs, err = s.unlikelyMembers(ctx, o.Likely)
	}
	return found, err
}

// maxLikely is the largest probability of membership of a negative.
const maxLikely = 0.1

// unlikelyMembers returns the first s.n individuals of the pool that are unlikely members, sorted.
// It does not prefer the most similar ones: the more an individual has in common with the
// positives, the more probably it belongs to their concept by another definition.
func (s *search) unlikelyMembers(ctx context.Context, likely func(context.Context, []string) ([]float64, error)) ([]string, error) {
	p, err := likely(ctx, s.pool)
	if err != nil {
		return nil, err
	}
	var out []string
	for i, iri := range s.pool {
		if p[i] <= maxLikely {
			out = append(out, iri)
		}
	}
	// If only a few are unlikely, the class itself may be the concept, and these few are
	// exceptions in the data.
	few := len(out) < (len(s.pool)+9)/10
	out = out[:min(s.n, len(out))]
	if few || len(out) == 0 {
		return nil, fmt.Errorf("%w: nearly all members of the classes that the positives share may be positive, too: name negatives yourself, or use none", ErrNone)
	}
	slices.Sort(out)
	return out, nil
}

// fillPool adds members of the classes to the pool. While there are too few, it goes on with
// their subclasses, their superclasses, the subclasses of these, and so on.
func (s *search) fillPool(ctx context.Context, classes []string) error {
	for range maxLevels {
		if err := s.take(ctx, classes); err != nil || len(s.pool) >= s.n {
			return err
		}
		if err := s.takeBelow(ctx, classes); err != nil || len(s.pool) >= s.n {
			return err
		}
		var err error
		if classes, err = s.aboveNames(ctx, classes); err != nil {
			return err
		}
	}
	return nil
}

// aboveNames returns the direct superclasses that are concept names.
func (s *search) aboveNames(ctx context.Context, classes []string) ([]string, error) {
	above, err := s.superclasses(ctx, classes)
	return slices.DeleteFunc(sortedUnion(slices.Collect(maps.Values(above))...), func(class string) bool { return !s.isName(class) }), err
}

// takeBelow adds members of the direct subclasses to the pool.
func (s *search) takeBelow(ctx context.Context, classes []string) error {
	var below []string
	for _, class := range classes[:min(len(classes), maxClasses)] {
		subclasses, err := s.subclasses(ctx, class)
		if err != nil {
			return err
		}
		below = append(below, subclasses...)
	}
	return s.take(ctx, sortedUnion(below))
}

// take adds members of the classes to the pool.
func (s *search) take(ctx context.Context, classes []string) error {
	for _, class := range classes[:min(len(classes), maxClasses)] {
		members, err := s.members(ctx, class, maxMembers)
		if err != nil {
			return err
		}
		for _, m := range members {
			if _, err := queries.IRI(m); err == nil && !s.taken[m] {
				s.taken[m] = true
				s.pool = append(s.pool, m)
			}
		}
	}
	return nil
}
