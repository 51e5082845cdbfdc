package look

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/source"
)

// A Subclass is a class in the tree of classes.
type Subclass struct {
	Class
	Below *bool `json:"below" jsonschema:"whether it has subclasses; null if that is not known"`
}

// mostListed is the largest number of classes of an endpoint that are looked at: those from which the roots of its tree
// are looked for, or those below another.
const mostListed = 200

// Subclasses returns at most limit classes directly below a class, or the roots of the tree of classes if it
// is empty: the classes that have members, or others below them, and no superclass. Of classes that are below each
// other and no others, one is a root. Those with most members come first; more reports whether there are others.
// Members are not counted at a large endpoint, nor at one that does not answer.
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
		most = mostListed
	}
	var iris []string
	if class == "" {
		iris, err = s.roots(ctx, g, most)
	} else {
		iris, err = graph.SubjectsOf(ctx, g, class, []string{s.subClassOf()}, most)
	}
	if err != nil {
		return nil, false, err
	}
	iris = slices.DeleteFunc(iris, func(iri string) bool { return iri == class || s.IsHidden(iri) })
	members := map[string]int{}
	if !s.IsLarge() {
		if members, err = graph.SizesOf(ctx, g, iris); err != nil {
			s.Reporter.Detail("members of classes: %s", say.OneLine(err.Error()))
		}
	}
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
		if n, counted := members[term.IRI]; counted {
			list[i].Members = &n
		}
		if below != nil {
			has := below(term.IRI)
			list[i].Below = &has
		}
	}
	return list, more, nil
}

func (s Looker) subClassOf() string { return s.Config.Vocabulary().WithDefaults().SubClassOf }

// roots returns the roots of the tree of the classes with members, at most so many, and of those above them.
func (s Looker) roots(ctx context.Context, g graph.Graph, most int) ([]string, error) {
	sizes, _, err := graph.ClassSizes(ctx, g, most)
	if err != nil {
		return nil, err
	}
	var level, all []string
	above := map[string][]string{}
	add := func(iri string) {
		if _, known := above[iri]; !known && !s.IsHidden(iri) {
			above[iri] = nil
			level = append(level, iri)
		}
	}
	for _, c := range sizes {
		add(c.IRI)
	}
	property := s.subClassOf()
	for len(level) > 0 {
		found, err := graph.StatementsOf(ctx, g, graph.Superclasses, level, []string{property}, MostEvidenceEdges)
		if err != nil {
			return nil, err
		}
		this := level
		all, level = append(all, this...), nil
		for _, c := range this {
			for _, r := range found[c].Rows {
				if !graph.IsLiteral(r) && r.Property == property && r.Value != c && !s.IsHidden(r.Value) {
					above[c] = append(above[c], r.Value)
					add(r.Value)
				}
			}
		}
	}
	return topmost(all, above), nil
}

// topmost returns the classes that have none above them; of those that are only above each other, the first by its IRI.
func topmost(classes []string, above map[string][]string) (top []string) {
	reached := func(from string, to map[string][]string) map[string]bool {
		seen := map[string]bool{from: true}
		for next := []string{from}; len(next) > 0; next = next[1:] {
			for _, c := range to[next[0]] {
				if !seen[c] {
					seen[c] = true
					next = append(next, c)
				}
			}
		}
		return seen
	}
	below := map[string][]string{}
	for c, list := range above {
		for _, d := range list {
			below[d] = append(below[d], c)
		}
	}
	covered := map[string]bool{}
	take := func(c string) {
		top = append(top, c)
		maps.Copy(covered, reached(c, below))
	}
	for _, c := range classes {
		if len(above[c]) == 0 {
			take(c)
		}
	}
	for _, c := range classes {
		if covered[c] {
			continue
		}
		// A class of the uppermost cycle: all that are above it are below it, too.
		isTop := func(d string) bool {
			under := reached(d, below)
			for e := range reached(d, above) {
				if !under[e] {
					return false
				}
			}
			return true
		}
		up := slices.Sorted(maps.Keys(reached(c, above)))
		take(up[slices.IndexFunc(up, isTop)])
	}
	return top
}
