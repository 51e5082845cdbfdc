package speed

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// plain returns the IRI without its brackets; empty for a literal.
func plain(term string) string {
	if iri, ok := strings.CutPrefix(term, "<"); ok {
		return strings.TrimSuffix(iri, ">")
	}
	return ""
}

// generatedGraph returns the graph of n facts as the generator states it, not read by the code
// under test.
func generatedGraph(t *testing.T, n int) *interp.Structure {
	t.Helper()
	var b interp.Builder
	wikidata(n, func(subject, property, object string) {
		a, p, o := plain(subject), plain(property), plain(object)
		kind := properties[strings.TrimPrefix(p, wdt)]
		switch {
		case p == wdt+"P31":
			b.AddName(o, a)
		case p == wdt+"P279":
			b.AddInclusion(a, o)
		case o != "":
			b.AddRole(p, a, o)
		case kind == "Time" || kind == "Quantity":
			lexical, datatype, _ := strings.Cut(strings.TrimPrefix(object, `"`), `"^^`)
			v, err := dl.ParseLiteral(lexical, plain(datatype))
			require.NoError(t, err)
			b.AddValue(p, a, v)
		}
	})
	s, err := b.Build(t.Context())
	require.NoError(t, err)
	return s
}

// compareAround compares the extraction with the whole graph at every individual within
// depth steps of the examples, and returns their number. Roles to other things than items
// do not count.
func compareAround(t *testing.T, p interp.Problem, whole *interp.Structure, depth int) int {
	t.Helper()
	ignored := neighbourhood.Removed(p.Removed)
	for _, s := range []*interp.Structure{p.Structure, whole} {
		for r := range interp.RoleID(s.Signature().NumRoles()) {
			if role := s.Signature().Role(r); properties[strings.TrimPrefix(role.IRI, wdt)] != "WikibaseItem" {
				ignored[role] = true
			}
		}
	}
	wrong, compared := neighbourhood.Differences(&p, whole, depth, ignored)
	for _, difference := range wrong[:min(3, len(wrong))] {
		t.Error(difference)
	}
	if len(wrong) > 0 {
		t.Errorf("%d of %d individuals are wrong", len(wrong), compared)
	}
	return compared
}
