package graph

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
)

// Limits for counting conjunctions.
const (
	mostMembers = 9000   // of a conjunct whose members are fetched: below the row caps of public endpoints
	mostFetched = 60_000 // rows for one call of Count in a large graph; elsewhere those of one request
	mostSmall   = 1500   // members of a conjunct that makes a join cheap
	mostCostly  = 5      // costly conjunctions counted in one call
	fewJoins    = 60     // conjunctions that are counted without the members of their conjuncts

	// mostCompared limits the statements that the comparisons with values of one feature go
	// through, the number of its statements for each: one comparison with two million values
	// takes Oxigraph seconds. If there are only fewCompared, the number is not asked for. Of a
	// feature with more than mostOfFeature statements no more comparisons are counted.
	mostCompared  = 1_000_000
	fewCompared   = 3
	mostOfFeature = mostCompared / fewCompared
)

// extensions are numbers of members, and the members of conjuncts.
type extensions struct {
	number  map[dl.Concept]int64
	refused map[dl.Concept]bool            // the graph gave no number
	members map[dl.Concept]map[string]bool // all members; nil: they could not be fetched
	atMost  map[dl.Concept]int64           // bounds on comparisons that are not counted
	atLeast map[dl.Concept]int64           // bounds on large concepts
	stated  map[string]int64               // numbers of statements, by feature
	isLarge bool                           // a concept has more than largeConcept members
}

// of returns the number of members of a concept, from its own count or as the difference of
// two counts.
func (x *extensions) of(c dl.Concept) (int64, bool) {
	if n, ok := x.number[c]; ok {
		return n, true
	}
	if without, is := difference(c); is {
		all, known := x.number[without[0]]
		both, counted := x.number[without[1]]
		return all - both, known && counted && both <= all
	}
	return 0, false
}

// asked reports whether the graph was asked for the number of members.
func (x *extensions) asked(c dl.Concept) bool {
	_, counted := x.number[c]
	_, large := x.atLeast[c]
	return counted || large || x.refused[c]
}

// within returns the bounds with what is known about a concept that has no number.
func (x *extensions) within(c dl.Concept, b ask.Bounds) ask.Bounds {
	b.Lower = max(b.Lower, x.atLeast[c])
	if most, bounded := x.atMost[c]; bounded {
		b.Upper = max(b.Lower, most)
	}
	return b
}

func difference(c dl.Concept) (parts [2]dl.Concept, is bool) {
	both, is := c.(dl.And)
	if !is {
		return parts, false
	}
	not, is := both.R.(dl.Not)
	return [2]dl.Concept{both.L, dl.And{L: both.L, R: not.C}}, is
}

// fetch fetches the members of conjuncts with few members, those in the most conjunctions
// first. Intersecting them here takes one request instead of hundreds of joins at the
// endpoint. A few joins in a graph that is not large need no such request.
func (x *extensions) fetch(ctx context.Context, cs []dl.Concept,
	members func(context.Context, []dl.Concept, int) ([][]string, error)) error {
	if !x.isLarge && x.areFew(cs) {
		return nil
	}
	uses := map[dl.Concept]int{}
	var small []dl.Concept
	for _, c := range cs {
		if _, ok := c.(dl.And); !ok {
			continue
		}
		for _, p := range dl.Conjuncts(c) {
			n, counted := x.number[p]
			if _, asked := x.members[p]; !counted || asked || n > mostMembers {
				continue
			}
			if uses[p]++; uses[p] == 1 {
				small = append(small, p)
			}
		}
	}
	small = slices.DeleteFunc(small, func(c dl.Concept) bool { return uses[c] < 2 })
	slices.SortStableFunc(small, func(c, d dl.Concept) int { return uses[d] - uses[c] })
	left := int64(mostRows)
	if x.isLarge { // joins take longer than requests
		left = mostFetched
	}
	small = slices.DeleteFunc(small, func(c dl.Concept) bool {
		fits := x.number[c] <= left
		if fits {
			left -= x.number[c]
		}
		return !fits
	})
	for len(small) > 0 {
		end, rows := 0, int64(0)
		for ; end < len(small) && (end == 0 || rows+x.number[small[end]] <= mostRows); end++ {
			rows += x.number[small[end]]
		}
		found, err := members(ctx, small[:end], mostMembers)
		if err != nil {
			return err
		}
		for i, c := range small[:end] {
			x.members[c] = nil
			if int64(len(found[i])) != x.number[c] { // the result was cut, or some are not IRIs
				continue
			}
			in := make(map[string]bool, len(found[i]))
			for _, iri := range found[i] {
				in[iri] = true
			}
			x.members[c] = in
		}
		small = small[end:]
	}
	return nil
}

// areFew reports whether one request can count those of the conjunctions that have no number. Joins
// over two steps take long: 50 of them took Virtuoso more than 15 seconds.
func (x *extensions) areFew(cs []dl.Concept) bool {
	joins, costly := 0, 0
	for _, c := range cs {
		_, isAnd := c.(dl.And)
		if _, here := x.intersection(c); !isAnd || here || x.asked(c) {
			continue
		}
		if joins++; x.isCostly(c) || dl.Steps(c) > 1 {
			costly++
		}
	}
	return joins <= fewJoins && costly <= mostCostly
}

// intersection returns the number of members of a conjunction, if the members of all its
// conjuncts were fetched, or if those that were fetched have no member in common.
func (x *extensions) intersection(c dl.Concept) (int64, bool) {
	var sets []map[string]bool
	ps := dl.Conjuncts(c)
	for _, p := range ps {
		if in := x.members[p]; in != nil {
			sets = append(sets, in)
		}
	}
	if len(sets) == 0 {
		return 0, false
	}
	slices.SortFunc(sets, func(a, b map[string]bool) int { return len(a) - len(b) })
	n := int64(0)
	for iri := range sets[0] {
		if !slices.ContainsFunc(sets[1:], func(in map[string]bool) bool { return !in[iri] }) {
			n++
		}
	}
	return n, n == 0 || len(sets) == len(ps)
}

// isCostly reports whether counting the conjunction joins large conjuncts: none has few
// members, and some are more than a class or a value.
func (x *extensions) isCostly(c dl.Concept) bool {
	ps := dl.Conjuncts(c)
	small := func(p dl.Concept) bool {
		n, counted := x.number[p]
		return counted && n <= mostSmall
	}
	return len(ps) > 1 && !slices.ContainsFunc(ps, small) &&
		slices.ContainsFunc(ps, func(p dl.Concept) bool { _, uncounted := x.atMost[p]; return uncounted || cost(p) > 1 })
}

// boundComparisons bounds those of the comparisons that are not to be counted. countWith returns
// the number of statements with a feature.
func (x *extensions) boundComparisons(cs []dl.Concept, countWith func(feature string) (int64, error)) error {
	byFeature := map[string][]dl.Concept{}
	for _, c := range cs {
		compare, is := c.(dl.Compare)
		if _, bounded := x.atMost[c]; is && compare.Op.IsOrder() && !bounded && !x.asked(c) {
			byFeature[compare.Feature] = append(byFeature[compare.Feature], c)
		}
	}
	for _, f := range sortedKeys(byFeature) {
		if len(byFeature[f]) <= fewCompared {
			continue
		}
		n, known := x.stated[f]
		if !known {
			var err error
			if n, err = countWith(f); err != nil {
				return err
			}
			if n > 0 { // otherwise it could not be asked
				x.stated[f] = n
			}
		}
		list := byFeature[f]
		for _, c := range list[min(int64(len(list)), mostCompared/max(n, 1)):] {
			x.atMost[c] = n
		}
	}
	return nil
}

// cost returns the relative cost of counting a concept: a lookup by a value is cheap, joins
// and groups are not.
func cost(c dl.Concept) int {
	n := 0
	dl.Walk(c, func(d dl.Concept) bool {
		switch d := d.(type) {
		case dl.AtLeast, dl.AtMost:
			n += 6
		case dl.Exists:
			if _, value := d.C.(dl.Nominal); !value {
				n += 2
			}
			if d.Role.Closure != dl.NoClosure {
				n += 6
			}
		case dl.Or, dl.Not, dl.Name: // a class has subclasses
			n++
		}
		return true
	})
	return n
}
