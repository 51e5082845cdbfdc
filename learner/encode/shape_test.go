package encode

import (
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestShapesCount: unordered trees of n nodes with at most two children each,
// and unordered binary trees of 2n-1 nodes, are both counted by the
// Wedderburn-Etherington numbers (OEIS A001190).
func TestShapesCount(t *testing.T) {
	full := interp.Space{Language: dl.ALCQIF, Roles: []interp.RoleID{0}}
	noUnary := interp.Space{Language: dl.WithAnd | dl.WithTop}
	onlyUnary := interp.Space{Language: dl.WithExists | dl.WithTop, Roles: []interp.RoleID{0}}
	shallow := interp.Space{Language: dl.WithExists | dl.WithAnd, Roles: []interp.RoleID{0}, MaxDepth: 1}
	for _, test := range []struct {
		name  string
		space interp.Space
		want  []int // for sizes 1, 2, …
	}{
		{"unary and binary", full, []int{1, 1, 2, 3, 6, 11, 23, 46, 98, 207}},
		{"binary", noUnary, []int{1, 0, 1, 0, 1, 0, 2, 0, 3, 0, 6}},
		{"unary", onlyUnary, []int{1, 1, 1, 1, 1}},
		{"unary only once on a path", shallow, []int{1, 1, 1, 2, 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for i, want := range test.want {
				shapes := Shapes(i+1, test.space)
				if len(shapes) != want {
					t.Errorf("size %d: %d shapes %v, want %d", i+1, len(shapes), shapes, want)
				}
				seen := map[string]bool{}
				for _, s := range shapes {
					if s.Size() != i+1 || seen[s.String()] {
						t.Errorf("size %d: shape %s has size %d, or twice", i+1, s, s.Size())
					}
					seen[s.String()] = true
				}
			}
		})
	}
}
