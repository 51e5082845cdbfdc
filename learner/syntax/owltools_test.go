package syntax

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/owltools"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

func writeTestFile(t *testing.T, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
}

// TestOWLToolsReadDefinitions checks that the OWL API reads Turtle and Manchester
// syntax as OWL 2 DL, and that ReadOWL reads the same concept, up to the order
// of operands, from what the OWL API writes as RDF/XML.
func TestOWLToolsReadDefinitions(t *testing.T) {
	dir := t.TempDir()
	const n = 300
	concepts := map[string]dl.Concept{}
	used := dl.Language(0)
	for i := 0; len(concepts) < n; i++ {
		c := smallNumbers(owlConcepts(10).Example(i))
		if repeats(c) {
			continue
		}
		name := fmt.Sprintf("c%03d", i)
		concepts[name] = c
		used |= dl.LanguageOf(c)
		prefixes := NewPrefixes(nil, IRIs(c)...)
		text := require.Value(Turtle(c, OWLOptions{Prefixes: prefixes}))(t)
		writeTestFile(t, dir, name+".ttl", text)
		writeTestFile(t, dir, name+".omn", Print(c, Options{Notation: Manchester, Exact: true}))
	}
	check.Equal(t, used, dl.All&^(dl.WithClosures|dl.WithAgree|dl.WithLess), "the concepts use only")
	wrong := owltools.Read(t, dir, DefaultClass)
	for name, c := range concepts {
		if wrong[name] != "" {
			t.Errorf("%s: %s", Print(c, Options{}), wrong[name])
			continue
		}
		for _, extension := range []string{"ttl", "omn"} {
			back, err := readRDF(filepath.Join(dir, name+"."+extension+".owl"))
			if err != nil {
				t.Errorf("%s, %s: %v", Print(c, Options{}), extension, err)
				continue
			}
			got, want := canonical(back), canonical(c)
			check.That(t, got == want, "%s, %s\ncomes back as\n%s\n(%s,\n%s)", Print(c, Options{}), extension,
				Print(back, Options{}), got, want)
		}
	}
}

// repeats reports whether a chain has an operand twice. In OWL, operands are a set of at
// least two.
func repeats(c dl.Concept) bool {
	found := false
	dl.Walk(c, func(c dl.Concept) bool {
		switch c.(type) {
		case dl.And, dl.Or:
			seen := map[string]bool{}
			for _, d := range operands(c) {
				found = found || seen[canonical(d)]
				seen[canonical(d)] = true
			}
		}
		return !found
	})
	return found
}

// smallNumbers returns c with numbers that fit into 32 bits, as in the OWL API.
func smallNumbers(c dl.Concept) dl.Concept {
	switch d := c.(type) {
	case dl.AtLeast:
		d.N = min(d.N, 1<<31-1)
		c = d
	case dl.AtMost:
		d.N = min(d.N, 1<<31-1)
		c = d
	}
	return dl.MapChildren(c, smallNumbers)
}

func readRDF(file string) (dl.Concept, error) {
	var ts []rdf.Triple
	_, err := rdffile.Read(context.Background(), file, func(t rdf.Triple) error {
		ts = append(ts, t)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return ReadOWL(ts, DefaultClass)
}

// canonical returns a text that is the same for concepts that differ only in what the OWL
// API does not keep: the order and number of operands, and the datatype of equal values.
func canonical(c dl.Concept) string {
	switch c := c.(type) {
	case dl.Compare:
		v := c.Value.Lexical()
		if c.Value.Kind() == dl.String {
			v = quotedString(strings.ReplaceAll(v, "\r\n", "\n")) // as XML reads it
		} else if exact, bound := dl.Round(c.Value, dl.Equal, dl.Decimal, false); bound == dl.AtValue {
			v = exact.Lexical()
		} else if c.Value.Kind() != dl.Boolean {
			v = fmt.Sprint(c.Value.Float())
		}
		return fmt.Sprintf("(%s %v %s)", c.Feature, c.Op, v)
	case dl.And, dl.Or:
		chain := dl.Conjuncts(c)
		_, or := c.(dl.Or)
		if or {
			chain = dl.Disjuncts(c)
		}
		members := check.Map(chain, func(d dl.Concept) string { return canonical(d) })
		slices.Sort(members)
		members = slices.Compact(members)
		if len(members) == 1 {
			return members[0]
		}
		return fmt.Sprintf("(%t %s)", or, strings.Join(members, " "))
	case dl.Not:
		return "¬" + canonical(c.C)
	case dl.Exists:
		return fmt.Sprintf("∃%v.%s", c.Role, canonical(c.C))
	case dl.ForAll:
		return fmt.Sprintf("∀%v.%s", c.Role, canonical(c.C))
	case dl.AtLeast:
		return fmt.Sprintf("≥%d%v.%s", c.N, c.Role, canonical(c.C))
	case dl.AtMost:
		return fmt.Sprintf("≤%d%v.%s", c.N, c.Role, canonical(c.C))
	}
	return Print(c, Options{})
}

// TestOWLToolsCompareValues defines classes by comparisons and checks that HermiT finds in
// them the individuals whose values satisfy the comparison, across the datatypes of OWL 2.
func TestOWLToolsCompareValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	kinds := []dl.Kind{dl.Integer, dl.Decimal, dl.Float, dl.Double}
	literals := func(k dl.Kind) []string {
		return map[dl.Kind][]string{
			dl.Integer: {"-3", "0", "3", "16777217", "9007199254740993"},
			dl.Decimal: {"0.1", "-0.1", "3.0", "3.5", "16777217.0", "9007199254740993.5"},
			dl.Float:   {"0.1", "3", "3.5", "16777216", "-0.1", "INF", "-INF", "NaN"},
			dl.Double:  {"0.1", "3", "3.5", "16777217", "9007199254740992", "-0.1", "INF", "-INF", "NaN"},
			dl.DateTime: {"1990-01-01T00:00:00", "1990-01-01T00:00:00Z", "1990-01-01T00:00:00+05:00", "1989-12-31T23:00:00",
				"1990-01-01T06:00:00-01:00", "1990-06-01T00:00:00"},
		}[k]
	}
	type individual struct {
		iri string
		v   dl.Value
	}
	dir := t.TempDir()
	want := map[string]string{}
	members := 0
	for i := range 60 {
		those := kinds
		if i%3 == 0 {
			those = []dl.Kind{dl.DateTime}
		}
		var all []individual
		for _, k := range those {
			for _, lexical := range literals(k) {
				all = append(all, individual{fmt.Sprintf("urn:i:%02d", len(all)), value(t, k, lexical)})
			}
		}
		threshold := all[rng.IntN(len(all))].v
		if threshold.IsNaN() {
			threshold = dl.Int(3)
		}
		c := dl.Compare{Feature: "urn:f", Op: dl.Op(i % 2), Value: threshold}
		text := require.Value(Turtle(c, OWLOptions{Kinds: map[string][]dl.Kind{"urn:f": those}}))(t)
		var facts strings.Builder
		var in []string
		for _, a := range all {
			fmt.Fprintf(&facts, "<%s> <urn:f> %q^^<%s> .\n", a.iri, a.v.Lexical(), a.v.Datatype())
			if order, ok := a.v.Cmp(threshold); ok && (c.Op == dl.GreaterEq && order >= 0 || c.Op == dl.LessEq && order <= 0) {
				in = append(in, a.iri)
			}
		}
		members += len(in)
		name := fmt.Sprintf("c%02d.ttl", i)
		writeTestFile(t, dir, name, text+facts.String())
		want[name] = strings.Join(in, " ")
	}
	got := owltools.Instances(t, dir, DefaultClass)
	for name, w := range want {
		if got[name] != w {
			text, _ := os.ReadFile(filepath.Join(dir, name))
			t.Errorf("instances %s\nwant      %s\n%s", got[name], w, text)
		}
	}
	check.That(t, members != 0, "no comparison has a member")
}
