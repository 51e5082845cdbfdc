package graph

import (
	"context"
	"slices"
)

// lookup answers one question from the store of a cache.
type lookup struct {
	*Cache
	q   Question
	ask []string // terms without a complete stored answer
	// missing are the statements of these terms that are not stored.
	missing map[string][]Count
	// parts are the parts of the question, missingParts those that no answer covers.
	parts        []string
	missingParts map[string]bool
}

func (l *lookup) get(ctx context.Context, kind Kind, terms []string) (map[string][]Answer, error) {
	return l.store.Get(ctx, kind, terms, max(l.notBefore, l.q.Since))
}

// mergeAnswers merges the answers about one term into one. The first covers all
// properties, the newer ones after it cover some of them.
func mergeAnswers(answers []Answer) Answer {
	a := answers[0]
	if len(answers) == 1 {
		return a
	}
	a.Rows = slices.Clone(a.Rows)
	for _, more := range answers[1:] {
		a.Rows = append(a.Rows, more.Rows...)
	}
	return a
}

// matchExpected returns the stored answers restricted to the properties with as many
// statements as expected, and the answers that say why a property is incomplete. missing
// are the other expected properties.
func matchExpected(kind Kind, answers []Answer, expect []Count) (found []Answer, missing []Count) {
	if len(expect) == 0 {
		return nil, nil
	}
	got := make([]int, len(expect))
	for _, a := range answers {
		for _, r := range a.Rows {
			if at, ok := FindCount(expect, r.Property); ok {
				got[at] += Number(r)
			}
		}
	}
	given := make([]bool, len(expect)) // complete, or known to be incomplete
	for i, c := range expect {
		given[i] = got[i] == c.N
	}
	for _, a := range answers {
		if a.Incomplete != "" {
			for _, p := range a.Properties {
				if at, ok := FindCount(expect, p); ok && !given[at] {
					given[at] = true
					found = append(found,
						Answer{Term: a.Term, Kind: kind, Properties: []string{p}, Time: a.Time, Incomplete: a.Incomplete})
				}
			}
			continue
		}
		b := Answer{Term: a.Term, Kind: kind, Time: a.Time}
		for _, r := range a.Rows {
			if at, ok := FindCount(expect, r.Property); ok && got[at] == expect[at].N {
				b.Rows = append(b.Rows, r)
			}
		}
		if len(b.Rows) > 0 {
			found = append(found, b)
		}
	}
	for i, c := range expect {
		if !given[i] {
			missing = append(missing, c)
		}
	}
	return found, missing
}
