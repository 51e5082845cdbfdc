package speed

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

var wikidataFacts = flag.Int("wikidata", 20_000, "facts in the graph in the shape of Wikidata")

// startWikidata loads the graph in the shape of Wikidata into Virtuoso with DBpedia's
// limits. It returns the number of facts, and how long loading took.
func startWikidata(t *testing.T) (e engines.Engine, facts int, took time.Duration) {
	t.Helper()
	e = engines.StartVirtuosoWith(t, "", engines.DBpedia)
	r, w := io.Pipe()
	written := make(chan int, 1)
	go func() {
		n, err := writeWikidata(w, *wikidataFacts)
		written <- n
		_ = w.CloseWithError(err)
	}()
	start := time.Now()
	require.NoError(t, e.LoadFrom(t.Context(), r))
	return e, <-written, time.Since(start)
}

// TestEnginesHumans crawls two steps around 20 humans with the preset wikidata, in
// Virtuoso with DBpedia's limits, and compares the extraction with the generator. It
// prints the cost, and what was dropped.
func TestEnginesHumans(t *testing.T) {
	e, facts, loaded := startWikidata(t)
	people := make([]string, 20)
	for i := range people {
		people[i] = plain(human(i * humans(*wikidataFacts) / len(people)))
	}
	examples, err := extract.NewExamples(people[:10], people[10:])
	require.NoError(t, err)
	given := map[string][]string{"preset": {"wikidata"}, "endpoint": {e.Endpoint}, "graph": {e.Graph}}
	if *wikidataFacts < 1_000_000 { // small graphs have small hubs
		given["max-successors"] = []string{fmt.Sprint(max(*wikidataFacts/1000, 10))}
	}
	cfg, err := genusyaml.Load(config.Given{Flags: given, Dir: t.TempDir()})
	require.NoError(t, err)
	o, err := cfg.Crawl()
	require.NoError(t, err)
	// As fast as the engine is, and not as slow as Wikidata wants it.
	c := connect(t, e, connector.Options{Requests: cfg.Requests, Timeout: cfg.RequestTimeout})
	db, err := store.OpenMemory(t.Context())
	require.NoError(t, err)
	defer func() { _ = db.Close() }()
	before, workErr := e.Work()
	_, report, err := extract.Crawl(t.Context(), c, db, examples.All(), o)
	require.NoError(t, err)
	after, err := e.Work()
	p, _, err2 := extract.Load(t.Context(), db, examples, extract.LoadOptions{})
	if err2 != nil {
		t.Fatal(err2)
	}
	work := "?"
	if workErr == nil && err == nil {
		work = fmt.Sprintf("%.1f", (after - before).Seconds())
	}
	fmt.Printf(
		"\n| facts in the graph | loaded in (s) | requests | crawl (s) | processor time of the engine (s) | individuals | "+
			"facts extracted | roles and features left |\n|---:|---:|---:|---:|---:|---:|---:|---:|\n| %d | %.0f | %d | %.1f "+
			"| %s | %d | %d | %d |\n\n",
		facts,
		loaded.Seconds(),
		report.Requests,
		report.Seconds,
		work,
		p.Structure.Len(),
		p.Structure.NumFacts(),
		p.Structure.Signature().NumRoles()+len(p.Structure.Signature().Features())-len(p.Removed),
	)
	for _, cut := range report.Dropped {
		fmt.Printf("- %s, %s: %s\n", strings.TrimPrefix(cut.Property, wdt), cut.Direction, cut.Reason)
	}
	for _, warning := range report.Warnings {
		fmt.Println("-", warning)
	}
	removed := neighbourhood.Removed(p.Removed)
	if !removed[dl.Role{IRI: wdt + "P21", Inverse: true}] || !removed[dl.Role{IRI: wdt + "P27", Inverse: true}] {
		t.Error("a hub was not cut: the test tests less than it could")
	}
	for f, name := range p.Structure.Signature().Features() {
		if properties[strings.TrimPrefix(name, wdt)] != "ExternalId" {
			continue
		}
		if values := p.Structure.Values(interp.FeatureID(f)); len(values) > 0 { // of these only the existence counts
			t.Errorf("the external identifier %s has values to compare: %v", name, values)
		}
	}
	fmt.Printf("\n%d individuals compared with the generator\n",
		compareAround(t, p, generatedGraph(t, *wikidataFacts), o.Bounds.Depth))
}
