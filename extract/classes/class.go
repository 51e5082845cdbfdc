package classes

import (
	"context"
	"maps"
	"math"
	"slices"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/queries"
)

// Examples are those of a class. The lists are sorted.
type Examples struct {
	Members []string `json:"members"` // including those of subclasses
	// Others are not members: they belong to direct superclasses or to their other
	// subclasses.
	Others []string `json:"others"`
	// Related are the class, its subclasses and its superclasses.
	Related []string `json:"related"`
	// Truncated reports whether there are more members or more others.
	Truncated bool `json:"truncated"`
}

// Bounds of the search for the examples of a class.
const (
	maxMembers  = 1000 // members of a class to choose from
	maxClasses  = 10   // classes whose members are drawn at a time
	maxRelated  = 1000 // subclasses, and as many superclasses
	maxSiblings = 20   // classes from which others are taken
)

// A search draws members of classes.
type search struct {
	graph      graph.Graph
	vocabulary graph.Vocabulary
	isName     func(class string) bool // whether the class is a concept name
	learnable  func(iri string) bool
	pool       []string        // the members of the last draw
	taken      map[string]bool // all members drawn
}

// Find looks for examples of a class: at most limit members and limit others. symbols and v
// are those of the graph. learnable reports whether the facts about an individual are
// complete, so that it can be an example; nil means that all are. elsewhere returns the
// classes from which to take others if there is no superclass.
func Find(ctx context.Context, g graph.Graph, symbols *graph.Symbols, v graph.Vocabulary,
	learnable func(iri string) bool, class string, elsewhere func() []string, limit int) (found Examples, err error) {
	s := &search{graph: g, vocabulary: v, isName: symbols.IsName, learnable: learnable, taken: map[string]bool{}}
	below, err := reach(class, func(c string) ([]string, error) { return s.subclasses(ctx, c) })
	if err != nil {
		return found, err
	}
	above, err := reach(class, func(c string) ([]string, error) { return s.aboveNames(ctx, []string{c}) })
	if err != nil {
		return found, err
	}
	found.Related = sortedUnion(below, above)
	if found.Members, err = s.drawMembers(ctx, below, limit+1); err != nil {
		return found, err
	}
	if v.OfClasses() { // superclasses are no examples of other classes
		for _, c := range found.Related {
			s.taken[c] = true
		}
	}
	siblings, err := s.siblings(ctx, class, found.Related)
	if err != nil {
		return found, err
	}
	if len(siblings) == 0 {
		siblings = slices.DeleteFunc(sortedUnion(elsewhere()),
			func(c string) bool { return !s.isName(c) || slices.Contains(found.Related, c) })
	}
	if found.Others, err = s.otherMembers(ctx, siblings[:min(len(siblings), maxSiblings)], below, limit+1); err != nil {
		return found, err
	}
	found.Truncated = len(found.Members) > limit || len(found.Others) > limit || len(siblings) > maxSiblings
	found.Members, found.Others = found.Members[:min(limit, len(found.Members))],
		found.Others[:min(limit, len(found.Others))]
	slices.Sort(found.Members)
	slices.Sort(found.Others)
	return found, nil
}

// reach returns the class and the classes that steps reach from it, the nearest first. It
// stops after maxRelated of them.
func reach(class string, step func(string) ([]string, error)) ([]string, error) {
	all := []string{class}
	seen := map[string]bool{class: true}
	for i := 0; i < len(all) && len(all) < maxRelated; i++ {
		next, err := step(all[i])
		if err != nil {
			return nil, err
		}
		for _, c := range sortedUnion(next) {
			if !seen[c] {
				seen[c] = true
				all = append(all, c)
			}
		}
	}
	return all, nil
}

// siblings returns the direct superclasses, followed by their subclasses that are not among
// the related classes.
func (s *search) siblings(ctx context.Context, class string, related []string) ([]string, error) {
	direct, err := s.aboveNames(ctx, []string{class})
	if err != nil {
		return nil, err
	}
	var below [][]string
	for _, super := range direct {
		subclasses, err := s.subclasses(ctx, super)
		if err != nil {
			return nil, err
		}
		below = append(below, subclasses)
	}
	return append(
		direct,
		slices.DeleteFunc(sortedUnion(below...), func(c string) bool { return slices.Contains(related, c) })...), nil
}

// drawMembers returns at most n members of the classes that it has not returned before.
func (s *search) drawMembers(ctx context.Context, classes []string, n int) ([]string, error) {
	s.pool = nil
	for _, class := range classes {
		if len(s.pool) >= n {
			break
		}
		if err := s.take(ctx, []string{class}); err != nil {
			return nil, err
		}
	}
	slices.Sort(s.pool)
	n = min(n, len(s.pool))
	for _, rest := range s.pool[n:] {
		delete(s.taken, rest)
	}
	return s.pool[:n], nil
}

// otherMembers returns at most n members of the siblings or of their subclasses, without members
// of the classes. It takes about the same number from each sibling.
func (s *search) otherMembers(ctx context.Context, siblings, classes []string, n int) ([]string, error) {
	var found []string
	for i, sibling := range siblings {
		each := max(n-len(found), 0)/(len(siblings)-i) + 1
		members, err := s.drawMembers(ctx, []string{sibling}, each)
		if err == nil && len(members) < each {
			var below, more []string
			if below, err = s.subclasses(ctx, sibling); err == nil {
				more, err = s.drawMembers(ctx, below, each-len(members))
				members = append(members, more...)
			}
		}
		if err != nil {
			return nil, err
		}
		found = append(found, members...)
	}
	of, err := s.classes(ctx, found)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(a string) bool {
		return slices.ContainsFunc(of[a], func(c string) bool { return slices.Contains(classes, c) })
	})
	return found[:min(n, len(found))], nil
}

// aboveNames returns the direct superclasses that are concept names.
func (s *search) aboveNames(ctx context.Context, classes []string) ([]string, error) {
	above, err := s.superclasses(ctx, classes)
	return slices.DeleteFunc(sortedUnion(slices.Collect(maps.Values(above))...),
		func(class string) bool { return !s.isName(class) }), err
}

// take adds members of the classes to the pool.
func (s *search) take(ctx context.Context, classes []string) error {
	for _, class := range classes[:min(len(classes), maxClasses)] {
		members, err := s.members(ctx, class)
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

// sortedUnion returns the elements of the lists, sorted and without duplicates.
func sortedUnion(lists ...[]string) []string {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}

func (s *search) classes(ctx context.Context, individuals []string) (map[string][]string, error) {
	return s.objects(ctx, graph.Out, individuals, []string{s.vocabulary.Type})
}

func (s *search) superclasses(ctx context.Context, classes []string) (map[string][]string, error) {
	above, err := s.objects(ctx, graph.Superclasses, classes, nil)
	if err != nil || !s.vocabulary.RDFS {
		return above, err
	}
	equivalent, err := s.objects(ctx, graph.Out, classes, []string{equivalentClass})
	for class, others := range equivalent {
		above[class] = append(above[class], others...)
	}
	return above, err
}

// objects returns the IRIs in the statements of the terms, by term. It returns nothing for a
// term about which the graph does not answer.
func (s *search) objects(ctx context.Context, kind graph.Kind,
	terms, properties []string) (map[string][]string, error) {
	statements, err := graph.StatementsOf(ctx, s.graph, kind, terms, properties, 0)
	found := make(map[string][]string, len(terms))
	for _, term := range terms {
		for _, r := range statements[term].Rows {
			if !graph.IsLiteral(r) {
				found[term] = append(found[term], r.Value)
			}
		}
	}
	return found, err
}

// members returns at most maxMembers individuals with the stated class that can be examples.
func (s *search) members(ctx context.Context, class string) ([]string, error) {
	if s.learnable == nil {
		return graph.SubjectsOf(ctx, s.graph, class, []string{s.vocabulary.Type}, maxMembers)
	}
	members, err := graph.SubjectsOf(ctx, s.graph, class, []string{s.vocabulary.Type}, math.MaxInt)
	members = slices.DeleteFunc(members, func(iri string) bool { return !s.learnable(iri) })
	return members[:min(len(members), maxMembers)], err
}

// subclasses returns direct subclasses, at most maxMembers.
func (s *search) subclasses(ctx context.Context, class string) ([]string, error) {
	properties := []string{s.vocabulary.SubClassOf}
	if s.vocabulary.RDFS {
		properties = append(properties, equivalentClass)
	}
	return graph.SubjectsOf(ctx, s.graph, class, properties, maxMembers)
}

const equivalentClass = graph.OWL + "equivalentClass"
