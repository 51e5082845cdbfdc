package queries

import (
	"errors"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

func TestCrawlQueries(t *testing.T) {
	a := "http://example.org/a"
	b := "http://example.org/b"
	p := "http://example.org/p"
	q := "http://example.org/q"
	for _, tt := range []struct {
		name string
		make func() (string, error)
		want string // with runs of white space as one blank
	}{
		{"count out", func() (string, error) { return CountStatements(Statements{Subjects: []string{a, b}}) },
			"SELECT ?s ?p (COUNT(*) AS ?n) WHERE { VALUES ?s { <http://example.org/a> <http://example.org/b> } ?s ?p ?o . } " +
				"GROUP BY ?s ?p",
		},
		{"count in",
			func() (string, error) { return CountStatements(Statements{Subjects: []string{a}, Inverse: true}) },
			"SELECT ?s ?p (COUNT(*) AS ?n) WHERE { VALUES ?s { <http://example.org/a> } ?o ?p ?s . } GROUP BY ?s ?p"},
		{"pull out", func() (string, error) {
			return PullStatements(Statements{Subjects: []string{a}, Properties: []string{p, q}})
		}, "SELECT ?s ?p ?o WHERE { VALUES ?s { <http://example.org/a> } ?s ?p ?o . FILTER(?p IN (<http://example.org/p>, " +
			"<http://example.org/q>)) }"},
		{"pull out of several", func() (string, error) {
			return PullStatements(Statements{Subjects: []string{a, b}, Properties: []string{p, q}})
		}, "SELECT ?s ?p ?o WHERE { VALUES ?s { <http://example.org/a> <http://example.org/b> } ?s ?p ?o . FILTER(IF(?p " +
			"IN (<http://example.org/p>, <http://example.org/q>), true, false)) }"},
		{"pull in", func() (string, error) {
			return PullStatements(Statements{Subjects: []string{a}, Inverse: true, Properties: []string{p}})
		}, "SELECT ?s ?p ?o WHERE { VALUES ?s { <http://example.org/a> } ?o ?p ?s . FILTER(?p IN (<http://example.org/p>)) }"},
		{"pull leaf", func() (string, error) {
			return PullStatements(Statements{Subjects: []string{a}, Properties: []string{p}, LiteralsOr: []string{q}})
		}, "SELECT ?s ?p ?o WHERE { VALUES ?s { <http://example.org/a> } ?s ?p ?o . FILTER(?p IN " +
			"(<http://example.org/p>)) FILTER(isLiteral(?o) || ?p IN (<http://example.org/q>)) }"},
		{"count all", func() (string, error) { return CountAll(Statements{Subjects: []string{a}, Inverse: true}) },
			"SELECT (COUNT(*) AS ?n) WHERE { VALUES ?s { <http://example.org/a> } ?o ?p ?s . FILTER(isIRI(?p)) }"},
		{"first slice", func() (string, error) { return PullStatements(Statements{Subjects: []string{a}, To: "8000"}) },
			`SELECT ?s ?p ?o WHERE { VALUES ?s { <http://example.org/a> } ?s ?p ?o . FILTER(isBlank(?o) || MD5(STR(?o)) < "8000") }`,
		},
		{"middle slice", func() (string, error) {
			return PullStatements(Statements{Subjects: []string{a}, From: "8000", To: "a000"})
		}, `SELECT ?s ?p ?o WHERE { VALUES ?s { <http://example.org/a> } ?s ?p ?o . FILTER(!isBlank(?o) && MD5(STR(?o)) >= "8000") FILTER(MD5(STR(?o)) < "a000") }`},
		{"literals only", func() (string, error) {
			return CountStatements(Statements{Subjects: []string{a}, LiteralsOr: []string{}})
		}, "SELECT ?s ?p (COUNT(*) AS ?n) WHERE { VALUES ?s { <http://example.org/a> } ?s ?p ?o . FILTER(isLiteral(?o)) } " +
			"GROUP BY ?s ?p"},
		{"hub out", func() (string, error) { return CountUpTo(a, p, false, "", 1001) },
			"SELECT (COUNT(*) AS ?n) WHERE { { SELECT ?o WHERE { <http://example.org/a> <http://example.org/p> ?o . } LIMIT " +
				"1001 } }",
		},
		{"hub in", func() (string, error) { return CountUpTo(a, p, true, "", 3) },
			"SELECT (COUNT(*) AS ?n) WHERE { { SELECT ?o WHERE { ?o <http://example.org/p> <http://example.org/a> . } LIMIT " +
				"3 } }",
		},
		{"few out", func() (string, error) { return CountUpTo(a, "", false, "", 7) },
			"SELECT (COUNT(*) AS ?n) WHERE { { SELECT ?o WHERE { <http://example.org/a> ?p ?o . } LIMIT 7 } }"},
		{"few in", func() (string, error) { return CountUpTo(a, "", true, "", 7) },
			"SELECT (COUNT(*) AS ?n) WHERE { { SELECT ?o WHERE { ?o ?p <http://example.org/a> . } LIMIT 7 } }"},
		{"anonymous", func() (string, error) { return AnonymousSuperclasses([]string{a}, p, q) },
			"SELECT ?s ?p ?o ?n WHERE { { SELECT (COUNT(*) AS ?n) WHERE { { SELECT ?s ?o WHERE { VALUES ?s { " +
				"<http://example.org/a> } ?s ?p ?b . ?b ?q ?o . FILTER(isBlank(?b)) FILTER(?p IN (<http://example.org/p>)) " +
				"FILTER(?q IN (<http://example.org/q>)) } } } } UNION { SELECT ?s ?o WHERE { VALUES ?s { <http://example.org/a> " +
				"} ?s ?p ?b . ?b ?q ?o . FILTER(isBlank(?b)) FILTER(?p IN (<http://example.org/p>)) FILTER(?q IN " +
				"(<http://example.org/q>)) } } }",
		},
		{"labels", func() (string, error) { return Labels([]string{a}, []string{p}, []string{"en", ""}) },
			`SELECT ?s ?o ?p WHERE { VALUES ?s { <http://example.org/a> } ?s ?p ?o . FILTER(?p IN (<http://example.org/p>)) FILTER(LANG(?o) IN ("en", "")) }`,
		},
		{"labels of several", func() (string, error) { return Labels([]string{a, b}, []string{p}, []string{"en"}) },
			`SELECT ?s ?o ?p WHERE { VALUES ?s { <http://example.org/a> <http://example.org/b> } ?s ?p ?o . FILTER(IF(?p IN (<http://example.org/p>), true, false)) FILTER(LANG(?o) IN ("en")) }`,
		},
		{"labels, also by entities",
			func() (string, error) { return AllLabels([]string{a}, q, []string{p}, []string{"en"}) },
			`SELECT ?s ?o ?p WHERE { { VALUES ?s { <http://example.org/a> } ?s ?p ?o . FILTER(?p IN (<http://example.org/p>)) FILTER(LANG(?o) IN ("en")) } UNION { VALUES ?s { <http://example.org/a> } ?e <http://example.org/q> ?s . ?e ?p ?o . FILTER(?p IN (<http://example.org/p>)) FILTER(LANG(?o) IN ("en")) } }`,
		},
		{"known", func() (string, error) { return Known([]string{a}, p, q) },
			"SELECT ?s ?n ?p ?o WHERE { { SELECT ?s (COUNT(*) AS ?n) WHERE { VALUES ?s { <http://example.org/a> } ?s ?p ?x . " +
				"FILTER(isIRI(?p)) } GROUP BY ?s } UNION { VALUES ?s { <http://example.org/a> } VALUES ?p { " +
				"<http://example.org/p> <http://example.org/q> } ?s ?p ?o . FILTER(isIRI(?o)) } }",
		},
		{"known in", func() (string, error) { return KnownAsObject(a) }, "ASK { ?x ?p <http://example.org/a> . }"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := require.Value(tt.make())(t)
			got = strings.Join(strings.Fields(got), " ")
			check.That(t, got == tt.want, "\n got %s\nwant %s", got, tt.want)
		})
	}
}

func TestCrawlQueriesRefuseInjection(t *testing.T) {
	evil := "http://example.org/a> ?p ?o } #"
	fine := []string{"http://example.org/a"}
	for name, make := range map[string]func() (string, error){
		"subject":  func() (string, error) { return CountStatements(Statements{Subjects: []string{evil}}) },
		"property": func() (string, error) { return PullStatements(Statements{Subjects: fine, Properties: []string{evil}}) },
		"or":       func() (string, error) { return PullStatements(Statements{Subjects: fine, LiteralsOr: []string{evil}}) },
		"hub":      func() (string, error) { return CountUpTo(evil, fine[0], true, "", 1) },
		"hub prop": func() (string, error) { return CountUpTo(fine[0], evil, true, "", 1) },
		"first":    func() (string, error) { return AnonymousSuperclasses(fine, evil, fine[0]) },
		"second":   func() (string, error) { return AnonymousSuperclasses(fine, fine[0], evil) },
		"label":    func() (string, error) { return Labels(fine, []string{evil}, nil) },
		"via":      func() (string, error) { return AllLabels(fine, evil, fine, nil) },
		"known":    func() (string, error) { return Known([]string{evil}) },
		"known in": func() (string, error) { return KnownAsObject(evil) },
	} {
		if q, err := make(); !errors.Is(err, ErrBadIRI) {
			t.Errorf("%s: got %q, %v; want ErrBadIRI", name, q, err)
		}
	}
	check.ErrorIs(t, check.Error(CountStatements(Statements{})), ErrOptions, "no subjects")
	q, err := Labels(fine, fine, []string{`en") || true || ("`})
	check.That(t, err == nil && strings.Contains(q, `LANG(?o) IN ("en\") || true || (\"")`), "language: got %q, %v", q,
		err)
}
