package source

import (
	"cmp"
	"context"
	"slices"
)

// lookup is one question to a cache.
type lookup struct {
	*Cache
	q   Question
	ask []string // terms that are not answered, or not wholly
	// missing are the statements of these terms to ask for.
	missing map[string][]Count
	// parts are those of the question, and missingParts those that no answer covers.
	parts        []string
	missingParts map[string]bool
}

func (l *lookup) get(ctx context.Context, kind Kind, terms []string) (map[string][]Answer, error) {
	return l.store.Get(ctx, kind, terms, max(l.notBefore, l.q.Since))
}

// merged is one answer of those about one term, of which newer ones cover some
// properties only.
func merged(answers []Answer) Answer {
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

// covering are those of the stored answers that give as many statements as are
// expected, without rows of other properties, and what is missing.
func covering(kind Kind, answers []Answer, expect []Count) (found []Answer, missing []Count) {
	if len(expect) == 0 {
		return nil, nil
	}
	index := func(p string) (int, bool) {
		return slices.BinarySearchFunc(expect, p, func(c Count, p string) int { return cmp.Compare(c.Property, p) })
	}
	got := make([]int, len(expect))
	for _, a := range answers {
		for _, r := range a.Rows {
			if at, ok := index(r.Property); ok {
				got[at] += Number(r)
			}
		}
	}
	given := make([]bool, len(expect)) // or known not to be had
	for i, c := range expect {
		given[i] = got[i] == c.N
	}
	for _, a := range answers {
		if a.Incomplete != "" {
			for _, p := range a.Properties {
				if at, ok := index(p); ok && !given[at] {
					given[at] = true
					found = append(found, Answer{Term: a.Term, Kind: kind, Properties: []string{p}, Time: a.Time, Incomplete: a.Incomplete})
				}
			}
			continue
		}
		b := Answer{Term: a.Term, Kind: kind, Time: a.Time}
		for _, r := range a.Rows {
			if at, ok := index(r.Property); ok && got[at] == expect[at].N {
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
