package read_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
)

var readPrefixes = map[string]string{"": "http://e/", "wdt": "http://w/"}

// Graph patterns as people write them are concepts.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		`?x wdt:P27 :fr`: `∃wdt:P27.{:fr}`,
		`SELECT ?p WHERE { ?p wdt:P19/wdt:P17 :fr ; a :Person } LIMIT 10`:                            `∃wdt:P19.∃wdt:P17.{:fr} ⊓ :Person`,
		`?f wdt:P161 ?x . ?f wdt:P57 :spielberg`:                                                     `∃wdt:P161⁻.∃wdt:P57.{:spielberg}`,
		`?x ^wdt:P161/wdt:P57 :spielberg`:                                                            `∃wdt:P161⁻.∃wdt:P57.{:spielberg}`,
		`{ ?x wdt:P27 :es } UNION { ?x wdt:P27 :it } ?x wdt:P106 ?job`:                               `∃wdt:P106.⊤ ⊓ (∃wdt:P27.{:es} ⊔ ∃wdt:P27.{:it})`,
		`?x wdt:P27 ?a, ?b FILTER(?a != ?b)`:                                                         `≥2 wdt:P27.⊤`,
		`?x wdt:P106 :writer FILTER NOT EXISTS { ?x wdt:P27 :us }`:                                   `∃wdt:P106.{:writer} ⊓ ¬∃wdt:P27.{:us}`,
		`{ SELECT ?x WHERE { ?x wdt:P106 ?o } GROUP BY ?x HAVING (COUNT(DISTINCT ?o) >= 3) }`:        `≥3 wdt:P106.⊤`,
		`SELECT DISTINCT ?x WHERE { ?x a/<http://www.w3.org/2000/01/rdf-schema#subClassOf>* :Film }`: `:Film`,
		`?x :a ?o FILTER NOT EXISTS { ?x :b ?y } FILTER NOT EXISTS { ?x :c ?y }`:                     `∃:a.⊤ ⊓ ¬∃:b.⊤ ⊓ ¬∃:c.⊤`,
		`?x :height ?h FILTER(?h >= 1.5)`:                                                            `(:height ≥ 1.5)`,
		`?x :spouse ?s . ?s :name "Ann" . ?s :alive true`:                                            `∃:spouse.((:name = "Ann") ⊓ (:alive = true))`,
		`?x :child ?c FILTER(?c NOT IN (:a, :b))`:                                                    `∃:child.(¬{:a} ⊓ ¬{:b})`,
		`?x :in ?c VALUES ?c { :a :b } OPTIONAL { ?x :label ?l }`:                                    `∃:in.({:a} ⊔ {:b})`,
	} {
		c, err := read.Concept(text, read.Options{Prefixes: readPrefixes})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		parsed, err := syntax.Parse(want, syntax.Prefixes(readPrefixes))
		require.NoError(t, err)
		check.That(t, c == parsed, "%s: got %s, want %s", text, syntax.Print(c, syntax.Options{Prefixes: readPrefixes}), want)
	}
}

// What is no concept is an error that says which part is not.
func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		`?x wdt:P27`:                    "not SPARQL",
		`?x ?p :fr`:                     "the property ?p is a variable",
		`?x wdt:P26 ?y . ?y wdt:P26 ?x`: "",
		`?x wdt:P26 ?y . ?y wdt:P19 ?c . ?x wdt:P19 ?c`:                                  "",
		`?x wdt:P26 ?y . ?a wdt:P26 ?b`:                                                  "does not hang together",
		`?x wdt:P40 ?y FILTER NOT EXISTS { ?x wdt:P26 ?y }`:                              "a part is about ?y and ?x",
		`?x wdt:P40 ?y { ?x wdt:P26 ?y } UNION { ?x wdt:P27 ?y }`:                        "a part is about",
		`{ ?x :a ?y } UNION { ?x :b ?y } { ?x :c ?y } UNION { ?x :d ?y }`:                "a part is about",
		`?x :c ?o MINUS { ?o :d ?y FILTER NOT EXISTS { ?y :e ?x } }`:                     "a part is about",
		`SELECT ?x { ?x :c ?o { SELECT ?x ?o { ?x :d ?o } } }`:                           "a part is about",
		`SELECT ?x { ?x :c ?o ; :d ?z } GROUP BY ?x ?z HAVING (COUNT(DISTINCT ?o) >= 2)`: "GROUP BY ?x",
		`?x (wdt:P26|wdt:P27) ?y`:                                                        "a path with |",
		`?x wdt:P31* :Film`:                                                              "a path with",
		`?x wdt:P27 ?c FILTER(regex(str(?c), "x"))`:                                      "FILTER",
		`?x :height ?h FILTER(?h > 2)`:                                                   "FILTER",
		`?x :h 5`:                                                                        ">= and <=",
		`?x nope:P27 :fr`:                                                                "",
		`ASK { ?x wdt:P27 :fr }`:                                                         "",
		`SELECT ?x WHERE { GRAPH :g { ?x wdt:P27 :fr } }`:                                "Graph",
		`SELECT ?x WHERE { BIND(:a AS ?x) }`:                                             "Bind",
		`SELECT ?x { ?x :c ?o } GROUP BY ?x HAVING (COUNT(DISTINCT ?o) <= 2)`:            "at most",
	} {
		c, err := read.Concept(text, read.Options{Prefixes: readPrefixes})
		check.That(t, errors.Is(err, read.ErrNoConcept) && strings.Contains(err.Error(), want),
			"%s: got %v, %v, want %q", text, c, err, want)
	}
}

// A query that genus writes is read back as a concept with the same members.
func TestReadWritten(t *testing.T) {
	for seed := range uint64(400) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{Features: -1, Booleans: -1, Nominals: 2})
		c := dltest.Concept(rng, s, (dl.ALCQIF|dl.Values)&^(dl.WithDataAtLeast|dl.WithDataAtMost|dl.WithStrings), 1+rng.IntN(7), 3)
		o := queries.Options{Prefixes: map[string]string{"e": dltest.Namespace}}
		text, err := queries.Select(c, o)
		require.NoError(t, err)
		back, err := read.Concept(text, read.Options{Prefixes: o.Prefixes})
		if err != nil {
			t.Errorf("%#v: %v\n%s", c, err, text)
			continue
		}
		e := interp.NewEvaluator(s)
		x, err := e.Extension(c)
		require.NoError(t, err)
		y, err := e.Extension(back)
		require.NoError(t, err)
		check.That(t, x.Equal(y), "%#v\nis read as %#v\nfrom %s", c, back, text)
	}
}
