package syntax

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// The columns of a template of ROBOT: names for people and template strings.
var robotColumns = [][2]string{
	{"ID", "ID"}, {"Type", "TYPE"},
	{"Equivalent class", "EC %"}, {"Evidence", ">A rdfs:comment"},
	{"Superclass", "SC %"}, {"Evidence", ">A rdfs:comment"},
	{"Disjoint class", "DC %"}, {"Evidence", ">A rdfs:comment"},
	{"Domain", "DOMAIN"}, {"Range", "RANGE"}, {"Characteristic", "CHARACTERISTIC"}, {"Inverse", "IP %"},
}

// robotCell is the column of the axioms of a kind, and what it has if the kind has no
// concept.
var robotCell = map[dl.AxiomKind]struct {
	column int
	text   string
}{
	dl.EquivalentClasses: {2, ""}, dl.SubClassOf: {4, ""}, dl.DisjointClasses: {6, ""},
	dl.PropertyDomain: {8, ""}, dl.PropertyRange: {9, ""},
	dl.FunctionalProperty: {10, "functional"}, dl.InverseFunctionalProperty: {10, "inverse functional"},
	dl.SymmetricProperty: {10, "symmetric"}, dl.InverseProperties: {11, ""},
}

// ROBOTTemplate returns the axioms as a template for robot template, in CSV: a row for each
// axiom, which the columns of its kind describe. A disjoint union has a row for the union
// and for each pair, since ROBOT has no template string for it. Expressions use the short
// forms by which ROBOT finds the entities of its --input. left has an error for each
// axiom that is left out: OWL 2 DL cannot express it, or two entities have its short form.
//
// Source: https://robot.obolibrary.org/template.
func ROBOTTemplate(axioms []Axiom, o OntologyOptions) (text string, left []error) {
	_, terms, left := ontology(axioms, o)
	names, shared := shortForms(terms)
	rows := [][]string{nil, nil}
	for _, c := range robotColumns {
		rows[0], rows[1] = append(rows[0], c[0]), append(rows[1], c[1])
	}
	print := func(c dl.Concept) string {
		return "(" + Print(c, Options{Notation: Manchester, Titles: names, Exact: true, Kinds: o.Kinds}) + ")"
	}
	for _, t := range terms {
		if t.Kind == dl.Sufficient {
			left = append(left,
				fmt.Errorf("an axiom about %s: a template has no class expressions below a class", bracket(t.Subject)))
			continue
		}
		if i := slices.IndexFunc(entitiesOf(t), func(iri string) bool { return shared[names[iri]] }); i >= 0 {
			left = append(left, fmt.Errorf("an axiom about %s: several entities are called %s", bracket(t.Subject),
				names[entitiesOf(t)[i]]))
			continue
		}
		for _, a := range robotAxioms(t.Axiom) {
			row := make([]string, len(robotColumns))
			cell := robotCell[a.Kind]
			row[0], row[1] = a.Subject, "class"
			switch {
			case a.Concept != nil:
				row[cell.column] = print(a.Concept)
			case a.Other != "":
				row[cell.column] = names[a.Other]
			default:
				row[cell.column] = cell.text
			}
			switch {
			case cell.column < 8:
				row[cell.column+1] = a.Comment
			case a.Feature:
				row[1] = "data property"
			default:
				row[1] = "object property"
			}
			rows = append(rows, row)
		}
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.WriteAll(rows); err != nil {
		return "", append(left, err)
	}
	return b.String(), left
}

// robotAxioms returns the axiom, or axioms that say the same as a disjoint union.
func robotAxioms(a Axiom) []Axiom {
	if a.Kind != dl.DisjointUnion {
		return []Axiom{a}
	}
	a.Kind = dl.EquivalentClasses
	out := []Axiom{a}
	parts := dl.Disjuncts(a.Concept)
	for i, part := range parts {
		for _, other := range parts[i+1:] {
			pair := a
			pair.Kind, pair.Subject, pair.Concept = dl.DisjointClasses, part.(dl.Name).IRI, other
			out = append(out, pair)
		}
	}
	return out
}

// entitiesOf returns the IRIs that an axiom names.
func entitiesOf(a axiomTerm) []string {
	out := append(IRIs(a.Concept), a.Subject)
	if a.Other != "" {
		out = append(out, a.Other)
	}
	return out
}

// shortForms returns the short form of each entity: the last part of its IRI that may be a
// name in XML, as in Protégé; quoted unless it is a word. shared has those of several
// entities.
func shortForms(axioms []axiomTerm) (names map[string]string, shared map[string]bool) {
	names, shared = map[string]string{}, map[string]bool{}
	owner := map[string]string{}
	for _, a := range axioms {
		for _, iri := range entitiesOf(a) {
			i := len(iri)
			for i > 0 && isNameByte(iri[i-1]) {
				i--
			}
			for i < len(iri) && strings.IndexByte("-.0123456789", iri[i]) >= 0 { // a name does not begin with these
				i++
			}
			name := quoteTitle(iri[i:])
			if iri[i:] == "" {
				name = quoteTitle(iri)
			}
			if owner[name] == "" {
				owner[name] = iri
			}
			names[iri] = name
			shared[name] = shared[name] || owner[name] != iri
		}
	}
	return names, shared
}

// isNameByte reports whether the byte may be in a name in XML without a colon.
func isNameByte(b byte) bool {
	return b == '_' || b == '-' || b == '.' || b >= 0x80 ||
		b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}
