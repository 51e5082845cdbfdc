package extract_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/learner/dl"
)

// paintings is a graph in the shape of Wikidata: a property has its label at an
// entity that describes it, and countries are values.
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

// A database has the labels of properties, also where an entity of its own
// describes the property, and of the individuals that several examples lead to.
func TestCrawlFetchesLabels(t *testing.T) {
	const ex = "http://example.org/"
	client := engines.ServeFile(t, writeTurtle(t, paintings))
	db, err := store.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	_, report, err := extract.Crawl(t.Context(), client, db, []string{ex + "a", ex + "b", ex + "c"}, extract.CrawlOptions{
		Bounds: extract.Bounds{Depth: 2}, Exclusions: extract.Exclusions{Only: []string{ex + "direct/"}, Via: ex + "direct"},
	})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := db.SourceByID(t.Context(), report.Source)
	if err != nil {
		t.Fatal(err)
	}
	d, err := extract.ReadData(t.Context(), stored)
	if err != nil {
		t.Fatal(err)
	}
	file, _, err := extract.ImportFiles(t.Context(), []string{writeTurtle(t, paintings)}, extract.ImportOptions{
		Exclusions: extract.Exclusions{Only: []string{ex + "direct/"}, Via: ex + "direct"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for iri, want := range map[string]string{
		"Painting": "painting", "direct/by": "painter", "direct/country": "country", "france": "France",
	} {
		if got, read := d.Labels()[ex+iri], file.Labels()[ex+iri]; got != want || read != want {
			t.Errorf("label of %s: %q of the endpoint, %q of the file, want %q", iri, got, read, want)
		}
	}
	_, again, err := extract.Crawl(t.Context(), client, db, []string{ex + "a", ex + "b", ex + "c"}, extract.CrawlOptions{
		Bounds: extract.Bounds{Depth: 2}, Exclusions: extract.Exclusions{Only: []string{ex + "direct/"}, Via: ex + "direct"},
	})
	if err != nil || again.Requests != 0 {
		t.Errorf("the second extraction: %d requests, error %v", again.Requests, err)
	}
}

// What a problem leaves out, its structure does not have, whatever was extracted.
func TestProblemExclusions(t *testing.T) {
	const zoo = "http://example.org/"
	d, _, err := extract.ImportFiles(t.Context(), []string{writeTurtle(t, paintings)}, extract.ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := d.Problem(t.Context(), extract.Examples{Pos: []string{zoo + "a"}, Neg: []string{zoo + "c"}}, extract.LoadOptions{
		Exclusions: extract.Exclusions{Classes: []string{zoo + "Painting"}, Properties: []string{zoo + "direct/country"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	signature := p.Structure.Signature()
	for _, iri := range []string{"Painting", "direct/country", "direct/by"} {
		_, isClass := signature.Atom(dl.Name{IRI: zoo + iri})
		_, isRole := signature.RoleID(dl.Role{IRI: zoo + iri})
		if got, want := isClass || isRole, iri == "direct/by"; got != want {
			t.Errorf("%s in the structure: %v, want %v", iri, got, want)
		}
	}
}

func writeTurtle(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "graph.ttl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
