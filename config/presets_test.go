package config_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	. "github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

const (
	wd     = "http://www.wikidata.org/entity/"
	wdt    = "http://www.wikidata.org/prop/direct/"
	yago   = "http://yago-knowledge.org/resource/"
	schema = "http://schema.org/"
	dbr    = "http://dbpedia.org/resource/"
	dbo    = "http://dbpedia.org/ontology/"
	family = "http://example.org/family#"

	anatomy = "http://example.org/anatomy#"
)

// A presetCase says what is extracted with a preset from a small graph like that of the
// endpoint (testdata/presets): concept names, roles and features, and what is dropped.
type presetCase struct {
	preset                                    string
	pos, neg, names, roles, features, removed []string
	flags                                     map[string][]string
}

var presetCases = []presetCase{
	{
		preset: "wikidata",
		pos:    []string{wd + "Q1", wd + "Q2"}, neg: []string{wd + "Q3", wd + "Q4"},
		names: []string{wd + "Q12737077", wd + "Q28640", wd + "Q5", wd + "Q215627", wd + "Q6256"},
		roles: []string{wdt + "P106", wdt + "P21", wdt + "P27"},
		// of the last three only the presence
		features: []string{wdt + "P569", wdt + "P2048", wdt + "P18", wdt + "P214", wdt + "P856"},
		removed:  []string{wdt + "P27⁻"}, // the hub: a country
		flags:    map[string][]string{"max-successors": {"3"}},
	},
	{preset: "yago", pos: []string{yago + "Elvis", yago + "Dolly"}, neg: []string{yago + "Ada", yago + "Alan"},
		names:    []string{schema + "City", schema + "Person", schema + "Place", yago + "Singer"},
		roles:    []string{schema + "award", schema + "birthPlace", schema + "location"},
		features: []string{schema + "birthDate", yago + "elevation"}},
	{preset: "dbpedia", pos: []string{dbr + "Ada", dbr + "Alan"}, neg: []string{dbr + "Elvis", dbr + "Dolly"},
		names: []string{dbo + "Artist", dbo + "City", dbo + "MusicalArtist", dbo + "Person", dbo + "Scientist"},
		roles: []string{dbo + "birthPlace", dbo + "country"}, features: []string{dbo + "birthDate", dbo + "height"}},
	{
		preset: "ubergraph",
		pos:    []string{anatomy + "Finger", anatomy + "Palm"},
		neg:    []string{anatomy + "Toe", anatomy + "Leg"},
		names: []string{anatomy + "Arm", anatomy + "Body", anatomy + "Digit", anatomy + "Finger", anatomy + "FingerNail",
			anatomy + "Foot", anatomy + "Hand", anatomy + "Heel", anatomy + "Leg", anatomy + "Nail", anatomy + "Palm",
			anatomy + "Structure",
			anatomy + "Toe", anatomy + "ToeNail"},
		roles: []string{anatomy + "part_of"},
	},
	{preset: "owl", pos: []string{family + "ann", family + "bob"}, neg: []string{family + "kim", family + "lee"},
		names:    []string{family + "Person", family + "Parent", family + "Woman", family + "Man", family + "Living"},
		roles:    []string{family + "hasChild", family + "hasParent", family + "hasMother", family + "hasSpouse"},
		features: []string{family + "age", family + "ageInYears"}},
}

// Reasoning finds the parents, and the query finds them, too.
func TestPresetOWL(t *testing.T) {
	checkParents(t, engines.StartEmbedded(t, presetGraph(t, "owl")).Endpoint, "", 0)
}

// checkParents asks the endpoint about family relations, few of which are stated.
func checkParents(t *testing.T, url, graph string, dialect queries.Dialect) {
	tt := presetCases[len(presetCases)-1]
	p, info, client := loadPreset(t, url, graph, tt)
	eval := interp.NewEvaluator(p.Structure)
	name := func(s string) dl.Concept { return dl.Name{IRI: family + s} }
	some := func(r string, c dl.Concept) dl.Concept { return dl.Exists{Role: dl.Role{IRI: family + r}, C: c} }
	for _, c := range []struct {
		concept dl.Concept
		want    []string
	}{
		{name("Parent"), []string{"ann", "bob"}},
		{dl.And{L: name("Woman"), R: some("hasChild", name("Living"))}, []string{"ann"}},
		{dl.And{L: some("hasSpouse", name("Parent")), R: name("Person")}, []string{"ann", "bob"}},
		{dl.And{L: name("Person"), R: dl.Not{C: name("Parent")}}, []string{"dan", "eve", "kim", "lee"}},
		{dl.Compare{Feature: family + "age", Op: dl.LessEq, Value: dl.Int(40)}, []string{"dan", "eve"}},
		{dl.AtLeast{N: 1, Role: dl.Role{IRI: family + "hasParent", Inverse: true}, C: some("hasMother", dl.Top{})},
			[]string{"ann"}},
	} {
		query := require.Value(queries.Select(c.concept, queries.Options{Axioms: info.Axioms, Dialect: dialect}))(t)
		table, err := client.Select(t.Context(), query)
		require.That(t, err == nil, "%v\n%s", err, query)
		var got []string
		for _, row := range table.Rows {
			got = append(got, strings.TrimPrefix(row[0].String(), family))
		}
		slices.Sort(got)
		check.Diff(t, got, c.want, "%v %s", c.concept, query)
		extension := require.Value(eval.Extension(c.concept))(t)
		for _, a := range slices.Concat(p.Pos, p.Neg) {
			iri := strings.TrimPrefix(p.Structure.IRI(a), family)
			check.That(t, extension.Test(uint(a)) == slices.Contains(c.want, iri), "%v at %s: %t", c.concept, iri,
				extension.Test(uint(a)))
		}
	}
}

func loadPreset(t *testing.T, url, graph string, tt presetCase) (interp.Problem, extract.Info, *refusals) {
	t.Helper()
	flags := map[string][]string{"preset": {tt.preset}, "endpoint": {url}}
	maps.Copy(flags, tt.flags)
	cfg := require.Value(genusyaml.Load(Given{Flags: flags, Dir: t.TempDir()}))(t)
	o := require.Value(cfg.Crawl())(t)
	copts := connector.Options{URL: url, RowCaps: cfg.RowCap}
	if graph != "" {
		copts.DefaultGraph = []string{graph}
	}
	client := require.Value(connector.New(copts))(t)
	t.Cleanup(client.Close)
	db := require.Value(store.OpenMemory(t.Context()))(t)
	defer func() { _ = db.Close() }()
	examples := require.Value(extract.NewExamples(tt.pos, tt.neg))(t)
	asked := &refusals{Client: client}
	require.Values(extract.Crawl(t.Context(), asked, db, examples.All(), o))(t)
	p, info := require.Values(extract.Load(t.Context(), db, examples, extract.LoadOptions{}))(t)
	return p, info, asked
}

// checkPreset crawls the graph with the preset and checks what is extracted.
func checkPreset(t *testing.T, url, graph string, tt presetCase) *refusals {
	t.Helper()
	p, info, asked := loadPreset(t, url, graph, tt)
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
		"names":    {tt.names, names},
		"roles":    {tt.roles, roles},
		"features": {tt.features, sig.Features()},
		"removed":  {tt.removed, removed},
	} {
		want, got := slices.Sorted(slices.Values(lists[0])), slices.Sorted(slices.Values(lists[1]))
		check.Diff(t, got, want, "%s: want (-), got (+)", what)
	}
	if tt.preset == "yago" {
		want := []dl.Kind{}
		for _, datatype := range []string{"date", "dateTime", "gYear", "gYearMonth"} {
			k, _ := dl.KindOf(dl.XSD + datatype)
			want = append(want, k)
		}
		slices.Sort(want)
		check.Slice(t, info.Kinds[schema+"birthDate"], want, "kinds of birthDate")
	}
	return asked
}

// refusals counts the queries whose answers the endpoint truncated, or that timed out.
type refusals struct {
	extract.Client
	cut, late atomic.Int64
}

func (r *refusals) Select(ctx context.Context, q string) (*connector.Table, error) {
	table, err := r.Client.Select(ctx, q)
	switch {
	case errors.Is(err, connector.ErrTruncated):
		r.cut.Add(1)
	case errors.Is(err, connector.ErrTimeout):
		r.late.Add(1)
	}
	return table, err
}

// presetGraph returns the graph in the shape of the preset's endpoint, as N-Triples.
func presetGraph(t *testing.T, preset string) string {
	t.Helper()
	return engines.NTriples(t, "testdata/presets/"+preset+".ttl")
}

// The embedded endpoint serves each graph.
func TestPresetGraphs(t *testing.T) {
	for _, tt := range presetCases {
		t.Run(tt.preset, func(t *testing.T) {
			checkPreset(t, engines.StartEmbedded(t, presetGraph(t, tt.preset)).Endpoint, "", tt)
		})
	}
}

// Every engine serves all graphs in one.
func TestEnginesPresets(t *testing.T) {
	var all strings.Builder
	for _, tt := range presetCases {
		all.WriteString(presetGraph(t, tt.preset))
	}
	for _, engine := range engines.All() {
		t.Run(engine.Name, func(t *testing.T) {
			e := engine.Start(t, all.String())
			dialect := require.Value(queries.ParseDialect(engine.Name))(t)
			checkParents(t, e.Endpoint, e.Graph, dialect)
			for _, tt := range presetCases {
				t.Run(tt.preset, func(t *testing.T) { checkPreset(t, e.Endpoint, e.Graph, tt) })
			}
		})
	}
}

// cloneIndividuals returns the graph with n copies in place of each of the individuals.
func cloneIndividuals(nt string, iris []string, n int) (clones []string, with string) {
	var b strings.Builder
	for _, iri := range iris {
		for k := range n {
			clones = append(clones, fmt.Sprint(iri, "x", k))
		}
	}
	for line := range strings.Lines(nt) {
		if !slices.ContainsFunc(iris, func(iri string) bool { return strings.Contains(line, "<"+iri+">") }) {
			b.WriteString(line)
			continue
		}
		for k := range n {
			clone := line
			for _, iri := range iris {
				clone = strings.ReplaceAll(clone, "<"+iri+">", fmt.Sprint("<", iri, "x", k, ">"))
			}
			b.WriteString(clone)
		}
	}
	return clones, b.String()
}

// The same is extracted where the limits of the endpoint take effect: a row cap, which a
// dozen copies of each example exceed, and a time limit, which a hub exceeds.
func TestEnginesPresetsWithLimits(t *testing.T) {
	t.Run("virtuoso, rows", func(t *testing.T) {
		const rows, copies = 110, 12
		cut, asked := int64(0), false
		for _, tt := range presetCases {
			t.Run(tt.preset, func(t *testing.T) {
				nt := presetGraph(t, tt.preset)
				given := slices.Concat(tt.pos, tt.neg)
				tt.pos, nt = cloneIndividuals(nt, tt.pos, copies)
				tt.neg, nt = cloneIndividuals(nt, tt.neg, copies)
				// classes
				if isName := func(iri string) bool { return slices.Contains(given, iri) }; slices.ContainsFunc(tt.names, isName) {
					tt.names = slices.Concat(slices.DeleteFunc(slices.Clone(tt.names), isName), tt.pos, tt.neg)
				}
				if most := tt.flags["max-successors"]; most != nil {
					n := require.Value(strconv.Atoi(most[0]))(t)
					tt.flags = map[string][]string{"max-successors": {strconv.Itoa(n * copies)}}
				}
				e := engines.StartVirtuosoWith(t, nt, engines.Limits{Rows: rows})
				asked = true
				cut += checkPreset(t, e.Endpoint, e.Graph, tt).cut.Load()
			})
		}
		check.That(t, !asked || cut != 0, "no answer was cut: the test tests less than it could")
	})
	t.Run("fuseki, time", func(t *testing.T) {
		nt := presetGraph(t, "wikidata")
		var b strings.Builder
		b.WriteString(nt)
		for i := range 600_000 { // citizens of Q30
			fmt.Fprintf(&b, "<%sQ%d> <%sP27> <%sQ30> .\n", wd, 1_000_000+i, wdt, wd)
		}
		e := engines.StartFusekiWith(t, b.String(), engines.Limits{Execution: 400 * time.Millisecond})
		late := checkPreset(t, e.Endpoint, e.Graph, presetCases[0]).late.Load()
		check.That(t, late != 0, "no query ran out of time: the test tests less than it could")
	})
}

// Preset returns the settings of the preset, whatever the environment says.
func TestPreset(t *testing.T) {
	t.Setenv("GENUS_MAX_SIZE", "3")
	t.Setenv("GENUS_TYPE", "http://example.org/type")
	for _, name := range Presets() {
		c := require.Value(Preset(name))(t)
		check.That(t, c.Preset == name && c.MaxSize == Default().MaxSize && c.Type != "http://example.org/type",
			"%s: preset %q, max-size %d, type %s", name, c.Preset, c.MaxSize, c.Type)
	}
	if c, err := Preset("wikidata"); err != nil || c.Type != "http://www.wikidata.org/prop/direct/P31" ||
		len(c.ExcludeKind) == 0 {
		t.Errorf("wikidata has the type %q and leaves out the kinds %v, error %v", c.Type, c.ExcludeKind, err)
	}
	_, err := Preset("nothing")
	check.That(t, err != nil, "no error for an unknown preset")
}

func ExamplePreset() {
	c, err := Preset("wikidata")
	fmt.Println(c.Vocabulary().Type, err)
	// Output: http://www.wikidata.org/prop/direct/P31 <nil>
}
