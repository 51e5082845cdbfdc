package counts

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Sizes of what is fetched to count conjunctions here.
const (
	mostMembers = 9000   // of a part: below the row caps of public endpoints
	mostRows    = 15_000 // of the parts in one request
	mostFetched = 60_000 // rows for one call of Count
	mostSmall   = 1500   // members of a part with which a join is cheap
	mostCostly  = 5      // other conjunctions of parts that are no values, for one call
)

// extensions are the numbers of members that were counted, and the members of
// parts of conjunctions.
type extensions struct {
	number  map[dl.Concept]int64
	members map[dl.Concept]map[string]bool // all of them; nil: asked for in vain
}

// parts are the conjuncts of c; nil if c is no conjunction.
func parts(c dl.Concept) []dl.Concept {
	if cs := dl.Conjuncts(c); len(cs) > 1 {
		return cs
	}
	return nil
}

// fetch gets the members of the small parts of the conjunctions, those of most
// conjunctions first: to intersect them here takes one request, where the endpoint
// would compute hundreds of joins.
func (x *extensions) fetch(ctx context.Context, cs []dl.Concept, members func(context.Context, []dl.Concept, int) ([][]string, error)) error {
	uses := map[dl.Concept]int{}
	var small []dl.Concept
	for _, c := range cs {
		for _, p := range parts(c) {
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
	left := int64(mostFetched)
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
			if int64(len(found[i])) != x.number[c] { // cut short, or not all are IRIs
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

// intersection is the number of members of a conjunction whose parts were
// fetched, or of which those that were have no member in common.
func (x *extensions) intersection(c dl.Concept) (int64, bool) {
	var sets []map[string]bool
	ps := parts(c)
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

// isCostly reports whether counting the conjunction joins large parts: none is small,
// and some are more than a value or a class.
func (x *extensions) isCostly(c dl.Concept) bool {
	ps := parts(c)
	small := func(p dl.Concept) bool {
		n, counted := x.number[p]
		return counted && n <= mostSmall
	}
	return len(ps) > 1 && !slices.ContainsFunc(ps, small) && slices.ContainsFunc(ps, func(p dl.Concept) bool { return cost(p) > 0 })
}

// cost is how long counting takes in comparison: what is found by one value is
// cheap, what is joined or grouped is not.
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
		case dl.Or, dl.Not:
			n++
		}
		return true
	})
	return n
}
