package extract

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/internal/testbed/graphs"
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
	for iri, want := range map[string]string{
		"Painting":       "painting",
		"direct/by":      "painter",
		"direct/country": "country",
		"france":         "France",
	} {
		got, read := mustRead(t, db).Labels()[ex+iri], file.Labels()[ex+iri]
		check.That(t, got == want && read == want, "label of %s: %q of the endpoint, %q of the file, want %q", iri, got, read,
			want)
	}
	again := crawl()
	check.That(t, again.Requests == 0, "the second extraction: %d requests", again.Requests)
}

// One request returns the labels in the best of several languages.
func TestBestLabels(t *testing.T) {
	client := engines.ServeFile(t,
		testfiles.Write(t, "graph.ttl",
			`@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:a rdfs:label "dog"@en , "Hund"@de , "chien"@fr . :b rdfs:label "cat" , "chat"@fr . :c rdfs:label "cheval"@fr . :d :likes :a .`))
	counted := &endpoint.Client{To: client}
	v := Vocabulary{Languages: []string{"de", "en", ""}}
	g := graph.NewWholeGraph(counted, v, Exclusions{}, queries.Options{})
	got, err := graph.BestLabels(t.Context(), g, v, []string{ex + "a", ex + "b", ex + "c", ex + "d"})
	must(err)
	diff := cmp.Diff(map[string]string{ex + "a": "Hund", ex + "b": "cat"}, got)
	check.That(t, diff == "" && counted.Requests() == 1, "%d requests: %s", counted.Requests(), diff)
	file, _ := mustImport(t, ImportOptions{},
		testfiles.Write(t, "varieties.ttl",
			`@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:a a :X ; rdfs:label "Farbe"@de , "color"@en-US . :b a :X ; rdfs:label "Hund"@de , "dog"@en-GB , "hound"@en .`))
	check.That(t, file.Labels()[ex+"a"] == "color" && file.Labels()[ex+"b"] == "hound",
		"labels in varieties of a language: %v", file.Labels())
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
		check.Equal(t, isClass || isRole, iri == "direct/by", "%s in the structure", iri)
	}
}

// TestClassesOutOfReach: a crawl asks for superclasses of the classes of individuals
// within reach only, not of an individual to which only a dropped role leads.
func TestClassesOutOfReach(t *testing.T) {
	w := &graphs.World{}
	a := ex + "a"
	b := ex + "b"
	c := ex + "c"
	w.Role(ex+"r", a, b)
	w.Role(ex+"s", a, c)
	w.Member(b, ex+"Lost")
	w.Member(c, ex+"Kept")
	for i := range 4 {
		w.Role(ex+"r", c, fmt.Sprintf("%sd%d", ex, i)) // over the bound, which shows at distance 1
	}
	client, db := w.Serve(t), memory(t)
	for _, round := range []string{"first", "again"} { // the second reads the database
		mustCrawl(t, client, db, []string{a}, CrawlOptions{Bounds: Bounds{Depth: 2, Successors: 3}})
		stored, err := db.SourceByID(t.Context(), 1)
		must(err)
		asked, err := stored.Get(t.Context(), graph.CountsSuperclasses, []string{ex + "Kept", ex + "Lost"}, 0)
		must(err)
		check.That(t, len(asked[ex+"Kept"]) != 0 && len(asked[ex+"Lost"]) == 0, "%s: superclasses asked for: %v", round,
			asked)
	}
}

// TestHighHierarchy: a crawl asks for many superclasses of a high hierarchy at once, and
// finds all of them even if the engine fails on property paths.
func TestHighHierarchy(t *testing.T) {
	const height = 120
	w := &graphs.World{}
	w.Member(ex+"a", ex+"C0")
	for i := range height {
		w.Subclass(fmt.Sprintf("%sC%d", ex, i), fmt.Sprintf("%sC%d", ex, i+1))
	}
	client := w.Serve(t)
	for _, tt := range []struct {
		name  string
		paths bool // the engine answers property paths
		most  int
	}{
		{"paths", true, 40},
		{"no paths", false, 2*height + 20},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := &endpoint.Client{To: client, Refuse: func(_ int, query string) error {
				if strings.Contains(query, ")+") && !tt.paths {
					return &connector.StatusError{URL: client.URL(), Status: http.StatusBadRequest}
				}
				return nil
			}}
			db := memory(t)
			report := mustCrawl(t, c, db, []string{ex + "a"}, CrawlOptions{Bounds: Bounds{Depth: 1}})
			check.That(t, report.Requests <= tt.most, "%d requests for %d levels, want at most %d", report.Requests, height,
				tt.most)
			stored, err := db.SourceByID(t.Context(), 1)
			must(err)
			last, err := stored.Get(t.Context(), graph.CountsSuperclasses, []string{fmt.Sprint(ex, "C", height)}, 0)
			must(err)
			check.That(t, len(last) == 1, "the last superclass was not met")
			again := mustCrawl(t, c, db, []string{ex + "a"}, CrawlOptions{Bounds: Bounds{Depth: 1}})
			check.That(t, !tt.paths || again.Requests <= 0, "again: %d requests", again.Requests)
		})
	}
}

// TestElsewhere: if a source has only a part of the data, it knows some of the examples
// only as objects, and others not at all. Messages name the other source.
func TestElsewhere(t *testing.T) {
	w := &graphs.World{}
	w.Role(ex+"wrote", ex+"ada", ex+"article")
	w.Role(ex+"knows", ex+"ada", ex+"alan")
	w.Member(ex+"alan", ex+"Person")
	w.Role("http://www.w3.org/2000/01/rdf-schema#seeAlso", ex+"page", ex+"ada")
	c := w.Serve(t)
	const other = "articles are at https://other.example/sparql"
	o := CrawlOptions{Bounds: Bounds{Depth: 1}, Elsewhere: other}
	report := mustCrawl(t, c, memory(t), []string{ex + "ada", ex + "alan", ex + "article"}, o)
	want := c.URL() + " has no statements to learn from about <" + ex + "article>: it is the subject of no statement; " +
		other
	check.That(t, len(report.Warnings) == 1 && report.Warnings[0] == want, "warnings %q; want %q", report.Warnings, want)
	warnings := mustCrawl(t, c, memory(t), []string{ex + "ada", ex + "alan"}, o).Warnings
	check.That(t, len(warnings) <= 0, "all have statements: %q", warnings)
	warnings = mustCrawl(t, c, memory(t), []string{ex + "ada", ex + "page"},
		CrawlOptions{Bounds: Bounds{Depth: 1}}).Warnings
	want = c.URL() + " has no statements to learn from about <" + ex +
		"page>: what is stated of it is left out (<http://www.w3.org/2000/01/rdf-schema#seeAlso>)"
	check.That(t, len(warnings) == 1 && warnings[0] == want, "left out: %q", warnings)
	_, _, err := Crawl(t.Context(), c, memory(t), []string{ex + "ada", ex + "nobody"}, o)
	check.That(t, err != nil && strings.HasSuffix(err.Error(), "(classes and properties are not individuals); "+other),
		"unknown: %v", err)
}
