package read_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
	"github.com/genus-kg/genus/queries/sparql11"
)

var readPrefixes = map[string]string{
	"":     "http://e/",
	"wdt":  "http://w/",
	"rdfs": "http://www.w3.org/2000/01/rdf-schema#",
}

// A query of a file of testdata, with its vocabulary and the concept or a part of the refusal.
type example struct{ vocabulary, query, concept, refusal string }

func examples(t *testing.T, path string) (out []example) {
	text := require.Value(os.ReadFile(path))(t)
	vocabulary := ""
	for _, line := range strings.Split(string(text), "\n") {
		rest := ""
		if len(line) > 1 {
			rest = line[2:]
		}
		switch {
		case strings.HasPrefix(line, "@ "):
			vocabulary = rest
		case strings.HasPrefix(line, "? "):
			out = append(out, example{vocabulary: vocabulary, query: rest})
		case strings.HasPrefix(line, "| "):
			out[len(out)-1].query += "\n" + rest
		case strings.HasPrefix(line, "= "):
			out[len(out)-1].concept = rest
		case strings.HasPrefix(line, "! "):
			out[len(out)-1].refusal = rest
		}
	}
	return out
}

// Queries as people write them are concepts, or are refused with the place and the reason.
func TestRead(t *testing.T) {
	shares := map[string][2]int{}
	for _, e := range slices.Concat(examples(t, "testdata/forms.txt"), examples(t, "testdata/examples.txt")) {
		o := vocabularies[e.vocabulary]
		c, err := read.Concept(e.query, o)
		n := shares[e.vocabulary]
		if n[1]++; err == nil {
			n[0]++
		}
		shares[e.vocabulary] = n
		switch {
		case e.refusal != "":
			check.That(t, errors.Is(err, read.ErrNoConcept) && strings.Contains(err.Error(), e.refusal),
				"%s: got %s, %v, want %q", e.query, printed(c), err, e.refusal)
		case err != nil:
			t.Errorf("%s: %v", e.query, err)
		default:
			want, err := syntax.Parse(e.concept, syntax.Prefixes(o.Prefixes))
			require.That(t, err == nil, "%s: %v", e.concept, err)
			check.That(t, c == want, "%s: got %s, want %s", e.query, printed(c), e.concept)
		}
	}
	for _, v := range []string{"wikidata", "uniprot"} {
		t.Logf("%s: %d of %d queries are read", v, shares[v][0], shares[v][1])
	}
}

// A query about reifiers that is printed is the same query.
func TestPrintedReifiers(t *testing.T) {
	const query = "SELECT ?x WHERE { ?x <http://e/p> <http://e/b> ~ ?s {| <http://e/q> 1 |} }"
	q, err := sparql11.Parse(query, nil)
	require.That(t, err == nil, "%v", err)
	printed := q.String()
	check.That(t, strings.Contains(printed, "?s <"+dl.Reifies+"> <<( ?x <http://e/p> [] )>> .") &&
		strings.Contains(printed, "?s <"+dl.Reifies+"> <<( [] <http://e/p> <http://e/b> )>> ."), "%s", printed)
	want, err := read.Concept(query, read.Options{})
	got, err2 := read.Concept(printed, read.Options{})
	check.That(t, err == nil && err2 == nil && got == want, "got %v, %v, want %v, %v", got, err2, want, err)
}

const wikidata = "http://www.wikidata.org/"

// vocabularies are the options of the queries in files of testdata.
var vocabularies = map[string]read.Options{
	"": {Prefixes: readPrefixes},
	"wikidata": {
		Type:       wikidata + "prop/direct/P31",
		SubClassOf: wikidata + "prop/direct/P279",
		Prefixes: map[string]string{
			"wd":  wikidata + "entity/",
			"wdt": wikidata + "prop/direct/",
			"p":   wikidata + "prop/",
			"ps":  wikidata + "prop/statement/",
			"pq":  wikidata + "prop/qualifier/",
			"psn": wikidata + "prop/statement/value-normalized/",
		},
	},
	"uniprot": {Prefixes: map[string]string{
		"up":    "http://purl.uniprot.org/core/",
		"taxon": "http://purl.uniprot.org/taxonomy/",
		"rh":    "http://rdf.rhea-db.org/",
	}},
}

func printed(c dl.Concept) string {
	if c == nil {
		return "nothing"
	}
	return syntax.Print(c, syntax.Options{Prefixes: readPrefixes})
}

// A query that genus writes, in any dialect and vocabulary, with labels, columns, pages, graphs and anchors, is
// read back as a concept with the same members.
func TestReadWritten(t *testing.T) {
	names := queries.DialectNames()
	for seed := range uint64(testsize.Choose(100, 500)) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{Nominals: 2, Strings: 1, Texts: 1, Derived: 3})
		c := dltest.Concept(rng, s, dl.All, 1+rng.IntN(7), 3)
		o := queries.Options{Prefixes: map[string]string{"e": dltest.Namespace}}
		o.Dialect, _ = queries.ParseDialect(names[seed%uint64(len(names))])
		if rng.IntN(2) == 0 {
			o.Kinds = map[string][]dl.Kind{}
			for f, iri := range s.Signature().Features() {
				for _, v := range s.Values(interp.FeatureID(f)) {
					if !slices.Contains(o.Kinds[iri], v.Kind()) {
						o.Kinds[iri] = append(o.Kinds[iri], v.Kind())
					}
				}
			}
		}
		if rng.IntN(3) == 0 {
			o.ShowLabels.Languages = []string{"en", ""}
			o.Columns = []queries.Column{{Path: []dl.Role{{IRI: dltest.Namespace + "r0"}}, Labelled: true}}
			o.Limit, o.Ordered = 10, rng.IntN(2) == 0
		}
		if rng.IntN(3) == 0 {
			o.Anchor = dltest.Namespace + "A0"
			c = dl.And{L: c, R: dl.Name{IRI: o.Anchor}}
		}
		if rng.IntN(3) == 0 {
			o.Vocabulary = queries.Vocabulary{
				Type:       wikidata + "prop/direct/P31",
				SubClassOf: wikidata + "prop/direct/P279",
				NoClosure:  rng.IntN(2) == 0,
			}
			o.Graphs = []string{[]string{"http://g", queries.NamedGraphs}[rng.IntN(2)]}
		}
		if rng.IntN(4) == 0 && !o.Dialect.Has(queries.LooseOrder) {
			o.Vocabulary, o.Anchor, o.Graphs = queries.Vocabulary{Classes: true, Superproperties: rng.IntN(2) == 0}, "", nil
			c = dltest.Concept(rng, s, dl.All&^(dl.WithInverse|dl.WithClosures|dl.WithAgree|dl.WithLess), 1+rng.IntN(7), 3)
		}
		text := require.Value(queries.Select(c, o))(t)
		v := o.Vocabulary
		back, err := read.Concept(text,
			read.Options{
				Prefixes:   o.Prefixes,
				Type:       v.Type,
				SubClassOf: v.SubClassOf,
				NoClosure:  v.NoClosure,
				Classes:    v.Classes,
				Graphs:     o.Graphs,
			})
		if err != nil {
			t.Errorf("%s: %#v: %v\n%s", o.Dialect, c, err, text)
			continue
		}
		e := interp.NewEvaluator(s)
		x := require.Value(e.Extension(c))(t)
		y := require.Value(e.Extension(back))(t)
		check.That(t, x.Equal(y), "%s: %#v\nis read as %#v\nfrom %s", o.Dialect, c, back, text)
	}
}

// The columns of a query are those of the query of another concept, too.
func TestColumns(t *testing.T) {
	text := `SELECT ?film ?filmLabel ?year ?who (YEAR(?d) AS ?y) WHERE {
  ?film a :Film ; :director ?who ; :date ?d .
  ?who :born/:in :fr .
  OPTIONAL { ?film :year ?year . FILTER(?year > 5) }
  SERVICE wikibase:label { bd:serviceParam wikibase:language "en" . }
}`
	r := require.Value(read.Read(text, read.Options{Prefixes: readPrefixes}))(t)
	query := require.Value(
		queries.Select(dl.Exists{Role: dl.Role{IRI: "http://e/r"}, C: dl.Nominal{IRI: "http://e/o"}},
			queries.Options{Prefixes: readPrefixes}))(t)
	got := require.Value(r.WithColumns(query))(t)
	testfiles.Golden(t, "testdata/columns.rq", got)
	again := require.Value(read.Read(got, read.Options{}))(t)
	check.Equal(t, printed(again.Concept), "∃r.{o}")
	check.Equal(t, again.Variable, "film")
	columns, notes := r.Columns()
	check.Equal(t, fmt.Sprint(columns), "[{http://e/year false } {http://e/director false }]")
	check.Equal(t, strings.Join(notes, "\n"),
		`the column ?year has all values of :year: further conditions on ?year are left out
the column ?who has all values of :director: further conditions on ?who are left out
(YEAR(?d) AS ?y) is no column of the table: it is not the value of one property of the members`)
	testfiles.Golden(t, "testdata/about.rq", queries.Layout(r.About([]string{"http://e/o", "http://e/p"})))
}

// What a query asks for that is no property of the members is named; labels are no columns of their own.
func TestLostColumns(t *testing.T) {
	const is = " is no column of the table: it is not the value of one property of the members"
	const restricted = "the column ?z has all values of :p: further conditions on ?z are left out"
	for query, want := range map[string]string{
		`SELECT ?x ?y ?l { ?x :p ?y . OPTIONAL { ?y rdfs:label ?l } }`:          "",
		`SELECT ?x ?l { ?x :p ?y . OPTIONAL { ?x rdfs:label ?l } }`:             "",
		`SELECT ?x ?l { ?x :p ?y . OPTIONAL { ?y rdfs:label ?l } }`:             "?l" + is,
		`SELECT ?x ?z { ?x :p ?y . ?y :q ?z }`:                                  "?z" + is,
		`SELECT ?x ?z { ?x a :A OPTIONAL { ?x :p/:q ?z } }`:                     "?z" + is,
		`SELECT ?x ?z { ?x a :A OPTIONAL { ?z :p ?x } }`:                        "",
		`SELECT ?x ?z { ?x a :A OPTIONAL { ?x :p ?z . ?z :q ?w } }`:             restricted,
		`SELECT ?x ?z { ?x a :A ; :p ?z FILTER(?z > 3) }`:                       restricted,
		`SELECT ?x ?z { ?x a :A OPTIONAL { ?x :p ?z } FILTER(?z > 3) }`:         restricted,
		`SELECT ?x ?z { ?x a :A ; :p ?z VALUES ?z { 1 2 } }`:                    restricted,
		`SELECT ?x ?z { ?x a :A { ?x :p ?z FILTER(?z > 3) } }`:                  restricted,
		`SELECT ?x ?z { ?x a :A ; :p ?z . ?z :q ?w }`:                           restricted,
		`SELECT ?x ?z { ?x :p ?z ; :q ?w FILTER(?w > 3) }`:                      "",
		`SELECT ?x ?z { ?x :p ?z FILTER NOT EXISTS { ?x :q ?w } }`:              "",
		`SELECT ?x ?z { ?x a :A ; :p ?y OPTIONAL { ?x :q ?w BIND(?w AS ?z) } }`: "?z" + is,
	} {
		r := require.Value(read.Read(query, read.Options{Prefixes: readPrefixes}))(t)
		_, notes := r.Columns()
		check.Equal(t, strings.Join(notes, "\n"), want)
	}
}

// Variables that a subquery hides keep their values, classes may be columns, and what a path implies is no part.
func TestHiddenAndImplied(t *testing.T) {
	g, r := "http://e/g", dl.Role{IRI: "http://e/r"}
	year := dl.Compare{
		Feature: "http://e/born",
		Op:      dl.GreaterEq,
		Value:   require.Value(dl.NewValue(dl.DateTime, "1901-01-01T00:00:00Z"))(t),
	}
	a := dl.Name{IRI: "http://e/A"}
	for query, want := range map[string]dl.Concept{
		`SELECT ?x { { SELECT ?x (YEAR(?d) AS ?y) { ?x :born ?d } } FILTER(?y > 1900) }`:                      year,
		`SELECT ?x { { SELECT ?x ?y { { SELECT ?x (YEAR(?d) AS ?y) { ?x :born ?d } } } } FILTER(?y > 1900) }`: year,
		`SELECT ?x { ?x :r ?d { SELECT ?d (YEAR(?b) AS ?y) { ?d :born ?b } } FILTER(?y > 1900) }`:             dl.Exists{Role: r, C: year},
		`SELECT ?x { { SELECT ?x (MAX(?n) AS ?m) { ?x :size ?n } GROUP BY ?x } FILTER(?m > 10) }`:             nil,
		`SELECT ?x ?c { ?x a :A ; a ?c }`:                     a,
		`SELECT ?x ?c { ?x a :A ; a/rdfs:subClassOf* ?c }`:    a,
		`SELECT ?x ?c { ?x a ?c }`:                            nil,
		`SELECT ?x { ?x a :A FILTER NOT EXISTS { ?x a ?c } }`: nil,
		`SELECT ?x { ?x :g/^:g ?y }`:                          dl.Has(g),
		`SELECT ?x { ?x :g/^:g+ ?y }`:                         dl.Has(g),
		`SELECT ?x { ?x :g/^:g* ?y }`:                         dl.Has(g),
		`SELECT ?x { ?x a :A . ?y :r* ?x }`:                   a,
	} {
		reading, err := read.Read(query, read.Options{Prefixes: readPrefixes})
		if want == nil {
			check.That(t, errors.Is(err, read.ErrNoConcept), "%s: read as %+v, %v", query, reading, err)
			continue
		}
		check.That(t, err == nil && reading.Concept == want, "%s: read as %+v, %v", query, reading, err)
	}
}
