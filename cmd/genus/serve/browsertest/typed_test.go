package browsertest

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
)

// TestBrowserTypedNames gets from typed names to the intended query, on an embedded endpoint
// in the vocabulary of Wikidata.
func TestBrowserTypedNames(t *testing.T) {
	chromium(t)
	graph := people(somePeople)
	e, names, meant := engines.StartEmbedded(t, graph), threeNames(t, graph), subjectsWith(graph, frenchActors)
	p := open(t, serve(t, "--search", "scan", "--rate", "1000").url, desktop)
	begun := time.Now()
	p.wait("document.querySelector('#endpoint-preset')")
	p.chooseEntry("#endpoint-preset", "wikidata")
	p.connect(e.Endpoint)
	for _, name := range names {
		p.search(name, true)
	}
	p.waitSides(len(names), 0)
	p.learn()
	asked := 0
	for ; p.text(".question h3") != ""; asked++ {
		if asked > 15 {
			t.Fatalf("%d questions, and it is %q", asked, p.text(".sentence"))
		}
		p.answer(meant)
	}
	query := p.query()
	t.Logf("%d questions, %.0f s: %s; %s", asked, time.Since(begun).Seconds(), p.text(".sentence"),
		strings.ReplaceAll(p.text(".facts"), "\n", ", "))
	p.keepScreenshot("typed-desktop")
	got := answers(t, e, query)
	if len(got) != len(meant) || slices.ContainsFunc(got, func(iri string) bool { return !meant[iri] }) {
		t.Errorf("the query finds %d, of %d that are meant:\n%s", len(got), len(meant), query)
	}
}

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

// Numbers of people in generated graphs, with about ten facts each.
const (
	somePeople = 400
	manyPeople = 4000
)

func threeNames(t *testing.T, graph string) []string {
	t.Helper()
	meant := slices.Sorted(maps.Keys(subjectsWith(graph, frenchActors)))
	require.That(t, len(meant) >= 10, "the graph has %d French actors", len(meant))
	var names []string
	for _, iri := range meant[:3] {
		_, label, _ := strings.Cut(graph, "<"+iri+"> <http://www.w3.org/2000/01/rdf-schema#label> \"")
		name, _, _ := strings.Cut(label, "\"")
		names = append(names, name)
	}
	return names
}
