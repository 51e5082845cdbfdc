package syntax_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tggo/goRDFlib/shacl"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/owltools"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// TestSHACLEqualsSemantics checks over random structures that goRDFlib's validator reports
// exactly the individuals that are not in the concept.
func TestSHACLEqualsSemantics(t *testing.T) {
	all, none := 0, 0
	kinds, used := map[dl.Kind]int{}, dl.Language(0) // what concepts compare with, and are made of
	const n = 900
	for seed := range uint64(n) {
		language := dl.All &^ (dl.WithClosures | dl.WithAgree | dl.WithLess)
		if seed%3 == 0 { // derived symbols take the place of comparisons
			language &^= dl.Derived
		}
		w := newWorld(seed, judge{orders: goRDFlibOrders, language: language})
		w.countKinds(kinds)
		used |= dl.LanguageOf(w.concept)
		shapes := w.shapes(t)
		report := shacl.Validate(load(t, w.triples), load(t, shapes+w.targets()))
		violators := map[string]bool{}
		for _, r := range report.Results {
			violators[r.FocusNode.Value()] = true
		}
		got, want := slices.Sorted(maps.Keys(violators)), w.nonMembers(t)
		require.That(t, slices.Equal(got, want),
			"seed %d: violations of %s\n got %v\nwant %v\n%s\n%s", seed, syntax.Print(w.concept, syntax.Options{}), got, want,
			shapes, w.triples)
		switch len(want) {
		case 0:
			none++
		case w.structure.Len():
			all++
		}
	}
	t.Logf("%d structures: in %d no violation, in %d nothing else", n, none, all)
	check.That(t, none+all <= n*4/5, "of %d structures, %d have no violations and %d nothing else: too easy", n, none, all)
	check.Equal(t, used, dl.All&^(dl.WithClosures|dl.WithAgree|dl.WithLess), "the concepts use only")
	for k := dl.Integer; k <= dl.Boolean; k++ {
		check.That(t, kinds[k] != 0, "no concept compares with an xsd:%s", k)
	}
}

// TestSHACLDates checks that values with and without time zones have separate shapes, for
// validators that compare them in a local time zone.
func TestSHACLDates(t *testing.T) {
	c := dl.Compare{Feature: ns + "f", Op: dl.GreaterEq, Value: dltest.Value(t, dl.DateTime, "1990-01-01T00:00:00")}
	o := syntax.SHACLOptions{Prefixes: syntax.Prefixes{"": ns}, Kinds: map[string][]dl.Kind{ns + "f": {dl.DateTime}}}
	got := require.Value(syntax.SHACL(c, o))(t)
	const want = `@prefix : <http://example.org/> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<urn:genus:Shape>
  a sh:NodeShape ;
  sh:targetSubjectsOf rdf:type ;
  sh:property [
    sh:path :f ;
    sh:qualifiedValueShape [
      sh:or (
        [
          sh:datatype xsd:dateTime ;
          sh:not [ sh:pattern "(Z|[+-][0-9]{2}:[0-9]{2})$" ] ;
          sh:minInclusive "1990-01-01T00:00:00"^^xsd:dateTime
        ]
        [
          sh:datatype xsd:dateTime ;
          sh:pattern "(Z|[+-][0-9]{2}:[0-9]{2})$" ;
          sh:minInclusive "1990-01-01T00:00:00Z"^^xsd:dateTime
        ]
        [
          sh:datatype xsd:dateTimeStamp ;
          sh:pattern "(Z|[+-][0-9]{2}:[0-9]{2})$" ;
          sh:minInclusive "1990-01-01T00:00:00Z"^^xsd:dateTime
        ]
      )
    ] ;
    sh:qualifiedMinCount 1
  ] .
`
	check.Equal(t, got, want, "got\n")
	o.Target, o.Type = ns+"A", ns+"isA"
	got, err := syntax.SHACL(dl.Name{IRI: ns + "B"}, o)
	check.That(t, err == nil && strings.Contains(got, "sh:targetSubjectsOf :isA ;\n  sh:or ("),
		"a target with another property for classes: got\n%s, %v", got, err)
}

func (w *world) countKinds(kinds map[dl.Kind]int) {
	dl.Walk(w.concept, func(c dl.Concept) bool {
		if compare, ok := c.(dl.Compare); ok {
			kinds[compare.Value.Kind()]++
		}
		return true
	})
}

func load(t *testing.T, turtle string) *shacl.Graph {
	t.Helper()
	g, err := shacl.LoadTurtleString(turtle, "urn:base")
	require.That(t, err == nil, "%v\n%s", err, turtle)
	return g
}

// goRDFlibOrders reports whether goRDFlib v0.1.5 orders such values as SPARQL does. It
// does not take infinities for numbers, takes the float 0.1 for the decimal, and compares
// times, years, months and days by their spelling.
func goRDFlibOrders(v dl.Value) bool {
	lex := v.Lexical()
	before := strings.HasPrefix(lex, "-0") // a year before the first
	switch v.Kind() {
	case dl.Float, dl.Double:
		return !strings.Contains(lex, "INF") && lex != "1.0E-1"
	case dl.Integer, dl.Decimal, dl.Boolean, dl.String:
		return true
	case dl.DateTime, dl.Date:
		return !before
	}
	return !before && !v.HasZone() && !strings.HasSuffix(lex, ".250")
}

// judge is what a program that knows the semantics of concepts can judge.
type judge struct {
	orders   func(dl.Value) bool // reports whether it orders such values as SPARQL does
	language dl.Language         // of the concepts
	owl      bool                // it reads OWL 2 DL: classes as OWL states them, and no value of the wrong sort
}

// world is a random structure as a graph, and a concept.
type world struct {
	structure *interp.Structure
	concept   dl.Concept
	triples   string
	options   syntax.SHACLOptions
}

const ns = dltest.Namespace

// newWorld draws a structure and a concept whose values the judge orders. The graph
// states class membership in one of three ways, and has noise that must not change the
// members of any concept. goRDFlib does not find the way of a closure back to its beginning.
func newWorld(seed uint64, j judge) world {
	rng := dltest.Rand(seed)
	config := dltest.Config{Strings: 1, Keep: j.orders}
	if j.owl {
		config.Tagged, config.Individuals = true, 2+rng.IntN(4) // reasoners take long with many
	}
	w := world{structure: dltest.Structure(rng, config)}
	for {
		w.concept = dltest.Concept(rng, w.structure, j.language, 1+rng.IntN(9), 3)
		sound := w.concept != nil
		if sound {
			dl.Walk(w.concept, func(c dl.Concept) bool {
				compare, ok := c.(dl.Compare)
				_, isRole := w.structure.Signature().RoleID(dl.Role{IRI: compare.Feature})
				sound = sound && (!ok || j.orders(compare.Value) && covered(compare) && !(j.owl && isRole))
				return sound
			})
		}
		if sound {
			break
		}
	}
	w.options.Closure = rng.IntN(2) == 0
	if !j.owl && rng.IntN(3) == 0 {
		w.options.Type, w.options.SubClassOf = ns+"isA", ns+"isBelow"
	}
	w.write(rng, j)
	return w
}

// covered reports whether the test covers the comparison. It does not cover thresholds
// in the year 0, and numbers of values of which some may be equal.
func covered(c dl.Compare) bool {
	return !strings.HasPrefix(c.Value.Lexical(), "0000") && (c.Op != dl.Many || !strings.HasPrefix(c.Feature, ns+"f"))
}

func (w *world) write(rng *rand.Rand, j judge) {
	var out strings.Builder
	triple := func(s, p, o string) { fmt.Fprintf(&out, "<%s> <%s> %s .\n", s, p, o) }
	typing, below := "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "http://www.w3.org/2000/01/rdf-schema#subClassOf"
	if w.options.Type != "" {
		typing, below = w.options.Type, w.options.SubClassOf
	}
	s, sig := w.structure, w.structure.Signature()
	noisy := !j.owl && !dl.LanguageOf(w.concept).Any(dl.WithPresence|dl.WithTexts) // those would see the noise
	literal := func(v dl.Value) string { return fmt.Sprintf("%q^^<%s>", v.Lexical(), v.Datatype()) }
	for i, c := range sig.Atoms() {
		for a := range interp.Individual(s.Len()) {
			if !s.Atom(interp.ConceptID(i)).Test(uint(a)) {
				continue
			}
			switch c := c.(type) {
			case dl.Name:
				class := c.IRI
				if w.options.Closure && rng.IntN(2) == 0 {
					class += "_sub"
					triple(class, below, "<"+c.IRI+">")
				}
				triple(s.IRI(a), typing, "<"+class+">")
			case dl.Compare:
				value := literal(c.Value)
				if c.Value == dl.Bool(true) && rng.IntN(2) == 0 {
					value = `"1"^^<` + dl.Boolean.IRI() + ">"
				}
				triple(s.IRI(a), c.Feature, value)
			}
		}
	}
	for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
		s.EachSource(r, func(a interp.Individual, successors []interp.Individual) {
			for _, b := range successors {
				triple(s.IRI(a), sig.Role(r).IRI, "<"+s.IRI(b)+">")
			}
			if noisy && rng.IntN(3) == 0 {
				triple(s.IRI(a), sig.Role(r).IRI, `"not an individual"`)
			}
		})
	}
	for f := range interp.FeatureID(len(sig.Features())) {
		s.EachString(f, func(a interp.Individual, ranks []uint32) {
			for _, rank := range ranks {
				triple(s.IRI(a), sig.Features()[f], strconv.Quote(s.Strings(f)[rank].Lexical()))
			}
		})
		s.EachText(f, func(a interp.Individual, ranks []uint32) {
			for _, rank := range ranks {
				v := s.Texts(f)[rank]
				triple(s.IRI(a), sig.Features()[f], strconv.Quote(v.Lexical())+"@"+v.Lang())
			}
		})
		for a := range interp.Individual(s.Len()) {
			if noise := []string{`"a"@en`, `"A"^^<http://www.w3.org/2001/XMLSchema#token>`,
				`<http://example.org/a>`}; len(s.Strings(f)) > 0 && noisy && rng.IntN(4) == 0 {
				triple(s.IRI(a), sig.Features()[f], noise[rng.IntN(len(noise))])
			}
		}
		s.EachValued(f, func(a interp.Individual, ranks []uint32) {
			for _, rank := range ranks {
				triple(s.IRI(a), sig.Features()[f], literal(s.Values(f)[rank]))
			}
			if noisy && rng.IntN(3) == 0 {
				noise := []string{`"3000"`, `"x"@en`, "<" + ns + "i0>"}
				if len(s.Strings(f)) > 0 { // where 3000 is a string
					noise = noise[1:]
				}
				if nan, err := dl.NewValue(dl.Double, "NaN"); err == nil && j.orders(nan) {
					noise = append(noise, literal(nan))
				}
				triple(s.IRI(a), sig.Features()[f], noise[rng.IntN(len(noise))])
			}
		})
	}
	w.triples = out.String()
}

func (w *world) shapes(t *testing.T) string {
	t.Helper()
	return require.Value(syntax.SHACL(w.concept, w.options))(t)
}

// targets returns statements that make every individual a focus node.
func (w *world) targets() string {
	var out strings.Builder
	for a := range interp.Individual(w.structure.Len()) {
		fmt.Fprintf(&out, "<%s> <http://www.w3.org/ns/shacl#targetNode> <%s> .\n", syntax.DefaultShape, w.structure.IRI(a))
	}
	return out.String()
}

func (w *world) nonMembers(t *testing.T) []string {
	t.Helper()
	x := require.Value(interp.NewEvaluator(w.structure).Extension(w.concept))(t)
	var out []string
	for a := range interp.Individual(w.structure.Len()) {
		if !x.Test(uint(a)) {
			out = append(out, w.structure.IRI(a))
		}
	}
	slices.Sort(out)
	return out
}

// TestOWLToolsSHACL checks the same with pySHACL. Its regular expressions are Python's, which
// have no \p{L}.
func TestOWLToolsSHACL(t *testing.T) {
	dir := t.TempDir()
	want := map[string]string{}
	kinds, used := map[dl.Kind]int{}, dl.Language(0)
	for seed := range uint64(250) {
		w := newWorld(10_000+seed, judge{orders: pySHACLOrders, language: dl.All})
		w.countKinds(kinds)
		used |= dl.LanguageOf(w.concept)
		name := fmt.Sprintf("w%03d", seed)
		want[name] = strings.Join(w.nonMembers(t), " ")
		shape := strings.ReplaceAll(w.shapes(t)+w.targets(), `[^\\p{L}\\p{M}\\p{N}_]`, `[^\\w\u0300-\u036f]`)
		for file, text := range map[string]string{name + ".data.ttl": w.triples, name + ".shape.ttl": shape} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
		}
	}
	for _, k := range []dl.Kind{dl.Integer, dl.Decimal, dl.Float, dl.Double, dl.Boolean, dl.DateTime, dl.Time} {
		check.That(t, kinds[k] != 0, "no concept compares with an xsd:%s", k)
	}
	check.Equal(t, used, dl.All, "the concepts use only")
	got := owltools.Violations(t, dir)
	for name, w := range want {
		if got[name] != w {
			shape, _ := os.ReadFile(filepath.Join(dir, name+".shape.ttl"))
			data, _ := os.ReadFile(filepath.Join(dir, name+".data.ttl"))
			t.Errorf("%s: violations\n got %s\nwant %s\n%s\n%s", name, got[name], w, shape, data)
		}
	}
}

// pySHACLOrders reports whether pySHACL 0.40 with rdflib 7.6 orders such values as SPARQL
// does. It fails on NaN, takes floats for doubles and dates for numbers, and does not
// support years, months, and years before the first.
func pySHACLOrders(v dl.Value) bool {
	lex := v.Lexical()
	switch v.Kind() {
	case dl.Float, dl.Double:
		return !v.IsNaN() && (lex != "1.0E-1" || v.Kind() == dl.Double)
	case dl.Integer, dl.Decimal, dl.Boolean, dl.String:
		return true
	case dl.DateTime:
		return !strings.HasPrefix(lex, "-0") && !strings.HasPrefix(lex, "0000")
	}
	return v.Kind() == dl.Time && !v.HasZone()
}

// TestSHACLUnknownValue: a blank node, or an IRI in the namespace, is an unknown value of a Wikibase.
func TestSHACLUnknownValue(t *testing.T) {
	const w = "http://w.example/"
	end := dl.Role{IRI: w + "prop/qualifier/P582"}
	unknown := dl.Exists{Role: end, C: dl.Nominal{IRI: dl.Statements(w + "prop/").UnknownValue()}}
	shape := require.Value(syntax.SHACL(unknown, syntax.SHACLOptions{Shape: w + "Shape"}))(t)
	data := fmt.Sprintf("<%[1]sa> <%[2]s> [] . <%[1]sb> <%[2]s> <%[1]s.well-known/genid/1> . "+
		"<%[1]sc> <%[2]s> <%[1]sentity/Q1> .", w, end.IRI)
	target := fmt.Sprintf("\n<%sShape> <http://www.w3.org/ns/shacl#targetSubjectsOf> <%s> .", w, end.IRI)
	report := shacl.Validate(load(t, data), load(t, shape+target))
	check.That(t, len(report.Results) == 1 && report.Results[0].FocusNode.Value() == w+"c", "%v violate\n%s",
		report.Results, shape)
}
