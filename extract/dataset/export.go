package dataset

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// A statement is to be exported. Subject and property are IRIs or blank nodes; the object
// is written as in N-Triples.
type statement struct{ subject, property, object string }

// WriteStated writes the statements of the source as N-Triples, without what follows from
// them. If they were not kept, as for a database, it is WriteNTriples.
func (d *Dataset) WriteStated(ctx context.Context, w io.Writer) error {
	if d.Stated == nil {
		return d.WriteNTriples(ctx, w)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	d.writeOrigin(out)
	for n, t := range d.Stated.all {
		if n%4096 == 0 && ctx.Err() != nil {
			return fmt.Errorf("export: %w", ctx.Err())
		}
		term := d.Stated.facts.Term
		object := graph.Bracketed(term(t.object))
		switch {
		case t.object != 0:
		case t.lang != "":
			object = quote(t.lexical) + "@" + t.lang
		default:
			object = quote(t.lexical) + "^^" + graph.Bracketed(term(t.datatype))
		}
		_, _ = out.WriteString(
			graph.Bracketed(term(t.subject)) + " " + graph.Bracketed(term(t.property)) + " " + object + " .\n",
		)
	}
	if err := out.Flush(); err != nil { // the writer keeps its first error
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// WriteNTriples writes the facts as N-Triples: assertions, direct superclasses,
// axioms that were applied, declarations and labels. ImportFiles with the same vocabulary
// reads the same structure from it, with other labels for blank nodes. Dropped roles are
// mentioned only in comments.
func (d *Dataset) WriteNTriples(ctx context.Context, w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	d.writeOrigin(out)
	err := d.export(ctx, func(s statement) error {
		_, err := out.WriteString(graph.Bracketed(s.subject) + " " + graph.Bracketed(s.property) + " " + s.object + " .\n")
		return err
	})
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// writeOrigin writes comments with the source of the facts and the properties that are
// not complete. The writer keeps its error.
func (d *Dataset) writeOrigin(w io.Writer) {
	fmt.Fprintf(w, "# from %s\n", onOneLine(d.Source.Name))
	if d.Coverage == nil {
		return
	}
	for _, p := range d.Coverage.Dropped {
		fmt.Fprintf(w, "# not complete: <%s> (%s): %s\n", p.Property, p.Direction, onOneLine(p.Reason))
	}
}

// export calls write with every statement, until there is an error.
func (d *Dataset) export(ctx context.Context, write func(statement) error) error {
	n := 0
	var failed error
	line := func(subject, property, object string) {
		if n++; failed == nil && n%4096 == 0 {
			failed = ctx.Err()
		}
		if failed == nil {
			failed = write(statement{subject, property, object})
		}
	}
	d.exportSchema(line)
	d.exportFacts(line)
	return failed
}

// declaredTypes maps a kind of symbol to the type that declares it.
var declaredTypes = map[facts.SymbolKind]string{
	facts.Class: owlNS + "Class", facts.Role: owlNS + "ObjectProperty", facts.Feature: owlNS + "DatatypeProperty",
}

func (d *Dataset) exportSchema(line func(subject, property, object string)) {
	f := d.Facts
	for _, s := range f.Declared {
		line(s.IRI, typeIRI, graph.Bracketed(declaredTypes[s.Kind]))
	}
	for _, t := range f.Superclasses {
		line(f.Term(t[0]), d.Vocabulary.SubClass[0], graph.Bracketed(f.Term(t[1])))
	}
	for _, a := range f.Axioms {
		line(a[0], a[1], graph.Bracketed(a[2]))
	}
	for _, l := range f.Labels {
		o := quote(l.Text)
		if l.Lang != "" {
			o += "@" + l.Lang
		}
		line(l.IRI, d.Vocabulary.Label[0], o)
	}
}

func (d *Dataset) exportFacts(line func(subject, property, object string)) {
	f := d.Facts
	hasFact := map[facts.ID]bool{}
	// A domain applies to statements that may be missing here, so the memberships that
	// follow are written, too.
	for _, t := range slices.Concat(f.Classes, d.members()) {
		if !isSchemaClass(f.Term(t[1])) {
			hasFact[t[0]] = true
		}
		line(f.Term(t[0]), d.Vocabulary.Type[0], graph.Bracketed(f.Term(t[1])))
	}
	for _, t := range f.Roles {
		hasFact[t[1]], hasFact[t[2]] = true, true
		line(f.Term(t[1]), f.Term(t[0]), graph.Bracketed(f.Term(t[2])))
	}
	for _, v := range f.Values {
		hasFact[v.Individual] = true
		line(f.Term(v.Individual), f.Term(v.Property), quote(f.Term(v.Lexical))+"^^"+graph.Bracketed(f.Term(v.Datatype)))
	}
	for _, a := range f.Individuals {
		if !hasFact[a] {
			line(f.Term(a), d.Vocabulary.Type[0], graph.Bracketed(namedIndividualIRI))
		}
	}
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`)

// quote returns a string as a literal of N-Triples (STRING_LITERAL_QUOTE).
func quote(s string) string { return `"` + escapes.Replace(s) + `"` }

func onOneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
