package rdffile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// canonical returns the triples as sorted lines in which a blank node is the set of the
// statements that it begins, so that they do not depend on its label. No blank node here is in
// a cycle.
func canonical(t *testing.T, triples []rdf.Triple) []string {
	t.Helper()
	// The OWL API states that some lists are lists and that individuals without a class are
	// things, and writes distinctMembers, which the mapping has for reading only.
	triples = slices.DeleteFunc(slices.Clone(triples),
		func(t rdf.Triple) bool { return t.Obj.String() == rdfNS+"List" || t.Obj.String() == owlNS+"Thing" })
	for i, t := range triples {
		if t.Pred.String() == owlNS+"distinctMembers" {
			triples[i].Pred = owl("members")
		}
	}
	bySubject := map[string][]rdf.Triple{}
	for _, tr := range triples {
		bySubject[tr.Subj.Serialize(rdf.NTriples)] = append(bySubject[tr.Subj.Serialize(rdf.NTriples)], tr)
	}
	var name func(term rdf.Term) string
	name = func(term rdf.Term) string {
		if term.Type() != rdf.TermBlank {
			return term.Serialize(rdf.NTriples)
		}
		var parts []string
		for _, tr := range bySubject[term.Serialize(rdf.NTriples)] {
			parts = append(parts, name(tr.Pred)+" "+name(tr.Obj))
		}
		slices.Sort(parts)
		return "[" + strings.Join(parts, " ; ") + "]"
	}
	var lines []string
	for _, tr := range triples {
		lines = append(lines, name(tr.Subj)+" "+name(tr.Pred)+" "+name(tr.Obj))
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// TestOWLXML compares the triples of ontologies in OWL/XML with those in RDF/XML. The OWL API
// 5.1.9 wrote both files from the same axioms, of nearly all kinds of OWL 2.
func TestOWLXML(t *testing.T) {
	files := require.Value(filepath.Glob(filepath.Join("testdata", "owlxml", "*.owx.xml")))(t)
	if dir := os.Getenv("GENUS_OWLXML"); dir != "" { // further pairs of files
		more := require.Value(filepath.Glob(filepath.Join(dir, "*.owx.xml")))(t)
		files = append(files, more...)
	}
	require.That(t, len(files) != 0, "no files")
	for _, file := range files {
		got, _ := require.Values(ReadAll(t.Context(), file))(t)
		want, _ := require.Values(ReadAll(t.Context(), strings.TrimSuffix(file, ".owx.xml")+".rdf.xml"))(t)
		a, b := canonical(t, got), canonical(t, want)
		for _, line := range a {
			if _, found := slices.BinarySearch(b, line); !found {
				t.Errorf("%s: only in OWL/XML: %s", file, line)
			}
		}
		for _, line := range b {
			if _, found := slices.BinarySearch(a, line); !found {
				t.Errorf("%s: only in RDF/XML: %s", file, line)
			}
		}
		t.Logf("%s: %d triples", file, len(a))
	}
}

// TestBadOWLXML checks that a defect is an error with its line.
func TestBadOWLXML(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"<Surprise><Class IRI='#A'/><Class IRI='#B'/></Surprise>", "genus does not know this axiom"},
		{"<SubClassOf><Class IRI='#A'/></SubClassOf>", "want at least 2 elements"},
		{"<SubClassOf><Class abbreviatedIRI='no:A'/><Class IRI='#B'/></SubClassOf>", "is not declared"},
		{"<SubClassOf><Class/><Class IRI='#B'/></SubClassOf>", "neither IRI nor abbreviatedIRI"},
		{"<SubClassOf><Literal>x</Literal><Class IRI='#B'/></SubClassOf>", "a literal where a thing must be"},
	} {
		text := "<Ontology xmlns='http://www.w3.org/2002/07/owl#' ontologyIRI='http://e/o'>\n" + tt.in + "</Ontology>"
		_, err := ReadFrom(t.Context(), strings.NewReader(text), RDFXML, "http://e/o", func(rdf.Triple) error { return nil })
		check.That(t, err != nil && strings.Contains(err.Error(), tt.want) && strings.Contains(err.Error(), "2"),
			"%s: %v", tt.in, err)
	}
}
