package genus_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/syntax"
)

// The reasons are the parts of the concept that hold or fail as the whole does, with what
// the data says.
func TestWhy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.ttl")
	text := `@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:a a :Dog ; :likes :b , :c ; :weight 12 , 14 ; :tame true . :b a :Cat . :c a :Dog . :Dog rdfs:label "big dog" . :d a :Cat .`
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	s := openSession(t, func(c *config.Config) { c.Data, c.Prefix = []string{path}, []string{"=http://e/"} })
	p := require.Value(s.Problem(t.Context(), extract.Examples{Pos: []string{"http://e/a"}, Neg: []string{"http://e/d"}}))(t)
	tests := []struct {
		concept string
		of      int // 0: :a, 1: :d
		want    []string
	}{
		{"Dog ⊓ ∃likes.Cat", 0, []string{"Dog holds: is big dog", "∃likes.Cat holds: likes: b (1 of 2 meet the condition)"}},
		{"Dog ⊓ ∃likes.Cat", 1, []string{"Dog fails: is not big dog", "∃likes.Cat fails: has no likes"}},
		{"Dog ⊓ ∃likes.(Dog ⊓ Cat)", 0, []string{"∃likes.(Dog ⊓ Cat) fails: likes: b, c (0 of 2 meet the condition)"}},
		{"Cat ⊔ Dog", 0, []string{"Dog holds: is big dog"}},
		{"Cat ⊔ Dog ⊔ Dog", 0, []string{"Dog holds: is big dog"}},
		{"¬(Cat ⊔ ≥3 likes.⊤)", 0, []string{"¬Cat holds: is not Cat", "¬(≥3 likes.⊤) holds: likes: b, c (2)"}},
		{"¬(Dog ⊓ Cat)", 0, []string{"¬Cat holds: is not Cat"}},
		{"¬¬Dog", 1, []string{"Dog fails: is not big dog"}},
		{"(weight ≥ 13)", 0, []string{"(weight ≥ 13) holds: weight is 12, 14"}},
		{"(weight ≤ 11)", 0, []string{"(weight ≤ 11) fails: weight is 12, 14"}},
		{"(weight ≤ 11)", 1, []string{"(weight ≤ 11) fails: has no weight"}},
		{"(tame = true)", 0, []string{"(tame = true) holds: tame true is stated"}},
		{"(tame = true)", 1, []string{"(tame = true) fails: tame true is not stated"}},
		{"∃likes⁻.Dog", 0, []string{"∃likes⁻.Dog fails: has no likes⁻"}},
	}
	for _, tt := range tests {
		c := require.Value(syntax.Parse(tt.concept, s.Source.Prefixes))(t)
		list := require.Value(s.Why(t.Context(), p, c))(t)
		var got []string
		for _, r := range list[tt.of].Why {
			holds := " fails: "
			if r.Holds {
				holds = " holds: "
			}
			got = append(got, r.Concept+holds+r.Text)
		}
		diff := cmp.Diff(tt.want, got)
		check.That(t, diff == "", "%s of %d: %s", tt.concept, tt.of, strings.TrimSpace(diff))
	}
}
