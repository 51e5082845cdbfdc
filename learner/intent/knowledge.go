package intent

import (
	"context"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// knowledge keeps what the graph has answered: numbers of members, and where
// concepts without ⊓, ⊔ and ¬ at the root hold. What is known is not asked again.
type knowledge struct {
	g       Graph
	counts  map[dl.Concept]Bounds
	column  map[string]int // of an individual, in truths
	iris    []string
	truths  map[dl.Concept][]Truth // by column; a row may be shorter than iris
	largest int64                  // number of members known so far
}

func newKnowledge(g Graph) *knowledge {
	return &knowledge{g: g, counts: map[dl.Concept]Bounds{}, column: map[string]int{}, truths: map[dl.Concept][]Truth{}, largest: 1}
}

// count asks for the numbers of members that are not known.
func (k *knowledge) count(ctx context.Context, cs []dl.Concept) error {
	var ask []dl.Concept
	for _, c := range unique(cs) {
		if _, known := k.counts[c]; !known {
			ask = append(ask, c)
		}
	}
	if len(ask) == 0 {
		return nil
	}
	bounds, err := k.g.Count(ctx, ask)
	if err != nil {
		return err
	}
	for i, c := range ask {
		k.counts[c] = bounds[i]
		k.largest = max(k.largest, bounds[i].Lower)
	}
	return nil
}

// bounds are those of the concept, by its own count and those of its parts.
func (k *knowledge) bounds(c dl.Concept) Bounds {
	b, ok := k.counts[c]
	if !ok {
		b = Unbounded
	}
	switch d := c.(type) {
	case dl.And:
		l, r := k.bounds(d.L), k.bounds(d.R)
		b = b.within(Bounds{0, min(l.Upper, r.Upper)})
		if not, is := d.R.(dl.Not); is {
			if both, known := k.counts[dl.And{L: d.L, R: not.C}]; known && both.Exact() && l.Exact() {
				b = b.within(Exactly(l.Lower - both.Lower))
			}
		}
	case dl.Or:
		l, r := k.bounds(d.L), k.bounds(d.R)
		upper := l.Upper + r.Upper
		if upper < 0 {
			upper = Unbounded.Upper
		}
		b = b.within(Bounds{max(l.Lower, r.Lower), upper})
	}
	return b
}

// learn asks where the leaves of the concepts hold, as far as it is not known.
func (k *knowledge) learn(ctx context.Context, cs []dl.Concept, individuals []string) error {
	for _, iri := range individuals {
		if _, known := k.column[iri]; !known {
			k.column[iri] = len(k.iris)
			k.iris = append(k.iris, iri)
		}
	}
	type group struct {
		leaves []dl.Concept
		lack   []string
	}
	groups := map[string]*group{} // concepts that lack the same individuals are asked for together
	var order []*group
	seen := map[dl.Concept]bool{}
	for _, c := range cs {
		for _, leaf := range leaves(c) {
			if seen[leaf] {
				continue
			}
			seen[leaf] = true
			var lack []string
			row := k.truths[leaf]
			for _, iri := range individuals {
				if at := k.column[iri]; at >= len(row) || row[at] == Unknown {
					lack = append(lack, iri)
				}
			}
			if len(lack) == 0 {
				continue
			}
			signature := strings.Join(lack, "\n")
			g := groups[signature]
			if g == nil {
				g = &group{lack: lack}
				groups[signature], order = g, append(order, g)
			}
			g.leaves = append(g.leaves, leaf)
		}
	}
	for _, g := range order {
		truths, err := k.g.Holds(ctx, g.leaves, g.lack)
		if err != nil {
			return err
		}
		for i, leaf := range g.leaves {
			row := k.truths[leaf]
			for len(row) < len(k.iris) {
				row = append(row, Unknown)
			}
			for j, iri := range g.lack {
				row[k.column[iri]] = truths[i][j]
			}
			k.truths[leaf] = row
		}
	}
	return nil
}

// holds is the truth of the concept at the individual, as far as it is known.
func (k *knowledge) holds(c dl.Concept, iri string) Truth {
	switch d := c.(type) {
	case dl.Top:
		return Yes
	case dl.Bottom:
		return No
	case dl.Not:
		return not(k.holds(d.C, iri))
	case dl.And:
		l, r := k.holds(d.L, iri), k.holds(d.R, iri)
		return both(l, r)
	case dl.Or:
		l, r := k.holds(d.L, iri), k.holds(d.R, iri)
		return not(both(not(l), not(r)))
	}
	row := k.truths[c]
	if at, known := k.column[iri]; known && at < len(row) {
		return row[at]
	}
	return Unknown
}

func not(t Truth) Truth {
	switch t {
	case Yes:
		return No
	case No:
		return Yes
	}
	return Unknown
}

func both(l, r Truth) Truth {
	switch {
	case l == No || r == No:
		return No
	case l == Yes && r == Yes:
		return Yes
	}
	return Unknown
}
