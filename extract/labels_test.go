package extract

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// paintings is a graph of the same form as Wikidata: an entity that describes a property
// has its label, and countries are values.
const paintings = `
@prefix : <http://example.org/> .
@prefix d: <http://example.org/direct/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:a a :Painting ; d:by :monet .
:b a :Painting ; d:by :degas .
:c a :Painting ; d:by :klimt .
:monet d:country :france . :degas d:country :france . :klimt d:country :austria .
:france rdfs:label "France"@en . :austria rdfs:label "Austria"@en .
:monet rdfs:label "Claude Monet"@en . :Painting rdfs:label "painting"@en .
:by :direct d:by ; rdfs:label "painter"@en .
:country :direct d:country ; rdfs:label "country"@en .
`

// A database has the labels of properties, also from the entity that describes a property,
// and of the individuals to which several examples lead.
func TestCrawlFetchesLabels(t *testing.T) {
	path, db := testfiles.Write(t, "graph.ttl", paintings), memory(t)
	client := engines.ServeFile(t, path)
	exclusions := Exclusions{Only: []string{ex + "direct/"}, Via: ex + "direct"}
	crawl := func() Report {
		return mustCrawl(t, client, db, []string{ex + "a", ex + "b", ex + "c"},
			CrawlOptions{Bounds: Bounds{Depth: 2}, Exclusions: exclusions})
	}
	crawl()
	file, _ := mustImport(t, ImportOptions{Exclusions: exclusions}, path)
	for iri, want := range map[string]string{"Painting": "painting", "direct/by": "painter", "direct/country": "country", "france": "France"} {
		if got, read := mustRead(t, db).Labels()[ex+iri], file.Labels()[ex+iri]; got != want || read != want {
			t.Errorf("label of %s: %q of the endpoint, %q of the file, want %q", iri, got, read, want)
		}
	}
	again := crawl()
	check.That(t, again.Requests == 0, "the second extraction: %d requests", again.Requests)
}

// One request returns the labels in the best of several languages.
func TestBestLabels(t *testing.T) {
	client := engines.ServeFile(t, testfiles.Write(t, "graph.ttl", `@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:a rdfs:label "dog"@en , "Hund"@de , "chien"@fr . :b rdfs:label "cat" , "chat"@fr . :c rdfs:label "cheval"@fr . :d :likes :a .`))
	requests := 0
	counted := intercepted{client, func(ctx context.Context, query string) (*connector.Table, error) {
		requests++
		return client.Select(ctx, query)
	}}
	v := Vocabulary{Languages: []string{"de", "en", ""}}
	g := graph.NewWholeGraph(counted, v, Exclusions{}, queries.Options{})
	got, err := graph.BestLabels(t.Context(), g, v, []string{ex + "a", ex + "b", ex + "c", ex + "d"})
	must(err)
	diff := cmp.Diff(map[string]string{ex + "a": "Hund", ex + "b": "cat"}, got)
	check.That(t, diff == "" && requests == 1, "%d requests: %s", requests, diff)
}

// The structure of a problem has nothing that its options exclude.
func TestProblemExclusions(t *testing.T) {
	d, _ := mustImport(t, ImportOptions{}, testfiles.Write(t, "graph.ttl", paintings))
	p, _, err := d.Problem(t.Context(), Examples{Pos: []string{ex + "a"}, Neg: []string{ex + "c"}}, LoadOptions{
		Exclusions: Exclusions{Classes: []string{ex + "Painting"}, Properties: []string{ex + "direct/country"}},
	})
	must(err)
	signature := p.Structure.Signature()
	for _, iri := range []string{"Painting", "direct/country", "direct/by"} {
		_, isClass := signature.Atom(dl.Name{IRI: ex + iri})
		_, isRole := signature.RoleID(dl.Role{IRI: ex + iri})
		if got, want := isClass || isRole, iri == "direct/by"; got != want {
			t.Errorf("%s in the structure: %v, want %v", iri, got, want)
		}
	}
}
