package source

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// A nounCache keeps the classes that have all members of concepts, for sentences about them. A
// concept whose members are all humans is in words "people who …". Its query has no such
// condition, and its comment says things.
type nounCache struct {
	mu sync.Mutex
	of map[dl.Concept][]syntax.Noun
}

// mostNouns is for how many concepts a source keeps nouns.
const mostNouns = 1000

func (k *nounCache) get(c dl.Concept) (classes []syntax.Noun, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	classes, ok = k.of[c]
	return classes, ok
}

func (k *nounCache) set(c dl.Concept, classes []syntax.Noun) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == nil || len(k.of) >= mostNouns {
		k.of = map[dl.Concept][]syntax.Noun{}
	}
	k.of[c] = classes
}

// nounsOf returns the nouns of the source while the context lasts. A problem has its structure, so that finding its
// nouns takes no time that a limit is for.
func nounsOf(ctx context.Context, s Source) func(dl.Concept) []syntax.Noun {
	return func(c dl.Concept) []syntax.Noun { return s.nouns(ctx, c) }
}

// nouns returns the classes that a ranking has counted.
func (c *common) nouns(_ context.Context, x dl.Concept) []syntax.Noun {
	classes, _ := c.sharedNouns.get(x)
	return classes
}

// KeepNoun keeps that the class has all members of the concept. A source with all facts looks itself.
func KeepNoun(s Source, c dl.Concept, class syntax.Noun) {
	if !s.Complete() {
		s.shared().sharedNouns.set(c, []syntax.Noun{class})
	}
}

// nouns returns the classes that have all members in the files, the smallest first.
func (f *files) nouns(ctx context.Context, c dl.Concept) []syntax.Noun {
	if classes, ok := f.sharedNouns.get(c); ok {
		return classes
	}
	p, _, err := f.structure(ctx, f.data, extract.Examples{}, f.whole)
	if err != nil {
		return nil
	}
	var classes []syntax.Noun
	for _, iri := range commonClasses(ctx, p.Structure, c) {
		classes = append(classes, syntax.Noun{IRI: iri, Label: f.data.Labels()[iri]})
	}
	if ctx.Err() == nil {
		f.sharedNouns.set(c, classes)
	}
	return classes
}

func (e *endpoint) nouns(ctx context.Context, c dl.Concept) []syntax.Noun {
	if e.served != nil {
		return e.served.nouns(ctx, c)
	}
	return e.common.nouns(ctx, c)
}

// commonClasses returns the classes that have all members of the concept, the smallest first; none
// if it has no members, or if they take long to find.
func commonClasses(ctx context.Context, s *interp.Structure, c dl.Concept) []string {
	if interp.NeedsAllPairs(c) {
		return nil
	}
	members, err := interp.NewEvaluator(s).MembersWithin(ctx, c)
	if err != nil {
		return nil
	}
	first, ok := members.NextSet(0)
	if !ok {
		return nil
	}
	type class struct {
		iri  string
		size uint
	}
	var classes []class
	for id, atom := range s.Signature().Atoms() {
		name, is := atom.(dl.Name)
		if of := s.Atom(interp.ConceptID(id)); is && of.Test(first) && of.IsSuperSet(members) {
			classes = append(classes, class{name.IRI, of.Count()})
		}
	}
	slices.SortFunc(classes,
		func(a, b class) int { return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.iri, b.iri)) })
	var iris []string
	for _, c := range classes {
		iris = append(iris, c.iri)
	}
	return iris
}
