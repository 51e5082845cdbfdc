package answer

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// aboutUnits is in the notes of noteUnits.
const aboutUnits = " in other units, which the comparison leaves out: "

// noteUnits says in a note how many values of what the first candidate compares have another unit. Of an endpoint
// it counts those around the examples.
func (m *Meant) noteUnits(ctx context.Context, r *Ranking) {
	r.Notes = slices.DeleteFunc(slices.Clone(r.Notes),
		func(note string) bool { return strings.Contains(note, aboutUnits) })
	if len(r.Candidates) == 0 {
		return
	}
	units := map[string]dl.Value{}
	for _, leaf := range dl.Leaves(r.Candidates[0].Concept) {
		if c, ok := leaf.(dl.Compare); ok && c.Value.Kind() == dl.InUnit {
			units[c.Feature] = c.Value
		}
	}
	if len(units) == 0 {
		return
	}
	near, err := m.graph.Look(ctx, nil, nil)
	if err != nil {
		return
	}
	for _, feature := range slices.Sorted(maps.Keys(units)) {
		if n, others := otherUnits(near.Structure, feature, units[feature]); n > 0 {
			r.Notes = append(r.Notes,
				fmt.Sprintf("%s of %s are%s%s", say.Plural(n, "value"), syntax.LabelOf(feature, r.Labels), aboutUnits,
					strings.Join(others, ", ")))
		}
	}
}

// otherUnits returns how many values of the feature are numbers in another unit than v, or in none, and these units.
func otherUnits(s *interp.Structure, feature string, v dl.Value) (n int, others []string) {
	f, ok := s.Signature().FeatureID(feature)
	if !ok {
		return 0, nil
	}
	values := s.Values(f)
	s.EachValued(f, func(_ interp.Individual, ranks []uint32) {
		for _, rank := range ranks {
			w := values[rank]
			if !w.IsNumber() || w.Comparable(v) {
				continue
			}
			n++
			if name := syntax.UnitOf(w); !slices.Contains(others, name) {
				others = append(others, name)
			}
		}
	})
	slices.Sort(others)
	return n, others
}
