package ask

import (
	"context"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/interp"
)

// Knowledge caches the answers of the graph: numbers of members, and where concepts
// without ⊓, ⊔ and ¬ at the root hold. ∃r.(C ⊔ D) counts as the union of ∃r.C and ∃r.D.
type Knowledge struct {
	Graph   Graph
	Counts  map[dl.Concept]Bounds
	again   map[dl.Concept]bool             // the counts of these are bounds because a question failed: it is asked again
	Soon    []dl.Concept                    // are probably counted by the same ranking
	ahead   map[dl.Concept]Bounds           // numbers of these that nobody has asked for yet
	truths  map[dl.Concept]map[string]Truth // by individual
	Largest int64                           // of the numbers of members so far, within the bounds of the graph
	lacking *[]dl.Concept                   // during asNeeded: what is needed and nobody has counted
	Failed  error                           // the first question without an answer since it was cleared
}

// Fail keeps the first error. What is not known stays a bound or Unknown, and is asked again
// by the next ranking.
func (k *Knowledge) Fail(err error) {
	if k.Failed == nil {
		k.Failed = err
	}
}

func NewKnowledge(g Graph) *Knowledge {
	return &Knowledge{
		Graph:   g,
		Counts:  map[dl.Concept]Bounds{},
		again:   map[dl.Concept]bool{},
		ahead:   map[dl.Concept]Bounds{},
		truths:  map[dl.Concept]map[string]Truth{},
		Largest: g.Largest().Lower,
	}
}

// Members returns at most limit members of every concept.
func (k *Knowledge) Members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error) {
	if len(cs) == 0 {
		return nil, nil
	}
	return k.Graph.Members(ctx, cs, limit)
}

// Extension returns the members of c; false if the graph has to be asked about them, or if they may take long.
func (k *Knowledge) Extension(c dl.Concept) (interp.Set, bool) {
	if interp.NeedsAllPairs(c) {
		return nil, false
	}
	x, err := k.Graph.Extensions(context.Background(), []dl.Concept{c})
	if err != nil || x[0] == nil {
		return nil, false
	}
	return x[0], true
}

// Counted returns the number of members of c, and false if it is not known. It counts nothing that may
// take long: count does, within its context.
func (k *Knowledge) Counted(c dl.Concept) (Bounds, bool) {
	b, ok := k.Counts[c]
	if ok {
		return b, true
	}
	if x, known := k.Extension(c); known {
		b = Exactly(int64(x.Count()))
		k.Counts[c] = b
		return b, true
	}
	if k.lacking != nil {
		*k.lacking = append(*k.lacking, c)
	}
	return b, false
}

// AsNeeded calls f and returns what it needed that nobody has counted.
func (k *Knowledge) AsNeeded(f func()) []dl.Concept {
	before := k.lacking
	defer func() { k.lacking = before }()
	k.lacking = new([]dl.Concept)
	f()
	return normal.Unique(*k.lacking)
}

// AsksAhead reports whether a request asks for more than what is needed now, by the numbers of members that are
// known.
func (k *Knowledge) AsksAhead() bool { return k.Largest <= k.Graph.Ahead() }

// mostTogether is how many numbers are asked for together if some are needed soon and not now.
const mostTogether = 60

// Count asks for the numbers of members that are not cached, and in the same request for some that
// are needed soon.
func (k *Knowledge) Count(ctx context.Context, cs []dl.Concept) {
	ask := slices.DeleteFunc(normal.Unique(cs), func(c dl.Concept) bool {
		if b, known := k.ahead[c]; known {
			k.setCount(c, b)
		}
		_, known := k.Counts[c]
		return known && !k.again[c]
	})
	if len(ask) == 0 {
		return
	}
	all := ask
	if more := max(mostTogether-len(ask), mostTogether/2); k.AsksAhead() {
		soon := slices.DeleteFunc(normal.Unique(k.Soon), func(c dl.Concept) bool {
			_, known := k.Counts[c]
			_, counted := k.ahead[c]
			_, compared := c.(dl.Compare) // of these only some of a call are counted
			return known || counted || compared || slices.Contains(ask, c)
		})
		all = slices.Concat(ask, soon[:min(len(soon), more)])
	}
	bounds, err := k.Graph.Count(ctx, all)
	k.Fail(err)
	for i, b := range bounds {
		switch {
		case i >= len(ask) && b.Exact():
			k.ahead[all[i]] = b
		case i < len(ask) && (err == nil || b != Unbounded):
			k.setCount(ask[i], b)
			if k.again[ask[i]] = err != nil && !b.Exact(); !k.again[ask[i]] {
				delete(k.again, ask[i])
			}
		}
	}
}

// HasEmptySide reports whether a list, or what a negation denies, has a side without members: words proposed it.
func (k *Knowledge) HasEmptySide(c dl.Concept) bool {
	if not, is := c.(dl.Not); is {
		c = not.C
	} else if len(normal.Operands(c)) < 2 {
		return false
	}
	return slices.ContainsFunc(normal.Operands(c), func(side dl.Concept) bool {
		n, ok := k.Counts[side]
		return ok && n == Exactly(0)
	})
}

func (k *Knowledge) setCount(c dl.Concept, b Bounds) {
	k.Counts[c] = b
	k.Largest = min(max(k.Largest, b.Lower), k.Graph.Largest().Upper)
}

// Bounds returns bounds on the members of c, from its own count and those of its parts.
func (k *Knowledge) Bounds(c dl.Concept) Bounds {
	b, ok := k.Counted(c)
	if !ok {
		b = Unbounded
	}
	if b.Exact() && k.lacking == nil { // needs also asks for the parts
		return b
	}
	switch d := c.(type) {
	case dl.And:
		l, r := k.Bounds(d.L), k.Bounds(d.R)
		b = b.Within(Bounds{0, min(l.Upper, r.Upper)})
		if not, is := d.R.(dl.Not); is {
			if both, known := k.Counts[dl.And{L: d.L, R: not.C}]; known && both.Exact() && l.Exact() {
				b = b.Within(Exactly(l.Lower - both.Lower))
			}
		}
	case dl.Or:
		l, r := k.Bounds(d.L), k.Bounds(d.R)
		upper := l.Upper + r.Upper
		if upper < 0 {
			upper = Unbounded.Upper
		}
		b = b.Within(Bounds{max(l.Lower, r.Lower), upper})
	}
	return b
}

// pairsTogether is how many pairs of a concept and an individual one request answers at an endpoint.
const pairsTogether = 6000

// Learn asks where the leaves of the concepts hold, unless it is cached. Of a union of values it
// asks about each. One call asks about all individuals that lack some answer, though answers of others are known; or if
// that takes more requests, one call for the leaves that lack answers for the same individuals.
func (k *Knowledge) Learn(ctx context.Context, cs []dl.Concept, individuals []string) {
	var all []dl.Concept
	for _, c := range cs {
		for _, leaf := range normal.Leaves(c) {
			all = append(all, normal.Operands(leaf)...)
		}
	}
	together := map[string][]dl.Concept{} // by the individuals without an answer, one a line
	var order []string
	var leaves []dl.Concept
	lacking := map[string]bool{}
	for _, leaf := range normal.Unique(all) {
		known := k.truths[leaf]
		lack := slices.DeleteFunc(slices.Clone(individuals), func(iri string) bool { return known[iri] != Unknown })
		if len(lack) == 0 {
			continue
		}
		lines := strings.Join(lack, "\n")
		if together[lines] == nil {
			order = append(order, lines)
		}
		together[lines] = append(together[lines], leaf)
		leaves = append(leaves, leaf)
		for _, iri := range lack {
			lacking[iri] = true
		}
	}
	if len(leaves)*len(lacking) <= pairsTogether*len(order) {
		k.ask(ctx, leaves, slices.DeleteFunc(slices.Clone(individuals), func(iri string) bool { return !lacking[iri] }))
		return
	}
	for _, lines := range order {
		k.ask(ctx, together[lines], strings.Split(lines, "\n"))
	}
}

// ask asks where the leaves hold.
func (k *Knowledge) ask(ctx context.Context, leaves []dl.Concept, individuals []string) {
	if len(leaves) == 0 {
		return
	}
	truths, err := k.Graph.Holds(ctx, leaves, individuals)
	k.Fail(err)
	for i := range truths {
		if k.truths[leaves[i]] == nil {
			k.truths[leaves[i]] = map[string]Truth{}
		}
		for j, iri := range individuals {
			if truths[i][j] != Unknown {
				k.truths[leaves[i]][iri] = truths[i][j]
			}
		}
	}
}

// Holds returns the truth of c at the individual, and Unknown before learn asked for it.
func (k *Knowledge) Holds(c dl.Concept, iri string) Truth {
	switch d := c.(type) {
	case dl.Top:
		return Yes
	case dl.Bottom:
		return No
	case dl.Not:
		return -k.Holds(d.C, iri)
	case dl.And:
		return min(k.Holds(d.L, iri), k.Holds(d.R, iri))
	case dl.Or:
		return max(k.Holds(d.L, iri), k.Holds(d.R, iri))
	case dl.Exists:
		if sides := normal.Operands(d); len(sides) > 1 { // ∃r.(C ⊔ D) is ∃r.C ⊔ ∃r.D
			truth := No
			for _, side := range sides {
				truth = max(truth, k.Holds(side, iri))
			}
			return truth
		}
	}
	return k.truths[c][iri]
}

func (k *Knowledge) MayHold(c dl.Concept, individuals []string) int {
	n := 0
	for _, iri := range individuals {
		if k.Holds(c, iri) != No {
			n++
		}
	}
	return n
}
