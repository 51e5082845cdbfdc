package rdffile

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
)

// symmetric are properties whose subject and object mean the same in the other order.
var symmetric = []string{
	owlNS + "disjointWith", owlNS + "propertyDisjointWith", owlNS + "equivalentProperty", owlNS + "inverseOf",
	owlNS + "sameAs",
}

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
		return "[" + strings.Join(slices.Compact(parts), " ; ") + "]"
	}
	lines := check.Map(triples, func(tr rdf.Triple) string {
		s, o := name(tr.Subj), name(tr.Obj)
		if o < s && slices.Contains(symmetric, tr.Pred.String()) { // Manchester syntax has these at both
			s, o = o, s
		}
		return s + " " + name(tr.Pred) + " " + o
	})
	slices.Sort(lines)
	return slices.Compact(lines)
}

// TestOntologyForms compares the triples of ontologies in OWL/XML, functional-style and Manchester
// syntax, OBO and OBO Graphs with those in
// RDF/XML. The OWL API wrote all but OBO from the same axioms, of nearly all kinds of OWL 2, and the RDF/XML of OBO.
func TestOntologyForms(t *testing.T) {
	// the second has further pairs
	dirs := []string{filepath.Join("testdata", "ontologies"), os.Getenv("GENUS_ONTOLOGIES")}
	var files []string
	for _, dir := range dirs[:1+min(1, len(dirs[1]))] {
		for _, ending := range []string{".owx.xml", ".ofn", ".obo", ".omn", ".json"} {
			files = append(files, require.Value(filepath.Glob(filepath.Join(dir, "*"+ending)))(t)...)
		}
	}
	require.That(t, len(files) != 0, "no files")
	for _, file := range files {
		got, _ := require.Values(ReadAll(t.Context(), file))(t)
		stem, _, _ := strings.Cut(filepath.Base(file), ".")
		want, _ := require.Values(ReadAll(t.Context(), filepath.Join(filepath.Dir(file), stem+".rdf.xml")))(t)
		a, b := canonical(t, got), canonical(t, want)
		for side, lines := range map[string][2][]string{"only there": {a, b}, "only in RDF/XML": {b, a}} {
			more := slices.DeleteFunc(slices.Clone(lines[0]), func(line string) bool {
				_, found := slices.BinarySearch(lines[1], line)
				return found
			})
			check.That(t, len(more) == 0, "%s: %d %s, such as %.500s", file, len(more), side, strings.Join(more, "\n"))
		}
		t.Logf("%s: %d triples", file, len(a))
	}
}

// TestManyCommas: the memory for a cross-reference with many commas, and so the time, grows with its length only.
func TestManyCommas(t *testing.T) {
	text := "[Term]\nid: A:1\nsynonym: \"a\" EXACT [" + strings.Repeat("a,", 20_000) + "]\n"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ReadFrom(t.Context(), strings.NewReader(text), OBO, "http://e/o", func(rdf.Triple) error { return nil })
	runtime.ReadMemStats(&after)
	mb := (after.TotalAlloc - before.TotalAlloc) >> 20
	check.That(t, err == nil && mb < 100, "%d MB for %d bytes, %v", mb, len(text), err)
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

// datasets maps the files of the learning problems to their numbers of distinct triples.
// Python's rdflib 7.6 reads the same triples in the RDF/XML files. In the N-Triples files it is
// the number of distinct lines that are not comments.
var datasets = map[string]int{
	"dl-learner/arch/arch.owl":                                         116,
	"dl-learner/basicfamily/basicFamily.owl":                           159,
	"dl-learner/datatypes/double.owl":                                  17,
	"dl-learner/datatypes/string.owl":                                  28,
	"dl-learner/family-benchmark/family-benchmark.owl":                 1343,
	"dl-learner/family-benchmark/family-benchmark_rich_background.owl": 1829,
	"dl-learner/forte/forte_family.owl":                                354,
	"dl-learner/literals/doubles.owl":                                  37,
	"dl-learner/literals/months.owl":                                   30,
	"dl-learner/literals/numbers.owl":                                  37,
	"dl-learner/poker/pair50.owl":                                      1335,
	"dl-learner/poker/straight.owl":                                    1419,
	"dl-learner/trains/trains2.owl":                                    296,
	"codex/codex.nt.gz":                                                317069,
	"sml/animals/animals.owl":                                          379,
	"sml/carcinogenesis/carcinogenesis.nt.gz":                          96939,
	"sml/hepatitis/hepatitis.nt.gz":                                    78841,
	"sml/lymphography/lymphography.owl":                                2194,
	"sml/mammographic/mammographic.owl":                                6809,
	"sml/mutagenesis/mutagenesis.nt.gz":                                62067,
	"sml/nctrer/nctrer.nt.gz":                                          130907,
	"sml/pyrimidine/pyrimidine.owl":                                    2081,
	"sml/suramin/suramin.owl":                                          13507,
}

func TestDatasets(t *testing.T) {
	for name, want := range datasets {
		t.Run(name, func(t *testing.T) {
			if !testsize.Full() && filepath.Ext(name) == ".gz" {
				t.Skipf("%s is large: only with GENUS_TESTS=full", name)
			}
			distinct := map[rdf.Triple]bool{}
			stats := require.Value(Read(context.Background(), testfiles.Dataset(t, name), func(tr rdf.Triple) error {
				distinct[tr] = true
				return nil
			}))(t)
			check.That(t, len(distinct) == want, "%d distinct triples of %d delivered, want %d", len(distinct), stats.Triples,
				want)
			check.That(t, len(stats.Warnings) <= 0, "warnings %v", stats.Warnings)
		})
	}
}
