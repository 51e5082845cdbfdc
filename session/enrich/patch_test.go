package enrich

import (
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

// A patch has lines beside what the file has about the class, in its form, and nothing else changes. The file with it
// has the axioms.
func TestPatch(t *testing.T) {
	const obo = "http://purl.obolibrary.org/obo/"
	definition := Addition{Axiom: dl.Axiom{Kind: dl.EquivalentClasses, Subject: obo + "X_1",
		Concept: dl.Conj(dl.Name{IRI: obo + "X_2"},
			dl.Exists{Role: dl.Role{IRI: obo + "BFO_0000050"}, C: dl.Name{IRI: obo + "X_3"}})}}
	condition := Addition{
		Comment:     `3 of "3"`,
		Contributor: "https://orcid.org/0",
		Axiom: dl.Axiom{Kind: dl.SubClassOf, Subject: obo + "X_1",
			Concept: dl.Exists{Role: dl.Role{IRI: obo + "BFO_0000050"}, C: dl.Name{IRI: obo + "X_4"}}},
	}
	values := Addition{Axiom: dl.Axiom{
		Kind:    dl.SubClassOf,
		Subject: obo + "X_1",
		Concept: dl.Compare{Feature: obo + "f", Op: dl.Present},
	}}
	for _, tt := range []struct {
		format       rdffile.Format
		before, want string // want: the lines of the patch that begin with + or -
		triples      int    // that are new
	}{
		{rdffile.OBO, "format-version: 1.2\n\n[Term]\nid: X:1\nname: one\nis_a: X:2 ! two\nrelationship: part_of " +
			"X:3\n\n[Term]\nid: X:2\nname: two\n\n" +
			"[Typedef]\nid: part_of\nxref: BFO:0000050\n",
			"+intersection_of: X:2 ! two\n+intersection_of: part_of X:3\n" +
				"+relationship: part_of X:4 {comment=\"3 of \\\"3\\\"\", " +
				"http://purl.org/dc/terms/contributor=\"https://orcid.org/0\"}\n", 0},
		{rdffile.Functional,
			"Prefix(obo:=<" + obo +
				">)\nOntology(<http://e/o>\nDeclaration(Class(obo:X_1))\n\n# about\nSubClassOf(obo:X_1 " +
				"obo:X_2)\nSubClassOf(obo:X_9 obo:X_1)\n)\n",
			"+EquivalentClasses(obo:X_1 ObjectIntersectionOf(obo:X_2 ObjectSomeValuesFrom(obo:BFO_0000050 obo:X_3)))\n" +
				"+SubClassOf(Annotation(<" + rdfsComment +
				"> \"3 of \\\"3\\\"\") Annotation(<http://purl.org/dc/terms/contributor> <https://orcid.org/0>) obo:X_1 " +
				"ObjectSomeValuesFrom(obo:BFO_0000050 obo:X_4))\n", 20},
		{rdffile.Manchester,
			"Prefix: obo: <" + obo +
				">\nOntology: <http://e/o>\n\nObjectProperty: obo:BFO_0000050\n\nClass: obo:X_1\n\n    SubClassOf:\n        " +
				"obo:X_2\n\n\nClass: obo:X_2\n",
			"+    EquivalentTo: (obo:X_2 and (obo:BFO_0000050 some obo:X_3))\n" +
				"+    SubClassOf: Annotations: <" + rdfsComment +
				"> \"3 of \\\"3\\\"\", <http://purl.org/dc/terms/contributor> <https://orcid.org/0> (obo:BFO_0000050 some " +
				"obo:X_4)\n", 20},
		{rdffile.Turtle, "@prefix obo: <" + obo + "> .\n@prefix owl: <" + owlNS +
			"> .\n\nobo:X_2 a owl:Class .\n\nobo:X_1 a owl:Class ;\n  owl:disjointWith obo:X_2 .\n",
			"+obo:X_1 owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( obo:X_2 [ a owl:Restriction ; owl:onProperty " +
				"obo:BFO_0000050 ; owl:someValuesFrom obo:X_3 ] ) ] .\n" +
				"+obo:X_1 <" + rdfsNS +
				"subClassOf> _:genusID .\n+_:genusID a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:someValuesFrom " +
				"obo:X_4 .\n" +
				"+[ a owl:Axiom ; owl:annotatedSource obo:X_1 ; owl:annotatedProperty <" + rdfsNS +
				"subClassOf> ; owl:annotatedTarget _:genusID ; <" + rdfsComment +
				"> \"3 of \\\"3\\\"\" ; <http://purl.org/dc/terms/contributor> <https://orcid.org/0> ] .\n", 20},
	} {
		read := func(text string) (n int, prefixes map[string]string) {
			stats, err := rdffile.ReadFrom(t.Context(), strings.NewReader(text), tt.format, "urn:x", func(rdf.Triple) error {
				n++
				return nil
			})
			require.That(t, err == nil, "%v: %v\n%s", tt.format, err, text)
			return n, stats.Prefixes
		}
		was, prefixes := read(tt.before)
		after, left := Patch(tt.before, tt.format, prefixes, map[string]string{obo + "X_2": "two"},
			[]Addition{definition, condition, values})
		check.That(t, len(left) == 1, "%v: left out: %v", tt.format, left)
		diff := Diff("f", tt.before, after)
		var changed strings.Builder
		for line := range strings.Lines(diff) {
			if strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++") ||
				strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "---") {
				changed.WriteString(line)
			}
		}
		id := newProposalID(condition.Axiom)
		check.Equal(t, strings.ReplaceAll(changed.String(), id, "ID"), tt.want, "%v\n%s", tt.format, diff)
		if tt.format == rdffile.OBO { // which would make one definition of two
			_, left := Patch(after, tt.format, prefixes, nil, []Addition{definition})
			check.That(t, len(left) == 1 && strings.Contains(left[0].Error(), "has a definition"), "%v", left)
		}
		now, _ := read(after)
		check.That(t, tt.triples == 0 && now > was || now == was+tt.triples, "%v: %d triples, before %d", tt.format, now, was)
	}
}
