package queries

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
)

const zoo = "http://example.org/zoo#"

func name(s string) dl.Concept    { return dl.Name{IRI: zoo + s} }
func role(s string) dl.Role       { return dl.Role{IRI: zoo + s} }
func inverse(s string) dl.Role    { return dl.Role{IRI: zoo + s, Inverse: true} }
func not(c dl.Concept) dl.Concept { return dl.Not{C: c} }
func atLeast(f string, v dl.Value) dl.Concept {
	return dl.Compare{Feature: zoo + f, Op: dl.GreaterEq, Value: v}
}

var mustValue = dltest.Value

// TestGolden compares queries with testdata/*.rq; go test -update writes the files.
func TestGolden(t *testing.T) {
	prefixes := map[string]string{"zoo": zoo}
	plain := Options{Prefixes: prefixes, Vocabulary: Vocabulary{NoClosure: true}}
	tusker := dl.Conj(name("Elephant"), name("Male"), dl.Or{L: atLeast("weight", dl.Int(3000)),
		R: dl.AtLeast{N: 2, Role: inverse("childOf"), C: name("Female")}})
	deep := dl.And{L: name("Keeper"),
		R: dl.Exists{Role: role("worksFor"), C: dl.Exists{Role: role("locatedIn"), C: name("Capital")}}}
	wikidata := Options{
		Prefixes: map[string]string{"wd": "http://www.wikidata.org/entity/", "wdt": "http://www.wikidata.org/prop/direct/"},
		Vocabulary: Vocabulary{
			Type:       "http://www.wikidata.org/prop/direct/P31",
			SubClassOf: "http://www.wikidata.org/prop/direct/P279",
			Statements: "http://www.wikidata.org/prop/",
		},
		Labels: map[string]string{
			"http://www.wikidata.org/entity/Q5": "human", "http://www.wikidata.org/entity/Q169470": "physicist",
			"http://www.wikidata.org/prop/direct/P40": "child", "http://www.wikidata.org/prop/direct/P106": "occupation",
			"http://www.wikidata.org/prop/direct/P569": "date of birth",
		},
	}
	wd := func(s string) dl.Concept { return dl.Name{IRI: "http://www.wikidata.org/entity/" + s} }
	wdt := func(s string) dl.Role { return dl.Role{IRI: "http://www.wikidata.org/prop/direct/" + s} }
	axioms := Axioms{
		Roles: map[string][]dl.Role{
			zoo + "kinOf":    {role("childOf"), inverse("childOf")},
			zoo + "parentOf": {inverse("childOf")},
		}, Features: map[string][]string{zoo + "size": {zoo + "weight", zoo + "height"}},
		Classes: map[string]Evidence{
			zoo + "Animal": {Subjects: []string{zoo + "weight"}, Roles: []dl.Role{inverse("childOf")}},
		},
	}
	related := dl.Conj(name("Animal"), atLeast("size", dl.Int(3)),
		dl.Exists{Role: inverse("parentOf"), C: name("Elephant")},
		not(dl.AtLeast{N: 2, Role: role("kinOf"), C: name("Animal")}))
	selection := func(c dl.Concept, o Options) func() (string, error) {
		return func() (string, error) { return Select(c, o) }
	}
	for _, tt := range []struct {
		name  string
		query func() (string, error)
	}{
		{"tusker", selection(tusker, plain)},
		{"tusker_ask", func() (string, error) { return Ask(tusker, zoo+"tembo", plain) }},
		{"tusker_count", func() (string, error) { return Count(tusker, plain) }},
		{"tusker_confirm", func() (string, error) { return Confirm(tusker, []string{zoo + "tembo", zoo + "kofi"}, plain) }},
		{"top", selection(dl.Top{}, plain)},
		{"bottom", selection(dl.Bottom{}, plain)},
		{"not_anchored",
			selection(not(name("Male")), Options{Prefixes: prefixes, Anchor: zoo + "Elephant", Limit: 10, Offset: 20})},
		{"not_confirm", func() (string, error) { return Confirm(not(name("Male")), []string{zoo + "tembo"}, plain) }},
		{"labelled",
			selection(name("Elephant"),
				Options{Prefixes: prefixes, ShowLabels: ShowLabels{Languages: []string{"de", "en", ""}}, Limit: 5}),
		},
		{"columns",
			selection(name("Elephant"), Options{Prefixes: prefixes,
				ShowLabels: ShowLabels{Languages: []string{"en", ""}},
				Columns: []Column{{Path: []dl.Role{role("weight")}}, {Path: []dl.Role{role("livesIn")}, Labelled: true},
					{Path: []dl.Role{inverse("livesIn")}}, {Path: []dl.Role{inverse("childOf"), role("livesIn")}, Labelled: true}},
				Axioms: Axioms{Features: map[string][]string{zoo + "weight": {zoo + "mass"}}}, Limit: 5, Offset: 10,
			}),
		},
		{"redirects",
			selection(dl.Conj(dl.Exists{Role: role("livesIn"), C: dl.Nominal{IRI: zoo + "tsavo"}},
				dl.AtLeast{N: 2, Role: role("childOf"), C: name("Elephant")},
				not(dl.Exists{Role: role("keptBy"), C: not(name("Keeper"))}),
				dl.Exists{Role: role("eats"), C: dl.Top{}}, dl.Exists{Role: inverse("childOf"), C: name("Elephant")}),
				Options{Prefixes: prefixes, Vocabulary: Vocabulary{NoClosure: true, Redirect: zoo + "redirects"},
					Axioms:  Axioms{Unredirected: map[string]bool{zoo + "keptBy": true}},
					Columns: []Column{{Path: []dl.Role{role("livesIn")}}}}),
		},
		{"forall",
			selection(dl.And{L: name("Keeper"), R: dl.ForAll{Role: inverse("keptBy"), C: name("Elephant")}}, plain)},
		{"at_most",
			selection(dl.And{L: name("Keeper"), R: dl.AtMost{N: 1, Role: inverse("keptBy"), C: dl.Top{}}}, plain)},
		{"exactly", selection(dl.And{L: dl.AtLeast{N: 2, Role: role("childOf"), C: name("Male")},
			R: dl.AtMost{N: 2, Role: role("childOf"), C: name("Male")}}, plain)},
		{"exactly_values",
			selection(dl.And{L: dl.AtLeastValues(2, zoo+"nick"), R: not(dl.AtLeastValues(3, zoo+"nick"))}, plain)},
		{"counts", func() (string, error) {
			several := dl.AtLeast{N: 4, Role: role("childOf"), C: dl.Top{}}
			return Counts([]dl.Concept{
				dl.And{L: several, R: dl.Exists{Role: role("livesIn"), C: name("Park")}},
				dl.And{L: several, R: dl.Exists{Role: role("livesIn"), C: dl.Nominal{IRI: zoo + "tsavo"}}},
			}, nil, 100, plain)
		}},
		{"closure", selection(name("Elephant"), Options{Prefixes: prefixes, Graphs: []string{"urn:zoo"}})},
		{"dates",
			selection(
				dl.And{L: atLeast("born", mustValue(t, dl.Date, "1980-05-01")),
					R: not(atLeast("died", mustValue(t, dl.GYear, "2000"))),
				}, Options{Prefixes: prefixes, Kinds: map[string][]dl.Kind{zoo + "born": {dl.Date}}}),
		},
		{"numbers",
			selection(
				dl.And{L: atLeast("weight", mustValue(t, dl.Double, "3e3")),
					R: dl.Compare{Feature: zoo + "tame", Op: dl.Equal, Value: dl.Bool(true)},
				}, Options{Prefixes: prefixes, Kinds: map[string][]dl.Kind{zoo + "weight": {dl.Integer, dl.Double}}}),
		},
		{"dates_plain",
			selection(
				dl.And{L: atLeast("born", mustValue(t, dl.Date, "1980-05-01")),
					R: atLeast("seen", mustValue(t, dl.GYear, "2000"))},
				Options{Prefixes: prefixes,
					Kinds: map[string][]dl.Kind{zoo + "born": {dl.Date}, zoo + "seen": {dl.DateTime}},
					Zones: map[string]Zones{zoo + "born": NoZones, zoo + "seen": UTCOnly}},
			),
		},
		{"numbers_virtuoso",
			selection(
				dl.And{L: atLeast("weight", mustValue(t, dl.Double, "3e3")),
					R: not(dl.AtLeast{N: 2, Role: role("childOf"), C: name("Male")}),
				}, Options{Prefixes: prefixes, Dialect: LooseOrder | JavaOrder | TextInfinity}),
		},
		{"domain", selection(not(name("Elephant")), Options{Prefixes: prefixes, Domain: Domain{
			Excluded: []string{"http://www.w3.org/2000/01/rdf-schema#", rdfsLabel, "http://purl.org/dc/terms/creator",
				zoo + "note"},
		}})},
		{"domain_above", selection(not(name("Elephant")), Options{Prefixes: prefixes,
			Domain: Domain{Only: []string{zoo + "childOf"}}, Vocabulary: Vocabulary{SubClassOf: zoo + "below"}})},
		{"domain_triples", selection(not(name("Elephant")), Options{Prefixes: prefixes,
			Vocabulary: Vocabulary{Type: rdfsSubClassOf, SubClassOf: rdfsSubClassOf, NoClosure: true}})},
		{"domain_only", selection(not(name("Elephant")), Options{Prefixes: prefixes,
			Domain: Domain{Excluded: []string{}, Only: []string{zoo + "childOf"}},
			Axioms: Axioms{Roles: map[string][]dl.Role{zoo + "childOf": {inverse("parentOf")}},
				Classes: map[string]Evidence{zoo + "Keeper": {Subjects: []string{zoo + "keeps"}}}},
		})},
		{"nominals_negated", selection(dl.Exists{Role: role("keptBy"), C: not(dl.Nominal{IRI: zoo + "kofi"})}, plain)},
		{"dates_qlever", selection(
			dl.Compare{Feature: zoo + "born", Op: dl.GreaterEq, Value: mustValue(t, dl.DateTime, "2000-01-01T12:30:00.5Z")},
			Options{Prefixes: prefixes, Dialect: LocalInstants, Kinds: map[string][]dl.Kind{zoo + "born": {dl.DateTime}}})},
		{"numbers_qlever",
			selection(dl.Compare{Feature: zoo + "weight", Op: dl.LessEq, Value: mustValue(t, dl.Decimal, "0.1")},
				Options{
					Prefixes: prefixes,
					Dialect:  DoubleNumbers,
					Kinds:    map[string][]dl.Kind{zoo + "weight": {dl.Integer, dl.Float, dl.Double}},
				})},
		{"entailed", selection(related, Options{Prefixes: prefixes, Axioms: axioms})},
		{"entailed_unions",
			selection(related, Options{Prefixes: prefixes, Axioms: axioms, Dialect: JavaOrder | TextInfinity})},
		{"entailed_virtuoso", func() (string, error) {
			return Confirm(related, []string{zoo + "tembo", zoo + "kofi"},
				Options{Prefixes: prefixes, Axioms: axioms, Dialect: LooseOrder | TextInfinity})
		}},
		{"transitive_unions", selection(dl.Or{L: dl.Exists{Role: inverse("kinOf"), C: dl.Top{}}, R: name("Male")},
			Options{Prefixes: prefixes, Dialect: JavaOrder | TextInfinity, Axioms: Axioms{
				Roles:      map[string][]dl.Role{zoo + "kinOf": {role("ancestorOf"), inverse("ancestorOf")}},
				Transitive: map[string]bool{zoo + "ancestorOf": true}}})},
		{"innermost", selection(deep, plain)},
		{"rarest", selection(deep,
			Options{
				Prefixes: prefixes,
				Statistics: Statistics{Individuals: 1000, Members: map[string]int{zoo + "Keeper": 5, zoo + "Capital": 50},
					Properties: map[string]PropertySize{zoo + "worksFor": {10, 10, 2}, zoo + "locatedIn": {500, 500, 50}}},
			})},
		{"counted",
			selection(dl.And{L: name("Keeper"), R: dl.AtLeast{N: 2, Role: inverse("keptBy"), C: name("Elephant")}},
				plain),
		},
		{"counted_anchored",
			selection(dl.AtLeast{N: 2, Role: inverse("keptBy"), C: name("Elephant")},
				Options{Prefixes: prefixes, Anchor: zoo + "Keeper"}),
		},
		{"counted_virtuoso", func() (string, error) {
			return Count(dl.AtLeast{N: 2, Role: inverse("keptBy"), C: name("Elephant")},
				Options{Prefixes: prefixes, Anchor: zoo + "Keeper", Dialect: LooseOrder})
		}},
		{"nominals_virtuoso", func() (string, error) { // kofi is removed
			return Confirm(dl.And{L: not(dl.Nominal{IRI: zoo + "kofi"}), R: not(name("Male"))},
				[]string{zoo + "tembo", zoo + "kofi"}, Options{Prefixes: prefixes, Dialect: LooseOrder})
		}},
		{"nominals_excluded", func() (string, error) { // nobody remains
			return Ask(not(dl.Nominal{IRI: zoo + "kofi"}), zoo+"kofi", Options{Prefixes: prefixes, Dialect: LooseOrder})
		}},
		{"nominals_subtracted",
			selection(dl.And{
				L: dl.Or{L: dl.Nominal{IRI: zoo + "kofi"}, R: dl.Nominal{IRI: zoo + "tembo"}},
				R: not(dl.Nominal{IRI: zoo + "kofi"}),
			}, plain)},
		{"classes", selection(dl.Exists{Role: role("eats"), C: not(name("Grass"))},
			Options{Prefixes: prefixes, Vocabulary: Vocabulary{Classes: true}})},
		{"union_inside", selection(dl.Exists{Role: role("eats"), C: dl.Or{L: name("Grass"), R: name("Leaf")}}, plain)},
		{"numbers_exact",
			selection(dl.Compare{Feature: zoo + "weight", Op: dl.LessEq, Value: mustValue(t, dl.Decimal, "0.1")},
				Options{Prefixes: prefixes,
					Kinds: map[string][]dl.Kind{zoo + "weight": {dl.Integer, dl.Float, dl.Double}}},
			),
		},
		{"wikidata",
			selection(
				dl.Conj(wd("Q5"), dl.Exists{Role: wdt("P106"), C: wd("Q169470")},
					dl.AtLeast{N: 3, Role: wdt("P40"), C: dl.Top{}},
					dl.Compare{Feature: wdt("P569").IRI, Op: dl.LessEq, Value: mustValue(t, dl.GYear, "1899")}),
				wikidata),
		},
		{"wikidata_counts", func() (string, error) {
			return Counts([]dl.Concept{dl.AtLeast{N: 3, Role: wdt("P40"), C: dl.Top{}}}, nil, 100, wikidata)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := require.Value(tt.query())(t)
			again := strings.TrimPrefix(got, got[:strings.Index(got, "\n")+1])
			check.That(t, Layout(again) == again, "layout is not idempotent:\n%s", Layout(again))
			testfiles.Golden(t, filepath.Join("testdata", tt.name+".rq"), got)
		})
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		name  string
		query func() (string, error)
		want  error
	}{
		{"nil", func() (string, error) { return Select(nil, Options{}) }, ErrNotAConcept},
		{"nil inside", func() (string, error) { return Select(dl.Not{}, Options{}) }, ErrNotAConcept},
		{"negative number",
			func() (string, error) { return Select(dl.AtMost{N: -1, Role: role("r"), C: dl.Top{}}, Options{}) },
			ErrNotAConcept},
		{"no value", func() (string, error) { return Select(dl.Compare{Feature: zoo + "f"}, Options{}) },
			ErrNotAConcept},
		{"no operator", func() (string, error) {
			return Select(dl.Compare{Feature: zoo + "f", Op: 9, Value: dl.Int(1)}, Options{})
		}, ErrNotAConcept},
		{"class", func() (string, error) { return Select(dl.Name{IRI: zoo + "a> } #"}, Options{}) }, ErrBadIRI},
		{"role", func() (string, error) { return Select(dl.Exists{Role: role("a b"), C: dl.Top{}}, Options{}) },
			ErrBadIRI},
		{"feature",
			func() (string, error) { return Select(dl.Compare{Feature: "weight", Value: dl.Int(1)}, Options{}) },
			ErrBadIRI},
		{"blank class", func() (string, error) { return Select(dl.Name{IRI: "_:b0"}, Options{}) }, ErrBlankNode},
		{"blank individual", func() (string, error) { return Ask(dl.Top{}, "_:b0", Options{}) }, ErrBlankNode},
		{"individual",
			func() (string, error) { return Confirm(dl.Top{}, []string{zoo + "a", "<" + zoo + "b>"}, Options{}) },
			ErrBadIRI},
		{"no individuals", func() (string, error) { return Confirm(dl.Top{}, nil, Options{}) }, ErrOptions},
		{"prefix", func() (string, error) { return Select(dl.Top{}, Options{Prefixes: map[string]string{"a b": zoo}}) },
			ErrOptions},
		{"namespace",
			func() (string, error) { return Select(dl.Top{}, Options{Prefixes: map[string]string{"z": "zoo>"}}) },
			ErrOptions},
		{"anchor", func() (string, error) { return Select(dl.Top{}, Options{Anchor: "Elephant"}) }, ErrBadIRI},
		{"language", func() (string, error) {
			return Select(dl.Top{}, Options{ShowLabels: ShowLabels{Languages: []string{`en") }`}}})
		}, ErrOptions},
		{"graph", func() (string, error) { return Select(dl.Top{}, Options{Graphs: []string{"g"}}) }, ErrBadIRI},
		{"type", func() (string, error) { return Select(dl.Top{}, Options{Vocabulary: Vocabulary{Type: "type"}}) },
			ErrBadIRI},
		{"through a literal", func() (string, error) {
			a := Axioms{Roles: map[string][]dl.Role{zoo + "kin": {role("near"), role("near").Inv()}},
				Transitive:      map[string]bool{zoo + "near": true},
				ThroughLiterals: map[string]bool{zoo + "near": true}}
			return Select(dl.Exists{Role: role("kin"), C: dl.Top{}}, Options{Axioms: a})
		}, ErrThroughLiteral},
		{"limit", func() (string, error) { return Select(dl.Top{}, Options{Limit: -1}) }, ErrOptions},
		{"classes on Virtuoso", func() (string, error) {
			return Select(name("A"), Options{Vocabulary: Vocabulary{Classes: true}, Dialect: LooseOrder | JavaOrder})
		}, ErrOptions},
	} {
		t.Run(tt.name, func(t *testing.T) {
			q, err := tt.query()
			check.That(t, errors.Is(err, tt.want) && q == "", "got %q, %v; want %v", q, err, tt.want)
		})
	}
}

// TestLabelsStayInComments checks that labels and local names cannot leave the comment or
// the variable that they are in.
func TestLabelsStayInComments(t *testing.T) {
	o := Options{Labels: map[string]string{zoo + "A": "x\n} # y\r\u2028z\u202e", zoo + "r": "1 } ?x DROP\nALL"}}
	q := require.Value(Select(dl.And{L: name("A"), R: dl.Exists{Role: role("r"), C: dl.Top{}}}, o))(t)
	for _, line := range strings.Split(q, "\n") {
		code := strings.TrimSpace(line)
		if strings.HasPrefix(code, "#") {
			continue
		}
		check.That(t, (!strings.Contains(code, "DROP") || strings.Contains(code, "?v1XDROPALL1")) &&
			!strings.ContainsAny(code, "\r\u2028\u202e"), "a label got out: %q", line)
	}
}

// TestEvidenceOfSubclasses checks that the evidence of subclasses counts once, also if the
// subclasses form a cycle.
func TestEvidenceOfSubclasses(t *testing.T) {
	a := Axioms{
		Classes: map[string]Evidence{
			"C": {Subjects: []string{"p"}, Roles: []dl.Role{{IRI: "p"}, {IRI: "r"}}},
			"B": {Subjects: []string{"q", "p"}, Roles: []dl.Role{{IRI: "p", Inverse: true}}},
		}, Subclasses: map[string][]string{"A": {"B", "C"}, "B": {"C"}, "C": {"A"}},
	}
	want := Evidence{Subjects: []string{"p", "q"}, Roles: []dl.Role{{IRI: "p", Inverse: true}, {IRI: "r"}}}
	for _, iri := range []string{"A", "B", "C"} {
		if _, got := a.evidence(iri); !slices.Equal(got.Subjects, want.Subjects) || !slices.Equal(got.Roles, want.Roles) {
			t.Errorf("%s: %+v, want %+v", iri, got, want)
		}
	}
	if _, got := (Axioms{Classes: a.Classes}).evidence("A"); len(got.Subjects)+len(got.Roles) > 0 {
		t.Errorf("without subclasses: %+v", got)
	}
	// A path over subclasses finds C below A, and not E, which is equivalent to C, nor what only E leads to.
	a = Axioms{Equivalent: map[string][]string{"C": {"E"}, "E": {"C", "_:e"}, "_:e": {"E", "F"}, "F": {"_:e"}},
		Subclasses: map[string][]string{"A": {"C", "D"}, "C": {"E"}, "E": {"C", "G"}}}
	others, _ := a.evidence("A")
	check.Slice(t, others, []string{"E", "F"}, "equivalent")
}

// TestOnlyExcludes: a query ranges over the domain if the concept only excludes, and no other query does.
func TestOnlyExcludes(t *testing.T) {
	rng := dltest.Rand(3)
	s := dltest.Structure(rng, dltest.Config{})
	found := 0
	for range 2000 {
		c := dltest.Concept(rng, s, dl.ALCQIF, 1+rng.IntN(8), 3)
		_, complement := require.Values(Options{}.normalize(c))(t)
		require.That(t, complement == dl.OnlyExcludes(c), "%v: the query ranges over the domain: %v", c, complement)
		if complement {
			found++
		}
	}
	check.That(t, found > 200, "only %d of 2000 concepts exclude only", found)
}
