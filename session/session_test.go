package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

const (
	family       = "../cmd/genus/testdata/data/family.ttl"
	elephantFile = "../internal/elephants/elephants.ttl"
)

func settings(t *testing.T, change func(*config.Config)) Session {
	t.Helper()
	c := config.Default()
	change(&c)
	return Session{source.Use{Config: c, Options: source.Options{Reporter: source.Silent{}, Version: "test"}}}
}

func openSession(t *testing.T, change func(*config.Config)) Session {
	t.Helper()
	s := settings(t, change)
	s.use.Source = require.Value(source.Open(t.Context(), s.use))(t)
	t.Cleanup(s.use.Source.Close)
	return s
}

// counted is a client that counts and keeps its requests.
type counted struct {
	extract.Client
	n atomic.Int64

	mu      sync.Mutex
	queries []string
}

// sentQueries returns the queries so far.
func (c *counted) sentQueries() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.queries)
}

func (c *counted) Select(ctx context.Context, query string) (*connector.Table, error) {
	c.n.Add(1)
	c.mu.Lock()
	c.queries = append(c.queries, query)
	c.mu.Unlock()
	return c.Client.Select(ctx, query)
}

func (c *counted) Ask(ctx context.Context, query string) (bool, error) {
	c.n.Add(1)
	return c.Client.Ask(ctx, query)
}

// onElephants returns the session on an endpoint of its own that serves the elephants.
func onElephants(t *testing.T, s Session) (Session, *counted) {
	t.Helper()
	s.use.Config.Data = []string{elephantFile}
	s.use.Source = require.Value(source.OpenServed(t.Context(), s.use))(t)
	t.Cleanup(s.use.Source.Close)
	c := &counted{Client: s.use.Source.Endpoint()}
	source.WrapClient(s.use.Source, func(extract.Client) extract.Client { return c })
	return s, c
}

func fit(t *testing.T, s Session, pos, neg []string) *answer.Result {
	t.Helper()
	ex := require.Value(extract.NewExamples(pos, neg))(t)
	o := require.Value(s.use.Config.Learner())(t)
	s.use.Config.Prefer = config.Smallest
	return require.Value(s.Work().Answer(t.Context(), answer.Task{Examples: ex, Options: o, Confirm: true}))(t)
}

// An open endpoint is only asked for what is missing. Its results equal those of a new
// one.
func TestSourceReused(t *testing.T) {
	given := settings(t, func(c *config.Config) { c.MaxSize, c.Depth = 2, 1 })
	s, asked := onElephants(t, given)
	pos, neg := elephants.Positives, elephants.Negatives
	for _, step := range []struct {
		name     string
		pos, neg []string
		crawls   bool
	}{
		{"first", pos[:8], neg[:8], true},
		{"flipped", append(pos[1:8:8], neg[0]), append(neg[1:8:8], pos[0]), false},
		{"fewer", pos[:7], neg[:8], false},
		{"more", pos[:9], neg[:8], true},
	} {
		before := asked.n.Load()
		ex := require.Value(extract.NewExamples(step.pos, step.neg))(t)
		p, err := s.Work().Problem(t.Context(), ex)
		require.That(t, err == nil, "%s: %v", step.name, err)
		n := asked.n.Load() - before
		check.That(t, (n > 0) == step.crawls, "%s: %d requests", step.name, n)
		for i, a := range p.Pos {
			check.Equal(t, p.Structure.IRI(a), step.pos[i], "%s: positive %d", step.name, i)
		}
		fresh, _ := onElephants(t, given)
		got, want := fit(t, s, step.pos, step.neg), fit(t, fresh, step.pos, step.neg)
		check.That(t, got.Fitting.Confusion == want.Fitting.Confusion && got.Fitting.Size == want.Fitting.Size &&
			got.Fitting.Optimal,
			"%s: %s %v, a new source gives %s %v", step.name, text(got.Fitting.Concept), got.Fitting.Confusion,
			text(want.Fitting.Concept), want.Fitting.Confusion)
		wrong := got.Verdict.Mismatches()
		check.That(t, got.ConfirmErr == nil && len(wrong) <= 0, "%s: %v, %v", step.name, got.ConfirmErr, wrong)
	}
}

// To look at a concept, genus reads an endpoint as it did for learning. An endpoint from
// which nothing was learned is read no deeper than the concept.
func TestProblemAbout(t *testing.T) {
	shallow := settings(t, func(c *config.Config) { c.MaxSize, c.Depth, c.Strings = 2, 1, true })
	usual := settings(t, func(*config.Config) {}) // goes deeper, without strings
	shallow, asked := onElephants(t, shallow)
	pos, neg := elephants.Positives[:8], elephants.Negatives[:8]
	ex := require.Value(extract.NewExamples(pos, neg))(t)
	learned := require.Value(shallow.Work().Problem(t.Context(), ex))(t)
	female := dl.Name{IRI: elephants.Namespace + "Female"}
	daughters := dl.Exists{Role: dl.Role{IRI: elephants.Namespace + "childOf", Inverse: true}, C: female}
	fresh, _ := onElephants(t, usual)
	usual.use.Source = shallow.use.Source
	before := asked.n.Load()
	for _, c := range []dl.Concept{female, daughters} {
		p := require.Value(source.ProblemAbout(t.Context(), usual.Use(), ex, c))(t)
		check.That(t, p.Structure == learned.Structure && p.CheckCoverage(c) == nil && asked.n.Load() == before,
			"%s: another structure, or %d requests", text(c), asked.n.Load()-before)
	}
	deep := dl.Exists{Role: dl.Role{IRI: elephants.Namespace + "childOf"}, C: daughters}
	if p, err := source.ProblemAbout(t.Context(), usual.Use(), ex, deep); err != nil || p.CheckCoverage(deep) != nil ||
		p.Info.Depth != 2 {
		t.Errorf("deeper: %v", err)
	}
	for depth, c := range []dl.Concept{female, daughters, deep} {
		if p, err := source.ProblemAbout(t.Context(), fresh.Use(), ex, c); err != nil || p.CheckCoverage(c) != nil ||
			p.Info.Depth != depth {
			t.Errorf("%s: depth %d: %v", text(c), p.Info.Depth, err)
		}
	}
}

func text(c dl.Concept) string { return syntax.Print(c, syntax.Options{}) }

// Problems of one source give the same results at the same time as one after the other.
func TestSourceConcurrent(t *testing.T) {
	given := settings(t, func(c *config.Config) { c.MaxSize, c.Depth = 2, 1 })
	s, _ := onElephants(t, given)
	pos, neg := elephants.Positives, elephants.Negatives
	var want [4]string
	for i := range want {
		fresh, _ := onElephants(t, given)
		want[i] = summary(fit(t, fresh, pos[i%4:i%4+8], neg[i%2:i%2+8]))
		fresh.use.Source.Close()
	}
	var got [4]string
	var group sync.WaitGroup
	for i := range got {
		group.Go(func() { got[i] = summary(fit(t, s, pos[i%4:i%4+8], neg[i%2:i%2+8])) })
	}
	group.Wait()
	check.Diff(t, got, want)
}

func summary(r *answer.Result) string {
	return fmt.Sprint(r.Fitting.Size, r.Fitting.Confusion, r.Fitting.Optimal, len(r.Verdict.Mismatches()))
}

// The error names the examples that the source does not know.
func TestUnknown(t *testing.T) {
	s := openSession(t, func(c *config.Config) { c.Data = []string{family} })
	check.ErrorIs(t, check.Error(s.Use().Writing(check.Ended())), context.Canceled, "writing")
	ex := require.Value(
		extract.NewExamples([]string{"http://example.org/nobody"}, []string{"http://example.org/nothing"}))(t)
	_, err := s.Work().Problem(t.Context(), ex)
	var unknown *extract.UnknownExamplesError
	check.That(t, errors.As(err, &unknown) && len(unknown.IRIs) == 2 && source.IsUsage(err), "got %v", err)
	check.That(t, !source.IsUsage(errors.New("broken")), "any error is the user's")
}

// TestPagesOfMatches: the first page of matches is not ordered, because an engine would have
// to find all members first. The pages together have each member once.
func TestPagesOfMatches(t *testing.T) {
	s, asked := onElephants(t, settings(t, func(*config.Config) {}))
	female := dl.Name{IRI: elephants.Namespace + "Female"}
	ex := require.Value(extract.NewExamples(elephants.Positives[:2], elephants.Negatives[:2]))(t)
	p := require.Value(source.ProblemAbout(t.Context(), s.Use(), ex, female))(t)
	list := func(s Session, limit, offset int) (iris []string, more bool) {
		t.Helper()
		m := require.Value(s.Work().Matches(t.Context(), p, female, limit, offset))(t)
		for _, m := range m.Matches {
			iris = append(iris, m.IRI)
		}
		return iris, m.More
	}
	want, _ := list(s, 1000, 0)
	for _, query := range asked.sentQueries() {
		check.That(t, !strings.Contains(query, "ORDER BY"), "the first page is ordered:\n%s", query)
	}
	var got []string
	for more := true; more; {
		var page []string
		page, more = list(s, 7, len(got))
		got = append(got, page...)
	}
	slices.Sort(got)
	check.That(t, len(want) >= 20 && slices.Equal(got, want), "the pages have %q, want %q", got, want)
}

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
	require.That(t, s.Work().CanRank(ex), "nothing is ranked")
	require.Value(s.Work().Problem(t.Context(), ex))(t)
	if !rank {
		return "", nil
	}
	m := require.Value(s.Work().Rank(t.Context(), ex))(t)
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
		check.That(t, c.Members.Exact(), "by the endpoint: %s: %v members", syntax.Print(c.Concept, syntax.Options{}),
			c.Members)
	}
	stop()
	got, _ := rankedIn(t, ex, true, func(c *config.Config) { c.DB = ranked })
	check.That(t, got == want, "by the database:\n%s\nby the endpoint before:\n%s", got, want)
	_, r = rankedIn(t, ex, true, func(c *config.Config) { c.DB = bare })
	for _, c := range r.Candidates {
		check.That(t, !c.Members.Exact() || c.Members.Lower <= 0, "without an endpoint: %s has exactly %d members",
			syntax.Print(c.Concept, syntax.Options{}), c.Members.Lower)
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
		m := require.Value(s.Work().Rank(t.Context(), ex))(t)
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
		"@prefix : <http://x.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . :mother rdfs:subPropertyOf " +
			":parent . :father rdfs:subPropertyOf :parent .\n",
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
		r, err := s.Work().Answer(t.Context(), answer.Task{Examples: ex, Options: o, Asked: ex.Neg})
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
	p := require.Value(s.Work().Problem(t.Context(), ex))(t)
	role, ok := p.Structure.Signature().RoleID(dl.Role{IRI: claim})
	check.That(t, ok && len(p.Structure.Sources(role)) == len(pos)+len(neg),
		"the search has no statements, or not those of all examples")
}

type countingTransport struct{ n atomic.Int64 }

func (c *countingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	c.n.Add(1)
	return http.DefaultTransport.RoundTrip(r)
}

// A program gives Open its own HTTP client and logger, and answers the questions.
func TestOpen(t *testing.T) {
	url, _ := serveTurtle(t, `@prefix : <http://x.org/> .
		:a a :Cat ; :likes :m . :b a :Cat ; :likes :m . :c a :Cat . :d a :Dog ; :likes :m . :e a :Dog .`)
	var log bytes.Buffer
	transport := &countingTransport{}
	c := config.Default()
	c.Endpoint, c.Prefix = url, []string{"x=http://x.org/"}
	s := require.Value(Open(t.Context(), c, Options{HTTPClient: &http.Client{Transport: transport},
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}))(t)
	defer s.Close()
	if n := transport.n.Load(); n > 3 {
		t.Errorf("Open sent %d requests", n)
	}
	task := require.Value(s.Task([]string{"x:a", "<http://x.org/b>"}, nil))(t)
	asked := 0
	task.Ask = func(_ context.Context, r *answer.Ranking) (answer.Reply, error) {
		if asked++; asked > 1 {
			return answer.Reply{}, answer.ErrEnough
		}
		return answer.Reply{Is: intent.No}, nil
	}
	r := require.Value(s.Work().Answer(t.Context(), task))(t)
	check.That(t, r.English() != "" && strings.Contains(r.Query, "SELECT") && r.Confirmed(), "%q, confirmed %v: %s",
		r.English(), r.Confirmed(), r.Query)
	check.That(t, asked != 0 && len(r.Problem.Neg) == 1, "%d questions, %d negatives, want the answer as the only one",
		asked, len(r.Problem.Neg))
	check.That(t, transport.n.Load() != 0, "no request went through the client of the program")
	check.That(t, strings.Contains(log.String(), "level=INFO") && strings.Contains(log.String(), "level=DEBUG"),
		"the log has no notes or no progress: %s", log.String())
	_, err := s.Task([]string{"nothing:a"}, nil)
	check.That(t, source.IsUsage(err), "an unknown prefix: %v", err)
}

func TestOpenWithoutSource(t *testing.T) {
	_, err := Open(t.Context(), config.Default(), Options{})
	check.That(t, source.IsUsage(err) && strings.Contains(err.Error(), "no source"), "%v", err)
}
