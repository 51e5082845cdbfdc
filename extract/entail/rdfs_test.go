package entail

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/rdffile"
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
		{"subclass", ":C rdfs:subClassOf :D . :D rdfs:subClassOf :E . :a a :C .", ":a a :D, :E ."},
		{"inverse", ":r owl:inverseOf :s . :a :r :b . :c :s :d .", ":b :s :a . :d :r :c ."},
		{"symmetric", ":r a owl:SymmetricProperty . :a :r :b .", ":b :r :a ."},
		{"anonymous class", ":r rdfs:domain _:d . _:d rdfs:subClassOf :C . :a :r :b .", ":a a _:d, :C ."},
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
				return strings.HasPrefix(fmt.Sprint(tr.Pred), "http://www.w3.org/2000/01/rdf-schema#sub") || tr.Pred.String() == owlInverseOf
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
