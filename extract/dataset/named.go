package dataset

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Statements of files that are no facts are not proposed: those with properties that the exclusions leave
// out, with labels, annotations, and declarations. Yet they are in the file. So a structure has those whose
// property or class a concept names. Their subjects and objects that are in no fact are not in the domain.

// LeavesOut returns those of the properties and classes whose statements are no facts, sorted.
func (d *Dataset) LeavesOut(properties, classes []string) []string {
	left := slices.Concat(
		slices.DeleteFunc(slices.Clone(properties), func(p string) bool { return !d.isLeftOut(p, false) }),
		slices.DeleteFunc(slices.Clone(classes), func(c string) bool { return !d.isLeftOut(c, true) }))
	slices.Sort(left)
	return slices.Compact(left)
}

func (d *Dataset) isLeftOut(name string, isClass bool) bool {
	if isClass {
		return !d.Symbols.IsName(name)
	}
	isAnnotation := func(s facts.Skipped) bool { return s.Property == name && s.Reason == annotation }
	isUsed := d.Symbols.Uses(name) || d.Symbols.IsAboutStatements(name)
	return !isUsed || slices.ContainsFunc(d.Facts.Skipped, isAnnotation)
}

// LeftOutAt returns the properties and classes that files state of the individuals, that are no facts, and that a
// concept of the language could name; sorted. Everything is in a class such as owl:Thing, so these say nothing.
func (d *Dataset) LeftOutAt(ctx context.Context, is func(iri string) bool,
	l dl.Language) (properties, classes []string) {
	if d.Stated == nil {
		return nil, nil
	}
	n := 0
	stopped := func() bool { n++; return n%contextEvery == 0 && ctx.Err() != nil }
	decided := map[facts.ID]bool{} // classes
	for _, of := range d.Stated.lists {
		switch p := d.Facts.Term(of.property); {
		case p == d.Vocabulary.SubClassOf:
		case p == d.Vocabulary.Type:
			for t := range of.each {
				if stopped() {
					break
				}
				if t.kind != 0 || decided[t.object] {
					continue
				}
				class := d.Facts.Term(t.object)
				isLeft := !slices.Contains(universal, class) && d.isLeftOut(class, true)
				isFound := isLeft && d.saysOf(t, true, is, l)
				if isFound {
					classes = append(classes, class)
				}
				decided[t.object] = isFound || !isLeft
			}
		case d.isLeftOut(p, false):
			for t := range of.each {
				if stopped() {
					break
				}
				if d.saysOf(t, false, is, l) {
					properties = append(properties, p)
					break
				}
			}
		}
	}
	slices.Sort(properties)
	slices.Sort(classes)
	return properties, classes
}

// saysOf reports whether a concept of the language could name what the statement says of one of the individuals.
func (d *Dataset) saysOf(t triple, isClass bool, is func(iri string) bool, l dl.Language) bool {
	switch subject := is(d.Facts.Term(t.subject)); {
	case t.kind != 0:
		return subject && d.canSay(t, l)
	case isClass:
		return subject
	default:
		return l.Any(dl.WithRoles) && (subject || l.Has(dl.WithInverse) && is(d.Facts.Term(t.object)))
	}
}

// universal are the classes that everything is in, whatever files state.
var universal = []string{graph.OWL + "NamedIndividual", graph.OWL + "Thing", graph.RDFSchema + "Resource"}

// canSay reports whether the language has a condition on the literal.
func (d *Dataset) canSay(t triple, l dl.Language) bool {
	kind, isValue := dl.KindOf(d.Stated.datatypeOf(t))
	switch {
	case l.Has(dl.WithPresence):
		return true
	case isValue && kind == dl.String || d.Stated.langOf(t) != "":
		return l.Any(dl.WithStrings | dl.WithTexts)
	}
	if _, err := dl.ParseLiteral(d.Facts.Term(t.object), d.Stated.datatypeOf(t)); err != nil && !isValue {
		return false
	}
	return kind == dl.Boolean || l.Any(dl.WithDataAtLeast|dl.WithDataAtMost)
}

// addNamed adds the statements with the properties and classes, and the labels of the individuals that the
// structure has so far: people ask for conditions on these. Labels that the user leaves out stay out.
func (f *filler) addNamed(ctx context.Context, names []string) error {
	if f.Stated == nil {
		return nil
	}
	schema := f.Symbols.Schema()
	isNamed := func(iri string) bool { return slices.Contains(names, iri) }
	useOf := func(p string) (u namedUse) {
		u.hasNamed = len(names) > 0 && p == f.Vocabulary.Type
		u.roles = []dl.Role{{IRI: p}}
		if schema != nil {
			u.roles = slices.Clone(schema.Above(u.roles[0]))
		}
		u.roles = slices.DeleteFunc(u.roles, func(r dl.Role) bool { return !isNamed(r.IRI) })
		isLabel := slices.Contains(f.Vocabulary.Label, p) && !f.Symbols.Uses(p)
		u.isLabel = len(u.roles) == 0 && isLabel && f.filter.Uses(p)
		return u
	}
	for _, l := range f.Stated.lists {
		u := useOf(f.Facts.Term(l.property))
		if !u.hasNamed && !u.isLabel && len(u.roles) == 0 {
			continue
		}
		for i, r := range l.rows {
			if i%contextEvery == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			f.addNamedTriple(l.triple(r), u, isNamed)
		}
	}
	return nil
}

// A namedUse says what the statements with a property are for.
type namedUse struct {
	hasNamed bool // they state members of named classes
	isLabel  bool
	roles    []dl.Role // named ones that have the pairs of the property
}

func (f *filler) addNamedTriple(t triple, u namedUse, isNamed func(iri string) bool) {
	object := f.Facts.Term(t.object)
	if u.hasNamed && t.kind == 0 && isNamed(object) {
		f.b.AddMember(f.b.Name(object), f.number(t.subject))
	}
	if u.isLabel && t.kind != 0 && f.added[t.subject] != 0 {
		f.addLiteral(f.Facts.Term(t.property), t)
	}
	for _, r := range u.roles {
		f.addStated(r, t)
	}
}

// addStated adds what a statement says of the role or feature.
func (f *filler) addStated(r dl.Role, t triple) {
	switch {
	case t.kind != 0 && !r.Inverse:
		f.addLiteral(r.IRI, t)
	case t.kind != 0:
	case r.Inverse:
		f.b.AddPair(f.b.Role(r.IRI), f.number(t.object), f.number(t.subject))
	default:
		f.b.AddPair(f.b.Role(r.IRI), f.number(t.subject), f.number(t.object))
	}
}

// addLiteral adds a literal that files state as a value of the feature, or as one of which only conditions on
// texts and the presence count.
func (f *filler) addLiteral(feature string, t triple) {
	lexical, datatype := f.Facts.Term(t.object), f.Stated.datatypeOf(t)
	a := f.number(t.subject)
	if f.Vocabulary.UnusableLiteral(lexical, datatype) == "" {
		if v, err := dl.ParseLiteral(lexical, datatype); err == nil {
			f.b.AddValueAt(feature, a, v)
			f.note(feature, v)
			return
		}
	}
	f.addText(feature, f.Facts.Term(t.subject), lexical, datatype, f.Stated.langOf(t))
}

// addText adds a literal that is no value of the feature.
func (f *filler) addText(feature, a, lexical, datatype, lang string) {
	switch {
	case lang != "":
		f.b.AddValue(feature, a, dl.Text(lexical, lang))
	case datatype == dl.String.IRI():
		f.b.AddValue(feature, a, dl.Str(lexical))
	default:
		f.b.AddOther(feature, a, lexical+"^^"+datatype)
	}
}

// StatedValues returns whether the files state things or literals as values of a property, which may be
// left out, and the sorted kinds of the literals.
func (d *Dataset) StatedValues(property string) (things, literals bool, kinds []dl.Kind) {
	if d.Stated == nil {
		return false, false, nil
	}
	for t := range d.Stated.of(d.Facts.Find(property)) {
		things, literals = things || t.kind == 0, literals || t.kind != 0
		if k, ok := dl.KindOf(d.Stated.datatypeOf(t)); ok && t.kind != 0 && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	slices.Sort(kinds)
	return things, literals, kinds
}

// unread returns the removals of properties and classes that are named, and that the source has not kept.
func (d *Dataset) unread(names []string) (out []interp.Removal) {
	if d.Stated != nil {
		return nil
	}
	for _, p := range names {
		const reason = "it is left out of what was extracted: ask the endpoint, or read the files"
		out = append(out, interp.Removal{Role: dl.Role{IRI: p}, Reason: reason},
			interp.Removal{Role: dl.Role{IRI: p, Inverse: true}, Reason: reason}, interp.Removal{Feature: p, Reason: reason})
	}
	return out
}
