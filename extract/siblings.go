package extract

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/genus-kg/genus/queries"
)

// MaxSiblings is the largest number of siblings that may be asked for.
const MaxSiblings = 1000

// Bounds of a search for siblings.
const (
	siblingPool   = 1000 // members of one class to choose from
	siblingAsked  = 200  // individuals whose traits are compared, or ten for each wanted
	siblingLevels = 3    // from the classes of the positives upwards
	siblingWidth  = 10   // classes of one level whose members are asked for
)

// ErrNoSiblings: no class of the positives has other members.
var ErrNoSiblings = errors.New("no negatives found")

// SiblingOptions tell which negatives are wanted.
type SiblingOptions struct {
	// N is their number; zero means as many as there are positives.
	N int
	// Seed decides among those that are equally alike.
	Seed uint64
	// Vocabulary and Exclusions are those of the extraction.
	Vocabulary Vocabulary
	Exclusions Exclusions
}

// Siblings are individuals that are like the positives and none of them: what
// stands for negatives where the user has none. That they are not like them in
// what counts nobody has said: they are a closed-world guess.
type Siblings struct {
	IRIs []string `json:"iris"`
	// Classes are those that the positives share, of which they were taken.
	Classes []string `json:"classes"`
	// Pool is how many there were to choose from, Compared of how many the traits
	// were compared.
	Pool     int `json:"pool"`
	Compared int `json:"compared"`
	Requests int `json:"requests"`
}

// kin answers what a search for siblings asks.
type kin interface {
	// types are the classes of individuals, as stated.
	types(ctx context.Context, individuals []string) (map[string][]string, error)
	// above are direct superclasses, below direct subclasses.
	above(ctx context.Context, classes []string) (map[string][]string, error)
	below(ctx context.Context, class string) ([]string, error)
	// members are some that the class is stated of, no more than the limit.
	members(ctx context.Context, class string, limit int) ([]string, error)
	// traits are the properties of which individuals are subjects.
	traits(ctx context.Context, individuals []string) (map[string][]string, error)
}

// FindSiblings asks an endpoint for individuals that are like the positives: that
// have the most specific classes the positives share, and of these the ones with
// most of the positives' classes and properties. The same seed gives the same
// ones, if no class has more members than an endpoint is asked for (1000).
func FindSiblings(ctx context.Context, client Client, positives []string, o SiblingOptions) (Siblings, error) {
	o.Vocabulary, o.Exclusions = o.Vocabulary.WithDefaults(), o.Exclusions.withDefaults()
	e := &endpointKin{client: client, o: o, taste: newTaste(o.Vocabulary, o.Exclusions)}
	s, err := findSiblings(ctx, e, e.taste, positives, o)
	s.Requests = e.requests
	return s, err
}

// Siblings is [FindSiblings] for data: of a crawl, among the individuals from
// which it was crawled.
func (d *Data) Siblings(ctx context.Context, positives []string, o SiblingOptions) (Siblings, error) {
	taste := d.taste()
	return findSiblings(ctx, newDataKin(d, taste), taste, positives, o)
}

func findSiblings(ctx context.Context, k kin, taste *taste, positives []string, o SiblingOptions) (Siblings, error) {
	var found Siblings
	if len(positives) == 0 {
		return found, fmt.Errorf("%w: there is no positive one", ErrNoExamples)
	}
	if o.N < 0 || o.N > MaxSiblings {
		return found, fmt.Errorf("%d negatives: want a number up to %d", o.N, MaxSiblings)
	}
	if o.N == 0 {
		o.N = min(len(positives), MaxSiblings)
	}
	positives = slices.Sorted(slices.Values(positives))
	types, err := k.types(ctx, positives)
	if err != nil {
		return found, err
	}
	level, err := shared(ctx, k, taste, positives, types)
	if err != nil {
		return found, err
	}
	found.Classes = level
	taken := set(positives)
	var pool []string
	take := func(classes []string) error {
		for _, class := range classes[:min(len(classes), siblingWidth)] {
			members, err := k.members(ctx, class, siblingPool)
			if err != nil {
				return err
			}
			for _, m := range members {
				if _, err := queries.IRI(m); err == nil && !taken[m] {
					taken[m] = true
					pool = append(pool, m)
				}
			}
		}
		return nil
	}
	// The members of the classes and, while these are too few, of their
	// subclasses, of their superclasses, of the subclasses of these ...
	for range siblingLevels {
		if err := take(level); err != nil {
			return found, err
		}
		if len(pool) >= o.N {
			break
		}
		below, err := beneath(ctx, k, level)
		if err != nil {
			return found, err
		}
		if err := take(below); err != nil {
			return found, err
		}
		if len(pool) >= o.N {
			break
		}
		above, err := k.above(ctx, level)
		if err != nil {
			return found, err
		}
		level = slices.DeleteFunc(distinct(slices.Collect(maps.Values(above))...), func(class string) bool { return !taste.names(class) })
	}
	if len(pool) == 0 {
		return found, fmt.Errorf("%w: no class that the positives share has another member: name negatives yourself", ErrNoSiblings)
	}
	found.Pool = len(pool)
	random := rand.New(rand.NewPCG(o.Seed, 0))
	slices.Sort(pool)
	random.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	pool = pool[:min(len(pool), max(siblingAsked, 10*o.N))]
	found.Compared = len(pool)
	found.IRIs, err = mostAlike(ctx, k, positives, types, pool, o.N)
	return found, err
}

// shared are the classes that most positives have, and of these the most
// specific, sorted; superclasses count only where no class is stated of all.
func shared(ctx context.Context, k kin, taste *taste, positives []string, types map[string][]string) ([]string, error) {
	has := map[string]map[string]bool{} // class, positive
	add := func(class, a string) {
		if has[class] == nil {
			has[class] = map[string]bool{}
		}
		has[class][a] = true
	}
	level := map[string]bool{}
	for _, a := range positives {
		for _, class := range types[a] {
			add(class, a)
			level[class] = true
		}
	}
	for range siblingLevels {
		best := mostly(has, taste)
		if len(level) == 0 || len(best) > 0 && len(has[best[0]]) == len(positives) {
			break
		}
		above, err := k.above(ctx, sortedKeys(level))
		if err != nil {
			return nil, err
		}
		level = map[string]bool{}
		for class, supers := range above {
			for _, super := range supers {
				for a := range has[class] {
					if !has[super][a] {
						add(super, a)
						level[super] = true
					}
				}
			}
		}
	}
	best := mostly(has, taste)
	candidates := set(best)
	for level, round := best, 0; len(candidates) > 1 && len(level) > 0 && round < siblingLevels; round++ {
		above, err := k.above(ctx, level)
		if err != nil {
			return nil, err
		}
		level = nil
		for class, supers := range above {
			for _, super := range supers {
				if super != class {
					delete(candidates, super)
					level = append(level, super)
				}
			}
		}
		level = distinct(level)
	}
	if len(candidates) == 0 { // they are below each other
		return best, nil
	}
	return sortedKeys(candidates), nil
}

// mostly are the classes that most individuals have.
func mostly(has map[string]map[string]bool, taste *taste) []string {
	var best []string
	for _, class := range sortedKeys(has) {
		switch {
		case !taste.names(class):
		case len(best) == 0 || len(has[class]) > len(has[best[0]]):
			best = []string{class}
		case len(has[class]) == len(has[best[0]]):
			best = append(best, class)
		}
	}
	return best
}

// beneath are the direct subclasses of some of the classes.
func beneath(ctx context.Context, k kin, classes []string) ([]string, error) {
	var all []string
	for _, class := range classes[:min(len(classes), siblingWidth)] {
		below, err := k.below(ctx, class)
		if err != nil {
			return nil, err
		}
		all = append(all, below...)
	}
	return distinct(all), nil
}

// mostAlike are the n of the pool with most of the classes and properties of the
// positives, each counted by how many positives have it. Of equals the first.
func mostAlike(ctx context.Context, k kin, positives []string, types map[string][]string, pool []string, n int) ([]string, error) {
	weight := map[string]int{}
	traits, err := k.traits(ctx, positives)
	if err != nil {
		return nil, err
	}
	for _, a := range positives {
		for _, t := range distinct(types[a], traits[a]) {
			weight[t]++
		}
	}
	if types, err = k.types(ctx, pool); err != nil {
		return nil, err
	}
	if traits, err = k.traits(ctx, pool); err != nil {
		return nil, err
	}
	alike := map[string]int{}
	for _, a := range pool {
		for _, t := range distinct(types[a], traits[a]) {
			alike[a] += weight[t]
		}
	}
	best := slices.Clone(pool)
	slices.SortStableFunc(best, func(a, b string) int { return cmp.Compare(alike[b], alike[a]) })
	best = best[:min(n, len(best))]
	slices.Sort(best)
	return best, nil
}

func distinct(lists ...[]string) []string {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}
