package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

// serveTurtle serves the document until stop is called or the test ends.
func serveTurtle(t *testing.T, text string) (url string, stop func()) {
	t.Helper()
	var triples []rdf.Triple
	_, err := rdffile.ReadFrom(t.Context(), strings.NewReader(text), rdffile.Turtle, "urn:x", func(x rdf.Triple) error {
		triples = append(triples, x)
		return nil
	})
	require.NoError(t, err)
	e := require.Value(embedded.Start(t.Context(), triples, embedded.Options{}))(t)
	t.Cleanup(func() { _ = e.Close() })
	return e.URL(), func() { _ = e.Close() }
}

// citizens returns a small graph of citizens of some countries, and examples that are
// citizens of one country and of others. An engine counts everything in it at once.
func citizens(t *testing.T) (text string, ex extract.Examples) {
	t.Helper()
	var b strings.Builder
	b.WriteString("@prefix : <http://x.org/> .\n")
	for i := range 24 {
		fmt.Fprintf(&b, ":p%d a :Person ; :citizen :c%d ; :job :j%d .\n", i, i%3, i%4)
	}
	p := func(i int) string { return fmt.Sprintf("http://x.org/p%d", i) }
	ex = require.Value(extract.NewExamples([]string{p(0), p(3), p(6), p(9)}, []string{p(1), p(2), p(4), p(8)}))(t)
	return b.String(), ex
}

// rankedIn opens the source, extracts if it is an endpoint, and returns the first
// candidates with their members.
func rankedIn(t *testing.T, ex extract.Examples, rank bool, change func(*config.Config)) (string, *answer.Ranking) {
	t.Helper()
	s := openSession(t, change)
	defer s.use.Source.Close()
	require.That(t, s.CanRank(ex), "nothing is ranked")
	require.Value(s.Problem(t.Context(), ex))(t)
	if !rank {
		return "", nil
	}
	m := require.Value(s.Rank(t.Context(), ex))(t)
	r := require.Value(m.Rank(t.Context()))(t)
	var lines []string
	for _, c := range r.Candidates[:min(5, len(r.Candidates))] {
		lines = append(lines, fmt.Sprintf("%s: %v", syntax.Print(c.Concept, syntax.Options{}), c.Members))
	}
	return strings.Join(lines, "\n"), r
}

// An extraction is ranked with numbers of members from the endpoint. Without the endpoint
// it is ranked with the numbers in the database or, if there are none, with lower bounds.
func TestRankDatabase(t *testing.T) {
	text, ex := citizens(t)
	url, stop := serveTurtle(t, text)
	ranked, bare := filepath.Join(t.TempDir(), "ranked.db"), filepath.Join(t.TempDir(), "bare.db")
	for _, file := range []string{ranked, bare} {
		rankedIn(t, ex, false, func(c *config.Config) { c.Endpoint, c.Cache = url, file })
	}
	want, r := rankedIn(t, ex, true, func(c *config.Config) { c.DB = ranked })
	for _, c := range r.Candidates {
		check.That(t, c.Members.Exact(), "by the endpoint: %s: %v members", syntax.Print(c.Concept, syntax.Options{}), c.Members)
	}
	stop()
	got, _ := rankedIn(t, ex, true, func(c *config.Config) { c.DB = ranked })
	check.That(t, got == want, "by the database:\n%s\nby the endpoint before:\n%s", got, want)
	_, r = rankedIn(t, ex, true, func(c *config.Config) { c.DB = bare })
	for _, c := range r.Candidates {
		check.That(t, !c.Members.Exact() || c.Members.Lower <= 0, "without an endpoint: %s has exactly %d members", syntax.Print(c.Concept, syntax.Options{}), c.Members.Lower)
	}
}

// The cache keeps the endpoint's answers about concepts for the next process.
func TestRankKept(t *testing.T) {
	text, ex := citizens(t)
	url, _ := serveTurtle(t, text)
	file := filepath.Join(t.TempDir(), "cache.db")
	asked := func() (queries, first string) {
		t.Helper()
		s := openSession(t, func(c *config.Config) { c.Endpoint, c.Cache = url, file })
		defer s.use.Source.Close()
		c := &counted{Client: s.use.Source.Endpoint()}
		source.WrapClient(s.use.Source, func(extract.Client) extract.Client { return c })
		m := require.Value(s.Rank(t.Context(), ex))(t)
		r := require.Value(m.Rank(t.Context()))(t)
		return strings.Join(c.sentQueries(), "\n"), syntax.Print(r.Candidates[0].Concept, syntax.Options{})
	}
	const count = "SELECT DISTINCT ?x"
	queries, first := asked()
	again, same := asked()
	check.That(t, strings.Contains(queries, count) && !strings.Contains(again, "DISTINCT ?x") && first == same,
		"first %s by\n%.300s\nagain %s by\n%.300s", first, queries, same, again)
}

// With reasoning an endpoint is ranked by what follows from its axioms.
func TestRankReasoning(t *testing.T) {
	var b strings.Builder
	b.WriteString(
		"@prefix : <http://x.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . :mother rdfs:subPropertyOf :parent . :father rdfs:subPropertyOf :parent .\n",
	)
	for i := range 20 {
		fmt.Fprintf(&b, ":p%d a :Person .\n", i)
		switch {
		case i < 4:
			fmt.Fprintf(&b, ":p%d :mother :p19 .\n", i)
		case i < 8:
			fmt.Fprintf(&b, ":p%d :father :p19 .\n", i)
		}
	}
	url, _ := serveTurtle(t, b.String())
	var pos, neg []string
	for i := range 5 {
		pos, neg = append(pos, fmt.Sprintf("http://x.org/p%d", i+2)), append(neg, fmt.Sprintf("http://x.org/p%d", i+10))
	}
	ex := require.Value(extract.NewExamples(pos, neg))(t)
	got, r := rankedIn(t, ex, true, func(c *config.Config) { c.Endpoint, c.Reasoning = url, "rdfs" })
	first := r.Candidates[0]
	check.That(t, strings.Contains(got, "parent") && first.Members.Exact() && first.Members.Lower == 8, "got\n%s", got)
}

// With reasoning, the ranking extracts around the examples, and then the problem extracts
// around an answer, too. The budget limits both together.
func TestBudgetOfTwoExtractions(t *testing.T) {
	var b strings.Builder
	b.WriteString("@prefix : <http://x.org/> .\n")
	for i := range 12 {
		fmt.Fprintf(&b, ":p%d a :Person ; :job :j%d .\n", i, i/3)
	}
	url, _ := serveTurtle(t, b.String())
	problem := func(budget int, spent extract.Spent) (*notes, extract.Spent, error) {
		s := openSession(t, func(c *config.Config) {
			c.Endpoint = url
			c.Reasoning = "rdfs"
			c.Depth = 1
			c.MaxRequests, c.MaxTime = budget, time.Hour
		})
		told := &notes{}
		s.use.Reporter, s.use.Spent = told, &spent
		ex := extract.Examples{Pos: []string{"http://x.org/p0", "http://x.org/p1"}, Neg: []string{"http://x.org/p11"}}
		o := require.Value(s.use.Config.Learner())(t)
		r, err := s.Answer(t.Context(), answer.Task{Examples: ex, Options: o, Asked: ex.Neg})
		if err == nil {
			err = r.Unproved
		}
		return told, spent, err
	}
	told, all := require.Values(problem(0, extract.Spent{}))(t)
	n := strings.Count(strings.Join(told.texts, "\n"), "extracted ")
	require.That(t, n == 2 && all.Requests != 0 && all.Time != 0, "%d extractions used %v: %q", n, all, told.texts)
	_, _, err := problem(all.Requests, extract.Spent{})
	check.That(t, err == nil, "with just enough requests: %v", err)
	_, _, err = problem(all.Requests-1, extract.Spent{})
	check.That(t, errors.Is(err, extract.ErrBudget), "with one request less: %v", err)
	_, _, err = problem(0, extract.Spent{Time: time.Hour})
	check.That(t, errors.Is(err, extract.ErrBudget), "without time: %v", err)
}

// notes is a source.Reporter that keeps the notes.
type notes struct {
	source.Silent
	texts []string
}

func (n *notes) Note(format string, args ...any) {
	n.texts = append(n.texts, fmt.Sprintf(format, args...))
}

// TestStatementsOfManyPositives: of more positives than are ranked, a sample says which statements the
// search needs, and it has those of all of them.
func TestStatementsOfManyPositives(t *testing.T) {
	const entity, claim = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/P39"
	var b strings.Builder
	var pos, neg []string
	for i := range 260 {
		x, s, year := fmt.Sprintf("%sQ%d", entity, 1000+i), fmt.Sprintf("%sstatement/Q%d-1", entity, 1000+i), 2000+i%20
		if i >= 250 {
			neg, year = append(neg, x), 1980
		} else {
			pos = append(pos, x)
		}
		fmt.Fprintf(&b, "<%s> <%s> <%s> ; <http://www.wikidata.org/prop/direct/P39> <%sQ1> .\n", x, claim, s, entity)
		fmt.Fprintf(&b, "<%s> <http://www.wikidata.org/prop/statement/P39> <%sQ1> ;\n", s, entity)
		fmt.Fprintf(&b, "  <http://www.wikidata.org/prop/qualifier/P580> %q^^<%sdateTime> .\n",
			fmt.Sprintf("%d-01-01T00:00:00Z", year), dl.XSD)
	}
	file := filepath.Join(t.TempDir(), "offices.ttl")
	require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o600))
	s := openSession(t, func(c *config.Config) {
		*c = c.WithVocabulary("wikidata")
		c.Data, c.Depth = []string{file}, 1
	})
	defer s.use.Source.Close()
	ex := require.Value(extract.NewExamples(pos, neg))(t)
	p := require.Value(s.Problem(t.Context(), ex))(t)
	role, ok := p.Structure.Signature().RoleID(dl.Role{IRI: claim})
	check.That(t, ok && len(p.Structure.Sources(role)) == len(pos)+len(neg),
		"the search has no statements, or not those of all examples")
}
