package browsertest

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/internal/engines"
)

const (
	entity = "http://www.wikidata.org/entity/"
	direct = "http://www.wikidata.org/prop/direct/"
)

// frenchActors is the intended query: occupation actor, citizenship France.
var frenchActors = []string{
	fmt.Sprintf("> <%sP106> <%sQ33999> .", direct, entity),
	fmt.Sprintf("> <%sP27> <%sQ142> .", direct, entity),
}

// TestBrowserTypedNames goes from names that are typed, at an endpoint in the shape of
// Wikidata, to the intended query: on a small graph in the process of the test.
func TestBrowserTypedNames(t *testing.T) {
	chromium(t)
	graph := actors()
	e, err := embedded.StartNTriples(t.Context(), strings.NewReader(graph), embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	typedNames(t, engines.Engine{Name: "embedded", Endpoint: e.URL()}, graph, []string{"Actor 1 of France", "Actor 2 of France", "Actor 3 of France"})
}

// TestBrowserTypedNamesOnEngines does so on an engine that somebody else wrote, with the
// small graph and with a real piece of Wikidata, which GENUS_DATASETS has.
func TestBrowserTypedNamesOnEngines(t *testing.T) {
	chromium(t)
	t.Run("small", func(t *testing.T) {
		graph := actors()
		typedNames(t, engines.StartOxigraph(t, graph), graph, []string{"Actor 1 of France", "Actor 2 of France", "Actor 3 of France"})
	})
	t.Run("codex", func(t *testing.T) {
		dir := os.Getenv("GENUS_DATASETS")
		if dir == "" {
			t.Skipf("%s: GENUS_DATASETS does not name a folder with codex", t.Name())
		}
		f, err := os.Open(filepath.Join(dir, "codex", "codex.nt.gz"))
		if err != nil {
			t.Skipf("%s: no codex in %s (set GENUS_DATASETS)", t.Name(), dir)
		}
		defer func() { _ = f.Close() }()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		typedNames(t, engines.StartOxigraph(t, string(text)), string(text), []string{"Juliette Binoche", "Alain Delon", "Catherine Deneuve"})
	})
}

// actors is a graph of actors and writers of three countries.
func actors() string {
	var b strings.Builder
	label := func(id, text string) {
		fmt.Fprintf(&b, "<%s%s> <http://www.w3.org/2000/01/rdf-schema#label> \"%s\"@en .\n", entity, id, text)
	}
	countries := [][2]string{{"Q142", "France"}, {"Q183", "Germany"}, {"Q38", "Italy"}}
	trades := [][2]string{{"Q33999", "actor"}, {"Q36180", "writer"}}
	for _, one := range slices.Concat(countries, trades, [][2]string{{"Q5", "human"}, {"P31", "instance of"}, {"P106", "occupation"}, {"P27", "country of citizenship"}}) {
		label(one[0], one[1])
	}
	n := 1000
	for _, country := range countries {
		for _, trade := range trades {
			for i := range 12 {
				n++
				id := fmt.Sprintf("Q%d", n)
				label(id, fmt.Sprintf("%s %d of %s", strings.ToUpper(trade[1][:1])+trade[1][1:], i+1, country[1]))
				fmt.Fprintf(&b, "<%s%s> <%sP31> <%sQ5> .\n<%s%s> <%sP106> <%s%s> .\n<%s%s> <%sP27> <%s%s> .\n",
					entity, id, direct, entity, entity, id, direct, entity, trade[0], entity, id, direct, entity, country[0])
			}
		}
	}
	return b.String()
}

// subjectsWith are those that the graph states all of this about.
func subjectsWith(graph string, statements []string) map[string]bool {
	count := map[string]int{}
	for line := range strings.Lines(graph) {
		for _, s := range statements {
			if subject, ok := strings.CutSuffix(strings.TrimSpace(line), s); ok {
				count[strings.TrimPrefix(subject, "<")]++
			}
		}
	}
	all := map[string]bool{}
	for iri, n := range count {
		if n == len(statements) {
			all[iri] = true
		}
	}
	return all
}

func typedNames(t *testing.T, e engines.Engine, graph string, names []string) {
	t.Helper()
	meant := subjectsWith(graph, frenchActors)
	p := open(t, serve(t, "--search", "scan", "--rate", "1000").url, desktop)
	begun := time.Now()
	p.wait("document.querySelector('#endpoint-preset')")
	p.choice("#endpoint-preset", "wikidata")
	p.connect(e.Endpoint)
	for _, name := range names {
		p.search(name, true)
	}
	p.sides(len(names), 0)
	p.learn()
	asked := 0
	for ; p.text(".question h3") != ""; asked++ {
		if asked > 15 {
			t.Fatalf("%d questions, and it is %q", asked, p.text(".sentence"))
		}
		iri := eval[string](p, "document.querySelector('.question h3 .link').title")
		answer := "No"
		if meant[iri] {
			answer = "Yes"
		}
		p.click(".question", answer)
		p.answered(iri)
	}
	query := p.query()
	t.Logf("%d questions, %.0f s: %s; %s", asked, time.Since(begun).Seconds(), p.text(".sentence"), strings.ReplaceAll(p.text(".facts"), "\n", ", "))
	p.keep("typed-" + e.Name)
	got := answers(t, e, query)
	if len(got) != len(meant) || slices.ContainsFunc(got, func(iri string) bool { return !meant[iri] }) {
		t.Errorf("the query finds %d, of %d that are meant:\n%s", len(got), len(meant), query)
	}
}
