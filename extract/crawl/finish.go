package crawl

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// finish fetches the memberships by domains and ranges of all individuals reached, the
// superclasses of their classes, and labels.
func (s *search) finish(ctx context.Context) error {
	s.Facts.Individuals, s.Facts.Axioms = slices.Collect(maps.Keys(s.distance)), s.axioms
	s.Sort() // a statement may have been fetched from both of its ends
	if err := s.askPresences(ctx); err != nil {
		return err
	}
	if err := s.askParticipation(ctx); err != nil {
		return err
	}
	classes, err := s.askSuperclasses(ctx)
	if err != nil {
		return err
	}
	return s.askLabels(ctx, classes)
}

// askPresences asks what counts by its existence at the examples. At other individuals it is not known.
func (s *search) askPresences(ctx context.Context) error {
	if len(s.Exclusions.Kinds) == 0 && s.Vocabulary.Statements == "" {
		return nil
	}
	q := graph.Question{Kind: graph.Presences, Terms: s.examples, Phase: "looking for properties that are present"}
	return s.ask(ctx, q, func(a graph.Answer) error {
		s.addPresences(a)
		return nil
	})
}

// askParticipation asks which of the properties that have domains and ranges the
// individuals occur with.
func (s *search) askParticipation(ctx context.Context) error {
	properties := s.symbols.MembershipProperties()
	if len(properties) == 0 {
		return nil
	}
	reached := make(map[facts.ID]bool, len(s.distance))
	for id := range s.distance {
		reached[id] = true
	}
	individuals := s.IRIs(maps.Keys(reached))
	for _, kind := range []graph.Kind{graph.AsSubject, graph.AsLinked, graph.AsObject} {
		q := graph.Question{
			Kind:       kind,
			Terms:      individuals,
			Properties: properties[graph.Sides[kind]],
			Phase:      "domains and ranges",
		}
		if len(q.Properties) == 0 {
			continue
		}
		err := s.ask(ctx, q, func(a graph.Answer) error {
			s.addParticipation(a)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// aheadAfter is the number of levels of superclasses after which the source is asked
// for all ancestors.
const aheadAfter = 8

// aheadOf is the number of classes whose ancestors are asked for then.
const aheadOf = 8

// askSuperclasses fetches the class hierarchy above the classes of the individuals, and
// above the classes that axioms make them members of, level by level. It returns all
// classes. One query with a property path could fetch all ancestors, but on some engines
// its result is incomplete. So in a high hierarchy the paths only suggest the classes of
// the next level, and every class is still asked about its superclasses.
func (s *search) askSuperclasses(ctx context.Context) ([]string, error) {
	seen := map[facts.ID]bool{}
	level := map[facts.ID]bool{}
	for _, t := range s.Classes {
		if _, reached := s.distance[t[0]]; reached {
			level[t[1]] = true
		}
	}
	for _, class := range s.symbols.EntailedClasses() {
		level[s.ID(class)] = true
	}
	ahead := true
	for n := 1; len(level) > 0; n++ {
		if ahead && n%aheadAfter == 0 {
			var err error
			if ahead, err = s.lookAhead(ctx, level, seen); err != nil {
				return nil, err
			}
		}
		for id := range level {
			seen[id] = true
		}
		if s.Vocabulary.NoClosure {
			break
		}
		st := &statements{search: s, kind: graph.Superclasses, terms: s.IRIs(maps.Keys(level)), level: -1}
		first := len(s.Superclasses)
		if err := st.count(ctx); err != nil {
			return nil, err
		}
		if err := st.fetch(ctx, nil); err != nil {
			return nil, err
		}
		level = map[facts.ID]bool{}
		for _, t := range s.Superclasses[first:] {
			if !seen[t[1]] {
				level[t[1]] = true
			}
		}
	}
	s.addEquivalentClasses()
	s.Sort()
	return s.IRIs(maps.Keys(seen)), nil
}

// lookAhead adds ancestors of the classes of a level to the level, and reports whether
// there are new ones.
func (s *search) lookAhead(ctx context.Context, level, seen map[facts.ID]bool) (found bool, err error) {
	before := len(level)
	classes := s.IRIs(maps.Keys(level))
	q := graph.Question{
		Kind:  graph.Ancestors,
		Terms: classes[:min(aheadOf, len(classes))],
		Phase: "reading the classes above classes",
	}
	err = s.ask(ctx, q, func(a graph.Answer) error {
		for _, r := range a.Rows {
			if id := s.ID(r.Value); !seen[id] {
				level[id] = true
			}
		}
		return nil
	})
	return len(level) > before, err
}

// askLabels fetches the labels of classes, properties, examples and named individuals.
// They are for display only: it warns if some are missing.
func (s *search) askLabels(ctx context.Context, classes []string) error {
	terms := slices.Concat(classes, s.examples)
	if s.Named != nil {
		named, err := s.Named(ctx, Result{Facts: s.Facts, Dropped: s.dropped.list(), Symbols: s.symbols})
		if err != nil {
			return err
		}
		terms = append(terms, named...)
	}
	properties := s.symbols.Related(s.usedProperties())
	if s.Exclusions.Via == "" {
		terms, properties = append(terms, properties...), nil
	}
	slices.Sort(terms)
	for _, q := range []graph.Question{
		{Kind: graph.Labels, Terms: slices.Compact(terms), Phase: "reading names"},
		{Kind: graph.PropertyLabels, Terms: properties, Phase: "reading names of properties"},
	} {
		missing := ""
		err := s.ask(ctx, q, func(a graph.Answer) error {
			missing = cmp.Or(missing, a.Incomplete)
			for _, r := range a.Rows {
				s.Labels = append(s.Labels, s.symbols.Label(a.Term, r))
			}
			return nil
		})
		if err != nil {
			return err
		}
		if missing != "" {
			s.warn("labels are missing: %s", missing)
		}
	}
	s.SortLabels()
	return nil
}
