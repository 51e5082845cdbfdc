package syntax_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/owltools"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// TestOWLToolsSemantics checks over random structures that others read the OWL that genus writes as it is meant:
// the OWL API reads the definition of a random concept beside the facts, these are closed, and HermiT
// finds exactly the individuals in the concept.
func TestOWLToolsSemantics(t *testing.T) {
	owltools.RequireJava(t)
	dir := t.TempDir()
	language := dl.All &^ (dl.WithClosures | dl.WithAgree | dl.WithLess)
	kinds, used := map[dl.Kind]int{}, dl.Language(0)
	want, written := map[string]string{}, map[string]string{}
	for seed := range testsize.Seeds(testsize.Choose(100, 300)) {
		w := newWorld(seed, judge{orders: hermitOrders, language: language, owl: true})
		w.countKinds(kinds)
		used |= dl.LanguageOf(w.concept)
		name := fmt.Sprintf("w%d.ttl", seed)
		want[name] = strings.Join(w.members(t), " ")
		definition := require.Value(syntax.Turtle(w.concept, syntax.OWLOptions{Kinds: w.kinds()}))(t)
		written[name] = hermitPatterns.Replace(definition) + w.declarations() + w.triples
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(written[name]), 0o600))
	}
	check.Equal(t, used, language, "the concepts use only")
	check.That(t, len(kinds) >= 5, "the concepts compare only with %v", kinds)
	got := owltools.ClosedInstances(t, dir, syntax.DefaultClass)
	none, all := 0, 0
	for name, w := range want {
		check.That(t, got[name] == w, "%s: instances\n got %s\nwant %s\n%s", name, got[name], w, written[name])
		switch len(strings.Fields(w)) {
		case 0:
			none++
		case strings.Count(written[name], "NamedIndividual"):
			all++
		}
	}
	t.Logf("of %d concepts, %d have no instance, and %d all", len(want), none, all)
	check.That(t, none+all <= len(want)*4/5, "of %d concepts, %d have no instance and %d all: too easy", len(want), none,
		all)
}

// hermitPatterns replaces what XML Schema's regular expressions have, and HermiT's do not: they take \s for the letter
// s, and have no \p{L}.
var hermitPatterns = strings.NewReplacer(`[\\s\\S]`, `.`, `[^\\p{L}\\p{M}\\p{N}_]`, `[^A-Za-zÉé_]`)

// hermitOrders reports whether the datatype of the value is in OWL 2's datatype map.
func hermitOrders(v dl.Value) bool {
	switch v.Kind() {
	case dl.Integer, dl.Decimal, dl.Float, dl.Double, dl.Boolean, dl.String, dl.DateTime:
		return true
	}
	return false
}

// kinds returns the kinds of ordered values of each feature.
func (w *world) kinds() map[string][]dl.Kind {
	out := map[string][]dl.Kind{}
	for i, f := range w.structure.Signature().Features() {
		out[f] = []dl.Kind{}
		for _, v := range w.structure.Values(interp.FeatureID(i)) {
			if !slices.Contains(out[f], v.Kind()) {
				out[f] = append(out[f], v.Kind())
			}
		}
	}
	return out
}

// declarations returns what OWL 2 DL wants declared: all individuals, roles and features.
func (w *world) declarations() string {
	var out strings.Builder
	declare := func(iri, kind string) { fmt.Fprintf(&out, "<%s> a <http://www.w3.org/2002/07/owl#%s> .\n", iri, kind) }
	for a := range interp.Individual(w.structure.Len()) {
		declare(w.structure.IRI(a), "NamedIndividual")
	}
	sig := w.structure.Signature()
	for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
		declare(sig.Role(r).IRI, "ObjectProperty")
	}
	for _, f := range sig.Features() {
		declare(f, "DatatypeProperty")
	}
	for _, c := range sig.Atoms() {
		switch c := c.(type) {
		case dl.Name:
			declare(c.IRI, "Class")
			declare(c.IRI+"_sub", "Class")
		case dl.Compare:
			declare(c.Feature, "DatatypeProperty")
		}
	}
	return out.String()
}

func (w *world) members(t *testing.T) (out []string) {
	t.Helper()
	outside := map[string]bool{}
	for _, iri := range w.nonMembers(t) {
		outside[iri] = true
	}
	for a := range interp.Individual(w.structure.Len()) {
		if iri := w.structure.IRI(a); !outside[iri] {
			out = append(out, iri)
		}
	}
	return out
}
