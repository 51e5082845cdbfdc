package entail

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/testsize"
)

const head = `@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . `

func parse(t *testing.T, turtle string) []rdf.Triple {
	t.Helper()
	var triples []rdf.Triple
	if _, err := rdffile.ReadFrom(t.Context(), strings.NewReader(head+turtle), rdffile.Turtle, "urn:x", func(tr rdf.Triple) error {
		triples = append(triples, tr)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return triples
}

func lines(triples []rdf.Triple) []string {
	var out []string
	for _, tr := range triples {
		out = append(out, strings.TrimSpace(tr.Serialize(rdf.NTriples)))
	}
	slices.Sort(out)
	return out
}

func TestRDFS(t *testing.T) {
	for _, tt := range []struct{ name, given, found string }{
		{"nothing follows", ":a :r :b .", ""},
		{"domain", ":r rdfs:domain :C . :a :r :b .", ":a a :C ."},
		{"range", ":r rdfs:range :C . :a :r :b . :a :r 3 .", ":b a :C ."},
		{"subproperty", ":r rdfs:subPropertyOf :s . :s rdfs:subPropertyOf :q . :a :r :b, 3 .", ":a :s :b, 3 ; :q :b, 3 ."},
		{"subclass", ":C rdfs:subClassOf :D . :D rdfs:subClassOf :E . :a a :C .", ""},
		{"axiom from axioms", ":above rdfs:subPropertyOf rdfs:subPropertyOf . :r :above :s . :a :r :b .", ":a :s :b ."},
		{"class from a class", "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> rdfs:subPropertyOf :kind . :r rdfs:domain :C . :a :r :b .", ":a a :C ; :kind :C ."},
		{"inverse", ":r owl:inverseOf :s . :a :r :b . :c :s :d .", ":b :s :a . :d :r :c ."},
		{"symmetric", ":r a owl:SymmetricProperty . :a :r :b .", ":b :r :a ."},
		{"transitive", ":r a owl:TransitiveProperty . :a :r :b . :b :r :c, 3 . :c :r :b .", ":a :r :c . :b :r :b . :c :r :c ."},
		{"transitive, by what is below and above", ":s rdfs:subPropertyOf :r . :q owl:inverseOf :r . :r a owl:TransitiveProperty ; rdfs:subPropertyOf :t . :a :s :b . :c :q :b .",
			":a :r :b, :c ; :t :b, :c . :b :r :c ; :t :c ; :q :a . :c :q :a ."},
		{"anonymous class", ":r rdfs:domain _:d . _:d rdfs:subClassOf :C . :a :r :b .", ":a a _:d ."},
		{"anonymous inverse", ":r rdfs:subPropertyOf [ owl:inverseOf :s ] . :a :r :b .", ":b :s :a ."},
		{"one from the other", ":r rdfs:subPropertyOf :s . :s owl:inverseOf :q . :q rdfs:subPropertyOf :p . :p rdfs:domain :C . :a :r :b .",
			":a :s :b . :b :q :a ; :p :a ; a :C ."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, err := RDFS(t.Context(), parse(t, tt.given))
			if err != nil {
				t.Fatal(err)
			}
			// Of the closed hierarchies themselves nothing is asked here.
			found = slices.DeleteFunc(found, func(tr rdf.Triple) bool {
				return strings.HasPrefix(fmt.Sprint(tr.Pred), "http://www.w3.org/2000/01/rdf-schema#sub") || tr.Pred.String() == InverseOf
			})
			if diff := cmp.Diff(lines(parse(t, tt.found)), lines(found)); diff != "" {
				t.Error(diff)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := RDFS(ctx, parse(t, ":a :r :b .")); err == nil {
		t.Error("it goes on after the context has ended")
	}
}

// TestRDFSIsClosed: on random graphs it finds what goRDFlib finds, without
// superclasses.
func TestRDFSIsClosed(t *testing.T) {
	testsize.Check(t, 30, func(rt *rapid.T) {
		text := turtle(randomAxioms(rt))
		for range rapid.IntRange(1, 4).Draw(rt, "statements") {
			p := rapid.SampledFrom([]string{"p", "q", "r"}).Draw(rt, "property")
			s := rapid.SampledFrom([]string{":a", ":b", "_:a"}).Draw(rt, "subject")
			o := rapid.SampledFrom([]string{":a", ":b", "_:a", "3"}).Draw(rt, "object")
			text += fmt.Sprintf("%s :%s %s .\n", s, p, o)
		}
		given := parse(t, text)
		individual := func(tr rdf.Triple) bool {
			return about(strings.TrimSpace(tr.Serialize(rdf.NTriples))) || tr.Subj.Type() == rdf.TermBlank
		}
		want, err1 := reference(t.Context(), given)
		got, err2 := RDFS(t.Context(), given)
		if err1 != nil || err2 != nil {
			rt.Fatal(err1, err2)
		}
		only := func(ts []rdf.Triple) []string {
			return lines(slices.DeleteFunc(ts, func(tr rdf.Triple) bool { return !individual(tr) }))
		}
		if diff := cmp.Diff(only(want), only(got)); diff != "" {
			rt.Errorf("goRDFlib (-), RDFS (+)\n%s\n%s", diff, text)
		}
	})
}

// A chain of classes costs as much as it is long; goRDFlib took 24 GB.
func TestRDFSChain(t *testing.T) {
	var sb strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&sb, ":C%d rdfs:subClassOf :C%d . :a%d a :C%[1]d .\n", i, i+1, i)
	}
	found, err := RDFS(t.Context(), parse(t, sb.String()))
	if err != nil || len(found) > 0 {
		t.Errorf("%d found, error %v", len(found), err)
	}
}
