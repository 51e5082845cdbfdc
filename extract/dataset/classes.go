package dataset

import (
	"cmp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/facts"
)

// A ClassSize is a class with the number of its members, including those of its
// subclasses unless Vocabulary.NoClosure is set.
type ClassSize struct {
	IRI     string
	Members int
}

// ClassSizes returns the classes that have members, the largest first.
func (g *Graph) ClassSizes() []ClassSize {
	var list []ClassSize
	for class, members := range g.membersByClass() {
		list = append(list, ClassSize{g.f.Term(class), len(members)})
	}
	slices.SortFunc(list, func(a, b ClassSize) int {
		return cmp.Or(cmp.Compare(b.Members, a.Members), strings.Compare(a.IRI, b.IRI))
	})
	return list
}

// Members returns the members of the class, as ClassSizes counts them, in the order of the
// data.
func (g *Graph) Members(class string) []string {
	var iris []string
	for _, a := range g.membersByClass()[g.f.Find(class)] {
		iris = append(iris, g.f.Term(a))
	}
	return iris
}

// membersByClass returns the members of each class. The first call computes them.
func (g *Graph) membersByClass() map[facts.ID][]facts.ID {
	g.once.Do(func() {
		above := g.d.directSuperclasses()
		g.members = map[facts.ID][]facts.ID{}
		for _, a := range g.f.Individuals {
			classes := map[facts.ID]bool{}
			for _, c := range g.classes[a] {
				for _, s := range append(entail.Chain(c, above), c) {
					classes[s] = true
				}
			}
			for c := range classes {
				g.members[c] = append(g.members[c], a)
			}
		}
	})
	return g.members
}
