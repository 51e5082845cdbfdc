package interp_test

import (
	"slices"
	"testing"

	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

// TestRolesOf: the roles of an individual are those by which it has successors.
func TestRolesOf(t *testing.T) {
	for seed := range uint64(50) {
		s := dltest.Problem(dltest.Rand(seed), dltest.Config{Individuals: 20, Roles: 4}).Structure
		for a := range interp.Individual(s.Len()) {
			var want []interp.RoleID
			for r := range interp.RoleID(s.Signature().NumRoles()) {
				if len(s.Successors(r, a)) > 0 {
					want = append(want, r)
				}
			}
			if got := s.RolesOf(a); !slices.Equal(got, want) {
				t.Fatalf("seed %d: individual %d has the roles %v, want %v", seed, a, got, want)
			}
		}
	}
}
