package enrich

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/owltools"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

func open(t *testing.T, file string) Enricher {
	t.Helper()
	c := config.Default()
	c.Data, c.Individuals, c.Cache = []string{file}, extract.Classes, ""
	use := source.Use{Config: c, Options: source.Options{Reporter: source.Silent{}, Version: "test"}}
	use.Source = require.Value(source.Open(t.Context(), use))(t)
	t.Cleanup(use.Source.Close)
	return Enricher{use}
}

// TestOWLToolsHiddenDefinitions hides each stated definition of a class with at least four others below it,
// and learns it back. HermiT and ELK say whether the whole ontology entails what comes back. The
// ontology is PATO, or that of GENUS_ONTOLOGY; -v prints each definition.
func TestOWLToolsHiddenDefinitions(t *testing.T) {
	owltools.RequireJava(t)
	path := os.Getenv("GENUS_ONTOLOGY")
	if path == "" {
		path = testfiles.Dataset(t, "ontologies/pato-base.owl.gz")
	}
	text := engines.NTriples(t, path)
	dir := t.TempDir()
	all, claims := text, ""
	var learned, exact int
	names := map[string]string{} // of what was learned and is not the same, with both concepts
	original := open(t, path)
	stated, _, err := original.statedAxioms(t.Context())
	require.NoError(t, err)
	o := EnrichOptions{MinMembers: 5, Confidence: 0.8}
	members := map[string]int{}
	require.NoError(t, original.Enrich(t.Context(), o, func(p Proposals) error {
		members[p.Subject] = p.Members
		return nil
	}))
	for i, a := range stated {
		// itself and four others
		if _, isName := a.Concept.(dl.Name); a.Kind != dl.EquivalentClasses || isName || members[a.Subject] < 5 {
			continue
		}
		hidden := filepath.Join(dir, fmt.Sprintf("hidden%d.nt", i))
		kept := slices.DeleteFunc(strings.SplitAfter(text, "\n"), func(line string) bool {
			return strings.HasPrefix(line, "<"+a.Subject+"> <"+owlNS+"equivalentClass> _:")
		})
		require.NoError(t, os.WriteFile(hidden, []byte(strings.Join(kept, "")), 0o600))
		var found dl.Concept
		o.Classes = []string{a.Subject}
		require.NoError(t, open(t, hidden).Enrich(t.Context(), o, func(p Proposals) error {
			for _, c := range p.Candidates {
				if x, err := c.Axiom(); err == nil && x.Kind == dl.EquivalentClasses && found == nil {
					found = x.Concept
				}
			}
			return nil
		}))
		switch {
		case found == nil:
			t.Logf("%s: %v: nothing", a.Subject, a.Concept)
			names[a.Subject] = ""
		case sameParts(found, a.Concept):
			exact++
		default:
			as := fmt.Sprintf("urn:learned:%d", i)
			names[as] = fmt.Sprintf("%s: %v\n  learned %v", a.Subject, a.Concept, found)
			doc := require.Value(syntax.Turtle(found, syntax.OWLOptions{Class: as}))(t)
			all += strings.Replace(doc, "[] a owl:Ontology .", "", 1)
			claims += fmt.Sprintf("%s\t-\t%s\n%[2]s\t-\t%[1]s\n", a.Subject, as)
		}
		learned++
	}
	ontology := filepath.Join(dir, "whole")
	require.NoError(t, os.Mkdir(ontology, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(ontology, "whole.ttl"), []byte(all), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(ontology, "whole.tsv"), []byte(claims), 0o600))
	for reasoner, result := range owltools.Entailed(t, ontology) {
		result, _, _ = strings.Cut(result, " + ") // what is entailed and not claimed
		equivalent := 0
		for as, what := range names {
			switch {
			case what == "":
			case strings.Contains(result, as+" ") || strings.HasSuffix(result, as):
				t.Logf("%s: not equivalent: %s", reasoner, what)
			default:
				equivalent++
			}
		}
		t.Logf("%s: %d of %d definitions are exact, %d more are equivalent", reasoner, exact, learned, equivalent)
		check.That(t, learned == 0 || 2*(exact+equivalent) >= learned, "%s: few definitions come back", reasoner)
	}
}

// sameParts reports whether both are the same conjunction.
func sameParts(c, d dl.Concept) bool {
	in := dl.Conjuncts(d)
	return len(dl.Conjuncts(c)) == len(in) &&
		!slices.ContainsFunc(dl.Conjuncts(c), func(part dl.Concept) bool { return !slices.Contains(in, part) })
}
