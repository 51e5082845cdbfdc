package graph

import (
	"context"
	"maps"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
)

// Limits for counting conjunctions.
const (
	mostMembers = 9000   // of a conjunct whose members are fetched: below the row caps of public endpoints
	mostFetched = 60_000 // rows for one call of Count in a large graph; elsewhere those of one request
	mostAhead   = 9000   // members in one request that nobody asked for yet
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
	refused map[dl.Concept]bool                    // the graph gave no number
	counted []dl.Concept                           // those with a number, in the order in which they came
	members map[dl.Concept]*extension              // all members; nil: they could not be fetched
	atMost  map[dl.Concept]int64                   // bounds on comparisons that are not counted
	atLeast map[dl.Concept]int64                   // bounds on large concepts
	stated  map[string]int64                       // numbers of statements, by feature
	isLarge bool                                   // a concept has more than largeConcept members
	near    func(dl.Concept, []string) []ask.Truth // by the facts near the individuals
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
// endpoint. Of a few joins in a graph that is not large it takes as many requests as the joins do, if
// all members fit into one; and they answer later questions, too.
func (x *extensions) fetch(ctx context.Context, cs []dl.Concept, members membersOf) error {
	open := slices.DeleteFunc(slices.Clone(cs), func(c dl.Concept) bool {
		_, isAnd := c.(dl.And)
		_, here := x.all(c)
		return !isAnd || here || x.asked(c)
	})
	if !x.isLarge && x.areFew(open) {
		_, err := x.fetchAll(ctx, open, mostRows, members)
		return err
	}
	uses := map[dl.Concept]int{}
	var small []dl.Concept
	for _, c := range open {
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
	if !x.isLarge && x.joinsAnyway(open, small) {
		return nil
	}
	return x.take(ctx, small, members)
}

// joinsAnyway reports whether a request for joins is sent whether the members of the small concepts are fetched or
// not, and has room for the conjunctions that they would decide: few, of which none is costly.
func (x *extensions) joinsAnyway(open, small []dl.Concept) bool {
	decided := 0
	for _, c := range open {
		if !slices.ContainsFunc(dl.Conjuncts(c), func(p dl.Concept) bool { return slices.Contains(small, p) }) {
			continue
		}
		if decided++; x.isCostly(c) {
			return false
		}
	}
	return decided < len(open) && decided <= fewJoins
}

// fetchAll fetches the members of all parts of the concepts that were not fetched, if they are counted and have at
// most so many in all. It reports whether it did. Then nothing has to be asked about the concepts.
func (x *extensions) fetchAll(ctx context.Context, cs []dl.Concept, most int64, members membersOf) (bool, error) {
	var parts []dl.Concept
	seen := map[dl.Concept]bool{}
	for _, c := range cs {
		for _, p := range partsOf(c) {
			in, asked := x.members[p]
			n, counted := x.number[p]
			switch {
			case asked && in == nil, !counted, n > mostMembers:
				return false, nil
			case !asked && !seen[p]:
				parts, seen[p] = append(parts, p), true
				most -= n
			}
		}
	}
	if len(parts) == 0 || most < 0 || x.isLarge {
		return false, nil
	}
	return true, x.take(ctx, parts, members)
}

// membersOf returns at most limit members of each concept.
type membersOf func(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error)

// take fetches the members of counted concepts, and with them those of further ones: questions about these are likely.
func (x *extensions) take(ctx context.Context, cs []dl.Concept, members membersOf) error {
	cs = x.withFurther(cs)
	for len(cs) > 0 {
		end, rows := 0, int64(0)
		for ; end < len(cs) && (end == 0 || rows+x.number[cs[end]] <= mostRows); end++ {
			rows += x.number[cs[end]]
		}
		found, err := members(ctx, cs[:end], mostMembers)
		if err != nil {
			return err
		}
		for i, c := range cs[:end] {
			x.members[c] = nil
			if int64(len(found[i])) == x.number[c] { // else the result was cut, or some are not IRIs
				x.members[c] = newExtension(found[i])
			}
		}
		cs = cs[end:]
	}
	return nil
}

// withFurther returns the concepts and the last others that were counted and not fetched, while all have at most
// mostAhead members.
func (x *extensions) withFurther(cs []dl.Concept) []dl.Concept {
	out, left := slices.Clone(cs), int64(mostAhead)
	for _, c := range cs {
		left -= x.number[c]
	}
	for _, c := range slices.Backward(x.counted) {
		n := x.number[c]
		_, fetched := x.members[c]
		_, isAnd := c.(dl.And)
		if x.isLarge || isAnd || fetched || n > left || len(out) >= mostConcepts || slices.Contains(cs, c) {
			continue
		}
		out, left = append(out, c), left-n
	}
	return out
}

// hasRoom reports whether one result has room for all members of so many concepts, if none has more than the
// largest one that was counted.
func (x *extensions) hasRoom(concepts int) bool {
	most := int64(0)
	for _, n := range x.number {
		most = max(most, n)
	}
	return !x.isLarge && most > 0 && concepts > 0 && most*int64(concepts) <= mostRows
}

// count notes a number of members.
func (x *extensions) count(c dl.Concept, n int64) {
	if _, known := x.number[c]; !known {
		x.counted = append(x.counted, c)
	}
	x.number[c] = n
	x.isLarge = x.isLarge || n > largeConcept
	if n == 0 {
		x.members[c] = newExtension(nil)
	}
}

// partsOf returns the parts of a concept without ⊓, ⊔ and ¬ at the root.
func partsOf(c dl.Concept) []dl.Concept {
	switch d := asUnion(c).(type) {
	case dl.And:
		return append(partsOf(d.L), partsOf(d.R)...)
	case dl.Or:
		return append(partsOf(d.L), partsOf(d.R)...)
	case dl.Not:
		return partsOf(d.C)
	}
	return []dl.Concept{c}
}

// asUnion returns ∃r.(C ⊔ D) as ∃r.C ⊔ ∃r.D.
func asUnion(c dl.Concept) dl.Concept {
	e, _ := c.(dl.Exists)
	if or, is := e.C.(dl.Or); is {
		return dl.Or{L: dl.Exists{Role: e.Role, C: or.L}, R: dl.Exists{Role: e.Role, C: or.R}}
	}
	return c
}

// areFew reports whether one request can count the conjunctions. Joins
// over two steps take long: 50 of them took Virtuoso more than 15 seconds.
func (x *extensions) areFew(cs []dl.Concept) bool {
	joins, costly := 0, 0
	for _, c := range cs {
		if joins++; x.isCostly(c) || dl.Steps(c) > 1 {
			costly++
		}
	}
	return joins <= fewJoins && costly <= mostCostly
}

// An extension is all members of a concept, in the order of the endpoint.
type extension struct {
	list []string
	in   map[string]bool
}

func newExtension(iris []string) *extension {
	e := &extension{iris, make(map[string]bool, len(iris))}
	for _, iri := range iris {
		e.in[iri] = true
	}
	return e
}

// at returns whether the concept holds at each of the individuals, by the members that were fetched and the facts near
// the individuals.
func (x *extensions) at(c dl.Concept, iris []string) []ask.Truth {
	switch d := asUnion(c).(type) {
	case dl.Top:
		return slices.Repeat([]ask.Truth{ask.Yes}, len(iris))
	case dl.Bottom:
		return slices.Repeat([]ask.Truth{ask.No}, len(iris))
	case dl.Not:
		out := x.at(d.C, iris)
		for i := range out {
			out[i] = -out[i]
		}
		return out
	case dl.And:
		return x.both(d.L, d.R, iris, func(l, r ask.Truth) ask.Truth { return min(l, r) })
	case dl.Or:
		return x.both(d.L, d.R, iris, func(l, r ask.Truth) ask.Truth { return max(l, r) })
	}
	e := x.members[c]
	if e == nil {
		return x.near(c, iris)
	}
	out := make([]ask.Truth, len(iris))
	for i, iri := range iris {
		if out[i] = ask.No; e.in[iri] {
			out[i] = ask.Yes
		}
	}
	return out
}

func (x *extensions) both(c, d dl.Concept, iris []string, of func(l, r ask.Truth) ask.Truth) []ask.Truth {
	out, other := x.at(c, iris), x.at(d, iris)
	for i := range out {
		out[i] = of(out[i], other[i])
	}
	return out
}

// all returns all members of the concept; false if what is known does not tell them.
func (x *extensions) all(c dl.Concept) (out []string, ok bool) {
	among, ok := x.among(c)
	if !ok {
		return nil, false
	}
	for i, truth := range x.at(c, among) {
		switch truth {
		case ask.Unknown:
			return nil, false
		case ask.Yes:
			out = append(out, among[i])
		}
	}
	return out, true
}

// among returns individuals among which all members of the concept are; false if those that were fetched do not
// tell any.
func (x *extensions) among(c dl.Concept) (iris []string, ok bool) {
	if e := x.members[c]; e != nil {
		return e.list, true
	}
	switch d := asUnion(c).(type) {
	case dl.Bottom:
		return nil, true
	case dl.And:
		l, inL := x.among(d.L)
		r, inR := x.among(d.R)
		if inL && (!inR || len(l) <= len(r)) {
			return l, true
		}
		return r, inR
	case dl.Or:
		l, inL := x.among(d.L)
		r, inR := x.among(d.R)
		if !inL || !inR {
			return nil, false
		}
		seen := newExtension(l).in
		return append(slices.Clip(l), slices.DeleteFunc(slices.Clone(r), func(iri string) bool { return seen[iri] })...), true
	}
	return nil, false
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
// the numbers of statements with features; 0 if one could not be asked.
func (x *extensions) boundComparisons(
	cs []dl.Concept, countWith func(features []string) (map[string]int64, error),
) error {
	byFeature := map[string][]dl.Concept{}
	for _, c := range cs {
		compare, is := c.(dl.Compare)
		if _, bounded := x.atMost[c]; is && compare.Op.IsOrder() && !bounded && !x.asked(c) {
			byFeature[compare.Feature] = append(byFeature[compare.Feature], c)
		}
	}
	maps.DeleteFunc(byFeature, func(_ string, list []dl.Concept) bool { return len(list) <= fewCompared })
	open := slices.DeleteFunc(sortedKeys(byFeature), func(f string) bool { return x.stated[f] > 0 })
	numbers, err := countWith(open)
	if err != nil {
		return err
	}
	for f, n := range numbers {
		if n > 0 {
			x.stated[f] = n
		}
	}
	for f, list := range byFeature {
		n := x.stated[f]
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
