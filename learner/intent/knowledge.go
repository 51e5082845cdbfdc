package intent

import (
	"context"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// knowledge caches the answers of the graph: numbers of members, and where concepts
// without ⊓, ⊔ and ¬ at the root hold. ∃r.(C ⊔ D) counts as the union of ∃r.C and ∃r.D.
type knowledge struct {
	g       Graph
	counts  map[dl.Concept]Bounds
	again   map[dl.Concept]bool             // the counts of these are bounds because a question failed: it is asked again
	soon    []dl.Concept                    // are probably counted by the same ranking
	ahead   map[dl.Concept]Bounds           // numbers of these that nobody has asked for yet
	truths  map[dl.Concept]map[string]Truth // by individual
	largest int64                           // of the numbers of members so far, within the bounds of the graph
	kinds   dl.Role                         // the closure of Options.SubClassOf
	// ofClasses: Options.OfClasses.
	ofClasses bool
	// features is log₂ of the number of features around the examples.
	features   float64
	statements dl.Statements // Options.Statements
	lacking    *[]dl.Concept // while needs looks: what bits needs and nobody has counted
	failed     error         // the first question without an answer since it was cleared
}

// fail keeps the first error. What is not known stays a bound or Unknown, and is asked again
// by the next ranking.
func (k *knowledge) fail(err error) {
	if k.failed == nil {
		k.failed = err
	}
}

func newKnowledge(g Graph) *knowledge {
	return &knowledge{
		g:       g,
		counts:  map[dl.Concept]Bounds{},
		again:   map[dl.Concept]bool{},
		ahead:   map[dl.Concept]Bounds{},
		truths:  map[dl.Concept]map[string]Truth{},
		largest: g.Largest().Lower,
	}
}

// members returns at most limit members of every concept.
func (k *knowledge) members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error) {
	if len(cs) == 0 {
		return nil, nil
	}
	return k.g.Members(ctx, cs, limit)
}

// extension returns the members of c; false if the graph has to be asked about them, or if they may take long.
func (k *knowledge) extension(c dl.Concept) (interp.Set, bool) {
	if interp.NeedsAllPairs(c) {
		return nil, false
	}
	x, ok, _ := k.g.Extension(context.Background(), c)
	return x, ok
}

// counted returns the number of members of c, and false if it is not known. It counts nothing that may
// take long: count does, within its context.
func (k *knowledge) counted(c dl.Concept) (Bounds, bool) {
	b, ok := k.counts[c]
	if ok {
		return b, true
	}
	if x, known := k.extension(c); known {
		b = Exactly(int64(x.Count()))
		k.counts[c] = b
		return b, true
	}
	if k.lacking != nil {
		*k.lacking = append(*k.lacking, c)
	}
	return b, false
}

// needs returns the concepts whose members the graph must be asked to count, to tell the description lengths.
func (k *knowledge) needs(cs []dl.Concept) []dl.Concept {
	var lacking []dl.Concept
	k.lacking = &lacking
	for _, c := range cs {
		k.bits(c)
	}
	k.lacking = nil
	return unique(lacking)
}

// asksAhead reports whether a request asks for more than what is needed now, by the numbers of members that are
// known.
func (k *knowledge) asksAhead() bool { return k.largest <= k.g.Ahead() }

// mostTogether is how many numbers are asked for together if some are needed soon and not now.
const mostTogether = 60

// count asks for the numbers of members that are not cached, and in the same request for some that
// are needed soon.
func (k *knowledge) count(ctx context.Context, cs []dl.Concept) {
	ask := slices.DeleteFunc(unique(cs), func(c dl.Concept) bool {
		if b, known := k.ahead[c]; known {
			k.setCount(c, b)
		}
		_, known := k.counts[c]
		return known && !k.again[c]
	})
	if len(ask) == 0 {
		return
	}
	all := ask
	if more := max(mostTogether-len(ask), mostTogether/2); k.asksAhead() {
		soon := slices.DeleteFunc(unique(k.soon), func(c dl.Concept) bool {
			_, known := k.counts[c]
			_, counted := k.ahead[c]
			_, compared := c.(dl.Compare) // of these only some of a call are counted
			return known || counted || compared || slices.Contains(ask, c)
		})
		all = slices.Concat(ask, soon[:min(len(soon), more)])
	}
	bounds, err := k.g.Count(ctx, all)
	k.fail(err)
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

// hasEmptySide reports whether a list, or what a negation denies, has a side without members: words proposed it.
func (k *knowledge) hasEmptySide(c dl.Concept) bool {
	if not, is := c.(dl.Not); is {
		c = not.C
	} else if len(operands(c)) < 2 {
		return false
	}
	return slices.ContainsFunc(operands(c), func(side dl.Concept) bool {
		n, ok := k.counts[side]
		return ok && n == Exactly(0)
	})
}

func (k *knowledge) setCount(c dl.Concept, b Bounds) {
	k.counts[c] = b
	k.largest = min(max(k.largest, b.Lower), k.g.Largest().Upper)
}

// bounds returns bounds on the members of c, from its own count and those of its parts.
func (k *knowledge) bounds(c dl.Concept) Bounds {
	b, ok := k.counted(c)
	if !ok {
		b = Unbounded
	}
	if b.Exact() && k.lacking == nil { // needs also asks for the parts
		return b
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

// learn asks where the leaves of the concepts hold, unless it is cached. Of a union of values it
// asks about each. Leaves that lack answers for the same individuals share a call.
func (k *knowledge) learn(ctx context.Context, cs []dl.Concept, individuals []string) {
	var all []dl.Concept
	for _, c := range cs {
		for _, leaf := range leaves(c) {
			all = append(all, operands(leaf)...)
		}
	}
	together := map[string][]dl.Concept{} // by the individuals without an answer, one a line
	var order []string
	for _, leaf := range unique(all) {
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
	}
	for _, lines := range order {
		lack := strings.Split(lines, "\n")
		truths, err := k.g.Holds(ctx, together[lines], lack)
		k.fail(err)
		for i := range truths {
			leaf := together[lines][i]
			if k.truths[leaf] == nil {
				k.truths[leaf] = map[string]Truth{}
			}
			for j, iri := range lack {
				k.truths[leaf][iri] = truths[i][j]
			}
		}
	}
}

// holds returns the truth of c at the individual, and Unknown before learn asked for it.
func (k *knowledge) holds(c dl.Concept, iri string) Truth {
	switch d := c.(type) {
	case dl.Top:
		return Yes
	case dl.Bottom:
		return No
	case dl.Not:
		return -k.holds(d.C, iri)
	case dl.And:
		return min(k.holds(d.L, iri), k.holds(d.R, iri))
	case dl.Or:
		return max(k.holds(d.L, iri), k.holds(d.R, iri))
	case dl.Exists:
		if sides := operands(d); len(sides) > 1 { // ∃r.(C ⊔ D) is ∃r.C ⊔ ∃r.D
			truth := No
			for _, side := range sides {
				truth = max(truth, k.holds(side, iri))
			}
			return truth
		}
	}
	return k.truths[c][iri]
}

func (k *knowledge) mayHold(c dl.Concept, individuals []string) int {
	n := 0
	for _, iri := range individuals {
		if k.holds(c, iri) != No {
			n++
		}
	}
	return n
}
