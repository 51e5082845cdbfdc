package entail

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

const head = `@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . `

// parse returns the triples of Turtle after head.
func parse(t *testing.T, turtle string) []rdf.Triple {
	t.Helper()
	var triples []rdf.Triple
	_, err := rdffile.ReadFrom(t.Context(), strings.NewReader(head+turtle), rdffile.Turtle, "urn:x",
		func(tr rdf.Triple) error {
			triples = append(triples, tr)
			return nil
		})
	require.NoError(t, err)
	return triples
}

func lines(triples []rdf.Triple) []string {
	out := check.Map(triples, func(tr rdf.Triple) string { return strings.TrimSpace(tr.Serialize(rdf.NTriples)) })
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
		{"class from a class", "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> rdfs:subPropertyOf :kind . :r " +
			"rdfs:domain :C . :a :r :b .", ":a a :C ; :kind :C ."},
		{"inverse", ":r owl:inverseOf :s . :a :r :b . :c :s :d .", ":b :s :a . :d :r :c ."},
		{"symmetric", ":r a owl:SymmetricProperty . :a :r :b .", ":b :r :a ."},
		{"transitive", ":r a owl:TransitiveProperty . :a :r :b . :b :r :c, 3 . :c :r :b .",
			":a :r :c . :b :r :b . :c :r :c ."},
		{"transitive, by what is below and above",
			":s rdfs:subPropertyOf :r . :q owl:inverseOf :r . :r a owl:TransitiveProperty ; rdfs:subPropertyOf :t . :a :s :b " +
				". :c :q :b .", ":a :r :b, :c ; :t :b, :c . :b :r :c ; :t :c ; :q :a . :c :q :a ."},
		{"anonymous class", ":r rdfs:domain _:d . _:d rdfs:subClassOf :C . :a :r :b .", ":a a _:d ."},
		{"anonymous inverse", ":r rdfs:subPropertyOf [ owl:inverseOf :s ] . :a :r :b .", ":b :s :a ."},
		{"one from the other", ":r rdfs:subPropertyOf :s . :s owl:inverseOf :q . :q rdfs:subPropertyOf :p . :p " +
			"rdfs:domain :C . :a :r :b .", ":a :s :b . :b :q :a ; :p :a ; a :C ."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := require.Value(RDFS(t.Context(), parse(t, tt.given)))(t)
			// Axioms are not tested here.
			found = slices.DeleteFunc(found, func(tr rdf.Triple) bool {
				return strings.HasPrefix(fmt.Sprint(tr.Pred), "http://www.w3.org/2000/01/rdf-schema#sub") ||
					tr.Pred.String() == InverseOf
			})
			check.Diff(t, lines(found), lines(parse(t, tt.found)))
		})
	}
	ctx := check.Ended()
	_, err := RDFS(ctx, parse(t, ":a :r :b ."))
	check.That(t, err != nil, "no error although the context has ended")
}

// TestRDFSClosure: on random graphs, nothing else follows from the given triples and the
// results. No rule but prp-trp joins two statements, so without transitive properties the
// results are those of each statement.
func TestRDFSClosure(t *testing.T) {
	testsize.Check(t, 30, func(rt *rapid.T) {
		axioms, text := turtle(randomAxioms(rt)), ""
		var each []string
		for range rapid.IntRange(1, 4).Draw(rt, "statements") {
			p := rapid.SampledFrom([]string{"p", "q", "r"}).Draw(rt, "property")
			s := rapid.SampledFrom([]string{":a", ":b", "_:a"}).Draw(rt, "subject")
			o := rapid.SampledFrom([]string{":a", ":b", "_:a", "3"}).Draw(rt, "object")
			each = append(each, fmt.Sprintf("%s :%s %s .\n", s, p, o))
			text += each[len(each)-1]
		}
		closed := func(text string) []rdf.Triple {
			given := parse(t, axioms+text)
			found := require.Value(RDFS(t.Context(), given))(rt)
			return append(given, found...)
		}
		all := closed(text)
		if more, err := RDFS(t.Context(), all); err != nil || len(more) > 0 {
			rt.Errorf("%s: more follows: %v, %v", axioms+text, lines(more), err)
		}
		var want []rdf.Triple
		for _, statement := range each {
			want = append(want, closed(statement)...)
		}
		check.Diff(rt, slices.Compact(lines(all)), slices.Compact(lines(want)), "from each (-), from all (+) %s", axioms+text)
	})
}

// TestRDFSChain: the cost of a chain of classes is linear in its length. With goRDFlib it
// took 24 GB.
func TestRDFSChain(t *testing.T) {
	var sb strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&sb, ":C%d rdfs:subClassOf :C%d . :a%d a :C%[1]d .\n", i, i+1, i)
	}
	found, err := RDFS(t.Context(), parse(t, sb.String()))
	check.That(t, err == nil && len(found) <= 0, "%d found, error %v", len(found), err)
}

const ns = "http://e/"

// randomAxioms returns random axioms about three properties and three classes.
func randomAxioms(t *rapid.T) []Axiom {
	property := rapid.SampledFrom([]string{ns + "p", ns + "q", ns + "r"})
	class := rapid.SampledFrom([]string{ns + "A", ns + "B", ns + "C"})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Axiom {
		p := property.Draw(t, "property")
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			return Axiom{p, SubPropertyOf, property.Draw(t, "above")}
		case 1:
			return Axiom{p, InverseOf, property.Draw(t, "inverse")}
		case 2:
			return Axiom{p, Type, Symmetric}
		case 3:
			return Axiom{p, Domain, class.Draw(t, "domain")}
		case 4:
			return Axiom{p, Equivalent, property.Draw(t, "equivalent")}
		}
		return Axiom{p, Range, class.Draw(t, "range")}
	}), 0, 6).Draw(t, "axioms")
}

func turtle(axioms []Axiom) string {
	var sb strings.Builder
	for _, a := range axioms {
		fmt.Fprintf(&sb, "<%s> <%s> <%s> .\n", a.Property, a.Predicate, a.Object)
	}
	return sb.String()
}

// TestSchema: the schema and RDFS derive the same from a statement, and Below is the inverse
// of Above.
func TestSchema(t *testing.T) {
	testsize.Check(t, 100, func(rt *rapid.T) {
		axioms := randomAxioms(rt)
		s := NewSchema(axioms)
		p := rapid.SampledFrom([]string{ns + "p", ns + "q", ns + "r"}).Draw(rt, "stated")
		literal := rapid.Bool().Draw(rt, "literal")
		object := "<" + ns + "b>"
		if literal {
			object = "3"
		}
		found := require.Value(RDFS(t.Context(), parse(t, turtle(axioms)+fmt.Sprintf("<%sa> <%s> %s .", ns, p, object))))(rt)
		var want []string
		for _, tr := range found {
			if line := strings.TrimSpace(tr.Serialize(rdf.NTriples)); about(line) {
				want = append(want, line)
			}
		}
		slices.Sort(want)
		got := map[string]bool{}
		member := func(individual string, o Occurrence) {
			for _, c := range s.Classes(o) {
				got[fmt.Sprintf("<%s%s> <%s> <%s> .", ns, individual, Type, c)] = true
			}
		}
		member("a", Occurrence{p, Subject})
		if literal {
			for _, q := range s.AboveValues(p)[1:] {
				got[fmt.Sprintf(`<%sa> <%s> "3"^^<http://www.w3.org/2001/XMLSchema#integer> .`, ns, q)] = true
			}
		} else {
			member("a", Occurrence{p, Linked})
			member("b", Occurrence{p, Object})
			for _, r := range s.Above(dl.Role{IRI: p})[1:] {
				x, y := "a", "b"
				if r.Inverse {
					x, y = y, x
				}
				got[fmt.Sprintf("<%s%s> <%s> <%s%s> .", ns, x, r.IRI, ns, y)] = true
			}
		}
		var have []string
		for line := range got {
			have = append(have, line)
		}
		slices.Sort(have)
		check.Diff(rt, have, want, "RDFS (-), the schema (+)")
		for _, r := range s.Above(dl.Role{IRI: p}) {
			check.That(rt, slices.Contains(s.Below(r), dl.Role{IRI: p}), "%v is above %s, which is not below it", r, p)
		}
		for _, q := range s.AboveValues(p) {
			check.That(rt, slices.Contains(s.BelowValues(q), p), "%s is above %s, which is not below it", q, p)
		}
		for _, q := range s.Properties() {
			for _, side := range []Side{Subject, Linked, Object} {
				o := Occurrence{q, side}
				check.That(rt, len(s.Classes(o)) > 0 == slices.Contains(s.Occurrences(), o), "%v: classes %v", o, s.Classes(o))
			}
		}
	})
}

// about reports whether the statement is about one of the individuals.
func about(line string) bool {
	return strings.HasPrefix(line, "<"+ns+"a>") || strings.HasPrefix(line, "<"+ns+"b>")
}

func TestRelated(t *testing.T) {
	s := NewSchema([]Axiom{{ns + "mother", SubPropertyOf, ns + "parent"}, {ns + "child", InverseOf, ns + "parent"},
		{ns + "son", SubPropertyOf, ns + "child"}})
	check.Diff(t, s.Related([]string{ns + "parent"}), []string{ns + "child", ns + "mother", ns + "parent", ns + "son"})
	check.Diff(t, s.Related([]string{ns + "other"}), []string{ns + "other"})
}

// A counted context ends when it was asked so often.
type counted struct {
	context.Context
	left int
}

func (c *counted) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestOWLRLStops: the closure notices the end of its context in every rule that may go through
// many pairs: without the end, each of these graphs takes minutes or all memory.
func TestOWLRLStops(t *testing.T) {
	const n = 3000
	each := func(format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i, i+1)
		}
		return b.String()
	}
	const owlIRI, rdfIRI = "<http://www.w3.org/2002/07/owl#", "<http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	for name, text := range map[string]string{
		"same":       each("<u:%d> " + owlIRI + "sameAs> <u:%d> .\n"),
		"transitive": "<u:p> " + rdfIRI + "type> " + owlIRI + "TransitiveProperty> .\n" + each("<u:%d> <u:p> <u:%d> .\n"),
		"functional": "<u:p> " + rdfIRI + "type> " + owlIRI + "FunctionalProperty> .\n" +
			each("<u:x> <u:p> <u:%d>, <u:%d> .\n"),
	} {
		t.Run(name, func(t *testing.T) {
			var given []rdf.Triple
			text = strings.ReplaceAll(text, ", <", " .\n<u:x> <u:p> <")
			d := rdf.NewTripleDecoder(strings.NewReader(text), rdf.NTriples)
			for {
				triple, err := d.Decode()
				if err != nil {
					break
				}
				given = append(given, triple)
			}
			require.That(t, len(given) >= n, "%d triples", len(given))
			found, _, err := OWLRL(&counted{t.Context(), 20}, given)
			check.That(t, errors.Is(err, context.Canceled) && found == nil, "%d triples, %v", len(found), err)
		})
	}
}
