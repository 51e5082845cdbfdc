package negatives

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/genus-kg/genus/extract/source"
	"github.com/genus-kg/genus/queries"
)

// Most is the largest number of negatives that may be asked for.
const Most = 1000

// Bounds of a search.
const (
	maxMembers  = 1000 // members of one class to choose from
	maxCompared = 200  // individuals whose properties are compared, or ten for each wanted
	maxLevels   = 3    // from the classes of the positives upwards
	maxClasses  = 10   // of one level whose members are asked for
)

// ErrNone: no class of the positives has other members.
var ErrNone = errors.New("no negatives found")

// Options tell which negatives are wanted.
type Options struct {
	// N is their number; zero means 20, or twice as many as there are positives, but 50
	// at most.
	N int
	// Likely are the probabilities that individuals belong to what the positives stand
	// for; nil if nobody can tell. Those that may well belong are not taken.
	Likely func(ctx context.Context, individuals []string) ([]float64, error)
	// Seed decides among those that are equally alike.
	Seed uint64
	// Vocabulary and Exclusions are those of the extraction.
	Vocabulary source.Vocabulary
	Exclusions source.Exclusions
}

// Found are negatives, and where they come from.
type Found struct {
	IRIs []string `json:"iris"`
	// Classes are those that the positives share, of which they were taken.
	Classes []string `json:"classes"`
	// Pool is how many there were to choose from, Compared of how many the classes
	// and properties were compared.
	Pool     int `json:"pool"`
	Compared int `json:"compared"`
	Requests int `json:"requests"`
}

// graph is where negatives are looked for.
type graph interface {
	// classes are those of individuals, as stated.
	classes(ctx context.Context, individuals []string) (map[string][]string, error)
	// properties are those of which individuals are subjects.
	properties(ctx context.Context, individuals []string) (map[string][]string, error)
	// members are some of which the class is stated, no more than the limit.
	members(ctx context.Context, class string, limit int) ([]string, error)
	// superclasses and subclasses are the direct ones.
	superclasses(ctx context.Context, classes []string) (map[string][]string, error)
	subclasses(ctx context.Context, class string) ([]string, error)
}

// search is one search for negatives.
type search struct {
	graph
	isName    func(class string) bool
	positives []string // sorted
	n         int
	pool      []string
	taken     map[string]bool // the pool and the positives
}

func find(ctx context.Context, g graph, symbols *source.Symbols, positives []string, o Options) (Found, error) {
	var found Found
	switch {
	case len(positives) == 0:
		return found, errors.New("there is no positive example to find negatives for")
	case o.N < 0 || o.N > Most:
		return found, fmt.Errorf("%d negatives: want a number up to %d", o.N, Most)
	case o.N == 0:
		o.N = min(max(2*len(positives), 20), 50)
	}
	s := &search{graph: g, isName: symbols.IsName, positives: slices.Sorted(slices.Values(positives)), n: o.N, taken: map[string]bool{}}
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
		found.IRIs, err = s.mostAlike(ctx, classes)
		return found, err
	}
	found.IRIs, err = s.unlikely(ctx, o.Likely)
	for level, at := 0, found.Classes; errors.Is(err, ErrNone) && level < maxLevels; level++ { // farther away
		if at, err = s.aboveNames(ctx, at); err != nil {
			return found, err
		}
		s.pool = nil
		if err = errors.Join(s.take(ctx, at), s.takeBelow(ctx, at)); err != nil {
			return found, err
		}
		choose()
		found.IRIs, err = s.unlikely(ctx, o.Likely)
	}
	return found, err
}

// mostLikely is the probability up to which an individual is taken for a negative.
const mostLikely = 0.1

// unlikely are the first of the pool that hardly belong. They are not those most
// alike: the more an individual has in common with the positives, the likelier it
// belongs to something that nobody has thought of.
func (s *search) unlikely(ctx context.Context, likely func(context.Context, []string) ([]float64, error)) ([]string, error) {
	p, err := likely(ctx, s.pool)
	if err != nil {
		return nil, err
	}
	var out []string
	for i, iri := range s.pool {
		if p[i] <= mostLikely {
			out = append(out, iri)
		}
	}
	few := len(out) < (len(s.pool)+9)/10 // then they are odd ones of a class that is meant
	out = out[:min(s.n, len(out))]
	if few || len(out) == 0 {
		return nil, fmt.Errorf("%w: everything of the classes that the positives share may well be one of them: name negatives yourself, or go without", ErrNone)
	}
	slices.Sort(out)
	return out, nil
}

// fillPool takes the members of the classes and, while these are too few, of their
// subclasses, of their superclasses, of the subclasses of these …
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

// aboveNames are the direct superclasses that may be used.
func (s *search) aboveNames(ctx context.Context, classes []string) ([]string, error) {
	above, err := s.superclasses(ctx, classes)
	return slices.DeleteFunc(distinct(slices.Collect(maps.Values(above))...), func(class string) bool { return !s.isName(class) }), err
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
	return s.take(ctx, distinct(below))
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
