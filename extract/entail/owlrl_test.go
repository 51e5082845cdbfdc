package entail

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/owltools"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

func TestOWLRL(t *testing.T) {
	for _, tt := range []struct{ rule, given, found string }{
		{"prp-trp", ":p a owl:TransitiveProperty . :a :p :b . :b :p :c . :c :p :d .", ":a :p :c, :d . :b :p :d ."},
		{"prp-symp", ":p a owl:SymmetricProperty . :a :p :b .", ":b :p :a ."},
		{"prp-inv", ":p owl:inverseOf :q . :a :p :b . :c :q :d .", ":b :q :a . :d :p :c ."},
		{"prp-eqp", ":p owl:equivalentProperty :q . :a :p :b . :c :q 3 .", ":a :q :b . :c :p 3 ."},
		{"prp-spo1, prp-dom, prp-rng", ":p rdfs:subPropertyOf :q . :q rdfs:domain :C ; rdfs:range :D . :a :p :b .",
			":a :q :b ; a :C . :b a :D ."},
		{"prp-spo2", ":p owl:propertyChainAxiom (:q :r :q) . :a :q :b . :b :r :c . :c :q :d .", ":a :p :d ."},
		{"prp-fp", ":p a owl:FunctionalProperty . :a :p :b, :c . :b :q :d .",
			":b owl:sameAs :c . :c owl:sameAs :b ; :q :d ."},
		{"prp-ifp", ":p a owl:InverseFunctionalProperty . :a :p :c . :b :p :c . :a a :A .",
			":a owl:sameAs :b . :b owl:sameAs :a ; a :A ."},
		{"prp-key", ":C owl:hasKey (:p :q) . :a a :C ; :p 1 ; :q :x . :b a :C ; :p 1 ; :q :x . :c a :C ; :p 1 .",
			":a owl:sameAs :b . :b owl:sameAs :a ."},
		{"eq-rep", ":a owl:sameAs :b . :b :p :c . :d :p :a .", ":b owl:sameAs :a . :a :p :c . :d :p :b ."},
		{"cax-eqc", ":C owl:equivalentClass :D . :a a :C . :b a :D .", ":a a :D . :b a :C ."},
		{"cax-sco", ":C rdfs:subClassOf :D . :D rdfs:subClassOf :E . :a a :C .", ":a a :D, :E ."},
		{"cls-int1, cls-int2", ":F owl:equivalentClass [ owl:intersectionOf (:M :P) ] . :a a :M, :P . :b a :F .",
			":a a :F . :b a :M, :P ."},
		{"cls-uni", ":F owl:equivalentClass [ owl:unionOf (:M :P) ] . :a a :M . :b a :F .", ":a a :F ."},
		{"cls-svf1", ":F owl:equivalentClass [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :C ] . :a :p :b " +
			". :b a :C . :c :p :d . :e a :F .", ":a a :F ."},
		{"cls-svf2", ":F owl:equivalentClass [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom owl:Thing ] . " +
			":a :p :b .", ":a a :F ."},
		{"cls-svf1, an inverse", ":F owl:equivalentClass [ a owl:Restriction ; owl:onProperty [ owl:inverseOf :p ] ; " +
			"owl:someValuesFrom :C ] . :b :p :a . :b a :C .", ":a a :F ."},
		{"cls-avf", ":F rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom :C ] . :a a :F ; :p :b .",
			":b a :C ."},
		{"cls-hv1, cls-hv2", ":F owl:equivalentClass [ a owl:Restriction ; owl:onProperty :p ; owl:hasValue :v ] . :a a " +
			":F . :b :p :v .", ":a :p :v . :b a :F ."},
		{"cls-maxc2", `:F rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality 1 ] . :a a :F ; :p :b, :c .`, ":b owl:sameAs :c . :c owl:sameAs :b ."},
		{"cls-maxqc3", `:F rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:maxQualifiedCardinality 1 ; owl:onClass :C ] . :a a :F ; :p :b, :c, :d . :b a :C . :c a :C .`, ":b owl:sameAs :c . :c owl:sameAs :b ."},
		{"cls-oo", ":C owl:equivalentClass [ owl:oneOf (:a :b) ] .", ":a a :C . :b a :C ."},
		{"one from the other", ":p a owl:TransitiveProperty . :p rdfs:range :C . :F owl:equivalentClass [ owl:onProperty " +
			":p ; owl:someValuesFrom :D ] . :C rdfs:subClassOf :D . :F rdfs:subClassOf :G . :a :p :b . :b :p :c .",
			":a :p :c ; a :F, :G . :b a :C, :D, :F, :G . :c a :C, :D ."},
		{"an axiom that follows", ":below rdfs:subPropertyOf rdfs:subPropertyOf . :p :below :q . :a :p :b .",
			":p rdfs:subPropertyOf :q . :a :q :b ."},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			found, wrong, err := OWLRL(t.Context(), parse(t, tt.given))
			require.That(t, err == nil && len(wrong) <= 0, "%v %v", wrong, err)
			check.Diff(t, lines(found), lines(parse(t, tt.found)))
		})
	}
}

func TestOWLRLInconsistencies(t *testing.T) {
	for rule, given := range map[string]string{
		"cls-nothing2": ":a a owl:Nothing .",
		"prp-irp":      ":p a owl:IrreflexiveProperty . :a :p :a .",
		"prp-asyp":     ":p a owl:AsymmetricProperty . :a :p :b . :b :p :a .",
		"prp-pdw":      ":p owl:propertyDisjointWith :q . :a :p :b ; :q :b .",
		"prp-adp":      "[] a owl:AllDisjointProperties ; owl:members (:p :q :r) . :a :q :b ; :r :b .",
		"prp-npa1":     "[] owl:sourceIndividual :a ; owl:assertionProperty :p ; owl:targetIndividual :b . :a :p :b .",
		"prp-npa2":     "[] owl:sourceIndividual :a ; owl:assertionProperty :p ; owl:targetValue 3 . :a :p 3 .",
		"cax-dw":       ":C owl:disjointWith :D . :E rdfs:subClassOf :C . :a a :E, :D .",
		"cax-adc":      "[] a owl:AllDisjointClasses ; owl:members (:B :C :D) . :a a :B, :D .",
		"cls-com":      ":C owl:complementOf :D . :a a :C, :D .",
		"eq-diff1":     ":a owl:differentFrom :b . :p a owl:FunctionalProperty . :c :p :a, :b .",
		"eq-diff2":     "[] a owl:AllDifferent ; owl:members (:a :b) . :a owl:sameAs :b .",
		"cls-maxc1":    ":C rdfs:subClassOf [ owl:onProperty :p ; owl:maxCardinality 0 ] . :a a :C ; :p :b .",
		"cls-maxqc1": ":C rdfs:subClassOf [ owl:onProperty :p ; owl:maxQualifiedCardinality 0 ; owl:onClass :D ] . :a a " +
			":C ; :p :b . :b a :D .",
		"cls-maxqc2": ":C rdfs:subClassOf [ owl:onProperty :p ; owl:maxQualifiedCardinality 0 ; owl:onClass owl:Thing ] " +
			". :a a :C ; :p :b .",
	} {
		_, wrong, err := OWLRL(t.Context(), parse(t, given))
		check.That(t, err == nil && len(wrong) == 1 && wrong[0].Rule == rule &&
			strings.Contains(wrong[0].Message, "http://e/a"),
			"%s: got %v, %v", rule, wrong, err)
	}
	_, wrong, err := OWLRL(t.Context(), parse(t,
		":C owl:disjointWith :D . :a a :C . :b a :D . :p a owl:AsymmetricProperty . :a :p :b ."))
	check.That(t, err == nil && len(wrong) <= 0, "consistent: %v, %v", wrong, err)
}

// TestOWLRLEnds: a literal does not become a subject, and the context ends the closure.
func TestOWLRLEnds(t *testing.T) {
	found, _, err := OWLRL(t.Context(), parse(t,
		":p a owl:SymmetricProperty, owl:TransitiveProperty ; rdfs:range :C . :a :p 3 ."))
	check.That(t, err == nil && len(found) == 0, "got %v, %v", lines(found), err)
	ctx := check.Ended()
	_, _, err = OWLRL(ctx, parse(t, ":a :p :b ."))
	check.That(t, errors.Is(err, context.Canceled), "got %v", err)
}

// randomOntology returns Turtle with a few axioms and facts about individuals i…, properties
// p… and classes C….
func randomOntology(r *rand.Rand) string {
	var sb strings.Builder
	c := func() string { return fmt.Sprintf(":C%d", r.IntN(4)) }
	p := func() string { return fmt.Sprintf(":p%d", r.IntN(3)) }
	i := func() string { return fmt.Sprintf(":i%d", r.IntN(5)) }
	on := func() string {
		if r.IntN(3) == 0 {
			return "[ owl:inverseOf " + p() + " ]"
		}
		return p()
	}
	class := func() string {
		switch r.IntN(7) {
		case 0:
			return "[ a owl:Class ; owl:intersectionOf ( " + c() + " " + c() + " ) ]"
		case 1:
			return "[ a owl:Class ; owl:unionOf ( " + c() + " " + c() + " ) ]"
		case 2:
			return "[ a owl:Restriction ; owl:onProperty " + on() + " ; owl:someValuesFrom " + c() + " ]"
		case 3:
			return "[ a owl:Restriction ; owl:onProperty " + on() + " ; owl:allValuesFrom " + c() + " ]"
		case 4:
			return "[ a owl:Restriction ; owl:onProperty " + p() + " ; owl:hasValue " + i() + " ]"
		}
		return c()
	}
	for range 2 + r.IntN(4) {
		switch r.IntN(9) {
		case 0:
			fmt.Fprintf(&sb, "%s owl:equivalentClass %s .\n", c(), class())
		case 1:
			fmt.Fprintf(&sb, "%s rdfs:subClassOf %s .\n", c(), class())
		case 2:
			fmt.Fprintf(&sb, "%s owl:inverseOf %s .\n", p(), p())
		case 3:
			fmt.Fprintf(&sb, "%s owl:propertyChainAxiom ( %s %s ) .\n", p(), p(), p())
		case 4:
			fmt.Fprintf(&sb, "%s a owl:%sProperty .\n", p(),
				[]string{"Transitive", "Symmetric", "Functional", "InverseFunctional"}[r.IntN(4)])
		case 5:
			fmt.Fprintf(&sb, "%s rdfs:%s %s .\n", p(), []string{"domain", "range"}[r.IntN(2)], c())
		case 6:
			fmt.Fprintf(&sb, "%s rdfs:subPropertyOf %s .\n", p(), p())
		case 7:
			fmt.Fprintf(&sb, "%s owl:equivalentProperty %s .\n", p(), p())
		default:
			fmt.Fprintf(&sb, "%s owl:disjointWith %s .\n", c(), c())
		}
	}
	for range 3 + r.IntN(6) {
		fmt.Fprintf(&sb, "%s %s %s .\n", i(), p(), i())
	}
	for range 2 + r.IntN(3) {
		fmt.Fprintf(&sb, "%s a %s .\n", i(), c())
	}
	return sb.String()
}

// inIndividuals returns the triples about individuals i… that property accepts, sorted.
func inIndividuals(triples []rdf.Triple, property func(s, p, o string) bool) []string {
	var got []string
	for _, tr := range triples {
		s := tr.Subj.String()
		p := tr.Pred.String()
		o := tr.Obj.String()
		if strings.HasPrefix(s, "http://e/i") && tr.Obj.Type() == rdf.TermIRI && strings.HasPrefix(o, "http://e/") &&
			property(s, p, o) {
			got = append(got, s+" "+p+" "+o)
		}
	}
	slices.Sort(got)
	return slices.Compact(got)
}

// randomOntologies writes n random ontologies, each after head, into a directory. It
// returns the ontologies by name, without head.
func randomOntologies(t *testing.T, n int, head string) (dir string, texts map[string]string) {
	t.Helper()
	dir, texts = t.TempDir(), map[string]string{}
	r := rand.New(rand.NewPCG(*testsize.Seed, 2))
	for i := range n {
		name := fmt.Sprintf("o%03d", i)
		texts[name] = randomOntology(r)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".ttl"), []byte(head+texts[name]), 0o600))
	}
	return dir, texts
}

// TestOWLRLOWLTools: the library owlrl finds the same triples about every individual, and
// the same inconsistent ontologies.
func TestOWLRLOWLTools(t *testing.T) {
	dir, texts := randomOntologies(t, 120, head)
	inconsistent := 0
	for name, want := range owltools.Closures(t, dir) {
		given := parse(t, texts[name])
		found, wrong := require.Values(OWLRL(t.Context(), given))(t)
		text := strings.Join(inIndividuals(slices.Concat(given, found), func(s, p, o string) bool {
			return strings.HasPrefix(p, "http://e/") || p == Type || p == owl+"sameAs" && s != o
		}), " | ")
		if len(wrong) > 0 {
			inconsistent++
			text += " | wrong"
		}
		check.Equal(t, text, want, "%s\ngot", texts[name])
	}
	check.That(t, inconsistent != 0 && inconsistent <= 60, "%d of 120 are inconsistent", inconsistent)
}

// TestOWLRLHermiTOWLTools: everything that follows by the rules also follows by HermiT, that
// is by the semantics of OWL 2 DL. For an ontology in the profile OWL 2 RL the results are
// the same (OWL 2 Profiles, theorem PR1).
func TestOWLRLHermiTOWLTools(t *testing.T) {
	var declared strings.Builder
	declared.WriteString(head + "<http://e/> a owl:Ontology .\n")
	for kind, names := range map[string]string{"Class": "C0 C1 C2 C3", "ObjectProperty": "p0 p1 p2",
		"NamedIndividual": "i0 i1 i2 i3 i4"} {
		for _, name := range strings.Fields(names) {
			fmt.Fprintf(&declared, ":%s a owl:%s .\n", name, kind)
		}
	}
	dir, texts := randomOntologies(t, 300, declared.String())
	judged := map[string]int{}
	for name, line := range owltools.Assertions(t, dir) {
		profile, rest, _ := strings.Cut(line, " | ")
		judged[profile]++
		if profile == "-" {
			continue
		}
		given := parse(t, texts[name])
		found, wrong := require.Values(OWLRL(t.Context(), given))(t)
		inconsistent := rest == "wrong"
		if inconsistent {
			judged[profile+" inconsistent"]++
		}
		check.That(t, (profile != "RL" || inconsistent == (len(wrong) > 0)) && (len(wrong) <= 0 || inconsistent),
			"%s\nHermiT: %s, genus: %v", texts[name], line, wrong)
		if inconsistent {
			continue
		}
		want := strings.Split(rest, " | ")
		got := inIndividuals(slices.Concat(given, found), func(_, p, _ string) bool {
			return strings.HasPrefix(p, "http://e/") || p == Type
		})
		for _, statement := range got {
			check.That(t, slices.Contains(want, statement), "%s\nHermiT does not derive %s", texts[name], statement)
		}
		check.That(t, profile != "RL" || len(got) == len(want), "%s\ngot  %q\nwant %q", texts[name], got, want)
	}
	t.Logf("%v", judged)
	check.That(t, judged["RL"] >= 50 && judged["DL"] >= 50 && judged["RL inconsistent"] != 0, "the test tests little: %v",
		judged)
}
