package graph_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

const (
	zoo  = "http://example.org/zoo#"
	file = "../../internal/elephants/elephants.ttl"
)

// TestEndpointAsMemory: over an endpoint the counts, the truths and the first candidate
// are the same as over the graph in memory.
func TestEndpointAsMemory(t *testing.T) {
	ctx := t.Context()
	data, _ := require.Values(extract.ImportFiles(ctx, []string{file}, extract.ImportOptions{}))(t)
	p, info := require.Values(data.Problem(ctx, extract.Examples{}, extract.LoadOptions{}))(t)
	memory := intent.NewMemory(p.Structure, info.Labels)
	endpoint, asked := graph.NewWholeEndpoint(engines.ServeFile(t, file), extract.Vocabulary{}, extract.Exclusions{},
		queries.Options{Kinds: info.Kinds})
	cs := concepts()
	want := require.Value(memory.Count(ctx, cs))(t)
	got, err := endpoint.Count(ctx, cs)
	check.That(t, err == nil && slices.Equal(got, want), "counts %v, %v; want %v", got, err, want)
	check.That(t, asked.Requests() == 2,
		"%d requests to count %d concepts, want one for the lookup by a value and one for the others", asked.Requests(), len(cs))
	lives := dl.Role{IRI: zoo + "livesIn"}
	more := []dl.Concept{dl.Exists{Role: lives, C: dl.Nominal{IRI: zoo + "Lakeview"}}, dl.Exists{Role: lives.Inv(), C: dl.Top{}}}
	if _, err := endpoint.Count(ctx, more); err != nil || asked.Requests() != 3 {
		t.Errorf("%d requests, want one more for both where values have few members: %v", asked.Requests(), err)
	}
	members := require.Value(memory.Members(ctx, cs[:1], 5))(t)
	individuals := append(members[0], zoo+"Ada", zoo+"nobody")
	truths := require.Value(memory.Holds(ctx, cs, individuals))(t)
	if got, err := endpoint.Holds(ctx, cs, individuals); err != nil || !reflect.DeepEqual(got, truths) {
		t.Errorf("truths %v, %v; want %v", got, err, truths)
	}
	same := func(pos []string) {
		t.Helper()
		var first [2]intent.Candidate
		for i, g := range []intent.Graph{memory, endpoint} {
			s := require.Value(intent.New(g, pos, nil, intent.Options{}))(t)
			r := require.Value(s.Rank(ctx))(t)
			first[i] = r.Candidates[0]
		}
		check.That(t, first[0].Concept == first[1].Concept && first[0].Members == first[1].Members,
			"first in memory %v %v, at the endpoint %v %v", first[0].Concept, first[0].Members, first[1].Concept, first[1].Members)
	}
	same(members[0])
}

// concepts returns concepts of every form that candidates have.
func concepts() []dl.Concept {
	elephant, male := dl.Name{IRI: zoo + "Elephant"}, dl.Name{IRI: zoo + "Male"}
	return []dl.Concept{
		elephant, dl.And{L: elephant, R: male}, dl.And{L: elephant, R: dl.Not{C: male}},
		dl.Exists{Role: dl.Role{IRI: zoo + "livesIn"}, C: dl.Nominal{IRI: zoo + "Hillpark"}},
		dl.AtLeast{N: 2, Role: dl.Role{IRI: zoo + "childOf", Inverse: true}, C: dl.Top{}},
		dl.AtLeast{N: 3, Role: dl.Role{IRI: zoo + "childOf", Inverse: true}, C: dl.Top{}},
		dl.Exists{Role: dl.Role{IRI: zoo + "childOf", Inverse: true}, C: dl.Top{}},
		dl.AtLeast{N: 2, Role: dl.Role{IRI: zoo + "childOf", Inverse: true}, C: male},
		dl.AtLeast{N: 1, Role: dl.Role{IRI: zoo + "childOf", Inverse: true}, C: male},
		dl.Exists{Role: dl.Role{IRI: zoo + "childOf"},
			C: dl.Exists{Role: dl.Role{IRI: zoo + "childOf", Inverse: true}, C: male}},
		dl.And{L: male, R: dl.AtLeast{N: 2, Role: dl.Role{IRI: zoo + "childOf", Inverse: true}, C: dl.Top{}}},
		dl.And{L: dl.Exists{Role: dl.Role{IRI: zoo + "livesIn"}, C: dl.Nominal{IRI: zoo + "Hillpark"}},
			R: dl.AtLeast{N: 2, Role: dl.Role{IRI: zoo + "childOf", Inverse: true}, C: dl.Top{}}},
		dl.Compare{Feature: zoo + "weight", Op: dl.GreaterEq, Value: dl.Int(3000)}, dl.Bottom{},
	}
}

// cutting drops the last member of every answer.
func cutting(to graph.Client) graph.Client {
	return &endpoint.Client{To: to, Change: func(query string, table *connector.Table) error {
		if strings.Contains(query, "SELECT ?i ?x") {
			table.Rows = table.Rows[:max(0, len(table.Rows)-1)]
		}
		return nil
	}}
}

// TestJoint: conjunctions of counted conjuncts are counted by their members, fetched in
// one request, and by the endpoint if the members are incomplete.
func TestJoint(t *testing.T) {
	ctx := t.Context()
	elephant, male := dl.Name{IRI: zoo + "Elephant"}, dl.Name{IRI: zoo + "Male"}
	here := dl.Exists{Role: dl.Role{IRI: zoo + "livesIn"}, C: dl.Nominal{IRI: zoo + "Hillpark"}}
	singles := []dl.Concept{elephant, male, here}
	pairs := []dl.Concept{
		dl.And{L: elephant, R: male}, dl.And{L: elephant, R: here}, dl.And{L: male, R: here},
		dl.And{L: dl.And{L: elephant, R: male}, R: here},
	}
	served := engines.ServeFile(t, file)
	few, asked := graph.NewWholeEndpoint(served, extract.Vocabulary{}, extract.Exclusions{}, queries.Options{})
	require.Value(few.Count(ctx, singles))(t)
	require.Value(few.Count(ctx, pairs[:2]))(t)
	check.That(t, asked.Requests() == 3,
		"%d requests with two for singles, want one for the members of all conjuncts", asked.Requests())
	union := dl.And{L: dl.Or{L: male, R: here}, R: dl.Not{C: elephant}}
	counts := require.Value(few.Count(ctx, append(pairs, union)))(t)
	members := require.Value(few.Members(ctx, []dl.Concept{union, pairs[0]}, 100))(t)
	truths := require.Value(few.Holds(ctx, []dl.Concept{union}, members[0]))(t)
	check.That(t, asked.Requests() == 3, "%d requests, want none for what the members tell", asked.Requests())
	check.That(t, int64(len(members[0])) == counts[4].Lower && len(members[0]) > 0 && !slices.Contains(truths[0], intent.No),
		"%v has %v members: %q, of which %v are", union, counts[4], members[0], truths[0])
	check.Equal(t, counts[4], require.Value(open(engines.ServeFile(t, file)).Count(ctx, []dl.Concept{union}))(t)[0])
	for i := range 20 { // more joins than are counted without the members of their conjuncts
		empty := dl.Name{IRI: fmt.Sprint(zoo, "Empty", i)}
		for _, c := range singles[:3] {
			pairs = append(pairs, dl.And{L: c, R: empty})
		}
		singles = append(singles, empty)
	}
	client := engines.ServeFile(t, file)
	want := require.Value(open(client).Count(ctx, pairs))(t)
	for name, test := range map[string]struct {
		client   graph.Client
		requests int
	}{"complete": {client, 3}, "cut": {cutting(client), 4}} {
		e, asked := graph.NewWholeEndpoint(test.client, extract.Vocabulary{}, extract.Exclusions{}, queries.Options{})
		require.Value(e.Count(ctx, singles))(t)
		got, err := e.Count(ctx, pairs)
		check.That(t, err == nil && slices.Equal(got, want), "%s: got %v, %v; want %v", name, got, err, want)
		check.That(t, asked.Requests() == test.requests, "%s: %d requests, want %d", name, asked.Requests(), test.requests)
	}
}

// TestJoinsAnyway: members that would decide only a few of many conjunctions are not fetched, if the others have to be
// joined anyway.
func TestJoinsAnyway(t *testing.T) {
	elephant := dl.Name{IRI: zoo + "Elephant"}
	lives := dl.Exists{Role: dl.Role{IRI: zoo + "livesIn"}, C: dl.Top{}}
	pairs := []dl.Concept{dl.And{L: elephant, R: lives}, dl.And{L: elephant, R: dl.Name{IRI: zoo + "Male"}}}
	for i := range 70 { // of concepts that are not counted
		pairs = append(pairs, dl.And{L: dl.Name{IRI: fmt.Sprint(zoo, "Empty", i)}, R: lives})
	}
	client := engines.ServeFile(t, file)
	want := require.Value(open(client).Count(t.Context(), pairs))(t)
	e, asked := graph.NewWholeEndpoint(client, extract.Vocabulary{}, extract.Exclusions{}, queries.Options{})
	require.Value(e.Count(t.Context(), []dl.Concept{elephant}))(t)
	got := require.Value(e.Count(t.Context(), pairs))(t)
	check.That(t, slices.Equal(got[:2], want[:2]) && want[0].Lower > 0, "%v, want %v", got[:2], want[:2])
	check.That(t, asked.Requests() == 2,
		"%d requests, want one for the elephants and one for all others", asked.Requests())
}

// TestNearTells: what the facts near all members of a concept decide is not asked for.
func TestNearTells(t *testing.T) {
	ctx := t.Context()
	client := &endpoint.Client{To: engines.ServeFile(t, file)}
	lives := dl.Role{IRI: zoo + "livesIn"}
	here, male := dl.Exists{Role: lives, C: dl.Nominal{IRI: zoo + "Hillpark"}}, dl.Name{IRI: zoo + "Male"}
	keepers := dl.And{L: here, R: dl.Not{C: dl.Name{IRI: zoo + "Elephant"}}}
	cs := []dl.Concept{dl.And{L: keepers, R: male}, dl.And{L: keepers, R: dl.Not{C: male}}}
	want := require.Value(open(client).Count(ctx, cs))(t)
	g := open(client)
	require.Value(g.Count(ctx, []dl.Concept{here, dl.Name{IRI: zoo + "Elephant"}}))(t)
	members := require.Value(g.Members(ctx, []dl.Concept{here}, 1000))(t)
	require.Value(g.Count(ctx, []dl.Concept{keepers}))(t)
	require.Value(g.Look(ctx, nil, members[0]))(t)
	client.Forget()
	got := require.Value(g.Count(ctx, cs))(t)
	check.That(t, slices.Equal(got, want) && want[0].Lower+want[1].Lower > 0 && client.Requests() == 0,
		"%v with %d requests, want %v with none", got, client.Requests(), want)
}

// TestLabelsAlong: a request for labels asks for those of the symbols near the individuals, too.
func TestLabelsAlong(t *testing.T) {
	ctx := t.Context()
	client := &endpoint.Client{To: engines.ServeFile(t, file)}
	g := kept(client, newStore(t), 0)
	require.Value(g.Look(ctx, []string{zoo + "Ada"}, nil))(t)
	client.Forget()
	for _, iri := range []string{zoo + "Rhino", zoo + "livesIn", zoo + "weight", zoo + "Elephant"} {
		labels := require.Value(g.Labels(ctx, []string{iri}))(t)
		check.That(t, client.Requests() == 1, "%s: %q after %d requests, want one in all", iri, labels, client.Requests())
	}
}

// TestRefused: a count that times out is a bound and no error.
func TestRefused(t *testing.T) {
	e, asked := graph.NewWholeEndpoint(endpoint.Refusing(nil, 0, connector.ErrTimeout), extract.Vocabulary{}, extract.Exclusions{}, queries.Options{})
	got, err := e.Count(t.Context(), []dl.Concept{dl.Name{IRI: zoo + "a"}, dl.Name{IRI: zoo + "b"}})
	check.That(t, err == nil && slices.Equal(got, []intent.Bounds{intent.Unbounded, intent.Unbounded}), "got %v, %v", got, err)
	check.That(t, asked.Requests() == 2,
		"%d requests, want both at once and then the second: none is asked about twice", asked.Requests())
}

var sortPattern = regexp.MustCompile(zoo + `sort\d+`)

// TestNotAskedAgain: wherever the slow concept of a request is, no concept is in more than
// two requests that time out, most others get their numbers, and the next ranking asks for
// none of those that were refused.
func TestNotAskedAgain(t *testing.T) {
	var cs []dl.Concept
	for i := range 60 {
		cs = append(cs, dl.Name{IRI: fmt.Sprintf("%ssort%02d", zoo, i)})
	}
	served := engines.ServeFile(t, file)
	for _, tt := range []struct{ slow, most, unknown int }{
		{slow: 0, most: 60, unknown: 8}, {slow: 29, most: 60, unknown: 8}, {slow: 55, most: 60, unknown: 8},
		{slow: 59, most: 60, unknown: 1}, {slow: -1, most: 10, unknown: 1},
	} {
		in := map[string]int{} // how many queries with the class timed out
		g := open(&endpoint.Client{To: served, Refuse: func(_ int, query string) error {
			found := sortPattern.FindAllString(query, -1)
			if len(found) <= tt.most && (tt.slow < 0 || !slices.Contains(found, cs[tt.slow].(dl.Name).IRI)) {
				return nil
			}
			for _, class := range found {
				in[class]++
			}
			return connector.ErrTimeout
		}})
		unknown := 0
		bounds := require.Value(g.Count(t.Context(), cs))(t)
		for _, b := range bounds {
			if !b.Exact() {
				unknown++
			}
		}
		worst := 0
		for _, n := range in {
			worst = max(worst, n)
		}
		check.That(t, worst <= 2 && unknown <= tt.unknown,
			"slow at %d, at most %d: a concept is in %d requests that time out, and %d concepts have no number, want 2 and %d", tt.slow, tt.most, worst, unknown, tt.unknown)
		clear(in)
		again := require.Value(g.Count(t.Context(), cs))(t)
		check.That(t, len(in) <= 0 && slices.Equal(again, bounds), "slow at %d: the next ranking asks again: %v", tt.slow, in)
	}
}

// TestLookDecides: the facts near individuals decide where concepts about them hold and
// where they do not, without a request.
func TestLookDecides(t *testing.T) {
	ctx := t.Context()
	client := &endpoint.Client{To: engines.ServeFile(t, file)}
	childOf, lives := dl.Role{IRI: zoo + "childOf"}, dl.Role{IRI: zoo + "livesIn"}
	elephant, female := dl.Name{IRI: zoo + "Elephant"}, dl.Name{IRI: zoo + "Female"}
	cs := []dl.Concept{
		elephant, dl.Exists{Role: lives, C: dl.Nominal{IRI: zoo + "Hillpark"}}, dl.Exists{Role: childOf.Inv(), C: female},
		dl.AtLeast{N: 2, Role: childOf.Inv(), C: dl.Top{}}, dl.Exists{Role: childOf, C: dl.Top{}},
	}
	members := require.Value(open(client).Members(ctx, []dl.Concept{elephant, dl.Name{IRI: zoo + "Rhino"}, dl.Name{IRI: zoo + "Keeper"}}, 4))(t)
	individuals := slices.Concat(members...)
	want := require.Value(open(client).Holds(ctx, cs, individuals))(t)
	g := open(client)
	require.Value(g.Look(ctx, nil, individuals))(t)
	client.Forget()
	got, err := g.Holds(ctx, cs, individuals)
	check.That(t, err == nil && reflect.DeepEqual(got, want) && client.Requests() == 0,
		"truths %v, %v with %d requests; want %v with none", got, err, client.Requests(), want)
	// Facts two edges away, and about other individuals, were not read: these are asked about.
	chain := []dl.Concept{dl.Exists{Role: childOf, C: dl.Exists{Role: childOf, C: dl.Top{}}}}
	if got, err := g.Holds(ctx, chain, individuals); err != nil || client.Requests() != 1 ||
		slices.Contains(got[0], intent.Unknown) {
		t.Errorf("truths %v, %v with %d requests, want 1", got, err, client.Requests())
	}
	_, err = g.Holds(ctx, cs[:1], []string{zoo + "nobody"})
	check.That(t, err == nil && client.Requests() == 2, "%v with %d requests, want 2", err, client.Requests())
}

// TestKept: an endpoint is not asked again for an answer about concepts, or for one that it
// refused, by this graph or another, until the answer is too old.
func TestKept(t *testing.T) {
	ctx := t.Context()
	db := require.Value(store.OpenMemory(ctx))(t)
	defer func() { _ = db.Close() }()
	answers := require.Value(db.Source(ctx, store.SourceKey{Kind: "endpoint", Name: "zoo"}))(t)
	elephant, male := dl.Name{IRI: zoo + "Elephant"}, dl.Name{IRI: zoo + "Male"}
	cs := []dl.Concept{elephant, male, dl.Compare{Feature: zoo + "weight", Op: dl.GreaterEq, Value: dl.Int(3000)}}
	client := &endpoint.Client{To: engines.ServeFile(t, file)}
	work := func(client graph.Client, notBefore int64) (n []intent.Bounds, members [][]string, truths [][]intent.Truth) {
		t.Helper()
		g := kept(client, answers, notBefore)
		n = require.Value(g.Count(ctx, cs))(t)
		members = require.Value(g.Members(ctx, cs, 3))(t)
		truths = require.Value(g.Holds(ctx, cs, []string{zoo + "Ada", zoo + "Badhu"}))(t)
		return n, members, truths
	}
	n, members, truths := work(client, 0)
	check.That(t, client.Requests() == 3, "%d requests for three questions", client.Requests())
	again, membersAgain, truthsAgain := work(client, 0)
	check.That(t, client.Requests() == 3 && slices.Equal(n, again) && reflect.DeepEqual(members, membersAgain) &&
		reflect.DeepEqual(truths, truthsAgain),
		"%d requests; again %v %v %v, first %v %v %v", client.Requests(), again, membersAgain, truthsAgain, n, members, truths)
	// More members than were asked for, and another individual, are asked for.
	g := kept(client, answers, 0)
	for _, n := range []int{3, 5} {
		more, err := g.Members(ctx, []dl.Concept{dl.Name{IRI: zoo + "Female"}}, n)
		check.That(t, err == nil && len(more[0]) == n && client.Requests() == 3+n/2,
			"more members: %v, %v, %d requests", more, err, client.Requests())
	}
	_, err := g.Holds(ctx, cs, []string{zoo + "Ada", zoo + "Chiko"})
	check.That(t, err == nil && client.Requests() == 6, "another individual: %v, %d requests", err, client.Requests())
	work(client, time.Now().Add(time.Hour).UnixMilli())
	check.That(t, client.Requests() == 9, "%d requests, want 3 more for answers that are too old", client.Requests())
	cs = []dl.Concept{dl.Name{IRI: zoo + "Slow"}}
	refused, _, _ := work(endpoint.Refusing(client, 0, connector.ErrTimeout), 0)
	again, _, _ = work(client, 0)
	if client.Requests() != 9 || !slices.Equal(refused, again) || again[0] != intent.Unbounded {
		t.Errorf("what was refused: %v, again %v, %d requests", refused, again, client.Requests())
	}
}

// TestLookIsKept: two graphs with one cache read the same facts, and the second asks only
// for what was refused.
func TestLookIsKept(t *testing.T) {
	ctx := t.Context()
	client := &endpoint.Client{To: engines.ServeFile(t, file)}
	answers := newStore(t)
	look := func(client graph.Client, individuals ...string) *interp.Structure {
		t.Helper()
		return require.Value(kept(client, answers, 0).Look(ctx, individuals[:1], individuals[1:]))(t).Structure
	}
	first := look(client, zoo+"Ada", zoo+"Badhu")
	asked := client.Requests()
	again := look(client, zoo+"Ada", zoo+"Badhu")
	check.That(t, asked != 0 && client.Requests() == asked, "%d requests, then %d more", asked, client.Requests()-asked)
	check.That(t, reflect.DeepEqual(facts(t, first), facts(t, again)),
		"another structure of the same facts: %q, then %q", facts(t, first), facts(t, again))
	look(endpoint.Refusing(client, 1, connector.ErrTimeout), zoo+"Chobu")
	if before := client.Requests(); look(client, zoo+"Chobu").NumFacts() == 0 || client.Requests() == before {
		t.Errorf("what was refused was not asked again: %d requests", client.Requests()-before)
	}
}

// TestSilent: an endpoint that answers nothing is not asked for less and less.
func TestSilent(t *testing.T) {
	g, asked := graph.NewWholeEndpoint(endpoint.Refusing(nil, 0, connector.ErrTimeout), extract.Vocabulary{}, extract.Exclusions{}, queries.Options{})
	_, err := g.Look(t.Context(), []string{zoo + "a", zoo + "b", zoo + "c"}, []string{zoo + "d"})
	check.That(t, errors.Is(err, connector.ErrUnreachable) && asked.Requests() == 7, "%v, after %d requests", err, asked.Requests())
}

// facts returns the individuals of each atom, and the number of all facts.
func facts(t *testing.T, s *interp.Structure) (lines []string) {
	t.Helper()
	for id, c := range s.Signature().Atoms() {
		var members []string
		for a := range s.Atom(interp.ConceptID(id)).EachSet() {
			members = append(members, s.IRI(interp.Individual(a)))
		}
		slices.Sort(members)
		lines = append(lines, syntax.Print(c, syntax.Options{})+" "+strings.Join(members, " "))
	}
	slices.Sort(lines)
	return append(lines, strconv.Itoa(s.NumFacts()))
}

func open(client graph.Client) *graph.Whole {
	w, _ := graph.NewWholeEndpoint(client, extract.Vocabulary{}, extract.Exclusions{}, queries.Options{})
	return w
}

// kept returns a graph of the client behind a cache.
func kept(client graph.Client, answers *store.Source, notBefore int64) *graph.Whole {
	v, e := extract.Vocabulary{}.WithDefaults(), extract.Exclusions{}.WithDefaults()
	return graph.NewWhole(graph.NewCache(answers, graph.NewWholeGraph(client, v, e, queries.Options{}), v, notBefore),
		graph.NewSymbols(v, e), nil)
}

// TestStored: a graph over a database answers from the database, then from the endpoint,
// and without an endpoint with lower bounds.
func TestStored(t *testing.T) {
	ctx := t.Context()
	data, _ := require.Values(extract.ImportFiles(ctx, []string{file}, extract.ImportOptions{}))(t)
	ex := []string{zoo + "Ada", zoo + "Badhu"}
	p, info := require.Values(data.Problem(ctx, extract.Examples{Pos: ex}, extract.LoadOptions{Depth: 1}))(t)
	elephant := dl.Name{IRI: zoo + "Elephant"}
	cs := []dl.Concept{elephant, dl.Not{C: elephant}}
	db := require.Value(store.OpenMemory(ctx))(t)
	defer func() { _ = db.Close() }()
	answers := require.Value(db.Source(ctx, store.SourceKey{Kind: "endpoint", Name: "zoo"}))(t)
	client := &endpoint.Client{To: engines.ServeFile(t, file)}
	open := func(online bool) *graph.Whole {
		cache := graph.NewCache(answers, nil, data.Vocabulary, 0)
		cache.AskLater(func(context.Context) (graph.Graph, error) {
			if !online {
				return nil, nil
			}
			return graph.NewCache(answers,
				graph.NewWholeGraph(client, data.Vocabulary, data.Exclusions, queries.Options{}), data.Vocabulary,
				0), nil
		})
		return graph.NewWhole(cache, data.Symbols, &graph.Extracted{Structure: p.Structure, Labels: info.Labels, Examples: ex, Covers: func(dl.Concept) bool { return true }})
	}
	local := open(false)
	bounds, err := local.Count(ctx, cs)
	check.That(t, err == nil && bounds[0].Lower >= 2 && !bounds[0].Exact() && bounds[1] == intent.Unbounded,
		"nobody to ask: %v, %v", bounds, err)
	truths, err := local.Holds(ctx, cs, append([]string{zoo + "nobody"}, ex...))
	check.That(t, err == nil && slices.Equal(truths[1], []intent.Truth{intent.Unknown, intent.Yes, intent.No}),
		"nobody to ask: %v, %v", truths, err)
	some, err := local.Members(ctx, cs[:1], 5)
	check.That(t, err == nil && len(some[0]) > 0, "nobody to ask: %v, %v", some, err)
	ended, cancel := context.WithCancel(ctx)
	cache := graph.NewCache(answers, nil, data.Vocabulary, 0)
	cache.AskLater(func(context.Context) (graph.Graph, error) {
		cancel()
		return nil, nil
	})
	late := graph.NewWhole(cache, data.Symbols, &graph.Extracted{Structure: p.Structure, Examples: ex})
	_, err = late.Members(ended, []dl.Concept{dl.AtLeast{N: 1, Role: dl.Role{IRI: zoo + "childOf", Closure: dl.Plus}, C: dl.Top{}}}, 5)
	check.ErrorIs(t, err, context.Canceled, "members after the end")
	exact, err := open(true).Count(ctx, cs)
	check.That(t, err == nil && exact[0].Exact() && exact[1] == intent.Unbounded && exact[0].Lower >= bounds[0].Lower && client.Requests() == 1,
		"by the endpoint: %v, %v, %d requests", exact, err, client.Requests())
	kept := open(false)
	again, err := kept.Count(ctx, cs)
	check.That(t, err == nil && slices.Equal(again, exact) && client.Requests() == 1, "from the database: %v, %v, %d requests", again, err, client.Requests())
}

// TestDerived: properties that are present are candidates over an endpoint, and after the first ranking values with
// their subclasses.
func TestDerived(t *testing.T) {
	triple := func(s, p, o string) string { return fmt.Sprintf("<ex:%s> <ex:%s> %s .\n", s, p, o) }
	var text strings.Builder
	for i := range 40 {
		s := fmt.Sprint("a", i)
		text.WriteString(triple(s, "does", "<ex:"+[]string{"piano", "song", "guitar", "prose"}[i%4]+">"))
		text.WriteString(triple(s, "born", fmt.Sprintf("<ex:place%d>", i%7)))
		if i%3 == 0 {
			text.WriteString(triple(s, "number", fmt.Sprintf(`"%d"^^<http://www.w3.org/2001/XMLSchema#integer>`, i)))
		}
	}
	text.WriteString(triple("piano", "below", "<ex:keys>") + triple("keys", "below", "<ex:music>") + triple("song", "below", "<ex:music>") +
		triple("guitar", "below", "<ex:music>") + triple("music", "below", "<ex:art>") + triple("prose", "below", "<ex:art>"))
	c := engines.StartEmbedded(t, text.String()).Connect(t, connector.Options{})
	v := extract.Vocabulary{Vocabulary: queries.Vocabulary{SubClassOf: "ex:below"}}
	g, _ := graph.NewWholeEndpoint(c, v, extract.Exclusions{}, queries.Options{})
	first := func(s *intent.Session) dl.Concept { return require.Value(s.Rank(t.Context()))(t).Candidates[0].Concept }
	named := func(names []string) (iris []string) {
		for _, n := range names {
			iris = append(iris, "ex:"+n)
		}
		return iris
	}
	is := func(c dl.Concept) intent.Truth { // whether it holds at a33, which has a number
		if _, not := c.(dl.Not); not {
			return intent.No
		}
		return intent.Yes
	}
	music := dl.Exists{Role: dl.Role{IRI: "ex:does"}, C: dl.Exists{Role: dl.Role{IRI: "ex:below", Closure: dl.Star}, C: dl.Nominal{IRI: "ex:music"}}}
	s := require.Value(intent.New(g, []string{"ex:a0", "ex:a1", "ex:a2", "ex:a4"}, []string{"ex:a3"}, intent.Options{SubClassOf: "ex:below"}))(t)
	before := first(s)
	require.NoError(t, s.Answer(t.Context(), "ex:a7", intent.No))
	after := first(s)
	check.That(t, before != dl.Concept(music) && after == dl.Concept(music), "first %v, and %v after an answer", before, after)
	for _, x := range []struct {
		pos, neg []string
		want     dl.Concept
	}{
		{[]string{"a0", "a3", "a6", "a9"}, []string{"a1", "a2", "a4"}, dl.Has("ex:number")},
		{[]string{"a1", "a5", "a13", "a17"}, []string{"a9", "a21"}, dl.Not{C: dl.Has("ex:number")}},
	} {
		s := require.Value(intent.New(g, named(x.pos), named(x.neg), intent.Options{SubClassOf: "ex:below"}))(t)
		first(s)
		require.NoError(t, s.Answer(t.Context(), "ex:a33", is(x.want)))
		if c := first(s); !slices.Contains(dl.Conjuncts(c), x.want) {
			t.Errorf("first %v, want %v", c, x.want)
		}
	}
}
