package crawl

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// A statement of a Wikibase, with its value and qualifiers, is one edge from its individual to
// each of these. So statements are no individuals: they are read with the level of theirs.

// readStatements reads the statements of the individuals of a level. It appends a step for each
// value and qualifier of those that are not deprecated.
func (s *search) readStatements(ctx context.Context, frontier []facts.ID, level int, steps *[]step) error {
	claims, err := s.readClaims(ctx, frontier, level)
	if err != nil || len(claims) == 0 || s.stale {
		return err
	}
	nodes := map[facts.ID]bool{}
	for _, c := range claims {
		nodes[c[2]] = true
	}
	parts, err := s.readParts(ctx, nodes)
	if err != nil || s.stale {
		return err
	}
	compounds := map[facts.ID]bool{}
	for _, p := range parts {
		for _, t := range p.Roles {
			if s.symbols.IsCompound(s.Term(t[0])) {
				compounds[t[2]] = true
			}
		}
	}
	of, err := s.readParts(ctx, compounds)
	if err != nil || s.stale {
		return err
	}
	to := &s.Facts.Statements
	for _, c := range claims {
		p, counts := parts[c[2]]
		if !counts {
			continue
		}
		to.Roles = append(to.Roles, c)
		p.Roles = slices.DeleteFunc(slices.Clone(p.Roles), func(t facts.Tuple) bool { // of a time that is known well
			return compounds[t[2]] && len(of[t[2]].Values) == 0
		})
		for _, t := range p.Roles {
			if compounds[t[2]] {
				s.addParts(c, of[t[2]], steps)
			}
		}
		s.addParts(c, p, steps)
	}
	return nil
}

// addParts adds the parts of a statement to which the claim leads, or of a compound value.
func (s *search) addParts(claim facts.Tuple, p facts.Statements, steps *[]step) {
	to := &s.Facts.Statements
	to.Roles, to.Values = append(to.Roles, p.Roles...), append(to.Values, p.Values...)
	s.total += len(p.Roles) + len(p.Values)
	for _, t := range p.Roles {
		if !s.symbols.IsNameless(s.Term(t[2])) {
			*steps = append(*steps, step{claim[0], claim[1], t[2], false, nil})
		}
	}
}

// perStatement is how many facts a statement has, about.
const perStatement = 4

// readClaims returns the tuples that lead from the individuals to their statements. It drops the
// properties over a bound.
func (s *search) readClaims(ctx context.Context, frontier []facts.ID, level int) (claims []facts.Tuple, err error) {
	var properties []string
	for _, name := range s.Bounds.Qualified() {
		if p := s.symbols.Claim(name); s.dropped.keepsAny(p, []Direction{Out}) {
			properties = append(properties, p)
		}
	}
	if len(properties) == 0 {
		return nil, nil
	}
	slices.Sort(properties)
	q := graph.Question{Kind: graph.Claims, Terms: s.IRIs(slices.Values(frontier)), Properties: properties,
		Phase: "reading the statements with qualifiers about " + away(level)}
	all := map[string][]facts.Tuple{} // by property
	var lost []Dropped
	err = s.ask(ctx, q, func(a graph.Answer) error {
		rows := slices.DeleteFunc(slices.Clone(a.Rows), func(r graph.Row) bool {
			return !slices.Contains(properties, r.Property) || graph.IsLiteral(r)
		})
		for _, r := range rows {
			if r.Value != graph.Blank && r.Value != graph.Invalid {
				all[r.Property] = append(all[r.Property], facts.Tuple{s.ID(r.Property), s.ID(a.Term), s.ID(r.Value)})
			}
		}
		lost = append(lost, s.gaps(a.Term, countRows(rows), []Direction{Out})...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.dropAll(lost)
	n := 0
	for _, p := range properties {
		n += len(all[p])
	}
	slices.SortStableFunc(properties, func(p, q string) int { return cmp.Compare(len(all[q]), len(all[p])) })
	for _, p := range properties {
		if s.total+perStatement*n > s.Bounds.Facts {
			s.dropAll([]Dropped{{Property: p, Direction: Out, Individual: s.Term(all[p][0][1]), N: len(all[p]),
				Reason: fmt.Sprintf("%s statements with qualifiers at distance %d would make more facts than the bound of %s",
					graph.Thousands(len(all[p])), level, graph.Thousands(s.Bounds.Facts))}})
			n -= len(all[p])
		}
		if s.dropped.keepsAny(p, []Direction{Out}) {
			claims = append(claims, all[p]...)
		}
	}
	return claims, nil
}

// readParts returns what is stated of the nodes, except of deprecated statements. It drops the
// properties whose values are incomplete.
func (s *search) readParts(ctx context.Context, nodes map[facts.ID]bool) (map[facts.ID]facts.Statements, error) {
	answers := map[facts.ID]graph.Answer{}
	q := graph.Question{Kind: graph.Claims, Terms: s.IRIs(maps.Keys(nodes)), Phase: "qualifiers"}
	var kinds []string
	if err := s.ask(ctx, q, func(a graph.Answer) error {
		answers[s.ID(a.Term)] = a
		for _, r := range a.Rows {
			p := s.symbols.DirectOf(r.Property)
			if p != r.Property && s.symbols.Uses(p) && !s.kindKnown[p] {
				s.kindKnown[p] = true
				kinds = append(kinds, p)
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	if len(s.Exclusions.Kinds) > 0 {
		if err := s.excludeOfKinds(ctx, kinds); err != nil {
			return nil, err
		}
	}
	parts := map[facts.ID]facts.Statements{}
	var lost []Dropped
	for node, a := range answers {
		rows, counts := s.symbols.Parts(a.Rows)
		if !counts {
			continue
		}
		parts[node] = s.parts(node, rows)
		lost = append(lost, s.gaps(a.Term, countRows(rows), []Direction{Out, Values})...)
	}
	s.dropAll(lost)
	return parts, nil
}

// countRows counts the rows of each property.
func countRows(rows []graph.Row) map[string]rowCounts {
	counts := map[string]rowCounts{}
	for _, r := range rows {
		n := counts[r.Property]
		n.add(r)
		counts[r.Property] = n
	}
	return counts
}

// gaps returns the properties that a term does not have completely, in these directions.
func (s *search) gaps(term string, counts map[string]rowCounts, directions []Direction) (lost []Dropped) {
	for p, n := range counts {
		st := &statements{search: s, kind: graph.Out}
		g := st.findGap(term, p, n)
		for _, dir := range directions {
			if g.reason != "" && slices.Contains(g.directions, dir) {
				lost = append(lost, Dropped{Property: p, Direction: dir, Individual: term, N: g.n, Reason: g.reason})
			}
		}
	}
	return lost
}

// dropAll drops the properties, in an order that does not depend on that of answers.
func (s *search) dropAll(lost []Dropped) {
	slices.SortFunc(lost, func(a, b Dropped) int {
		return cmp.Or(cmp.Compare(a.Individual, b.Individual), CompareKeys(a.Key(), b.Key()))
	})
	for _, d := range lost {
		s.drop(d)
	}
}
