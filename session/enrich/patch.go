package enrich

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/learner/dl"
)

// A patch adds axioms to the text of an ontology as a curator would: a line or a few beside what the text has about the
// class, in its form and with its prefixes. All other lines stay as they are.

// An Addition is an axiom to add, with what is noted at it.
type Addition struct {
	Axiom       dl.Axiom
	Comment     string // rdfs:comment; empty for none
	Contributor string // IRI of dcterms:contributor; empty for none
}

const (
	dctermsContributor = "http://purl.org/dc/terms/contributor"
	rdfsComment        = rdfsNS + "comment"
)

// patcher writes axioms in the form of an ontology.
type patcher struct {
	lines            []string
	prefixes, labels map[string]string
}

// Patch returns the text with the axioms, and why some are left out. The prefixes are those of the text.
func Patch(text string, format rdffile.Format, prefixes, labels map[string]string,
	axioms []Addition) (patched string, left []error) {
	p := &patcher{lines: strings.SplitAfter(text, "\n"), prefixes: prefixes, labels: labels}
	add := map[rdffile.Format]func(Addition) error{
		rdffile.OBO:        p.addOBO,
		rdffile.Functional: p.addFunctional,
		rdffile.Manchester: p.addManchester,
		rdffile.Turtle:     p.addTurtle,
	}[format]
	if add == nil {
		return text, []error{fmt.Errorf("%s: a patch is for OBO, OWL functional syntax, Manchester syntax or Turtle", format)}
	}
	if format == rdffile.Turtle { // each comes before what is there
		axioms = slices.Clone(axioms)
		slices.Reverse(axioms)
	}
	for _, a := range axioms {
		if err := add(a); err != nil {
			left = append(left, fmt.Errorf("an axiom about <%s>: %w", a.Axiom.Subject, err))
		}
	}
	return strings.Join(p.lines, ""), left
}

// PatchFile returns a patch of the file with the text, and why some axioms are left out. The text with it is read
// again.
func PatchFile(ctx context.Context, path, text string, labels map[string]string,
	axioms []Addition) (diff string, left []error, err error) {
	format, err := rdffile.FormatOf(path)
	if err != nil {
		return "", nil, err
	}
	read := func(text string) (map[string]string, error) {
		stats, err := rdffile.ReadFrom(ctx, strings.NewReader(text), format, "urn:genus:edit",
			func(rdf.Triple) error { return nil })
		return stats.Prefixes, err
	}
	prefixes, err := read(text)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	patched, left := Patch(text, format, prefixes, labels, axioms)
	if _, err := read(patched); err != nil { // a fault of this program
		return "", nil, fmt.Errorf("%s: the patched text would not be read: %w", path, err)
	}
	return Diff(path, text, patched), left, nil
}

// insert puts the lines before the line at the index.
func (p *patcher) insert(at int, lines ...string) {
	if last := len(p.lines) - 1; at > last && p.lines[last] == "" { // what follows the last line feed
		at = last
	}
	if at > 0 && !strings.HasSuffix(p.lines[at-1], "\n") {
		p.lines[at-1] += "\n"
	}
	for i := range lines {
		lines[i] += "\n"
	}
	p.lines = slices.Insert(p.lines, at, lines...)
}

// relation returns the identifier of a relation: that of the Typedef with the identifier as its cross-reference.
func (p *patcher) relation(iri string) (string, error) {
	id, err := p.curie(iri)
	for i, line := range p.lines {
		if err != nil || strings.TrimSpace(line) != "xref: "+id {
			continue
		}
		for ; i > 0 && !strings.HasPrefix(p.lines[i], "["); i-- {
			if own, is := strings.CutPrefix(p.lines[i], "id: "); is {
				id = strings.TrimSpace(own)
			}
		}
		return id, nil
	}
	return id, err
}

// curie returns the identifier of OBO for an IRI.
func (p *patcher) curie(iri string) (string, error) {
	if local, is := strings.CutPrefix(iri, "http://purl.obolibrary.org/obo/"); is {
		if space, number, ok := strings.Cut(local, "_"); ok && !strings.Contains(local, "#") {
			return space + ":" + number, nil
		}
		if _, id, ok := strings.Cut(local, "#"); ok { // such as so.obo#part_of
			return id, nil
		}
	}
	return "", fmt.Errorf("<%s> has no identifier of OBO", iri)
}

// oboOrder are the tags of a term that come before a new line, by its tag (OBO 1.4, section 3.5.1).
var oboOrder = []string{
	"id", "is_anonymous", "name", "namespace", "alt_id", "def", "comment", "subset", "synonym", "xref", "builtin",
	"property_value", "is_a",
	"intersection_of", "union_of", "equivalent_to", "disjoint_from", "relationship",
}

func (p *patcher) addOBO(a Addition) error {
	lines, err := p.oboLines(a)
	if err != nil {
		return err
	}
	id, err := p.curie(a.Axiom.Subject)
	if err != nil {
		return err
	}
	start := slices.IndexFunc(p.lines, func(line string) bool { return strings.TrimSpace(line) == "id: "+id })
	if start < 0 {
		return fmt.Errorf("the file has no term %s", id)
	}
	for i := start; i < len(p.lines) && !strings.HasPrefix(p.lines[i], "["); i++ {
		if a.Axiom.Kind == dl.EquivalentClasses && strings.HasPrefix(p.lines[i], "intersection_of:") {
			return fmt.Errorf("the term %s has a definition, and OBO has one only", id)
		}
	}
	for _, line := range lines {
		tag, _, _ := strings.Cut(line, ":")
		at := start + 1
		for i := at; i < len(p.lines) && !strings.HasPrefix(p.lines[i], "["); i++ {
			other, _, _ := strings.Cut(p.lines[i], ":")
			rank := slices.Index(oboOrder, other)
			if rank >= 0 && rank <= slices.Index(oboOrder, tag) {
				at = i + 1
			}
		}
		p.insert(at, line)
	}
	return nil
}

// oboLines returns the lines of a term that say the axiom.
func (p *patcher) oboLines(a Addition) (lines []string, err error) {
	named := func(tag string, iris ...string) {
		text := tag + ":"
		for i, iri := range iris {
			identify := p.curie
			if i < len(iris)-1 {
				identify = p.relation
			}
			id, failed := identify(iri)
			err = cmp.Or(err, failed)
			text += " " + id
		}
		text += oboQualifiers(a)
		if label := p.labels[iris[len(iris)-1]]; label != "" {
			text += " ! " + strings.Join(strings.Fields(label), " ")
		}
		lines = append(lines, text)
	}
	parts := dl.Conjuncts(a.Axiom.Concept)
	for _, part := range parts {
		tags := map[dl.AxiomKind][2]string{
			dl.EquivalentClasses: {"intersection_of", "intersection_of"}, dl.SubClassOf: {"is_a", "relationship"},
			dl.DisjointClasses: {"disjoint_from", ""},
		}[a.Axiom.Kind]
		name, isName := part.(dl.Name)
		some, isSome := part.(dl.Exists)
		filler, isSimple := some.C.(dl.Name)
		switch {
		case isName && tags[0] != "" && (len(parts) == 1 || a.Axiom.Kind != dl.DisjointClasses):
			named(tags[0], name.IRI)
		case isSome && isSimple && !some.Role.Inverse && some.Role.Closure == dl.NoClosure && tags[1] != "":
			named(tags[1], some.Role.IRI, filler.IRI)
		default:
			return nil, fmt.Errorf("OBO cannot say it")
		}
	}
	if a.Axiom.Kind == dl.EquivalentClasses && len(parts) == 1 {
		return nil, fmt.Errorf("OBO has intersections of two or more only")
	}
	return lines, err
}

func oboQualifiers(a Addition) string {
	var all []string
	if a.Comment != "" {
		all = append(all, `comment="`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(a.Comment)+`"`)
	}
	if a.Contributor != "" {
		all = append(all, dctermsContributor+`="`+a.Contributor+`"`)
	}
	if len(all) == 0 {
		return ""
	}
	return " {" + strings.Join(all, ", ") + "}"
}

// Diff returns the difference of two texts, of which the second has more lines and all of the first, as a patch of
// the file in the unified format, with three lines around.
func Diff(file, before, after string) string {
	const around = 3
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	type hunk struct{ from, to, fromB, toB int } // lines of a and b
	var hunks []hunk
	for i, j := 0, 0; j < len(b); j++ {
		if i < len(a) && a[i] == b[j] {
			i++
			continue
		}
		from, to := max(0, i-around), min(len(a), i+around)
		if n := len(hunks); n > 0 && hunks[n-1].to >= from {
			hunks[n-1].to, hunks[n-1].toB = to, j+1+to-i
			continue
		}
		hunks = append(hunks, hunk{from, to, j - (i - from), j + 1 + to - i})
	}
	var out strings.Builder
	for n, h := range hunks {
		if n == 0 {
			fmt.Fprintf(&out, "--- %s\n+++ %s\n", file, file)
		}
		var lines []string
		i := h.from
		for _, line := range b[h.fromB:min(h.toB, len(b))] {
			sign := "+"
			if i < h.to && a[i] == line {
				sign = " "
				i++
			}
			if line != "" {
				lines = append(lines, sign+line)
			}
		}
		added := len(lines) - (i - h.from)
		if i > 0 && i == len(a) && a[i-1] == "" {
			i--
			added++
		}
		fmt.Fprintf(&out, "@@ -%d,%d +%d,%d @@\n%s", h.from+1, i-h.from, h.fromB+1, i-h.from+added, strings.Join(lines, ""))
	}
	return out.String()
}
