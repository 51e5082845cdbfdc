package browsertest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestBrowserLoop runs the whole loop on the built-in data, with --prefer smallest. The
// members that the page shows are those that an endpoint returns for its query.
func TestBrowserLoop(t *testing.T) {
	p := open(t, serve(t, "--prefer", "smallest").url, desktop)
	p.startEmpty()
	loop(t, p, engines.StartEmbedded(t, elephantTriples(t)), compareMembers)
}

// TestBrowserLoopOnEngines runs the loop on SPARQL engines of others.
func TestBrowserLoopOnEngines(t *testing.T) {
	for _, starter := range engines.All() {
		t.Run(starter.Name, func(t *testing.T) {
			s := serve(t, "--prefer", "smallest")
			e := starter.Start(t, elephantTriples(t))
			p := open(t, s.url, desktop)
			p.write("#endpoint-url", e.Endpoint)
			if e.Graph != "" {
				p.write("#endpoint-graph", e.Graph)
			}
			p.click("#start [aria-labelledby=card-sparql-endpoint]", "Connect")
			p.waitOpened()
			loop(t, p, e, compareTable)
		})
	}
}

// loop runs the whole loop. It compares the members of the first concept page by page, and
// those of the later ones with compare.
func loop(t *testing.T, p *tab, e engines.Engine, compare func(*testing.T, *tab, engines.Engine, string)) {
	t.Helper()
	belongs := belonging(t)
	// Search by label and mark; the others come as a list.
	p.search("Chobu", true)
	p.search("Bawen", false)
	p.waitSides(1, 1)
	p.paste(elephants.Positives[1:few], true)
	p.paste(elephants.Negatives[1:few], false)
	p.waitSides(few, few)

	p.learn()
	got := p.text(".facts")
	check.That(t, strings.Contains(got, "Proved") && strings.Contains(got, fmt.Sprintf("All %d examples right", 2*few)),
		"the result says %q", got)
	compareMembers(t, p, e, "the first concept")

	// Correct a match, which learns again at once.
	first := p.dl()
	wrong := p.correctMatch(belongs)
	p.waitSides(few, few+1)
	p.waitLearned()
	second := p.dl()
	check.That(t, first != second, "%s was a match and is excluded now, yet the concept is %s as before", wrong, second)
	check.That(t, !slices.Contains(p.matches(), wrong), "%s is a match still, of %s", wrong, second)
	compare(t, p, e, "the concept after a correction")

	// Pick another size.
	p.pickSize("Size 1")
	third := p.dl()
	check.That(t, third != second, "size 1 is %s, as the default choice", third)
	compare(t, p, e, "the concept of size 1")
}

// few is a number of examples of each side that is too small for the intended concept.
const few = 3

// belonging returns the members of the intended concept: the male elephants that weigh
// three tonnes or have two daughters.
func belonging(t *testing.T) map[string]bool {
	t.Helper()
	return membersOf(t, elephants.Target)
}

// membersOf returns the members of a concept in the built-in elephants.
func membersOf(t *testing.T, c dl.Concept) map[string]bool {
	t.Helper()
	return membersIn(t, elephantFile, c)
}

// membersIn returns the members of a concept in a file.
func membersIn(t *testing.T, file string, c dl.Concept) map[string]bool {
	t.Helper()
	d, _ := require.Values(extract.ImportFiles(t.Context(), []string{file}, extract.ImportOptions{}))(t)
	problem, _ := require.Values(d.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{}))(t)
	extension := require.Value(interp.NewEvaluator(problem.Structure).Extension(c))(t)
	all := map[string]bool{}
	for a := range problem.Structure.Len() {
		if extension.Test(uint(a)) {
			all[problem.Structure.IRI(interp.Individual(a))] = true
		}
	}
	return all
}

// compareMembers checks that the page and the engine have the same members of the shown concept.
func compareMembers(t *testing.T, p *tab, e engines.Engine, what string) {
	t.Helper()
	query := p.query()
	want := answers(t, e, query)
	diff := cmp.Diff(want, p.allMembers())
	check.That(t, diff == "", "%s: what %s answers (-) and the page shows (+) differ:\n%s\nthe query:\n%s",
		what, e.Name, diff, query)
	check.That(t, len(want) != 0, "%s: %s finds nothing", what, e.Name)
}

// compareTable checks that the table that the page downloads has the members that the engine
// has of the shown concept, and their facts.
func compareTable(t *testing.T, p *tab, e engines.Engine, what string) {
	t.Helper()
	members := len(answers(t, e, p.query()))
	t.Logf("%s has %d members", what, members)
	p.openTable()
	p.checkCSV(e, "CSV, long", members)
}

// answers returns the results of a query for ?x, sorted.
func answers(t *testing.T, e engines.Engine, query string) []string {
	t.Helper()
	body, err := e.Query(t.Context(), query)
	require.That(t, err == nil, "%s: %v\n%s", e.Name, err, query)
	var results struct {
		Results struct {
			Bindings []map[string]struct{ Value string }
		}
	}
	require.NoError(t, json.Unmarshal(body, &results))
	iris := []string{}
	for _, row := range results.Results.Bindings {
		iris = append(iris, row["x"].Value)
	}
	slices.Sort(iris)
	return iris
}

// elephantFile is the path of the built-in data.
const elephantFile = "../../internal/elephants/elephants.ttl"

func elephantTriples(t *testing.T) string { return engines.NTriples(t, elephantFile) }
