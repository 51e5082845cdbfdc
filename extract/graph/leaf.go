package graph

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract/store"
)

// The classes and literals of an individual (Leaf) are among all its statements (Out).
// If these are stored, nothing has to be asked.

// countLeavesFromOut returns the counts of Leaf for the terms whose statements are all
// stored. Offline, a high-degree node gets the answer that it has too many statements, as
// for Out.
func (l *lookup) countLeavesFromOut(ctx context.Context, terms []string) (found []Answer, err error) {
	counts, stored, err := l.getOut(ctx, terms)
	if err != nil {
		return nil, err
	}
	for _, term := range terms {
		counted := counts[term]
		isCounted := len(counted) > 0 && counted[0].Properties == nil
		isHub := isCounted && counted[0].Incomplete != ""
		if isHub && l.next == nil {
			found = append(found, Answer{Term: term, Kind: CountsLeaf, Time: counted[0].Time, Incomplete: counted[0].Incomplete})
			continue
		}
		if !isCounted || isHub {
			l.ask = append(l.ask, term)
			continue
		}
		var expect []Count
		for _, r := range mergeAnswers(counted).Rows {
			if r.Property != "" && l.q.Needs(r.Property) {
				expect = append(expect, Count{r.Property, int(r.N)})
			}
		}
		slices.SortFunc(expect, CompareCounts)
		leaves, complete := l.countLeaves(stored[term], expect)
		if !complete && l.next != nil {
			l.ask = append(l.ask, term)
			continue
		}
		found = append(found, Answer{Term: term, Kind: CountsLeaf, Time: counted[0].Time, Rows: leaves})
	}
	return found, nil
}

func (l *lookup) getOut(ctx context.Context, terms []string) (counts, statements map[string][]Answer, err error) {
	if counts, err = l.get(ctx, CountsOut, terms); err == nil {
		statements, err = l.get(ctx, Out, terms)
	}
	return counts, statements, err
}

// countLeaves counts the classes and literals among stored statements of the kind Out.
// If some statements of a property are missing, it returns the count of all its
// statements: the answer to a question for them will be incomplete.
func (l *lookup) countLeaves(stored []Answer, expect []Count) (rows []Row, complete bool) {
	parts, missing := matchExpected(Out, stored, expect)
	leaves := map[string]int{}
	for _, b := range parts {
		for _, p := range b.Properties { // incomplete ones
			missing = append(missing, Count{p, 1})
		}
		for _, r := range b.Rows {
			if l.isLeaf(r) {
				leaves[r.Property] += Number(r)
			}
		}
	}
	for _, c := range missing {
		leaves[c.Property] = c.N
	}
	for _, p := range sortedKeys(leaves) {
		rows = append(rows, Row{Property: p, N: int64(leaves[p])})
	}
	return rows, len(missing) == 0
}

// countLeavesOneByOne returns the counts of Leaf at a high-degree node by the properties
// of the question, from the counts of Out.
func (l *lookup) countLeavesOneByOne(ctx context.Context, term string) (found []Answer, err error) {
	counts, stored, err := l.getOut(ctx, []string{term})
	if err != nil {
		return nil, err
	}
	for _, p := range l.q.Properties {
		counted, ok := store.FindCovering(counts[term], p)
		if !ok || counted.Properties == nil {
			continue
		}
		a := Answer{Term: term, Kind: CountsLeaf, Properties: []string{p}, Time: counted.Time, Incomplete: counted.Incomplete}
		for _, r := range counted.Rows {
			if r.Property == p {
				a.Rows, _ = l.countLeaves(stored[term], []Count{{p, int(r.N)}})
			}
		}
		found = append(found, a)
	}
	return found, nil
}

// leavesFromOut returns answers to Leaf from stored statements of the kind Out, for the
// terms that have missing statements.
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
			parts, missing := matchExpected(Leaf, leaves, l.missing[term])
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

func (l *lookup) isLeaf(r Row) bool {
	return r.Property == l.typing || IsLiteral(r) || r.Value == Invalid
}
