package faults

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

// A task is a graph with examples.
type task struct {
	name     string
	text     string // N-Triples
	pos, neg []string
}

// tasks returns the tasks: positives and negatives of the built-in graph, positives alone,
// and a graph in which a result has more rows than the row caps allow.
func tasks(t *testing.T) []task {
	file := filepath.Join(t.TempDir(), "elephants.ttl")
	require.NoError(t, os.WriteFile(file, []byte(elephants.Turtle), 0o600))
	// Dates are not needed, and their many thresholds take the embedded engine seconds.
	zoo := regexp.MustCompile(`(?m)^.*zoo#birthDate.*\n`).ReplaceAllString(engines.NTriples(t, file), "")
	var wide graph
	for i := range 150 {
		who := fmt.Sprint("person", i)
		wide.member(who, "Person")
		wide.role(who, "bornIn", fmt.Sprint("town", i%30))
		wide.role(who, "speaks", fmt.Sprint("language", i%4))
		if i%3 == 0 {
			wide.member(who, "Painter")
		}
	}
	for i := range 30 {
		wide.role(fmt.Sprint("town", i), "in", fmt.Sprint("country", i%5))
	}
	var painters []string
	for _, i := range []int{0, 30, 60, 15} { // painters of country 0
		painters = append(painters, ns+fmt.Sprint("person", i))
	}
	return []task{
		{"positives and negatives", zoo, elephants.Positives, elephants.Negatives},
		{"positives alone", zoo, elephants.SisterPositives[:3], nil},
		{"many rows", wide.String(), painters, []string{ns + "person1", ns + "person5"}},
	}
}

// learned is what came of a task.
type learned struct {
	concept, query      string
	confirmed, unproved bool
	others              []string
	othersErr           error
}

// learn learns from the endpoint, as the command does.
func (k task) learn(t *testing.T, url, graph string, change func(*config.Config)) (learned, error) {
	c := config.Default()
	c.Endpoint = url
	c.Timeout = 2 * time.Minute // the ranking must not run out of time where many learn at once
	c.MaxSize = 3
	c.Depth = 2
	c.Contact = "me@example.org"
	c.Requests = 3
	if graph != "" {
		c.Graph = []string{graph}
	}
	if change != nil {
		change(&c)
	}
	ex, err := extract.NewExamples(k.pos, k.neg)
	require.NoError(t, err)
	s, err := genus.Open(t.Context(), c, genus.Options{})
	if err != nil {
		return learned{}, err
	}
	defer s.Close()
	o := require.Value(c.Learner())(t)
	r, err := s.Work().Answer(t.Context(), genus.Task{Examples: ex, Options: o, Confirm: true})
	if err != nil {
		return learned{}, err
	}
	if err := cmp.Or(r.Err, r.ConfirmErr); err != nil {
		return learned{}, err
	}
	got := learned{
		concept:   fmt.Sprint(r.Fitting.Concept),
		query:     r.Query,
		confirmed: len(r.Verdict.Mismatches()) == 0,
		unproved:  r.Unproved != nil,
		othersErr: r.OthersErr,
	}
	for _, m := range r.Others.Matches {
		got.others = append(got.others, m.IRI)
	}
	return got, nil
}

// membersOf returns what the query returns, sorted.
func membersOf(t *testing.T, c *connector.Client, query string) (members []string) {
	t.Helper()
	table := require.Value(c.Select(t.Context(), query))(t)
	for _, row := range table.Rows {
		members = append(members, row[0].String())
	}
	slices.Sort(members)
	return slices.Compact(members)
}

// checkPublic learns every task behind every one of the behaviours. A query is never
// wrong: the engine itself answers it as the concept says. What is meant is returned
// wherever answers come; elsewhere there may be an error, of one line.
func checkPublic(t *testing.T, start func(t *testing.T, text string) engines.Engine,
	chosen func(task, behaviour int) bool) {
	for i, k := range tasks(t) {
		var behaviours []Behaviour
		for j, b := range Behaviours() {
			if chosen(i, j) {
				behaviours = append(behaviours, b)
			}
		}
		if len(behaviours) == 0 {
			continue
		}
		e := start(t, k.text)
		direct := e.Connect(t, connector.Options{})
		want, err := k.learn(t, e.Endpoint, e.Graph, nil)
		require.That(t, err == nil && want.confirmed, "%s: %+v, %v", k.name, want, err)
		meant := membersOf(t, direct, want.query)
		for _, b := range behaviours {
			t.Run(k.name+"/"+b.Name, func(t *testing.T) {
				t.Parallel()
				proxy := StartPublic(t, e.Endpoint, b)
				got, err := k.learn(t, proxy.URL, e.Graph, func(c *config.Config) {
					if b.GetOnly {
						c.Method = string(connector.Get)
					}
				})
				t.Logf("%d requests: %s, unproved %t, %v", proxy.Requests(), got.concept, got.unproved, err)
				if err != nil {
					require.That(t, !b.Answers && !strings.ContainsAny(err.Error(), "\r\n"), "no result: %v", err)
					return
				}
				check.That(t, got.confirmed, "the endpoint did not confirm %s", got.concept)
				check.That(t, !b.Answers || got.concept == want.concept, "learned %s, want %s", got.concept, want.concept)
				check.That(t, !b.Answers || got.othersErr != nil || slices.Equal(got.others, want.others),
					"other members %v, want %v", got.others, want.others)
				members := membersOf(t, direct, got.query)
				check.That(t, got.concept != want.concept || slices.Equal(members, meant), "the query returns %v, want %v", members,
					meant)
			})
		}
	}
}

// TestEmbeddedPublic tries a third of the behaviours with one task, or each with all where tests are full. An
// engine is faster: TestEnginesPublic tries each.
func TestEmbeddedPublic(t *testing.T) {
	checkPublic(t, func(t *testing.T, text string) engines.Engine { return engines.StartEmbedded(t, text) },
		func(task, behaviour int) bool {
			quick := task == 2 && behaviour%3 == 0 &&
				!slices.Contains([]string{"latency of 150 ms", "one at a time", "429 now and then"},
					Behaviours()[behaviour].Name)
			return testsize.Full() || !testing.Short() && quick
		})
}

// TestEnginesPublic tries each behaviour with one of the tasks, and with -full with all.
func TestEnginesPublic(t *testing.T) {
	for _, engine := range engines.All() {
		if engine.Name == "oxigraph" {
			checkPublic(t, func(t *testing.T, text string) engines.Engine { return engine.Start(t, text) },
				func(task, behaviour int) bool { return *full || behaviour%len(tasks(t)) == task })
		}
	}
}
