package differential

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/owltools"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// TestOWLToolsGrammarOfQLever parses what package queries prints for random concepts, in the dialect of QLever, by the
// grammar of QLever. Every concept is printed in one form that asks for members and in one that asks for something
// else. The grammar is SparqlAutomatic.g4 of QLever's sources, a dataset.
func TestOWLToolsGrammarOfQLever(t *testing.T) {
	file := testfiles.Dataset(t, "qlever/SparqlAutomatic.g4")
	owltools.RequireANTLR(t)
	dialect := require.Value(queries.ParseDialect("qlever"))(t)
	dir, texts := t.TempDir(), t.TempDir()
	n := counts{symbols: map[string]int{}}
	printed := 0
	print := func(t *rapid.T, form string, c dl.Concept, q string, err error) {
		t.Helper()
		require.That(t, err == nil, "%s of %v: %v", form, c, err)
		require.NoError(t,
			os.WriteFile(filepath.Join(texts, fmt.Sprintf("%s-%d.rq", form, printed)), []byte(decodeCodepoints(q)), 0o600))
		printed++
	}
	checkGraphs(t, func(t *rapid.T) {
		g := graphs.DrawRandom(t, func(graphs.Literal) bool { return true })
		k := newOracle(t, dir, g, true)
		named := append(slices.DeleteFunc(slices.Clone(k.domain), graphs.IsBlank), ex+"nobody")
		all := func(dl.Value) bool { return true }
		for range perGraph {
			o := queries.Options{Dialect: dialect, Prefixes: map[string]string{"ex": ex}, Statistics: drawStatistics(t)}
			c := drawConcept(t, g, named, all)
			if graphs.DrawBelow(t, 5, "statement") == 0 {
				c = dl.And{L: drawClaim(t, 1), R: drawStated(t, 2)}
				o.Vocabulary = queries.Vocabulary{Type: wikibase.Property(dl.Direct, "P0"), Statements: wikibase}
			} else if neighbourhood.Removed(k.problem.Removed).In(c) {
				continue // nobody can learn it
			} else {
				o.Vocabulary = queries.Vocabulary{Type: g.Typing, SubClassOf: g.SubClass}
				o.Domain, o.Axioms = k.info.Domain, k.info.Axioms
				if rapid.Bool().Draw(t, "kinds") {
					o.Kinds, o.Zones = k.info.Kinds, k.info.Zones
				}
			}
			n.pairs++
			n.countDerived(c)
			q, err := drawForm(t, membersForms, c, named, &o)
			print(t, "members", c, q, err)
			q, err = drawForm(t, otherForms, c, named, &o)
			print(t, "other", c, q, err)
		}
	})
	wrong := owltools.Parse(t, file, "query", texts)
	t.Logf("seed %d: %d queries of %d concepts, %d with derived symbols %v: %d do not parse",
		*testsize.Seed, printed, n.pairs, n.derived, n.symbols, len(wrong))
	for i, name := range slices.Sorted(maps.Keys(wrong)) {
		if i == 5 {
			break
		}
		text, _ := os.ReadFile(filepath.Join(texts, name+".rq"))
		t.Errorf("%s\n%s", wrong[name], text)
	}
	n.crawled = n.pairs
	n.check(t)
}

var codepoint = regexp.MustCompile(`\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}`)

// decodeCodepoints returns the query without codepoint escapes (SPARQL 1.1, section 19.2), as QLever does before it
// parses.
func decodeCodepoints(query string) string {
	return codepoint.ReplaceAllStringFunc(query, func(escape string) string {
		n, _ := strconv.ParseUint(escape[2:], 16, 32)
		return string(rune(n))
	})
}

// A form is a query about a concept, with options that it may change.
type form func(t *rapid.T, c dl.Concept, named []string, o *queries.Options) (string, error)

func drawForm(t *rapid.T, forms []form, c dl.Concept, named []string, o *queries.Options) (string, error) {
	changed := *o
	return forms[graphs.DrawBelow(t, len(forms), "form")](t, c, named, &changed)
}

// drawAggregate draws an aggregate or none.
func drawAggregate(t *rapid.T) queries.Aggregate {
	return rapid.SampledFrom(append(queries.Aggregates, "")).Draw(t, "aggregate")
}

var membersForms = []form{
	func(_ *rapid.T, c dl.Concept, _ []string, o *queries.Options) (string, error) {
		return queries.Select(c, *o)
	},
	func(_ *rapid.T, c dl.Concept, named []string, o *queries.Options) (string, error) {
		return queries.Confirm(c, named, *o)
	},
	func(t *rapid.T, c dl.Concept, _ []string, o *queries.Options) (string, error) {
		o.ShowLabels = queries.ShowLabels{Languages: []string{"en-GB", ""}}
		o.Ordered, o.Limit, o.Offset = true, 1+graphs.DrawBelow(t, 9, "limit"), graphs.DrawBelow(t, 9, "offset")
		return queries.Select(c, *o)
	},
	func(_ *rapid.T, c dl.Concept, _ []string, o *queries.Options) (string, error) {
		o.Anchor, o.Graphs = graphs.Classes[0], []string{ex + "graph"}
		return queries.Select(c, *o)
	},
	func(t *rapid.T, c dl.Concept, _ []string, o *queries.Options) (string, error) {
		o.ShowLabels = queries.ShowLabels{Languages: []string{"en"}}
		o.Columns = []queries.Column{
			{Path: []dl.Role{{IRI: graphs.Roles[0], Inverse: true}, {IRI: graphs.Roles[1]}}, Labelled: true},
			{Path: []dl.Role{{IRI: graphs.Features[0]}}, Aggregate: drawAggregate(t)},
		}
		return queries.Select(c, *o)
	},
}

var otherForms = []form{
	func(_ *rapid.T, c dl.Concept, _ []string, o *queries.Options) (string, error) {
		return queries.Count(c, *o)
	},
	func(_ *rapid.T, c dl.Concept, named []string, o *queries.Options) (string, error) {
		return queries.Ask(c, named[0], *o)
	},
	func(_ *rapid.T, c dl.Concept, _ []string, o *queries.Options) (string, error) {
		return queries.Counts([]dl.Concept{c, dl.Not{C: c}}, nil, 100, *o)
	},
	func(_ *rapid.T, c dl.Concept, _ []string, o *queries.Options) (string, error) {
		return queries.Samples([]dl.Concept{c, dl.Top{}}, 10, *o)
	},
	func(_ *rapid.T, c dl.Concept, named []string, o *queries.Options) (string, error) {
		return queries.Memberships([]dl.Concept{c, dl.Not{C: c}}, named, *o)
	},
	func(_ *rapid.T, c dl.Concept, _ []string, o *queries.Options) (string, error) {
		return queries.Properties(c, 10, *o)
	},
	func(t *rapid.T, c dl.Concept, _ []string, o *queries.Options) (string, error) {
		value := queries.Column{Path: []dl.Role{{IRI: graphs.Roles[0]}}}
		if rapid.Bool().Draw(t, "counted") {
			value.Aggregate = queries.Counted
		}
		number := queries.Column{Path: []dl.Role{{IRI: graphs.Roles[1]}, {IRI: graphs.Features[0]}}}
		number.Aggregate = cmp.Or(drawAggregate(t), queries.Summed)
		o.Columns = []queries.Column{value, number}
		o.Kept.By = graphs.DrawBelow(t, 3, "order") - 1
		o.Kept.Having = []queries.Having{{Of: graphs.DrawBelow(t, 2, "having"), Op: ">=", Than: dl.Int(2)}}
		return queries.Groups(c, *o)
	},
}
