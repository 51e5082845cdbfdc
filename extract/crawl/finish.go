package crawl

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/source"
)

// finish gets what belongs to the individuals that were reached, at whatever
// distance: memberships by domains and ranges, superclasses, and labels.
func (s *search) finish(ctx context.Context) error {
	s.Facts.Individuals, s.Facts.Axioms = slices.Collect(maps.Keys(s.distance)), s.axioms
	s.Sort() // a statement may have come from both of its ends
	if err := s.askParticipation(ctx); err != nil {
		return err
	}
	classes, err := s.askSuperclasses(ctx)
	if err != nil {
		return err
	}
	return s.askLabels(ctx, classes)
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
	individuals := s.IRIs(reached)
	for _, kind := range []source.Kind{source.AsSubject, source.AsLinked, source.AsObject} {
		q := source.Question{Kind: kind, Terms: individuals, Properties: properties[source.Sides[kind]], Phase: "domains and ranges"}
		if len(q.Properties) == 0 {
			continue
		}
		err := s.source.Ask(ctx, q, func(batch []source.Answer) error {
			for _, a := range batch {
				s.participate(a)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// aheadAfter is the number of levels of superclasses after which the source is asked
// for all that is above.
const aheadAfter = 8

// aheadOf is the number of classes of a level that it is asked about then.
const aheadOf = 8

// askSuperclasses asks for the class hierarchy above the classes of the individuals,
// and those that axioms make them members of, one level after another. A property
// path would do it in one query, and is incomplete on some engines: in a high
// hierarchy it tells which classes to ask about next, and every class is still asked
// about until no other is met. It returns all classes.
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
		st := &statements{search: s, kind: source.Superclasses, terms: s.IRIs(level), level: -1, expect: map[string][]source.Count{}}
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
	return s.IRIs(seen), nil
}

// lookAhead adds to the level what the source knows to be above its classes, and
// reports whether there is any.
func (s *search) lookAhead(ctx context.Context, level, seen map[facts.ID]bool) (found bool, err error) {
	before := len(level)
	classes := s.IRIs(level)
	q := source.Question{Kind: source.Above, Terms: classes[:min(aheadOf, len(classes))], Phase: "superclasses"}
	err = s.source.Ask(ctx, q, func(batch []source.Answer) error {
		for _, a := range batch {
			for _, r := range a.Rows {
				if id := s.ID(r.Value); !seen[id] {
					level[id] = true
				}
			}
		}
		return nil
	})
	return len(level) > before, err
}

// askLabels asks for the names of classes, properties, examples and others. They are
// for reading only: what is missing is a warning.
func (s *search) askLabels(ctx context.Context, classes []string) error {
	terms := slices.Concat(classes, s.examples)
	if s.Named != nil {
		named, err := s.Named(ctx, Result{Facts: s.Facts, Dropped: s.dropped.sorted(), Symbols: s.symbols})
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
	for _, q := range []source.Question{
		{Kind: source.Labels, Terms: slices.Compact(terms), Phase: "labels"},
		{Kind: source.PropertyLabels, Terms: properties, Phase: "labels of properties"},
	} {
		missing := ""
		err := s.source.Ask(ctx, q, func(batch []source.Answer) error {
			for _, a := range batch {
				missing = cmp.Or(missing, a.Incomplete)
				for _, r := range a.Rows {
					s.Labels = append(s.Labels, facts.Label{IRI: a.Term, Lang: r.Lang, Text: r.Value})
				}
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
