package source

import (
	"cmp"
	"context"
	"slices"
)

// The classes and literals of an individual (Leaf) are among all its statements
// (Out). Where these are in the store it need not be asked about again.

// countLeavesFromOut are the counts of Leaf for terms whose statements are all
// there.
func (l *lookup) countLeavesFromOut(ctx context.Context, terms []string) (found []Answer, err error) {
	counts, err := l.get(ctx, CountsOut, terms)
	if err != nil {
		return nil, err
	}
	stored, err := l.get(ctx, Out, terms)
	if err != nil {
		return nil, err
	}
	for _, term := range terms {
		counted := counts[term]
		if len(counted) == 0 || counted[0].Properties != nil || counted[0].Incomplete != "" {
			l.ask = append(l.ask, term)
			continue
		}
		a := Answer{Term: term, Kind: CountsLeaf, Time: counted[0].Time}
		var expect []Count
		for _, r := range merged(counted).Rows {
			if r.Property != "" && l.q.Needs(r.Property) {
				expect = append(expect, Count{r.Property, int(r.N)})
			}
		}
		slices.SortFunc(expect, func(a, b Count) int { return cmp.Compare(a.Property, b.Property) })
		parts, missing := covering(Out, stored[term], expect)
		leaves := map[string]int{}
		for _, b := range parts {
			for _, p := range b.Properties { // of what is incomplete
				missing = append(missing, Count{p, 1})
			}
			for _, r := range b.Rows {
				if l.isLeaf(r) {
					leaves[r.Property] += Number(r)
				}
			}
		}
		if len(missing) > 0 && l.next != nil {
			l.ask = append(l.ask, term)
			continue
		}
		for _, c := range missing { // at most; and when it is asked for it is not complete
			leaves[c.Property] = c.N
		}
		for _, p := range sortedKeys(leaves) {
			a.Rows = append(a.Rows, Row{Property: p, N: int64(leaves[p])})
		}
		found = append(found, a)
	}
	return found, nil
}

// leavesFromOut are answers to Leaf from the statements of those terms of which
// some are missing.
func (l *lookup) leavesFromOut(ctx context.Context, terms []string) (found []Answer, err error) {
	terms = slices.DeleteFunc(slices.Clone(terms), func(s string) bool { return l.missing[s] == nil })
	if len(terms) == 0 {
		return nil, nil
	}
	stored, err := l.get(ctx, Out, terms)
	if err != nil {
		return nil, err
	}
	asked := l.ask[:0]
	for _, term := range l.ask {
		if answers := stored[term]; l.missing[term] != nil && len(answers) > 0 {
			leaves := make([]Answer, 0, len(answers))
			for _, a := range answers {
				if a.Incomplete != "" && l.next != nil {
					continue
				}
				a.Rows = slices.DeleteFunc(slices.Clone(a.Rows), func(r Row) bool { return !l.isLeaf(r) })
				leaves = append(leaves, a)
			}
			parts, missing := covering(Leaf, leaves, l.missing[term])
			found = append(found, parts...)
			if l.missing[term] = missing; len(missing) == 0 {
				delete(l.missing, term)
				continue
			}
		}
		asked = append(asked, term)
	}
	l.ask = asked
	return found, nil
}

// isLeaf reports whether a row of Out is one of Leaf.
func (l *lookup) isLeaf(r Row) bool {
	return l.types[r.Property] || IsLiteral(r) || r.Value == Invalid
}
