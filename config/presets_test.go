package config

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

const (
	wd     = "http://www.wikidata.org/entity/"
	wdt    = "http://www.wikidata.org/prop/direct/"
	yago   = "http://yago-knowledge.org/resource/"
	schema = "http://schema.org/"
	dbr    = "http://dbpedia.org/resource/"
	dbo    = "http://dbpedia.org/ontology/"
)

// presetCases say what is left of graphs in the shape of the endpoints
// (testdata/presets): the concept names, roles and features, and what is cut.
var presetCases = []struct {
	preset                          string
	pos, neg                        []string
	names, roles, features, removed []string
	flags                           map[string][]string
}{
	{
		preset: "wikidata",
		pos:    []string{wd + "Q1", wd + "Q2"}, neg: []string{wd + "Q3", wd + "Q4"},
		names:    []string{wd + "Q12737077", wd + "Q28640", wd + "Q5", wd + "Q215627", wd + "Q6256"},
		roles:    []string{wdt + "P106", wdt + "P21", wdt + "P27"},
		features: []string{wdt + "P569", wdt + "P2048"},
		removed:  []string{wdt + "P27⁻"}, // the hub: a country
		flags:    map[string][]string{"max-successors": {"3"}},
	},
	{
		preset: "yago",
		pos:    []string{yago + "Elvis", yago + "Dolly"}, neg: []string{yago + "Ada", yago + "Alan"},
		names:    []string{schema + "City", schema + "Person", schema + "Place", yago + "Singer"},
		roles:    []string{schema + "award", schema + "birthPlace", schema + "location"},
		features: []string{schema + "birthDate", yago + "elevation"},
	},
	{
		preset: "dbpedia",
		pos:    []string{dbr + "Ada", dbr + "Alan"}, neg: []string{dbr + "Elvis", dbr + "Dolly"},
		names:    []string{dbo + "Artist", dbo + "City", dbo + "MusicalArtist", dbo + "Person", dbo + "Scientist"},
		roles:    []string{dbo + "birthPlace", dbo + "country"},
		features: []string{dbo + "birthDate", dbo + "height"},
	},
}

// checkPreset crawls the graph with the preset and looks at what is left.
func checkPreset(t *testing.T, url, graph string, i int) {
	t.Helper()
	tt := presetCases[i]
	flags := map[string][]string{"preset": {tt.preset}, "endpoint": {url}}
	for name, values := range tt.flags {
		flags[name] = values
	}
	cfg, err := Load(Given{Flags: flags, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	o, err := cfg.Crawl()
	if err != nil {
		t.Fatal(err)
	}
	copts := connector.Options{URL: url, RowCaps: cfg.RowCap}
	if graph != "" {
		copts.DefaultGraph = []string{graph}
	}
	client, err := connector.New(copts)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	db, err := store.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	examples, err := extract.NewExamples(tt.pos, tt.neg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := extract.Crawl(t.Context(), client, db, examples.All(), o); err != nil {
		t.Fatal(err)
	}
	p, info, err := extract.Load(t.Context(), db, examples, extract.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var names, roles, removed []string
	sig := p.Structure.Signature()
	for _, c := range sig.Atoms() {
		if name, ok := c.(dl.Name); ok {
			names = append(names, name.IRI)
		}
	}
	for r := 0; r < sig.NumRoles(); r += 2 {
		roles = append(roles, sig.Role(interp.RoleID(r)).IRI)
	}
	for _, r := range p.Removed {
		name := r.Role.IRI + r.Feature
		if r.Role.Inverse {
			name += "⁻"
		}
		removed = append(removed, name)
	}
	for what, lists := range map[string][2][]string{
		"names": {tt.names, names}, "roles": {tt.roles, roles}, "features": {tt.features, sig.Features()}, "removed": {tt.removed, removed},
	} {
		want, got := slices.Sorted(slices.Values(lists[0])), slices.Sorted(slices.Values(lists[1]))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: want (-), got (+):\n%s", what, diff)
		}
	}
	if tt.preset == "yago" {
		want := []dl.Kind{}
		for _, datatype := range []string{"date", "dateTime", "gYear", "gYearMonth"} {
			k, _ := dl.KindOf(dl.XSD + datatype)
			want = append(want, k)
		}
		slices.Sort(want)
		if got := info.Kinds[schema+"birthDate"]; !slices.Equal(got, want) {
			t.Errorf("kinds of birthDate: %v; want %v", got, want)
		}
	}
}

func presetGraph(t *testing.T, preset string) (triples []rdf.Triple, nt string) {
	t.Helper()
	f, err := os.Open("testdata/presets/" + preset + ".ttl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var b strings.Builder
	if _, err := rdffile.ReadFrom(t.Context(), f, rdffile.Turtle, "urn:x", func(tr rdf.Triple) error {
		triples = append(triples, tr)
		b.WriteString(tr.Serialize(rdf.NTriples))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return triples, b.String()
}

// TestPresetGraphs: on the embedded endpoint.
func TestPresetGraphs(t *testing.T) {
	for i, tt := range presetCases {
		t.Run(tt.preset, func(t *testing.T) {
			triples, _ := presetGraph(t, tt.preset)
			e, err := embedded.Start(t.Context(), triples, embedded.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = e.Close() }()
			checkPreset(t, e.URL(), "", i)
		})
	}
}

// TestEnginesPresets: on engines that others wrote, all graphs in one.
func TestEnginesPresets(t *testing.T) {
	var all strings.Builder
	for _, tt := range presetCases {
		_, nt := presetGraph(t, tt.preset)
		all.WriteString(nt)
	}
	for _, engine := range engines.All() {
		t.Run(engine.Name, func(t *testing.T) {
			e := engine.Start(t, all.String())
			for i, tt := range presetCases {
				t.Run(tt.preset, func(t *testing.T) { checkPreset(t, e.Endpoint, e.Graph, i) })
			}
		})
	}
}
