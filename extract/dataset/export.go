package dataset

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
)

// A statement is to be exported. Subject and property are IRIs or blank nodes; the object
// is written as in N-Triples.
type statement struct{ subject, property, object string }

// WriteStated writes the statements of the source as N-Triples, without what follows from
// them, and with reifiers by the properties of [dl.Reified]. If they were not kept, as for a database, these are the
// facts.
func (d *Dataset) WriteStated(ctx context.Context, w io.Writer) error {
	if d.Stated == nil {
		return d.writeNTriples(ctx, w, d.export)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	d.writeOrigin(out)
	n := 0
	for t := range d.Stated.each {
		n++
		if n%contextEvery == 0 && ctx.Err() != nil {
			return fmt.Errorf("export: %w", ctx.Err())
		}
		term := d.Stated.facts.Term
		object := graph.Bracketed(term(t.object))
		switch {
		case t.kind == 0:
		case d.Stated.langOf(t) != "":
			object = quote(term(t.object)) + "@" + d.Stated.langOf(t)
		default:
			object = quote(term(t.object)) + "^^" + graph.Bracketed(d.Stated.datatypeOf(t))
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
// mentioned only in comments. Reifiers are written as in RDF 1.2.
func (d *Dataset) WriteNTriples(ctx context.Context, w io.Writer) error {
	return d.writeNTriples(ctx, w, d.exportReified)
}

func (d *Dataset) writeNTriples(ctx context.Context, w io.Writer,
	export func(context.Context, func(statement) error) error) error {
	out := bufio.NewWriterSize(w, 1<<16)
	d.writeOrigin(out)
	err := export(ctx, func(s statement) error {
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
	fmt.Fprintf(w, "# from %s\n", say.OneLine(d.Source.Name))
	if d.Coverage == nil {
		return
	}
	for _, p := range d.Coverage.Dropped {
		fmt.Fprintf(w, "# not complete: <%s> (%s): %s\n", p.Property, p.Direction, say.OneLine(p.Reason))
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

// exportReified is export with what the properties of dl.Reified say written as RDF 1.2 has it: no triple states
// these. Of a reifier whose statement is known only in part, because a crawl ended there, they are written.
func (d *Dataset) exportReified(ctx context.Context, write func(statement) error) error {
	r := reifiers{by: map[reifierOf]*reifiedTerms{}}
	err := d.export(ctx, func(s statement) error {
		if r.take(s) {
			return nil
		}
		return write(s)
	})
	if err != nil {
		return err
	}
	for _, of := range r.order {
		for _, s := range r.by[of].statements(of) {
			if err := write(s); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// tripleTerm begins a triple term of N-Triples 1.2.
const tripleTerm = "<<( "

// reifiers are what the properties of dl.Reified say.
type reifiers struct {
	by    map[reifierOf]*reifiedTerms
	order []reifierOf
}

// A reifierOf is a reifier of statements with the property. Both are IRIs or blank nodes.
type reifierOf struct{ reifier, property string }

// reifiedTerms are the subjects of the statements, and their values as in N-Triples.
type reifiedTerms struct{ subjects, values []string }

// take takes a statement with one of the properties; false if it is another.
func (r *reifiers) take(s statement) bool {
	property, toValue, ok := dl.ReifiedBy(s.property)
	if !ok {
		return false
	}
	of := reifierOf{s.subject, property}
	if !toValue {
		of.reifier = strings.TrimSuffix(strings.TrimPrefix(s.object, "<"), ">")
	}
	terms := r.by[of]
	if terms == nil {
		terms = &reifiedTerms{}
		r.by[of], r.order = terms, append(r.order, of)
	}
	if toValue {
		terms.values = append(terms.values, s.object)
	} else {
		terms.subjects = append(terms.subjects, s.subject)
	}
	return true
}

// statements returns what to write. A reifier of several statements says which subjects and values they have, but
// not which belong together: so are they read, too.
func (t *reifiedTerms) statements(of reifierOf) (out []statement) {
	toReifier, toValue := dl.Reified(of.property)
	for _, subject := range t.subjects {
		for _, value := range t.values {
			term := tripleTerm + graph.Bracketed(subject) + " " + graph.Bracketed(of.property) + " " + value + " )>>"
			out = append(out, statement{of.reifier, dl.Reifies, term})
		}
		if len(t.values) == 0 {
			out = append(out, statement{subject, toReifier, graph.Bracketed(of.reifier)})
		}
	}
	if len(t.subjects) == 0 {
		for _, value := range t.values {
			out = append(out, statement{of.reifier, toValue, value})
		}
	}
	return out
}

var declaredTypes = map[facts.SymbolKind]string{
	facts.Class: owlNS + "Class", facts.Role: owlNS + "ObjectProperty", facts.Feature: owlNS + "DatatypeProperty",
}

func (d *Dataset) exportSchema(line func(subject, property, object string)) {
	f := d.Facts
	for _, s := range f.Declared {
		line(s.IRI, typeIRI, graph.Bracketed(declaredTypes[s.Kind]))
	}
	for _, t := range f.Superclasses {
		line(f.Term(t[0]), d.Vocabulary.SubClassOf, graph.Bracketed(f.Term(t[1])))
	}
	for _, a := range f.Axioms {
		line(a[0], a[1], graph.Bracketed(a[2]))
	}
	d.exportKinds(line)
	for _, l := range f.Labels {
		o := quote(l.Text)
		if l.Lang != "" {
			o += "@" + l.Lang
		}
		if property := d.Vocabulary.NameProperty(l.Rank); !d.Symbols.Uses(property) { // else it is a fact
			line(l.IRI, property, o)
		}
	}
}

// exportKinds writes that the properties of which only the presence counts are of an excluded kind.
func (d *Dataset) exportKinds(line func(subject, property, object string)) {
	if len(d.Exclusions.Kinds) == 0 {
		return
	}
	for _, p := range d.Symbols.PresentProperties() {
		entity := p
		if d.Exclusions.Via != "" {
			entity = d.Vocabulary.Statements.EntityOf(p)
			line(entity, d.Exclusions.Via, graph.Bracketed(p))
		}
		line(entity, d.Exclusions.Kind, graph.Bracketed(d.Exclusions.Kinds[0]))
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
		line(f.Term(t[0]), d.Vocabulary.Type, graph.Bracketed(f.Term(t[1])))
	}
	for _, t := range f.Roles {
		hasFact[t[1]], hasFact[t[2]] = true, true
		line(f.Term(t[1]), f.Term(t[0]), graph.Bracketed(f.Term(t[2])))
	}
	for _, t := range f.Statements.Roles {
		line(f.Term(t[1]), f.Term(t[0]), graph.Bracketed(f.Term(t[2])))
	}
	for _, v := range f.Statements.Values {
		line(f.Term(v.Individual), f.Term(v.Property), quote(f.Term(v.Lexical))+"^^"+graph.Bracketed(f.Term(v.Datatype)))
	}
	for _, v := range f.Values {
		hasFact[v.Individual] = true
		line(f.Term(v.Individual), f.Term(v.Property), quote(f.Term(v.Lexical))+"^^"+graph.Bracketed(f.Term(v.Datatype)))
	}
	for i, o := range f.Others {
		hasFact[o.Individual] = true
		object := quote(f.Term(o.Lexical))
		switch {
		case !o.IsRead():
			object = graph.Blank + "some" + strconv.Itoa(i)
		case o.Lang != 0:
			object += "@" + f.Term(o.Lang)
		default:
			object += "^^" + graph.Bracketed(f.Term(o.Datatype))
		}
		line(f.Term(o.Individual), f.Term(o.Property), object)
	}
	for _, a := range f.Individuals {
		if !hasFact[a] {
			line(f.Term(a), d.Vocabulary.Type, graph.Bracketed(namedIndividualIRI))
		}
	}
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`)

func quote(s string) string { return `"` + escapes.Replace(s) + `"` }

// WriteTurtle writes the triples of WriteNTriples as Turtle, with prefixes and grouped by
// subject.
func (d *Dataset) WriteTurtle(ctx context.Context, w io.Writer) error {
	var all []statement
	err := d.exportReified(ctx, func(s statement) error {
		all = append(all, s)
		return nil
	})
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	slices.SortStableFunc(all, func(a, b statement) int {
		return cmp.Or(cmp.Compare(a.subject, b.subject), cmp.Compare(a.property, b.property), cmp.Compare(a.object, b.object))
	})
	out := bufio.NewWriterSize(w, 1<<16)
	d.writeOrigin(out)
	short := newShortener(d.Facts.Prefixes)
	short.write(out)
	for i, s := range all {
		switch {
		case i == 0 || s.subject != all[i-1].subject:
			fmt.Fprintf(out, "\n%s %s %s", short.node(s.subject), short.verb(s.property), short.object(s.object))
		case s.property != all[i-1].property:
			fmt.Fprintf(out, " ;\n    %s %s", short.verb(s.property), short.object(s.object))
		default:
			fmt.Fprintf(out, ", %s", short.object(s.object))
		}
		if i+1 == len(all) || all[i+1].subject != s.subject {
			fmt.Fprint(out, " .\n")
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// A shortener abbreviates IRIs with prefixes.
type shortener struct {
	prefixes []string          // by the length of their IRIs, longest first
	iris     map[string]string // by prefix
}

var (
	// plainPrefix and plainLocal match prefixes and local names without escapes (Turtle,
	// PN_PREFIX and PN_LOCAL). They do not match all legal ones.
	plainPrefix = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_-]*)?$`)
	plainLocal  = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*$`)
)

func newShortener(prefixes map[string]string) *shortener {
	s := &shortener{iris: map[string]string{"xsd": dl.XSD}}
	for p, iri := range prefixes {
		if plainPrefix.MatchString(p) && iri != "" && !strings.ContainsAny(iri, "<>\"{}|^`\\ \n\t") {
			s.iris[p] = iri
		}
	}
	s.prefixes = slices.SortedFunc(maps.Keys(s.iris), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(s.iris[b]), len(s.iris[a])), cmp.Compare(a, b))
	})
	return s
}

// write declares the prefixes. The writer keeps its error.
func (s *shortener) write(w io.Writer) {
	for _, p := range slices.Sorted(slices.Values(s.prefixes)) {
		fmt.Fprintf(w, "@prefix %s: <%s> .\n", p, s.iris[p])
	}
}

func (s *shortener) node(iri string) string {
	for _, p := range s.prefixes {
		if local, ok := strings.CutPrefix(iri, s.iris[p]); ok && plainLocal.MatchString(local) {
			return p + ":" + local
		}
	}
	return graph.Bracketed(iri)
}

func (s *shortener) verb(iri string) string {
	if iri == typeIRI {
		return "a"
	}
	return s.node(iri)
}

// object abbreviates an object that is written as in N-Triples.
func (s *shortener) object(o string) string {
	if strings.HasPrefix(o, tripleTerm) {
		return o
	}
	if iri, ok := strings.CutPrefix(o, "<"); ok {
		return s.node(strings.TrimSuffix(iri, ">"))
	}
	if i := strings.LastIndex(o, `"^^<`); i > 0 {
		return o[:i+3] + s.node(strings.TrimSuffix(o[i+4:], ">"))
	}
	return o
}
