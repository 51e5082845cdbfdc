package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

const typeOf = graph.RDF + "type"

// memory is a Graph in memory. A literal is written "…".
type memory struct {
	statements [][3]string
	// incomplete are the reasons why statements cannot be fetched, by "kind term
	// property".
	incomplete map[string]string
	shuffle    func(n int, swap func(i, j int)) // of the answers to one question
	passes     bool                             // so do the reasons in incomplete
}

// parse returns a graph of statements "s p o", separated by a full stop and a space.
func parse(text string) *memory {
	g := &memory{incomplete: map[string]string{}}
	for statement := range strings.SplitSeq(text, ". ") {
		if f := strings.Fields(statement); len(f) == 3 {
			if f[1] == "a" {
				f[1] = typeOf
			}
			g.statements = append(g.statements, [3]string{f[0], f[1], f[2]})
		}
	}
	return g
}

func (g *memory) rows(kind graph.Kind, term string) (rows []graph.Row) {
	for _, t := range g.statements {
		s := t[0]
		p := t[1]
		o := t[2]
		isLiteral := strings.HasPrefix(o, `"`)
		row := graph.Row{Property: p, Value: o}
		switch {
		case isLiteral:
			row = graph.Row{Property: p, Value: strings.Trim(o, `"`), Datatype: "http://www.w3.org/2001/XMLSchema#integer"}
		case strings.HasPrefix(o, "_:"):
			row = graph.Row{Property: p, Value: graph.Blank, N: 1}
		}
		switch kind {
		case graph.Out:
			if s == term {
				rows = append(rows, row)
			}
		case graph.Leaf:
			if s == term && (isLiteral || p == typeOf) {
				rows = append(rows, row)
			}
		case graph.In:
			if o == term && !isLiteral {
				rows = append(rows, graph.Row{Property: p, Value: s})
			}
		case graph.Superclasses:
			if s == term && p == graph.RDFSchema+"subClassOf" {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

func (g *memory) Ask(_ context.Context, q graph.Question, receive func([]graph.Answer) error) error {
	var answers []graph.Answer
	for _, term := range q.Terms {
		a := graph.Answer{Term: term, Kind: q.Kind, Time: 1}
		switch q.Kind {
		case graph.Out, graph.In, graph.Leaf, graph.Superclasses:
			wanted := map[string]bool{}
			for _, c := range q.Expect(term) {
				key := fmt.Sprint(q.Kind, " ", term, " ", c.Property)
				if reason := g.incomplete[key]; reason != "" {
					answers = append(answers,
						graph.Answer{Term: term, Kind: q.Kind, Properties: []string{c.Property}, Incomplete: reason, Passes: g.passes})
					continue
				}
				wanted[c.Property] = true
			}
			if len(wanted) == 0 {
				continue
			}
			for _, r := range g.rows(q.Kind, term) {
				if wanted[r.Property] {
					a.Rows = append(a.Rows, r)
				}
			}
		case graph.CountsOut, graph.CountsIn, graph.CountsLeaf, graph.CountsSuperclasses:
			counts := map[string]int64{}
			for _, kind := range []graph.Kind{graph.Out, graph.In, graph.Leaf, graph.Superclasses} {
				if graph.CountsOf[kind] == q.Kind {
					for _, r := range g.rows(kind, term) {
						counts[r.Property]++
					}
				}
			}
			for _, p := range slices.Sorted(maps.Keys(counts)) {
				a.Rows = append(a.Rows, graph.Row{Property: p, N: counts[p]})
			}
		case graph.Known:
			if len(g.rows(graph.Out, term))+len(g.rows(graph.In, term)) > 0 {
				a.Rows = []graph.Row{{N: 1}}
			}
		}
		answers = append(answers, a)
	}
	if g.shuffle != nil {
		g.shuffle(len(answers), func(i, j int) { answers[i], answers[j] = answers[j], answers[i] })
	}
	for some := range slices.Chunk(answers, 2) {
		if err := receive(some); err != nil {
			return err
		}
	}
	return nil
}

// picture returns the extract as text.
func picture(r crawl.Result) string {
	f := r.Facts
	var lines []string
	for _, id := range f.Individuals {
		lines = append(lines, f.Term(id))
	}
	for _, t := range f.Classes {
		lines = append(lines, f.Term(t[0])+" a "+f.Term(t[1]))
	}
	for _, t := range f.Superclasses {
		lines = append(lines, f.Term(t[0])+" below "+f.Term(t[1]))
	}
	for _, t := range f.Roles {
		lines = append(lines, f.Term(t[1])+" "+f.Term(t[0])+" "+f.Term(t[2]))
	}
	for _, v := range f.Values {
		lines = append(lines, fmt.Sprintf("%s %s %q", f.Term(v.Individual), f.Term(v.Property), f.Term(v.Lexical)))
	}
	for _, d := range r.Dropped {
		lines = append(lines, fmt.Sprintf("without %s (%s) at %s: %s", d.Property, d.Direction, d.Individual, d.Reason))
	}
	return strings.Join(lines, "\n")
}

// mustCrawl crawls the graph from the examples.
func mustCrawl(t interface {
	Helper()
	Context() context.Context
	Fatal(...any)
}, g *memory, bounds crawl.Bounds, examples ...string) crawl.Result {
	t.Helper()
	r := require.Value(crawl.Crawl(t.Context(), g, examples,
		crawl.Options{Bounds: bounds.WithDefaults(), Vocabulary: graph.Vocabulary{}.WithDefaults()}))(t)
	return r
}

func TestCrawl(t *testing.T) {
	const zoo = `ann a Elephant. ann likes bob. bob likes cid. cid likes dot. dot likes eve. ann age "7". cid age "9". eve likes ann. Elephant http://www.w3.org/2000/01/rdf-schema#subClassOf Animal`
	for _, tt := range []struct {
		name, graph string
		bounds      crawl.Bounds
		want        string
	}{
		{"depth 0", zoo, crawl.Bounds{Depth: -1}, "ann\nann a Elephant\nElephant below Animal\nann age \"7\""},
		{"depth 1, both directions", zoo, crawl.Bounds{Depth: 1},
			"ann\nbob\neve\nann a Elephant\nElephant below Animal\nann likes bob\neve likes ann\nann age \"7\""},
		{"fan-out", "ann likes bob. ann likes cid. ann likes dot. ann sees eve", crawl.Bounds{Depth: 1, Successors: 2},
			"ann\neve\nann sees eve\nwithout likes (out) at ann: fan-out of <ann> is 3, over the bound of 2\nwithout likes " +
				"(value) at ann: fan-out of <ann> is 3, over the bound of 2",
		},
		{
			// likes leads to bob at distance 1, and is dropped at distance 1: bob is out of reach.
			"dropped late", "ann likes bob. bob likes cid. bob likes dot. bob likes eve. bob age \"3\"",
			crawl.Bounds{Depth: 2, Successors: 2},
			"ann\nwithout likes (out) at bob: fan-out of <bob> is 3, over the bound of 2\nwithout likes (value) at bob: " +
				"fan-out of <bob> is 3, over the bound of 2",
		},
		{"blank nodes", "ann likes _:b. ann sees bob", crawl.Bounds{Depth: 1},
			"ann\nbob\nann sees bob\nwithout likes (out) at ann: 1 of the 1 successors of <ann> are blank nodes, which " +
				"cannot be asked about",
		},
		{"individuals", "ann likes bob. ann likes cid. ann sees dot", crawl.Bounds{Depth: 1, Individuals: 3},
			"ann\ndot\nann likes bob\nann likes cid\nann sees dot\nwithout likes (out) at ann: it leads to 2 of the 4 " +
				"individuals within distance 1, over the bound of 3",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			check.Equal(t, picture(mustCrawl(t, parse(tt.graph), tt.bounds, "ann")), tt.want)
		})
	}
}

func TestIncompleteAnswers(t *testing.T) {
	g := parse("ann likes bob. ann sees cid. ann a Elephant")
	g.incomplete["out ann likes"] = "the endpoint does not send all"
	r := mustCrawl(t, g, crawl.Bounds{Depth: 1}, "ann")
	check.That(t, len(r.Dropped) == 2 && r.Dropped[0].Property == "likes" &&
		r.Dropped[0].Reason == "the endpoint does not send all",
		"dropped: %v", r.Dropped)
	check.That(t, !r.Passing, "the reason does not pass")
	g.passes = true
	check.That(t, mustCrawl(t, g, crawl.Bounds{Depth: 1}, "ann").Passing, "the reason passes")
	g.incomplete["out ann "+typeOf] = "the endpoint does not send all"
	_, err := crawl.Crawl(t.Context(), g, []string{"ann"},
		crawl.Options{Bounds: crawl.Bounds{Depth: 1}.WithDefaults(), Vocabulary: graph.Vocabulary{}.WithDefaults()})
	check.That(t, errors.Is(err, graph.ErrInconsistent), "classes that do not come: %v", err)
	_, err = crawl.Crawl(t.Context(), g, []string{"ann", "nobody"},
		crawl.Options{Bounds: crawl.Bounds{Depth: 1}.WithDefaults(), Vocabulary: graph.Vocabulary{}.WithDefaults()})
	var unknown *crawl.UnknownError
	check.That(t, errors.As(err, &unknown) && slices.Equal(unknown.IRIs, []string{"nobody"}), "unknown example: %v", err)
}

// TestOrderOfAnswers: the result does not depend on the order of answers.
func TestOrderOfAnswers(t *testing.T) {
	testsize.Check(t, 30, func(rt *rapid.T) {
		names := []string{"a", "b", "c", "d", "e", "f", "g"}
		name, role := rapid.SampledFrom(names), rapid.SampledFrom([]string{"r", "s", "q"})
		var text []string
		for range rapid.IntRange(0, 25).Draw(rt, "statements") {
			text = append(text, name.Draw(rt, "s")+" "+role.Draw(rt, "p")+" "+name.Draw(rt, "o"))
		}
		text = append(text, `a f "1"`, `b f "1"`)
		b := crawl.Bounds{
			Depth:       rapid.IntRange(1, 3).Draw(rt, "depth"),
			Successors:  rapid.IntRange(1, 4).Draw(rt, "successors"),
			Individuals: rapid.IntRange(4, 8).Draw(rt, "individuals"),
		}
		want := picture(mustCrawl(rt, parse(strings.Join(text, ". ")), b, "a", "b"))
		shuffled := parse(strings.Join(text, ". "))
		shuffled.shuffle = func(n int, swap func(i, j int)) {
			for i := n - 1; i > 0; i-- {
				swap(i, rapid.IntRange(0, i).Draw(rt, "place"))
			}
		}
		got := picture(mustCrawl(rt, shuffled, b, "b", "a"))
		require.That(rt, got == want, "got\n%s\nwant\n%s", got, want)
	})
}

// A crawl works over any source, here a graph in memory.
func ExampleCrawl() {
	g := parse("jumbo childOf ada. ada livesIn zoo. zoo keeps jumbo. zoo keeps ada. zoo keeps leo. zoo keeps mia")
	r, err := crawl.Crawl(context.Background(), g, []string{"jumbo"}, crawl.Options{
		Bounds: crawl.Bounds{Depth: 2, Successors: 3}.WithDefaults(), Vocabulary: graph.Vocabulary{}.WithDefaults(),
	})
	if err != nil {
		panic(err)
	}
	for _, id := range r.Facts.Individuals {
		fmt.Println(r.Facts.Term(id))
	}
	for _, d := range r.Dropped {
		fmt.Println("without", d.Property, d.Direction, "because", d.Reason)
	}
	// Output:
	// ada
	// jumbo
	// zoo
	// without keeps out because fan-out of <zoo> is 4, over the bound of 3
	// without keeps value because fan-out of <zoo> is 4, over the bound of 3
}
