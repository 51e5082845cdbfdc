package differential

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// TestEmbedded tests the engine inside the process.
func TestEmbedded(t *testing.T) { compare(t, embeddedEngine("embedded", 0)) }

// Queries for engines that order instants by their local fields are standard SPARQL, so
// that an engine which keeps to the standard can test them.
func TestEmbeddedLocalInstants(t *testing.T) {
	compare(t, embeddedEngine("embedded", queries.LocalInstants))
}

func embeddedEngine(name string, d queries.Dialect) engine {
	return engine{name: name, dialect: d, serve: func(t *rapid.T, ntriples string) *connector.Client {
		return engines.StartEmbedded(t, ntriples).Connect(t, connector.Options{Retries: -1})
	}}
}

// TestEngines tests engines that others wrote: whether the probes find their dialects, the
// concepts that they once answered wrongly, and random ones, also about statements with
// qualifiers.
func TestEngines(t *testing.T) {
	for _, s := range engines.All() {
		t.Run(s.Name, func(t *testing.T) {
			running := s.Start(t, "")
			dialect := require.Value(queries.ParseDialect(s.Name))(t)
			t.Run("probes", func(t *testing.T) { check.Equal(t, probeDialect(t, running), dialect, "the probes find") })
			t.Run("regressions", func(t *testing.T) { repeat(t, running, dialect) })
			e := judged[s.Name]
			e.name, e.dialect = s.Name, dialect
			e.serve = func(t *rapid.T, ntriples string) *connector.Client {
				require.NoError(t, running.Load(context.Background(), ntriples), "%s", ntriples)
				return running.Connect(t, connector.Options{Retries: -1})
			}
			compare(t, e)
			t.Run("statements", func(t *testing.T) { compareStatements(t, e) })
			t.Run("classes", func(t *testing.T) { compareClasses(t, e) })
			t.Run("redirects", func(t *testing.T) { compareRedirects(t, e) })
		})
	}
}

// zoned matches a date with a time zone.
var zoned = regexp.MustCompile(`(Z|[+-][0-9]{2}:[0-9]{2})$`)

// judged says what is left out for an engine, and which errors are refusals.
// docs/engines-sparql.md has the same list in words.
var judged = map[string]engine{
	"virtuoso": {
		// Of the boolean 1 and the integer 1 at one property it keeps one. It rounds decimals
		// to 15 fraction digits. It rounds integers of more than 64 bits, or does not treat
		// them as numbers, but treats a duration as one. It answers with six digits of a
		// floating point number, so that a crawl gets another number if there are more.
		stores: func(l graphs.Literal) bool {
			floating := l.Datatype == dl.Double.IRI() || l.Datatype == dl.Float.IRI()
			one := l.Datatype == dl.Boolean.IRI() && (l.Lex == "0" || l.Lex == "1")
			return !one && !l.Long() && l.Small(15) && l.Datatype != dl.XSD+"duration" && !(floating && len(l.Lex) > 7)
		},
		covers: func(v dl.Value) bool { return !strings.HasPrefix(v.Lexical(), "-00") }, // it writes the year -0044 as -044
		// It declines queries that it estimates to be slow. It cannot join in every order by
		// a property with both IRIs and numbers as values. It fails to compile some nominals
		// in a union with a MINUS. It multiplies unions out: in a chain of roles that each
		// follow from many others, this exceeds its memory, or a minute. Nested negations
		// overflow its stack.
		refused: func(err error) bool {
			return strings.Contains(err.Error(), "no complete answer within") ||
				strings.Contains(err.Error(), "estimated execution time") ||
				strings.Contains(err.Error(), "SR066: Unsupported case in CONVERT") ||
				strings.Contains(err.Error(), "SR126: Can't convert CAST to numeric") ||
				strings.Contains(err.Error(), "SQ200: ") || // memory, the stack, or a column of its own
				strings.Contains(err.Error(), "SP031: SPARQL compiler: Internal error") ||
				strings.Contains(err.Error(), "SP031: SPARQL: Internal error: The length of generated SQL text") ||
				strings.Contains(err.Error(), "SQ156: Internal")
		},
	},
	"blazegraph": {
		// It keeps instants as milliseconds in UTC, and gives a zone to one without. Values
		// that are not instants, such as a day or a year, lose theirs: Z is as none, and any
		// other moves them. 29 February without a year is not possible.
		stores: func(l graphs.Literal) bool {
			k, _ := dl.KindOf(l.Datatype)
			switch k {
			case dl.DateTime:
				return zoned.MatchString(l.Lex) && !strings.HasPrefix(l.Lex, "0000") // XML Schema 1.0 has no year 0
			case dl.Time:
				return strings.HasSuffix(l.Lex, "Z")
			case dl.GMonthDay:
				return !strings.HasPrefix(l.Lex, "--02-29") && !zoned.MatchString(l.Lex)
			case dl.Date, dl.GYearMonth, dl.GYear, dl.GMonth, dl.GDay:
				return !zoned.MatchString(l.Lex)
			}
			return true
		},
	},
	"fuseki": {
		// TDB2 cannot delete a decimal that it would spell with another number of fraction
		// digits, such as 0 (0.0), 3. or 1.50, so that it would be in the next graph, too.
		stores: func(l graphs.Literal) bool {
			_, fraction, _ := strings.Cut(l.Lex, ".")
			return l.Datatype != dl.Decimal.IRI() || len(fraction) == 1 || fraction != "" && !strings.HasSuffix(fraction, "0")
		},
		// A hash join that is closed before it begins fails.
		refused: func(err error) bool { return strings.Contains(err.Error(), "MultiHashProbeTable.clear()") },
	},
	"oxigraph": {
		// Its integers have 64 bits and its decimals 18 fraction digits; it does not treat
		// longer ones as numbers.
		stores: func(l graphs.Literal) bool { return !l.Long() && l.Small(18) },
	},
}

func probeDialect(t *testing.T, e engines.Engine) queries.Dialect {
	t.Helper()
	c := e.Connect(t, connector.Options{Retries: -1})
	return queries.Probe(func(query string) (bool, error) { return c.Ask(context.Background(), query) })
}

func TestEmbeddedProbes(t *testing.T) {
	check.Equal(t, probeDialect(t, engines.StartEmbedded(t, "")), 0, "the probes find want standard")
}

// QLever cannot be installed here. This endpoint answers the probes as QLever 0.5.50 did.
func TestEmbeddedProbesOfQLever(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.FormValue("query")
		right := !strings.Contains(query, "dateTime") && !strings.Contains(query, "DATATYPE")
		answer := right && strings.Contains(query, "-INF")
		w.Header().Set("Content-Type", "application/sparql-results+json")
		_, _ = fmt.Fprintf(w, `{"head": {}, "boolean": %t}`, answer)
	}))
	defer server.Close()
	want := require.Value(queries.ParseDialect("qlever"))(t)
	got := probeDialect(t, engines.Engine{Endpoint: server.URL})
	check.That(t, got == want && got.String() == "local-instants,double-numbers", "the probes find %s, want %s", got, want)
}

// A crawled graph is what genus extracts from an endpoint that serves the graph, with all
// IRIs as examples.
type crawled struct {
	examples []string
	problem  interp.Problem
	info     extract.Info
	eval     *interp.Evaluator
}

func crawl(t *rapid.T, client *connector.Client, g *graphs.Random, named []string, closure bool) *crawled {
	if len(named) == 0 || g.NamelessAxioms() {
		return nil
	}
	ctx := context.Background()
	db := require.Value(store.OpenMemory(ctx))(t)
	defer func() { _ = db.Close() }()
	o := extract.CrawlOptions{Bounds: extract.Bounds{Depth: mostNested}, Vocabulary: vocabulary(g, closure)}
	_, _, err := extract.Crawl(ctx, client, db, named, o)
	if redirect := (*extract.RedirectError)(nil); errors.As(err, &redirect) {
		return nil // nothing but owl:sameAs is stated about one of them
	}
	require.That(t, err == nil, "crawling: %v\n%s", err, g)
	x := &crawled{examples: named}
	x.problem, x.info, err = extract.Load(ctx, db, extract.Examples{Pos: named}, extract.LoadOptions{})
	require.That(t, err == nil, "loading: %v\n%s", err, g)
	x.eval = interp.NewEvaluator(x.problem.Structure)
	return x
}

// covers reports whether everything that c refers to was extracted. Roles with blank
// nodes among their successors were not, nor were numbers with a spelling of the engine's
// own, such as inf.
func (x *crawled) covers(c dl.Concept) bool {
	if neighbourhood.Removed(x.problem.Removed).In(c) || dl.LanguageOf(c).Any(x.problem.Incomplete) {
		return false
	}
	covered := true
	dl.Walk(c, func(c dl.Concept) bool {
		compare, compares := c.(dl.Compare)
		for _, s := range x.info.Skipped {
			about := s.Property == compare.Feature || slices.Contains(x.info.Axioms.Features[compare.Feature], s.Property)
			if _, value := dl.KindOf(s.Datatype); value && compares && about {
				covered = false
			}
		}
		return covered
	})
	return covered
}

// check compares the truth of c at every IRI with want, if everything that c refers to
// was extracted. It returns false if not.
func (x *crawled) check(j *judge, want []string) bool {
	if x == nil || !x.covers(j.c) {
		return false
	}
	ext := require.Value(x.eval.Extension(j.c))(j)
	for _, iri := range x.examples {
		a, ok := x.problem.Structure.Lookup(iri)
		require.That(j, ok && ext.Test(uint(a)) == slices.Contains(want, iri),
			"%s is extracted from %s otherwise than loaded from a file: %s is %t at it\nover\n%s", iri, j.e.name,
			syntax.Print(j.c, syntax.Options{}), ok && ext.Test(uint(a)), j.g)
	}
	return true
}
