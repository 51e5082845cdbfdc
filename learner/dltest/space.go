package dltest

import (
	"slices"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// CheckSpace fails the test unless the space over the structure has the concept. It
// ignores the size and the names, and takes time linear in the DAG of the concept.
func CheckSpace(t testing.TB, where string, s *interp.Structure, sp interp.Space, c dl.Concept) {
	t.Helper()
	if used := dl.LanguageOf(c); !sp.Language.Has(used) {
		t.Fatalf("%s: the concept uses %s", where, used)
	}
	if d := dl.Depth(c); sp.MaxDepth > 0 && d > sp.MaxDepth {
		t.Fatalf("%s: role depth %d", where, d)
	}
	var table dl.Table
	table.ID(c)
	for id := range table.Len() {
		c, _ := table.At(id)
		if role, ok := dl.RoleOf(c); ok {
			if r, known := s.Signature().RoleID(role); !known || !slices.Contains(sp.Roles, r) {
				t.Fatalf("%s: role %v", where, role)
			}
		}
		switch c := c.(type) {
		case dl.AtLeast:
			if c.N < 1 || sp.MaxNumber >= 0 && c.N > sp.MaxNumber {
				t.Fatalf("%s: at least %d", where, c.N)
			}
		case dl.AtMost:
			if c.N < 0 || sp.MaxNumber >= 0 && c.N > sp.MaxNumber {
				t.Fatalf("%s: at most %d", where, c.N)
			}
		case dl.Compare:
			if f, ok := s.Signature().FeatureID(c.Feature); c.Op != dl.Equal && (!ok || !slices.Contains(sp.Thresholds[f], c.Value)) {
				t.Fatalf("%s: comparison %v", where, c)
			}
		}
	}
}
