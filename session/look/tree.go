package look

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/source"
)

// A Subclass is a class in the tree of classes.
type Subclass struct {
	Class
	Below *bool `json:"below" jsonschema:"whether it has subclasses; null if that is not known"`
}

// mostRoots is the largest number of classes of an endpoint from which the roots of its tree are looked for.
const mostRoots = 200

// Subclasses returns at most limit classes directly below a class, or the roots of the tree of classes if it
// is empty: the classes that have members, or others below them, and no superclass. Those with most members
// come first; more reports whether there are others. Members are counted in files and databases.
func (s Looker) Subclasses(ctx context.Context, class string, limit int) (list []Subclass, more bool, err error) {
	if class != "" {
		if _, err := queries.IRI(class); err != nil {
			return nil, false, source.Usage(err)
		}
	} else if s.IsLarge() {
		return nil, false, source.Usagef("this endpoint is too large to list its classes: search by name")
	}
	ctx, cancel := s.WithSearchTimeout(ctx)
	defer cancel()
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return nil, false, err
	}
	inMemory := s.Size() != nil
	most := math.MaxInt32
	if !inMemory {
		most = mostRoots
	}
	var sizes []graph.ClassSize
	if class == "" || inMemory {
		if sizes, _, err = graph.ClassSizes(ctx, g, most); err != nil {
			return nil, false, err
		}
	}
	members := map[string]int{}
	for _, c := range sizes {
		members[c.IRI] = c.Members
	}
	var iris []string
	if class == "" {
		iris, err = s.roots(ctx, g, sizes)
	} else {
		iris, err = graph.SubjectsOf(ctx, g, class, []string{s.subClassOf()}, most)
	}
	if err != nil {
		return nil, false, err
	}
	iris = slices.DeleteFunc(iris, func(iri string) bool { return iri == class || s.IsHidden(iri) })
	slices.SortFunc(iris, func(a, b string) int { return cmp.Or(members[b]-members[a], cmp.Compare(a, b)) })
	iris = slices.Compact(iris)
	more = len(iris) > limit
	iris = iris[:min(limit, len(iris))]
	list = make([]Subclass, len(iris))
	var below func(class string) bool
	if inMemory {
		below = s.Source.Subclasses(ctx, s.Use)
	}
	for i, term := range s.Terms(ctx, iris) {
		list[i].Term = term
		if inMemory {
			n := members[term.IRI]
			list[i].Members = &n
			if below != nil {
				has := below(term.IRI)
				list[i].Below = &has
			}
		}
	}
	return list, more, nil
}

func (s Looker) subClassOf() string { return s.Config.Vocabulary().WithDefaults().SubClassOf }

// roots returns the classes above the given ones, themselves included, that have no other class above them.
func (s Looker) roots(ctx context.Context, g graph.Graph, sizes []graph.ClassSize) (roots []string, err error) {
	var level []string
	seen := map[string]bool{}
	for _, c := range sizes {
		if !s.IsHidden(c.IRI) {
			level = append(level, c.IRI)
			seen[c.IRI] = true
		}
	}
	property := s.subClassOf()
	for len(level) > 0 {
		found, err := graph.StatementsOf(ctx, g, graph.Superclasses, level, []string{property}, MostEvidenceEdges)
		if err != nil {
			return nil, err
		}
		var next []string
		for _, c := range level {
			isRoot := true
			for _, r := range found[c].Rows {
				if graph.IsLiteral(r) || r.Property != property || r.Value == c || s.IsHidden(r.Value) {
					continue
				}
				isRoot = false
				if !seen[r.Value] {
					seen[r.Value] = true
					next = append(next, r.Value)
				}
			}
			if isRoot {
				roots = append(roots, c)
			}
		}
		level = next
	}
	return roots, nil
}
