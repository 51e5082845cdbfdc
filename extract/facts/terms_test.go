package facts

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/genus-kg/genus/internal/check"
)

// TestTake: terms that several goroutines number come in alphabetical order, and long lists of facts about
// them, which are sorted in parts, come in order and without duplicates.
func TestTake(t *testing.T) {
	const n = 40_000
	terms, f := NewTerms(), New()
	var given [2][n]ID
	var wait sync.WaitGroup
	for _, ids := range []*[n]ID{&given[0], &given[1]} {
		wait.Go(func() {
			for i := range n {
				ids[i] = terms.ID(fmt.Sprint("t", i*7919%n))
			}
		})
	}
	wait.Wait()
	check.That(t, given[0] == given[1] && terms.ID("") == 0, "a term has two numbers")
	number := f.Take(terms)
	for i, id := range given[0] {
		check.Equal(t, f.Term(number(id)), fmt.Sprint("t", i*7919%n))
		a := ID(1 + i)
		f.Roles = append(f.Roles, Tuple{a%3 + 1, a * 31 % n, a * 17 % n}, Tuple{a%3 + 1, a * 31 % n, a * 17 % n})
	}
	want := slices.Clone(f.Roles)
	slices.SortFunc(want, func(a, b Tuple) int { return slices.Compare(a[:], b[:]) })
	f.Sort()
	check.That(t, slices.IsSorted(f.terms) && len(f.terms) == n+1, "%d terms", len(f.terms))
	check.That(t, slices.Equal(f.Roles, slices.Compact(want)), "%d roles", len(f.Roles))
}
