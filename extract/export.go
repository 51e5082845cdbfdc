package extract

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/store"
)

// WriteNTriples writes the data as N-Triples: assertions, direct superclasses,
// axioms that were heeded, declarations and labels. Read with ImportFiles and the same vocabulary it gives
// the same structure; what was cut is in comments only. Blank nodes get other
// labels then.
func (d *Data) WriteNTriples(ctx context.Context, w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	n := 0
	line := func(s, p, o string) error {
		if n++; n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		_, err := out.WriteString(bracket(s) + " " + bracket(p) + " " + o + " .\n")
		return err
	}
	d.writeOrigin(out)
	for _, write := range []func(func(s, p, o string) error) error{d.exportSchema, d.exportFacts} {
		if err := write(line); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// writeOrigin says in comments where the data comes from, and what is not whole.
func (d *Data) writeOrigin(w io.Writer) {
	fmt.Fprintf(w, "# from %s\n", oneLine(d.source.Name)) // the writer's error stays
	if d.crawled == nil {
		return
	}
	cuts := map[cutKey]string{}
	for _, run := range d.crawled.runs {
		for _, c := range run.Cuts {
			cuts[cutKey{c.Property, c.Direction}] = c.Reason
		}
	}
	for _, k := range slices.SortedFunc(maps.Keys(cuts), compareCutKeys) {
		fmt.Fprintf(w, "# not complete: <%s> (%s): %s\n", k.property, k.direction, oneLine(cuts[k]))
	}
}

func (d *Data) exportSchema(line func(s, p, o string) error) error {
	kinds := map[store.SymbolKind]string{
		store.Class: owlNS + "Class", store.Role: owlNS + "ObjectProperty", store.Feature: owlNS + "DatatypeProperty",
	}
	for _, s := range d.declared {
		if err := line(s.IRI, rdfNS+"type", bracket(kinds[s.Kind])); err != nil {
			return err
		}
	}
	for _, f := range d.subclasses {
		if err := line(d.terms[f[0]], d.vocabulary.SubClass[0], bracket(d.terms[f[1]])); err != nil {
			return err
		}
	}
	for _, a := range d.axioms {
		if err := line(a[0], a[1], bracket(a[2])); err != nil {
			return err
		}
	}
	for _, l := range d.labels {
		o := quote(l.Text)
		if l.Lang != "" {
			o += "@" + l.Lang
		}
		if err := line(l.IRI, d.vocabulary.Label[0], o); err != nil {
			return err
		}
	}
	return nil
}

func (d *Data) exportFacts(line func(s, p, o string) error) error {
	stated := map[store.ID]bool{} // individuals that are seen to be such
	symbol := map[store.ID]bool{} // terms that are seen to be classes or properties
	for _, f := range d.subclasses {
		symbol[f[0]], symbol[f[1]] = true, true
	}
	for _, s := range d.declared {
		symbol[d.index[s.IRI]] = true
	}
	for _, f := range slices.Concat(d.classes, d.members(d.taste())) { // what domains and ranges say, without what they say it of
		stated[f[0]], symbol[f[1]] = true, true
		if err := line(d.terms[f[0]], d.vocabulary.Type[0], bracket(d.terms[f[1]])); err != nil {
			return err
		}
	}
	for _, f := range d.roles {
		stated[f[1]], stated[f[2]] = true, true
		if err := line(d.terms[f[1]], d.terms[f[0]], bracket(d.terms[f[2]])); err != nil {
			return err
		}
	}
	for _, v := range d.values {
		stated[v.Individual] = true
		if err := line(d.terms[v.Individual], d.terms[v.Property], quote(v.Lexical)+"^^"+bracket(d.terms[v.Datatype])); err != nil {
			return err
		}
	}
	individuals := slices.Clone(d.individuals)
	slices.Sort(individuals)
	for _, a := range slices.Compact(individuals) {
		if !stated[a] || symbol[a] {
			if err := line(d.terms[a], rdfNS+"type", bracket(owlNS+"NamedIndividual")); err != nil {
				return err
			}
		}
	}
	return nil
}

// quote writes a string as N-Triples does (RDF 1.1 N-Triples, STRING_LITERAL_QUOTE).
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`).Replace(s) + `"`
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
