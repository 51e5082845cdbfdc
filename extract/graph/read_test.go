package graph_test

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// What the look has read the crawl does not ask again, and the reverse.
func TestLookAndCrawlShare(t *testing.T) {
	ctx := t.Context()
	examples := []string{zoo + "Badhu", zoo + "Balani"}
	v, e := graph.Vocabulary{}.WithDefaults(), graph.Exclusions{}.WithDefaults()
	options := crawl.Options{Bounds: crawl.Bounds{Depth: 1}.WithDefaults(), Vocabulary: v, Exclusions: e}
	client := &endpoint.Client{To: engines.ServeFile(t, file)}
	answers := newStore(t)
	run := func() (r crawl.Result, asked []string) {
		t.Helper()
		client.Forget()
		cache := graph.NewCache(answers,
			graph.NewEndpoint(client, graph.EndpointOptions{Vocabulary: v, Exclusions: e, Batch: 50, Rows: 5000, Workers: 1}), v,
			0)
		r = require.Value(crawl.Crawl(ctx, cache, examples, options))(t)
		return r, client.Sent()
	}
	require.Value(kept(client, answers, 0).Look(ctx, examples, nil))(t)
	first, asked := run()
	for _, query := range asked {
		check.That(t, strings.Contains(query, "rdf-schema#label"), "after the look the crawl asks\n%s", query)
	}
	answers = newStore(t)
	alone, asked := run()
	check.That(t, len(asked) >= 5 && (slices.Equal(first.Facts.Roles, alone.Facts.Roles) ||
		len(first.Facts.Roles) == len(alone.Facts.Roles)) && len(first.Facts.Values) == len(alone.Facts.Values) &&
		len(first.Facts.Classes) == len(alone.Facts.Classes),
		"after a look the crawl has %d, %d and %d facts; alone, with %d requests, %d, %d and %d", len(first.Facts.Roles),
		len(first.Facts.Values), len(first.Facts.Classes), len(asked), len(alone.Facts.Roles), len(alone.Facts.Values),
		len(alone.Facts.Classes))
	client.Forget()
	_, err := kept(client, answers, 0).Look(ctx, nil, examples)
	check.That(t, err == nil && client.Requests() <= 2, "after the crawl the look asks %d times: %v", client.Requests(),
		err)
}

// hubs is a graph in which 2,000 individuals point to one by p, 30 by q, and 600 to another
// one.
func hubs() string {
	var text strings.Builder
	add := func(s string, n int, p, o string) {
		for i := range n {
			fmt.Fprintf(&text, "<http://example.org/%s%d> <http://example.org/%s> <http://example.org/%s> .\n", s, i, p, o)
		}
	}
	add("a", 2000, "p", "hub")
	add("b", 30, "q", "hub")
	add("c", 300, "p", "half")
	add("d", 300, "q", "half")
	return text.String()
}

// Of an individual with many statements the properties with few are read, and the answer
// says which are not.
func TestHubs(t *testing.T) {
	client := engines.StartEmbedded(t, hubs()).Connect(t, connector.Options{})
	g := graph.NewWholeGraph(client, graph.Vocabulary{}, graph.Exclusions{}, queries.Options{})
	const ns = "http://example.org/"
	got := map[string]int{}
	err := g.Ask(t.Context(),
		graph.Question{Kind: graph.In, Terms: []string{ns + "half", ns + "hub", ns + "nobody"}, Limit: 500},
		func(answers []graph.Answer) error {
			for _, a := range answers {
				if a.Kind == graph.In && a.Incomplete != "" {
					got[strings.TrimPrefix(a.Term, ns)+" without "+strings.Join(a.Properties, " ")]++
				} else if a.Kind == graph.In {
					got[strings.TrimPrefix(a.Term, ns)] += len(a.Rows)
				}
			}
			return nil
		})
	want := map[string]int{"half": 600, "hub": 30, "hub without " + ns + "p": 1, "nobody": 0}
	check.That(t, err == nil && fmt.Sprint(got) == fmt.Sprint(want), "got %v, %v; want %v", got, err, want)
}

// An endpoint that cuts results silently is noticed, and asked for less.
func TestReadingIsNeverShort(t *testing.T) {
	client := engines.ServeFile(t, file)
	var all []string
	for _, class := range []string{"Elephant", "Rhino", "Keeper"} {
		members := require.Value(open(client).Members(t.Context(), []dl.Concept{dl.Name{IRI: zoo + class}}, 1000))(t)
		all = append(all, members[0]...)
	}
	read := func(client graph.Client) (rows, incomplete int) {
		g := graph.NewWholeGraph(client, graph.Vocabulary{}, graph.Exclusions{}, queries.Options{})
		require.NoError(t,
			g.Ask(t.Context(), graph.Question{Kind: graph.Out, Terms: all}, func(answers []graph.Answer) error {
				for _, a := range answers {
					if a.Kind == graph.Out {
						rows += len(a.Rows)
					}
					if a.Incomplete != "" {
						incomplete++
					}
				}
				return nil
			}))
		return rows, incomplete
	}
	want, _ := read(client)
	if got, incomplete := read(&endpoint.Client{To: client, Change: func(query string, table *connector.Table) error {
		if strings.Contains(query, "?s ?p ?o ?n") { // statements
			table.Rows = table.Rows[:min(100, len(table.Rows))]
		}
		return nil
	}}); got != want || want < 200 || incomplete > 0 {
		t.Errorf("%d rows and %d incomplete answers, want %d", got, incomplete, want)
	}
}

// One request finds the dialect that a question for each rule finds. Blazegraph refuses the
// request, which has -INF in it, and is asked about each rule.
func TestEnginesDialect(t *testing.T) {
	for _, e := range engines.All() {
		t.Run(e.Name, func(t *testing.T) {
			client := &endpoint.Client{To: e.Start(t, "").Connect(t, connector.Options{})}
			got, _ := graph.FindDialect(t.Context(), client, new(graph.Limits))
			requests := client.Requests()
			want := queries.Probe(func(query string) (bool, error) { return client.Ask(t.Context(), query) })
			check.That(t, got == want && (requests == 1 || e.Name == "blazegraph"), "%d requests find %s, want %s", requests,
				got, want)
		})
	}
}

// An endpoint that does not answer is not asked about each rule.
func TestDialectOfASilentEndpoint(t *testing.T) {
	for _, test := range []struct {
		err  error
		want int
	}{
		{connector.ErrTimeout, 2}, {connector.ErrRateLimited, 2}, {connector.ErrUnreachable, 2},
		{connector.ErrMalformed, 1 + len(queries.Rules())}, // of the SELECT, perhaps
	} {
		client := endpoint.Refusing(nil, 0, test.err)
		_, err := graph.FindDialect(t.Context(), client, new(graph.Limits))
		check.Equal(t, err != nil, test.want == 2, "%v: the dialect is a guess", test.err)
		check.That(t, client.Requests() == test.want, "%v: %d requests, want %d", test.err, client.Requests(), test.want)
	}
}

// The dialect of a public endpoint needs no request.
func TestKnownHost(t *testing.T) {
	for url, want := range map[string]string{
		"https://query.wikidata.org/sparql": "blazegraph",
		"https://dbpedia.org/sparql":        "virtuoso",
		"http://localhost/sparql":           "",
	} {
		d, known := queries.DialectOfHost(url)
		named, err := queries.ParseDialect(want)
		check.That(t, known == (err == nil) && (!known || d == named), "%s: %s, %v", url, d, known)
	}
}

// TestLabelsOfSuccessors: a look asks for labels of all to which individuals lead, also of those whose
// statements were read before, and one request describes an individual with its label.
func TestLabelsOfSuccessors(t *testing.T) {
	ctx := t.Context()
	client := &endpoint.Client{To: engines.ServeFile(t, file)}
	w := kept(client, newStore(t), 0)
	s := require.Value(w.Look(ctx, []string{zoo + "Badhu"}, nil))(t)
	asked := client.Requests()
	var iris []string
	for _, name := range []string{"Badhu", "Bazuri", "Carla", "Kofi"} {
		if _, known := s.Lookup(zoo + name); known {
			iris = append(iris, zoo+name)
		}
	}
	labels := require.Value(w.Labels(ctx, iris))(t)
	check.That(t, len(iris) >= 3 && len(labels) >= len(iris) && client.Requests() <= asked,
		"%d more requests for the labels of %q, which are %q", client.Requests()-asked, iris, labels)
	v := graph.Vocabulary{}.WithDefaults()
	g := graph.NewCache(newStore(t), graph.NewWholeGraph(client, v, graph.Exclusions{}.WithDefaults(), queries.Options{}),
		v, 0)
	asked = client.Requests()
	_, err := graph.StatementsOf(ctx, g, graph.Out, []string{zoo + "Balani"}, nil, 10)
	require.NoError(t, err)
	// one asks for reifiers
	if labels, err = graph.BestLabels(ctx, g, v, []string{zoo + "Balani"}); err != nil ||
		labels[zoo+"Balani"] != "Balani" || client.Requests() > asked+2 {
		t.Errorf("%d requests for statements and labels %q: %v", client.Requests()-asked, labels, err)
	}
}

// TestLookAround: one request reads what is around individuals, with their labels. Where it fails,
// the facts are the same, and the next look asks for each kind alone.
func TestLookAround(t *testing.T) {
	ctx := t.Context()
	examples := []string{zoo + "Badhu", zoo + "Balani"}
	client := &endpoint.Client{To: engines.ServeFile(t, file)}
	w := kept(client, newStore(t), 0)
	whole := require.Value(w.Look(ctx, nil, examples))(t)
	around := len(slices.DeleteFunc(client.Sent(), func(q string) bool { return !strings.Contains(q, "?o ?p <"+zoo) }))
	asked := client.Requests()
	labels := require.Value(w.Labels(ctx, append([]string{zoo + "Kofi"}, examples...)))(t)
	check.That(t, labels[zoo+"Kofi"] == "Kofi", "the labels of what is around are %q", labels)
	check.Equal(t, len(
		slices.DeleteFunc(client.Sent(), func(q string) bool { return !strings.Contains(q, "subClassOf>)*") })), 1)
	check.That(t, around == 1 && client.Requests() <= asked && labels[examples[0]] == "Badhu",
		"%d requests around, %d for labels, which are %q", around, client.Requests()-asked, labels)
	refused := 0
	refusing := &endpoint.Client{To: client, Refuse: func(_ int, query string) error {
		if strings.Contains(query, "?use") { // asks for labels, or for more than one kind
			refused++
			return errors.New("400 Bad Request")
		}
		return nil
	}}
	w = kept(refusing, newStore(t), 0)
	alone := require.Value(w.Look(ctx, nil, examples))(t)
	check.That(t, reflect.DeepEqual(facts(t, whole.Structure), facts(t, alone.Structure)), "facts %q, want %q",
		facts(t, alone.Structure), facts(t, whole.Structure))
	_, err := w.Look(ctx, nil, []string{zoo + "Chobu"})
	check.That(t, err == nil && refused == 1, "%d requests were refused: %v", refused, err)
}

// TestLookAbove: only a look at more examples than the first, after an answer, reads the superclasses of values. By
// rdfs:subClassOf only what is declared to be a class has some.
func TestLookAbove(t *testing.T) {
	client := &endpoint.Client{To: engines.ServeFile(t, file)}
	for _, property := range []string{"", zoo + "broader"} {
		v := graph.Vocabulary{Vocabulary: queries.Vocabulary{SubClassOf: property}}.WithDefaults()
		e := graph.Exclusions{}.WithDefaults()
		asker := graph.NewWholeGraph(client, v, e, queries.Options{})
		w := graph.NewWhole(graph.NewCache(newStore(t), asker, v, 0), graph.NewSymbols(v, e), nil)
		checkAbove(t, client, w, property != "")
	}
}

func checkAbove(t *testing.T, client *endpoint.Client, w *graph.Whole, mayBeClasses bool) {
	examples := []string{zoo + "Badhu", zoo + "Balani"}
	for _, more := range [][]string{nil, nil, {zoo + "Chobu"}} {
		before := client.Requests()
		require.Value(w.Look(t.Context(), append(examples, more...), nil))(t)
		above := slices.ContainsFunc(client.Sent()[before:], func(q string) bool {
			_, classes, _ := strings.Cut(q, "VALUES ?c {")
			values, _, _ := strings.Cut(classes, "}")
			return strings.Contains(values, "<"+zoo+"Riverside>")
		})
		check.Equal(t, above, mayBeClasses && more != nil, "after %d requests: superclasses of values", before)
	}
}

// TestCountsComeWithStatements: one request counts and reads the classes and values of individuals, and one the
// superclasses of classes. Where that is refused, both are asked for, and the answers are the same.
func TestCountsComeWithStatements(t *testing.T) {
	v := graph.Vocabulary{}.WithDefaults()
	client := &endpoint.Client{To: engines.ServeFile(t, file)}
	ask := func(client graph.Client, kind graph.Kind, terms ...string) map[string][]graph.Row {
		t.Helper()
		endpoint := graph.NewWholeGraph(client, v, graph.Exclusions{}.WithDefaults(), queries.Options{})
		g := graph.NewCache(newStore(t), endpoint, v, 0)
		expect := map[string][]graph.Count{}
		needs := func(p string) bool { return !strings.HasSuffix(p, "#label") }
		counts := graph.Question{Kind: graph.CountsOf[kind], Terms: terms, Needs: needs}
		require.NoError(t, g.Ask(t.Context(), counts, func(answers []graph.Answer) error {
			for _, a := range answers {
				for _, r := range a.Rows {
					if needs(r.Property) {
						expect[a.Term] = append(expect[a.Term], graph.Count{Property: r.Property, N: int(r.N)})
					}
				}
				slices.SortFunc(expect[a.Term], graph.CompareCounts)
			}
			return nil
		}))
		rows := map[string][]graph.Row{}
		q := graph.Question{Kind: kind, Terms: terms, Expect: func(term string) []graph.Count { return expect[term] }}
		require.NoError(t, g.Ask(t.Context(), q, func(answers []graph.Answer) error {
			for _, a := range answers {
				rows[a.Term] = append(rows[a.Term], a.Rows...)
			}
			return nil
		}))
		for _, some := range rows {
			slices.SortFunc(some, func(a, b graph.Row) int { return cmp.Compare(a.Property+a.Value, b.Property+b.Value) })
		}
		return rows
	}
	for kind, terms := range map[graph.Kind][]string{
		graph.Leaf:         {zoo + "Badhu", zoo + "Kofi", zoo + "Riverside"},
		graph.Superclasses: {zoo + "Elephant", zoo + "Keeper"},
	} {
		refusing := &endpoint.Client{To: client, Refuse: func(_ int, query string) error {
			if strings.Contains(query, "?s ?p ?o ?n") {
				return fmt.Errorf("%w: too many rows", connector.ErrTruncated)
			}
			return nil
		}}
		want := ask(refusing, kind, terms...)
		before := len(client.Sent())
		got := ask(client, kind, terms...)
		isOther := func(q string) bool { return !strings.Contains(q, "<"+terms[0]+">") }
		about := slices.DeleteFunc(client.Sent()[before:], isOther)
		check.That(t, len(about) == 1, "%s: %d requests about the terms, want one: %q", kind, len(about), about)
		check.That(t, len(want) > 0 && reflect.DeepEqual(got, want), "%s: read at once %v; counted first %v", kind, got, want)
	}
}
