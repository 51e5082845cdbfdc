package graph_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

const wikibase = dl.Statements("http://w.example/prop/")

// awards returns N-Triples of people with awards: every second won the first prize from 2000 on.
// The statements that say so of the others are deprecated, or are about another prize.
func awards() string {
	var b strings.Builder
	triple := func(s, p, o string) { fmt.Fprintf(&b, "<%s> <%s> %s .\n", s, p, o) }
	const entity = "http://w.example/entity/"
	for i := range 40 {
		x := fmt.Sprintf("%sQ%02d", entity, i)
		triple(x, wikibase.Property(dl.Direct, "P31"), "<"+entity+"Human>")
		for k, prize := range []string{"First", "Second"} {
			s := fmt.Sprintf("%sstatement/Q%02d-%d", entity, i, k)
			year, rank := 1950+i, "NormalRank"
			if (i%2 == 0) == (k == 0) {
				year = 2000 + i/2
			}
			triple(x, wikibase.Property(dl.Claim, "P166"), "<"+s+">")
			triple(x, wikibase.Property(dl.Direct, "P166"), "<"+entity+prize+">")
			triple(s, wikibase.Property(dl.ValueOf, "P166"), "<"+entity+prize+">")
			triple(s, wikibase.Property(dl.Qualifier, "P585"), fmt.Sprintf("\"%d-01-01T00:00:00Z\"^^<%sdateTime>", year, dl.XSD))
			triple(s, dl.StatementRank, "<http://wikiba.se/ontology#"+rank+">")
		}
		if i%4 == 1 {
			s := fmt.Sprintf("%sstatement/Q%02d-2", entity, i)
			triple(x, wikibase.Property(dl.Claim, "P166"), "<"+s+">")
			triple(s, wikibase.Property(dl.ValueOf, "P166"), "<"+entity+"First>")
			triple(s, wikibase.Property(dl.Qualifier, "P585"), fmt.Sprintf("\"2010-01-01T00:00:00Z\"^^<%sdateTime>", dl.XSD))
			triple(s, dl.StatementRank, "<"+dl.DeprecatedRank+">")
		}
	}
	return b.String()
}

var (
	awardVocabulary = extract.Vocabulary{Vocabulary: queries.Vocabulary{
		Type:       wikibase.Property(dl.Direct, "P31"),
		Statements: wikibase,
	}}
	awardExclusions = extract.Exclusions{Only: []string{string(wikibase) + dl.Direct}}
)

// awardsInMemory returns the graph of awards in memory.
func awardsInMemory(t *testing.T) intent.Graph {
	t.Helper()
	file := filepath.Join(t.TempDir(), "awards.nt")
	require.NoError(t, os.WriteFile(file, []byte(awards()), 0o600))
	data, _ := require.Values(extract.ImportFiles(t.Context(), []string{file},
		extract.ImportOptions{Vocabulary: awardVocabulary, Exclusions: awardExclusions}))(t)
	p, _ := require.Values(data.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{Statements: true}))(t)
	return intent.NewMemory(p.Structure, nil)
}

// firstWithStatements returns the first candidate for winners of the first prize from 2000 on, after
// statements were read. Before that, none of an endpoint is qualified.
func firstWithStatements(t *testing.T, g intent.Graph) intent.Candidate {
	t.Helper()
	var pos, neg []string
	for _, i := range []int{4, 10, 22, 30, 38} {
		pos = append(pos, fmt.Sprintf("http://w.example/entity/Q%02d", i))
		neg = append(neg, fmt.Sprintf("http://w.example/entity/Q%02d", i-1))
	}
	s := require.Value(
		intent.New(g, pos, neg, intent.Options{Statements: wikibase, Labels: []string{graph.RDFSchema + "label"}}))(t)
	r := require.Value(s.Rank(t.Context()))(t)
	_, ok := dl.QualifiedOf(r.Candidates[0].Concept)
	_, inMemory := g.(*intent.Memory)
	check.That(t, ok == inMemory, "%v comes first before statements were read", r.Candidates[0].Concept)
	require.Value(s.Next(t.Context()))(t)
	r = require.Value(s.Rank(t.Context()))(t)
	return r.Candidates[0]
}

// TestStatementsOfEndpoint: a qualified role comes first over an endpoint as it does in memory,
// and no deprecated statement counts.
func TestStatementsOfEndpoint(t *testing.T) { sameStatements(t, engines.StartEmbedded(t, awards())) }

func sameStatements(t *testing.T, e engines.Engine) {
	t.Helper()
	want := firstWithStatements(t, awardsInMemory(t))
	if q, ok := dl.QualifiedOf(want.Concept); !ok || len(q.Value) != 1 || want.Members != intent.Exactly(20) {
		t.Errorf("%v with %v members comes first, want those who won the first prize from 2000 on", want.Concept,
			want.Members)
	}
	c := e.Connect(t, connector.Options{})
	o := queries.Options{Dialect: queries.Probe(func(query string) (bool, error) { return c.Ask(t.Context(), query) })}
	if e.Graph != "" {
		o.Graphs = []string{e.Graph}
	}
	whole, _ := graph.NewWholeEndpoint(c, awardVocabulary, awardExclusions, o)
	if got := firstWithStatements(t, whole); got.Concept != want.Concept || got.Members != want.Members {
		t.Errorf("first in memory %v %v, at the endpoint %v %v", want.Concept, want.Members, got.Concept, got.Members)
	}
}

// TestCoarseTimes: over an endpoint the times that qualify statements, and their direct values, are known
// as well as in memory.
func TestCoarseTimes(t *testing.T) {
	var b strings.Builder
	triple := func(s, p, o string) { fmt.Fprintf(&b, "<%s> <%s> %s .\n", s, p, o) }
	const x, s = "http://w.example/entity/Q1", "http://w.example/entity/statement/Q1-1"
	triple(x, wikibase.Property(dl.Claim, "P569"), "<"+s+">")
	for _, part := range []string{dl.Direct, dl.ValueOf, dl.Qualifier} {
		name, of, node, precision := "P569", s, "http://w.example/value/century", 7
		if part == dl.Direct {
			of = x
		} else if part == dl.Qualifier {
			name, node, precision = "P1319", "http://w.example/value/day", 11
		}
		triple(of, wikibase.Property(part, name), fmt.Sprintf("\"1900-01-01T00:00:00Z\"^^<%sdateTime>", dl.XSD))
		if part != dl.Direct {
			triple(s, wikibase.Property(part+"value/", name), "<"+node+">")
			triple(node, dl.TimePrecision, fmt.Sprintf("\"%d\"^^<%sinteger>", precision, dl.XSD))
		}
	}
	c := engines.StartEmbedded(t, b.String()).Connect(t, connector.Options{})
	whole, _ := graph.NewWholeEndpoint(c, awardVocabulary, awardExclusions, queries.Options{})
	_, err := whole.Look(t.Context(), []string{x}, nil)
	require.NoError(t, err)
	read := require.Value(whole.Statements(t.Context(), wikibase, []string{"P569"}, []string{x}))(t)
	file := filepath.Join(t.TempDir(), "born.nt")
	require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o600))
	data, _ := require.Values(extract.ImportFiles(t.Context(), []string{file},
		extract.ImportOptions{Vocabulary: awardVocabulary, Exclusions: awardExclusions}))(t)
	p, _ := require.Values(data.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{Statements: true}))(t)
	for name, structure := range map[string]*interp.Structure{"endpoint": read.Structure, "memory": p.Structure} {
		for feature, want := range map[string]int{
			wikibase.Property(dl.Direct, "P569"):     7,
			wikibase.Property(dl.ValueOf, "P569"):    7,
			wikibase.Property(dl.Qualifier, "P1319"): 0,
		} {
			at := s
			if wikibase.Is(feature, dl.Direct) {
				at = x
			}
			f, known := structure.Signature().FeatureID(feature)
			a, _ := structure.Lookup(at)
			got := structure.Precision(f, a)
			check.That(t, known && got == want, "%s: %s has precision %d, want %d", name, feature, got, want)
		}
		_, is := structure.Signature().RoleID(dl.Role{IRI: wikibase.Property(dl.Quantity, "P569")})
		check.That(t, !is, "%s: the compound value of a time is a thing", name)
	}
}
